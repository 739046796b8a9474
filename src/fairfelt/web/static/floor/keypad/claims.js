// What is claimed and pending, or confirmed and due: seat by seat, large enough to read standing up.
import { find, make } from "../../dom.js";
import { parse, prizeWords } from "../money.js";
import { _ } from "../../words.js";

/** @import { Prize, TableState } from "../../types.js" */

/** Gives the function that draws the claims. @param {HTMLElement} section */
export function claimsIn(section, { money }) {
  /** @param {Prize} prize */
  function row(prize) {
    const { seat, amount_micros: amount, number } = prize;
    return make("li", {}, part("seat-name", seat ? _("Seat {seat}", { seat }) : _("No spot")), part("hand-name", prizeWords(prize, ", ")), part("amount", money(amount)),
      ...(number ? [part("page", _("win page {number}", { number }))] : []));
  }

  /** @param {Prize[]} rows */
  function write(rows, { pending, locked }) {
    section.hidden = !rows.length;
    section.classList.toggle("pending", pending);
    find(section, "h2").textContent = !pending ? _("Confirmed: pay") : locked ? _("Pending") : _("Pending: amounts as the meter stands now");
    find(section, ".prizes").replaceChildren(...rows.map(row));
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
    const now = [state.round, pending, locked, ...rows.map((each) => `${each.seat} ${each.hand} ${each.amount_micros}`)].join("|");
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
  const stands = ({ seat, hand }) => state.awarded.some((award) => award.seat === seat && award.hand === hand);
  return answers
    .filter(({ round, table }) => round === state.round && table === state.table)
    .flatMap(({ awards: paid, envy }) => [...paid.filter(stands), ...envy.filter((due) => stands({ seat: due.for_seat, hand: due.hand }))]);
}

const part = (name, words) => make("span", { class: name }, words);
