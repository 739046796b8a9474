"""Which tables stand in the demonstration: one for every game with a progressive, found in the catalogue.

A paytable that several games share makes a link of several games, on the version of it with the most levels. Every
other game has a jackpot of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import cycle
from typing import Any, NamedTuple

from fairfelt import games
from fairfelt.jackpot import Level, Terms
from fairfelt.room import Controls
from fairfelt.rules import Game, Kind, Paytable

UNIT = 1_000_000
SEEDS = {1: (10_000,), 2: (25_000, 2_500), 3: (50_000, 5_000, 500)}
"""In units, by the number of levels; the richest level first."""
RATES_PPM = {1: (150_000,), 2: (120_000, 60_000), 3: (100_000, 60_000, 50_000)}
RESERVE_PPM = 10_000
BETS_MICROS = (5 * UNIT, 10 * UNIT, 25 * UNIT)
OPENING_MICROS = (5 * UNIT, 100 * UNIT)
EXECUTIVE_FROM = 5_000
SHARED = "Mega"


class DemoTable(NamedTuple):
    """A table of the demonstration."""

    name: str
    link: str
    game: Game
    wager: str
    paytable: Paytable
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
    """All of them, those on the shared link first."""
    shared, alone = _offers()
    found = [(SHARED, game, wager, table) for game, wager, table in shared]
    found += [(game.title, game, wager, table) for game, wager, table in alone]
    return tuple(
        DemoTable(f"T{number}", link, game, wager, table, controls)
        for number, ((link, game, wager, table), controls) in enumerate(zip(found, cycle(Controls), strict=False), 1)
    )


def terms(name: str, paytable: Paytable) -> Terms:
    """Terms of a jackpot for a paytable: a level for each that it can win, richest first."""
    levels = levels_of(paytable)
    return Terms(
        name=f"{name} jackpot",
        levels=tuple(
            Level(level, seed * UNIT, rate_ppm, RESERVE_PPM)
            for level, seed, rate_ppm in zip(levels, SEEDS[len(levels)], RATES_PPM[len(levels)], strict=True)
        ),
        largest_increment_micros=max(BETS_MICROS),
        executive_from_micros=EXECUTIVE_FROM * UNIT,
    )


def limits(table: DemoTable) -> dict[str, Any]:
    """What hangs at a table: the opening bets and its progressive, well within any cap."""
    progressive = {"least_micros": min(BETS_MICROS), "most_micros": max(BETS_MICROS)}
    return {
        "opening": {"least_micros": OPENING_MICROS[0], "most_micros": OPENING_MICROS[1]},
        "side_bets": {table.wager: progressive},
    }


def levels_of(paytable: Paytable) -> list[str]:
    """The levels a paytable can win, from its highest line down."""
    return list(dict.fromkeys(pay.level for _, pay in sorted(paytable.pays.items(), reverse=True) if pay.level))


_Offer = tuple[Game, str, Paytable]


def _offers() -> tuple[list[_Offer], list[_Offer]]:
    """Offers of one paytable that several games share, and one offer of every game without it."""
    by_table: defaultdict[int, dict[str, _Offer]] = defaultdict(dict)
    for offer in _progressives():
        by_table[id(offer[2])].setdefault(offer[0].slug, offer)
    linked = max(by_table.values(), key=lambda found: (len(found) > 1, *_richness(found)))
    alone: dict[str, _Offer] = {}
    for game, wager, table in _progressives():
        if game.slug not in linked:
            alone.setdefault(game.slug, (game, wager, table))
    return list(linked.values()), list(alone.values())


def _richness(found: dict[str, _Offer]) -> tuple[int, int]:
    """How many levels a shared paytable has, and how many games share it."""
    _, _, table = next(iter(found.values()))
    return len(levels_of(table)), len(found)


def _progressives() -> Iterable[_Offer]:
    return (
        (game, wager.name, table)
        for game in games.catalogue()
        for wager in game.wagers
        if wager.kind is Kind.PROGRESSIVE
        for table in wager.paytables
        if levels_of(table)
    )
