// While something on this page is being computed: asks for the page again and puts in what has come.
const PAUSE_MS = 1000;
let due = 0;

/** The page at an address, as a document; nothing if it did not come. */
export async function askFor(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { ok: answer.ok, page };
}

/** Puts the elements of another version of this page in the place of those here with the same id. */
export function putIn(page, selector) {
  for (const old of document.querySelectorAll(selector)) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(document.adoptNode(fresh));
  }
}

async function ask() {
  const address = location.href;
  try {
    const { ok, page } = await askFor(address);
    if (address !== location.href) return wait();
    if (!ok || (document.querySelector("[data-waiting][data-reload]") && !page.querySelector("[data-waiting]"))) {
      return location.reload();
    }
    putIn(page, document.querySelector("[data-live]") ? "[data-live]" : "[data-waiting]");
  } catch {
    // The server may be starting again: keep asking.
  }
  if (document.querySelector("[data-waiting]")) wait();
  else document.getElementById("news").textContent = "Everything on this page is computed.";
}

/** Asks again in a while, if there is anything to wait for. */
export function wait() {
  clearTimeout(due);
  if (document.querySelector("[data-waiting]")) due = setTimeout(ask, PAUSE_MS);
}

wait();
