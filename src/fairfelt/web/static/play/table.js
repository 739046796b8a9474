// The practice table: draws what the server shows, and sends what you do.
import { Bets, chosenChip, drawChips } from "./chips.js";
import { capital, drawCoach, drawSession, drawStrategy } from "./coach.js";
import { drawCards, drawSteps, make } from "./drawing.js";
import { drawFairness } from "./fairness.js";
import { drawPlace, preparePlace } from "./place.js";
import { drawOthers, drawResults } from "./seats.js";
import { serverOf, tell } from "./server.js";
import { keepSettings } from "./settings.js";

const MICROS = 1_000_000;
const PAUSE_MS = 1500;
const byId = (id) => document.getElementById(id);
const root = byId("table");
const felt = root.querySelector(".felt");
const server = serverOf(root);
const opening = { openings: JSON.parse(root.dataset.openings), opens: root.dataset.opens };
const bets = new Bets(`bets ${root.dataset.address}${root.dataset.query}`, opening, () => drawBetting());
let state = null;
let busy = false;

function draw() {
  const mine = state.seats.find((seat) => seat.you);
  drawCards(byId("dealer"), state.dealer);
  byId("dealer-words").textContent = capital(state.dealer.words);
  drawCards(byId("community"), state.community);
  drawOthers(byId("others"), state);
  drawCards(byId("hand"), mine ?? { cards: [], hidden: 0 });
  byId("hand").parentElement.hidden = mine?.cards.length === 0;
  byId("hand-words").textContent = mine ? (mine.folded ? "Folded" : capital(mine.words)) : "";
  drawBetting();
  drawChoices();
  drawResults(byId("result"), mine);
  byId("results").hidden = state.phase !== "settled";
  byId("over").hidden = state.phase !== "settled";
  byId("net").textContent = mine?.net ? outcome(mine.net) : "";
  drawCoach(byId("coach"), state, { mode: byId("coaching").value, ...root.dataset });
  drawStrategy(byId("strategy"), state);
  drawSession(byId("session"), state, Number(root.dataset.decisions));
  drawSteps(byId("steps"), state.steps);
  drawFairness(state);
}

function drawBetting() {
  const betting = state?.phase === "betting";
  const mine = state?.seats.find((seat) => seat.you);
  const amounts = betting || !mine ? bets.amounts : staked(mine.stakes);
  const results = Object.fromEntries((mine?.settled ?? []).map((bet) => [bet.wager, bet]));
  drawPlace(byId("place"), amounts, results, { taking: betting });
  byId("betting").hidden = !betting;
  byId("undo").disabled = byId("empty").disabled = bets.history.length === 0;
  byId("again").hidden = !state || bets.history.length > 0 || Object.keys(state.bets).length === 0;
  byId("deal").textContent = bets.complete ? "Deal" : `Deal: first bet on ${bets.wanted}`;
  byId("deal").disabled = !bets.complete;
}

function outcome(net) {
  if (net.startsWith("-")) return `You lose ${net.slice(1)}`;
  return net.startsWith("+") ? `You win ${net.slice(1)}` : "You neither win nor lose";
}

function staked(stakes) {
  return Object.fromEntries(Object.entries(stakes).map(([wager, { micros }]) => [wager, micros / MICROS]));
}

function drawChoices() {
  const values = Object.fromEntries(state.coach.values?.map((row) => [row.choice, row]) ?? []);
  const told = byId("coaching").value === "before";
  const buttons = state.choices.map(({ name, size }, at) => {
    const value = told ? values[name] : null;
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
  document.querySelector(focus)?.focus({ preventScroll: true });
  if (name === "deal" && felt.getBoundingClientRect().bottom > innerHeight) felt.scrollIntoView();
}

function show({ state: fresh, problem }) {
  tell(byId("bets-mistake"), problem);
  if (!fresh) return;
  state = fresh;
  draw();
}

async function look() {
  const answer = await server.look();
  if (answer.state && !busy && (!state || state.coach.state !== answer.state.coach.state || state.version !== answer.state.version)) show(answer);
  else if (answer.state && !busy) drawCoach(byId("coach"), (state = answer.state), { mode: byId("coaching").value, ...root.dataset });
  else if (!state) tell(byId("problem"), answer.problem);
  if (!state || state.coach.state === "waiting") setTimeout(look, PAUSE_MS);
}

function deal() {
  const amounts = Object.fromEntries(Object.entries(bets.amounts).map(([wager, amount]) => [wager, `${amount}`]));
  const limits = { law: byId("law").value, day: byId("law-day").value };
  return move("deal", { bets: amounts, players: Number(byId("players").value), cut: Number(byId("cut").value), ...limits });
}

async function next() {
  await move("clear", {});
  byId("cut").value = 0;
}

function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio]), select, textarea")) return;
  const choices = [...byId("choices").querySelectorAll("button")];
  const pressed = /^[1-9]$/.test(event.key) ? choices[event.key - 1] : { d: byId("deal"), u: byId("undo"), n: byId("next") }[event.key];
  if (pressed?.offsetParent && !pressed.disabled) pressed.click();
}

preparePlace(byId("place"), (spot) => !spot.classList.contains("raise"), (wager) => {
  if (state?.phase === "betting") bets.add(wager, chosenChip(byId("chips")));
});
drawChips(byId("chips"), (wager, chip) => state?.phase === "betting" && bets.add(wager, chip));
byId("undo").addEventListener("click", () => bets.undo());
byId("empty").addEventListener("click", () => bets.empty());
byId("again").addEventListener("click", () => bets.putBack(state.bets));
byId("deal").addEventListener("click", deal);
byId("next").addEventListener("click", next);
document.addEventListener("keydown", shortcut);
keepSettings(root, ["players", "coaching", "law", "four-colour", "motion"], () => state && draw());
look();
