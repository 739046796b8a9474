// The bets on the game itself and the pays from the tray, at any table. The room says what is live and what is paid.
import { openJournal } from "./journal.js";
import { clearNotes, drawConnection, drawPeople, note } from "./panel.js";
import { peopleAt } from "./people.js";
import { reasonDialog } from "./reason.js";
import { signInDialog } from "./sign_in.js";
import { byId, fieldById, findAll, make, write } from "../../dom.js";
import { microsIn, moneyIn, prizeWords } from "../money.js";
import { connectRoom } from "../room.js";
import { _, said } from "../../words.js";

/** @import { Behind, PressResult, TableState } from "../../types.js" */

const { device, table = "", currency, dealersSignIn } = document.body.dataset;
const RETRY_MS = 3000;
const WHO = _("The card that the house’s rules ask for, and its PIN.");
const SUPERVISOR = _("Supervisor or executive card and PIN required.");
const NO_DEALER = _("Not done: a dealer signs in first, with card and PIN.");
const here = `/api/tables/${encodeURIComponent(table)}`;
const amounts = moneyIn(currency);
const room = connectRoom(device, () => refresh());
const journal = openJournal(room, device);
const signIn = signInDialog(/** @type {HTMLDialogElement} */ (byId("sign-in")), room);
const reason = reasonDialog(/** @type {HTMLDialogElement} */ (byId("reason")));
const people = peopleAt(device, room, signIn, () => drawPeople(people));

/** @type {TableState | undefined} */
let state;
/** @type {{ seat: number, wager: string, hand: string }[]} */
let pays = [];
let sending = 0;

async function begin() {
  drawPeople(people);
  const result = await journal.open(people.behind());
  if (result.away) return setTimeout(begin, RETRY_MS);
  if (result.sentence) note("actions", result.sentence);
  await refresh();
}

async function refresh() {
  drawConnection(room.outage, { current: Boolean(state), sending });
  if (room.outage) return setTimeout(refresh, RETRY_MS);
  const answer = await room.get(here);
  if (answer.status === 200) take(answer.body);
  else if (!answer.away) note("actions", answer.body.detail);
}

/** @param {TableState} fresh */
function take(fresh) {
  const isNew = !state || state.round !== fresh.round || state.phase !== fresh.phase;
  state = fresh;
  if (isNew) drawBets();
  draw();
}

function drawBets() {
  for (const field of betFields()) field.value = plain(state?.stakes[seatOf(field)]?.[field.dataset.wager ?? ""]);
}

/** @returns {HTMLInputElement[]} */
const betFields = () => /** @type {HTMLInputElement[]} */ (findAll(document, ".bets input"));
/** @param {HTMLElement} field */
const seatOf = (field) => field.closest("tr")?.dataset.seat ?? "";
const plain = (micros) => (micros ? amounts.chip(micros).replace(/[^0-9.]/g, "") : "");

function draw() {
  if (!state) return;
  drawConnection(room.outage, { current: true, sending });
  for (const button of findAll(byId("actions"), "[data-label]"))
    button.setAttribute("aria-disabled", String(Boolean(sending) || !isLive(button.dataset.label)));
  write(byId("round"), _("Round {number}", { number: state.round }));
  write(byId("guide"), state.phase === "betting" ? _("Enter the bets of the round, then press BETS.") : _("The round runs: enter pays from the tray, then end the game."));
  byId("pays").replaceChildren(...pays.map((pay, at) => make("li", {}, make("span", { class: "seat-name" }, _("Seat {seat}", { seat: pay.seat })), make("span", { class: "hand-name" }, `${pay.wager}: ${said(pay.hand)}`), removing(at))));
  byId("tray-paid").replaceChildren(...state.tray_paid.map(paidRow), ...state.envy.map((due) => row(due.seat, prizeWords(due, ", "), due.amount_micros, "")));
}

// Beside the buttons of a progressive, bets can be told before and in its round, and pays in it.
const isLive = (label) => Boolean(state && (state.live.includes(label) || state.live_besides.includes(label)));

function row(seat, words, micros, slip) {
  return make("li", {}, make("span", { class: "seat-name" }, _("Seat {seat}", { seat })), make("span", { class: "hand-name" }, words), make("strong", {}, amounts.money(micros)), make("span", { class: "page" }, slip));
}

