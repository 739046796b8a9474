// Follows a link: listens to its stream, and polls by number when the stream is silent, so that nothing freezes a screen.
// One timer does it all. A page that nobody sees lets its stream go: browsers have only a few connections to a server.
import { parse } from "./money.js";

const TICK_MS = 1000;
const MOST_WAIT_MS = 4000;

/** @import { LinkState } from "../types.js" */

/** @param {ReturnType<typeof import("./room.js").connectRoom>} room */
export function watchLink(room, link, { silentMs, draw, refused, tick = () => {} }) {
  const address = `/api/links/${encodeURIComponent(link)}`;
  /** @type {EventSource} */
  let stream;
  let sequence = 0;
  let anew = true; // take the next state as it is: after an outage the room may be another one
  let dueMs = 0;
  let waitMs = TICK_MS;
  let polling = false;

  /** @param {LinkState} state */
  function take(state) {
    dueMs = Date.now() + silentMs;
    if (!anew && state.sequence <= sequence) return;
    anew = false;
    sequence = state.sequence;
    draw(state);
  }

  function listen() {
    stream?.close();
    stream = new EventSource(`${address}/stream`);
    stream.onmessage = (event) => {
      room.heard();
      take(parse(event.data));
    };
    // Not when it opens: a poll may have brought the present state by then, and the stream begins with the one drawn last.
    stream.onerror = () => {
      anew = true;
      poll();
    };
  }

  async function poll() {
    if (polling) return;
    polling = true;
    const answer = await room.get(anew ? address : `${address}?after=${sequence}`);
    polling = false;
    if (answer.away) {
      anew = true;
      dueMs = Date.now() + waitMs;
      waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
      return;
    }
    waitMs = TICK_MS;
    dueMs = Date.now() + silentMs;
    if (answer.status === 200) return take(answer.body);
    if (answer.status === 204) return;
    anew = true;
    refused(answer.body.detail);
  }

  async function tend() {
    tick();
    if (document.hidden || Date.now() < dueMs) return;
    await poll();
    if (!room.outage && stream.readyState === EventSource.CLOSED) listen();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stream.close();
    anew = true;
    listen();
    poll();
  });
  window.addEventListener("offline", room.lost);
  window.addEventListener("online", poll);
  listen();
  setInterval(tend, TICK_MS);
}
