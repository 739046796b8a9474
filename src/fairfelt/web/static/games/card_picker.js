// A card picker beside a field of cards: the deck as buttons, in a popover; the field stays what is sent.
import { findAll, make } from "../dom.js";

const RANKS = "23456789TJQKA";
const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
const NAMES = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const SIGNS = Object.fromEntries(Object.entries(SUITS).map(([suit, [sign]]) => [sign, suit]));

/** The cards in a field, as "As"; what is none is left out. @param {string} text */
export function cardsIn(text) {
  const plain = text.replaceAll("10", "T").replace(/[♠♥♦♣]/g, (sign) => SIGNS[sign]);
  const found = plain.match(/\*|[2-9tjqka][cdhs]/gi) ?? [];
  return found.map((card) => (card === "*" ? card : card[0].toUpperCase() + card[1].toLowerCase()));
}

function label(card) {
  if (card === "*") return "joker";
  return `${NAMES[card[0]] ?? card[0]} of ${SUITS[card[1]][1]}`;
}

/** @param {HTMLInputElement} field @param {HTMLElement} grid */
function show(field, grid) {
  const chosen = new Set(cardsIn(field.value));
  const others = findAll(document, "[data-cards]").filter((other) => other !== field);
  const taken = new Set(others.flatMap((other) => cardsIn(/** @type {HTMLInputElement} */ (other).value)));
  for (const button of /** @type {HTMLButtonElement[]} */ (findAll(grid, "button[data-card]"))) {
    const card = button.dataset.card ?? "";
    button.setAttribute("aria-pressed", String(chosen.has(card)));
    button.disabled = taken.has(card) && !chosen.has(card) && field.dataset.copies === "1";
  }
}

/** @param {HTMLInputElement} field */
function attach(field, place) {
  const id = `picker-${place}`;
  const cards = Object.keys(SUITS).map((suit) =>
    make("div", { class: "suit" }, ...[...RANKS].reverse().map((rank) => cardButton(`${rank}${suit}`))));
  if (field.dataset.jokers !== "0") cards.push(make("div", { class: "suit" }, cardButton("*")));
  const clear = make("button", { type: "button", class: "quiet small-act" }, "Clear");
  const close = make("button", { type: "button", class: "small-act", popovertarget: id, popovertargetaction: "hide" }, "Done");
  const name = field.labels?.[0]?.firstChild?.textContent?.trim() ?? "cards";
  const grid = make("div", { id, class: "card-picker", popover: "", role: "group", "aria-label": `Pick ${name}` }, ...cards,
    make("p", { class: "acts" }, close, clear));
  const open = make("button", { type: "button", class: "quiet pick", popovertarget: id, "aria-label": `Pick ${name}` }, "♠ Pick");
  grid.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button[data-card]");
    if (!(button instanceof HTMLElement)) return;
    const card = button.dataset.card ?? "";
    const held = cardsIn(field.value);
    field.value = (held.includes(card) ? held.filter((other) => other !== card) : [...held, card]).join(" ");
    show(field, grid);
  });
  clear.addEventListener("click", () => {
    field.value = "";
    show(field, grid);
  });
  grid.addEventListener("beforetoggle", () => show(field, grid));
  field.closest("label")?.after(open);
  field.form?.append(grid);
}

function cardButton(card) {
  const sign = card === "*" ? "★" : `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]][0]}`;
  const color = /[hd]$/.test(card) ? "red" : "black";
  return make("button", { type: "button", class: `pick-card ${color}`, "data-card": card, "aria-label": label(card), "aria-pressed": "false" }, sign);
}

for (const [place, field] of findAll(document, "[data-cards]").entries()) {
  attach(/** @type {HTMLInputElement} */ (field), place);
}
