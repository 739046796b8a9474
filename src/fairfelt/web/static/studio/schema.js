// Reads the JSON Schema of a game: what a field takes, what it is called, and what a new part begins with.

/** @typedef {Record<string, any>} Schema */

/** @type {Schema} */
let whole = {};

export async function loadSchema() {
  whole = await (await fetch("/studio/schema.json")).json();
}

/** A part by its name. @returns {Schema} */
export const partOf = (name) => whole.$defs[name];

/** What a schema says, references followed; `nullable` where nothing may stand there, `part` for the part it names. */
/** @param {Schema} schema @returns {Schema} */
export function resolve(schema) {
  if (schema.$ref) {
    const part = schema.$ref.split("/").pop();
    return { ...resolve(whole.$defs[part]), part, ...without(schema, "$ref") };
  }
  const shapes = schema.anyOf ?? [];
  if (shapes.length === 2 && shapes[1].type === "null") {
    return { ...resolve(shapes[0]), nullable: true, ...without(schema, "anyOf") };
  }
  return schema;
}

/** @param {Schema} schema @param {string} name */
function without(schema, name) {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));
}

/** Which kind of field serves a schema. @param {Schema} schema */
export function fieldKind(schema) {
  if (schema.anyOf) return "kinds";
  if (schema.enum) return "choice";
  if (schema.type === "array") {
    const items = resolve(schema.items);
    if (items.enum && items.enum.length <= 3) return "places";
    if (items.type === "integer") return "numbers";
    return items.type === "object" ? "list" : "lines";
  }
  if (schema.type === "object") return schema.properties ? "object" : schema.additionalProperties ? "map" : "json";
  return { boolean: "tick", integer: "number" }[schema.type] ?? "text";
}

/** The names and shapes of a part that is one of several kinds. @param {Schema} schema */
export function kindsOf(schema) {
  const plain = schema.anyOf.filter((shape) => shape.enum).flatMap((shape) => shape.enum);
  const shapes = schema.anyOf.filter((shape) => shape.type === "object");
  const named = shapes.map((shape) => [shape.properties.kind?.const ?? "of your own", shape]);
  return { plain, shapes: new Map(/** @type {[string, Schema][]} */ (named)) };
}

const BEGINNINGS = {
  Packet: { size: 1, to: ["own"] },
  Street: { name: "Decision", choices: [{ name: "fold", folds: true }, { name: "check" }] },
  Choice: { name: "check" },
  Wager: { name: "Side bet", kind: "side", settle: "by_line", ranking: "poker", paytables: [{ name: "1", pays: {} }] },
  Paytable: { name: "1", pays: {} },
  Qualify: { words: "a pair", least: "2c 2d 5h 4s 3c" },
  Showdown: { ranking: "poker" },
  Deal: { packets: [{ size: 5, to: ["own"] }, { size: 5, to: ["dealer"] }] },
  Course: { kind: "war" },
  Published: { wager: "Round", figure: "house_edge", printed: "1.00%", source: "the designer" },
  Ruling: { name: "ruling", question: "What if…?", reading: "Then…" },
};

/** What a new part begins with. @param {Schema} given @returns {any} */
export function beginning(given) {
  const schema = resolve(given);
  if (schema.part in BEGINNINGS) return structuredClone(BEGINNINGS[schema.part]);
  if (schema.default !== undefined && fieldKind(schema) !== "map") return structuredClone(schema.default);
  switch (fieldKind(schema)) {
    case "kinds": {
      const { plain, shapes } = kindsOf(schema);
      return plain[0] ?? newKind([...shapes][0]);
    }
    case "choice":
      return schema.enum[0];
    case "places":
      return [resolve(schema.items).enum[0]];
    case "list":
    case "lines":
    case "numbers":
      return [];
    case "object":
      return Object.fromEntries(schema.required.map((name) => [name, beginning(schema.properties[name])]));
    case "map":
      return {};
    case "tick":
      return false;
    case "number":
      return Math.max(schema.minimum ?? 0, 1);
  }
  return schema.part === "Pay" ? "1 to 1" : "";
}

/** A new part of one of several kinds. @param {[string, Schema]} named */
export function newKind([kind, shape]) {
  const fields = shape.required.filter((name) => name !== "kind").map((name) => [name, beginning(shape.properties[name])]);
  return Object.fromEntries(shape.properties.kind ? [["kind", kind], ...fields] : fields);
}

const LABELS = {
  settle: "Settled by", ranking: "Hand ranking", on: "Cards it reads", against: "Against which cards", first: "First cards only",
  survives_fold: "Outlives a fold", alone: "May be bet alone", paytables: "Paytables, the first in play", kind: "Kind",
  least: "Least hand, as cards", copies: "Equal hands are", qualify: "Dealer qualifies with", shared: "Cards both sides use",
  community: "Shared cards turned over before", dealer: "Dealer’s cards turned over before", unless_bet: "Skipped after the bet",
  holding: "Only with at least", times: "Times the first bet", takes_back: "Takes back the bet", bet: "Makes the bet", folds: "Folds",
  to: "Goes to", burn: "Burned before", take: "Cards used of it", size: "Cards", or_more: "More pays like the highest",
  names: "Rows called otherwise", pays: "Pays", preset: "Meter to begin with", copies_: "Decks", opens: "A player opens with",
  decks: "Other numbers of decks", headlines: "Rules on the felt", summary: "What the player tries to do", others: "Versions",
  words: "In words", of: "Cut out of", floors: "Lines, each with its least hand", choose: "Rule", printed: "Printed figure",
};

/** A field as people call it. @param {string} name */
export function labelOf(name) {
  const words = LABELS[name] ?? name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of the language in words: "by_line" is "by line". */
export const wordsOf = (value) => String(value).replaceAll("_", " ");
