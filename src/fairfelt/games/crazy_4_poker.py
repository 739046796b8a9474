"""Crazy 4 Poker: the best four of five cards against the dealer's, with a larger raise from a pair of aces on."""

from fairfelt.language import *

HAND = Refinement(FOUR_CARD, "four-card poker, four aces apart", {"four aces": "Ac Ad Ah As"})
QUEENS_UP = Refinement(FOUR_CARD, "four-card poker, queens up", {"pair of queens or better": "Qc Qd 3h 2s"})
ACES = Qualify("a pair of aces", "Ac Ad 3h 2s")
PLAY, PLAY_3X = bet("Play"), bet("Play", times=3, holding=ACES)

SUPER_BONUS = from_top(HAND, 200, 30, 15, 2, to(3, 2), 1, name="standard")
QUEENS_UP_PAYS = from_top(QUEENS_UP, 50, 40, 8, 4, 3, 2, 1)


def super_bonus(facts: Facts, reading: Reading) -> Outcome:
    """A straight or better is paid whatever the dealer has; a lower hand loses to a better dealer who qualifies."""
    hand = by_line(facts, reading)
    if hand.line is not None:
        return hand
    if facts.result is Result.LOSS and facts.qualified:
        return Outcome("loses to the dealer", LOSE)
    return Outcome("lower hand than pays, not beaten", PUSH)


def published_strategy() -> Strategy:
    """Three times from a pair of aces on, once from king, queen, eight, four on."""
    aces, king_queen = (HAND.value(parse_cards(cards)) for cards in (ACES.least, "Kc Qd 8h 4s"))

    def choose(visible: VisibleHand) -> Choice:
        return PLAY_3X if visible.value >= aces else PLAY if visible.value >= king_queen else FOLD

    words = "Play three times the Ante with a pair of aces or better, once with K-Q-8-4 or better."
    return Strategy("K-Q-8-4", words, choose)


WIZARD = "Wizard of Odds"

game = Game(
    name="Crazy 4 Poker",
    approvals=(15,),
    summary="Make a better four-card hand of five cards than the dealer, and bet more from a pair of aces on.",
    headlines=("Four of a kind beats a straight flush", "Dealer plays with king high or better"),
    deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)),
    showdown=Showdown(HAND, qualify=Qualify("king high", "Kc 4d 3h 2s")),
    streets=(Street("Five cards", FOLD, PLAY, bet("Play", times=2, holding=ACES), PLAY_3X),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        opening("Super Bonus", super_bonus, pays=(SUPER_BONUS,)),
        raised("Play", unless_dealer_qualifies(even_money, pay=EVEN)),
        side_bet("Queens Up", hand=QUEENS_UP, pays=(QUEENS_UP_PAYS,), survives_fold=False),
    ),
    strategies=(published_strategy(),),
    rulings=(
        Ruling(
            "super_bonus_without_a_dealer",
            "What becomes of the Super Bonus if the dealer is better and does not qualify?",
            "It pushes: it loses only to a better dealer who qualifies.",
            because="Two published rule texts say so. A player who plays well never holds such a hand.",
        ),
        Ruling(
            "queens_up_on_a_fold",
            "Does Queens Up outlive a fold?",
            "No: folding forfeits all bets. No paying hand is worth folding, so the figures are the same either way.",
        ),
        left_out("bets_left_out", "Cover All and the progressives"),
    ),
    published=(
        Published(wager=ROUND, figure="element_of_risk", printed="1.09%", source=WIZARD),
        Published(wager=ROUND, figure="element_of_risk", printed="1.09%", strategy="K-Q-8-4", source=WIZARD),
    ),
)
