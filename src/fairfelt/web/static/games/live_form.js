// A form that is answered while one types: asks for this page with what the fields say, and shows what is new.
import { findAll, targetOf } from "../dom.js";
import { fetchPage, replaceFrom, wait } from "../waiting.js";

const PAUSE_MS = 250;
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-types]"));
/** @type {number | undefined} */
let timer;
let latest = 0;

/** The address that says what is in the fields; those that still say what is printed are left out. */
/** @param {HTMLFormElement} form */
function address(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    const printed = form.elements[name]?.dataset?.printed;
    if (printed === undefined ? text : text !== printed) fields.append(name, text);
  }
  const query = fields.toString();
  return location.pathname + (query ? `?${query}` : "");
}

/** @param {HTMLFormElement} form */
async function update(form) {
  const number = ++latest;
  const there = address(form);
  history.replaceState(null, "", there);
  form.setAttribute("aria-busy", "true");
  try {
    const { page } = await fetchPage(there);
    if (number !== latest) return;
    replaceFrom(page, "[data-live]");
    for (const row of findAll(document, "[data-class]")) {
      row.className = page.getElementById(row.id)?.className ?? row.className;
    }
    for (const field of findAll(form, "input")) {
      field.toggleAttribute("aria-invalid", page.getElementById(field.id)?.hasAttribute("aria-invalid") ?? false);
    }
  } catch {
    if (number === latest) timer = setTimeout(() => update(form), 4 * PAUSE_MS);
    return;
  } finally {
    if (number === latest) form.removeAttribute("aria-busy");
  }
  wait();
}

/** @param {HTMLFormElement} form @param {Event} event */
function schedule(form, event) {
  const changed = targetOf(event);
  clearTimeout(timer);
  if (changed.matches("select[data-reload]")) return location.assign(address(form));
  timer = setTimeout(() => update(form), changed.matches("select, [type=checkbox], [type=radio]") ? 0 : PAUSE_MS);
}

/** Whether something was typed before this script was there. */
/** @param {HTMLFormElement} form */
function isAhead(form) {
  return [...form.querySelectorAll("input")].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  );
}

if (form) {
  form.addEventListener("input", (event) => schedule(form, event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    update(form);
  });
  if (isAhead(form)) update(form);
}
