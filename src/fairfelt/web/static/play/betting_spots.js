// Your betting spots: stacks of chips, the house edge while you bet, and the result at the end.
import { stackElement } from "./chips.js";
import { find, findAll, write } from "../dom.js";
import { _ } from "../words.js";

/** @import { BetResult, Edge } from "../types.js" */

const SIGNS = { wins: "✓", loses: "✗", pushes: "=" };
const ALWAYS_SHOWN = 3;

/** @param {HTMLElement} spots */
export function prepareSpots(spots, tapped) {
  const raises = findAll(spots, ".place.raise");
  spots.classList.toggle("few-raises", raises.length <= ALWAYS_SHOWN);
  for (const spot of findAll(spots, ".spot")) {
    const takes = !spot.closest(".place")?.matches(".raise");
    spot.classList.toggle("takes", takes);
    spot.addEventListener("click", () => takes && tapped(spot.dataset.wager));
  }
}

// Amounts in whole units by wager; results by wager once the round is settled; edges by wager where they are counted.
/** @param {HTMLElement} spots @param {Record<string, number>} amounts @param {Record<string, BetResult>} results @param {{ taking: boolean, edges: Record<string, Edge>, waiting: boolean }} table */
export function drawSpots(spots, amounts, results, { taking, edges, waiting }) {
  spots.classList.toggle("taking", taking);
  for (const place of findAll(spots, ".place")) {
    const spot = find(place, ".spot");
    const wager = spot.dataset.wager ?? "";
    const amount = amounts[wager] ?? 0;
    const result = results[wager];
    const edge = edges[wager];
    const stack = find(spot, ".stack");
    if (stack.dataset.amount !== `${amount}`) stack.replaceChildren(...(amount ? [stackElement(amount)] : []));
    stack.dataset.amount = `${amount}`;
    place.classList.toggle("staked", amount > 0);
    place.dataset.result = result?.result ?? "";
    write(find(spot, ".edge"), taking && spot.matches(".takes") ? edgeWords(edge, waiting) : "");
    write(find(place, ".bet-result"), result && SIGNS[result.result] ? `${SIGNS[result.result]} ${result.claim || result.net}` : "");
    spot.setAttribute("aria-label", [wager, amount ? _("{amount} bet", { amount: `$${amount}` }) : _("no bet"), taking && edge ? _("house edge {edge}", { edge: edge.short }) : ""].filter(Boolean).join(", "));
    spot.setAttribute("aria-disabled", String(!taking || !spot.matches(".takes")));
    spot.title = edge && taking ? edge.sentence : "";
  }
}

/** @param {Edge | undefined} edge */
function edgeWords(edge, waiting) {
  if (edge) return /%/.test(edge.short) ? _("edge {edge}", { edge: edge.short }) : edge.short;
  return waiting ? _("edge …") : "";
}
