// What players have to be told beside the amounts.
/** @import { LinkState, TableRow } from "../types.js" */

/** @param {LinkState} state */
export function notices({ levels, tables, closed }) {
  const out = tables.filter((table) => table.closed).map((table) => table.table);
  const full = levels.filter((level) => level.limit_reached).map((level) => (levels.length > 1 ? level.name : "Jackpot"));
  return [
    closed ? "Out of service: no new game starts" : "",
    !closed && out.length ? `Out of service: table ${out.join(", ")}` : "",
    full.length ? `${full.join(" and ")} at the limit: new contributions go to the next jackpot` : "",
    folded(tables),
    ...new Set(tables.flatMap((table) => table.notices)),
  ].filter(Boolean);
}

/** @param {TableRow[]} tables */
function folded(tables) {
  const winning = tables.filter((table) => table.folded_hands_qualify).map((table) => table.table);
  if (!tables.length) return "";
  if (!winning.length) return "Folded hands do not qualify";
  return winning.length === tables.length ? "Folded hands qualify" : `Folded hands qualify at table ${winning.join(", ")} only`;
}
