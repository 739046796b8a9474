// What players have to be told beside the amounts.
import { _ } from "../words.js";

/** @import { LinkState, TableRow } from "../types.js" */

/** @param {LinkState} state */
export function notices({ levels, tables, closed }) {
  const out = tables.filter((table) => table.closed).map((table) => table.table);
  const full = levels.filter((level) => level.limit_reached).map((level) => (levels.length > 1 ? level.name : _("Jackpot")));
  return [
    closed ? _("Out of service: no new game starts") : "",
    !closed && out.length ? _("Out of service: table {tables}", { tables: out.join(", ") }) : "",
    full.length ? _("{levels} at the limit: new contributions go to the next jackpot", { levels: full.join(", ") }) : "",
    folded(tables),
    ...new Set(tables.flatMap((table) => table.notices)),
  ].filter(Boolean);
}

/** @param {TableRow[]} tables */
function folded(tables) {
  const winning = tables.filter((table) => table.folded_hands_qualify).map((table) => table.table);
  if (!tables.length) return "";
  if (!winning.length) return _("Folded hands do not qualify");
  return winning.length === tables.length ? _("Folded hands qualify") : _("Folded hands qualify at table {tables} only", { tables: winning.join(", ") });
}
