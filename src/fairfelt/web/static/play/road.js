// Who won, round by round, where players bet on two hands: a bead plate in order, and the big road by streaks.
import { byId, make } from "../dom.js";
import { _ } from "../words.js";

/** @import { PracticeState } from "../types.js" */

const HIGH = 6;
const MOST = 300;
const BANKER = "b";
const PLAYER = "p";
const TIE = "t";
const key = () => `road ${location.pathname}${location.search}`;

/** @param {PracticeState} state */
function winners({ phase, number, dealer, community, tally, seats }) {
  /** @type {[number, string][]} */
  let found = JSON.parse(sessionStorage.getItem(key()) ?? "[]");
  if (!tally.rounds) found = [];
  const isVoid = seats.every((seat) => seat.result === "pushes") && !dealer.wins && !community.wins && !dealer.hands[0]?.words;
  if (phase === "settled" && !isVoid && found[found.length - 1]?.[0] !== number && tally.rounds) {
    found.push([number, dealer.wins ? BANKER : community.wins ? PLAYER : TIE]);
    found = found.slice(-MOST);
  }
  sessionStorage.setItem(key(), JSON.stringify(found));
  return found.map(([, winner]) => winner);
}

/** @param {HTMLElement} panel @param {PracticeState} state */
export function drawRoad(panel, state) {
  const all = winners(state);
  const known = all.some((winner) => winner !== TIE);
  byId("road-panel").hidden = !known;
  if (!known) return;
  const count = (kind) => all.filter((winner) => winner === kind).length;
  const titles = { [BANKER]: _("Banker"), [PLAYER]: _("Player"), [TIE]: _("Tie") };
  const score = make("p", { class: "road-score" }, ...[BANKER, PLAYER, TIE].map((kind) => make("span", { class: `bead ${kind}` }, `${titles[kind]} ${count(kind)}`)));
  const said = all.map((winner) => titles[winner]).join(", ");
  panel.replaceChildren(score, grid(beads(all, titles), _("Bead plate: {rounds}", { rounds: said })), grid(streaks(all), _("Big road")));
}

function beads(all, titles) {
  return all.map((winner, at) => ({ x: Math.floor(at / HIGH), y: at % HIGH, className: `bead ${winner}`, words: titles[winner][0] }));
}

// A streak goes down its column and turns right where that is full; a tie is a line through the last circle.
function streaks(all) {
  /** @type {{ x: number, y: number, className: string, words: string, ties: number, winner: string }[]} */
  const found = [];
  const taken = new Set();
  let column = -1;
  for (const winner of all) {
    const last = found[found.length - 1];
    if (winner === TIE) {
      if (last) last.ties += 1;
      continue;
    }
    let [x, y] = [column + 1, 0];
    if (last?.winner === winner) [x, y] = last.y + 1 < HIGH && !taken.has(`${last.x} ${last.y + 1}`) ? [last.x, last.y + 1] : [last.x + 1, last.y];
    else column += 1;
    taken.add(`${x} ${y}`);
    found.push({ x, y, className: "", words: "", ties: 0, winner });
  }
  return found.map((each) => ({ ...each, className: `ring ${each.winner}${each.ties ? " tied" : ""}` }));
}

function grid(cells, words) {
  const items = cells.map(({ x, y, className, words: letter }) => {
    const item = make("i", { class: className }, letter);
    item.style.gridArea = `${y + 1} / ${x + 1}`;
    return item;
  });
  const found = make("div", { class: "road", role: "img", "aria-label": words }, ...items);
  requestAnimationFrame(() => (found.scrollLeft = found.scrollWidth));
  return found;
}
