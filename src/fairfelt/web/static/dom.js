// Finds elements of the page, makes new ones, and writes in them.
const SVG = "http://www.w3.org/2000/svg";

/** @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** An input or a select. @returns {HTMLInputElement} */
export const fieldById = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** The first element that fits, which is there. @param {ParentNode} root @returns {HTMLElement} */
export const find = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** @param {ParentNode} root @returns {HTMLElement[]} */
export const findAll = (root, selector) => [...root.querySelectorAll(selector)];

/** What an event happened to. @param {Event} event @returns {HTMLElement} */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

export function make(name, attributes = {}, ...content) {
  return fill(document.createElement(name), attributes, content);
}

export function makeSvg(name, attributes = {}, ...content) {
  return fill(document.createElementNS(SVG, name), attributes, content);
}

function fill(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

// Screen readers read aloud what is written: write only what has changed.
export function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function sentence(words) {
  return capital(words) + (/[.?!]$/.test(words) ? "" : ".");
}

export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
