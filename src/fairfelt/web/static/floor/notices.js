// What players have to be told beside the amounts.
export function notices({ levels, tables, closed }) {
  const out = tables.filter((table) => table.closed).map((table) => table.table);
  const full = levels.filter((level) => level.limit_reached).map((level) => level.name);
  return [
    closed ? "Out of service: no new game starts" : "",
    !closed && out.length ? `Out of service: table ${out.join(", ")}` : "",
    full.length ? `${full.join(" and ")} at the limit: what comes in now starts the next one` : "",
    folded(tables),
    ...new Set(tables.flatMap((table) => table.notices)),
  ].filter(Boolean);
}

function folded(tables) {
  const winning = tables.filter((table) => table.folded_hands_qualify).map((table) => table.table);
  if (!tables.length) return "";
  if (!winning.length) return "A folded hand does not win";
  return winning.length === tables.length ? "Folded hands win too" : `Folded hands win at table ${winning.join(", ")} only`;
}
