// Basic strategy as a table of letters: a row for each total or pair, a column for each of the dealer's cards.
import { capital, make } from "../dom.js";
import { _ } from "../words.js";

/** @import { Card, Chart, PracticeState } from "../types.js" */

const LETTERS = { hit: "H", stand: "S", double: "D", split: "P", surrender: "R", "double free": "D", "split free": "P" };
const ACE = 1;
const TEN = 10;
const FEWEST_SOFT = 12;
const kinds = { hard: (total) => total, soft: (total) => (Number(total) === FEWEST_SOFT ? "AA" : `A${Number(total) - FEWEST_SOFT + 1}`), pairs: (card) => name(card) + name(card) };
const name = (card) => ({ [ACE]: "A", [TEN]: "T" })[card] ?? `${card}`;
const points = (/** @type {Card} */ { face }) => ({ A: ACE, T: TEN, J: TEN, Q: TEN, K: TEN })[face[0]] ?? Number(face[0]);

/** The row and the column of the decision that is to be made. @param {PracticeState} state */
export function placeOf({ phase, seats, dealer, choices }) {
  const hands = seats.find((seat) => seat.you)?.hands ?? [];
  const cards = (hands.find((hand) => hand.active) ?? hands[0])?.cards ?? [];
  const [up] = dealer.hands[0]?.cards ?? [];
  if (phase !== "deciding" || !up || cards.length < 2) return undefined;
  const counted = cards.map(points);
  const hard = counted.reduce((sum, card) => sum + card, 0);
  const soft = counted.includes(ACE) && hard + TEN <= 21;
  const isPair = cards.length === 2 && choices.some((choice) => choice.name.startsWith("split"));
  const column = { column: points(up), more: cards.length > 2 };
  if (isPair) return { kind: "pairs", row: counted[0], ...column };
  return { kind: soft ? "soft" : "hard", row: soft ? hard + TEN : hard, ...column };
}

/** @param {Chart} chart @param {ReturnType<typeof placeOf>} [now] */
export function drawChart(chart, now) {
  const head = make("tr", {}, make("td"), ...chart.dealer.map((card) => make("th", { scope: "col", class: card === now?.column ? "now" : "" }, name(card))));
  const titles = { hard: _("Hard"), soft: _("Soft"), pairs: _("Pairs") };
  const used = new Set();
  const sections = Object.keys(kinds).map((kind) => section(chart, kind, titles[kind], now, used));
  const table = make("table", { class: "chart few" }, make("caption", { class: "visually-hidden" }, _("Basic strategy: your hand by row, the dealer’s card by column")), make("thead", {}, head), ...sections);
  const legend = make("p", { class: "legend" }, ...[...used].map((action) => make("span", {}, make("b", { class: `cell c-${LETTERS[action]}`, "aria-hidden": "true" }, LETTERS[action]), ` ${capital(_(action))}`)));
  return [table, legend];
}

function section(chart, kind, title, now, used) {
  const rows = merged(Object.entries(chart[kind]).filter(([, cells]) => cells.length));
  const body = make("tbody", {}, make("tr", {}, make("th", { class: "kind", colspan: chart.dealer.length + 1, scope: "rowgroup" }, title)));
  for (const [keys, cells] of rows) {
    const isRow = now?.kind === kind && keys.includes(`${now?.row}`);
    const label = [...new Set([keys[0], keys[keys.length - 1]])].map(kinds[kind]).join("–");
    const row = make("tr", {}, make("th", { scope: "row", class: isRow ? "now" : "" }, label));
    cells.forEach(([two, more], at) => row.append(cell(two, more, isRow && chart.dealer[at] === now?.column ? now : undefined, used)));
    body.append(row);
  }
  return body;
}

// Neighboring rows that say one and the same throughout are one row.
function merged(rows) {
  /** @type {[string[], string[][]][]} */
  const found = [];
  for (const [key, cells] of rows) {
    const last = found[found.length - 1];
    const same = cells.every((cell) => `${cell}` === `${cells[0]}`);
    if (last && same && `${last[1]}` === `${cells}`) last[0].push(key);
    else found.push([[key], cells]);
  }
  return found;
}

function cell(two, more, now, used) {
  used.add(two);
  used.add(more);
  const made = now?.more ? more : two;
  const other = more === two || more === "hit" ? [] : [make("small", {}, LETTERS[more].toLowerCase())];
  const words = two === more ? capital(_(two)) : _("{first}; with more than two cards {second}", { first: capital(_(two)), second: _(more) });
  const inside = now?.more ? [LETTERS[made]] : [LETTERS[two], ...other];
  const found = make("td", { class: `cell c-${LETTERS[made]}${now ? " now" : ""}`, title: words }, make("span", { "aria-hidden": "true" }, ...inside), make("span", { class: "visually-hidden" }, words));
  if (now) found.setAttribute("aria-current", "true");
  return found;
}
