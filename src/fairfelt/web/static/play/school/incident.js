// What goes wrong in a lesson: what is seen, and the misdeal or the foul hand that a dealer calls.
import { byId, capital, fieldById, make } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { SchoolState } from "../../types.js" */

/** @param {SchoolState} state */
export function drawIncident({ incident, remedies, seats }) {
  byId("incident").textContent = incident ? _("You see: {what}.", { what: incident }) : "";
  byId("incident").hidden = !incident;
  byId("misdeal").hidden = remedies.length === 0;
  if (!remedies.length) byId("misdeal").removeAttribute("open");
  byId("remedy").replaceChildren(...remedies.map((remedy) => make("option", { value: remedy }, capital(remedy))));
  byId("act-seat").replaceChildren(...seats.map(({ number }) => make("option", { value: number }, _("seat {seat}", { seat: number }))));
  showSeat();
}

// A misdeal concerns everybody, a foul hand one seat.
function showSeat() {
  byId("foul-seat").hidden = fieldById("remedy").value === "misdeal";
}

/** @param {(fields: object) => void} act */
export function prepareIncident(act) {
  byId("remedy").addEventListener("change", showSeat);
  byId("act").addEventListener("submit", (event) => {
    event.preventDefault();
    act({ remedy: fieldById("remedy").value, seat: Number(fieldById("act-seat").value) });
  });
}
