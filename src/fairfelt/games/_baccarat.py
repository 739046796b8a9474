"""What the baccarat games share: the bets on the two hands, and the Dragon Bonus."""

from collections.abc import Callable, Iterator

from fairfelt.games._shared import on_a_tie
from fairfelt.language import *

PLAYER, BANKER, TIE = "Player", "Banker", "Tie"
ODDS = "Wizard of Odds, eight decks"
APPENDIX = "Wizard of Odds, baccarat appendix 5"
WINNER = {Result.WIN: "Player wins", Result.LOSS: "Banker wins", Result.TIE: "tie"}
SEVEN_WINS = "Banker wins with a three-card 7"
EIGHT_WINS = "Player wins with a three-card 8"

NATURAL = 0
"""Where a Dragon Bonus table lists the natural win, beside the margins."""
NAMES = {NATURAL: "natural win"}
TABLE_1 = Paytable("Table 1", {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1, NATURAL: 1}, names=NAMES)
TABLE_2 = Paytable("Table 2", {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2, NATURAL: 1}, names=NAMES)


def three_card_7(facts: BaccaratFacts) -> bool:
    """Whether the Banker hand wins with three cards that make 7."""
    return facts.result is Result.LOSS and facts.banker_cards == 3 and facts.dealer == 7


def three_card_8(facts: BaccaratFacts) -> bool:
    """Whether the Player hand wins with three cards that make 8."""
    return facts.result is Result.WIN and facts.player_cards == 3 and facts.player == 8


def on_player(facts: BaccaratFacts, reading: Reading) -> Outcome:
    """Even money on the Player hand; a tie pushes."""
    pays = {Result.WIN: EVEN, Result.TIE: PUSH, Result.LOSS: LOSE}
    return Outcome(WINNER[facts.result], pays[facts.result])


def on_banker_with_commission(facts: BaccaratFacts, reading: Reading) -> Outcome:
    """The Banker hand pays 19 to 20; a tie pushes."""
    pays = {Result.WIN: LOSE, Result.TIE: PUSH, Result.LOSS: to(19, 20)}
    return Outcome(WINNER[facts.result], pays[facts.result])


def on_banker_without(facts: BaccaratFacts, reading: Reading) -> Outcome:
    """Even money on the Banker hand, but a win with a three-card 7 pushes; a tie pushes."""
    if three_card_7(facts):
        return Outcome(SEVEN_WINS, PUSH)
    pays = {Result.WIN: LOSE, Result.TIE: PUSH, Result.LOSS: EVEN}
    return Outcome(WINNER[facts.result], pays[facts.result])


def dragon_bonus_on(side: Result) -> Settle:
    """A natural win, or any other win by four points or more; a tie of naturals pushes."""

    def settle(facts: BaccaratFacts, reading: Reading) -> Outcome:
        if facts.natural and facts.result is Result.TIE:
            return Outcome("natural tie", PUSH)
        line = NATURAL if facts.natural else abs(facts.margin)
        if facts.result is not side or line not in reading.paytable.pays:
            return Outcome("no bonus", LOSE)
        return Outcome(reading.paytable.line_name(line, None), reading.paytable.pays[line], margin=line)

    return settle


def if_it_comes(hand: Callable[[BaccaratFacts], bool]) -> Settle:
    """Pays the only line of its table for that hand."""

    def settle(facts: BaccaratFacts, reading: Reading) -> Outcome:
        ((line, pay),) = reading.paytable.pays.items()
        return Outcome(reading.paytable.names[line], pay) if hand(facts) else Outcome("any other result", LOSE)

    return settle


def by_number(count: Callable[[BaccaratFacts], int]) -> Settle:
    """Pays the line of that number, if the table has one."""

    def settle(facts: BaccaratFacts, reading: Reading) -> Outcome:
        line = count(facts)
        if line not in reading.paytable.pays:
            return Outcome("any other result", LOSE)
        return Outcome(reading.paytable.line_name(line, None), reading.paytable.pays[line])

    return settle


