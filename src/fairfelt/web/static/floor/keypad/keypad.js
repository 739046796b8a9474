// The keypad of a table. The room says what is live; nothing here decides. Without the room nothing can be pressed.
import { claimsIn } from "./claims.js";
import { guide, takesTwo } from "./guide.js";
import { openJournal } from "./journal.js";
import { clearNotes, drawConnection, drawPeople, note } from "./panel.js";
import { DEALER_WILL_DO, EARLIER_CLAIM, peopleAt } from "./people.js";
import { reasonDialog } from "./reason.js";
import { seatsIn } from "./seats.js";
import { signInDialog } from "./sign_in.js";
import { byId, fieldById, find, findAll, sentence, targetOf, write } from "../../dom.js";
import { installable } from "../install.js";
import { moneyIn } from "../money.js";
import { roomNotice } from "../notices.js";
import { connectRoom } from "../room.js";
import { watchLink } from "../watch.js";
import { _ } from "../../words.js";

/** @import { Behind, Claim, LinkState, PressResult, TableState } from "../../types.js" */

const { device, table = "", link, currency, dealersSignIn } = document.body.dataset;
const SILENT_MS = 3000;
const here = `/api/tables/${encodeURIComponent(table)}`;
const amounts = moneyIn(currency);
const room = connectRoom(device, connectionChanged);
const journal = openJournal(room, device);
const seats = seatsIn(byId("seats"), amounts, tapSeat);
const drawClaims = claimsIn(byId("claims"), amounts);
const signIn = signInDialog(/** @type {HTMLDialogElement} */ (byId("sign-in")), room);
const reason = reasonDialog(/** @type {HTMLDialogElement} */ (byId("reason")));
const folded = fieldById("folded");
const isLegacy = document.body.classList.contains("legacy");
const earlier = /** @type {HTMLDialogElement} */ (byId("earlier"));
const people = peopleAt(device, room, signIn, peopleChanged);

/** @type {TableState} */
let state; // the table as the room last sent it
let current = false; // whether that is how it stands now
/** @type {Claim[]} */
let pending = []; // claims of this table as displays show them
let closed = "";
/** @type {Record<string, number> | null} */
let tapped = null; // bets that were tapped and are not answered yet
/** @type {string | null} */
let chosen = null; // the seat whose hand is claimed next
let presses = 0;
let sending = 0;
let waiting = 0; // presses other than bets that are on their way, or wait for the one before them
/** @type {Promise<unknown>} */
let queue = Promise.resolve();

async function begin() {
  drawPeople(people);
  const result = await journal.open(people.behind());
  if (result.away) return setTimeout(begin, SILENT_MS);
  if (result.sentence) note("actions", result.sentence);
  await refresh();
  compareCounts();
  watchLink(room, link, { silentMs: SILENT_MS, draw: drawLink, refused: (sentence) => note("actions", sentence) });
}

async function refresh() {
  const before = presses;
  const answer = await room.get(here);
  if (answer.status !== 200) return answer.away || note("actions", answer.body.detail);
  if (before === presses && !sending) take(answer.body);
}

/** @param {TableState} fresh */
function take(fresh) {
  state = fresh;
  current = true;
  if (!state.live.includes("hand") || state.awarded.some(({ seat }) => String(seat) === chosen)) chosen = null;
  document.body.dataset.phase = state.phase;
  draw();
}

// Another table's bets move the meters; what an office does to this table shows in its row, but for an award that it backs out.
/** @param {LinkState} state */
function drawLink({ levels, tables, pending: claims, closed: floorClosed }) {
  for (const { name, shown_micros: amount } of levels) {
    write(document.querySelector(`#meters [data-level="${CSS.escape(name)}"] dd`), amounts.money(amount));
  }
  const row = tables.find((each) => each.table === table);
  const reason = floorClosed || row?.closed || "";
  const changed = reason !== closed || row?.phase !== state?.phase || state?.awarded.length;
  closed = reason;
  pending = claims.filter((claim) => claim.table === table);
  if (changed) refresh();
  else draw();
}

