// What is called by its name: a hand, who wins, whether the dealer qualifies. A touch, or its number, calls it.
import { byId, capital, findAll, make } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { SchoolState } from "../../types.js" */

/** What is called now: the line of a hand or of the announcement, and whether the dealer qualifies. */
export const called = { line: /** @type {number | null} */ (null), qualifies: /** @type {boolean | null} */ (null) };

/** @param {SchoolState} state @param {() => void} changed */
export function drawStrip(state, changed) {
  called.line = called.qualifies = null;
  const strip = byId("strip");
  const groups = groupsOf(state);
  strip.hidden = groups.length === 0;
  strip.replaceChildren(...groups.map((group) => groupElement(group, changed)));
  byId("strip-row").hidden = strip.hidden && byId("misdeal").hidden;
}

/** @typedef {{ title: string, key: "line" | "qualifies", choices: [value: number | boolean, words: string][] }} Group */

/** @param {SchoolState} state @returns {Group[]} */
function groupsOf(state) {
  const { stage, announcing, qualifying, lines, seats, settling_seat, drill } = state;
  if (stage === "reading") {
    /** @type {Group[]} */
    const groups = [{ title: announcing?.of_winner ? _("Who wins?") : _("What do you hold?"), key: "line", choices: once(announcing?.options ?? []) }];
    if (qualifying) groups.push({ title: _("Do you qualify ({hand} or better)?", { hand: qualifying }), key: "qualifies", choices: [[true, _("Yes")], [false, _("No")]] });
    return groups;
  }
  const seat = seats.find(({ number }) => number === settling_seat);
  const isAsked = stage === "settling" || drill?.kind === "call";
  if (!isAsked || !seat || seat.folded || seat.foul || !lines.length) return [];
  return [{ title: _("Call seat {seat}", { seat: seat.number }), key: "line", choices: once(lines) }];
}

/** Names that are not the same, each with its place in the list. @param {string[]} names @returns {[number, string][]} */
function once(names) {
  return names.map((name, at) => /** @type {[number, string]} */ ([at, name])).filter(([at, name]) => names.indexOf(name) === at);
}

/** @param {Group} group @param {() => void} changed */
function groupElement({ title, key, choices }, changed) {
  const buttons = choices.map(([value, words], at) => {
    const sign = key === "line" && at < 9 ? [make("kbd", { "aria-hidden": "true" }, `${at + 1}`)] : [];
    const button = make("button", { type: "button", class: "call", "aria-pressed": "false", "data-call-of": key }, capital(words), ...sign);
    button.addEventListener("click", () => {
      Object.assign(called, { [key]: value });
      for (const other of findAll(byId("strip"), `[data-call-of="${key}"]`)) other.setAttribute("aria-pressed", String(other === button));
      changed();
    });
    return button;
  });
  return make("div", { class: "strip-group", role: "group", "aria-label": title }, make("span", { class: "strip-title", "aria-hidden": "true" }, title), ...buttons);
}

/** Calls what a number key stands for; whether there was something. */
export function callByKey(key) {
  const button = /^[1-9]$/.test(key) ? findAll(byId("strip"), '[data-call-of="line"]')[Number(key) - 1] : undefined;
  button?.click();
  return Boolean(button);
}
