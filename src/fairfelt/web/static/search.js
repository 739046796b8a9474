// The key / goes to the search of the page, from wherever nothing is typed.
import { findAll, targetOf } from "./dom.js";

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (targetOf(event).closest("input, select, textarea, dialog, [contenteditable]")) return;
  event.preventDefault();
  findAll(document, "[data-search], .site-search input").find((field) => field.offsetParent)?.focus();
});
