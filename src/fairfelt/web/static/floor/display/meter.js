// An amount that rolls smoothly up to the true one. It never rolls down: after an award it jumps.
import { odometer } from "./odometer.js";
import { find, findAll } from "../../dom.js";

const PACE_MS = 900; // after which a little more than half of the way is gone
const NEAR_MICROS = 4_000;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const rolling = new Set();
let lastMs = 0;

/** Gives what rolls to an amount. @param {HTMLElement} section */
export function rollingMeter(section, money) {
  const element = find(section, ".amount");
  const show = odometer(find(section, ".odometer"));
  /** @type {number | null} */
  let shown = null;
  /** @type {import("../../types.js").Micros} */
  let target = 0;
  let text = "";

  function write(micros) {
    const words = money(micros);
    if (words === text) return;
    const asLong = words.length === text.length;
    text = words;
    element.textContent = words;
    const wide = show(words);
    if (!asLong) fit(section, wide);
  }

  function jump() {
    rolling.delete(step);
    shown = Number(target);
    write(target);
  }

  // The true amount may be larger than a number can hold: on the way there it need not be exact, at the end it is.
  function step(passedMs) {
    const from = shown ?? 0;
    shown = from + (Number(target) - from) * (1 - Math.exp(-passedMs / PACE_MS));
    if (Number(target) - shown < NEAR_MICROS) jump();
    else write(BigInt(Math.floor(shown)));
  }

  return (micros) => {
    target = micros;
    if (shown === null || Number(target) <= shown || still.matches) return jump();
    if (!rolling.size) begin();
    rolling.add(step);
  };
}

// Levels of one rank have one size: the first by itself, the others by the longest amount among them.
/** @param {HTMLElement} section */
function fit(section, wide) {
  section.style.setProperty("--own-wide", String(wide));
  const holder = /** @type {HTMLElement} */ (section.parentElement);
  const lower = findAll(holder, ".lower").map((other) => Number(other.style.getPropertyValue("--own-wide")) || 0);
  if (section.matches(".first")) section.style.setProperty("--wide", String(wide));
  else holder.style.setProperty("--lower-wide", String(Math.max(...lower)));
}

function begin() {
  lastMs = performance.now();
  requestAnimationFrame(frame);
}

function frame(nowMs) {
  for (const step of rolling) step(Math.max(0, nowMs - lastMs));
  lastMs = nowMs;
  if (rolling.size) requestAnimationFrame(frame);
}
