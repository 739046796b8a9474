// Finds a table among the shelves while one types: words in any order, figures for number words, initials such as uth.
import { byId, find, findAll } from "../dom.js";
import { _, ngettext } from "../words.js";

const search = /** @type {HTMLInputElement} */ (find(document, "[data-search]"));
const found = byId("found");
const cards = [...new Map(findAll(byId("shelves"), ".table-card").map((card) => [find(card, "a").getAttribute("href"), card])).values()];

const bare = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase();

function fits(card, words) {
  const known = card.dataset.words.split(" ");
  return words.every((word) => known.some((each) => each.startsWith(word)));
}

function show() {
  const words = bare(search.value).split(/[^a-z0-9]+/).filter(Boolean);
  const left = words.length ? cards.filter((card) => fits(card, words)) : [];
  byId("shelves").hidden = Boolean(words.length);
  found.hidden = !words.length;
  byId("found-title").textContent = left.length ? ngettext("{count} game", "{count} games", left.length) : _("No game fits “{words}”", { words: search.value.trim() });
  find(found, "ul").replaceChildren(...left.map((card) => card.cloneNode(true)));
}

search.addEventListener("input", show);
find(document, ".lobby-search").addEventListener("submit", (event) => {
  event.preventDefault();
  findAll(found, "a")[0]?.click();
});
show();
