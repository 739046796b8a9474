// The values of a plot under the pointer, and with the arrow keys.
import { findAll, make, makeSvg, write } from "../dom.js";
import { _ } from "../words.js";

/** @typedef {{ x: number, y: number, words: string }} Place */

const NEAR_PX = 40;
const short = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });

/** Points of lines and ends of bars, with what they say. @param {SVGElement} svg @returns {Place[]} */
function placesOf(svg) {
  const lines = findAll(svg, "polyline[data-values]").flatMap((line) => {
    const points = (line.getAttribute("points") ?? "").split(" ").map((point) => point.split(",").map(Number));
    const values = (line.dataset.values ?? "").split(" ").map((value) => value.split(","));
    return points.map(([x, y], at) => ({ x, y, words: `${line.dataset.name}: ${values[at].join(" → ")}` }));
  });
  const labels = findAll(svg, 'text[text-anchor="end"]').map((text) => ({ y: Number(text.getAttribute("y")), words: text.querySelector("title")?.textContent ?? text.textContent ?? "" }));
  const bars = findAll(svg, "rect").filter((bar) => bar.querySelector("title"));
  const ends = bars.map((bar) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(bar.getAttribute(name)));
    const middle = y + height / 2;
    const label = labels.reduce((best, each) => (Math.abs(each.y - middle) < Math.abs(best.y - middle) ? each : best), labels[0]);
    return { x: x + width, y: middle, words: `${label?.words ?? ""}: ${amount(bar.querySelector("title")?.textContent ?? "", svg)}` };
  });
  return [...lines, ...ends].sort((one, other) => one.x - other.x || one.y - other.y);
}

// Percent where the scale below is written in percent.
function amount(text, svg) {
  const isPercent = findAll(svg, 'text[text-anchor="middle"]').some((mark) => mark.textContent?.endsWith("%"));
  return isPercent ? `${short.format(Number(text) * 100)}%` : short.format(Number(text));
}

/** @param {HTMLElement} figure */
function prepare(figure) {
  const svg = /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ (figure.querySelector("svg")));
  if (!svg || figure.querySelector(".plot-value")) return;
  const isBars = !svg.querySelector("polyline[data-values]");
  const places = placesOf(svg).sort((one, other) => (isBars ? one.y - other.y : 0));
  if (!places.length) return;
  const said = make("p", { class: "plot-value", "aria-live": "polite" }, _("Point at the plot, or press the arrow keys."));
  const dot = makeSvg("circle", { class: "plot-dot", r: 5 });
  const hair = makeSvg("line", { class: "plot-hair" });
  svg.append(hair, dot);
  figure.append(said);
  figure.tabIndex = 0;
  let at = -1;
  const height = svg.viewBox.baseVal.height;

  const show = (next) => {
    at = Math.max(0, Math.min(places.length - 1, next));
    const { x, y, words } = places[at];
    for (const [name, value] of Object.entries({ cx: x, cy: y })) dot.setAttribute(name, `${value}`);
    for (const [name, value] of Object.entries(isBars ? { x1: 0, x2: x, y1: y, y2: y } : { x1: x, x2: x, y1: 0, y2: height - 42 })) hair.setAttribute(name, `${value}`);
    figure.classList.add("pointed");
    write(said, words);
  };
  svg.addEventListener("pointermove", (event) => {
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const x = (event.clientX - svg.getBoundingClientRect().left) * scale;
    const y = (event.clientY - svg.getBoundingClientRect().top) * scale;
    const far = (place) => (isBars ? Math.abs(place.y - y) : Math.hypot(place.x - x, (place.y - y) / 2));
    const nearest = places.reduce((best, place, index) => (far(place) < far(places[best]) ? index : best), 0);
    if (far(places[nearest]) < NEAR_PX) show(nearest);
  });
  figure.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(at + step);
  });
}

const prepareAll = () => findAll(document, "figure").forEach(prepare);
prepareAll();
addEventListener("replaced", prepareAll);
