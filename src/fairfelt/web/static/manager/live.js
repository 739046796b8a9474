// The overview while one looks at it: a stream in and nothing out. Whole states come, so a lost one loses nothing.
import { parse } from "../floor/money.js";

const SILENT_MS = 15_000;
const CENT = 10_000n;
const NUMBER = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
let heardMs = Date.now();
let stream = null;

// Whole cents, none of them rounded up, as the page itself writes them.
function shown(micros) {
  const cents = BigInt(micros) / CENT;
  return NUMBER.format(`${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`);
}

function write(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

function drawLink(section, { levels, tables }) {
  for (const { name, amount_micros: amount, limit_reached: reached } of levels) {
    const row = section.querySelector(`[data-level="${CSS.escape(name)}"]`);
    if (!row) continue;
    write(row.querySelector(".amount"), shown(amount));
    row.querySelector(".limit").hidden = !reached;
  }
  for (const { table, phase, closed } of tables) {
    const row = section.querySelector(`[data-table="${CSS.escape(table)}"]`);
    write(row?.querySelector(".phase"), phase);
    write(row?.querySelector(".service"), closed ? `closed: ${closed}` : "in service");
  }
}

function claimRow({ table, seat, hand, level, amount_micros: amount }, currency) {
  const row = document.createElement("li");
  const where = document.createElement("strong");
  const prize = document.createElement("span");
  where.textContent = `Table ${table}`;
  prize.className = "amount";
  prize.textContent = `${currency} ${shown(amount)}`;
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

function told(state) {
  heardMs = Date.now();
  document.body.classList.remove("stale");
  for (const [name, link] of Object.entries(state.links)) {
    const section = document.querySelector(`[data-link="${CSS.escape(name)}"]`);
    if (section) drawLink(section, link);
  }
  drawClaims(Object.values(state.links));
  const standing = document.querySelector(".standing");
  standing.classList.toggle("shut", Boolean(state.closed));
  standing.classList.toggle("open", !state.closed);
  write(document.getElementById("floor-state"), state.closed ? `The floor is closed: ${state.closed}.` : "The floor is open.");
}

function listen() {
  stream?.close();
  stream = new EventSource("/manager/stream");
  stream.onmessage = (event) => told(parse(event.data));
}

// Amounts that may be old are greyed. A page that nobody sees lets its stream go.
setInterval(() => {
  if (document.hidden || Date.now() - heardMs < SILENT_MS) return;
  document.body.classList.add("stale");
  if (stream.readyState === EventSource.CLOSED) listen();
}, 1000);
document.addEventListener("visibilitychange", () => (document.hidden ? stream?.close() : listen()));
if (document.querySelector("[data-link]")) listen();
