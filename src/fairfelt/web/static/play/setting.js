// Setting a hand by touching its cards: those touched go to the smaller parts, the others stay in the largest.
import { cardElement } from "./cards.js";
import { capital, make } from "../dom.js";
import { _, ngettext } from "../words.js";

/** @import { Card, Setting, Way } from "../types.js" */

const same = (one, other) => one.length === other.length && one.every((face) => other.includes(face));

export class HandSetting {
  /** Faces by part, as they were touched. @type {string[][]} */
  placed = [];
  key = "";

  /** @param {HTMLElement} holder @param {() => void} changed */
  constructor(holder, changed) {
    this.holder = holder;
    this.changed = changed;
  }

  /** @param {Setting | null} setting @param {Card[]} cards */
  take(setting, cards) {
    this.setting = setting;
    this.cards = cards;
    const key = setting ? cards.map((card) => card.face).join(" ") : "";
    if (key === this.key) return;
    this.key = key;
    this.placed = setting ? setting.parts.map(() => []) : [];
  }

  // The parts that are filled by touch: all but the largest, which gets the rest.
  get rest() {
    const sizes = this.setting?.parts.map((part) => part.size) ?? [];
    return sizes.indexOf(Math.max(...sizes));
  }

  get small() {
    return (this.setting?.parts ?? []).map((part, at) => ({ ...part, at })).filter(({ at }) => at !== this.rest).sort((one, other) => one.size - other.size);
  }

  /** All faces by part, once every part is full. */
  get parts() {
    const away = this.placed.flat();
    return this.placed.map((faces, at) => (at === this.rest ? (this.cards ?? []).map((card) => card.face).filter((face) => !away.includes(face)) : faces));
  }

  get isFull() {
    return this.small.every(({ at, size }) => this.placed[at].length === size);
  }

  /** The way that lays the cards as they lie now, if it is allowed. @returns {Way | undefined} */
  get way() {
    const { parts } = this;
    return this.isFull ? this.setting?.ways.find((way) => way.parts.every((faces, at) => same(faces, parts[at]))) : undefined;
  }

  /** Ways that are known by a name, such as the house way. */
  get named() {
    return this.setting?.ways.filter((way) => way.named) ?? [];
  }

  touch(face) {
    const at = this.placed.findIndex((faces) => faces.includes(face));
    if (at >= 0) this.placed[at] = this.placed[at].filter((other) => other !== face);
    else {
      const open = this.small.find((part) => this.placed[part.at].length < part.size) ?? this.small.at(-1);
      if (!open) return;
      this.placed[open.at] = [...this.placed[open.at], face].slice(-open.size);
    }
    this.changed();
  }

  /** @param {Way | undefined} way */
  lay(way) {
    if (!way) return;
    this.placed = way.parts.map((faces, at) => (at === this.rest ? [] : [...faces]));
    this.changed();
  }

  // Touching redraws every card: keyboard focus stays on the card that was touched.
  draw() {
    this.holder.hidden = !this.setting;
    if (!this.setting) return this.holder.replaceChildren();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-face]"))?.dataset.face;
    const { way, parts } = this;
    const rows = this.setting.parts.map((part, at) => {
      const words = way ? capital(way.words[at]) : at === this.rest ? "" : _("{placed} of {size} cards", { placed: this.placed[at].length, size: part.size });
      const slots = at === this.rest ? [] : Array(Math.max(0, part.size - parts[at].length)).fill("").map(() => make("span", { class: "slot" }));
      const row = make("div", { class: "set-row" }, ...parts[at].map((face) => this.cardButton(face, part.title)), ...slots);
      return make("div", { class: "set-part", role: "group", "aria-label": _(part.title) }, make("p", { class: "hand-title" }, _(part.title)), row, make("p", { class: "words" }, words));
    });
    const forbidden = this.isFull && !way && this.setting.ways.length > 0;
    const hint = forbidden ? _("That is not allowed: a hand in front must not beat one behind it.") : this.hint;
    this.holder.replaceChildren(...rows, make("p", { class: forbidden ? "set-hint bad" : "set-hint", role: "status" }, hint));
    if (focused) /** @type {HTMLElement | null} */ (this.holder.querySelector(`[data-face="${focused}"]`))?.focus();
  }

  get hint() {
    const open = this.small.find((part) => this.placed[part.at].length < part.size);
    return open ? ngettext("Touch {count} card for {part}.", "Touch {count} cards for {part}.", open.size - this.placed[open.at].length, { part: _(open.title) }) : "";
  }

  cardButton(face, part) {
    const words = this.cards?.find((card) => card.face === face)?.words ?? face;
    const button = make("button", { type: "button", class: "set-card", "data-face": face, "aria-label": _("{card}, in {part}", { card: words, part: _(part) }) }, cardElement(face, ""));
    button.addEventListener("click", () => this.touch(face));
    return button;
  }
}
