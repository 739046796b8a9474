"""The progressive on five cards that several games share, on one meter or linked, so that they can feed one jackpot."""

from fairfelt.language import *

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
