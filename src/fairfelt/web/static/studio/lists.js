// Parts of which there are several: packets, decisions, bets, and the rows of a paytable.
import { make, write } from "../dom.js";
import { button, drawPart, keepOpen, objectFields } from "./form.js";
import { beginning, fieldKind, resolve } from "./schema.js";
import { valueAt } from "./draft.js";

/** @import { Place } from "./draft.js" */
/** @import { Schema } from "./schema.js" */
/** @import { Context } from "./form.js" */

const ONE_OF = {
  wagers: "bet", streets: "decision", choices: "choice", packets: "packet", paytables: "paytable", rulings: "ruling", published: "figure",
  strategies: "strategy", tucks: "tuck", rules: "rule", aims: "aim",
};

/** @param {Context} context @param {Schema} schema @param {Place} place @returns {HTMLElement[]} */
export function listField(context, schema, place, name) {
  const members = valueAt(context.draft.shown, place) ?? [];
  const word = ONE_OF[name] ?? "member";
  const list = make("ol", { class: "members" });
  for (let at = 0; at < members.length; at++) list.append(drawMember(context, schema, place, at, word, members.length));
  const add = button(`Add a ${word}`, () => {
    const fresh = beginning(schema.items);
    const names = new Set(members.map((each) => each.name));
    for (let number = 2; fresh.name && names.has(fresh.name); number++) fresh.name = `${beginning(schema.items).name} ${number}`;
    context.open.add(`member ${JSON.stringify([...place, members.length])}`);
    context.draft.set(place, [...members, fresh], true);
  });
  return [list, add];
}

/** @param {Context} context @param {Schema} schema @param {Place} place */
function drawMember(context, schema, place, at, word, count) {
  const here = [...place, at];
  const key = `member ${JSON.stringify(here)}`;
  const value = valueAt(context.draft.shown, here);
  const title = described(value, word, at);
  const item = make("li", { "data-place": JSON.stringify(here) });
  const summary = make("summary", {}, title);
  const part = make("details", { class: "member", "data-key": key }, summary);
  part.addEventListener("input", () => write(summary, described(valueAt(context.draft.shown, here), word, at)));
  part.open = context.open.has(key);
  keepOpen(part, context);
  const items = resolve(schema.items);
  const fill = () => {
    const kind = fieldKind(items);
    part.append(...(kind === "object" ? objectFields(context, items, here) : drawPart(context, items, kind, here, word)));
    part.append(actions(context, place, at, title, count));
  };
  if (part.open) fill();
  part.addEventListener("toggle", () => {
    if (part.open && part.children.length === 1) fill();
  });
  item.append(part);
  return item;
}

/** What a member is, in a line. */
function described(value, word, at) {
  if (value.to) return `${value.size} ${value.size === 1 ? "card" : "cards"} to ${{ own: "each player", dealer: "the dealer", community: "the community" }[value.to[0]]}`;
  if (value.kind && value.name) return `${value.name} (${value.kind})`;
  if (value.pays) return `Paytable ${value.name || "without a name"}`;
  if (value.printed) return `${value.wager} ${value.figure.replaceAll("_", " ")}: ${value.printed}`;
  return value.name || value.under || value.words || `${word.charAt(0).toUpperCase()}${word.slice(1)} ${at + 1}`;
}

/** @param {Context} context @param {Place} place */
function actions(context, place, at, title, count) {
  const move = (by) => context.draft.edit((version) => {
    const list = valueAt(version, place);
    [list[at], list[at + by]] = [list[at + by], list[at]];
  }, "");
  const bar = make("div", { class: "member-actions" });
  if (at > 0) bar.append(button("Move up", () => move(-1), "quiet"));
  if (at < count - 1) bar.append(button("Move down", () => move(1), "quiet"));
  bar.append(button("Copy", () => context.draft.edit((version) => {
    const list = valueAt(version, place);
    const copy = structuredClone(list[at]);
    if (copy.name) copy.name = `${copy.name} copy`;
    list.splice(at + 1, 0, copy);
  }, ""), "quiet"));
  bar.append(button(`Remove ${title}`, () => context.draft.set([...place, at], undefined, true), "quiet"));
  return bar;
}

/** Names with values: the rows of a paytable, lines with their least hands. */
/** @param {Context} context @param {Schema} schema @param {Place} place @returns {HTMLElement[]} */
export function mapField(context, schema, place, name) {
  const values = valueAt(context.draft.shown, place) ?? {};
  const items = resolve(schema.additionalProperties);
  const table = make("div", { class: "rows" });
  const known = place[0] === "wagers" ? (context.rows()[Number(place[1])]?.rows ?? []) : [];
  const inside = !["text", "number"].includes(fieldKind(items));
  Object.entries(values).forEach(([key, value], at) => {
    const where = JSON.stringify([...place, key]);
    const row = make("div", { class: inside ? "row wide" : "row", "data-place": where });
    row.append(keyField(context, place, key, known, at), inside ? inner(context, items, [...place, key]) : valueField(context, place, key, value, items, at));
    row.append(button("✕", () => context.draft.edit((version) => delete valueAt(version, place)[key], ""), "quiet remove"));
    row.lastElementChild?.setAttribute("aria-label", `Remove ${key}`);
    table.append(row);
  });
  const free = known.filter((row) => !(row in values));
  const add = button("Add a row", () => {
    let key = free[0] ?? nextName(values, name);
    if (key in values) key = `${key} 2`;
    context.draft.edit((version) => { valueAt(version, place)[key] = beginning(schema.additionalProperties); }, "");
  });
  return [table, add];
}

function nextName(values, name) {
  const numbers = Object.keys(values).map(Number).filter(Number.isInteger);
  return name === "pays" ? String(numbers.length ? Math.max(...numbers) + 1 : 1) : "new line";
}

/** @param {Context} context @param {Place} place */
function keyField(context, place, key, known, at) {
  const id = `${JSON.stringify(place)} key ${at}`;
  const rename = (next) => context.draft.edit((version) => {
    const parent = valueAt(version, place.slice(0, -1));
    const last = place[place.length - 1];
    if (next === key || next in parent[last]) return;
    parent[last] = Object.fromEntries(Object.entries(parent[last]).map(([old, value]) => [old === key ? next : old, value]));
  }, "");
  if (known.length) {
    const select = /** @type {HTMLSelectElement} */ (make("select", { id, "aria-label": "Row" }));
    for (const each of known.includes(key) ? known : [key, ...known]) select.append(new Option(each, each, false, each === key));
    select.addEventListener("change", () => rename(select.value));
    return select;
  }
  const field = /** @type {HTMLInputElement} */ (make("input", { id, "aria-label": "Row" }));
  field.value = key;
  field.addEventListener("change", () => rename(field.value.trim()));
  return field;
}

/** @param {Context} context @param {Place} place @param {Schema} items */
function valueField(context, place, key, value, items, at) {
  const numeric = items.type === "integer";
  const field = /** @type {HTMLInputElement} */ (make("input", { id: `${JSON.stringify(place)} value ${at}`, "aria-label": `${key}`, inputmode: numeric ? "numeric" : "text", autocomplete: "off" }));
  field.value = value;
  field.addEventListener("input", () => context.draft.set([...place, key], numeric ? Number(field.value) : field.value));
  return field;
}

/** @param {Context} context @param {Schema} items @param {Place} place */
function inner(context, items, place) {
  const kind = fieldKind(items);
  return make("div", { class: "inner" }, ...(kind === "object" ? objectFields(context, items, place) : drawPart(context, items, kind, place, "value")));
}
