// Talks to the room as one device, and knows whether it answers. The key itself is in a cookie that no script sees.
import { parse } from "./money.js";

const PATIENCE_MS = 5000;
const SILENCE = "The room does not answer.";

export function roomOf(device, changed) {
  let cut = null;
  let heardAt = new Date();

  function heard() {
    heardAt = new Date();
    if (!cut) return;
    cut = null;
    changed(null);
  }

  function lost(why) {
    const before = cut;
    cut = { since: before?.since ?? heardAt, why };
    if (before?.why !== why) changed(cut);
  }

  async function ask(method, path, { body, session } = {}) {
    const headers = { "Fairfelt-Device": encodeURIComponent(device) };
    if (body) headers["Content-Type"] = "application/json";
    if (session) headers["Fairfelt-Session"] = session;
    try {
      const sent = body && JSON.stringify(body);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      return told(await fetch(path, { method, headers, body: sent, signal, cache: "no-store" }));
    } catch {
      lost(SILENCE);
      return { away: true, status: 0, body: { detail: SILENCE } };
    }
  }

  // 503: another server is active, or the floor is out of reach. 429: too often. Either way the same may be sent again.
  async function told(answer) {
    const text = await answer.text();
    const body = answer.status === 204 ? null : read(text);
    const away = answer.status >= 500 || answer.status === 429;
    if (away) lost(body.detail);
    else heard();
    return { away, status: answer.status, body, text };
  }

  return {
    get: (path) => ask("GET", path),
    post: (path, body, session) => ask("POST", path, { body, session }),
    remove: (path, session) => ask("DELETE", path, { session }),
    heard,
    lost: () => lost(SILENCE),
    get cut() {
      return cut;
    },
  };
}

function read(text) {
  try {
    return parse(text);
  } catch {
    return { detail: "What the room said cannot be read." };
  }
}
