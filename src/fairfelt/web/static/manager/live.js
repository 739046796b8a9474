// The dashboard while it is open: a stream in and nothing out. Whole states come, so a lost one loses nothing.
import { moneyIn, parse } from "../floor/money.js";

const SILENT_MS = 15_000;
let heardMs = Date.now();
let stream = null;

function write(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

function drawLink(section, { levels, tables, currency }) {
  const { money } = moneyIn(currency);
  for (const { name, amount_micros: amount, limit_reached: reached } of levels) {
    const row = section.querySelector(`[data-level="${CSS.escape(name)}"]`);
    if (!row) continue;
    write(row.querySelector(".amount"), money(amount));
    row.querySelector(".limit").hidden = !reached;
  }
  for (const { table, phase, closed } of tables) {
    const row = section.querySelector(`[data-table="${CSS.escape(table)}"]`);
    write(row?.querySelector(".phase"), phase);
    write(row?.querySelector(".service"), closed ? `Closed: ${closed}` : "Open");
  }
}

function claimRow({ table, seat, hand, level, amount_micros: amount }, currency) {
  const row = document.createElement("li");
  const where = document.createElement("strong");
  const prize = document.createElement("span");
  where.textContent = `Table ${table}`;
  prize.className = "amount";
  prize.textContent = moneyIn(currency).money(amount);
  row.append(where, ` seat ${seat}, ${hand}${level ? `, ${level}` : ""} `, prize);
  return row;
}

// It is read aloud when it changes, so it is written only when it does.
function drawClaims(links) {
  const list = document.getElementById("claims");
  const rows = links.flatMap(({ pending, currency }) => pending.map((claim) => claimRow(claim, currency)));
  const now = rows.map((row) => row.textContent).join("|");
  if (list.dataset.written === now) return;
  list.dataset.written = now;
  list.replaceChildren(...rows);
}

function draw(state) {
  heardMs = Date.now();
  document.body.classList.remove("stale");
  for (const [name, link] of Object.entries(state.links)) {
    const section = document.querySelector(`[data-link="${CSS.escape(name)}"]`);
    if (section) drawLink(section, link);
  }
  drawClaims(Object.values(state.links));
  const bar = document.querySelector(".status-bar");
  bar.classList.toggle("shut", Boolean(state.closed));
  bar.classList.toggle("open", !state.closed);
  write(document.getElementById("floor-state"), state.closed ? `Floor closed: ${state.closed}.` : "Floor open.");
}

function listen() {
  stream?.close();
  stream = new EventSource("/manager/stream");
  stream.onmessage = (event) => draw(parse(event.data));
}

// Amounts that may be old are greyed. A page that nobody sees lets its stream go.
setInterval(() => {
  if (document.hidden || Date.now() - heardMs < SILENT_MS) return;
  document.body.classList.add("stale");
  if (stream.readyState === EventSource.CLOSED) listen();
}, 1000);
document.addEventListener("visibilitychange", () => (document.hidden ? stream?.close() : listen()));
if (document.querySelector("[data-link]")) listen();
