// Wins in their order, one after another: an award from a meter takes the screen, a fixed one runs as a ribbon.
import { byId, find, write } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { Win } from "../../types.js" */

const TAKEOVER_MS = 14_000;
const RIBBON_MS = 9_000;
const ENVY_MS = 4_000;
const COUNT_UP_MS = 3_500;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} key where the last win that was seen is kept, for a display that shows several links in turn */
export function winQueue(key, { money, levelTitle, drawPrize }) {
  /** @type {Win[]} */
  let waiting = [];
  /** @type {number | null} */
  let seen = remembered(key);
  let untilMs = 0;

  /** Takes the last wins; of those that it has not seen, each is shown. @param {Win[]} wins */
  function take(wins) {
    const last = wins.at(-1)?.number ?? 0;
    if (seen !== null && last > seen) waiting.push(...wins.filter((win) => win.number > /** @type {number} */ (seen)));
    waiting = waiting.filter((win) => wins.some((other) => other.number === win.number)); // one may be backed out
    seen = last;
    sessionStorage.setItem(key, String(last));
    tick();
  }

  function tick() {
    if (Date.now() < untilMs) return;
    const next = waiting.shift();
    hide();
    if (!next) return;
    untilMs = Date.now() + (next.level ? TAKEOVER_MS : typeof next.envy_for_seat === "number" ? ENVY_MS : RIBBON_MS);
    if (next.level) takeOver(next);
    else {
      drawPrize(byId("ribbon"), next);
      byId("ribbon").hidden = false;
    }
  }

  function hide() {
    byId("win").hidden = byId("ribbon").hidden = true;
    document.body.classList.remove("taken");
  }

  /** @param {Win} win */
  function takeOver(win) {
    drawPrize(byId("win"), win);
    write(find(byId("win"), ".level"), levelTitle(win.level));
    const { new_amount_micros: amount } = win;
    write(find(byId("win"), ".new-amount"), amount === null ? "" : _("{level} resets to {amount}", { level: levelTitle(win.level), amount: money(amount) }));
    byId("win").hidden = false;
    document.body.classList.add("taken");
    if (!still.matches) countUp(win);
  }

  /** @param {Win} win */
  function countUp(win) {
    const prize = find(byId("win"), ".prize");
    const begunMs = performance.now();
    const ends = untilMs;
    const frame = (nowMs) => {
      if (ends !== untilMs) return;
      const way = Math.min(1, (nowMs - begunMs) / COUNT_UP_MS);
      const eased = BigInt(Math.round((1 - (1 - way) ** 3) * 10_000));
      write(prize, money(way < 1 ? (BigInt(win.amount_micros) * eased) / 10_000n : win.amount_micros));
      if (way < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  return {
    take,
    tick,
    get isShowing() {
      return Date.now() < untilMs || waiting.length > 0;
    },
  };
}

function remembered(key) {
  const kept = sessionStorage.getItem(key);
  return kept === null ? null : Number(kept);
}
