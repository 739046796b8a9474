// The dealer school: you lock up, deal, announce, settle and pay; the server marks every act and says the rule.
import { drawHands, drawSteps } from "../cards.js";
import { stackElement } from "../chips.js";
import { drawFairness } from "../fairness.js";
import { drawPlayers, drawSeat } from "../seats.js";
import { showProblem, tableServer } from "../server.js";
import { HandSetting } from "../setting.js";
import { keepSettings } from "../settings.js";
import { drawCalls, moveOf } from "./calls.js";
import { drawProgress, prepareCertificate } from "./certificate.js";
import { drawDealing, prepareDealing } from "./dealing.js";
import { drawIncident, prepareIncident } from "./incident.js";
import { drawMarks } from "./marks.js";
import { byId, fieldById, find, findAll, make } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { SchoolState, SeatState } from "../../types.js" */

const MICROS = 1_000_000;
const root = byId("table");
const server = tableServer(root);
/** @type {SchoolState} */
let state;
let busy = false;
const setting = new HandSetting(byId("setting"), drawSetting);

/** @param {number} seen */
function draw(seen) {
  drawPlayers(byId("seats"), state.seats, drawPlayer);
  drawHands(byId("community"), [state.community]);
  byId("community").closest(".shared")?.classList.toggle("if-dealt", !state.acting?.places.some(({ place, deals }) => place === "community" && deals));
  drawHands(byId("dealer"), state.dealer.hands);
  byId("dealing").hidden = state.stage !== "dealing";
  fieldById("deal").disabled = false;
  byId("over").hidden = state.stage !== "done";
  setting.take(state.parts.length ? { parts: state.parts, ways: [] } : null, state.dealer.hands[0]?.cards ?? []);
  drawSetting();
  drawDealing(state, (fields) => move("do", fields));
  drawIncident(state);
  drawCalls(byId("calls"), state);
  drawMarks(state, seen);
  drawProgress(state);
  drawSteps(byId("steps"), state.steps);
  drawFairness(state);
}

// The dealer's cards are set where they lie: touched cards go to the smaller hands.
function drawSetting() {
  setting.draw();
  byId("dealer").hidden = Boolean(state.parts.length);
  if (!state.parts.length) return;
  const button = make("button", { type: "button" }, _("Set by the house way"));
  button.toggleAttribute("disabled", !setting.isFull);
  button.addEventListener("click", () => move("set", { parts: setting.parts }));
  byId("setting").append(button);
}

/** @param {HTMLElement} item @param {SeatState} seat */
function drawPlayer(item, seat) {
  drawSeat(item, seat);
  const stakes = Object.entries(seat.stakes).filter(([, { micros }]) => micros);
  find(item, ".stakes").replaceChildren(...stakes.map(([wager, { amount, micros }]) => make("span", { class: "seat-bet" }, stackElement(micros / MICROS), `${wager} `, make("b", {}, amount.replace(".00", "")))));
  const paid = state.paid.includes(seat.number);
  item.classList.toggle("paid", paid && state.stage === "settling");
  item.classList.toggle("chosen", state.settling_seat === seat.number && state.stage === "settling");
  item.querySelector(":scope > button")?.remove();
  if (state.stage !== "settling" || paid) return;
  const button = make("button", { type: "button", class: "quiet", "aria-pressed": String(state.settling_seat === seat.number) }, _("Settle seat {seat}", { seat: seat.number }));
  button.addEventListener("click", () => choose(seat.number));
  item.append(button);
}

// The order is marked as soon as a seat is touched.
async function choose(number) {
  await move("pick", { seat: number });
  findAll(byId("calls"), "select, input")[0]?.focus();
}

async function move(name, fields) {
  if (busy) return;
  busy = true;
  const { state: fresh, problem } = await server.move(name, { version: state.version, ...fields });
  busy = false;
  showProblem(byId("bets-mistake"), problem);
  if (!fresh) return;
  const seen = fresh.number === state.number ? state.marks.length : 0;
  state = fresh;
  draw(seen);
}

byId("calls").addEventListener("submit", (event) => {
  event.preventDefault();
  move(...moveOf(byId("calls"), state));
});
byId("deal").addEventListener("click", () =>
  move("deal", { players: Number(fieldById("players").value), by_hand: fieldById("by-hand").checked, irregular: fieldById("irregular").checked }),
);
prepareCertificate();
prepareDealing((fields) => move("do", fields));
prepareIncident((fields) => move("act", fields));
byId("next").addEventListener("click", () => move("clear", {}));
keepSettings(root, ["four-color", "motion"]);
const first = await server.look();
showProblem(byId("problem"), first.problem);
if (first.state) {
  state = first.state;
  draw(state.marks.length);
}