def tie_bet() -> Wager:
    """At the usual odds, or at better ones."""
    tables = (Paytable("8 to 1", {Result.TIE: 8}), Paytable("9 to 1", {Result.TIE: 9}))
    return side_bet(TIE, settle=on_a_tie, pays=tables, survives_fold=True)


def seven_bet(name: str) -> Wager:
    """On a Banker hand that wins with a three-card 7."""
    table = Paytable("40 to 1", {7: 40}, names={7: SEVEN_WINS})
    return side_bet(name, settle=if_it_comes(three_card_7), pays=(table,), survives_fold=True)


def eight_bet(name: str) -> Wager:
    """On a Player hand that wins with a three-card 8."""
    table = Paytable("25 to 1", {8: 25}, names={8: EIGHT_WINS})
    return side_bet(name, settle=if_it_comes(three_card_8), pays=(table,), survives_fold=True)


def dragon_bonuses() -> tuple[Wager, Wager]:
    """One for each hand."""
    sides = {PLAYER: Result.WIN, BANKER: Result.LOSS}
    player, banker = (
        side_bet(f"Dragon Bonus {name}", settle=dragon_bonus_on(side), pays=(TABLE_1, TABLE_2), survives_fold=True)
        for name, side in sides.items()
    )
    return player, banker


ORDERS = {
    "": "4,998,398,275,503,360",
    "Player wins": "2,230,518,282,592,256",
    "Banker wins": "2,292,252,566,437,888",
    "tie": "475,627,426,473,216",
}


def published_hands() -> Iterator[Published]:
    """How the orders of six cards fall, and the bets that every table has."""
    yield from by_outcome(PLAYER, "combinations", ORDERS, ODDS)
    yield from figures(PLAYER, ODDS, house_edge="1.24%")
    yield from figures(TIE, ODDS, house_edge="14.36%")
    yield from figures(TIE, ODDS, paytable="9 to 1", house_edge="4.84%")


DRAGON_COUNTS = {
    # of Table 1, by the outcome: Player, Banker
    "win by 9": ("18,409,431,764,992", "15,390,342,909,952"),
    "win by 8": ("34,097,645,543,424", "28,305,092,784,128"),
    "win by 7": ("89,590,261,473,280", "79,517,099,278,336"),
    "win by 6": ("141,238,897,317,888", "119,200,072,366,080"),
    "win by 5": ("166,169,165,987,840", "157,275,882,332,160"),
    "win by 4": ("186,780,352,174,080", "201,147,167,287,296"),
    "natural win": ("812,685,054,124,032", "812,685,054,124,032"),
    "natural tie": ("89,325,908,267,520", "89,325,908,267,520"),
    "no bonus": ("3,460,101,558,850,304", "3,495,551,656,153,856"),
}
DRAGON_EDGES = {4: ("2.70%", "9.42%"), 6: ("2.67%", "9.39%"), 8: ("2.65%", "9.37%")}


def published_dragon_bonus() -> Iterator[Published]:
    """Every outcome and the edges by decks, for Table 1."""
    for at, name in enumerate((f"Dragon Bonus {PLAYER}", f"Dragon Bonus {BANKER}")):
        rows = {outcome: counts[at] for outcome, counts in DRAGON_COUNTS.items()}
        yield from by_outcome(name, "combinations", rows, ODDS)
        for decks, edges in DRAGON_EDGES.items():
            yield from figures(name, APPENDIX, decks=decks, house_edge=edges[at])
        yield from figures(name, ODDS, expected_value=("-0.026517", "-0.093731")[at])
        yield from figures(name, "AP Heat, eight decks", house_edge=("2.652%", "9.373%")[at])


ONE_HAND = Ruling(
    "opening_bet",
    "May a player bet on Player and Banker at once?",
    "No: a round is opened with one of the two.",
    because="Together they lose what either gains, and no source describes such a bet.",
)
TABLE_2_EDGES = Ruling(
    "table_2",
    "Which Dragon Bonus table is meant?",
    "Both are here. Table 1 is the common one, and only its figures are published where we looked.",
)