// A slip is voided as a whole: its first pay has the button.
function paidRow(paid, at, all) {
  const shown = row(paid.seat, paid.wager, paid.amount_micros, paid.win_page ? _("slip {slip}, jackpot slip #{page}", { slip: paid.slip, page: paid.win_page }) : _("slip {slip}", { slip: paid.slip }));
  if (all.findIndex((other) => other.slip === paid.slip) === at) shown.append(smallButton(_("Void slip {slip}", { slip: paid.slip }), () => voidSlip(paid.slip)));
  return shown;
}

function smallButton(words, act) {
  const button = make("button", { type: "button" }, words);
  button.addEventListener("click", act);
  return button;
}

const removing = (at) =>
  smallButton(_("Remove"), () => {
    pays.splice(at, 1);
    draw();
  });

function bets() {
  return betFields()
    .filter((field) => field.value.trim())
    .map((field) => ({ seat: Number(seatOf(field)), wager: field.dataset.wager, amount_micros: microsIn(field.value) }));
}

/** @param {Behind} behind @returns {Promise<PressResult>} */
async function press(path, body, behind = people.behind()) {
  if (dealersSignIn === "true" && !people.dealer && !behind.card && !(await people.signIn())) return { sentence: NO_DEALER };
  sending += 1;
  draw();
  const result = await journal.send(`${here}/${path}`, body, behind);
  sending -= 1;
  if (result.state) take(result.state);
  else draw();
  return result;
}

async function withCard(label, path, body, who, two = false) {
  const result = await people.withCard(label, who, (behind) => press(path, body, behind), { two, pays: path === "pay" });
  await people.takeCardOut();
  return result;
}

// A small pay takes the dealer who is signed in; where the room asks for more, somebody else puts in a card.
async function pay() {
  if (!pays.length) return note("actions", _("Add the hands to pay first."));
  let result = people.dealer ? await press("pay", { pays }) : { code: "role_required" };
  if (result.code === "role_required") result = (await withCard("PAY", "pay", { pays }, WHO, fieldById("two-people").checked)) ?? result;
  if (result.state) pays = [];
  else if (result.sentence) note("actions", result.sentence);
  draw();
}

// Two people void a slip: whoever puts in a card, and the dealer who is signed in or a second card.
async function voidSlip(slip) {
  clearNotes();
  const label = _("Void slip {slip}", { slip });
  const given = await reason.ask({ title: label, words: _("Takes back every pay on this slip, with its envy. Two people are on record."), isFoul: false });
  if (!given) return;
  const result = await withCard(label, `tray-pays/${slip}/void`, given, SUPERVISOR, !people.dealer);
  if (result?.sentence) note("actions", result.sentence);
}

async function takeBack(label, path) {
  const isFoul = path === "foul";
  const seat = Number(fieldById("pay-seat").value);
  const words = isFoul ? _("Seat {seat}: its hand wins nothing and brings nobody envy.", { seat }) : _("Voids this round and gives all its bets back.");
  const given = await reason.ask({ title: label, words, isFoul });
  if (!given) return;
  const result = await withCard(label, path, isFoul ? { seat, ...given } : given, SUPERVISOR);
  if (result?.sentence) note("actions", result.sentence);
  drawBets();
}

/** @param {HTMLElement} button */
async function tap(button) {
  clearNotes();
  const { path = "", label = "" } = button.dataset;
  if (button.ariaDisabled === "true") return note("actions", state?.live.length ? _("Not now. Live at this table: {presses}.", { presses: state.live.join(", ") }) : _("Not now: the table is closed."));
  if (path === "pay") return pay();
  if (path === "foul" || path === "void") return takeBack(label, path);
  const made = bets();
  if (path === "report" && made.some((bet) => bet.amount_micros === null)) return note("seats", _("Type each bet as a number, such as 15 or 2.50."));
  const result = await press(path, path === "report" ? { bets: made } : {});
  if (result.sentence) note(path === "report" ? "seats" : "actions", result.sentence);
}

for (const button of findAll(byId("actions"), "[data-path]")) button.addEventListener("click", () => tap(button));
byId("add-pay").addEventListener("click", () => {
  const chosen = /** @type {HTMLOptionElement | undefined} */ (/** @type {any} */ (byId("pay-hand")).selectedOptions[0]);
  if (!chosen) return note("hands", _("No bet of this table is paid by a paytable."));
  pays.push({ seat: Number(fieldById("pay-seat").value), wager: chosen.dataset.wager ?? "", hand: chosen.dataset.hand ?? "" });
  draw();
});
byId("sign-out").addEventListener("click", people.takeCardOut);
byId("dealer-button").addEventListener("click", () => (people.dealer ? people.signOut() : people.signIn()));
begin().catch(() => note("actions", _("This browser does not store data for this site, so a press could be lost: allow site data.")));
