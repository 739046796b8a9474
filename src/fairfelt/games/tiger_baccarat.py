"""Tiger Baccarat: baccarat without commission, half pay for Banker's 6, and bets that Banker wins with one."""

from fairfelt.games._baccarat import *
from fairfelt.language import *

SIX = 6
NAMES_OF_SIX = {2: "Banker wins with a two-card 6", 3: "Banker wins with a three-card 6"}
SOURCE = "Wizard of Odds, Lucky 6, eight decks"
JACOBSON = "Advanced Advantage Play, eight decks"


def six(facts: BaccaratFacts) -> int:
    """The number of Banker's cards, if they make 6 and win; 0 otherwise."""
    return facts.banker_cards if facts.result is Result.LOSS and facts.dealer == SIX else 0


def on_banker(facts: BaccaratFacts, reading: Reading) -> Outcome:
    """Even money on the Banker hand, half of it for a win with 6; a tie pushes."""
    if six(facts):
        return Outcome("Banker wins with a 6", to(1, 2))
    pays = {Result.WIN: LOSE, Result.TIE: PUSH, Result.LOSS: EVEN}
    return Outcome(WINNER[facts.result], pays[facts.result])


def tiger_bet(name: str, *pays: dict[int, int]) -> Wager:
    """A bet on wins with a 6, by the number of cards."""
    tables = (Paytable("/".join(map(str, table.values())), table, names=NAMES_OF_SIX) for table in pays)
    return side_bet(name, settle=by_number(six), pays=tuple(tables), survives_fold=True)


TIGER, SMALL, BIG = "Tiger", "Small Tiger", "Big Tiger"

game = Game(
    name="Tiger Baccarat",
    summary="Bet on the hand that comes nearer to nine, Player or Banker, and on a Banker's 6.",
    headlines=("No commission", "Banker pays 1 to 2 for a win with 6"),
    deck=Deck(copies=8),
    decks=(6, 8),
    course=Baccarat(),
    opens=Opens.ONE,
    wagers=(
        opening(PLAYER, on_player),
        opening(BANKER, on_banker),
        tie_bet(),
        tiger_bet(TIGER, {3: 20, 2: 12}, {3: 23, 2: 12}),
        tiger_bet(SMALL, {2: 22}),
        tiger_bet(BIG, {3: 50}),
    ),
    rulings=(
        ONE_HAND,
        Ruling(
            "small_tiger",
            "What does the Small Tiger pay?",
            "22 to 1, as tables with a Big Tiger of 50 to 1 do. No figure of it is published where we looked.",
        ),
        left_out("tiger_tie_and_pair", "the Tiger Tie and the Tiger Pair"),
    ),
    published=(
        *by_outcome(
            TIGER,
            "combinations",
            {NAMES_OF_SIX[2]: "186,173,936,904,192", NAMES_OF_SIX[3]: "83,058,367,551,488"},
            SOURCE,
        ),
        *figures(TIGER, SOURCE, expected_value="-0.166836", house_edge="16.68%"),
        *figures(TIGER, SOURCE, paytable="23/12", expected_value="-0.116985", house_edge="11.70%"),
        *figures(BIG, JACOBSON, house_edge="15.2533%", standard_deviation="6.519", hit_frequency="1.662%"),
    ),
)
