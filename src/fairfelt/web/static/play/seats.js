// The players around the table, you among them, and the result of each bet.
import { drawHands } from "./cards.js";
import { capital, find, findAll, make } from "../dom.js";
import { _ } from "../words.js";

/** @import { SeatState } from "../types.js" */

const SHORT = 2; // of more bets only the number is written, and all of them where one points
const SIGNS = { wins: "✓", loses: "✗", pushes: "=", nothing: "·" };

// From the players' side seat 1 is on the right: the dealer's left. Alone at the table nobody needs an arc.
/** @param {HTMLElement} list @param {{ seats: SeatState[] }} state */
export function drawArc(list, { seats }) {
  list.hidden = seats.length < 2;
  drawPlayers(list, [...seats].reverse(), drawSeat);
  const items = findAll(list, "[data-seat]");
  items.forEach((item, at) => item.style.setProperty("--out", String(Math.abs(items.length > 1 ? (2 * at) / (items.length - 1) - 1 : 0))));
}

// Keeps the items that are there, so that a card that lies there already does not move.
/** @param {HTMLElement} list @param {SeatState[]} seats @param {(item: HTMLElement, seat: SeatState) => void} draw */
export function drawPlayers(list, seats, draw) {
  const numbers = seats.map((seat) => `${seat.number}`);
  if (findAll(list, "[data-seat]").map((item) => item.dataset.seat).join() !== numbers.join()) makeSeats(list, numbers);
  for (const seat of seats) draw(find(list, `[data-seat="${seat.number}"]`), seat);
}

function makeSeats(list, numbers) {
  list.replaceChildren(
    ...numbers.map((number) =>
      make("li", { class: "seat", "data-seat": number }, make("h3"), make("div", { class: "hands" }), make("p", { class: "hand-words" }), make("p", { class: "stakes" })),
    ),
  );
}

/** @param {HTMLElement} item @param {SeatState} seat */
export function drawSeat(item, seat) {
  item.classList.toggle("folded", seat.folded || seat.foul !== "");
  item.classList.toggle("you", seat.you);
  item.dataset.result = seat.result;
  find(item, "h3").replaceChildren(make("span", {}, seat.you ? _("You · seat {seat}", { seat: seat.number }) : _("Seat {seat}", { seat: seat.number })), make("span", {}, seat.net));
  drawHands(find(item, ".hands"), seat.hands, { small: true });
  const said = seat.hands.some((hand) => hand.words) ? "" : seat.choices.map((choice) => _(choice)).join(", ");
  find(item, ".hand-words").textContent = seat.foul ? _("Foul hand") : seat.folded ? _("Folded") : capital(said);
  const stakes = Object.entries(seat.stakes).filter(([, { micros }]) => micros);
  find(item, ".stakes").title = stakes.map(([wager, { amount }]) => `${wager} ${amount.replace(".00", "")}`).join(" · ");
  find(item, ".stakes").textContent = stakes.length > SHORT ? _("{count} bets", { count: stakes.length }) : find(item, ".stakes").title;
}

/** @param {HTMLElement} list @param {SeatState | undefined} mine */
export function drawResults(list, mine) {
  const bets = (mine?.settled ?? []).filter((bet) => bet.result !== "nothing" || bet.why.includes(","));
  const rows = [...bets, ...(mine?.envy ?? []).map((paid) => ({ ...paid, result: "wins", claim: "" }))];
  list.replaceChildren(
    ...rows.map((bet) =>
      make("li", { class: bet.result }, make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[bet.result]), make("span", {}, bet.why.replace(/ wins, loses$/, " wins")), make("b", {}, bet.claim || bet.net)),
    ),
  );
}
