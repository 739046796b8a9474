// The practice table: draws what the server shows, and sends what you do.
import { Bets, chosenChip, drawChips } from "./chips.js";
import { drawSpots, prepareSpots } from "./betting_spots.js";
import { drawCards, drawSteps } from "./cards.js";
import { drawCoach, drawSession, drawStrategy } from "./coach.js";
import { drawFairness } from "./fairness.js";
import { drawMend, prepareMend } from "./mend.js";
import { drawOthers, drawResults } from "./seats.js";
import { showProblem, tableServer } from "./server.js";
import { keepSettings } from "./settings.js";
import { byId, capital, fieldById, find, findAll, make, targetOf } from "../dom.js";

/** @import { PracticeState, Problem, SeatState } from "../types.js" */

const MICROS = 1_000_000;
const PAUSE_MS = 1500;
const root = byId("table");
const felt = find(root, ".felt");
const server = tableServer(root);
const opening = { openings: JSON.parse(root.dataset.openings ?? "[]"), opens: root.dataset.opens, alone: JSON.parse(root.dataset.alone ?? "[]") };
const decisions = Number(root.dataset.decisions);
const bets = new Bets(`bets ${root.dataset.address}${root.dataset.query}`, opening, () => drawBetting());
/** @type {PracticeState} */
let state;
let busy = false;

function draw() {
  const mine = state.seats.find((seat) => seat.you);
  drawCards(byId("dealer"), state.dealer);
  byId("dealer-words").textContent = capital(state.dealer.words);
  drawCards(byId("community"), state.community);
  drawOthers(byId("others"), state);
  drawCards(byId("hand"), mine ?? { cards: [], hidden: 0 });
  find(root, ".hand").hidden = mine?.cards.length === 0;
  byId("hand-words").textContent = mine ? (mine.foul ? "Foul hand" : mine.folded ? "Folded" : capital(mine.words)) : "";
  drawBetting();
  drawChoices();
  drawResults(byId("result"), mine);
  byId("results").hidden = state.phase !== "settled";
  byId("over").hidden = state.phase !== "settled";
  byId("net").textContent = mine?.net ? outcome(mine.net) : "";
  showCoach();
  drawStrategy(byId("strategy"), state, decisions);
  drawSession(byId("session"), state, decisions);
  drawSteps(byId("steps"), state.steps);
  drawFairness(state);
  drawMend(state);
}

function showCoach() {
  drawCoach(byId("coach"), state, { mode: fieldById("coaching").value, decisions });
}

function drawBetting() {
  const betting = state?.phase === "betting";
  const mine = state?.seats.find((seat) => seat.you);
  const amounts = betting || !mine ? bets.amounts : staked(mine.stakes);
  const results = Object.fromEntries((mine?.settled ?? []).map((bet) => [bet.wager, bet]));
  drawSpots(byId("spots"), amounts, results, { taking: betting });
  byId("betting").hidden = !betting;
  fieldById("undo").disabled = fieldById("clear").disabled = bets.history.length === 0;
  byId("rebet").hidden = !state || bets.history.length > 0 || Object.keys(state.bets).length === 0;
  byId("deal").textContent = bets.complete ? "Deal" : `Deal: first bet on ${bets.required}`;
  fieldById("deal").disabled = !bets.complete;
}

function outcome(net) {
  if (net.startsWith("-")) return `You lose ${net.slice(1)}`;
  return net.startsWith("+") ? `You win ${net.slice(1)}` : "Push: $0";
}

/** @param {SeatState["stakes"]} stakes */
function staked(stakes) {
  return Object.fromEntries(Object.entries(stakes).map(([wager, { micros }]) => [wager, micros / MICROS]));
}

function drawChoices() {
  const values = Object.fromEntries(state.coach.values?.map((row) => [row.choice, row]) ?? []);
  const coached = fieldById("coaching").value === "before";
  const buttons = state.choices.map(({ name, size }, at) => {
    const value = coached ? values[name] : null;
    const button = make("button", { type: "button", class: value?.best ? "choice best" : "choice", "aria-keyshortcuts": at + 1 });
    button.append(`${capital(name)}${size ? ` ${size.replace(".00", "")}` : ""}`);
    if (value) button.append(make("small", {}, `${value.value}${value.best ? " ★ best" : ""}`));
    button.addEventListener("click", () => move("choose", { choice: name }));
    return button;
  });
  byId("choices").replaceChildren(...buttons);
  byId("choices").hidden = buttons.length === 0;
}

async function move(name, fields) {
  if (busy) return;
  busy = true;
  const answer = await server.move(name, { version: state.version, ...fields });
  busy = false;
  show(answer);
  const focus = { deciding: "#choices button", settled: "#next", betting: "#chips :checked" }[state.phase];
  if (answer.problem) return;
  if (name === "deal") bets.empty();
  findAll(document, focus)[0]?.focus({ preventScroll: true });
  if (name === "deal" && felt.getBoundingClientRect().bottom > innerHeight) felt.scrollIntoView();
}

/** @param {{ state?: PracticeState, problem?: Problem }} answer */
function show({ state: fresh, problem }) {
  showProblem(byId("bets-mistake"), problem);
  if (!fresh) return;
  state = fresh;
  draw();
}

async function look() {
  const answer = await server.look();
  /** @type {PracticeState | undefined} */
  const fresh = answer.state;
  if (fresh && !busy && (!state || state.coach.state !== fresh.coach.state || state.version !== fresh.version)) show(answer);
  else if (fresh && !busy) {
    state = fresh;
    showCoach();
  } else if (!state) showProblem(byId("problem"), answer.problem);
  if (!state || state.coach.state === "waiting") setTimeout(look, PAUSE_MS);
}

function deal() {
  const amounts = Object.fromEntries(Object.entries(bets.amounts).map(([wager, amount]) => [wager, `${amount}`]));
  const limits = { law: fieldById("law").value, day: fieldById("law-day").value };
  return move("deal", { bets: amounts, players: Number(fieldById("players").value), cut: Number(fieldById("cut").value), ...limits });
}

async function next() {
  await move("clear", {});
  fieldById("cut").value = "0";
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || targetOf(event).closest("input:not([type=radio]), select, textarea")) return;
  const choices = findAll(byId("choices"), "button");
  const pressed = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : { d: byId("deal"), u: byId("undo"), n: byId("next") }[event.key];
  if (pressed?.offsetParent) pressed.click();
}

prepareSpots(byId("spots"), (spot) => !spot.classList.contains("raise"), (wager) => {
  if (state?.phase === "betting") bets.add(wager, chosenChip(byId("chips")));
});
drawChips(byId("chips"), (wager, chip) => state?.phase === "betting" && bets.add(wager, chip));
byId("undo").addEventListener("click", () => bets.undo());
byId("clear").addEventListener("click", () => bets.empty());
byId("rebet").addEventListener("click", () => bets.restore(state.bets));
byId("deal").addEventListener("click", deal);
byId("next").addEventListener("click", next);
prepareMend((fields) => move("mend", fields));
document.addEventListener("keydown", shortcut);
keepSettings(root, ["players", "coaching", "law", "four-color", "motion"], () => state && draw());
look();
