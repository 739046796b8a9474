// Card and PIN of somebody who may confirm. Their session lives in this page's memory only, and no longer than needed.
import { fieldById, find, targetOf } from "../../dom.js";

/** @import { PressResult } from "../../types.js" */

/** @param {HTMLDialogElement} dialog @param {ReturnType<typeof import("../room.js").connectRoom>} room */
export function signInDialog(dialog, room, changed) {
  const form = /** @type {HTMLFormElement} */ (find(dialog, "form"));
  const [card, pin] = [fieldById("card"), fieldById("pin")];
  const note = find(dialog, ".note");
  const send = /** @type {HTMLButtonElement} */ (find(dialog, "[type=submit]"));
  /** @type {{ token: string } | null} */
  let held = null;
  /** @type {{ act: (token: string) => Promise<PressResult>, done: (result: PressResult | null) => void } | null} */
  let waiting = null;

  function say(sentence) {
    note.textContent = sentence;
    note.hidden = !sentence;
  }

  function keep(session) {
    held = session;
    changed(held);
  }

  async function signOut() {
    const token = held?.token;
    keep(null);
    if (token) await room.remove("/api/sessions", token);
  }

  // Does something with somebody's session: the one that is open, or one that is opened for it. Gives what came of it;
  // nothing if the dialog was cancelled.
  /** @param {(token: string) => Promise<PressResult>} act @returns {Promise<PressResult | null>} */
  async function withCard(title, why, act) {
    if (held) {
      const result = await act(held.token);
      if (result.status !== 401) return result;
      keep(null);
    }
    find(dialog, "h2").textContent = title;
    find(dialog, ".why").textContent = why;
    say("");
    form.reset();
    dialog.showModal();
    card.focus();
    return new Promise((done) => (waiting = { act, done }));
  }

  async function submitted(event) {
    event.preventDefault();
    if (!pin.value) return pin.focus(); // a card reader ends what it reads with Enter
    send.disabled = true;
    say("");
    const answer = await room.post("/api/sessions", { card: card.value.trim(), pin: pin.value });
    pin.value = "";
    if (answer.status === 201) await signedIn(answer.body);
    else refuse(answer.body.detail);
    send.disabled = false;
  }

  async function signedIn(session) {
    if (!waiting) return;
    const { act, done } = waiting;
    keep(session);
    const result = await act(session.token);
    if (result.sentence) {
      await signOut();
      return refuse(result.sentence);
    }
    done(result);
    dialog.close();
  }

  function refuse(sentence) {
    say(sentence);
    pin.focus();
  }

  function typed(event) {
    const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-digit]"));
    const digit = button?.dataset.digit;
    if (digit === undefined) return;
    pin.value = digit === "back" ? pin.value.slice(0, -1) : pin.value + digit;
  }

  form.addEventListener("submit", submitted);
  find(dialog, ".pin-pad").addEventListener("click", typed);
  find(dialog, "[data-cancel]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    waiting?.done(null);
    waiting = null;
  });
  return { withCard, signOut };
}
