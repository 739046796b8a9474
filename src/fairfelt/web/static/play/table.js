// The practice table: draws what the server shows, and sends what you do.
import { Bets, chosenChip, drawChips } from "./chips.js";
import { drawSpots, prepareSpots } from "./betting_spots.js";
import { drawHands, drawSteps } from "./cards.js";
import { drawCoach, drawStrategy } from "./coach.js";
import { drawFairness } from "./fairness.js";
import { drawMend, prepareMend } from "./mend.js";
import { drawPaytables, drawPays, preparePaytables } from "./paytables.js";
import { drawRoad } from "./road.js";
import { drawArc, drawResults } from "./seats.js";
import { showProblem, tableServer } from "./server.js";
import { drawSession } from "./session.js";
import { HandSetting } from "./setting.js";
import { keepSettings } from "./settings.js";
import { playSound } from "./sound.js";
import { byId, capital, fieldById, find, findAll, make, targetOf, write } from "../dom.js";
import { _ } from "../words.js";

/** @import { PracticeState, Problem, SeatState } from "../types.js" */

const MICROS = 1_000_000;
const PAUSE_MS = 1500;
const NO_HAND = { title: "", cards: [], hidden: 0, words: "", active: false };
const root = byId("table");
const felt = find(root, ".felt");
const server = tableServer(root);
const opening = { openings: JSON.parse(root.dataset.openings ?? "[]"), opens: root.dataset.opens, alone: JSON.parse(root.dataset.alone ?? "[]") };
const decisions = Number(root.dataset.decisions);
const bets = new Bets(`bets ${root.dataset.address}${root.dataset.query}`, opening, () => drawBetting());
const setting = new HandSetting(byId("setting"), () => drawSetting());
/** @type {PracticeState} */
let state;
let busy = false;
let moves = 0;
let byPointer = false;

const mine = () => state?.seats.find((seat) => seat.you);
const isTicked = (id) => fieldById(id).checked;
const sound = (name) => playSound(name, isTicked("sound"));

function draw() {
  const me = mine();
  drawHands(byId("dealer"), state.dealer.hands);
  byId("dealer").classList.toggle("wins", state.dealer.wins);
  showQualifying();
  drawHands(byId("community"), [state.community]);
  byId("community").classList.toggle("wins", state.community.wins);
  drawArc(byId("seats"), state);
  setting.take(state.setting, me?.hands[0]?.cards ?? []);
  drawHands(byId("hand"), me?.hands.length ? me.hands : [NO_HAND]);
  byId("hand").classList.toggle("folded", Boolean(me?.folded || me?.foul));
  find(root, ".hand").hidden = Boolean(state.setting);
  drawBetting();
  drawSetting();
  drawStopped();
  drawResults(byId("result"), me);
  drawPaytables(root, me?.settled ?? [], state.edges);
  byId("results").hidden = state.phase !== "settled";
  for (const id of ["net", "outcome"]) {
    write(byId(id), me?.net ? outcome(me) : "");
    byId(id).dataset.result = me?.result ?? "";
  }
  showCoach();
  drawStrategy(byId("strategy"), state);
  drawRoad(byId("road"), state);
  drawSession(state, decisions);
  drawSteps(byId("steps"), state.steps);
  drawFairness(state);
  drawMend(state);
}

function showQualifying() {
  const { qualifies } = state.dealer;
  const words = byId("dealer").querySelector(".words");
  if (words && qualifies !== null) words.append(" · ", make("b", { class: qualifies ? "good" : "bad" }, qualifies ? _("qualifies") : _("does not qualify")));
}

function showCoach() {
  drawStrategy(byId("strategy"), state);
  drawCoach(byId("coach"), state, { mode: fieldById("coaching").value, decisions });
}

// One big button in one place: it deals what lies there, or what lay there last.
function drawBetting() {
  const { phase } = state ?? {};
  const betting = phase === "betting";
  const me = mine();
  const amounts = betting || !me ? bets.amounts : staked(me.stakes);
  const results = Object.fromEntries((me?.settled ?? []).map((bet) => [bet.wager, bet]));
  drawSpots(byId("spots"), amounts, results, { taking: betting, edges: state?.edges ?? {}, waiting: state?.coach.state === "waiting" });
  drawPays(byId("pays-panel"), Object.keys(amounts).filter((wager) => amounts[wager]), me?.settled ?? []);
  drawChoices();
  byId("betting").hidden = phase === "deciding";
  byId("chips").hidden = !betting;
  write(byId("prompt"), phase === "deciding" ? capital(_(state.street)) : "");
  byId("change").hidden = phase !== "settled";
  byId("clear").hidden = byId("undo").hidden = !betting;
  fieldById("undo").disabled = fieldById("clear").disabled = !betting || bets.history.length === 0;
  const again = isRebet();
  byId("deal").replaceChildren(again ? _("Rebet & Deal") : bets.complete || !betting ? _("Deal") : _("Place your bet"), make("kbd", { "aria-hidden": "true" }, _("space")));
  fieldById("deal").disabled = !state || (!again && !bets.complete);
}

