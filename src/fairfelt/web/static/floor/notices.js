// What players have to be told beside the amounts.
import { _, said } from "../words.js";

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

/** A text that is looked up later, by its shape. @param {string} text */
const N_ = (text) => text;

// What the room says to a dealer of the round and of a hub, in the words of room/views.py.
const ROOM_NOTICES = [
  N_("Limits or terms were changed: that holds from the next round on."),
  N_("Seat {seat} is paid before seat {other}, whose award of {level} is confirmed: to pay in order, back that award out first."),
  N_("Win page {number} is backed out, and win page {pages} was paid after it: the next hand on {level} is paid in its place. If there is none, back out the later one too."),
  N_("Win page {pages} was cut by an aggregate limit that is not reached any more: back it out and enter it again."),
  N_("The {hand} is paid in the place of win page {number}: {level} showed {amount} then."),
  N_("The hub is out of reach: its levels are awarded when it is back."),
  N_("Confirmed here; pending at the hub, where an executive confirms large awards."),
  N_("The claim is pending at the hub."),
  N_("Not confirmed by the hub: {why}."),
].map((shape) => ({ shape, pattern: new RegExp(`^${shape.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>.+?)")}$`) }));

/** The same in the language of the page; what the law says stays as it is. @param {string} notice */
export function roomNotice(notice) {
  for (const { shape, pattern } of ROOM_NOTICES) {
    const { hand, ...rest } = pattern.exec(notice)?.groups ?? {};
    if (pattern.test(notice)) return _(shape, { ...rest, hand: hand && said(hand) });
  }
  return notice;
}
