// The form of a game, made from its schema: a field for everything that can be said, the usual ones visible.
import { make } from "../dom.js";
import { beginning, fieldKind, kindsOf, labelOf, newKind, partOf, resolve, wordsOf } from "./schema.js";
import { listField, mapField } from "./lists.js";
import { simpleField } from "./fields.js";
import { valueAt } from "./draft.js";

/** @import { Place } from "./draft.js" */
/** @import { Schema } from "./schema.js" */
/** @typedef {{ draft: import("./draft.js").Draft, open: Set<string>, rows: () => { rows: string[], lines: string[] }[] }} Context */

const SECTIONS = [
  ["Game", ["name", "summary", "headlines", "variant"]],
  ["Deck", ["deck", "decks"]],
  ["Deal", ["deal"]],
  ["Course of play", ["course"]],
  ["Showdown", ["showdown"]],
  ["Decisions", ["streets"]],
  ["Bets", ["opens", "wagers"]],
  ["Rulings", ["rulings"]],
  ["At the table", ["procedure", "advice"]],
  ["Figures and strategies", ["published", "strategies", "approvals"]],
];
const OPEN_AT_FIRST = new Set(["Game", "Deal", "Bets"]);
const LEAVES_OUT = { Wager: [], Street: ["unless_bet"] };

/** All sections of the version that is shown. @param {Context} context */
export function drawForm(context) {
  const game = partOf("Version");
  const shown = context.draft.shown;
  return SECTIONS.filter(([title]) => isUsed(String(title), shown)).map(([title, names]) => {
    const key = `section ${title}`;
    const section = make("details", { class: "section", "data-key": key }, make("summary", {}, make("h2", {}, title)));
    section.open = context.open.has(key) || (!context.open.has(`${key} closed`) && OPEN_AT_FIRST.has(String(title)));
    keepOpen(section, context);
    if (names.length === 1) section.classList.add("single");
    for (const name of names) {
      section.append(drawField(context, game.properties[name], [name], name, game.required.includes(name)));
    }
    return section;
  });
}

/** A course deals and decides by itself; without one there is nothing to say of it but that it could be. */
function isUsed(title, game) {
  return game.course ? !["Deal", "Showdown", "Decisions"].includes(title) : true;
}

/** Remembers whether a part is folded out while the form is drawn anew. @param {HTMLDetailsElement} part @param {Context} context */
export function keepOpen(part, context) {
  const key = String(part.dataset.key);
  part.addEventListener("toggle", () => {
    context.open[part.open ? "add" : "delete"](key);
    context.open[part.open ? "delete" : "add"](`${key} closed`);
  });
}

/** One field with its name, its help and, where it may be left out, the way to leave it out. */
/** @param {Context} context @param {Schema} given @param {Place} place @param {string} name @param {boolean} required */
export function drawField(context, given, place, name, required) {
  const schema = resolve(given);
  const kind = fieldKind(schema);
  const value = valueAt(context.draft.shown, place);
  const box = make("div", { class: `field kind-${kind}`, "data-place": JSON.stringify(place) });
  if (["text", "number", "tick", "choice", "places", "numbers", "lines"].includes(kind) && !(schema.nullable && kind === "places")) {
    box.append(...simpleField(context, schema, kind, place, labelOf(name)));
    return box;
  }
  const missing = value === undefined || value === null;
  const group = make("fieldset", {}, make("legend", {}, labelOf(name)));
  if (isHelp(schema, name) && kind !== "list") group.append(make("p", { class: "help" }, schema.description));
  if (missing && !required && kind !== "list") {
    group.append(button(`Add ${labelOf(name).toLowerCase()}`, () => context.draft.set(place, beginning(given), true)));
  } else {
    group.append(...drawPart(context, schema, kind, place, name));
    if (!required && kind !== "list") group.append(button(`Remove ${labelOf(name).toLowerCase()}`, () => context.draft.set(place, undefined, true), "quiet"));
  }
  box.append(group);
  return box;
}

