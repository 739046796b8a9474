// The overview while one looks at it: a stream in and nothing out. Whole states come, so a lost one loses nothing.
import { byId, find, findAll, make, write } from "../dom.js";
import { parse } from "../floor/money.js";

/** @import { Claim, LinkState } from "../types.js" */

const SILENT_MS = 15_000;
const CENT = 10_000n;
const NUMBER = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
let heardMs = Date.now();
/** @type {EventSource | undefined} */
let stream;

// Whole cents, none of them rounded up, as the page itself writes them.
function amountWords(micros) {
  const cents = BigInt(micros) / CENT;
  return NUMBER.format(/** @type {any} */ (`${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`));
}

/** @param {HTMLElement} section @param {LinkState} link */
function drawLink(section, { levels, tables }) {
  for (const { name, amount_micros: amount, limit_reached: reached } of levels) {
    const row = section.querySelector(`[data-level="${CSS.escape(name)}"]`);
    if (!row) continue;
    write(row.querySelector(".amount"), amountWords(amount));
    find(row, ".limit").hidden = !reached;
  }
  for (const { table, phase, closed } of tables) {
    const row = section.querySelector(`[data-table="${CSS.escape(table)}"]`);
    write(row?.querySelector(".phase"), phase);
    write(row?.querySelector(".service"), closed ? `closed: ${closed}` : "in service");
  }
}

/** @param {Claim} claim */
function claimRow({ table, seat, hand, level, amount_micros: amount }, currency) {
  const prize = make("span", { class: "amount" }, `${currency} ${amountWords(amount)}`);
  return make("li", {}, make("strong", {}, `Table ${table}`), ` seat ${seat}, ${hand}${level ? `, ${level}` : ""} `, prize);
}

// It is read aloud when it changes, so it is written only when it does.
/** @param {LinkState[]} links */
function drawClaims(links) {
  const list = byId("claims");
  const rows = links.flatMap(({ pending, currency }) => pending.map((claim) => claimRow(claim, currency)));
  const now = rows.map((row) => row.textContent).join("|");
  if (list.dataset.written === now) return;
  list.dataset.written = now;
  list.replaceChildren(...rows);
}

/** @param {{ links: Record<string, LinkState>, closed: string }} state */
function draw(state) {
  heardMs = Date.now();
  document.body.classList.remove("stale");
  for (const [name, link] of Object.entries(state.links)) {
    for (const section of findAll(document, `[data-link="${CSS.escape(name)}"]`)) drawLink(section, link);
  }
  drawClaims(Object.values(state.links));
  const standing = find(document, ".standing");
  standing.classList.toggle("shut", Boolean(state.closed));
  standing.classList.toggle("open", !state.closed);
  write(byId("floor-state"), state.closed ? `The floor is closed: ${state.closed}.` : "The floor is open.");
}

function listen() {
  stream?.close();
  stream = new EventSource("/manager/stream");
  stream.onmessage = (event) => draw(parse(event.data));
}

// Amounts that may be old are grayed. A page that nobody sees lets its stream go.
setInterval(() => {
  if (document.hidden || Date.now() - heardMs < SILENT_MS) return;
  document.body.classList.add("stale");
  if (stream?.readyState === EventSource.CLOSED) listen();
}, 1000);
document.addEventListener("visibilitychange", () => (document.hidden ? stream?.close() : listen()));
if (document.querySelector("[data-link]")) listen();
