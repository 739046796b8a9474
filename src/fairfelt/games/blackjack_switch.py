"""Blackjack Switch: two hands, whose second cards may change places before they are played; a dealer's 22 pushes."""

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from itertools import combinations

from fairfelt.language import *
from fairfelt.rules.hands.ranking import Straightline
from fairfelt.runtime.compute.lazy_numpy import np

RULES = BlackjackRules(hits_soft_17=True, pushes_22=True, natural=EVEN)
FOUR = 4


class Super(IntEnum):
    """Lines of four cards by their ranks."""

    NONE = 0
    PAIR = 1
    THREE = 2
    TWO_PAIR = 3
    FOUR = 4


BY_EQUAL_COUPLES = (Super.NONE, Super.PAIR, Super.TWO_PAIR, Super.THREE, Super.NONE, Super.NONE, Super.FOUR)
"""A line by how many couples among the four cards are of one rank."""


class FourCardsByRank(Ranking):
    """Pairs, three and four of a kind among four cards; inside a line all hands are equal."""

    name = "four cards of equal ranks"
    lines = (Line("no pair"), Line("pair"), Line("three of a kind"), Line("two pair"), Line("four of a kind"))
    tells = Tells.RANKS

    def value(self, cards: Sequence[Card]) -> int:
        self._verify(len(cards))
        return BY_EQUAL_COUPLES[sum(one.rank == other.rank for one, other in combinations(cards, 2))] << LINE_BITS

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        self._verify(len(cards))
        couples = " + ".join(f"({one} % 13 == {other} % 13)" for one, other in combinations(cards, 2))
        values = np.array([line << LINE_BITS for line in BY_EQUAL_COUPLES], np.int32)
        return Straightline((f"{out} = {out}_lines[{couples}]",), {f"{out}_lines": values})

    def _verify(self, count: int) -> None:
        if count != FOUR:
            raise ValueError(f"“{self.name}” ranks four cards, not {count}")


SUPER_MATCH = side_bet(
    "Super Match",
    hand=FourCardsByRank(),
    first=FOUR,
    pays=(Paytable("1/5/8/40", {Super.FOUR: 40, Super.TWO_PAIR: 8, Super.THREE: 5, Super.PAIR: 1}),),
    survives_fold=True,
)
THE_TABLE = "the four starting cards, Wizard of Odds (copy)"
COUNTS = {
    "pair": "136,401,408",
    "three of a kind": "7,577,856",
    "two pair": "5,941,728",
    "four of a kind": "138,138",
    "": "387,278,970",
}


def _switched_is_natural(game: Game) -> Game:
    return replace(game, course=BlackjackSwitch(RULES, switched_natural=True))


game = Game(
    name="Blackjack Switch",
    approvals=(9,),
    summary="Play two hands against the dealer, and exchange their second cards if that makes them better.",
    headlines=("Switch the second cards", "Blackjack pays 1 to 1", "Dealer's 22 pushes"),
    deck=Deck(copies=6),
    decks=(4, 6, 8),
    course=BlackjackSwitch(RULES),
    wagers=(*switch_wagers(RULES), SUPER_MATCH),
    rulings=(
        Ruling(
            "rules_of_the_house",
            "By which rules are the hands played?",
            "Dealer looks for a natural and draws on a soft 17; double any two cards, also after a split; each hand is "
            "split to four hands, aces once and for one card each.",
            because="These are the rules that the sources give first.",
        ),
        Ruling(
            "switched_ace_and_ten",
            "Is an ace and a ten that come together by the exchange a natural?",
            "No, it is 21.",
            alternatives={
                "natural": Alternative("Yes.", _switched_is_natural),
            },
        ),
        Ruling(
            "when_to_switch",
            "How does a player decide about the exchange, and play?",
            "By the four cards and the up card: the two hands are taken that are worth more together. Each hand is "
            "then played by its own cards and the up card, whatever lies on the others; a pair that is split is split "
            "again as often as the rules allow.",
            because="This is how published values of blackjack are computed.",
        ),
        Ruling(
            "edge_of_a_round",
            "Of which bet is the house edge?",
            "The round is measured by one of its two equal bets, so its edge is twice that of one hand.",
        ),
        Ruling(
            "figure_left_out",
            "What of the edge of 0.58% a hand that is said of six decks?",
            "It is left out of the figures: by these rules six decks give 0.54% a hand and eight decks 0.59%, also "
            "where hands are played by their totals. The source is quoted at second hand.",
        ),
        Ruling(
            "other_tables",
            "What of the Super Match table for eight decks?",
            "It is left out: what it pays for four of a kind is not published where we looked.",
        ),
    ),
    published=(
        Published(wager=SUPER_MATCH.name, figure="house_edge", printed="2.55%", source="Wizard of Odds (copy)"),
        *by_outcome(SUPER_MATCH.name, "combinations", COUNTS, THE_TABLE),
    ),
)
