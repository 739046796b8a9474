// The dealer school: you lock up, deal, announce, settle and pay on the felt; the server marks every act and says the rule.
import { drawHands, drawSteps } from "../cards.js";
import { drawFairness } from "../fairness.js";
import { drawPlayers, drawSeat } from "../seats.js";
import { showProblem, tableServer } from "../server.js";
import { HandSetting } from "../setting.js";
import { keepSettings } from "../settings.js";
import { activeBet, activePile, addChip, beginBets, call, callByKey as callBetByKey, callsOf, drawBets, envyOf, openBet, openChoices, takeChipBack } from "./bets.js";
import { callByKey as callHandByKey, called, drawStrip } from "./calls.js";
import { drawProgress } from "./certificate.js";
import { prepareJoining } from "./class.js";
import { drawDealing, prepareDealing } from "./dealing.js";
import { drawClock, drillWords, prepareClock } from "./drill.js";
import { drawIncident, prepareIncident } from "./incident.js";
import { drawMarks } from "./marks.js";
import { TEST_ROUNDS, beginTest, countHours, countTest, drawHours, drawTest, forgetTest, preparePapers, testOf, testResult } from "./papers.js";
import { chipOfKey, drawRack } from "./rack.js";
import { byId, fieldById, find, findAll, make, write } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { SchoolState, SeatState } from "../../types.js" */

const root = byId("table");
const game = root.dataset.game ?? "";
const server = tableServer(root);
/** @type {SchoolState} */
let state;
let busy = false;
/** The seat that a narrow screen shows. */
let shown = 0;
const setting = new HandSetting(byId("setting"), drawSetting);

/** @param {number} seen */
function draw(seen) {
  beginBets(state);
  drawSeats();
  drawHands(byId("community"), [state.community]);
  byId("community").closest(".shared")?.classList.toggle("if-dealt", !state.acting?.places.some(({ place, deals }) => place === "community" && deals));
  drawHands(byId("dealer"), state.dealer.hands);
  byId("dealing").hidden = state.stage !== "dealing";
  fieldById("deal").disabled = false;
  byId("over").hidden = state.stage !== "done";
  root.dataset.stage = state.stage;
  setting.take(state.parts.length ? { parts: state.parts, ways: [] } : null, state.dealer.hands[0]?.cards ?? []);
  drawSetting();
  drawDealing(state, (fields) => move("do", fields));
  drawIncident(state);
  drawStrip(state, handCalled);
  drawMarks(state, seen);
  drawProgress(state);
  drawClock(state);
  drawModes();
  drawTray();
  drawSteps(byId("steps"), state.steps);
  drawFairness(state);
  drawHours();
  drawTest(game, state);
}

function drawSeats() {
  const numbers = state.seats.map(({ number }) => number);
  if (!numbers.includes(shown) || state.drill) shown = numbers[0] ?? 0;
  if (state.settling_seat) shown = state.settling_seat;
  drawPlayers(byId("seats"), state.seats, drawPlayer);
  findAll(byId("seats"), "[data-seat]").forEach((item, at) => item.style.setProperty("--out", `${numbers.length > 1 ? Math.abs((2 * at) / (numbers.length - 1) - 1) : 0}`));
  byId("seat-map").replaceChildren(...(numbers.length > 1 ? numbers.map(mapButton) : []));
}

/** @param {number} number */
function mapButton(number) {
  const wrong = state.marks.some((mark) => mark.seat === number && mark.skill !== "order" && !mark.is_right);
  const sign = !state.paid.includes(number) ? `${number}` : wrong ? "✗" : "✓";
  const button = make("button", { type: "button", "aria-label": _("Seat {seat}", { seat: number }), "aria-pressed": String(number === shown) }, sign);
  button.addEventListener("click", () => {
    shown = number;
    drawSeats();
  });
  return button;
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
  find(item, ".stakes").removeAttribute("title");
  const paid = state.paid.includes(seat.number);
  item.classList.toggle("paid", paid && state.stage === "settling");
  item.classList.toggle("shown", seat.number === shown);
  item.classList.toggle("chosen", state.settling_seat === seat.number && ["settling", "drill"].includes(state.stage));
  drawBets(item, seat, state, touch, choose);
}

// The order is marked as soon as a bet of a seat is touched.
async function touch(number, bet) {
  if (state.stage === "settling" && state.settling_seat !== number) await move("pick", { seat: number });
  if (state.stage === "envy") call(bet, "pay");
  else if (state.drill) call(bet, "pay");
  else if (state.settling_seat === number) openChoices(bet);
  redraw();
  findAll(document, ".fan button")[0]?.focus({ preventScroll: true });
}

function choose(bet, what) {
  call(bet, what);
  redraw();
}

function redraw() {
  drawSeats();
  drawTray();
}

function drawTray() {
  const { stage, drill, settling_seat } = state;
  const isPaying = stage === "settling" || stage === "envy" || drill?.kind === "pay";
  byId("tray").hidden = !isPaying && stage !== "reading" && !drill;
  byId("rack").hidden = !isPaying;
  for (const part of [byId("take-back"), find(byId("tray"), ".in-hand")]) part.hidden = !isPaying;
  drawRack(byId("rack"), state.rack, (cents, wager) => addChip(cents, wager) && redraw());
  const pile = activePile();
  write(byId("in-hand"), pile ? pile.words : "");
  const bet = activeBet().replace(/^envy /, `${_("Envy")}, `);
  write(byId("in-hand-words"), pile ? _("for {bet}", { bet }) : isPaying ? _("Touch a bet: take, push or pay.") : "");
  const main = byId("main-act");
  main.toggleAttribute("disabled", stage === "settling" && !settling_seat);
  main.hidden = drill?.kind === "call";
  write(main, mainWords(pile));
}

