// The key / goes to the search of the page's head, from wherever nothing is typed.
import { find, targetOf } from "./dom.js";

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (targetOf(event).closest("input, select, textarea, dialog, [contenteditable]")) return;
  event.preventDefault();
  find(document, "[data-search], .site-search input").focus();
});
