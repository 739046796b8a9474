// Asks for a card and its PIN, and opens a session with them.
import { fieldById, find, targetOf, write } from "../../dom.js";

/** @import { Session } from "../../types.js" */

/** @param {HTMLDialogElement} dialog @param {ReturnType<typeof import("../room.js").connectRoom>} room */
export function signInDialog(dialog, room) {
  const form = /** @type {HTMLFormElement} */ (find(dialog, "form"));
  const [card, pin] = [fieldById("card"), fieldById("pin")];
  const note = find(dialog, ".note");
  const send = /** @type {HTMLButtonElement} */ (find(dialog, "[type=submit]"));
  /** @type {((session: Session | null) => void) | null} */
  let waiting = null;

  function say(sentence) {
    note.textContent = sentence;
    note.hidden = !sentence;
  }

  // Gives the session, or nothing if it was cancelled. The dialog stays until it is hidden, for there may be more to say.
  /** @returns {Promise<Session | null>} */
  function ask({ title, why, button, sentence = "" }) {
    waiting?.(null);
    write(find(dialog, "h2"), title);
    write(find(dialog, ".why"), why);
    write(send, button);
    if (!sentence) form.reset();
    pin.value = "";
    say(sentence);
    send.disabled = false;
    if (!dialog.open) dialog.showModal();
    (card.value ? pin : card).focus();
    return new Promise((done) => (waiting = done));
  }

  async function submitted(event) {
    event.preventDefault();
    if (!pin.value) return pin.focus(); // a card reader ends what it reads with Enter
    const asked = waiting;
    send.disabled = true;
    say("");
    const answer = await room.post("/api/sessions", { card: card.value.trim(), pin: pin.value });
    pin.value = "";
    if (waiting !== asked || !asked) return answer.status === 201 && room.remove("/api/sessions", answer.body.token);
    if (answer.status === 201) {
      waiting = null;
      return asked(answer.body);
    }
    send.disabled = false;
    say(answer.body.detail);
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
    waiting?.(null);
    waiting = null;
  });
  return {
    ask,
    hide: () => dialog.close(),
    get isOpen() {
      return dialog.open;
    },
  };
}
