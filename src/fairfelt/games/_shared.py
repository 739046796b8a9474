"""What several games share: paytables, a progressive on five cards, bets on a winner or a tie, and longest flushes."""

from __future__ import annotations

from collections.abc import Mapping

from fairfelt.language import *


def pair_plus(*pays: int) -> Paytable:
    """A table by its pays from the pair up, written as usual from the top down; they are also its name."""
    return Paytable("/".join(map(str, pays)), dict(zip(list(ThreeCard)[1:], reversed(pays), strict=False)))


_FIXED: dict[int, Pay] = {
    Poker.FOUR_OF_A_KIND: for_one(300),
    Poker.FULL_HOUSE: for_one(50),
    Poker.FLUSH: for_one(40),
    Poker.STRAIGHT: for_one(30),
    Poker.THREE_OF_A_KIND: for_one(9),
}
_ONE_METER: dict[int, Pay] = {Poker.ROYAL_FLUSH: percent(100), Poker.STRAIGHT_FLUSH: percent(10)}
_TWO_METERS: dict[int, Pay] = {
    Poker.ROYAL_FLUSH: percent(100, of="Mega"),
    Poker.STRAIGHT_FLUSH: percent(100, of="Major"),
}
_THREE_METERS: dict[int, Pay] = {**_TWO_METERS, Poker.FOUR_OF_A_KIND: percent(100, of="Minor")}
_ENVY = Envy({Poker.ROYAL_FLUSH: 1000, Poker.STRAIGHT_FLUSH: 300}, times_wager=True)


def _preset(**levels: PresetLevel) -> Preset:
    """The sheet pays other hands from the tray, prints no figures, and lets the rate of its system only be lowered."""
    return Preset(levels, fixed_pays=("tray",))


ONE_METER_01 = Paytable(
    "01",
    {**_FIXED, **_ONE_METER},
    envy=_ENVY,
    preset=_preset(meter=PresetLevel(10_000 * MICROS, 150_000)),
)
LINK_ML01 = Paytable(
    "ML01",
    {**_FIXED, **_TWO_METERS},
    envy=_ENVY,
    preset=_preset(Mega=PresetLevel(25_000 * MICROS, 120_000), Major=PresetLevel(2_500 * MICROS, 60_000)),
)
LINK_ML03 = Paytable(
    "ML03",
    {**_FIXED, **_THREE_METERS},
    envy=_ENVY,
    preset=_preset(
        Mega=PresetLevel(25_000 * MICROS, 100_000),
        Major=PresetLevel(2_500 * MICROS, 60_000),
        Minor=PresetLevel(300 * MICROS, 50_000),
    ),
)


def link_progressive(*, on: Cards = Cards.OWN) -> Wager:
    """The bet of a game on a link; whether folded hands qualify is the casino's choice, and they do."""
    return progressive(
        "Multi-Game Link Progressive",
        hand=POKER,
        on=on,
        pays=(ONE_METER_01, LINK_ML01, LINK_ML03),
        survives_fold=True,
    )


def on_winner(words: Mapping[Result, str]) -> Settle:
    """A bet on the result that its table lists, told in those words; a tie that is not listed pushes."""

    def settle(facts: Facts, reading: Reading) -> Outcome:
        otherwise = PUSH if facts.result is Result.TIE else LOSE
        return Outcome(words[facts.result], reading.paytable.pays.get(facts.result, otherwise))

    return settle


def on_a_tie(facts: Facts, reading: Reading) -> Outcome:
    """The Tie bet wins if neither hand does, whatever follows."""
    tie = facts.result is Result.TIE
    return Outcome("tie", reading.paytable.pays[Result.TIE]) if tie else Outcome("no tie", LOSE)


LENGTHS = range(7, 0, -1)
SEVEN_CARDS = Deal(Packet(7, to=Cards.OWN), Packet(7, to=Cards.DEALER))
SHOWDOWN = Showdown(LONGEST_FLUSH, qualify=Qualify("a nine-high three-card flush", "9c 3c 2c"))
HEADLINES = ("Dealer plays with a nine-high three-card flush", "Copies push")
SURE_WIN = Ruling(
    "fold_of_a_sure_win",
    "May a hand be folded that cannot lose?",
    "Yes. Played online the game does not let it happen; nobody would want to.",
)


def seven_cards(play: str) -> Street:
    """The decision: more may be bet with a longer flush."""
    return Street(
        "Seven cards",
        FOLD,
        bet(play),
        bet(play, times=2, holding=Qualify("a five-card flush", "6c 5c 4c 3c 2c")),
        bet(play, times=3, holding=Qualify("a six-card flush", "7c 6c 5c 4c 3c 2c")),
    )


def base_bets(play: str) -> tuple[Wager, Wager]:
    """The Ante and the raise."""
    return (
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised(play, unless_dealer_qualifies(even_money, pay=PUSH)),
    )


def length_bets(flush: str, straight_flush: str) -> tuple[Wager, Wager]:
    """Side bets on how long the flush is, and how long the straight flush."""
    tables = from_top(LENGTHS, 100, 20, 10, 2), from_top(LENGTHS, 300, 100, 10, 1)
    straight = from_top(LENGTHS, 500, 200, 100, 50, 9)
    return (
        side_bet(flush, hand=LONGEST_FLUSH, pays=tables, survives_fold=True),
        side_bet(straight_flush, hand=LONGEST_STRAIGHT_FLUSH, pays=(straight,), survives_fold=True),
    )
