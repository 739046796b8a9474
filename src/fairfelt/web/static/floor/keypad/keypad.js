// The keypad of a table. The room says what is live; nothing here decides. Without the room nothing can be pressed.
import { claimsOf } from "./claims.js";
import { guide } from "./guide.js";
import { journalOf } from "./journal.js";
import { moneyIn } from "../money.js";
import { byId, clearNotes, drawConnection, drawPerson, note, write } from "../panel.js";
import { roomOf } from "../room.js";
import { seatsOf } from "./seats.js";
import { signingOf } from "./sign_in.js";
import { watch } from "../watch.js";

const { device, table, link, currency, executiveFrom } = document.body.dataset;
const SILENT_MS = 3000;
const here = `/api/tables/${encodeURIComponent(table)}`;
const amounts = moneyIn(currency);
const room = roomOf(device, connectionChanged);
const journal = journalOf(room, device);
const seats = seatsOf(byId("seats"), amounts, tapSeat);
const drawClaims = claimsOf(byId("claims"), amounts);
const signing = signingOf(byId("signing"), room, drawPerson);

let state = null; // the table as the room last told it
let current = false; // whether that is how it stands now
let pending = []; // claims of this table as displays are told them
let closed = "";
let wanted = null; // lights that were tapped and are not answered yet
let chosen = null; // the seat whose hand is claimed next
let presses = 0;
let sending = 0;
let queue = Promise.resolve();

async function begin() {
  const result = await journal.open();
  if (result.away) return setTimeout(begin, SILENT_MS);
  if (result.sentence) note("actions", result.sentence);
  await refresh();
  watch(room, link, { silentMs: SILENT_MS, told, refused: (sentence) => note("actions", sentence) });
}

async function refresh() {
  const before = presses;
  const answer = await room.get(here);
  if (answer.status !== 200) return answer.away || note("actions", answer.body.detail);
  if (before === presses && !sending) take(answer.body);
}

function take(told) {
  state = told;
  current = true;
  if (!(chosen in state.bets) || !state.live.includes("hand")) chosen = null;
  document.body.dataset.phase = state.phase;
  draw();
}

// Another table's bets move the meters; what an office does to this table shows in its row.
function told({ levels, tables, pending: waiting, closed: floorClosed }) {
  for (const { name, amount_micros: amount } of levels) {
    const shown = document.querySelector(`#meters [data-level="${CSS.escape(name)}"] dd`);
    if (shown) shown.textContent = amounts.money(amount);
  }
  const row = tables.find((each) => each.table === table);
  const reason = floorClosed || row.closed;
  const changed = reason !== closed || row.phase !== state?.phase;
  closed = reason;
  pending = waiting.filter((claim) => claim.table === table);
  if (changed) refresh();
  else draw();
}

async function connectionChanged(cut) {
  if (cut) {
    current = false;
    return draw();
  }
  if (!state) return;
  if (!sending) await journal.number();
  await refresh();
}

// One press after another, each with its number. Gives what came of it; a refusal is told next to where it was pressed.
function press(part, body, near, session) {
  const sent = queue.then(async () => {
    presses += 1;
    sending += 1;
    drawSoon();
    const result = await journal.send(`${here}/${part}`, body, session);
    sending -= 1;
    if (result.state) take(result.state);
    else await refuse(near, result.sentence, session);
    draw();
    return result;
  });
  queue = sent.catch(() => {});
  return sent;
}

async function refuse(near, sentence, session) {
  wanted = null;
  draw();
  if (!session) note(near, sentence);
  await refresh();
}

function tapSeat(seat, button) {
  clearNotes();
  if (button.ariaDisabled === "true") return note("seats", whyNot());
  if (!state.live.includes("bet")) {
    chosen = chosen === seat ? null : seat;
    return draw();
  }
  const micros = seats.chosenMicros();
  if (micros === null) return note("seats", "Type the other amount as a number, such as 15 or 2.50.");
  wanted = { ...(wanted ?? state.bets) };
  if (wanted[seat] === micros) delete wanted[seat];
  else wanted[seat] = micros;
  draw();
  light();
}

// Tapping is quicker than answers: what was tapped meanwhile goes together in the next command.
let lighting = false;
async function light() {
  if (lighting) return;
  lighting = true;
  while (wanted && !same(wanted, state.bets)) await press("bets", { bets: listed(wanted) }, "seats");
  wanted = null;
  lighting = false;
  draw();
}

