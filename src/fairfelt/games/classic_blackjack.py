"""Classic Blackjack: the ordinary game, with every rule that one table has and another has not."""

from dataclasses import replace

from fairfelt.games._blackjack import SPLIT_AGAIN, other
from fairfelt.language import *

STRIP = BlackjackRules(hits_soft_17=False)
SINGLE_DECK = replace(STRIP, hits_soft_17=True, natural=to(6, 5), doubles_after_split=False)
NO_HOLE_CARD = replace(STRIP, peeks=False, doubles=DoublingRule.NINE_TO_ELEVEN, most_hands=2)


HOUSE_RULES = (
    Ruling(
        "soft_17",
        "Does the dealer draw on a soft 17?",
        "No, the dealer stands on every 17.",
        alternatives={"hits": other("Yes, the dealer draws on a soft 17.", hits_soft_17=True)},
    ),
    Ruling(
        "natural_pays",
        "What does a natural pay?",
        "3 to 2.",
        alternatives={
            "6-to-5": other("6 to 5.", natural=to(6, 5)),
            "even": other("Even money.", natural=EVEN),
            "2-to-1": other("2 to 1.", natural=to(2)),
        },
    ),
    Ruling(
        "doubling",
        "Which hands may be doubled?",
        "Any two cards.",
        alternatives={
            "9-to-11": other("Two cards that total 9, 10 or 11.", doubles=DoublingRule.NINE_TO_ELEVEN),
            "10-or-11": other("Two cards that total 10 or 11.", doubles=DoublingRule.TEN_OR_ELEVEN),
        },
    ),
    Ruling(
        "double_after_split",
        "May a hand be doubled after a split?",
        "Yes.",
        alternatives={"no": other("No.", doubles_after_split=False)},
    ),
    Ruling(
        "splits",
        "To how many hands may a pair be split?",
        "Up to four.",
        alternatives={
            "two": other("Two: a split pair is not split again.", most_hands=2),
            "three": other("Up to three.", most_hands=3),
        },
    ),
    Ruling(
        "split_aces",
        "What of a pair of aces?",
        "It is split once, and each ace gets one card.",
        alternatives={
            "again": other("It may be split up to four hands, and each ace gets one card.", most_ace_hands=4),
            "drawn": other("It is split once, and both hands are played on.", split_aces_draw=True),
        },
    ),
    Ruling(
        "surrender",
        "May a hand be surrendered?",
        "No.",
        alternatives={
            "late": other("The first two cards, after the dealer looked for a natural.", surrender=Surrender.FIRST_TWO)
        },
    ),
    Ruling(
        "hole_card",
        "Does the dealer look for a natural before anybody plays?",
        "Yes, with an ace or a ten up.",
        alternatives={
            "no-peek": other("No: a natural that turns up later takes doubled and split bets too.", peeks=False)
        },
    ),
)
AS_COUNTED = (
    SPLIT_AGAIN,
    Ruling(
        "fresh_shoe",
        "Which cards are in the shoe?",
        "All of them: every round is dealt from a full shoe. A cut card costs the player a little more.",
    ),
    Ruling(
        "insurance_left_out",
        "What of insurance?",
        "It is left out: it is never taken by a player who goes by the own hand and the up card.",
    ),
    Ruling(
        "published_returns",
        "Which published figures are left out?",
        "The expected returns of appendix 9 of the Wizard of Odds, such as 0.001839 (one deck), -0.003797 (two decks, "
        "dealer hits soft 17) and -0.0072705 (six decks, no hole card): they differ from ours by two "
        "hundred-thousandths at most.",
        because="They let a player remember how many pairs were split when playing the hands; ours does not.",
    ),
)
ANALYSER = "a public analyser of blackjack by the cards of each hand"
CALCULATOR = "Wizard of Odds, house edge by rules"

game = Game(
    name="Classic Blackjack",
    summary="Come closer to 21 than the dealer without going above it.",
    headlines=("Blackjack pays 3 to 2", "Dealer stands on all 17s"),
    deck=Deck(copies=6),
    decks=(1, 2, 3, 4, 5, 6, 7, 8),
    course=Blackjack(STRIP),
    wagers=blackjack_wagers(STRIP),
    rulings=(*HOUSE_RULES, *AS_COUNTED),
    published=(
        Published(wager="Round", figure="expected_value", printed="-0.402870236%", source=ANALYSER),
        Published(wager="Round", figure="house_edge", printed="0.40%", source=CALCULATOR),
        Published(wager="Round", figure="house_edge", printed="0.43%", decks=8, source=CALCULATOR),
    ),
)
single_deck = replace(
    game,
    variant="single-deck",
    headlines=("Blackjack pays 6 to 5", "Dealer hits soft 17"),
    deck=Deck(),
    decks=(1, 2),
    course=Blackjack(SINGLE_DECK),
    wagers=blackjack_wagers(SINGLE_DECK),
    rulings=AS_COUNTED,
    published=(),
)
no_hole_card = replace(
    game,
    variant="no-hole-card",
    headlines=("Blackjack pays 3 to 2", "Dealer stands on all 17s", "Double down on 9, 10 and 11"),
    course=Blackjack(NO_HOLE_CARD),
    wagers=blackjack_wagers(NO_HOLE_CARD),
    rulings=AS_COUNTED,
    published=(),
)
game = replace(game, others=(single_deck, no_hole_card))
