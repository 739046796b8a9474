// Small things to draw with: elements, SVG elements, cards in a row.
const SVG = "http://www.w3.org/2000/svg";
const MANY = 5;
const MANY_SMALL = 3;

export function make(name, attributes = {}, ...content) {
  return filled(document.createElement(name), attributes, content);
}

export function makeSvg(name, attributes = {}, ...content) {
  return filled(document.createElementNS(SVG, name), attributes, content);
}

function filled(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

// Draws a row again only where it has changed, so that a card that lies there already does not move.
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

export function drawSteps(list, steps) {
  const told = list.children.length;
  const isNew = (at) => at >= told && told > 0;
  list.replaceChildren(...steps.map((step, at) => make("li", isNew(at) ? { class: "new" } : {}, step)));
  list.scrollTop = list.scrollHeight;
}