const hasLastBets = () => Boolean(state) && Object.keys(state.bets).length > 0;
const isRebet = () => hasLastBets() && (state.phase === "settled" || (state.phase === "betting" && bets.history.length === 0));

/** @param {SeatState} seat */
function outcome({ net }) {
  if (net.startsWith("-")) return _("You lose {amount}", { amount: net.slice(1) });
  return net.startsWith("+") ? _("You win {amount}", { amount: net.slice(1) }) : _("Push: $0");
}

/** @param {SeatState["stakes"]} stakes */
function staked(stakes) {
  return Object.fromEntries(Object.entries(stakes).map(([wager, { micros }]) => [wager, micros / MICROS]));
}

function drawChoices() {
  const buttons = state && !state.setting ? state.choices.map(choiceButton) : [];
  byId("choices").replaceChildren(...buttons);
  byId("choices").hidden = buttons.length === 0;
}

const valueOf = (name) => (fieldById("coaching").value === "before" ? state.coach.values?.find((row) => row.choice === name) : undefined);

function choiceButton({ name, size }, at) {
  const value = valueOf(name);
  const button = make("button", { type: "button", class: value?.best ? "choice best" : "choice", "aria-keyshortcuts": at + 1 });
  button.append(`${value?.best ? "★ " : ""}${capital(_(name))}${size ? ` ${size.replace(".00", "")}` : ""}`);
  if (value) button.append(make("small", {}, value.value));
  button.addEventListener("click", () => choose(name));
  return button;
}

function drawSetting() {
  setting.draw();
  const actions = byId("setting-actions");
  actions.hidden = !state?.setting;
  if (!state?.setting) return actions.replaceChildren();
  const { way } = setting;
  const best = state.coach.values?.find((row) => row.best)?.choice;
  const value = way && valueOf(way.choice);
  const set = make("button", { type: "button", class: "main", id: "set" }, _("Set hand"), make("kbd", { "aria-hidden": "true" }, _("space")));
  if (value) set.append(make("small", {}, `${value.value}${value.best ? " ★" : `, ${_("costs {cost}", { cost: value.cost })}`}`));
  set.disabled = !way;
  set.addEventListener("click", () => setting.way && choose(setting.way.choice));
  const named = setting.named.map((each) => layButton(capital(_(each.choice)), each));
  const bestWay = state.setting.ways.find((each) => each.choice === best);
  actions.replaceChildren(...named, ...(bestWay && fieldById("coaching").value !== "off" ? [layButton(_("Best"), bestWay)] : []), set);
}

function layButton(words, way) {
  const button = make("button", { type: "button", class: "quiet" }, words);
  button.addEventListener("click", () => {
    setting.lay(way);
    byId("set").focus({ preventScroll: true });
  });
  return button;
}

function drawStopped() {
  const { stopped } = state;
  const box = byId("stopped");
  box.hidden = !stopped;
  if (!stopped) return box.replaceChildren();
  const better = make("button", { type: "button", class: "main" }, capital(stopped.best));
  const anyway = make("button", { type: "button", class: "quiet" }, _("{choice} anyway", { choice: capital(_(stopped.choice)) }));
  better.addEventListener("click", () => move("choose", { choice: stopped.best }));
  anyway.addEventListener("click", () => move("choose", { choice: stopped.choice }));
  box.replaceChildren(make("p", {}, _("Stop: “{choice}” costs {cost} units. “{best}” is better.", { choice: _(stopped.choice), cost: stopped.cost, best: capital(_(stopped.best)) })), make("div", { class: "actions" }, better, anyway));
}

const choose = (choice) => move("choose", { choice, stop: isTicked("stop") });

