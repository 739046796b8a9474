// The dealer school: you deal, read the hands, call each bet and pay it; the server marks what you say.
import { drawHands, drawSteps } from "../cards.js";
import { drawCertificate, prepareCertificate } from "./certificate.js";
import { drawFairness } from "../fairness.js";
import { drawIncident, prepareIncident } from "./incident.js";
import { drawPlayers, drawSeat } from "../seats.js";
import { showProblem, tableServer } from "../server.js";
import { keepSettings } from "../settings.js";
import { byId, capital, fieldById, find, findAll, make, plural } from "../../dom.js";

/** @import { Mark, SchoolState, SeatState } from "../../types.js" */

const CALLS = { take: "Take it", push: "Push", pay: "Pay", claim: "Claim the meter", nothing: "Nothing" };
const root = byId("table");
const server = tableServer(root);
/** @type {SchoolState} */
let state;
let busy = false;
let begunMs = 0;

function draw() {
  drawPlayers(byId("seats"), state.seats, drawPlayer);
  drawHands(byId("community"), [state.community]);
  drawHands(byId("dealer"), state.dealer.hands);
  byId("dealing").hidden = state.stage !== "dealing";
  fieldById("deal").disabled = false;
  byId("over").hidden = state.stage !== "done";
  drawIncident(state);
  drawCalls();
  drawMarks();
  drawSteps(byId("steps"), state.steps);
  drawFairness(state);
}

/** @param {HTMLElement} item @param {SeatState} seat */
function drawPlayer(item, seat) {
  drawSeat(item, seat);
  const paid = state.paid.includes(seat.number);
  item.classList.toggle("paid", paid && state.stage === "settling");
  item.classList.toggle("chosen", state.settling_seat === seat.number && state.stage === "settling");
  item.querySelector("button")?.remove();
  if (state.stage !== "settling" || paid) return;
  const button = make("button", { type: "button", class: "quiet", "aria-pressed": String(state.settling_seat === seat.number) }, `Settle seat ${seat.number}`);
  button.addEventListener("click", () => choose(seat.number));
  item.append(button);
}

// The order is marked as soon as a seat is touched.
async function choose(number) {
  await move("pick", { seat: number });
  findAll(byId("calls"), "select, input")[0]?.focus();
}

function drawCalls() {
  const form = byId("calls");
  const reading = state.stage === "reading";
  form.hidden = !["reading", "settling", "envy"].includes(state.stage);
  if (form.hidden) return form.replaceChildren();
  if (reading) return form.replaceChildren(...readingFields());
  if (state.stage === "envy") return form.replaceChildren(...envyFields());
  const seat = state.seats.find(({ number }) => number === state.settling_seat);
  if (!seat)
    return form.replaceChildren(make("h3", {}, "Which seat do you settle now?"), make("p", { class: "words" }, "Choose it above."));
  form.replaceChildren(...settlingFields(seat));
}

function readingFields() {
  const fields = [make("h3", {}, "All cards are turned over: what do you hold?"), row("Your hand", lines())];
  if (state.qualifying)
    fields.push(row("Does the dealer qualify?", ...radios("qualifies", { yes: "Yes", no: "No" }), make("span", {}, `(${state.qualifying} or better)`)));
  return [...fields, button("Call it")];
}

/** @param {SeatState} seat */
function settlingFields(seat) {
  const fields = [make("h3", {}, `Seat ${seat.number}${seat.foul ? ": foul hand" : seat.folded ? " has folded" : ""}`)];
  if (!seat.folded && !seat.foul && state.lines.length) fields.push(row("The hand", lines()));
  for (const [at, { wager, stake, calls }] of state.asks[seat.number].entries()) {
    const amount = make("input", { type: "text", name: "amount", inputmode: "decimal", placeholder: "$", "aria-label": `Amount paid on ${wager}`, disabled: "" });
    const group = radios(`call-${at}`, Object.fromEntries(calls.map((call) => [call, CALLS[call]])));
    const holder = row(stake === "$0.00" ? wager : `${wager}, ${stake.replace(".00", "")}`, ...group, amount);
    holder.dataset.wager = wager;
    holder.addEventListener("change", () => {
      const pays = holder.querySelector(":checked")?.value === "pay";
      amount.disabled = !pays;
      if (pays && document.activeElement !== amount) amount.focus();
    });
    fields.push(holder);
  }
  return [...fields, button(`Settle seat ${seat.number}`)];
}