const listed = (bets) => Object.entries(bets).map(([seat, micros]) => ({ seat: Number(seat), amount_micros: micros }));
const same = (one, other) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((seat) => one[seat] === other[seat]);

async function tapHand(button) {
  clearNotes();
  if (button.ariaDisabled === "true") return note("hands", whyNot());
  if (!chosen) return note("hands", "Choose the seat first, then its hand.");
  await press("hand", { seat: Number(chosen), hand: button.dataset.hand }, "hands");
}

async function tapAction(button) {
  clearNotes();
  if (button.ariaDisabled === "true") return note("actions", whyNot());
  const { path, label, toJph } = button.dataset;
  if ("takesCard" in button.dataset) return withCard(label, path, toJph ? { to_jph: toJph === "true" } : {});
  const bets = path === "start" ? { bets: listed(wanted ?? state.bets) } : {};
  wanted = null;
  await press(path, bets, "actions");
}

// A card opens a session for one press; a key that was turned holds it until it is turned back.
async function withCard(label, path, body) {
  const result = await signing.withCard(label, whoMay(), (token) => press(path, body, "actions", token));
  if (result?.sentence) note("actions", result.sentence);
  if (result?.state && !result.state.live.includes(byId("key-off")?.dataset.label)) await signing.signOut();
}

function whoMay() {
  const greatest = [...state.prizes, ...pending].reduce((most, { amount_micros: each }) => (each > most ? each : most), 0);
  return BigInt(greatest) >= BigInt(executiveFrom)
    ? "This amount takes an executive’s card and PIN."
    : "This takes a supervisor’s or an executive’s card and PIN.";
}

function whyNot() {
  if (room.cut) return "Not now: there is no connection to the room.";
  if (!state || sending) return "Not yet: the last press is still being sent.";
  return state.live.length ? `Not now. Live at this table: ${state.live.join(", ")}.` : "Not now: the table is closed.";
}

function draw() {
  const { cut } = room;
  const ready = Boolean(state) && current && !cut;
  const idle = ready && (!sending || lighting);
  drawConnection(cut, { current, sending });
  if (!state) return;
  const bets = wanted ?? state.bets;
  seats.draw({ ...state, bets, chosen, ready: idle });
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-disabled", String(!(idle && state.live.includes(element.dataset.label))));
  drawHands();
  drawClaims(state, pending, journal.paid);
  write(byId("round"), `Round ${state.round}`);
  write(byId("what-now"), guide(state, { closed, chosen, bets, amounts }));
  write(byId("notices"), state.notices.join(" "));
  for (const step of document.querySelectorAll("#steps li"))
    step.toggleAttribute("aria-current", step.dataset.phases.split(" ").includes(state.phase));
  drawKey();
}

// A press that is answered at once should not make the buttons flicker.
const FLICKER_MS = 150;
const drawSoon = () => setTimeout(() => sending && draw(), FLICKER_MS);

function drawHands() {
  write(byId("chosen"), chosen ? `Seat ${chosen}: which hand?` : "Winning hands");
  for (const button of document.querySelectorAll("[data-hand]"))
    button.setAttribute("aria-pressed", String(Boolean(chosen) && state.claims[chosen] === button.dataset.hand));
}

function drawKey() {
  const [on, off] = [byId("key-on"), byId("key-off")];
  if (!off) return;
  const turned = state.live.includes(off.dataset.label);
  byId("key-at").textContent = (turned ? on : off).dataset.label.split(" ").pop();
}

byId("hands").addEventListener("click", (event) => {
  const button = event.target.closest("[data-hand]");
  if (button) tapHand(button);
});
byId("actions").addEventListener("click", (event) => {
  const button = event.target.closest("[data-path]");
  if (button) tapAction(button);
});
byId("sign-out").addEventListener("click", signing.signOut);
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, dialog *") || event.altKey || event.ctrlKey || event.metaKey) return;
  byId(`seat-${event.key}`)?.click();
});
for (const element of document.querySelectorAll("[data-micros]"))
  element.textContent = amounts.chip(element.dataset.micros);
navigator.wakeLock?.request("screen").catch(() => {}); // a keypad that sleeps is of little use; asking is all we can do
begin().catch(() => note("actions", "This browser keeps nothing for this site, so a press could be lost: allow it to."));
