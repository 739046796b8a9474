// Fields without parts: text, numbers, ticks, choices, cards on the table, lines of words.
import { make } from "../dom.js";
import { resolve, wordsOf } from "./schema.js";
import { valueAt } from "./draft.js";
import { renameWager, nameChoice } from "./names.js";

/** @import { Place } from "./draft.js" */
/** @import { Schema } from "./schema.js" */
/** @import { Context } from "./form.js" */

const LONG = new Set(["summary", "question", "reading", "because"]);
const BETS = new Set(["bet", "takes_back", "unless_bet", "under", "wager"]);
const PLACES = { own: "player’s", dealer: "dealer’s", community: "community" };

/** @param {Context} context @param {Schema} schema @param {string} kind @param {Place} place @param {string} label @returns {HTMLElement[]} */
export function simpleField(context, schema, kind, place, label) {
  const id = JSON.stringify(place);
  const help = schema.description && !schema.description.startsWith(label) ? [make("small", { class: "help", id: `${id} help` }, schema.description)] : [];
  const described = help.length ? { "aria-describedby": `${id} help` } : {};
  const value = valueAt(context.draft.shown, place) ?? schema.default;
  const say = (said, structural = false) => context.draft.set(place, isDefault(schema, said) ? undefined : said, structural);
  switch (kind) {
    case "tick":
      return [make("label", { class: "tick" }, tick(id, described, Boolean(value), say), ` ${label}`), ...help];
    case "places":
      return [cardPlaces(schema, value ?? [], label, say), ...help];
    case "choice":
      return [named(label, id, choice(schema, id, described, value, say)), ...help];
    case "number":
      return [named(label, id, number(schema, id, described, value, say)), ...help];
  }
  return [named(label, id, text(context, kind, place, id, described, value, say)), ...help];
}

function isDefault(schema, said) {
  if (schema.nullable && (said === "" || said === undefined)) return true;
  return schema.default !== undefined && JSON.stringify(said) === JSON.stringify(schema.default);
}

function named(label, id, field) {
  return make("label", { for: id }, make("span", {}, label), field);
}

function tick(id, described, value, say) {
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", id, ...described }));
  field.checked = value;
  field.addEventListener("change", () => say(field.checked));
  return field;
}

function choice(schema, id, described, value, say) {
  const field = /** @type {HTMLSelectElement} */ (make("select", { id, ...described }));
  if (schema.nullable) field.append(new Option("none", "", false, value === undefined || value === null));
  for (const each of schema.enum) field.append(new Option(wordsOf(each), each, false, each === value));
  field.addEventListener("change", () => say(field.value, true));
  return field;
}

function number(schema, id, described, value, say) {
  const bounds = { min: schema.minimum ?? 0, max: schema.maximum ?? "" };
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "number", inputmode: "numeric", id, ...bounds, ...described }));
  field.value = value ?? "";
  field.addEventListener("input", () => {
    if (field.value === "") say(undefined);
    else if (Number.isInteger(Number(field.value))) say(Number(field.value));
  });
  return field;
}

/** @param {Context} context @param {Place} place */
function text(context, kind, place, id, described, value, say) {
  const name = String(place[place.length - 1]);
  const many = kind === "lines" || LONG.has(name);
  const field = /** @type {HTMLInputElement} */ (make(many ? "textarea" : "input", { id, ...described, autocomplete: "off", spellcheck: many ? "true" : "false" }));
  if (many) field.setAttribute("rows", kind === "lines" ? String(Math.max(2, (value ?? []).length + 1)) : "3");
  if (kind === "lines") field.value = (value ?? []).join("\n");
  else if (kind === "numbers") field.value = (value ?? []).join(", ");
  else field.value = value ?? "";
  if (BETS.has(name)) field.setAttribute("list", "wagers");
  if (isWagerName(place)) {
    field.addEventListener("change", () => renameWager(context.draft, place, field.value));
    return field;
  }
  field.addEventListener("input", () => say(read(kind, field.value)));
  if (name === "bet" || name === "times") field.addEventListener("change", () => nameChoice(context.draft, place));
  return field;
}

function isWagerName(place) {
  return place.length === 3 && place[0] === "wagers" && place[2] === "name";
}

function read(kind, words) {
  if (kind === "lines") return words.split("\n").map((line) => line.trim()).filter(Boolean);
  if (kind === "numbers") return words.split(/[,\s]+/).filter(Boolean).map(Number);
  return words.replaceAll(/\s*\n\s*/g, " ");
}

function cardPlaces(schema, value, label, say) {
  const group = make("fieldset", { class: "ticks" }, make("legend", {}, label));
  for (const each of resolve(schema.items).enum) {
    const field = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", value: each }));
    field.checked = value.includes(each);
    field.addEventListener("change", () => {
      const ticked = [...group.querySelectorAll("input:checked")].map((one) => /** @type {HTMLInputElement} */ (one).value);
      say(ticked.length ? ticked : undefined);
    });
    group.append(make("label", { class: "tick" }, field, ` ${PLACES[each] ?? wordsOf(each)}`));
  }
  return group;
}
