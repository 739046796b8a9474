// Figures and advice beside the terms while they are typed. Without it the button under them does the same.
import { byId } from "../dom.js";

const form = /** @type {HTMLFormElement} */ (byId("terms"));
const advice = byId("advice");
const PAUSE_MS = 400;
const AGAIN_MS = 2000;
const NOT_SENT = new Set(["stamp", "number", "second_card", "second_pin", "sure", "why", "jackpot"]);
/** @type {number | undefined} */
let timer;
let latest = 0;

async function ask() {
  const mine = ++latest;
  const typed = [...new FormData(form)].filter(([name]) => !NOT_SENT.has(name));
  const query = new URLSearchParams([...typed, ["about", form.dataset.about ?? ""]].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`/manager/advice?${query}`, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer?.ok && !answer.redirected ? await answer.text() : null;
  if (mine !== latest) return;
  if (text !== null) advice.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  advice.setAttribute("aria-busy", "false");
  soon();
}

function later(ms) {
  clearTimeout(timer);
  timer = setTimeout(ask, ms);
}

// What is still being computed is asked for again by itself.
function soon() {
  if (advice.querySelector("[data-again]")) later(AGAIN_MS);
}

document.addEventListener("input", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).form !== form) return;
  advice.setAttribute("aria-busy", "true");
  later(PAUSE_MS);
});
soon();
