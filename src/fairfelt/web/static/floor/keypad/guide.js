// What the dealer does next, in a sentence, by what the room says is live.
import { _, ngettext } from "../../words.js";

/** Whether a confirmation takes two cards: by its amount, or because nobody was signed in when the hand was entered. */
export const takesTwo = (needs) => needs === "two people" || needs.endsWith("and a second card");

/** @param {import("../../types.js").TableState} state */
export function guide({ phase, live, needs }, { closed, chosen, bets, amounts, dealerMissing, isLegacy }) {
  const end = live.at(-1) ?? "";
  if (closed && phase === "betting") return _("Closed: {why}. No game starts.", { why: closed });
  if (dealerMissing) return _("No dealer is signed in: sign in with card and PIN, then deal.");
  if (phase === "betting") return betting(bets, amounts, end);
  if (phase === "playing" && !isLegacy && !Object.keys(bets).length)
    return _("Bets are locked: no seat has a progressive bet in this round, so no hand can be claimed. {button} when it is over.", { button: end });
  if (chosen && (phase === "playing" || phase === "paid")) return _("Seat {seat} is chosen: press its winning hand.", { seat: chosen });
  if (phase === "playing")
    return isLegacy
      ? _("Bets are locked. If a hand wins, press it; tap its seat first where bets differ. If none does, {button}.", { button: end })
      : _("Bets are locked. If a hand wins, tap its seat, then the hand. If none does, {button}.", { button: end });
  if (phase === "claimed" && needs === "dealer")
    return _("Pay it from the tray and press {button}: no supervisor needed. Press the hand again to withdraw the claim.", { button: end });
  if (phase === "claimed") {
    return takesTwo(needs)
      ? _("Call the floor: {button} takes two cards. Press the hand again to withdraw the claim.", { button: end })
      : _("Call the floor: {button} takes a card. Press the hand again to withdraw the claim.", { button: end });
  }
  if (phase === "keyed") return _("Press {button} to confirm, or turn the {key}.", { button: live[0], key: end });
  if (phase === "logged") return _("The win is logged. Pay what is shown; the {key} adjusts the meter.", { key: end });
  return _("Pay what is shown. If another hand wins, tap its seat, then the hand. If none does, {button}.", { button: end });
}

/** @param {Record<string, number>} bets */
function betting(bets, { chip }, start) {
  const stakes = Object.values(bets);
  if (!stakes.length) return _("Choose a chip and tap every seat with a progressive bet, then {button}.", { button: start });
  const sum = stakes.reduce((soFar, micros) => soFar + BigInt(micros), 0n);
  return ngettext(
    "{count} bet, {sum}. Tap a seat again to remove its bet. Then {button}.",
    "{count} bets, {sum}. Tap a seat again to remove its bet. Then {button}.",
    stakes.length,
    { sum: chip(sum), button: start },
  );
}
