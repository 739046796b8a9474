// The dashboard while it is open: a stream in and nothing out. Whole states come, so a lost one loses nothing.
import { byId, find, findAll, make, write } from "../dom.js";
import { moneyIn, parse } from "../floor/money.js";

/** @import { Claim, LinkState } from "../types.js" */

const SILENT_MS = 15_000;
let heardMs = Date.now();
/** @type {EventSource | undefined} */
let stream;

/** @param {HTMLElement} section @param {LinkState} link */
function drawLink(section, { levels, currency }) {
  const { money } = moneyIn(currency);
  for (const { name, amount_micros: amount, limit_reached: reached } of levels) {
    const row = section.querySelector(`[data-level="${CSS.escape(name)}"]`);
    if (!row) continue;
    write(row.querySelector(".amount"), money(amount));
    find(row, ".limit").hidden = !reached;
  }
}

/** @param {LinkState["tables"]} tables */
function drawTables(tables) {
  for (const { table, phase, closed } of tables) {
    const row = document.querySelector(`[data-table="${CSS.escape(table)}"]`);
    write(row?.querySelector(".phase"), phase);
    write(row?.querySelector(".service"), closed ? `Closed: ${closed}` : "Open");
  }
}

/** @param {Claim} claim */
function claimRow({ table, seat, hand, level, amount_micros: amount }, currency) {
  const prize = make("span", { class: "amount" }, moneyIn(currency).money(amount));
  return make("li", {}, make("strong", {}, `Table ${table}`), ` ${seat ? `seat ${seat}` : "no spot"}, ${hand}${level ? `, ${level}` : ""} `, prize);
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

// The map says what a table does in a word and in its outline.
/** @param {Record<string, string>} tables */
function drawMap(tables) {
  for (const [name, state] of Object.entries(tables)) {
    const table = document.querySelector(`[data-map="${CSS.escape(name)}"]`);
    if (!table || table.classList.contains(state)) continue;
    table.setAttribute("class", `map-table ${state}`);
    const word = state[0].toUpperCase() + state.slice(1);
    write(table.querySelector(".map-state"), word);
    const link = find(table, "a");
    const [title] = (link.getAttribute("aria-label") ?? "").split(": ");
    link.setAttribute("aria-label", `${title}: ${word}`);
  }
}

// How long is left runs on by itself; what is over its time is late.
function drawTimers() {
  for (const tag of findAll(document, "[data-by]")) {
    const left = Number(tag.dataset.by) / 1000 - Date.now();
    write(tag, left < 0 ? `overdue by ${span(-left)}` : `${span(left)} left`);
    tag.classList.toggle("bad", left < 0);
    tag.classList.toggle("warn", left >= 0);
  }
}

function span(ms) {
  const minutes = Math.floor(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return days ? `${days} d ${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** @param {{ links: Record<string, LinkState>, tables: Record<string, string>, closed: string, alarms: string }} state */
function draw(state) {
  heardMs = Date.now();
  document.body.classList.remove("stale");
  for (const [name, link] of Object.entries(state.links)) {
    for (const section of findAll(document, `[data-link="${CSS.escape(name)}"]`)) drawLink(section, link);
  }
  for (const { tables } of Object.values(state.links)) drawTables(tables);
  drawClaims(Object.values(state.links));
  drawMap(state.tables);
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
setInterval(drawTimers, 30_000);
drawTimers();
if (document.querySelector("[data-link]")) listen();
