"""The designer's example: change a paytable, then write a game.

Run it with `python examples/designer.py`; it takes some seconds. It asks what a side bet keeps under other pays,
defines and solves a new game in one page, and looks for the pay that reaches a wanted edge.
"""

from fractions import Fraction

from fairfelt import games, par, short_strategy
from fairfelt.rules import (
    EVEN,
    FOLD,
    PUSH,
    Cards,
    Deal,
    Game,
    Packet,
    Pay,
    Paytable,
    Qualify,
    Showdown,
    Street,
    bet,
    even_money,
    opening,
    raised,
    side_bet,
    unless_dealer_qualifies,
)
from fairfelt.rules.hands import THREE_CARD, ThreeCard


def pair_plus(flush: int, straight: int) -> Paytable:
    """The usual table of Pair Plus with other pays for a flush and a straight."""
    return Paytable(
        f"40/30/{straight}/{flush}/1",
        {
            ThreeCard.STRAIGHT_FLUSH: 40,
            ThreeCard.THREE_OF_A_KIND: 30,
            ThreeCard.STRAIGHT: straight,
            ThreeCard.FLUSH: flush,
            ThreeCard.PAIR: 1,
        },
    )


# A game is a value: another paytable makes another game, and the printed one stays as it is.
printed = games.three_card_poker
print("Pair Plus under other pays")
for flush, straight in ((4, 6), (3, 6), (4, 5), (3, 5)):
    changed = printed.with_pays("Pair Plus", pair_plus(flush, straight))
    wager = par(changed).wager("Pair Plus")
    print(f"  {wager.paytable:<14} edge {float(wager.house_edge):7.3%}   hits {float(wager.hit_frequency):.2%}")

# Now a game that is in no catalogue. The definition reads like the sheet that would lie on the table.
CROWN = Paytable(
    "CR-01",
    {
        ThreeCard.STRAIGHT_FLUSH: 30,
        ThreeCard.THREE_OF_A_KIND: 25,
        ThreeCard.STRAIGHT: 6,
        ThreeCard.FLUSH: 3,
        ThreeCard.PAIR: 1,
    },
)


def king_high(without_a_king: Pay) -> Game:
    """The game, with what the Ante gets if the dealer has no king and does not play."""
    return Game(
        name="King High",
        summary="Beat the dealer with three cards; the dealer plays with a king or better.",
        headlines=("Dealer plays with king high or better", "Copies push"),
        deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
        showdown=Showdown(THREE_CARD, qualify=Qualify("king high", "Kc 3d 2h")),
        streets=(Street("Three cards", FOLD, bet("Play")),),
        wagers=(
            opening("Ante", unless_dealer_qualifies(even_money, pay=without_a_king)),
            raised("Play", even_money),
            side_bet("Crown", hand=THREE_CARD, pays=(CROWN,), survives_fold=True),
        ),
    )


# Two readings of one rule, far apart: a designer wants to know before anybody plays it.
for words, pay in (("pushes", PUSH), ("is paid", EVEN)):
    game = king_high(pay)
    sheet = par(game)
    print(f"\n{game.name}, where the Ante {words} if the dealer does not play")
    print(f"  edge {float(sheet.round.house_edge):.3%} of the Ante, {sheet.round.house_edge} exactly")
    print(f"  best play: {short_strategy(game).rules[0].words}")
    for decision in sheet.decisions:
        print(f"  {decision.choice:<5} {float(decision.frequency):.2%} of all hands")

# The side bet should keep about 5%. Which pay for a straight flush comes nearest?
WANTED = Fraction(5, 100)


def crown_edge(straight_flush: int) -> Fraction:
    """What Crown keeps with this pay for a straight flush."""
    table = Paytable("what if", {**CROWN.pays, ThreeCard.STRAIGHT_FLUSH: straight_flush})
    return par(king_high(EVEN).with_pays("Crown", table)).wager("Crown").house_edge


best = min(range(20, 101, 5), key=lambda pay: abs(crown_edge(pay) - WANTED))
edge = crown_edge(best)
print(f"\nCrown keeps {float(crown_edge(30)):.2%} if a straight flush pays 30 to 1.")
print(f"Nearest to {float(WANTED):.0%} is {best} to 1: it keeps {float(edge):.2%}, {edge} exactly.")
