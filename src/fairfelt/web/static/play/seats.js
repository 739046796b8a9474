// The players around the table, and the result of each bet.
import { drawCards } from "./cards.js";
import { capital, find, findAll, make } from "../dom.js";

/** @import { SeatState } from "../types.js" */

const SIGNS = { wins: "✓", loses: "✗", pushes: "=", nothing: "·" };

// From the players' side seat 1 is on the right: the dealer's left.
/** @param {HTMLElement} list @param {{ seats: SeatState[] }} state */
export function drawOthers(list, { seats }) {
  const others = seats.filter((seat) => !seat.you).reverse();
  drawPlayers(list, others, drawSeat);
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
      make("li", { class: "seat", "data-seat": number }, make("h3"), make("div", { class: "cards-row small" }), make("p", { class: "hand-words" }), make("p", { class: "stakes" })),
    ),
  );
}

/** @param {HTMLElement} item @param {SeatState} seat */
export function drawSeat(item, seat) {
  item.classList.toggle("folded", seat.folded || seat.foul !== "");
  find(item, "h3").replaceChildren(make("span", {}, `Seat ${seat.number}`), make("span", {}, seat.net));
  drawCards(find(item, ".cards-row"), seat);
  find(item, ".hand-words").textContent = capital((seat.foul && "foul hand") || seat.words || seat.choices.join(", ") || (seat.folded ? "folded" : ""));
  const stakes = Object.entries(seat.stakes).filter(([, { micros }]) => micros);
  const words = stakes.map(([wager, { amount }]) => `${wager} ${amount.replace(".00", "")}`).join(" · ");
  find(item, ".stakes").title = find(item, ".stakes").textContent = words;
}

/** @param {HTMLElement} list @param {SeatState | undefined} mine */
export function drawResults(list, mine) {
  const bets = (mine?.settled ?? []).filter((bet) => bet.result !== "nothing" || bet.why.includes(","));
  const rows = [...bets, ...(mine?.envy ?? []).map((paid) => ({ ...paid, result: "wins", claim: "" }))];
  list.replaceChildren(
    ...rows.map((bet) =>
      make("li", { class: bet.result }, make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[bet.result]), make("span", {}, bet.why), make("b", {}, bet.claim || bet.net)),
    ),
  );
}
