// The offline shell of keypads and displays: the newest page and its files, shown when the server does not answer.
// What the room says is never kept: an amount on a screen comes from the room, or is marked as not current.
const SHELL = "fairfelt-floor-1";
const worker = /** @type {any} */ (self);

const isShell = (url) => /^\/(table|display)\/[^/]+$/.test(url.pathname) || url.pathname.startsWith("/static/");

async function fromNetwork(request) {
  const kept = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const last = await kept.match(request);
    if (last) return last;
    throw error;
  }
}

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin && isShell(url)) event.respondWith(fromNetwork(event.request));
});