async function connectionChanged(outage) {
  if (outage) {
    current = false;
    return draw();
  }
  if (!state) return;
  if (!sending) await journal.readNumber();
  await refresh();
}

// One press after another, each with its number. Gives what came of it; a refusal is shown next to where it was pressed.
/** @param {Behind} behind @returns {Promise<PressResult>} */
function press(part, body, near, behind = people.behind()) {
  const isBets = part === "bets";
  if (!isBets) waiting += 1;
  const sent = queue.then(async () => {
    presses += 1;
    sending += 1;
    drawSoon();
    const result = await send(part, body, behind);
    sending -= 1;
    if (!isBets) waiting -= 1;
    if (result.state) take(result.state);
    else await refuse(near, result.sentence, behind);
    if (result.state && part === "start") compareCounts();
    draw();
    return result;
  });
  queue = sent.catch(() => {});
  return sent;
}

// The keypad counts rounds and bets by itself; the room raises an alarm where it has counted something else.
const compareCounts = () => state && journal.compareCounts(`${here}/counted`, () => state.round);

// Where the house asks for a dealer, one signs in before anything is sent; the room would refuse it.
/** @param {Behind} behind @returns {Promise<PressResult>} */
async function send(part, body, behind) {
  if (isDealerMissing() && !behind.card && !(await people.signIn())) return { sentence: NO_DEALER };
  return journal.send(`${here}/${part}`, body, behind);
}

const NO_DEALER = _("Not done: a dealer signs in first, with card and PIN.");
const isDealerMissing = () => dealersSignIn === "true" && !people.dealer;

/** @param {Behind} behind */
async function refuse(near, sentence, behind) {
  tapped = null;
  draw();
  if (!behind.card) note(near, sentence);
  await refresh();
}

function tapSeat(seat, button) {
  clearNotes();
  if (button.ariaDisabled === "true" || isSendingPress()) return note("seats", whyNot());
  if (!state.live.includes("bet")) {
    choose(chosen === seat ? null : seat);
    return draw();
  }
  if (state.sensed.includes(Number(seat))) return note("seats", _("Seat {seat}: the sensor reads the bet.", { seat }));
  const micros = seats.chosenMicros();
  if (micros === null) return note("seats", _("Type the other amount as a number, such as 15 or 2.50."));
  tapped = { ...(tapped ?? state.bets) };
  if (tapped[seat] === micros) delete tapped[seat];
  else tapped[seat] = micros;
  draw();
  sendBets();
}

/** @param {string | null} seat */
function choose(seat) {
  chosen = seat;
  folded.checked = Boolean(seat && claimAt(seat)?.folded);
}

const claimAt = (seat) => state.claims.find((claim) => String(claim.seat) === seat);

// Tapping is quicker than answers: what was tapped meanwhile goes together in the next command.
let sendingBets = false;
async function sendBets() {
  if (sendingBets) return;
  sendingBets = true;
  while (tapped && !same(byHand(tapped), byHand(state.bets))) await press("bets", { bets: listed(tapped) }, "seats");
  tapped = null;
  sendingBets = false;
  draw();
}

// Where a sensor reads the bet, the room takes what it reads and not what was tapped.
const byHand = (bets) => Object.fromEntries(Object.entries(bets).filter(([seat]) => !state.sensed.includes(Number(seat))));
const listed = (bets) => Object.entries(bets).map(([seat, micros]) => ({ seat: Number(seat), amount_micros: micros }));
const same = (one, other) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((seat) => one[seat] === other[seat]);

/** @param {HTMLElement} button */
async function tapHand(button) {
  clearNotes();
  if (button.ariaDisabled === "true") return note("hands", whyNot());
  if (!chosen && !isLegacy) return note("hands", _("Choose the seat first, then its hand."));
  const spot = chosen ? { seat: Number(chosen) } : {};
  await press("hand", { ...spot, hand: button.dataset.hand, folded: folded.checked }, "hands");
  folded.checked = Boolean(chosen && claimAt(chosen)?.folded);
}

