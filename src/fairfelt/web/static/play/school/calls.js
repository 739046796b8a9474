// What a learner says in a form: the announcement, the calls of a seat with their chips, and envy.
import { Pile, rackElement } from "./rack.js";
import { capital, findAll, make } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { SchoolState, SeatState } from "../../types.js" */

const CALLS = { take: _("Take it"), push: _("Push"), pay: _("Pay"), claim: _("Claim the meter"), nothing: _("Nothing") };

/** Piles of the form that is drawn, by wager or seat. @type {Map<string, Pile>} */
const piles = new Map();
/** @type {Pile | null} */
let active = null;

/** @param {HTMLElement} form @param {SchoolState} state */
export function drawCalls(form, state) {
  piles.clear();
  active = null;
  form.hidden = !["reading", "settling", "envy"].includes(state.stage);
  if (form.hidden) return form.replaceChildren();
  if (state.stage === "reading") return form.replaceChildren(...announcingFields(state));
  if (state.stage === "envy") return form.replaceChildren(...envyFields(state));
  const seat = state.seats.find(({ number }) => number === state.settling_seat);
  const ask = [make("h3", {}, _("Which seat do you settle now?")), make("p", { class: "words" }, _("Choose it above."))];
  form.replaceChildren(...(seat ? settlingFields(state, seat) : ask));
}

/** @param {SchoolState} state */
function announcingFields({ announcing, qualifying }) {
  const ofWinner = announcing?.of_winner;
  const title = ofWinner ? _("All cards are out: who wins?") : _("All cards are turned over: what do you hold?");
  const options = announcing?.options ?? [];
  const choices = ofWinner ? radios("line", Object.fromEntries(options.map((words, at) => [at, capital(words)]))) : [lines(options)];
  const fields = [make("h3", {}, title), row(ofWinner ? _("Winner") : _("Your hand"), ...choices)];
  if (qualifying)
    fields.push(row(_("Does the dealer qualify?"), ...radios("qualifies", { yes: _("Yes"), no: _("No") }), make("span", {}, _("({hand} or better)", { hand: qualifying }))));
  return [...fields, submit(_("Announce it"))];
}

/** @param {SchoolState} state @param {SeatState} seat */
function settlingFields(state, seat) {
  const title = seat.foul ? _("Seat {seat}: foul hand", { seat: seat.number }) : seat.folded ? _("Seat {seat} has folded", { seat: seat.number }) : _("Seat {seat}", { seat: seat.number });
  const fields = [make("h3", {}, title)];
  if (!seat.folded && !seat.foul && state.lines.length) fields.push(row(_("The hand"), lines(state.lines)));
  for (const [at, { wager, stake, calls }] of state.asks[seat.number].entries()) {
    const pile = newPile(wager, wager);
    pile.holder.hidden = true;
    const group = radios(`call-${at}`, Object.fromEntries(calls.map((call) => [call, CALLS[call]])));
    const holder = row(stake === "$0.00" ? wager : `${wager}, ${stake.replace(".00", "")}`, ...group, pile.holder);
    holder.dataset.wager = wager;
    holder.addEventListener("change", () => {
      const pays = /** @type {HTMLInputElement | null} */ (holder.querySelector(":checked"))?.value === "pay";
      pile.holder.hidden = !pays;
      if (pays) choosePile(pile);
    });
    fields.push(holder);
  }
  return [...fields, rackElement(state.rack, () => active), submit(_("Settle seat {seat}", { seat: seat.number }))];
}

// Envy comes last: for every hand of another player that pays it, with the bet or without.
/** @param {SchoolState} state */
function envyFields(state) {
  const rows = state.envy.map((seat) => row(_("Seat {seat}", { seat }), newPile(String(seat), _("Seat {seat}", { seat })).holder));
  const words = make("p", { class: "words" }, _("Touch a seat, then the chips. A seat without chips gets nothing."));
  return [make("h3", {}, _("Last: who is paid envy for another player’s hand?")), words, ...rows, rackElement(state.rack, () => active), submit(_("Pay envy"))];
}

function newPile(key, title) {
  const pile = new Pile(title, choosePile);
  piles.set(key, pile);
  return pile;
}

// Chips go to the pile that was touched last; where none was, the first touch of the rack does nothing.
function choosePile(pile) {
  active = pile;
  for (const other of piles.values()) other.holder.setAttribute("aria-pressed", String(other === pile));
}

/** The move that the form makes, and its fields. @param {HTMLElement} form @param {SchoolState} state @returns {[string, object]} */
export function moveOf(form, state) {
  const value = (selector) => /** @type {HTMLInputElement | null} */ (form.querySelector(selector))?.value;
  if (state.stage === "reading") {
    const plays = value("[name=qualifies]:checked");
    return ["read", { line: Number(value("select[name=line]") ?? value("[name=line]:checked")), qualifies: plays ? plays === "yes" : null }];
  }
  if (state.stage === "envy") return ["envy", { envy: Object.fromEntries([...piles].map(([seat, pile]) => [seat, pile.counts])) }];
  const bets = {};
  for (const call of findAll(form, "[data-wager]")) {
    const checked = /** @type {HTMLInputElement | null} */ (call.querySelector(":checked"));
    bets[call.dataset.wager ?? ""] = { call: checked?.value, chips: piles.get(call.dataset.wager ?? "")?.counts ?? {} };
  }
  const line = value("select[name=line]");
  return ["settle", { seat: state.settling_seat, line: line ? Number(line) : null, bets }];
}

function row(title, ...content) {
  return make("div", { class: "call", role: "group", "aria-label": title }, make("span", {}, title), make("span", { class: "what" }, ...content));
}

/** @param {string[]} names */
function lines(names) {
  const once = names.map((name, at) => ({ name, at })).filter(({ name, at }) => names.indexOf(name) === at);
  const options = once.map(({ name, at }) => make("option", { value: at }, capital(name))).reverse();
  return make("select", { name: "line", required: "", "aria-label": _("What the hand is") }, make("option", { value: "" }, _("Read the hand…")), ...options);
}

function radios(name, choices) {
  return Object.entries(choices).map(([value, words]) => make("label", {}, make("input", { type: "radio", name, value, required: "" }), words));
}

function submit(words) {
  return make("div", { class: "actions" }, make("button", { type: "submit" }, words));
}
