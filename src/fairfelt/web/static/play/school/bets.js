// The bets before every seat: a touch opens what can be done with one, and chips land beside it.
import { stackElement } from "../chips.js";
import { find, findAll, make } from "../../dom.js";
import { _ } from "../../words.js";
import { Pile } from "./rack.js";

/** @import { SchoolState, SeatState } from "../../types.js" */

const MICROS = 1_000_000;
const ENVY = "envy";
const CALLS = { take: _("Take"), push: _("Push"), pay: _("Pay"), claim: _("Claim the meter"), nothing: _("Nothing") };
const DONE = { take: _("taken"), push: _("push"), claim: _("claim"), nothing: _("nothing") };
const KEYS = { a: "take", s: "push", d: "pay", f: "claim", g: "nothing" };

/** @typedef {{ call: string, pile: Pile }} BetCall */

/** What was done with the bets of the seat that is settled, or with the envy of every seat. @type {Map<string, BetCall>} */
const calls = new Map();
/** The bet that chips go to. */
let active = "";
/** The bet whose choices are open. */
let open = "";
let key = "";

const isEnvy = (state) => state.stage === "envy";
export const activePile = () => calls.get(active)?.pile;
export const activeBet = () => active;
export const openBet = () => open;

/** Forgets what was done with a seat when another one is settled. @param {SchoolState} state */
export function beginBets(state) {
  const now = `${state.number} ${state.stage} ${state.settling_seat} ${state.drill?.left ?? ""}`;
  if (now === key) return;
  key = now;
  calls.clear();
  active = open = "";
  const asked = state.asks[state.settling_seat] ?? [];
  if (state.drill?.kind === "pay" && asked.length) call(asked[0].wager, "pay");
}

/** What the dealer does with a bet. Chips go beside the one that is paid. */
export function call(bet, what) {
  calls.set(bet, { call: what, pile: calls.get(bet)?.pile ?? new Pile() });
  if (what === "pay") active = bet;
  else if (active === bet) active = "";
  open = "";
}

/** A chip goes to a bet, which is paid by that; without a name to the one that was touched last. */
export function addChip(cents, bet = active) {
  if (!bet) return false;
  if (calls.get(bet)?.call !== "pay") call(bet, "pay");
  active = bet;
  calls.get(bet)?.pile.chips.push(cents);
  return true;
}

export function takeChipBack() {
  activePile()?.chips.pop();
}

export function openChoices(bet) {
  open = open === bet ? "" : bet;
}

/** The calls as the server takes them: of a bet that is not made nothing is paid unless it is said. @param {SchoolState} state */
export function callsOf(state) {
  const asked = state.asks[state.settling_seat] ?? [];
  return Object.fromEntries(
    asked.flatMap(({ wager, micros }) => {
      const made = calls.get(wager) ?? (micros ? null : { call: "nothing", pile: new Pile() });
      return made ? [[wager, { call: made.call, chips: made.pile.counts }]] : [];
    }),
  );
}

/** The chips of envy by seat. @param {SchoolState} state */
export function envyOf({ envy }) {
  return Object.fromEntries(envy.map((seat) => [seat, calls.get(`${ENVY} ${seat}`)?.pile.counts ?? {}]));
}

/** The bets of a seat that can be touched, with the choices of the open one. @param {HTMLElement} item @param {SeatState} seat @param {SchoolState} state @param {(seat: number, bet: string) => void} touched @param {(bet: string, what: string) => void} chosen */
export function drawBets(item, seat, state, touched, chosen) {
  const canTouch = (state.stage === "settling" && !state.paid.includes(seat.number)) || state.drill?.kind === "pay" || (isEnvy(state) && state.envy.includes(seat.number));
  const isMine = seat.number === state.settling_seat || isEnvy(state);
  const bets = betsOf(seat, state).map(({ bet, wager, micros }) => betElement(seat, { bet, wager, micros }, isMine ? calls.get(bet) : undefined, canTouch ? touched : null, isMine && bet === open));
  find(item, ".stakes").replaceChildren(...bets);
  item.querySelector(":scope > .fan")?.remove();
  const asked = (state.asks[seat.number] ?? []).find(({ wager }) => wager === open);
  if (asked && isMine && !isEnvy(state)) item.append(fanElement(asked, chosen));
}

/** @param {SeatState} seat @param {SchoolState} state @returns {{ bet: string, wager: string, micros: number }[]} */
function betsOf(seat, state) {
  const asks = state.asks[seat.number];
  const made = Object.entries(seat.stakes).map(([wager, { micros }]) => ({ bet: wager, wager, micros }));
  if (isEnvy(state)) return state.envy.includes(seat.number) ? [{ bet: `${ENVY} ${seat.number}`, wager: _("Envy"), micros: 0 }] : [];
  if (state.drill) return [...made.filter(({ micros }) => micros), ...(asks ?? []).filter(({ micros }) => !micros).map(({ wager }) => ({ bet: wager, wager, micros: 0 }))];
  return asks?.length ? asks.map(({ wager, micros }) => ({ bet: wager, wager, micros })) : made.filter(({ micros }) => micros);
}

/** @param {SeatState} seat @param {{ bet: string, wager: string, micros: number }} which @param {BetCall | undefined} made @param {((seat: number, bet: string) => void) | null} touched @param {boolean} isOpen */
function betElement(seat, { bet, wager, micros }, made, touched, isOpen) {
  const amount = micros ? `$${(micros / MICROS).toLocaleString("en-US")}` : "";
  const paid = made?.call === "pay" ? made.pile : null;
  const said = paid ? _("paid {amount}", { amount: paid.words }) : made ? DONE[made.call] : "";
  const beside = paid?.chips.length ? [make("span", { class: "paid-pile" }, paid.element())] : [];
  const circle = make("span", { class: "circle" }, ...(micros ? [stackElement(micros / MICROS)] : []), ...beside);
  const words = [_("Seat {seat}", { seat: seat.number }), `${wager} ${amount}`.trim(), said].filter(Boolean).join(", ");
  const button = make("button", { type: "button", class: `bet ${made?.call ?? ""} ${micros ? "" : "no-stake"}`, "data-bet": bet, "aria-label": words }, circle, make("span", { class: "bet-name" }, wager), make("span", { class: "bet-call" }, paid ? paid.words : said));
  button.classList.toggle("active", bet === active && Boolean(made));
  if (isOpen) button.setAttribute("aria-expanded", "true");
  if (!touched) button.setAttribute("aria-disabled", "true");
  else button.addEventListener("click", () => touched(seat.number, bet));
  return button;
}

/** @param {{ wager: string, calls: string[] }} asked @param {(bet: string, what: string) => void} chosen */
function fanElement({ wager, calls: possible }, chosen) {
  const buttons = possible.map((what) => {
    const shown = Object.entries(KEYS).find(([, each]) => each === what)?.[0] ?? "";
    const button = make("button", { type: "button", class: `fan-${what}`, "data-call": what }, CALLS[what], make("kbd", { "aria-hidden": "true" }, shown.toUpperCase()));
    button.addEventListener("click", () => chosen(wager, what));
    return button;
  });
  return make("div", { class: "fan", role: "group", "aria-label": _("What becomes of {bet}", { bet: wager }) }, ...buttons);
}

/** What a key does with the bet whose choices are open. */
export function callByKey(pressed) {
  const button = findAll(document, `.fan [data-call="${KEYS[pressed] ?? ""}"]`)[0];
  button?.click();
  return Boolean(button);
}
