// What is claimed and pending, or confirmed and due: seat by seat, large enough to read standing up.
import { find, make } from "../../dom.js";
import { parse, prizeWords } from "../money.js";
import { _ } from "../../words.js";

/** @import { Prize, TableState } from "../../types.js" */

/** Gives the function that draws the claims. @param {HTMLElement} section */
export function claimsIn(section, { money }) {
  /** @param {Prize[]} prizes of one line */
  function row(prizes) {
    const [{ seat, amount_micros: micros, number }] = prizes;
    const several = prizes.length > 1, amount = money(micros);
    const seats = spans(prizes.map((each) => each.seat)), numbers = spans(prizes.map((each) => each.number ?? 0));
    const who = !seat ? _("No spot") : several ? _("Seats {seats}", { seats }) : _("Seat {seat}", { seat });
    const page = several ? _("jackpot slips #{numbers}", { numbers }) : _("jackpot slip #{number}", { number });
    return make("li", {}, part("seat-name", who), part("hand-name", prizeWords(prizes[0], ", ")), part("amount", several ? _("{amount} each", { amount }) : amount),
      ...(number ? [part("page", page)] : []));
  }

  /** @param {Prize[]} rows */
  function write(rows, { pending, locked }) {
    section.hidden = !rows.length;
    section.classList.toggle("pending", pending);
    find(section, "h2").textContent = !pending ? _("Confirmed: pay") : locked ? _("Pending") : _("Pending: amounts as the meter stands now");
    find(section, ".prizes").replaceChildren(...lines(rows).map(row));
    const sum = rows.reduce((soFar, { amount_micros: amount }) => soFar + BigInt(amount), 0n);
    find(section, ".total").textContent = rows.length > 1 ? _("Total {sum}", { sum: money(sum) }) : "";
  }

  // Screen readers read it aloud when it changes, and meters move all the time: so only what is new is written.
  let written = "";
  /** @param {TableState} state @param {Prize[]} claims as displays show them */
  return function draw(state, claims, confirmations) {
    const pending = state.phase === "claimed" || state.phase === "keyed";
    const locked = state.prizes_locked;
    const rows = pending ? (locked || !claims.length ? state.prizes : claims) : isPaid(state) ? awards(state, confirmations) : [];
    const now = [state.round, pending, locked, ...rows.map((each) => `${each.seat} ${each.hand} ${each.amount_micros} ${each.number}`)].join("|");
    if (now === written) return;
    written = now;
    write(rows, { pending, locked });
  };
}

/** @param {TableState} state */
const isPaid = ({ phase }) => phase === "logged" || phase === "paid";

// Only the answers to the confirmations list the awards of a round; the journal keeps them. What was backed out since is left out.
/** @param {TableState} state @param {string[]} confirmations @returns {Prize[]} */
function awards(state, confirmations) {
  const answers = confirmations.length ? confirmations.map((answer) => parse(answer).state) : [state];
  const standing = new Set(state.awarded.flatMap(({ number, envy }) => [number, ...envy]));
  return answers
    .filter(({ round, table }) => round === state.round && table === state.table)
    .flatMap(({ awards: paid, envy }) => [...paid, ...envy].filter(({ number }) => standing.has(number)));
}

// Envy of one amount for one hand is one line: seats stay in reach below it.
/** @param {Prize[]} rows @returns {Prize[][]} */
function lines(rows) {
  /** @type {Map<string, Prize[]>} */
  const found = new Map();
  rows.forEach((prize, at) => {
    const key = prize.for_seat === undefined ? `${at}` : `${prize.for_seat} ${prize.hand} ${prize.amount_micros}`;
    found.set(key, [...(found.get(key) ?? []), prize]);
  });
  return [...found.values()];
}

const part = (name, words) => make("span", { class: name }, words);

/** Numbers in their order, those without a gap as one: 1–3, 5. @param {number[]} numbers */
function spans(numbers) {
  /** @type {number[][]} */
  const found = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[last.length - 1] + 1 === number) last.push(number);
    else found.push([number]);
  }
  return found.map((run) => (run.length > 2 ? `${run[0]}–${run[run.length - 1]}` : run.join(", "))).join(", ");
}
