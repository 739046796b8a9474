// The chip rack: chips are touched, the pile and its total are shown. A payment is what was cut, chip by chip.
import { chipElement } from "../chips.js";
import { make, makeSvg } from "../../dom.js";
import { _, locale } from "../../words.js";

/** @typedef {{ cents: number, words: string }} RackChip */

const SHOWN = 12;
const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });

export class Pile {
  /** Cents, in the order in which they were cut. @type {number[]} */
  chips = [];

  /** @param {string} title @param {(pile: Pile) => void} chosen */
  constructor(title, chosen) {
    this.stack = make("span", { class: "pile-stack", "aria-hidden": "true" });
    this.total = make("output", { class: "pile-total" });
    this.holder = make("button", { type: "button", class: "pile quiet", "aria-label": _("Chips for {what}", { what: title }) }, this.stack, this.total);
    this.holder.addEventListener("click", () => chosen(this));
    this.draw();
  }

  get cents() {
    return this.chips.reduce((sum, cents) => sum + cents, 0);
  }

  /** How many of each worth. */
  get counts() {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const cents of this.chips) counts[cents] = (counts[cents] ?? 0) + 1;
    return counts;
  }

  add(cents) {
    this.chips.push(cents);
    this.draw();
  }

  takeBack() {
    this.chips.pop();
    this.draw();
  }

  draw() {
    const sorted = [...this.chips].sort((one, other) => other - one);
    const drawn = sorted.slice(0, SHOWN).map((cents, at) => chipElement(kind(cents), "", -at * 5));
    const high = Math.max(0, Math.min(sorted.length, SHOWN) - 1) * 5;
    this.stack.replaceChildren(makeSvg("svg", { class: "chip-stack", viewBox: `-24 ${-24 - high} 48 ${48 + high}`, height: 30 + high * 0.65, width: 30 }, ...drawn));
    this.total.textContent = money.format(this.cents / 100);
  }
}

const kind = (cents) => (cents < 100 ? "coin" : cents / 100);
const label = (cents) => (cents < 100 ? `${cents}¢` : cents >= 100_000 ? `${cents / 100_000}k` : `${cents / 100}`);

/** The rack with a button for each chip, and one to take the last chip back. @param {RackChip[]} chips @param {() => Pile | null} active */
export function rackElement(chips, active) {
  const buttons = chips.map(({ cents, words }) => {
    const button = make("button", { type: "button", class: "rack-chip", "aria-label": words }, makeSvg("svg", { viewBox: "-24 -24 48 48" }, chipElement(kind(cents), label(cents), 0)));
    button.addEventListener("click", () => active()?.add(cents));
    return button;
  });
  const back = make("button", { type: "button", class: "quiet small-act" }, _("Take a chip back"));
  back.addEventListener("click", () => active()?.takeBack());
  return make("div", { class: "rack", role: "group", "aria-label": _("Chip rack") }, ...buttons, back);
}
