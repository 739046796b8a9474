// Draws cards in a row, and the list of steps.
import { make, makeSvg } from "../dom.js";

const MANY = 5;
const MANY_SMALL = 3;

// Draws a row again only where it has changed, so that a card that lies there already does not move.
/** @param {HTMLElement} row @param {import("../types.js").CardRow} hand */
export function drawCards(row, { cards, hidden }) {
  const faces = [...cards.map((card) => card.face), ...Array(hidden).fill("back")];
  const before = (row.dataset.faces ?? "").split(" ").filter(Boolean);
  if (faces.join(" ") === before.join(" ")) return;
  const names = [...cards.map((card) => card.words), ...Array(hidden).fill("a card face down")];
  let moved = 0;
  row.replaceChildren(
    ...faces.map((face, at) => {
      const card = cardElement(face, names[at]);
      const change = before[at] === face ? "" : before[at] ? "turned" : "new";
      if (change) {
        card.classList.add(change);
        card.style.setProperty("--at", moved++);
      }
      return card;
    }),
  );
  row.dataset.faces = faces.join(" ");
  row.classList.toggle("many", faces.length > (row.classList.contains("small") ? MANY_SMALL : MANY));
}

function cardElement(face, words) {
  const use = makeSvg("use", { href: `/play/cards.svg#${face}` });
  return makeSvg("svg", { class: "card-face", viewBox: "0 0 100 140", role: "img", "aria-label": words }, use);
}

/** @param {HTMLElement} list @param {string[]} steps */
export function drawSteps(list, steps) {
  const old = list.children.length;
  const isNew = (at) => at >= old && old > 0;
  list.replaceChildren(...steps.map((step, at) => make("li", isNew(at) ? { class: "new" } : {}, step)));
  list.scrollTop = list.scrollHeight;
}
