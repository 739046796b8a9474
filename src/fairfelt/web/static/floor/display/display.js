// The display of a link: a stream in, and out only what it shows, for the room to compare. It may stand for weeks, so it makes nothing and keeps nothing:
// all it shows is written into elements that are there from the start.
import { rollingMeter } from "./meter.js";
import { byId, find, findAll, write } from "../../dom.js";
import { clock, moneyIn, prizeWords } from "../money.js";
import { notices } from "../notices.js";
import { connectRoom } from "../room.js";
import { watchLink } from "../watch.js";
import { _ } from "../../words.js";

/** @import { Claim, LinkState, Outage, Win } from "../../types.js" */

const { device, link, currency } = document.body.dataset;
const SILENT_MS = 10_000;
const WIN_MS = 20_000;
const REPORT_MS = 5000;
const { money } = moneyIn(currency);
const meters = new Map(
  findAll(document, "[data-level]").map((section) => [
    section.dataset.level,
    { ...rollingMeter(find(section, ".amount"), money), limit: find(section, ".limit") },
  ]),
);
const room = connectRoom(device, drawOffline);
/** @type {number | null} */
let lastWin = null; // the number of the last win that was seen
let winUntilMs = 0;
let sequence = 0; // the last event in what is shown
let reportDueMs = 0;

/** @param {LinkState} state */
function draw(state) {
  if (state.levels.some(({ name }) => !meters.has(name)) || state.currency !== currency) return location.reload();
  for (const { name, amount_micros: amount, limit_reached: reached } of state.levels) {
    const { rollTo, limit } = meters.get(name) ?? {};
    rollTo?.(amount);
    if (limit) limit.hidden = !reached;
  }
  drawWin(state.last_win);
  drawPending(state.pending);
  write(byId("notices"), notices(state).join("  ·  "));
  document.body.classList.toggle("closed", Boolean(state.closed));
  sequence = state.sequence;
}

/** @param {Claim[]} claims */
function drawPending(claims) {
  const rows = findAll(byId("pending"), "li");
  rows.forEach((row, index) => {
    row.hidden = index >= claims.length;
    if (!row.hidden) drawPrize(row, claims[index]);
  });
  byId("more").textContent = claims.length > rows.length ? _("and {count} more", { count: claims.length - rows.length }) : "";
  byId("pending").hidden = !claims.length;
}

/** @param {Win | null} win */
function drawWin(win) {
  byId("last-win").hidden = !win;
  if (win) {
    drawPrize(byId("last-win"), win);
    if (lastWin !== null && win.number > lastWin) celebrate(win);
  }
  lastWin = win?.number ?? 0;
}

/** @param {Win} win */
function celebrate(win) {
  const { level, new_amount_micros: amount } = win;
  drawPrize(byId("win"), win);
  find(byId("win"), ".new-amount").textContent = amount === null ? "" : _("{level} resets to {amount}", { level: levelTitle(level), amount: money(amount) });
  winUntilMs = Date.now() + WIN_MS;
  reportDueMs = 0;
  drawCelebration();
}

function levelTitle(name) {
  return find(document, `[data-level="${CSS.escape(name)}"]`).ariaLabel;
}

function drawCelebration() {
  byId("win").hidden = Date.now() >= winUntilMs;
}

/** @param {HTMLElement} element @param {Claim} claim */
function drawPrize(element, claim) {
  find(element, ".prize").textContent = money(claim.amount_micros);
  find(element, ".where").textContent = _("Table {table} · Seat {seat}", { table: claim.table, seat: claim.seat });
  find(element, ".hand").textContent = prizeWords(claim, " · ");
}

/** @param {Outage | null} outage */
function drawOffline(outage) {
  document.body.classList.toggle("offline", Boolean(outage));
  byId("offline").hidden = !outage;
  if (outage) write(byId("offline"), _("Not current since {time}", { time: clock(outage.since) }));
}

// What is on the glass: the room notices a display that is late or wrong.
function report() {
  if (!sequence || room.outage || document.hidden || Date.now() < reportDueMs) return;
  reportDueMs = Date.now() + REPORT_MS;
  const standings = {};
  for (const [name, { standing }] of meters) {
    const amount = standing();
    if (amount !== null && name) standings[name] = Number(amount);
  }
  room.post(`/api/links/${encodeURIComponent(link ?? "")}/shown`, { after: sequence, meters_micros: standings, win: lastWin ?? 0 });
}

document.addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));
navigator.wakeLock?.request("screen").catch(() => {});
watchLink(room, link, {
  silentMs: SILENT_MS,
  draw,
  refused: (reason) => write(byId("notices"), _("This display is not served: {why}.", { why: reason })),
  tick() {
    drawCelebration();
    report();
  },
});
