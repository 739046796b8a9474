// Talks to the server: every answer is the whole table as it may be seen, or a problem in a sentence.
import { sentence } from "../dom.js";

/** @import { Problem } from "../types.js" */

/** @param {HTMLElement} root */
export function tableServer(root) {
  const { address, query } = root.dataset;
  const where = (move) => `${address}/${move}.json${query}`;

  /** @returns {Promise<{ state?: any, problem?: Problem }>} */
  async function request(move, options = {}) {
    let answer;
    try {
      answer = await fetch(where(move), { credentials: "same-origin", ...options });
    } catch {
      return { problem: { detail: "The server does not answer. Your table is kept: try again.", field: "" } };
    }
    const body = await answer.json().catch(() => ({ detail: "The server’s answer cannot be read.", field: "" }));
    if (answer.ok) return { state: body };
    if (answer.status === 409) return { state: body, problem: { detail: body.detail, field: "" } };
    return { problem: body };
  }

  return {
    look: () => request("table"),
    move: (name, fields) =>
      request(name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) }),
  };
}

/** @param {HTMLElement} element @param {Problem | undefined} problem */
export function showProblem(element, problem) {
  element.textContent = problem ? sentence(problem.detail) : "";
  element.hidden = !problem;
}
