// While something on this page is being computed: asks for the page again and puts in what has come.
const PAUSE_MS = 1000;

async function ask() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const old of document.querySelectorAll("[data-waiting]")) {
      const fresh = page.getElementById(old.id);
      if (fresh) old.replaceWith(document.adoptNode(fresh));
    }
  } catch {
    // The server may be starting again: keep asking.
  }
  if (document.querySelector("[data-waiting]")) setTimeout(ask, PAUSE_MS);
  else document.getElementById("news").textContent = "Everything on this page is computed.";
}

setTimeout(ask, PAUSE_MS);
