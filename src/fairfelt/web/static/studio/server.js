// Talks to the server: what a draft looks like, what it costs the player, files to take away.
const VISITOR = crypto.randomUUID?.() ?? String(Math.random());

/** @returns {Promise<any>} */
async function post(address, fields) {
  let answer;
  try {
    answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) });
  } catch {
    return { problem: "The server does not answer. Your game is kept in this browser." };
  }
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  return { problem: body.detail ?? "The server’s answer cannot be read." };
}

export const look = (game, version) => post("/studio/look.json", { game, version });
export const count = (kind, draft) => post("/studio/count.json", { kind, draft, visitor: VISITOR });
export const takeAway = (game, version) => post("/studio/file.json", { game, version });

/** Nobody counts for a page that is closed. */
export function leaveWhenClosed() {
  addEventListener("pagehide", () => {
    const body = new Blob([JSON.stringify({ visitor: VISITOR })], { type: "application/json" });
    navigator.sendBeacon("/studio/leave.json", body);
  });
}

/** A game to begin from; the query may say other pays. */
export async function begin(slug, query = "") {
  const answer = await fetch(`/studio/begin/${encodeURIComponent(slug)}.json${query}`);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? "This game cannot be opened here.");
  return answer.json();
}
