// The visitor’s settings, kept in the browser: colors, animation, the coach, the number of players.
import { fieldById } from "../dom.js";

const KEY = "fairfelt-table";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

// Each control on the page takes its value from there and keeps it there.
/** @param {HTMLElement} root @param {string[]} ids */
export function keepSettings(root, ids, changed = () => {}) {
  const kept = read();
  for (const id of ids) {
    const control = /** @type {any} */ (fieldById(id));
    const property = control.type === "checkbox" ? "checked" : "value";
    if (id in kept) control[property] = kept[id];
    if (property === "value" && !control.value) control.value = control.options[0].value;
    control.addEventListener("change", () => {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [id]: control[property] }));
      apply(root);
      changed();
    });
  }
  apply(root);
}

function apply(root) {
  root.classList.toggle("four-colors", fieldById("four-color").checked);
  root.classList.toggle("moving", fieldById("motion").checked);
}
