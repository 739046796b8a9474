// The coach: what each choice is worth before it is made, and what a mistake has cost.
import { byId, capital, make } from "../dom.js";
import { cardElement } from "./cards.js";
import { drawChart, placeOf } from "./chart.js";
import { _ } from "../words.js";

/** @import { ChoiceValue, Decision, PracticeState, Way } from "../types.js" */

const MOST_LISTED = 6;
/** Ways to set this round's hand, by the name of the choice: names count cards in the order of the deal, which nobody sees. @type {Map<string, Way>} */
const ways = new Map();
const paragraph = (words) => make("p", {}, words);

/** @param {HTMLElement} panel @param {PracticeState} state @param {{ mode: string, decisions: number }} table */
export function drawCoach(panel, state, { mode, decisions }) {
  if (state.phase === "betting") ways.clear();
  for (const way of state.setting?.ways ?? []) ways.set(way.choice, way);
  panel.replaceChildren(...advice(state, mode, decisions));
}

/** @param {PracticeState} state @param {number} decisions how many the game has */
function advice(state, mode, decisions) {
  const { coach } = state;
  if (mode === "off") return [make("p", { class: "small" }, _("The coach is off: turn it on in the table settings."))];
  if (!decisions) return [paragraph(_("There is nothing to decide in this game once the bets are down."))];
  const content = state.decisions.map(verdict);
  if (coach.state === "none") return [paragraph(coach.why), ...content];
  if (coach.state === "ready") return [...content, ...ready(state, mode)];
  const words = coach.seconds
    ? _("Calculating every deal, {seconds} s so far: until then the coach cannot help.", { seconds: coach.seconds })
    : _("Calculating every deal: until then the coach cannot help.");
  return [make("p", { class: "waiting" }, make("span", { class: "spinner", "aria-hidden": "true" }), words), ...content];
}

/** @param {PracticeState} state */
function ready({ coach, phase, street, decisions }, mode) {
  if (coach.values.length && mode === "before")
    return [make("p", { class: "small" }, _("{street}: the exact value of each choice, in units.", { street })), values(coach.values)];
  if (coach.values.length) return [paragraph(_("Your choice; the coach comments afterwards."))];
  if (phase === "betting") return [paragraph(_("Place your bets. When you have to decide, the exact value of every choice is here."))];
  return decisions.length ? [] : [paragraph(_("There was nothing for you to decide."))];
}

/** @param {ChoiceValue[]} rows */
function values(rows) {
  const worth = rows.map((row) => Number(row.value));
  const most = rows.find((row) => row.best)?.exact;
  const [low, high] = [Math.min(...worth, -1), Math.max(...worth, 0)];
  const items = rows.map((row, at) => {
    const bar = make("i");
    bar.style.width = `${Math.max(2, (100 * (worth[at] - low)) / (high - low))}%`;
    const isBest = row.exact === most;
    const note = isBest ? _("best") : _("costs {cost}", { cost: row.cost });
    return make("li", { class: isBest ? "best" : "", title: _("exactly {value}", { value: row.exact }) },
      make("span", {}, ...choiceLabel(row.choice), ` · ${note}`), make("b", {}, `${row.value}${isBest ? " ★" : ""}`),
      make("span", { class: "value-bar", "aria-hidden": "true" }, bar));
  });
  if (items.length <= MOST_LISTED) return make("ul", { class: "values" }, ...items);
  const best = [...items.keys()].sort((one, other) => worth[other] - worth[one]).slice(0, MOST_LISTED);
  return make("ul", { class: "values" }, ...best.map((at) => items[at]));
}

// A hand that is set shows the cards of its smaller parts, and what every part makes.
function choiceLabel(choice) {
  const way = ways.get(choice);
  if (!way) return [capital(_(choice))];
  const largest = Math.max(...way.parts.map((faces) => faces.length));
  const cards = way.parts.filter((faces) => faces.length < largest).map((faces) => make("span", { class: "mini-cards", "aria-hidden": "true" }, ...faces.map((face) => cardElement(face, ""))));
  return [...cards, ` ${inWords(choice)}`];
}

/** @param {string} choice */
function inWords(choice) {
  const way = ways.get(choice);
  const name = capital(_(choice));
  if (!way) return name;
  const words = way.words.filter(Boolean).join(" · ");
  return way.named ? `${name}: ${words}` : capital(words);
}

/** @param {Decision} decision */
function verdict({ street, choice: made, best: better, cost, mistake }) {
  const [choice, best] = [inWords(made), inWords(better)];
  if (cost === null) return make("p", { class: "small" }, _("{street}: {choice}. Not scored.", { street, choice }));
  const words = mistake
    ? _("{street}: “{choice}” costs {cost} units. “{best}” was better.", { street, choice, cost, best })
    : _("{street}: “{choice}” was the best choice.", { street, choice });
  return make("p", { class: `verdict ${mistake ? "bad" : "good"}` }, words);
}

/** @param {HTMLElement} panel @param {PracticeState} state */
export function drawStrategy(panel, state) {
  const { strategy, strategy_cost: cost, coach } = state;
  const now = placeOf(state);
  byId("chart-now").replaceChildren(...(coach.chart && now ? [capital(state.street)] : []));
  const price = cost && (coach.chart || strategy?.length) ? [make("p", { class: "small" }, cost === "0" ? _("This is perfect play.") : _("Costs {cost} of a bet against perfect play.", { cost }))] : [];
  if (coach.chart) return panel.replaceChildren(...drawChart(coach.chart, now), ...price);
  if (!strategy) return panel.replaceChildren(paragraph(_("Not ready yet: it comes with the coach.")));
  if (!strategy.length)
    return panel.replaceChildren(paragraph(_("No strategy short enough to remember is known for this game. The coach knows every hand.")));
  panel.replaceChildren(...strategy.map((rule) => make("p", {}, make("strong", {}, `${rule.street}: `), `${rule.words}.`)), ...price);
}
