// A form that is answered while one types: asks for this page with what the fields say, and puts in what is new.
import { askFor, putIn, wait } from "../waiting.js";

const PAUSE_MS = 250;
const form = document.querySelector("form[data-types]");
let due = 0;
let asked = 0;

/** The address that says what is in the fields; those that say what is printed are left out. */
function address() {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const printed = form.elements[name]?.dataset?.printed;
    if (printed === undefined ? value : value.trim() !== printed) fields.append(name, value.trim());
  }
  const query = fields.toString();
  return location.pathname + (query ? `?${query}` : "");
}

async function update() {
  const number = ++asked;
  const there = address();
  history.replaceState(null, "", there);
  form.setAttribute("aria-busy", "true");
  try {
    const { page } = await askFor(there);
    if (number !== asked) return;
    putIn(page, "[data-live]");
    for (const row of document.querySelectorAll("[data-class]")) {
      row.className = page.getElementById(row.id)?.className ?? row.className;
    }
    for (const field of form.querySelectorAll("input")) {
      field.toggleAttribute("aria-invalid", page.getElementById(field.id)?.hasAttribute("aria-invalid") ?? false);
    }
  } catch {
    if (number === asked) due = setTimeout(update, 4 * PAUSE_MS);
    return;
  } finally {
    if (number === asked) form.removeAttribute("aria-busy");
  }
  wait();
}

function soon(event) {
  clearTimeout(due);
  if (event.target.matches("select[data-reload]")) return location.assign(address());
  due = setTimeout(update, event.target.matches("select, [type=checkbox], [type=radio]") ? 0 : PAUSE_MS);
}

/** Whether something was typed before this script was there. */
function isAhead() {
  return [...form.querySelectorAll("input")].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  );
}

form?.addEventListener("input", soon);
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(due);
  update();
});
if (form && isAhead()) update();
