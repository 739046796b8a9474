// Draws hands: cards in rows, those that make the hand lit, with the name of the hand; and the list of steps.
import { capital, find, findAll, make, makeSvg } from "../dom.js";
import { _ } from "../words.js";

/** @import { HandState } from "../types.js" */

const MANY = 5;
const MANY_SMALL = 3;
const CROSS = 5;

// One box for each hand; a hand that lies there already keeps its box, so that its cards do not move.
/** @param {HTMLElement} holder @param {HandState[]} hands @param {{ small?: boolean }} [size] */
export function drawHands(holder, hands, { small = false } = {}) {
  while (holder.children.length > hands.length) holder.lastElementChild?.remove();
  while (holder.children.length < hands.length) {
    const row = make("div", { class: small ? "cards-row small" : "cards-row" });
    holder.append(make("div", { class: "hand-box" }, make("p", { class: "hand-title" }), row, make("p", { class: "words", "aria-live": "polite" })));
  }
  hands.forEach((hand, at) => drawHand(/** @type {HTMLElement} */ (holder.children[at]), hand));
  holder.classList.toggle("several", hands.length > 1);
}

/** @param {HTMLElement} box @param {HandState} hand */
function drawHand(box, hand) {
  const { title, words, active, net = "", result = "" } = hand;
  box.classList.toggle("active", active);
  box.dataset.result = result;
  find(box, ".hand-title").textContent = [title, active ? _("playing") : "", net].filter(Boolean).join(" · ");
  find(box, ".hand-title").hidden = !title;
  const row = find(box, ".cards-row");
  drawCards(row, hand);
  if (!hand.cards.length && !hand.hidden) layPlaces(row, box.parentElement);
  find(box, ".words").textContent = capital(words);
  find(box, ".words").hidden = !words;
}

// Before the deal the places of the cards are drawn, so that nothing moves when they come; a cross lies there face down.
/** @param {HTMLElement} row @param {HTMLElement | null} holder */
function layPlaces(row, holder) {
  const isCross = holder?.classList.contains("in-a-cross");
  const places = isCross ? CROSS : Number(holder?.dataset.slots ?? 0);
  row.replaceChildren(...Array(places).fill("").map(() => (isCross ? cardElement("back", _("a card face down")) : make("span", { class: "card-place" }))));
  row.classList.toggle("many", places > MANY);
}

// Draws a row again only where it has changed.
/** @param {HTMLElement} row @param {import("../types.js").CardRow} hand */
export function drawCards(row, { cards, hidden, theirs = [] }) {
  const faces = [...cards.map((card) => card.face), ...Array(hidden).fill("back")];
  const before = (row.dataset.faces ?? "").split(" ").filter(Boolean);
  if (faces.join(" ") !== before.join(" ")) layCards(row, faces, before, [...cards.map((card) => card.words), ...Array(hidden).fill(_("a card face down"))]);
  const isTheirs = (card) => Boolean(card && theirs.includes(card.face));
  findAll(row, ".card-face").forEach((card, at) => {
    card.classList.toggle("lit", Boolean(cards[at]?.lit));
    card.classList.toggle("theirs", isTheirs(cards[at]));
  });
  row.classList.toggle("some-lit", cards.some((card) => card.lit || isTheirs(card)));
}

/** @param {string[]} faces @param {string[]} before @param {string[]} names */
function layCards(row, faces, before, names) {
  const known = new Set(before);
  let moved = 0;
  row.replaceChildren(
    ...faces.map((face, at) => {
      const card = cardElement(face, names[at]);
      const change = face !== "back" && known.has(face) ? "" : before[at] === face ? "" : before[at] ? "turned" : "new";
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

export function cardElement(face, words) {
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
