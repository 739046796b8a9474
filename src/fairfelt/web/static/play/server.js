// Talks to the server: every answer is the whole table as it may be seen, or a problem told in a sentence.
export function serverOf(root) {
  const { address, query } = root.dataset;
  const where = (move) => `${address}/${move}.json${query}`;

  async function ask(move, options) {
    let answer;
    try {
      answer = await fetch(where(move), { credentials: "same-origin", ...options });
    } catch {
      return { problem: { detail: "The server does not answer. Your table is kept: try again.", field: "" } };
    }
    const body = await answer.json().catch(() => ({ detail: "The server said nothing that can be read.", field: "" }));
    if (answer.ok) return { state: body };
    if (answer.status === 409) return { state: body, problem: { detail: body.detail, field: "" } };
    return { problem: body };
  }

  return {
    look: () => ask("table"),
    move: (name, fields) =>
      ask(name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) }),
  };
}

export function tell(element, problem) {
  element.textContent = problem ? sentence(problem.detail) : "";
  element.hidden = !problem;
}

function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.?!]$/.test(words) ? "" : ".");
}
