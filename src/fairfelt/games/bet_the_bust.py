"""Bet The Bust: a bet that the dealer of blackjack goes above 21, made once the up card is seen."""

from dataclasses import replace

from fairfelt.language import *

STANDS = DealerAlone(hits_soft_17=False)
HITS = DealerAlone(hits_soft_17=True)

BUST = "Bust"
LINES = {up: f"bust with {up_card_words(up)}" for up in range(1, 11)}
FULL = Paytable(
    "full",
    {1: to(7, 2), 2: to(3, 2), 3: to(3, 2), 4: 1, 5: 1, 6: 1, 7: to(5, 2), 8: 3, 9: 3, 10: 3},
    names=LINES,
)
FOUR_FIVE_SIX = Paytable("4-5-6", {4: 1, 5: 1, 6: 1}, names={up: LINES[up] for up in (4, 5, 6)})
BUSTS = {
    # decks: how often the dealer busts by up card, ace first, if there is no natural
    1: "0.169815 0.352973 0.375588 0.402803 0.428905 0.420823 0.259854 0.238627 0.233442 0.232499",
    2: "0.168096 0.353291 0.374794 0.398540 0.422505 0.422132 0.261143 0.241630 0.230898 0.231144",
    3: "0.167557 0.353398 0.374501 0.397162 0.420440 0.422503 0.261546 0.242656 0.230066 0.230692",
    4: "0.167293 0.353451 0.374349 0.396481 0.419419 0.422676 0.261742 0.243173 0.229653 0.230465",
    5: "0.167136 0.353483 0.374256 0.396075 0.418810 0.422776 0.261859 0.243485 0.229406 0.230329",
}
THE_TABLE = "Wizard of Odds, Bet the Bust"


def by_up_card(decks: int, printed: str) -> tuple[Published, ...]:
    """A column of the published table."""
    rows = zip(FULL.names.values(), printed.split(), strict=True)
    return tuple(
        Published(
            wager=BUST, figure="probability", outcome=row, beside=f"no {row}", printed=often, decks=decks,
            source=THE_TABLE,
        )
        for row, often in rows
    )  # fmt: skip


game = Game(
    name="Bet The Bust",
    approvals=(4,),
    summary="Bet that the dealer goes above 21, once the up card is seen.",
    headlines=("Dealer stands on all 17s", "Pays by the dealer's up card"),
    deck=Deck(copies=6),
    decks=(1, 2, 3, 4, 5, 6, 7, 8),
    course=STANDS,
    wagers=(opening(BUST, on_bust, pays=(FULL, FOUR_FIVE_SIX)),),
    rulings=(
        Ruling(
            "soft_17",
            "Does the dealer draw on a soft 17?",
            "No, the dealer stands on every 17.",
            alternatives={
                "hits": Alternative("Yes, the dealer draws on a soft 17.", lambda game: replace(game, course=HITS))
            },
        ),
        Ruling(
            "made_after_the_deal",
            "When is the bet made?",
            "Once the up card is seen, and the dealer who looked for a natural has none. Rounds with a natural, and up "
            "cards on which the paytable takes no bet, count as not bet: the house edge is that of bets made.",
            because="A player here bets on every up card; at the table the chip comes back where there is no bet.",
        ),
        Ruling(
            "dealer_draws_out",
            "Does the dealer draw if no hand of blackjack is left?",
            "Yes. The bet stands here without the hand of blackjack around it.",
            because="The published figures assume it; an owner's text asks for a player who is still in.",
        ),
        Ruling(
            "published_headings",
            "Are all published figures here?",
            "Those of the table under 1, 2, 4, 6 and 8 decks are: they come out for 1, 2, 3, 4 and 5 decks. The "
            "owner's average of 9.63% comes out for four decks and a dealer who draws on a soft 17.",
        ),
    ),
    published=tuple(figure for decks, column in BUSTS.items() for figure in by_up_card(decks, column)),
)
hits = replace(
    game,
    variant="hits-soft-17",
    headlines=("Dealer hits soft 17", "Pays by the dealer's up card"),
    course=HITS,
    rulings=game.rulings[1:],
    published=(
        Published(wager=BUST, figure="house_edge", printed="9.63%", decks=4, source="its first owner, an average"),
    ),
)
game = replace(game, others=(hits,))
