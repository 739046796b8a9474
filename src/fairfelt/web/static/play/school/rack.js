// The chip rack: chips are touched or dragged to a bet, the pile lies beside it. A payment is what was cut, chip by chip.
import { chipElement } from "../chips.js";
import { findAll, make, makeSvg } from "../../dom.js";
import { locale } from "../../words.js";

/** @typedef {{ cents: number, words: string }} RackChip */

const SHOWN = 12;
const DRAG_PX = 8;
/** From the smallest chip to the largest. */
const KEYS = ["q", "w", "z", "x", "c", "v", "b", "n", "m"];
const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });

export class Pile {
  /** Cents, in the order in which they were cut. @type {number[]} */
  chips = [];

  get cents() {
    return this.chips.reduce((sum, cents) => sum + cents, 0);
  }

  get words() {
    return money.format(this.cents / 100).replace(/\.00$/, "");
  }

  /** How many of each worth. */
  get counts() {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const cents of this.chips) counts[cents] = (counts[cents] ?? 0) + 1;
    return counts;
  }

  /** The chips as they lie: the large ones below. */
  element() {
    const sorted = [...this.chips].sort((one, other) => other - one);
    const drawn = sorted.slice(0, SHOWN).map((cents, at) => chipElement(kind(cents), at === Math.min(sorted.length, SHOWN) - 1 ? label(cents) : "", -at * 5));
    const high = Math.max(0, Math.min(sorted.length, SHOWN) - 1) * 5;
    return makeSvg("svg", { class: "chip-stack", viewBox: `-24 ${-24 - high} 48 ${48 + high}`, height: 36 + high * 0.8, width: 36 }, ...drawn);
  }
}

const kind = (cents) => (cents < 100 ? "coin" : cents / 100);
const label = (cents) => (cents < 100 ? `${cents}¢` : cents >= 100_000 ? `${cents / 100_000}k` : `${cents / 100}`);

/** The tubes of the rack, the large chips first. @param {HTMLElement} rack @param {RackChip[]} chips @param {(cents: number, wager?: string) => void} add */
export function drawRack(rack, chips, add) {
  if (rack.childElementCount === chips.length) return;
  const keys = KEYS.slice(0, chips.length).reverse();
  rack.replaceChildren(
    ...chips.map(({ cents, words }, at) => {
      const chip = makeSvg("svg", { viewBox: "-24 -24 48 48" }, chipElement(kind(cents), label(cents), 0));
      const tube = make("button", { type: "button", class: `tube c${kind(cents)}`, "aria-label": words, "aria-keyshortcuts": keys[at], "data-cents": cents }, make("span", { class: "tube-chips", "aria-hidden": "true" }), chip, make("small", { "aria-hidden": "true" }, label(cents)), make("kbd", { "aria-hidden": "true" }, keys[at]));
      tube.addEventListener("click", () => add(cents));
      tube.addEventListener("pointerdown", (event) => drag(event, chip, (wager) => add(cents, wager)));
      return tube;
    }),
  );
}

/** The chip that a key stands for, in cents. @param {RackChip[]} chips */
export function chipOfKey(chips, key) {
  const at = KEYS.indexOf(key);
  return at < 0 ? undefined : chips[chips.length - 1 - at]?.cents;
}

// A chip that is dragged lands at the bet under the pointer; one that is let go elsewhere stays in the rack.
function drag(down, chip, dropped) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  const betUnder = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-bet]:not([aria-disabled])");
  const move = (event) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_PX) return;
    if (!ghost) document.body.append((ghost = /** @type {HTMLElement} */ (chip.cloneNode(true))));
    ghost.classList.add("ghost");
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
    const bet = betUnder(event);
    for (const each of findAll(document, "[data-bet]")) each.classList.toggle("over", each === bet);
  };
  const up = (event) => {
    for (const [name, act] of Object.entries({ pointermove: move, pointerup: up, pointercancel: up })) removeEventListener(name, act);
    const bet = ghost && event.type === "pointerup" ? betUnder(event) : null;
    ghost?.remove();
    for (const each of findAll(document, "[data-bet].over")) each.classList.remove("over");
    if (bet) dropped(/** @type {HTMLElement} */ (bet).dataset.bet);
  };
  for (const [name, act] of Object.entries({ pointermove: move, pointerup: up, pointercancel: up })) addEventListener(name, act);
}
