// Dealing by hand: who gets the next card, what is burned, turned over or locked up. Every place can always be touched.
import { byId, capital, find, make } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { Acting, SchoolState } from "../../types.js" */

const SHORT_KEYS = { dealer: "d", community: "c" };

/** The acts that a key stands for, by the key. @type {Map<string, object>} */
const keys = new Map();

/** @param {SchoolState} state @param {(fields: object) => void} act */
export function drawDealing({ acting, seats }, act) {
  keys.clear();
  byId("acting").hidden = !acting;
  for (const place of ["community", "dealer"]) byId(`${place}-acts`).replaceChildren();
  for (const { number } of seats) find(byId("seats"), `[data-seat="${number}"] .place-acts`)?.remove();
  if (!acting) return;
  for (const place of acting.places) drawPlace(place, acting, act);
  byId("said").textContent = acting.said.join(" ");
  const free = [];
  if (acting.burns) free.push(actButton(_("Burn"), "b", { act: "burn" }, act));
  if (acting.stops) free.push(actButton(_("No more cards"), "n", { act: "stop" }, act));
  byId("free-acts").replaceChildren(...free);
}

/** @param {Acting["places"][number]} place @param {Acting} acting */
function drawPlace({ place, words, deals, turns }, acting, act) {
  const isSeat = !(place in SHORT_KEYS);
  const key = SHORT_KEYS[place] ?? place;
  const holder = isSeat ? make("div", { class: "place-acts" }) : byId(`${place}-acts`);
  if (isSeat) find(byId("seats"), `[data-seat="${place}"]`).append(holder);
  const named = (verb) => ({ "aria-label": `${verb}: ${words}` });
  if (deals) holder.append(actButton(_("Deal"), key, { act: "deal", place }, act, named(_("Deal"))));
  if (turns) holder.append(actButton(_("Turn over"), key.toUpperCase(), { act: "turn", place }, act, named(_("Turn over"))));
  if (!isSeat) return;
  for (const bet of acting.bets) {
    const verb = bet.act === "lock" ? _("Lock up") : _("Lammer");
    const isDone = acting.done.some((done) => done.act === bet.act && done.place === place && done.wager === bet.wager);
    const button = actButton(`${isDone ? "✓ " : ""}${verb}: ${bet.wager}`, "", { ...bet, place }, act, { ...named(`${verb}, ${bet.wager}`), class: "quiet small-act" });
    button.toggleAttribute("disabled", isDone);
    holder.append(button);
  }
}

function actButton(words, key, fields, act, attributes = {}) {
  const button = make("button", { type: "button", class: "quiet", ...attributes }, capital(words), ...(key ? [make("kbd", { "aria-hidden": "true" }, key)] : []));
  button.addEventListener("click", () => act(fields));
  if (key) keys.set(key, fields);
  return button;
}

/** @param {(fields: object) => void} act */
export function prepareDealing(act) {
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
    const fields = keys.get(event.key);
    if (fields) act(fields);
  });
}
