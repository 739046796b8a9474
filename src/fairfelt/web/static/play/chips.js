// Chips: choose one, tap a spot or drag it there, take the last one back. Nothing leaves the page before the deal.
import { find, findAll, make, makeSvg } from "../dom.js";
import { _ } from "../words.js";

const OR_WORD = _("or");
const OR = ` ${OR_WORD} `;

export const CHIPS = [1, 5, 25, 100, 500];
const USUAL = 5;
const DRAG_PX = 8;

/** @typedef {[wager: string, chips: number]} Placed */

export class Bets {
  /** Steps to undo, each with the chips it placed. @type {Placed[][]} */
  history = [];

  constructor(key, { openings, opens, alone }, changed) {
    this.key = key;
    this.alone = alone;
    this.openings = openings;
    this.opens = opens;
    this.changed = changed;
    try {
      this.history = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    } catch {
      sessionStorage.removeItem(key);
    }
  }

  // Where all opening bets are made they are equal: a chip on one goes on all. Where one is made, the last one counts.
  add(wager, chip) {
    const isOpening = this.openings.includes(wager);
    const wagers = isOpening && this.opens === "all" ? this.openings : [wager];
    const rivals = isOpening && this.opens === "one" ? this.openings.filter((name) => name !== wager) : [];
    const kept = this.history.map((step) => step.filter(([name]) => !rivals.includes(name))).filter((step) => step.length);
    this.keep([...kept, wagers.map((name) => [name, chip])]);
  }

  get required() {
    return [this.opens === "all" ? this.openings[0] : this.openings.join(OR), ...this.alone].join(OR);
  }

  get complete() {
    const made = this.openings.filter((name) => this.amounts[name]).length;
    if (this.opens === "all" ? made === this.openings.length : made === 1) return true;
    const staked = Object.keys(this.amounts).filter((name) => this.amounts[name]);
    return staked.length > 0 && staked.every((name) => this.alone.includes(name));
  }

  /** @param {Record<string, string>} amounts */
  restore(amounts) {
    this.keep([Object.entries(amounts).map(([wager, amount]) => [wager, Number(amount.replaceAll(",", ""))])]);
  }

  undo() {
    this.keep(this.history.slice(0, -1));
  }

  empty() {
    this.keep([]);
  }

  /** @param {Placed[][]} history */
  keep(history) {
    this.history = history;
    sessionStorage.setItem(this.key, JSON.stringify(history));
    this.changed();
  }

  get amounts() {
    /** @type {Record<string, number>} */
    const sums = {};
    for (const [wager, chip] of this.history.flat()) sums[wager] = (sums[wager] ?? 0) + chip;
    return sums;
  }
}

export function chosenChip(fieldset) {
  return Number(fieldset.querySelector(":checked")?.value);
}

/** @param {HTMLElement} fieldset */
export function drawChips(fieldset, dropped) {
  for (const chip of CHIPS) {
    const input = make("input", { type: "radio", name: "chip", value: chip, "aria-label": `$${chip} chip` });
    input.checked = chip === USUAL;
    const label = make("label", {}, input, makeSvg("svg", { viewBox: "-24 -24 48 48" }, chipElement(chip, `${chip}`, 0)));
    label.addEventListener("pointerdown", (event) => drag(event, label, input, chip, dropped));
    fieldset.append(label);
  }
}

// A stack as a dealer would cut it: the large chips below, the amount on top.
const MOST_IN_STACK = 9;
const THICK = 5;

export function stackElement(amount) {
  const chips = chipsOf(amount).slice(-MOST_IN_STACK);
  const high = (chips.length - 1) * THICK;
  const drawn = chips.map((chip, at) => chipElement(chip, at === chips.length - 1 ? shortAmount(amount) : "", -at * THICK));
  return makeSvg("svg", { class: "chip-stack", viewBox: `-24 ${-24 - high} 48 ${48 + high}`, height: 44 + high, width: 44 }, ...drawn);
}

/** @returns {number[]} the chips of an amount, the largest first */
export function chipsOf(amount) {
  const chips = [];
  for (const chip of [...CHIPS].reverse()) {
    const count = Math.floor(amount / chip);
    chips.push(...Array(Math.min(count, 2 * MOST_IN_STACK)).fill(chip));
    amount -= count * chip;
  }
  return chips.length ? chips : [CHIPS[0]];
}

// Never rounded: $10,500 is 10.5k, and $10,525 is written out.
export function shortAmount(amount) {
  return amount >= 10_000 && amount % 100 === 0 ? `${amount / 1000}k` : `${amount}`;
}

export function chipElement(worth, words, y) {
  return makeSvg(
    "g",
    { class: `chip c${worth}`, transform: `translate(0 ${y})` },
    makeSvg("circle", { class: "body", r: 21 }),
    makeSvg("circle", { class: "chip-edge", r: 18.5, fill: "none" }),
    makeSvg("text", { "text-anchor": "middle", y: 5, "font-size": [0, 16, 15, 12.5][words.length] ?? 10.5, "font-weight": 700, fill: "#fff" }, words),
  );
}

function drag(down, label, input, chip, dropped) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  input.checked = true;
  const spotUnder = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot.takes");
  const highlight = (spot) => {
    for (const other of findAll(document, ".spot.over")) other.classList.toggle("over", other === spot);
    spot?.classList.add("over");
  };
  const move = (event) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_PX) return;
    if (!ghost) document.body.append((ghost = /** @type {HTMLElement} */ (find(label, "svg").cloneNode(true))));
    ghost.classList.add("ghost");
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
    highlight(spotUnder(event));
  };
  const up = (event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    const spot = ghost && event.type === "pointerup" ? spotUnder(event) : null;
    ghost?.remove();
    highlight(null);
    if (spot) dropped(/** @type {HTMLElement} */ (spot).dataset.wager, chip);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
}
