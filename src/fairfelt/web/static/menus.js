// Row menus: one is open at a time; Escape and a click elsewhere close it.
import { findAll } from "./dom.js";

const open = () => /** @type {HTMLDetailsElement[]} */ (findAll(document, "details.menu[open]"));

document.addEventListener("click", ({ target }) => {
  for (const menu of open()) if (!menu.contains(/** @type {Node} */ (target))) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of open()) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});
