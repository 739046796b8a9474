// The game that is composed: one JSON value, every state of which can be gone back to and is kept by the browser.

/** @typedef {(string | number)[]} Place */

const KEPT_UNDER = "fairfelt studio";
const MOST_STATES = 200;
const SAME_EDIT_MS = 900;

/** The value at a place, or undefined. @param {any} value @param {Place} place */
export function valueAt(value, place) {
  for (const step of place) value = value?.[step];
  return value;
}

/** The game, its past and its future. */
export class Draft {
  constructor(changed) {
    this.changed = changed;
    this.game = null;
    this.version = 0;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    this.last = { key: "", when: 0 };
  }

  /** The version that is shown. */
  get shown() {
    return this.version ? this.game.others[this.version - 1] : this.game;
  }

  /** Begins anew with a game. What was there can be gone back to. */
  open(game) {
    if (this.game) this.remember("");
    this.game = game;
    this.version = 0;
    this.settle(true);
  }

  /** Changes the version that is shown. @param {(version: any) => void} change @param {string} key */
  edit(change, key, structural = true) {
    this.remember(key);
    change(this.shown);
    this.settle(structural);
  }

  /** Puts a value at a place; undefined takes the field away. @param {Place} place */
  set(place, value, structural = false) {
    this.edit((version) => {
      const parent = valueAt(version, place.slice(0, -1));
      const last = place[place.length - 1];
      if (value !== undefined) parent[last] = value;
      else if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
    }, structural ? "" : JSON.stringify(place), structural);
  }

  /** What is typed into one field without a pause is one step back. */
  remember(key) {
    const now = Date.now();
    const same = key && key === this.last.key && now - this.last.when < SAME_EDIT_MS;
    this.last = { key, when: now };
    if (same) return;
    this.past.push(JSON.stringify([this.version, this.game]));
    if (this.past.length > MOST_STATES) this.past.shift();
    this.future = [];
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  step(from, to) {
    const state = from.pop();
    if (state === undefined) return;
    to.push(JSON.stringify([this.version, this.game]));
    [this.version, this.game] = JSON.parse(state);
    this.last = { key: "", when: 0 };
    this.settle(true);
  }

  settle(structural) {
    try {
      localStorage.setItem(KEPT_UNDER, JSON.stringify({ version: this.version, game: this.game }));
    } catch {
      // A browser that keeps nothing still composes.
    }
    this.changed(structural);
  }

  /** What the browser has kept of an earlier visit, if anything. */
  static kept() {
    try {
      return JSON.parse(localStorage.getItem(KEPT_UNDER) ?? "null");
    } catch {
      return null;
    }
  }
}
