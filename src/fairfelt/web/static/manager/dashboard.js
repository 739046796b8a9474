// The dashboard while it is open: a stream in and nothing out. Whole states come, so a lost one loses nothing.
import { byId, find, findAll, make, write } from "../dom.js";
import { moneyIn, parse } from "../floor/money.js";

/** @import { Claim, LinkState } from "../types.js" */

const SILENT_MS = 15_000;
let heardMs = Date.now();
/** @type {EventSource | undefined} */
let stream;

/** @param {HTMLElement} section @param {LinkState} link */
function drawLink(section, { levels, tables, currency }) {
  const { money } = moneyIn(currency);
  for (const { name, amount_micros: amount, limit_reached: reached } of levels) {
    const row = section.querySelector(`[data-level="${CSS.escape(name)}"]`);
    if (!row) continue;
    write(row.querySelector(".amount"), money(amount));
    find(row, ".limit").hidden = !reached;
  }
  for (const { table, phase, closed } of tables) {
    const row = section.querySelector(`[data-table="${CSS.escape(table)}"]`);
    write(row?.querySelector(".phase"), phase);
    write(row?.querySelector(".service"), closed ? `Closed: ${closed}` : "Open");
  }
}

/** @param {Claim} claim */
function claimRow({ table, seat, hand, level, amount_micros: amount }, currency) {
  const prize = make("span", { class: "amount" }, moneyIn(currency).money(amount));
  return make("li", {}, make("strong", {}, `Table ${table}`), ` seat ${seat}, ${hand}${level ? `, ${level}` : ""} `, prize);
}

// It is read aloud when it changes, so it is written only when it does.
/** @param {LinkState[]} links */
function drawClaims(links) {
  const list = byId("claims");
  const rows = links.flatMap(({ pending, currency }) => pending.map((claim) => claimRow(claim, currency)));
  const now = rows.map((row) => row.textContent).join("|");
  if (list.dataset.written === now) return;
  list.dataset.written = now;
  list.replaceChildren(...rows);
}

/** @param {{ links: Record<string, LinkState>, closed: string, alarms: string }} state */
function draw(state) {
  heardMs = Date.now();
  document.body.classList.remove("stale");
  for (const [name, link] of Object.entries(state.links)) {
    for (const section of findAll(document, `[data-link="${CSS.escape(name)}"]`)) drawLink(section, link);
  }
  drawClaims(Object.values(state.links));
  const bar = find(document, ".status-bar");
  bar.classList.toggle("shut", Boolean(state.closed));
  bar.classList.toggle("open", !state.closed);
  byId("alarm-bar").hidden = !state.alarms;
  write(find(byId("alarm-bar"), "a"), state.alarms);
  write(byId("floor-state"), state.closed ? `Floor closed: ${state.closed}.` : "Floor open.");
}

function listen() {
  stream?.close();
  stream = new EventSource("/manager/stream");
  stream.onmessage = (event) => draw(parse(event.data));
}

// Amounts that may be old are grayed. A page that nobody sees lets its stream go.
setInterval(() => {
  if (document.hidden || Date.now() - heardMs < SILENT_MS) return;
  document.body.classList.add("stale");
  if (stream?.readyState === EventSource.CLOSED) listen();
}, 1000);
document.addEventListener("visibilitychange", () => (document.hidden ? stream?.close() : listen()));
if (document.querySelector("[data-link]")) listen();
