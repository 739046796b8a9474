// What the dealer does next, in a sentence, by what the room says is live.
export function guide(state, { closed, chosen, bets, amounts }) {
  const { phase, live } = state;
  const [end] = live.slice(-1);
  if (closed && phase === "betting") return `Closed: ${closed}. No game starts.`;
  if (phase === "betting") return betting(bets, amounts, end);
  if (phase === "playing")
    return chosen
      ? `Seat ${chosen} is chosen: press its winning hand.`
      : `Bets are locked. If a hand wins, tap its seat, then the hand. If none does, ${end}.`;
  if (phase === "claimed") return `Call the floor: ${end} takes a card. The hand pressed again takes the claim back.`;
  if (phase === "keyed") return `Press ${live[0]} to confirm, or turn the ${end}.`;
  return end.startsWith("key") ? `Pay what is shown. Turn the ${end}.` : `Pay what is shown, then ${end}.`;
}

function betting(bets, { chip }, start) {
  const stakes = Object.values(bets);
  if (!stakes.length) return `Choose a chip and tap every seat with a progressive bet, then ${start}.`;
  const sum = stakes.reduce((soFar, micros) => soFar + BigInt(micros), 0n);
  return `${stakes.length} ${stakes.length === 1 ? "bet" : "bets"}, ${chip(sum)}. A seat tapped again goes dark. Then ${start}.`;
}
