// Your betting spots: the chips on them, and the result at the end.
import { chipElement } from "./chips.js";
import { findAll, makeSvg } from "../dom.js";

/** @import { BetResult } from "../types.js" */

const SIGNS = { wins: "✓", loses: "✗", pushes: "=" };

export function prepareSpots(svg, takes, tapped) {
  for (const spot of findAll(svg, ".spot")) {
    if (!takes(spot)) continue;
    spot.classList.add("takes");
    spot.setAttribute("role", "button");
    spot.addEventListener("click", () => tapped(spot.dataset.wager));
    spot.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      tapped(spot.dataset.wager);
    });
  }
}

// Amounts in whole units by wager; results by wager once the round is settled.
/** @param {Record<string, number>} amounts @param {Record<string, BetResult>} results */
export function drawSpots(svg, amounts, results, { taking }) {
  svg.classList.toggle("taking", taking);
  for (const old of findAll(svg, ".chip, .tag")) old.remove();
  for (const spot of findAll(svg, ".spot")) {
    const { wager = "", x, y } = spot.dataset;
    const amount = amounts[wager] ?? 0;
    const result = results[wager];
    describe(spot, amount, taking);
    if (amount) {
      const chip = chipElement(amount, Number(x) + 38, Number(y) - 31, 0.86);
      chip.classList.toggle("lost", result?.result === "loses");
      svg.append(chip);
    }
    if (result && SIGNS[result.result]) svg.append(tag(result, Number(x), Number(y)));
  }
}

function describe(spot, amount, taking) {
  spot.setAttribute("aria-label", `${spot.dataset.wager}, ${amount ? `$${amount} bet` : "no bet"}`);
  if (!spot.classList.contains("takes")) return;
  spot.setAttribute("aria-disabled", String(!taking));
  if (taking) spot.setAttribute("tabindex", "0");
  else spot.removeAttribute("tabindex");
}

/** @param {BetResult} bet */
function tag({ result, net, claim }, x, y) {
  const words = `${SIGNS[result]} ${claim || net}`;
  const half = Math.max(26, words.length * 4.9);
  const fill = { wins: "#fff4c2", loses: "#2a2320", pushes: "#e6ebe7" }[result];
  const ink = result === "loses" ? "#ffb4a6" : "#14181a";
  return makeSvg(
    "g",
    { class: "tag", transform: `translate(${x} ${y + 38})` },
    makeSvg("rect", { x: -half, y: -12, width: 2 * half, height: 24, rx: 12, fill, stroke: "#14181a" }),
    makeSvg("text", { "text-anchor": "middle", y: 5, "font-size": 14, "font-weight": 700, fill: ink }, words),
  );
}
