// Talks to the server: every answer is the whole table as it may be seen, or a problem in a sentence.
import { sentence, write } from "../dom.js";
import { _ } from "../words.js";

/** @import { Problem } from "../types.js" */

const BUSY_MS = 150;

// Says that the table is busy where an answer takes longer than a blink.
/** @template T @param {HTMLElement} root @param {Promise<T>} answer @returns {Promise<T>} */
async function showingBusy(root, answer) {
  const later = setTimeout(() => markBusy(root, true), BUSY_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(later);
    markBusy(root, false);
  }
}

function markBusy(root, isBusy) {
  root.setAttribute("aria-busy", String(isBusy));
  write(document.getElementById("busy-words"), isBusy ? _("One moment…") : "");
}

/** @param {HTMLElement} root */
export function tableServer(root) {
  const { address, query } = root.dataset;
  const where = (move) => `${address}/${move}.json${query}`;

  /** @returns {Promise<{ state?: any, problem?: Problem }>} */
  async function request(move, options = {}) {
    let answer;
    try {
      answer = await fetch(where(move), { credentials: "same-origin", cache: "no-store", ...options });
    } catch {
      return { problem: { detail: _("The server does not answer. Your table is kept: try again."), field: "" } };
    }
    const body = await answer.json().catch(() => ({ detail: _("The server’s answer cannot be read."), field: "" }));
    if (answer.ok) return { state: body };
    if (answer.status === 409) return { state: body, problem: { detail: body.detail, field: "" } };
    return { problem: body };
  }

  return {
    look: () => request("table"),
    move: (name, fields) =>
      showingBusy(root, request(name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) })),
  };
}

/** @param {HTMLElement} element @param {Problem | undefined} problem */
export function showProblem(element, problem) {
  element.textContent = problem ? sentence(problem.detail) : "";
  element.hidden = !problem;
}
