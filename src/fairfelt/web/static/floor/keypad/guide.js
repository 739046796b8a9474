// What the dealer does next, in a sentence, by what the room says is live.
import { plural } from "../../dom.js";

/** @param {import("../../types.js").TableState} state */
export function guide({ phase, live, needs }, { closed, chosen, bets, amounts, dealerMissing, isLegacy }) {
  const end = live.at(-1) ?? "";
  if (closed && phase === "betting") return `Closed: ${closed}. No game starts.`;
  if (dealerMissing) return "No dealer is signed in: sign in with card and PIN, then deal.";
  if (phase === "betting") return betting(bets, amounts, end);
  if (phase === "playing")
    return chosen
      ? `Seat ${chosen} is chosen: press its winning hand.`
      : `Bets are locked. If a hand wins, ${isLegacy ? "press it; tap its seat first where bets differ" : "tap its seat, then the hand"}. If none does, ${end}.`;
  if (phase === "claimed" && needs === "dealer")
    return `Pay it from the tray and press ${end}: no supervisor needed. Press the hand again to withdraw the claim.`;
  if (phase === "claimed") return `Call the floor: ${end} takes ${needs === "two people" ? "two cards" : "a card"}. Press the hand again to withdraw the claim.`;
  if (phase === "keyed") return `Press ${live[0]} to confirm, or turn the ${end}.`;
  if (phase === "logged") return `The win is logged. Pay what is shown; the ${end} adjusts the meter.`;
  return `Pay what is shown, then ${end}.`;
}

/** @param {Record<string, number>} bets */
function betting(bets, { chip }, start) {
  const stakes = Object.values(bets);
  if (!stakes.length) return `Choose a chip and tap every seat with a progressive bet, then ${start}.`;
  const sum = stakes.reduce((soFar, micros) => soFar + BigInt(micros), 0n);
  return `${plural(stakes.length, "bet")}, ${chip(sum)}. Tap a seat again to remove its bet. Then ${start}.`;
}
