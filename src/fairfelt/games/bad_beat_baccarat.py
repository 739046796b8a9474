"""Bad Beat Baccarat: baccarat with commission, and bets that a hand loses by one point."""

from fairfelt.games._baccarat import *
from fairfelt.language import *

NINE_OVER_EIGHT, NATURAL_NINE, EIGHT_OVER_SEVEN, SEVEN_OVER_SIX, LOWER = range(1, 6)
BEATS = {
    NINE_OVER_EIGHT: "three-card 9 beats three-card 8",
    NATURAL_NINE: "natural 9 beats natural 8",
    EIGHT_OVER_SEVEN: "8 beats 7",
    SEVEN_OVER_SIX: "7 beats 6",
    LOWER: "any other win by one",
}
SOURCE = "Wizard of Odds, Bad Beat Baccarat, eight decks"


def bad_beat(facts: BaccaratFacts) -> int:
    """The line of a win by one point; 0 for any other result."""
    if abs(facts.margin) != 1:
        return 0
    if facts.natural and {facts.player, facts.dealer} == {8, 9}:
        return NATURAL_NINE
    lines = {9: NINE_OVER_EIGHT, 8: EIGHT_OVER_SEVEN, 7: SEVEN_OVER_SIX}
    return lines.get(max(facts.player, facts.dealer), LOWER)


def beat_bet(name: str, pays: dict[int, int]) -> Wager:
    """A bet on some of these results."""
    table = Paytable("/".join(map(str, pays.values())), pays, names=BEATS)
    return side_bet(name, settle=by_number(bad_beat), pays=(table,), survives_fold=True)


COUNTS = {
    NINE_OVER_EIGHT: "20,727,962,554,368",
    NATURAL_NINE: "89,717,848,178,688",
    EIGHT_OVER_SEVEN: "156,966,594,535,424",
    SEVEN_OVER_SIX: "195,793,881,763,840",
    LOWER: "369,982,973,018,112",
}
ANY_BET, NATURALS, EIGHTS = "Any Bad Beat", "Natural 9 over 8", "8 over 7"

game = Game(
    name="Bad Beat Baccarat",
    summary="Bet on the hand that comes nearer to nine, Player or Banker, and on a win by one point.",
    headlines=("Banker pays 19 to 20", "A bad beat is a loss by one point"),
    deck=Deck(copies=8),
    decks=(1, 6, 8),
    course=Baccarat(),
    opens=Opens.ONE,
    wagers=(
        opening(PLAYER, on_player),
        opening(BANKER, on_banker_with_commission),
        tie_bet(),
        beat_bet(ANY_BET, dict(zip(BEATS, (40, 10, 6, 4, 1), strict=True))),
        beat_bet(NATURALS, {NATURAL_NINE: 50}),
        beat_bet(EIGHTS, {EIGHT_OVER_SEVEN: 25}),
    ),
    rulings=(
        ONE_HAND,
        Ruling(
            "names_of_bets",
            "What are the bets called?",
            "By what wins them: the source knows no names, and calls the first one as here.",
        ),
        Ruling(
            "nine_over_eight",
            "What of the bet of 200 to 1 on three-card 9 over three-card 8?",
            "It is left out: the first bet pays that hand as well.",
            because="Beside a commission, results of that size do not add up over all orders of the shoe in 64 bits.",
        ),
        Ruling(
            "published_edges",
            "Which published figure is left out?",
            "8.459% said of natural 9 over 8: it is 8.4585%, rounded a second time.",
        ),
    ),
    published=(
        *by_outcome(ANY_BET, "combinations", {BEATS[line]: count for line, count in COUNTS.items()}, SOURCE),
        *figures(ANY_BET, SOURCE, expected_value="-0.068813"),
        *figures(NATURALS, SOURCE, expected_value="-0.084585"),
        *figures(EIGHTS, SOURCE, house_edge="18.35%"),
    ),
)