/** Whether what is said of a field says more than its name. */
export function isHelp(schema, name) {
  return Boolean(schema.description) && !schema.description.toLowerCase().startsWith(labelOf(name).toLowerCase());
}

/** What stands in a field that has parts. @param {Context} context @param {Schema} schema @param {Place} place @returns {HTMLElement[]} */
export function drawPart(context, schema, kind, place, name) {
  if (kind === "list") return listField(context, schema, place, name);
  if (kind === "map") return mapField(context, schema, place, name);
  if (kind === "kinds") return kindField(context, schema, place, name);
  if (kind === "json") return [jsonField(context, place, name)];
  if (kind === "places") return simpleField(context, schema, kind, place, labelOf(name));
  return objectFields(context, schema, place);
}

/** The fields of a part: those that are said or have to be, the others folded away. */
/** @param {Context} context @param {Schema} schema @param {Place} place @returns {HTMLElement[]} */
export function objectFields(context, schema, place) {
  const value = valueAt(context.draft.shown, place) ?? {};
  const names = Object.keys(schema.properties).filter((name) => name !== "kind" || schema.part === "Wager");
  const hidden = LEAVES_OUT[schema.part] ?? [];
  const first = names.filter((name) => (schema.required.includes(name) || name in value || isUsual(schema, name)) && !(hidden.includes(name) && !(name in value)));
  const rest = names.filter((name) => !first.includes(name));
  const draw = (name) => drawField(context, schema.properties[name], [...place, name], name, schema.required.includes(name));
  const drawn = first.map(draw);
  if (!rest.length) return drawn;
  const key = `more ${JSON.stringify(place)}`;
  const more = make("details", { class: "more", "data-key": key }, make("summary", {}, "More"));
  more.open = context.open.has(key);
  if (more.open) more.append(...rest.map(draw));
  more.addEventListener("toggle", () => {
    if (more.open && more.children.length === 1) more.append(...rest.map(draw));
  });
  keepOpen(more, context);
  return [...drawn, more];
}

/** Fields that one looks for at once, though they may be left out. */
function isUsual(schema, name) {
  const usual = { Wager: ["paytables", "ranking"], Deck: ["copies", "jokers"], Choice: ["bet", "times", "folds"], Street: ["community"], Deal: ["packets"] };
  return (usual[schema.part] ?? []).includes(name);
}

/** A part that is one of several kinds: which, and what is said of it. */
/** @param {Context} context @param {Schema} schema @param {Place} place @returns {HTMLElement[]} */
function kindField(context, schema, place, name) {
  const { plain, shapes } = kindsOf(schema);
  const value = valueAt(context.draft.shown, place);
  const now = typeof value === "string" ? value : (value?.kind ?? "of your own");
  const select = make("select", { id: JSON.stringify(place), "aria-label": labelOf(name) });
  for (const each of [...plain, ...shapes.keys()]) select.append(new Option(wordsOf(each), each, false, each === now));
  select.addEventListener("change", () => {
    const shape = shapes.get(select.value);
    context.draft.set(place, shape ? newKind([select.value, shape]) : select.value, true);
  });
  const shape = typeof value === "object" ? shapes.get(now) : undefined;
  return shape ? [select, ...objectFields(context, resolve(shape), place)] : [select];
}

/** A part that is written as JSON: what another reading changes. @param {Context} context @param {Place} place */
function jsonField(context, place, name) {
  const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: JSON.stringify(place), rows: "4", spellcheck: "false", class: "json", "aria-label": `${labelOf(name)}, as JSON` }));
  field.value = JSON.stringify(valueAt(context.draft.shown, place), null, 1);
  field.addEventListener("input", () => {
    try {
      context.draft.set(place, JSON.parse(field.value));
      field.removeAttribute("aria-invalid");
    } catch {
      field.setAttribute("aria-invalid", "true");
    }
  });
  return field;
}

export function button(words, act, style = "") {
  const made = make("button", { type: "button", class: style }, words);
  made.addEventListener("click", act);
  return made;
}
