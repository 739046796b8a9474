"""Heads Up Hold'em: one raise, the earlier the larger, and odds on strong hands even where they lose."""

from fairfelt.language import *

BEATEN = len(Poker)
"""Lines of hands that lose stand above those that win."""
WINNING: dict[int, Pay | int] = {
    Poker.ROYAL_FLUSH: 500, Poker.STRAIGHT_FLUSH: 50, Poker.FOUR_OF_A_KIND: 10, Poker.FULL_HOUSE: 3,
    Poker.FLUSH: to(3, 2), Poker.STRAIGHT: 1,
}  # fmt: skip
LOSING: dict[Poker, Pay | int] = {
    Poker.STRAIGHT_FLUSH: 500, Poker.FOUR_OF_A_KIND: 50, Poker.FULL_HOUSE: 10, Poker.FLUSH: 8, Poker.STRAIGHT: 5,
}  # fmt: skip
BEATEN_NAMES = {BEATEN + line: f"loses with {POKER.lines[line].name}" for line in Poker}
ODDS = Paytable("standard", {**WINNING, **{BEATEN + line: pay for line, pay in LOSING.items()}}, names=BEATEN_NAMES)


def odds(facts: Facts, reading: Reading) -> Outcome:
    """By the player's hand if it wins, by other odds if it is a straight or better and loses."""
    line = BEATEN + facts.player
    if facts.result is Result.LOSS and line in reading.paytable.pays:
        return Outcome(BEATEN_NAMES[line], reading.paytable.pays[line], line)
    return by_hand_if_it_wins(facts, reading)


game = Game(
    name="Heads Up Hold'em",
    summary="Make a better poker hand than the dealer with two cards each and five shared; strong losers pay too.",
    headlines=("Dealer plays with a pair or better", "A straight or better that loses pays odds"),
    deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), Packet(5, to=Cards.COMMUNITY)),
    showdown=Showdown(POKER, qualify=Qualify("a pair", "2c 2d 5h 4s 3c")),
    streets=(
        Street("Two cards", CHECK, bet("Raise", times=3)),
        Street("Flop", CHECK, bet("Raise", times=2), community=3, unless_bet="Raise"),
        Street("River", FOLD, bet("Raise"), community=2, unless_bet="Raise"),
    ),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        opening("Odds", odds, pays=(ODDS,)),
        raised("Raise", even_money),
    ),
    rulings=(left_out("side_bets_left_out", "Trips Plus and Pocket Bonus", "their tables differ from house to house"),),
    published=(*figures(ROUND, "Wizard of Odds", house_edge="2.36%", element_of_risk="0.64%"),),
)
