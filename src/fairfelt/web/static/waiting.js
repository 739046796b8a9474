// While something on this page is being computed: asks for the page again and shows what is new.
import { byId, findAll } from "./dom.js";

const PAUSE_MS = 1000;
/** @type {number | undefined} */
let timer;

/** The page at an address, as a document. */
export async function fetchPage(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { ok: answer.ok, page };
}

/** Replaces elements by those of a newer version of this page that have the same id. @param {Document} page */
export function replaceFrom(page, selector) {
  for (const old of findAll(document, selector)) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(document.adoptNode(fresh));
  }
}

async function ask() {
  const address = location.href;
  try {
    const { ok, page } = await fetchPage(address);
    if (address !== location.href) return wait();
    if (!ok || (document.querySelector("[data-waiting][data-reload]") && !page.querySelector("[data-waiting]"))) {
      return location.reload();
    }
    replaceFrom(page, document.querySelector("[data-live]") ? "[data-live]" : "[data-waiting]");
    dispatchEvent(new Event("replaced"));
  } catch {
    // The server may be starting again: keep asking.
  }
  if (document.querySelector("[data-waiting]")) wait();
  else byId("news").textContent = "Everything on this page is calculated.";
}

/** Asks again in a while, if there is anything to wait for. */
export function wait() {
  clearTimeout(timer);
  if (document.querySelector("[data-waiting]")) timer = setTimeout(ask, PAUSE_MS);
}

wait();
