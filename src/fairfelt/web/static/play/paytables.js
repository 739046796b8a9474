// What each bet pays, in a small window; the line that paid is lit.
import { find, findAll, make, write } from "../dom.js";
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

// In view beside the felt: what the bets that are made pay, or all of them before there is one; of one line there is nothing to choose from.
/** @param {HTMLElement} panel @param {string[]} staked @param {BetResult[]} settled */
export function drawPays(panel, staked, settled) {
  const rows = Object.fromEntries(settled.map((bet) => [bet.wager, bet.row]));
  const tables = findAll(document, "dialog.paytable").filter((dialog) => findAll(dialog, "[data-row]").length > 1);
  const shown = tables.filter(({ dataset }) => !staked.length || staked.includes(dataset.paytable ?? ""));
  panel.hidden = shown.length === 0;
  const key = JSON.stringify([staked, rows]);
  if (panel.dataset.key === key) return;
  panel.dataset.key = key;
  const list = find(panel, "#pays");
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const dialog of shown) {
    const wager = dialog.dataset.paytable ?? "";
    const same = `${find(dialog, "tbody").textContent} ${rows[wager] ?? ""}`;
    alike.set(same, [...(alike.get(same) ?? []), wager]);
  }
  list.replaceChildren(
    ...[...alike.values()].map((wagers) => {
      const [wager] = wagers;
      const dialog = /** @type {HTMLDialogElement} */ (dialogOf(wager));
      const lines = findAll(dialog, "[data-row]").map((line) => {
        const isPaid = line.dataset.row === `${rows[wager] ?? ""}`;
        return make("tr", isPaid ? { class: "paid" } : {}, ...findAll(line, "td").map((cell) => make("td", {}, cell.textContent ?? "")));
      });
      return make("table", { class: "few pays-table" }, make("caption", {}, wagers.join(", ")), make("tbody", {}, ...lines));
    }),
  );
  const paid = /** @type {HTMLElement | null} */ (list.querySelector(".paid"));
  list.scrollTop = paid ? paid.offsetTop - list.clientHeight / 2 : 0;
}
