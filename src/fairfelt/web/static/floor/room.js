// Talks to the room as one device, and knows whether it answers. The key itself is in a cookie that no script sees.
import { parse } from "./money.js";
import { _ } from "../words.js";

/** @import { Outage, RoomAnswer } from "../types.js" */

const PATIENCE_MS = 5000;
const SILENCE = _("The room does not answer.");

export function connectRoom(device, changed) {
  /** @type {Outage | null} */
  let outage = null;
  let heardAt = new Date();

  function heard() {
    heardAt = new Date();
    if (!outage) return;
    outage = null;
    changed(null);
  }

  function lost(why) {
    const before = outage;
    outage = { since: before?.since ?? heardAt, why };
    if (before?.why !== why) changed(outage);
  }

  /** @returns {Promise<RoomAnswer>} */
  async function request(method, path, { body, session } = /** @type {any} */ ({})) {
    const headers = { "Fairfelt-Device": encodeURIComponent(device) };
    if (body) headers["Content-Type"] = "application/json";
    if (session) headers["Fairfelt-Session"] = session;
    try {
      const sent = body && JSON.stringify(body);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      return await read(await fetch(path, { method, headers, body: sent, signal, cache: "no-store" }));
    } catch {
      lost(SILENCE);
      return { away: true, status: 0, body: { detail: SILENCE } };
    }
  }

  // 503: another server is active, or the floor is out of reach. 429: too often. Either way the same may be sent again.
  /** @param {Response} answer */
  async function read(answer) {
    const text = await answer.text();
    const body = answer.status === 204 ? null : parseBody(text);
    const away = answer.status >= 500 || answer.status === 429;
    if (away) lost(body.detail);
    else heard();
    return { away, status: answer.status, body, text };
  }

  return {
    get: (path) => request("GET", path),
    post: (path, body, session = "") => request("POST", path, { body, session }),
    remove: (path, session) => request("DELETE", path, { session }),
    heard,
    lost: () => lost(SILENCE),
    get outage() {
      return outage;
    },
  };
}

function parseBody(text) {
  try {
    return parse(text);
  } catch {
    return { detail: _("The room’s answer cannot be read.") };
  }
}