// Envy comes last: for every hand of another player that pays it, with the bet or without.
function envyFields() {
  const rows = state.envy.map((seat) => {
    const amount = make("input", { type: "text", name: "envy", inputmode: "decimal", placeholder: "$0", "aria-label": `Envy paid to seat ${seat}` });
    amount.dataset.seat = String(seat);
    return row(`Seat ${seat}`, amount);
  });
  const words = make("p", { class: "words" }, "Leave a seat empty that gets nothing.");
  return [make("h3", {}, "Last: who is paid envy for another player’s hand?"), words, ...rows, button("Pay envy")];
}

function row(title, ...content) {
  return make("div", { class: "call", role: "group", "aria-label": title }, make("span", {}, title), make("span", { class: "what" }, ...content));
}

function lines() {
  const once = state.lines.map((name, at) => ({ name, at })).filter(({ name, at }) => state.lines.indexOf(name) === at);
  const options = once.map(({ name, at }) => make("option", { value: at }, capital(name))).reverse();
  return make("select", { name: "line", required: "", "aria-label": "What the hand is" }, make("option", { value: "" }, "Read the hand…"), ...options);
}

function radios(name, choices) {
  return Object.entries(choices).map(([value, words]) => make("label", {}, make("input", { type: "radio", name, value, required: "" }), words));
}

function button(words) {
  return make("div", { class: "actions" }, make("button", { type: "submit" }, words));
}

/** The move that the form makes, and its fields. @param {HTMLFormElement} form @returns {[string, object]} */
function moveOf(form) {
  const line = /** @type {HTMLSelectElement | null} */ (form.querySelector("[name=line]"));
  if (state.stage === "reading") {
    const plays = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=qualifies]:checked"));
    return ["read", { line: Number(line?.value), qualifies: plays ? plays.value === "yes" : null }];
  }
  if (state.stage === "envy") {
    const fields = /** @type {HTMLInputElement[]} */ (findAll(form, "[name=envy]"));
    return ["envy", { envy: Object.fromEntries(fields.map((field) => [field.dataset.seat, field.value.trim()])) }];
  }
  const bets = {};
  for (const call of findAll(form, "[data-wager]")) {
    const checked = /** @type {HTMLInputElement | null} */ (call.querySelector(":checked"));
    const amount = /** @type {HTMLInputElement} */ (find(call, "[name=amount]"));
    bets[call.dataset.wager ?? ""] = { call: checked?.value, amount: amount.value };
  }
  return ["settle", { seat: state.settling_seat, line: line ? Number(line.value) : null, bets }];
}

function drawMarks() {
  const { right, asked } = state.score;
  byId("score").textContent = asked ? `${right} of ${asked} calls correct so far.` : "Deal a round: you read the hands, call the results, and pay from your right to your left. Every call is marked here.";
  const rows = state.marks.map((mark) =>
    make("li", { class: mark.is_right ? "good" : "bad" }, make("span", { class: "sign" }, mark.is_right ? "✓" : "✗"), make("span", {}, markWords(mark))),
  );
  byId("marks").replaceChildren(...rows.reverse());
  const wrong = state.marks.filter((mark) => !mark.is_right).length;
  byId("net").textContent = state.stage === "done" ? `${wrong ? `${plural(wrong, "mistake")} in this round` : "No mistakes: well dealt"}${timeWords()}` : "";
  drawCertificate(state);
}

function timeWords() {
  return begunMs ? `, in ${Math.round((Date.now() - begunMs) / 1000)} s` : "";
}

/** @param {Mark} mark */
function markWords({ what, said: words, right, because, is_right }) {
  return is_right ? `${what}: ${words}.` : `${what}: you called “${words}”. Correct: “${right}”, because ${because}.`;
}

async function move(name, fields) {
  if (busy) return;
  busy = true;
  const { state: fresh, problem } = await server.move(name, { version: state.version, ...fields });
  busy = false;
  showProblem(byId("bets-mistake"), problem);
  if (!fresh) return;
  state = fresh;
  draw();
}

byId("calls").addEventListener("submit", (event) => {
  event.preventDefault();
  move(...moveOf(/** @type {HTMLFormElement} */ (event.target)));
});
byId("deal").addEventListener("click", () => {
  begunMs = Date.now();
  move("deal", { players: Number(fieldById("players").value), irregular: fieldById("irregular").checked });
});
prepareCertificate();
prepareIncident((fields) => move("act", fields));
byId("next").addEventListener("click", () => move("clear", {}));
keepSettings(root, ["four-color", "motion"]);
const first = await server.look();
showProblem(byId("problem"), first.problem);
if (first.state) {
  state = first.state;
  draw();
}
