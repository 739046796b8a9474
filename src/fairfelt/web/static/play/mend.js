// Something went wrong at the practice table: a misdeal gives all bets back, a foul hand is out of the round.
import { byId, fieldById, find, make } from "../dom.js";

/** @import { PracticeState } from "../types.js" */

/** @type {PracticeState["irregularities"]} */
let there = [];

/** @param {PracticeState} state */
export function drawMend({ irregularities, seats }) {
  there = irregularities;
  byId("mend").hidden = there.length === 0;
  byId("irregularity").replaceChildren(...there.map(({ words }, at) => make("option", { value: at }, words)));
  const playing = [...seats].sort((a, b) => Number(b.you) - Number(a.you)).filter(({ foul }) => !foul);
  byId("mend-seat").replaceChildren(...playing.map(({ number, you }) => make("option", { value: number }, you ? `${number} (you)` : number)));
  showRemedy();
}

function showRemedy() {
  byId("mend-words").textContent = there.length ? `${there[Number(fieldById("irregularity").value)].remedy}.` : "";
}

/** @param {(fields: object) => void} mend */
export function prepareMend(mend) {
  byId("irregularity").addEventListener("change", showRemedy);
  find(byId("mend"), "form").addEventListener("submit", (event) => {
    event.preventDefault();
    mend({ irregularity: Number(fieldById("irregularity").value), seat: Number(fieldById("mend-seat").value) });
  });
}
