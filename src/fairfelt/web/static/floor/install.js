// Keeps the page at hand for when the server is not: a device that is started without it says so, and goes on by itself.
export function installable() {
  navigator.serviceWorker?.register("/floor-worker.js").catch(() => {}); // only over https, or on the same machine
}