/** @param {HTMLElement} button */
async function tapAction(button) {
  clearNotes();
  if (button.ariaDisabled === "true") return note("actions", whyNot());
  const { path, label, toJph } = button.dataset;
  if ("asksWhy" in button.dataset) return takeBack(label, path);
  if (path === "confirm" && state.needs === "dealer") return payAlone(path);
  if ("takesCard" in button.dataset) return withCard(label, path, toJph ? { to_jph: toJph === "true" } : {});
  if (path === "start" && isDealerMissing()) return note("actions", (await people.signIn()) ? _("Signed in. Press START again when the bets are right.") : NO_DEALER);
  const bets = path === "start" ? { bets: listed(tapped ?? state.bets) } : {};
  tapped = null;
  await press(path, bets, "actions");
}

// A misdeal takes the whole round back, a foul hand one seat's. Both ask why, and then for a card.
async function takeBack(label, path) {
  const isFoul = path === "foul";
  if (isFoul && !chosen) return note("actions", _("Choose the seat with the foul hand first."));
  const words = isFoul ? _("Seat {seat}: its hand wins nothing and brings nobody envy.", { seat: chosen }) : _("Voids this round and gives all its progressive bets back.");
  const given = await reason.ask({ title: label, words, isFoul });
  if (given) await withCard(label, path, isFoul ? { seat: Number(chosen), ...given } : given, ANY_SUPERVISOR);
}

// A small pay from the tray takes the dealer who is signed in, and nobody else.
async function payAlone(path) {
  if (!people.dealer && !(await people.signIn())) return note("actions", NO_DEALER);
  await press(path, {}, "actions");
}

// A card opens a session for one press; a key that was turned holds it until it is turned back.
async function withCard(label, path, body, who = whoMay()) {
  // Whoever confirms sees seat, hand and amount in the dialog, which covers them on the page.
  byId("sign-in-about").replaceChildren(...(path === "confirm" ? findAll(byId("claims"), ".prizes, .total").map((part) => part.cloneNode(true)) : []));
  const result = await people.withCard(label, who, (behind) => pressKnowingly(path, body, behind), {
    two: path === "confirm" && takesTwo(state.needs),
    second: state.needs.endsWith("and a second card") ? DEALER_WILL_DO : undefined,
    pays: state.needs === "two people",
  });
  if (result?.sentence) note("actions", result.sentence);
  if (!state.live.includes(document.getElementById("key-off")?.dataset.label ?? "")) await people.takeCardOut();
}

// Another table claimed the same level before: whoever confirms has to say that they know.
/** @param {Behind} behind @returns {Promise<PressResult>} */
async function pressKnowingly(path, body, behind) {
  const result = await press(path, body, "actions", behind);
  if (result.code !== EARLIER_CLAIM) return result;
  return (await isMeantAnyway(result.sentence)) ? press(path, { ...body, despite_earlier: true }, "actions", behind) : result;
}

/** @returns {Promise<boolean>} */
function isMeantAnyway(words) {
  write(find(earlier, ".why"), sentence(words));
  signIn.hide();
  earlier.returnValue = "";
  earlier.showModal();
  return new Promise((done) => earlier.addEventListener("close", () => done(earlier.returnValue === "anyway"), { once: true }));
}

function peopleChanged() {
  drawPeople(people);
  if (state) draw();
}

const TAKES = {
  executive: _("Executive card and PIN required."),
  "two people": _("Executive card and PIN required, and then a second person’s."),
  "executive and a second card": _("Executive card and PIN required, and then a second person’s: the dealer’s will do."),
  "supervisor and a second card": _("Supervisor or executive card and PIN required, and then a second person’s: the dealer’s will do."),
};
const ANY_SUPERVISOR = _("Supervisor or executive card and PIN required.");
const whoMay = () => TAKES[state.needs] ?? ANY_SUPERVISOR;

// While START is on its way, or waits for the bets before it, the seats still look live for a moment: a tap would change
// bets that are locked already.
const isSendingPress = () => waiting > 0;

