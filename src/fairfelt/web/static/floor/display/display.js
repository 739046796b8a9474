// The display of a link: a stream in and nothing out. It may stand for weeks, so it makes nothing and keeps nothing:
// all it shows is written into places that are there from the start.
import { meterOf } from "./meter.js";
import { moneyIn } from "../money.js";
import { notices } from "../notices.js";
import { byId, clock, write } from "../panel.js";
import { roomOf } from "../room.js";
import { watch } from "../watch.js";

const { device, link, currency } = document.body.dataset;
const SILENT_MS = 10_000;
const WIN_MS = 20_000;
const { money } = moneyIn(currency);
const levels = new Map();
const room = roomOf(device, drawCut);
let won = null; // the number of the last win that was seen
let winUntilMs = 0;

for (const section of document.querySelectorAll("[data-level]"))
  levels.set(section.dataset.level, {
    to: meterOf(section.querySelector(".amount"), money),
    limit: section.querySelector(".limit"),
  });

function told(state) {
  if (state.levels.some(({ name }) => !levels.has(name)) || state.currency !== currency) return location.reload();
  for (const { name, amount_micros: amount, limit_reached: reached } of state.levels) {
    levels.get(name).to(amount);
    levels.get(name).limit.hidden = !reached;
  }
  drawWin(state.last_win);
  drawPending(state.pending);
  write(byId("notices"), notices(state).join("  ·  "));
  document.body.classList.toggle("closed", Boolean(state.closed));
}

function drawPending(claims) {
  const rows = byId("pending").querySelectorAll("li");
  rows.forEach((row, index) => {
    const claim = claims[index];
    row.hidden = !claim;
    if (claim) fill(row, claim);
  });
  byId("more").textContent = claims.length > rows.length ? `and ${claims.length - rows.length} more` : "";
  byId("pending").hidden = !claims.length;
}

function drawWin(win) {
  byId("last-win").hidden = !win;
  const number = win?.number ?? 0;
  if (win) fill(byId("last-win"), win);
  if (won !== null && number > won) celebrate(win);
  won = number;
}

function celebrate(win) {
  fill(byId("win"), win);
  byId("win").querySelector(".again").textContent =
    win.new_amount_micros === null ? "" : `${win.level} goes on with ${money(win.new_amount_micros)}`;
  winUntilMs = Date.now() + WIN_MS;
  drawWinning();
}

function drawWinning() {
  byId("win").hidden = Date.now() >= winUntilMs;
}

function fill(place, { table, seat, hand, level, amount_micros: amount }) {
  place.querySelector(".prize").textContent = money(amount);
  place.querySelector(".where").textContent = `Table ${table} · Seat ${seat}`;
  place.querySelector(".what").textContent = level && level !== "meter" ? `${hand} · ${level}` : hand;
}

function drawCut(cut) {
  document.body.classList.toggle("cut", Boolean(cut));
  byId("cut").hidden = !cut;
  if (cut) write(byId("cut"), `Not current since ${clock(cut.since)}`);
}

function refused(sentence) {
  write(byId("notices"), `This display is not served: ${sentence}.`);
}

document.addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));
navigator.wakeLock?.request("screen").catch(() => {});
watch(room, link, { silentMs: SILENT_MS, told, refused, tick: drawWinning });
