"""The mathematician's example: one game, exactly.

Run it with `python examples/mathematician.py`; it takes some seconds. It counts every deal of Three Card Poker, shows
the house edge as a fraction, compares it with what is printed, values one hand, and deals a million rounds beside it.
"""

from fairfelt import games, par, short_strategy, simulate, solve, verify
from fairfelt.rules.cards import parse_cards

game = games.three_card_poker

# A PAR sheet is counted, not sampled: every figure on it is a whole number over a whole number.
sheet = par(game)
edge = sheet.round.house_edge
print(f"{game.name}: {sheet.round.total:,} combinations")
print(f"  house edge       {edge} of the Ante, which is {float(edge):.4%}")
print(f"  element of risk  {sheet.round.element_of_risk}, which is {float(sheet.round.element_of_risk):.4%}")
print(f"  average wager    {sheet.round.average_wager} Antes")

# A side bet is a wager of the same sheet. Its outcomes add up to all hands there are.
pair_plus = sheet.wager("Pair Plus")
assert sum(row.combinations for row in pair_plus.outcomes) == pair_plus.total
print(f"\nPair Plus {pair_plus.paytable}: edge {pair_plus.house_edge}, hit frequency {pair_plus.hit_frequency}")
for row in pair_plus.outcomes:
    print(f"  {row.name:<24} {row.pays:>8} {row.combinations:>8,}  {row.contribution}")

# Published figures are part of a game's definition. Each is computed and rounded to the digits that were printed.
answer = verify([game])
print(f"\nPublished figures: {len(answer.figures)}, and all agree: {answer.agrees}")
for check in answer.figures[:3]:
    print(f"  {check.figure:<16} printed {check.published:>6}   computed {check.computed:>6}")

# Best play can be asked about any hand, and be put in a sentence; its cost is what following it loses.
hand = "Qs 6d 4c"
advice = solve(game).advise(parse_cards(hand))
print(f"\n{hand}: best is {advice.best}")
for choice, value in advice.values:
    print(f"  {choice:<6} {value} = {float(value):+.6f}")
strategy = short_strategy(game)
print(f"  in words: {strategy.rules[0].words}; it costs {strategy.cost}")

# Sampling checks counting: the exact mean should lie within three standard errors of the sampled one.
dealt = simulate(game, rounds=1_000_000, seed=1)
print(f"\n{dealt.rounds:,} rounds dealt from seed {dealt.seed}")
for wager in dealt.wagers[:4]:
    sampled = f"{wager.mean:+.4f} ± {wager.standard_error:.4f}"
    print(f"  {wager.wager:<12} {sampled}   exact {wager.exact:+.4f}   within: {wager.within}")