function whyNot() {
  if (room.outage) return _("Not now: there is no connection to the room.");
  if (!state || sending || waiting) return _("Not yet: the last press is still being sent.");
  return state.live.length ? _("Not now. Live at this table: {buttons}.", { buttons: state.live.join(", ") }) : _("Not now: the table is closed.");
}

function draw() {
  const { outage } = room;
  const ready = Boolean(state) && current && !outage;
  const idle = ready && !isSendingPress();
  drawConnection(outage, { current, sending });
  if (!state) return;
  const bets = tapped ?? state.bets;
  byId("seats").ariaBusy = String(tapped !== null);
  seats.draw({ ...state, bets, chosen, ready: idle });
  for (const element of findAll(document, "[data-label]"))
    element.setAttribute("aria-disabled", String(!(idle && state.live.includes(element.dataset.label ?? ""))));
  drawHands();
  drawClaims(state, pending, journal.confirmations());
  write(byId("round"), _("Round {number}", { number: state.round }));
  write(byId("guide"), guide(state, { closed, chosen, bets, amounts, dealerMissing: isDealerMissing(), isLegacy }));
  write(byId("notices"), [...state.notices.map(roomNotice), ...byHandNotices()].join(" "));
  for (const step of findAll(document, "#steps li"))
    step.toggleAttribute("aria-current", Boolean(step.dataset.phases?.split(" ").includes(state.phase)));
  drawKey();
}

function byHandNotices() {
  const seat = Object.keys(state.quarantined).join(", ");
  return seat ? [_("Seat {seat}: sensor out of order, enter the bet by hand.", { seat })] : [];
}

// A press that is answered at once should not make the buttons flicker.
const FLICKER_MS = 150;
const drawSoon = () => setTimeout(() => sending && draw(), FLICKER_MS);

function drawHands() {
  write(byId("hands-title"), chosen ? _("Seat {seat}: which hand?", { seat: chosen }) : _("Winning hands"));
  for (const button of findAll(document, "[data-hand]"))
    button.setAttribute("aria-pressed", String(isClaimed(button.dataset.hand)));
}

// At the chosen seat; on legacy controls without one, at none.
const isClaimed = (hand) =>
  state.claims.some((claim) => claim.hand === hand && String(claim.seat) === (chosen ?? (isLegacy ? "0" : "")));

function drawKey() {
  const off = document.getElementById("key-off");
  if (!off) return;
  const isTurned = state.live.includes(off.dataset.label ?? "");
  byId("key-at").textContent = (isTurned ? byId("key-on") : off).dataset.label?.split(" ").pop() ?? "";
}

for (const button of findAll(byId("hands"), "[data-hand]")) button.addEventListener("click", () => tapHand(button));
for (const button of findAll(byId("actions"), "[data-path]")) button.addEventListener("click", () => tapAction(button));
byId("sign-out").addEventListener("click", people.takeCardOut);
byId("dealer-button").addEventListener("click", () => (people.dealer ? people.signOut() : people.signIn()));
// A card reader types faster than anybody can: a card swiped while none is asked for taps no seats.
const READER_MS = 50;
let typedAt = -READER_MS;
let tapping = 0;
document.addEventListener("keydown", (event) => {
  if (targetOf(event).matches("input, dialog *") || event.altKey || event.ctrlKey || event.metaKey || event.key.length > 1) return;
  const isReader = event.timeStamp - typedAt < READER_MS;
  typedAt = event.timeStamp;
  clearTimeout(tapping);
  if (!isReader) tapping = setTimeout(() => document.getElementById(`seat-${event.key}`)?.click(), READER_MS);
});
for (const element of findAll(document, "[data-micros]"))
  element.textContent = amounts.chip(element.dataset.micros);
installable();
navigator.wakeLock?.request("screen").catch(() => {}); // a keypad that sleeps is of little use; asking is all we can do
begin().catch(() => note("actions", _("This browser does not store data for this site, so a press could be lost: allow site data.")));
