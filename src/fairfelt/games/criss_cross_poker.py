"""Criss Cross Poker: two cards make a hand with the cards across and another with those down, against a paytable."""

from fairfelt.language import *

HAND = Refinement(
    POKER,
    "poker, pairs by height",
    {"pair of sixes to tens": "6c 6d 4h 3s 2c", "pair of jacks or better": "Jc Jd 4h 3s 2c"},
)
ANTE = (from_top(HAND, *[1] * 9, PUSH, name="even money"),)
BETS = (from_top(HAND, 500, 100, 40, 12, 8, 5, 3, 2, 1, PUSH, name="standard"),)


def by(hand: CrossHand) -> Settle:
    """Paid by the line of one of the two hands, or of the better one."""
    return by_ranking(on_cross(hand, by_line), HAND)


game = Game(
    name="Criss Cross Poker",
    summary="Make a pair of sixes or better across, down, or both, with two cards of your own and a cross of five.",
    headlines=("Two hands with the same two cards", "Pair of sixes to tens pushes"),
    course=Cross(HAND),
    wagers=(
        opening("Ante Across", by(CrossHand.ACROSS), pays=ANTE),
        opening("Ante Down", by(CrossHand.DOWN), pays=ANTE),
        raised("Across", by(CrossHand.ACROSS), pays=BETS),
        raised("Down", by(CrossHand.DOWN), pays=BETS),
        raised("Middle", by(CrossHand.BETTER), pays=BETS),
    ),
    rulings=(
        Ruling(
            "middle_bet",
            "By which hand is the Middle bet paid?",
            "By the better of the two: it wins if either does, at the odds of the higher hand.",
        ),
        Ruling(
            "indifferent_hands",
            "What does a player do who gains nothing by betting more and loses nothing?",
            "Bets more. The house edge is the same either way, the average bet is not.",
        ),
        Ruling(
            "no_published_figures",
            "With which published figures is the game compared?",
            "With none: no house edge of these rules and this table is published where we looked. The count is checked "
            "on small decks against every deal, looked at one by one. Published strategies fold at once what the count "
            "folds: two unsuited cards of different ranks, none higher than a five.",
        ),
        Ruling(
            "bonus_left_out",
            "What of the 5 Card Bonus on the cross alone?",
            "It is left out: only its ends are published where we looked, 250 to 1 for a royal flush and 1 to 1 for a "
            "pair of sixes.",
        ),
    ),
)
