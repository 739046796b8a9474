// The display of a link: it only receives. It may stand for weeks, so it makes nothing and keeps nothing: all it
// shows is written into elements that are there from the start.
import { rollingMeter } from "./meter.js";
import { byId, find, findAll, write } from "../../dom.js";
import { installable } from "../install.js";
import { clock, moneyIn, prizeWords } from "../money.js";
import { notices } from "../notices.js";
import { connectRoom } from "../room.js";
import { winQueue } from "./wins.js";
import { watchLink } from "../watch.js";
import { _, said } from "../../words.js";

/** @import { Claim, LinkState, Outage, Win } from "../../types.js" */

const { device, link, currency, next, rotate, takeover } = document.body.dataset;
/** @type {Record<string, string>} */
const games = JSON.parse(document.body.dataset.games ?? "{}");
const SILENT_MS = 10_000;
const ATTRACT_MS = 6_000;
const { money } = moneyIn(currency);
const meters = new Map(
  findAll(document, "[data-level]").map((section) => [
    section.dataset.level,
    { rollTo: rollingMeter(section, money), limit: find(section, ".limit") },
  ]),
);
/** @type {Outage | null} */
let hubOutage = null; // the hub of a shared jackpot is out of reach: tables play on
/** @type {Outage | null} */
let refusal = null; // the room answers, and does not serve this display
const room = connectRoom(device, drawOffline);
const wins = winQueue(`win of ${link}`, { money, levelTitle, drawPrize });
const leavesMs = next ? Date.now() + 1000 * Number(rotate) : Infinity;

/** @param {LinkState} state */
function draw(state) {
  refusal = null;
  if (state.levels.some(({ name }) => !meters.has(name)) || state.currency !== currency) return location.reload();
  for (const { name, shown_micros: amount, limit_reached: reached } of state.levels) {
    const { rollTo, limit } = meters.get(name) ?? {};
    rollTo?.(amount);
    if (limit) limit.hidden = !reached;
  }
  drawLast(state.last_win);
  wins.take(state.wins);
  drawPending(state.pending);
  write(byId("notices"), notices(state).join("  ·  "));
  document.body.classList.toggle("closed", Boolean(state.closed));
  hubOutage = state.not_current_since_s ? { since: new Date(1000 * state.not_current_since_s), why: "" } : null;
  drawOffline(room.outage);
}

// A share of a meter, or a pay as large as one, is announced; a small pay is only verified, in the ribbon's place.
/** @param {Claim[]} all */
function drawPending(all) {
  const claims = all.filter((claim) => claim.level || BigInt(claim.amount_micros) >= BigInt(takeover ?? 0));
  const small = all.find((claim) => !claims.includes(claim));
  byId("verifying").hidden = !small;
  if (small) drawPrize(byId("verifying"), small);
  const rows = findAll(byId("pending"), "li");
  rows.forEach((row, index) => {
    row.hidden = index >= claims.length;
    if (row.hidden) return;
    drawPrize(row, claims[index]);
    if (!claims[index].locked) find(row, ".prize").textContent = _("{amount} now", { amount: money(claims[index].amount_micros) });
  });
  byId("more").textContent = claims.length > rows.length ? _("and {count} more", { count: claims.length - rows.length }) : "";
  byId("pending").hidden = !claims.length;
}

/** @param {Win | null} win */
function drawLast(win) {
  byId("last-win").dataset.empty = win ? "" : "yes";
  if (win) drawPrize(byId("last-win"), win);
}

function levelTitle(name) {
  return find(document, `[data-level="${CSS.escape(name)}"]`).ariaLabel;
}

/** @param {HTMLElement} element @param {Claim} claim */
function drawPrize(element, claim) {
  find(element, ".prize").textContent = money(claim.amount_micros);
  const { table, seat } = claim;
  const where = seat ? _("Table {table} · Seat {seat}", { table, seat }) : _("Table {table}", { table });
  const isWin = element.id === "win";
  find(element, ".where").textContent = [where, isWin ? games[claim.table] : ""].filter(Boolean).join(" · ");
  find(element, ".hand").textContent = isWin ? said(claim.hand) : prizeWords(claim, " · ");
}

// Between wins: what wins what, and the last win, one line after another.
function attract() {
  const lines = findAll(byId("attract"), "p").filter((line) => !line.dataset.empty);
  const turn = lines[Math.floor(Date.now() / ATTRACT_MS) % (lines.length || 1)];
  for (const line of findAll(byId("attract"), "p")) line.hidden = line !== turn;
}

function refused(why) {
  refusal ??= { since: new Date(), why };
  write(byId("notices"), _("This display is not served: {why}.", { why }));
  drawOffline(room.outage);
}

// Without the room no game starts; without the hub of a shared jackpot one may.
/** @param {Outage | null} silence */
function drawOffline(silence) {
  const own = silence ?? refusal;
  const outage = own ?? hubOutage;
  document.body.classList.toggle("offline", Boolean(outage));
  byId("offline").hidden = !outage;
  if (!outage) return;
  const time = clock(outage.since);
  write(byId("offline"), own ? _("Progressive out of service: not current since {time}", { time }) : _("Not current since {time}", { time }));
}

document.addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));
installable();
navigator.wakeLock?.request("screen").catch(() => {});
watchLink(room, link, {
  silentMs: SILENT_MS,
  draw,
  refused,
  tick() {
    wins.tick();
    attract();
    if (next && Date.now() > leavesMs && !wins.isShowing && !room.outage) location.replace(next);
  },
});
