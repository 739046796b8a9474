// What each bet pays, in a small window; the line that paid is lit.
import { find, findAll, write } from "../dom.js";
import { _ } from "../words.js";

/** @import { BetResult, Edge } from "../types.js" */

const dialogOf = (wager) => /** @type {HTMLDialogElement | null} */ (document.querySelector(`[data-paytable="${CSS.escape(wager)}"]`));

/** @param {HTMLElement} root */
export function preparePaytables(root) {
  for (const button of findAll(root, "[data-pays]")) button.addEventListener("click", () => dialogOf(button.dataset.pays)?.showModal());
  for (const dialog of findAll(root, "dialog.paytable"))
    dialog.addEventListener("click", (event) => event.target === dialog && /** @type {HTMLDialogElement} */ (dialog).close());
}

/** @param {HTMLElement} root @param {BetResult[]} settled @param {Record<string, Edge>} edges */
export function drawPaytables(root, settled, edges) {
  const paid = Object.fromEntries(settled.map((bet) => [bet.wager, bet.row]));
  for (const dialog of findAll(root, "dialog.paytable")) {
    const wager = dialog.dataset.paytable ?? "";
    const row = paid[wager] ?? null;
    for (const line of findAll(dialog, "[data-row]")) line.classList.toggle("paid", line.dataset.row === `${row}`);
    write(find(dialog, ".edge-sentence"), edges[wager] ? _("House edge: {edge}.", { edge: edges[wager].sentence }) : "");
    document.querySelector(`[data-pays="${CSS.escape(wager)}"]`)?.classList.toggle("paid", row !== null);
  }
}
