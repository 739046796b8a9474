// The players around the table, and what came of each bet.
import { capital } from "./coach.js";
import { drawCards, make } from "./drawing.js";

const SIGNS = { wins: "✓", loses: "✗", pushes: "=", nothing: "·" };

// From the players' side seat 1 is on the right: the dealer's left.
export function drawOthers(list, { seats }) {
  const others = seats.filter((seat) => !seat.you).reverse();
  reuse(list, others);
  for (const seat of others) drawSeat(list.querySelector(`[data-seat="${seat.number}"]`), seat);
}

export function reuse(list, seats) {
  const wanted = seats.map((seat) => `${seat.number}`);
  if ([...list.children].map((item) => item.dataset.seat).join() === wanted.join()) return;
  list.replaceChildren(
    ...wanted.map((number) =>
      make("li", { class: "seat", "data-seat": number }, make("h3"), make("div", { class: "cards-row small" }), make("p", { class: "did" }), make("p", { class: "stakes" })),
    ),
  );
}

export function drawSeat(item, seat) {
  item.classList.toggle("folded", seat.folded);
  item.querySelector("h3").replaceChildren(make("span", {}, `Seat ${seat.number}`), make("span", {}, seat.net));
  drawCards(item.querySelector(".cards-row"), seat);
  item.querySelector(".did").textContent = capital(seat.words || seat.choices.join(", ") || (seat.folded ? "folded" : ""));
  const stakes = Object.entries(seat.stakes).filter(([, { micros }]) => micros);
  item.querySelector(".stakes").title = item.querySelector(".stakes").textContent = stakes.map(([wager, { amount }]) => `${wager} ${amount.replace(".00", "")}`).join(" · ");
}

export function drawResults(list, mine) {
  const bets = (mine?.settled ?? []).filter((bet) => bet.result !== "nothing" || bet.why.includes(","));
  const rows = [...bets, ...(mine?.envy ?? []).map((paid) => ({ ...paid, result: "wins" }))];
  list.replaceChildren(
    ...rows.map((bet) =>
      make("li", { class: bet.result }, make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[bet.result]), make("span", {}, bet.why), make("b", {}, bet.claim || bet.net)),
    ),
  );
}
