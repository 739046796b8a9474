"""Zappit Blackjack: two cards that come to 15, 16 or 17 may be exchanged for two new ones; a dealer's 22 pushes."""

from fairfelt.games._blackjack import other
from fairfelt.language import *

RULES = BlackjackRules(
    hits_soft_17=True,
    pushes_22=True,
    most_hands=3,
    surrender=Surrender.FIRST_TWO,
    zaps=frozenset({15, 16, 17}),
)


game = Game(
    name="Zappit Blackjack",
    approvals=(66,),
    summary="Come closer to 21 than the dealer, and exchange two cards that come to 15, 16 or 17.",
    headlines=("Zap hard 15, 16 and 17", "Blackjack pays 3 to 2", "Dealer's 22 pushes"),
    deck=Deck(copies=6),
    decks=(1, 2, 4, 6, 8),
    course=Blackjack(RULES),
    wagers=blackjack_wagers(RULES),
    rulings=(
        Ruling(
            "rules_of_the_house",
            "By which rules is it played?",
            "Dealer draws on a soft 17; double any two cards, also after a split; split to three hands, aces once and "
            "for one card each; surrender of two cards, also of new ones.",
            because="They are the rules behind the one figure that is published with its rules.",
        ),
        Ruling(
            "zap_range",
            "Which hands may be exchanged?",
            "A hard 15, 16 or 17 of the first two cards, once; not after a split.",
            alternatives={
                "to-18": other("A hard 15, 16, 17 or 18 of the first two cards.", zaps=frozenset({15, 16, 17, 18}))
            },
        ),
        Ruling(
            "before_the_peek",
            "Does the dealer look for a natural before hands are exchanged?",
            "No, afterwards.",
            alternatives={
                "peek-first": other("Yes: a natural ends the round before anybody exchanges.", zaps_before_peek=False)
            },
        ),
        Ruling(
            "new_ace_and_ten",
            "What becomes of an ace and a ten that come for other cards?",
            "They push against a dealer's natural and otherwise win even money, also against 21 and 22.",
            because="They are called an immediate winner. If they won against a natural too, the edge would be 1.11%; "
            "if the dealer looked first, so that they never met one, 1.19%.",
            confirmed=True,
        ),
        Ruling(
            "split_again",
            "How are hands played?",
            "By their own cards and the up card, whatever cards were exchanged before or lie on the player's other "
            "hands; a pair that is split is split again as often as the rules allow.",
            because="This is how published values of blackjack are computed.",
        ),
        Ruling(
            "left_out",
            "What of the dual progressives, and of 1.24% said of a first showing?",
            "They are left out: the pays of the one and the rules of the other are not published where we looked.",
        ),
    ),
    published=(Published(wager="Round", figure="house_edge", printed="1.15%", source="Wizard of Odds (copy)"),),
)
