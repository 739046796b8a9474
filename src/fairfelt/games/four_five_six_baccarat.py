"""Four Five Six Baccarat: baccarat with commission, and bets on how many cards the two hands take together."""

from collections.abc import Iterator

from fairfelt.games._baccarat import *
from fairfelt.language import *

SOURCE = "Wizard of Odds, 4-5-6"


def cards_of_both(facts: BaccaratFacts) -> int:
    """The number of cards on the table."""
    return facts.player_cards + facts.banker_cards


def cards_bet(cards: int, pay: Pay) -> Wager:
    """A bet on one number of cards."""
    table = Paytable(str(pay), {cards: pay}, names={cards: f"{cards} cards"})
    return side_bet(f"{cards} Cards", settle=by_number(cards_of_both), pays=(table,), survives_fold=True)


PAYS = {4: to(3, 2), 5: to(2), 6: to(2)}
PROBABILITIES = {
    # decks: four cards, five, six
    6: ("0.378925", "0.303540", "0.317535"),
    8: ("0.378868", "0.303444", "0.317687"),
}
EDGES = "5.28%", "8.97%", "4.69%"


def published() -> Iterator[Published]:
    """How often each number comes, and the edges with eight decks."""
    for at, cards in enumerate(PAYS):
        for decks, row in PROBABILITIES.items():
            yield from by_outcome(f"{cards} Cards", "probability", {f"{cards} cards": row[at]}, SOURCE, decks=decks)
        yield from figures(f"{cards} Cards", SOURCE, house_edge=EDGES[at])


game = Game(
    name="Four Five Six Baccarat",
    summary="Bet on the hand that comes nearer to nine, Player or Banker, and on how many cards both take.",
    headlines=("Banker pays 19 to 20", "Four cards pay 3 to 2, five or six pay 2 to 1"),
    deck=Deck(copies=8),
    decks=(6, 8),
    course=Baccarat(),
    opens=Opens.ONE,
    wagers=(
        opening(PLAYER, on_player),
        opening(BANKER, on_banker_with_commission),
        tie_bet(),
        *(cards_bet(cards, pay) for cards, pay in PAYS.items()),
    ),
    rulings=(
        ONE_HAND,
        Ruling(
            "published_values",
            "Which published figures are left out?",
            "Expected values to six places: they were taken from the rounded probabilities, and differ in the last.",
        ),
    ),
    published=tuple(published()),
)
