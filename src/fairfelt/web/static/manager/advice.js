// Figures and advice beside the terms while they are typed. Without it the button under them does the same.
const form = document.getElementById("terms");
const place = document.getElementById("advice");
const PAUSE_MS = 400;
const AGAIN_MS = 2000;
const NOT_SENT = new Set(["stamp", "number", "second_card", "second_pin", "sure", "why", "jackpot"]);
let timer = 0;
let asked = 0;

async function ask() {
  const mine = ++asked;
  const typed = [...new FormData(form)].filter(([name]) => !NOT_SENT.has(name));
  const query = new URLSearchParams([...typed, ["about", form.dataset.about]]);
  const answer = await fetch(`/manager/advice?${query}`, { headers: { Accept: "text/html" } }).catch(() => null);
  if (mine !== asked || !answer?.ok || answer.redirected) return;
  const text = await answer.text();
  if (mine !== asked) return;
  place.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  soon();
}

function later(ms) {
  clearTimeout(timer);
  timer = setTimeout(ask, ms);
}

// What is still being computed is asked for again by itself.
function soon() {
  if (place.querySelector("[data-again]")) later(AGAIN_MS);
}

document.addEventListener("input", (event) => event.target.form === form && later(PAUSE_MS));
soon();