async function move(name, fields) {
  if (busy) return false;
  busy = true;
  moves += 1;
  const answer = await server.move(name, { version: state.version, ...fields });
  busy = false;
  show(answer);
  if (answer.problem) return false;
  if (name === "deal") bets.empty();
  if (name === "deal" || name === "choose") sound(state.phase === "settled" ? { wins: "win", loses: "lose", pushes: "push" }[mine()?.result ?? "pushes"] ?? "push" : "card");
  const focus = { deciding: state.stopped ? "#stopped button" : state.setting ? "#setting [data-face]" : "#choices button", settled: "#deal", betting: "#chips :checked" }[state.phase];
  findAll(document, focus)[0]?.focus({ preventScroll: true });
  if (name === "deal" && felt.getBoundingClientRect().bottom > innerHeight + 4) felt.scrollIntoView({ block: "end" });
  return true;
}

/** @param {{ state?: PracticeState, problem?: Problem }} answer */
function show({ state: fresh, problem }) {
  showProblem(byId("bets-mistake"), problem);
  if (!fresh) return;
  state = fresh;
  draw();
}

// An answer that was asked for before a move is older than the table: it is dropped.
async function look() {
  const before = moves;
  const answer = await server.look();
  /** @type {PracticeState | undefined} */
  const fresh = before === moves ? answer.state : undefined;
  if (fresh && !busy && (!state || state.coach.state !== fresh.coach.state || state.version !== fresh.version)) show(answer);
  else if (fresh && !busy) {
    state = fresh;
    showCoach();
    drawBetting();
  } else if (!state) showProblem(byId("problem"), answer.problem);
  if (!state || state.coach.state === "waiting") setTimeout(look, PAUSE_MS);
}

// What lies on the felt, or the bets of the last round once more. The commitment to the next shuffle comes before them.
async function deal() {
  if (busy || !state) return;
  if (isRebet()) {
    const last = state.bets;
    if (state.phase === "settled" && !(await next())) return;
    bets.restore(last);
  }
  const amounts = Object.fromEntries(Object.entries(bets.amounts).map(([wager, amount]) => [wager, `${amount}`]));
  const limits = { law: fieldById("law").value, day: fieldById("law-day").value };
  await move("deal", { bets: amounts, players: Number(fieldById("players").value), cut: Number(fieldById("cut").value), close: isTicked("close"), ...limits });
}

async function next() {
  const cleared = await move("clear", {});
  fieldById("cut").value = "0";
  return cleared;
}

// After a round the bets come back to be changed; with a chip, that goes on top.
async function changeBets(wager = "", chip = 0) {
  const last = state.bets;
  if (!(await next())) return;
  bets.restore(last);
  if (wager) addChip(wager, chip);
}

function addChip(wager, chip) {
  if (!state || busy) return;
  if (state.phase === "settled") return changeBets(wager, chip);
  if (state.phase !== "betting") return;
  showProblem(byId("bets-mistake"), undefined);
  bets.add(wager, chip);
  sound("chip");
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || targetOf(event).closest("input:not([type=radio]), select, textarea, dialog")) return;
  const isSpace = event.key === " ";
  // Who works by keyboard presses what has the focus; a button that was only clicked does not keep the space bar.
  if (event.key === "Tab" || event.key === "Enter") byPointer = false;
  if (isSpace && targetOf(event).closest(byPointer ? "summary, a" : "summary, a, button")) return;
  const choices = findAll(byId("choices"), "button");
  const main = findAll(root, "#stopped .main, #set, #deal").find((button) => button.offsetParent);
  const pressed = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : { " ": main, d: byId("deal"), u: byId("undo") }[event.key];
  if (isSpace) event.preventDefault();
  if (pressed?.offsetParent) pressed.click();
}

function emptyBets(how) {
  showProblem(byId("bets-mistake"), undefined);
  bets[how]();
}

prepareSpots(byId("spots"), (wager) => addChip(wager, chosenChip(byId("chips"))));
preparePaytables(root);
drawChips(byId("chips"), addChip);
byId("undo").addEventListener("click", () => emptyBets("undo"));
byId("clear").addEventListener("click", () => emptyBets("empty"));
byId("change").addEventListener("click", () => changeBets());
byId("deal").addEventListener("click", deal);
prepareMend((fields) => move("mend", fields));
byId("start-over").addEventListener("click", () => move("start-over", {}));
document.addEventListener("keydown", shortcut);
document.addEventListener("pointerdown", () => (byPointer = true));
addEventListener("pageshow", (event) => event.persisted && look());
keepSettings(root, ["players", "coaching", "law", "four-color", "motion", "stop", "close", "sound"], () => state && draw());
look();
