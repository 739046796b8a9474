// Asks why a round or a hand is taken back, before a card is put in for it.
import { fieldById, find, write } from "../../dom.js";

/** @typedef {{ why: string, give_back?: boolean }} Reason */

/** @param {HTMLDialogElement} dialog */
export function reasonDialog(dialog) {
  const [why, back] = [fieldById("why"), fieldById("give-back")];

  // Gives the reason; nothing if it was cancelled. Only a foul hand is asked what becomes of its bet.
  /** @returns {Promise<Reason | null>} */
  function ask({ title, words, isFoul }) {
    write(find(dialog, "h2"), title);
    write(find(dialog, ".why"), words);
    find(dialog, ".give-back").hidden = !isFoul;
    why.value = "";
    back.checked = true;
    dialog.returnValue = "";
    dialog.showModal();
    why.focus();
    return new Promise((done) => dialog.addEventListener("close", () => done(answer(isFoul)), { once: true }));
  }

  function answer(isFoul) {
    const given = why.value.trim();
    if (dialog.returnValue !== "go" || !given) return null;
    return isFoul ? { why: given, give_back: back.checked } : { why: given };
  }

  return { ask };
}
