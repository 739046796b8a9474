// On a page that has nothing to show yet: loads it again in a moment, as soon as there is a server to load it from.
const PAUSE_MS = 2000;

async function again() {
  try {
    await fetch("/healthz");
    location.reload();
  } catch {
    setTimeout(again, PAUSE_MS);
  }
}

setTimeout(again, PAUSE_MS);
