// The session: bankroll, the curve of results beside the expected one, and mistakes by kind.
import { byId, capital, make, makeSvg, write } from "../dom.js";
import { _, ngettext } from "../words.js";

/** @import { PracticeState } from "../types.js" */

const [WIDE, HIGH, MARGIN] = [300, 90, 6];

/** @param {PracticeState} state @param {number} decisions how many the game has */
export function drawSession({ tally, others, players }, decisions) {
  write(byId("bankroll"), tally.bankroll);
  byId("bankroll").dataset.result = tally.net.startsWith("-") ? "loses" : tally.net.startsWith("+") ? "wins" : "";
  drawCurve(tally);
  const rows = [[_("Rounds"), tally.rounds], [_("Total action"), tally.staked], [_("Net result"), tally.net]];
  if (tally.counted) {
    rows.push([_("Expected result"), `${tally.expected} (± ${tally.deviation})`]);
    if (tally.counted < tally.rounds) rows.push([_("Net result of the {count} rounds scored", { count: tally.counted }), tally.counted_net]);
    rows.push([_("Mistakes"), _("{mistakes} of {count} choices", { mistakes: tally.mistakes, count: tally.decisions })], [_("Cost of mistakes"), tally.cost]);
  }
  if (tally.caught) rows.push([_("Stopped before a mistake"), ngettext("{count} time", "{count} times", tally.caught)]);
  if (players > 1 && decisions) rows.push([_("Other players"), others === "exact" ? _("play the best strategy") : _("stay in with the smallest bet")]);
  byId("session").replaceChildren(...rows.map(([what, value]) => make("div", {}, make("dt", {}, what), make("dd", {}, `${value}`))));
  byId("start-over").hidden = !tally.rounds;
  drawMistakes(tally.kinds);
}

/** @param {Record<string, any>} tally */
function drawCurve({ points, counted, rounds, expected, deviation }) {
  const curve = byId("curve");
  curve.toggleAttribute("hidden", points.length < 2);
  write(byId("curve-words"), rounds && counted ? ngettext("Expected {expected} ± ${deviation} after {count} round (dashed).", "Expected {expected} ± ${deviation} after {count} rounds (dashed).", counted, { expected, deviation }) : "");
  if (points.length < 2) return;
  const all = [[0, 0], ...points];
  const values = all.flat();
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at) => (WIDE * at) / (all.length - 1);
  const y = (value) => MARGIN + ((HIGH - 2 * MARGIN) * (high - value)) / (high - low || 1);
  const line = (which) => all.map((point, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(point[which]).toFixed(1)}`).join("");
  curve.replaceChildren(
    makeSvg("path", { class: "zero", d: `M0 ${y(0).toFixed(1)}H${WIDE}` }),
    makeSvg("path", { class: "expected", d: line(1) }),
    makeSvg("path", { class: "actual", d: line(0) }),
  );
}

function drawMistakes(kinds) {
  byId("mistakes").hidden = !kinds.length;
  byId("kinds").replaceChildren(
    ...kinds.map(({ street, choice, best, count, cost }) =>
      make("li", {}, make("span", {}, _("{street}: {choice} instead of {best}", { street, choice, best })), make("b", {}, `${count}×`), make("span", { class: "small" }, capital(`cost ${cost} units`))),
    ),
  );
}
