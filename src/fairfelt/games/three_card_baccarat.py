"""Three Card Baccarat: three cards each and none drawn; three pictures win, then the nearer to nine, then pictures."""

from collections.abc import Sequence

from fairfelt.language import *
from fairfelt.rules.courses.blackjack.hand import points

PICTURES = frozenset(RANKS.index(letter) for letter in "JQK")
TOTALS = range(10)
THREE_PICTURES = 10
"""The line above the totals, which are lines by their own numbers."""


class PicturesAndPoints(RankingOfThree):
    """Three pictures; then the last digit of the points; then the number of pictures."""

    name = "points of three cards"
    lines = (*(Line(f"{total} points" if total != 1 else "one point") for total in TOTALS), Line("three pictures"))
    tells = Tells.RANKS
    order_in_words = (
        "Three pictures are the best hand. Then the higher last digit of the points wins: an ace counts one, tens and "
        "pictures nothing, any other card its number.",
        "Of hands with the same points the one with more pictures wins.",
    )

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        pictures = sum(card.rank in PICTURES for card in cards)
        if pictures == len(cards):
            return THREE_PICTURES << LINE_BITS
        return sum(map(points, cards)) % 10 << LINE_BITS | pictures

    def describe(self, value: int) -> str:
        line, pictures = divmod(value, 1 << LINE_BITS)
        words = {0: "", 1: " with a picture"}.get(pictures, f" with {pictures} pictures")
        return f"{self.lines[line].name}{words}"


HAND = PicturesAndPoints()
LESS_COMMISSION = to(19, 20)
EQUAL = 1
"""The one line of the bet on equal hands."""


def less_commission(facts: Facts, reading: Reading) -> Outcome:
    """Even money less five percent for a win."""
    if facts.result is Result.WIN:
        return Outcome("wins, less 5%", LESS_COMMISSION)
    return Outcome("equal hands", PUSH) if facts.result is Result.TIE else Outcome("loses", LOSE)


def half_with_six(facts: Facts, reading: Reading) -> Outcome:
    """Even money, and half of it for a win with six points."""
    if facts.result is Result.WIN:
        return Outcome("wins with 6", to(1, 2)) if facts.player == 6 else Outcome("wins", to(1))
    return Outcome("equal hands", PUSH) if facts.result is Result.TIE else Outcome("loses", LOSE)


def on_equal_hands(facts: Facts, reading: Reading) -> Outcome:
    if facts.result is not Result.TIE:
        return Outcome("no tie", LOSE)
    return Outcome("equal hands", reading.paytable.pays[EQUAL], EQUAL)


def on_dealer(name: str, pays: Paytable) -> Wager:
    """A bet on the dealer's three cards."""
    return side_bet(name, hand=HAND, on=Cards.DEALER, pays=(pays,), survives_fold=True)


def total_bet(total: int) -> Wager:
    """A bet on the dealer's total; three pictures come to nothing."""
    lines = {total: 8, **({THREE_PICTURES: 8} if not total else {})}
    return on_dealer(f"Dealer {total}", Paytable("8 to 1", lines))


THREE_FACES = on_dealer("Three Faces", Paytable("16 to 1", {THREE_PICTURES: 16}))
PRINTED = {0: "-0.029140", **dict.fromkeys((1, 3, 5, 7, 9), "-0.099186"), **dict.fromkeys((2, 4, 6, 8), "-0.118733")}
SOURCE = "Wizard of Odds (copy)"

game = Game(
    name="Three Card Baccarat",
    approvals=(54,),
    summary="Come nearer to nine than the dealer with three cards, or hold three pictures.",
    headlines=("Three pictures win", "Nearest to nine wins", "Player pays 19 to 20"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    showdown=Showdown(HAND),
    wagers=(
        opening("Player", less_commission),
        side_bet(
            "Tie",
            pays=(Paytable("20 to 1", {EQUAL: 20}, names={EQUAL: "equal hands"}),),
            settle=on_equal_hands,
            survives_fold=True,
        ),
        *(total_bet(total) for total in TOTALS),
        THREE_FACES,
    ),
    rulings=(
        Ruling(
            "macau_game",
            "Whose rules are these?",
            "Those of the game of this name in Macau.",
            because="The rules of the game that is approved here are not published where we looked.",
        ),
        Ruling(
            "order_of_hands",
            "Which hand wins?",
            "Three pictures, then the points, then the number of pictures; hands that are equal in all of it push.",
            because="Of the ways in which sources order hands this is the one that they give first. No order that we "
            "tried gives the 195,907,080 wins and 15,356,240 ties that are printed, so they, the edge of 2.4057% that "
            "goes with them and the tie's 20.80% are left out of the figures.",
        ),
        Ruling(
            "commission",
            "What does a win pay?",
            "Even money less five percent.",
            alternatives={
                "half-with-six": Alternative(
                    "Even money, and half of it with six points.",
                    lambda game: game.with_wager("Player", settle=half_with_six),
                )
            },
        ),
    ),
    published=(
        *(
            Published(wager=f"Dealer {total}", figure="expected_value", printed=printed, source=SOURCE)
            for total, printed in sorted(PRINTED.items())
        ),
        Published(wager=THREE_FACES.name, figure="house_edge", printed="83.08%", source=SOURCE),
        *figures(THREE_FACES.name, SOURCE, outcome="three pictures", combinations="220"),
    ),
)
