// What is claimed and waits, or was confirmed and is to be paid: seat by seat, large enough to read standing up.
import { parse } from "../money.js";

export function claimsOf(section, { money }) {
  const [title, list, total] = ["h2", ".prizes", ".total"].map((part) => section.querySelector(part));

  function row({ seat, hand, level, amount_micros: amount, for_seat: maker, number }) {
    const item = document.createElement("li");
    const words = maker ? `envy for seat ${maker}` : level && level !== "meter" ? `${hand}, ${level}` : hand;
    item.append(part("seat-name", `Seat ${seat}`), part("hand-name", words), part("amount", money(amount)));
    if (number) item.append(part("page", `win page ${number}`));
    return item;
  }

  function write(rows, waits) {
    section.hidden = !rows.length;
    section.classList.toggle("waits", waits);
    title.textContent = waits ? "Pending" : "Confirmed: pay";
    list.replaceChildren(...rows.map(row));
    const sum = rows.reduce((soFar, { amount_micros: amount }) => soFar + BigInt(amount), 0n);
    total.textContent = rows.length > 1 ? `Together ${money(sum)}` : "";
  }

  // It is read aloud when it changes, and meters move all the time: so only what is new is written.
  let written = "";
  return function draw(state, pending, paid) {
    const waits = state.phase === "claimed" || state.phase === "keyed";
    const rows = waits ? (state.prizes.length ? state.prizes : pending) : state.phase === "paid" ? told(state, paid) : [];
    const now = [state.round, waits, ...rows.map((each) => `${each.seat} ${each.hand} ${each.amount_micros}`)].join("|");
    if (now === written) return;
    written = now;
    write(rows, waits);
  };
}

// The awards of a round are told in the answer to its confirmation only; the journal keeps that answer.
function told(state, paid) {
  const last = paid ? parse(paid).state : state;
  return last.round === state.round && last.table === state.table ? [...last.awards, ...last.envy] : [];
}

function part(name, words) {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = words;
  return span;
}
