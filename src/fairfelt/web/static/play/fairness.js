// The commitment to the shuffle and its proof: in the browser where it can be done, and by the server in any case.
import { byId } from "../dom.js";
import { _ } from "../words.js";

/** @import { Reveal, RoundState } from "../types.js" */

export async function digest(nonce, order) {
  const bytes = new TextEncoder().encode(`${nonce} ${order}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {RoundState & { picked?: boolean }} state */
export async function drawFairness({ commitment, reveal, picked = false }) {
  byId("picked").hidden = !picked;
  byId("commitment").textContent = commitment;
  byId("reveal").hidden = !reveal;
  if (!reveal) return;
  byId("nonce").textContent = reveal.nonce;
  byId("order").textContent = reveal.order;
  byId("cut-words").textContent = reveal.cut ? _(", before you cut it after {count} cards", { count: reveal.cut }) : "";
  byId("verified").textContent = _("Verifying…");
  byId("verified").textContent = await proof(commitment, reveal);
}

/** @param {string} commitment @param {Reveal} reveal */
async function proof(commitment, { nonce, order, kept }) {
  const server = (await verifiedByServer(commitment, nonce, order)) && kept;
  const serverSays = server ? _("The server agrees.") : _("The server does not agree!");
  if (!crypto.subtle) return [serverSays, _("Your browser can verify it only over https or on this machine.")].join(" ");
  const here = (await digest(nonce, order)) === commitment;
  return here ? [_("✓ Verified in your browser: this shuffle matches the commitment."), serverSays].join(" ")
    : _("✗ This shuffle does not match the commitment.");
}

async function verifiedByServer(commitment, nonce, order) {
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch("/play/verify.json", { method: "POST", headers, body: JSON.stringify({ commitment, nonce, order }) });
    return answer.ok && (await answer.json()).kept;
  } catch {
    return false;
  }
}
