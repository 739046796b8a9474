"""Which tables stand in the demonstration: one for every game with a progressive, found in the catalogue.

A paytable that several games share makes a link of several games, on the version of it with the most levels. Every
other game has a jackpot of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import cycle

from fairfelt import games
from fairfelt.jackpot import Freeze, Level, Terms
from fairfelt.law import Limits
from fairfelt.room import Controls, Floor, Progressive, TableLimits, progressives
from fairfelt.rules import MICROS

SEEDS = {1: (10_000,), 2: (25_000, 2_500), 3: (50_000, 5_000, 500)}
"""In units, by the number of levels; the richest level first."""
RATES_PPM = {1: (150_000,), 2: (120_000, 60_000), 3: (100_000, 60_000, 50_000)}
RESERVE_PPM = 10_000
BETS_MICROS = (5 * MICROS, 10 * MICROS, 25 * MICROS)
OPENING_MICROS = (5 * MICROS, 100 * MICROS)
EXECUTIVE_FROM = 5_000
SHARED = "Mega"


@dataclass(frozen=True, kw_only=True, eq=False)
class DemoTable(Progressive):
    """A table of the demonstration."""

    name: str
    link: str
    controls: Controls

    @property
    def keypad(self) -> str:
        """What its keypad is enrolled as."""
        return f"keypad {self.name}"

    @property
    def key(self) -> str:
        """The keypad's key, which is no secret here."""
        return demo_key(self.keypad)


def demo_key(device: str) -> str:
    """The key of a device of the demonstration, which anybody may know."""
    return f"demo-{device.replace(' ', '-')}"


def tables() -> tuple[DemoTable, ...]:
    """One for every game, those on the shared link first."""
    offers = tuple(progressives(games.catalogue()))
    shared, alone = _shared_offers(offers), dict[str, Progressive]()
    for offer in offers:
        if offer.game.slug not in shared:
            alone.setdefault(offer.game.slug, offer)
    links = [(SHARED, offer) for offer in shared.values()]
    links += [(offer.game.title, offer) for offer in alone.values()]
    return tuple(
        DemoTable(
            game=bet.game, wager=bet.wager, paytable=bet.paytable, name=f"T{number}", link=link, controls=controls
        )
        for number, ((link, bet), controls) in enumerate(zip(links, cycle(Controls), strict=False), 1)
    )


def standing(floor: Floor) -> tuple[DemoTable, ...]:
    """The tables that stand in a room: a twin's has fewer or more of them; one whose bet was changed is left alone."""
    known = {(each.game.slug, each.game.variant, each.wager, each.paytable.name): each for each in tables()}
    found = (
        (known.get((table.game, table.variant, table.wager, table.paytable)), name, table)
        for name, table in floor.tables.items()
        if table.link
    )
    return tuple(
        replace(each, name=name, link=table.link, controls=table.controls) for each, name, table in found if each
    )


def _shared_offers(offers: Iterable[Progressive]) -> dict[str, Progressive]:
    """By game, those of the paytable that several games share: the one with the most levels, then with most games."""
    by_paytable: defaultdict[int, dict[str, Progressive]] = defaultdict(dict)
    for offer in offers:
        by_paytable[id(offer.paytable)].setdefault(offer.game.slug, offer)
    return max(by_paytable.values(), key=lambda same: (len(same) > 1, len(next(iter(same.values())).levels), len(same)))


def terms(table: DemoTable) -> Terms:
    """Terms of the jackpot of a table's link: a level for each that it can win, richest first."""
    levels = table.levels
    return Terms(
        name=f"{table.link} jackpot",
        levels=tuple(
            Level(level, seed * MICROS, rate_ppm, RESERVE_PPM)
            for level, seed, rate_ppm in zip(levels, SEEDS[len(levels)], RATES_PPM[len(levels)], strict=True)
        ),
        largest_increment_micros=max(BETS_MICROS),
        executive_from_micros=EXECUTIVE_FROM * MICROS,
        freeze=Freeze.AT_CONFIRMATION,
    )


def limits(table: DemoTable) -> TableLimits:
    """What hangs at a table: the opening bets and its progressive, well within any cap."""
    progressive = Limits(min(BETS_MICROS), max(BETS_MICROS))
    if not table.game.wager(table.wager).is_optional:
        return TableLimits(opening=progressive)
    return TableLimits(opening=Limits(*OPENING_MICROS), side_bets={table.wager: progressive})