/** @param {import("./rack.js").Pile | undefined} pile */
function mainWords(pile) {
  if (state.stage === "reading") return _("Announce it");
  if (state.stage === "envy") return _("Pay envy");
  if (state.drill) return _("Pay {amount}", { amount: pile?.words ?? "" });
  return state.settling_seat ? _("Settle seat {seat}", { seat: state.settling_seat }) : _("Which seat is first?");
}

// In the drill of hands a call is the answer.
function handCalled() {
  if (state.drill) answer({ line: called.line });
}

async function answer(fields) {
  await move("answer", fields);
  if (state.drill?.left === 0) await move("clear", {});
}

function act() {
  if (state.stage === "reading") return move("read", { line: called.line, qualifies: called.qualifies });
  if (state.stage === "envy") return move("envy", { envy: envyOf(state) });
  if (state.drill) return answer({ called: Object.values(callsOf(state))[0] });
  return move("settle", { seat: state.settling_seat, line: called.line, bets: callsOf(state) });
}

// A full round, a drill or a test: one is pressed.
function drawModes() {
  const test = testOf(game);
  const isTest = Boolean(test && test.rounds.length < TEST_ROUNDS);
  const mode = state.drill ? state.drill.kind : isTest ? "test" : "round";
  root.classList.toggle("testing", isTest);
  for (const button of findAll(document, "[data-mode]")) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    button.toggleAttribute("disabled", !["dealing", "done", "drill"].includes(state.stage));
    if (button.dataset.mode === "call") button.hidden = !state.lines.length;
  }
  byId("test-words").hidden = !test;
  if (test) write(byId("test-words"), isTest ? _("Table test, round {round} of {rounds}: dealt by hand, anything may go wrong, and nothing is corrected until the end.", { round: test.rounds.length + 1, rounds: TEST_ROUNDS }) : testResult(test, state).words);
  for (const id of ["by-hand", "irregular"]) {
    if (isTest) fieldById(id).checked = true;
    fieldById(id).disabled = isTest;
  }
  const over = state.stage === "dealing" && state.progress.drills.length > 0 && root.dataset.drilled === "yes";
  byId("drill-over").hidden = !over;
  write(byId("drill-result"), over ? drillWords(state) : "");
}

async function startMode(mode) {
  if (state.drill || state.stage === "done") await move("clear", {});
  root.dataset.drilled = mode === "pay" || mode === "call" ? "yes" : "";
  root.dataset.lastDrill = mode;
  if (mode === "test") beginTest(game);
  else forgetTest(game);
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur(); // Enter pays, and does not begin again
  if (mode === "pay" || mode === "call") await move("drill", { kind: mode });
  else draw(state.marks.length);
}

async function move(name, fields) {
  if (busy) return;
  busy = true;
  const { state: fresh, problem } = await server.move(name, { version: state.version, ...fields });
  busy = false;
  showProblem(byId("bets-mistake"), problem);
  if (!fresh) return;
  const seen = fresh.number === state.number ? state.marks.length : 0;
  const isOver = fresh.stage === "done" && state.stage !== "done";
  state = fresh;
  countHours(game, state.marks.slice(seen), isOver);
  if (isOver) countTest(game, state);
  draw(seen);
}

function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || !state || state.acting) return;
  const cents = byId("rack").hidden ? undefined : chipOfKey(state.rack, event.key);
  const isMine =
    callBetByKey(event.key) || callHandByKey(event.key) || (cents && addChip(cents) && (redraw(), true)) || (event.key === "Backspace" && activePile() && (takeChipBack(), redraw(), true));
  if (isMine) event.preventDefault();
  else if (event.key === "Escape" && openBet()) (openChoices(openBet()), redraw());
  else if (event.key === "Enter" && !target.matches("button, summary, a") && !byId("tray").hidden) act();
}

byId("main-act").addEventListener("click", act);
byId("take-back").addEventListener("click", () => {
  takeChipBack();
  redraw();
});
byId("deal").addEventListener("click", () => {
  root.dataset.drilled = "";
  move("deal", { players: Number(fieldById("players").value), by_hand: fieldById("by-hand").checked, irregular: fieldById("irregular").checked });
});
for (const button of findAll(document, "[data-mode]")) button.addEventListener("click", () => startMode(button.dataset.mode));
byId("again").addEventListener("click", () => startMode(root.dataset.lastDrill));
byId("next").addEventListener("click", () => move("clear", {}));
addEventListener("keydown", pressed);
preparePapers();
prepareJoining(() => fieldById("class-code").value);
prepareDealing((fields) => move("do", fields));
prepareIncident((fields) => move("act", fields));
prepareClock(() => move("clear", {}));
keepSettings(root, ["four-color", "motion", "distract", "keep-pace"]);
const first = await server.look();
showProblem(byId("problem"), first.problem);
if (first.state) {
  state = first.state;
  draw(state.marks.length);
}
