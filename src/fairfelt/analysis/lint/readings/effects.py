"""What another reading does: which figures move, how far, and which printed ones no longer come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fairfelt.engine.exact import FigureCheck, Unsolved, allowing, check_figure, solve, wager_par
from fairfelt.rules import ROUND, Game, Paytable, UnknownName, Wager, rules_data

from ..finding import GAME, Effect
from ..subject import Subject, place_of
from .reading import Reading

MOST_STEPS = 100_000_000
"""What another reading may cost: some seconds, for a sheet has many."""


@dataclass(frozen=True)
class CountedReading:
    """A reading, counted."""

    reading: Reading
    effects: tuple[Effect, ...] = ()
    refuted: tuple[FigureCheck, ...] = ()
    """Printed figures that come out as the sheet is read here, and not so."""
    uncounted: str = ""
    """Why it could not be counted."""

    @property
    def matters(self) -> bool:
        """Whether any figure depends on it, as far as can be told."""
        return bool(self.effects or self.refuted or self.uncounted)

    @property
    def favors_player(self) -> tuple[Effect, ...]:
        """What would return more than it takes, and does not as it is read here."""
        return tuple(e for e in self.effects if e.otherwise < 0 <= e.as_read)


def count_reading(subject: Subject, reading: Reading) -> CountedReading:
    """Count a reading; if the cheaper half of it is refuted already, that half only."""
    for game in filter(None, (reading.cheaper, reading.game)):
        try:
            with allowing(MOST_STEPS):
                tried = _try(subject, reading, game)
        except Unsolved as reason:
            return CountedReading(reading, uncounted=str(reason))
        if tried.refuted:
            break
    return tried


def _try(subject: Subject, reading: Reading, game: Game) -> CountedReading:
    refuted = tuple(_refuted(subject, game)) if _differ(subject.game, game) else ()
    return CountedReading(reading, tuple(_effects(subject, reading, game)), refuted)


def _effects(subject: Subject, reading: Reading, game: Game) -> Iterator[Effect]:
    """House edges that move: of the round, and of every bet whose rules or whose folds have changed."""
    old, new = subject.par.round.house_edge, None
    if _base_differs(subject.game, game):
        new = solve(game).round.house_edge
        if new != old:
            yield Effect(reading.words, GAME, "house edge", old, new)
    for wager, table, other in _touched(subject.game, game, anew=new is not None):
        as_read = subject.par.wager(wager.name, table.name).house_edge
        otherwise = wager_par(solve(game), game.wager(wager.name), other).house_edge
        if as_read != otherwise:
            yield Effect(reading.words, place_of(wager, table), "house edge", as_read, otherwise)


def _touched(old: Game, new: Game, *, anew: bool) -> Iterator[tuple[Wager, Paytable, Paytable]]:
    """Bets that may be left out and could come out otherwise, with their tables in both games."""
    for wager in old.optional:
        changed = new.wager(wager.name)
        depends = anew and (wager.ranking is None or not wager.survives_fold)
        if depends or _rules_of(old, wager) != _rules_of(new, changed):
            for table, other in zip(wager.paytables, changed.paytables, strict=False):
                yield wager, table, other


def _refuted(subject: Subject, game: Game) -> Iterator[FigureCheck]:
    for published, found in subject.figures:
        moved = published.wager == ROUND or _may_move(subject.game, game, published.wager)
        if not found.agrees or not moved:
            continue
        try:
            other = check_figure(game, published)
        except UnknownName:
            continue  # a reading with a table of its own has no figure printed for it
        if not other.agrees:
            yield other


def _may_move(old: Game, new: Game, wager: str) -> bool:
    return _base_differs(old, new) or _rules_of(old, old.wager(wager)) != _rules_of(new, new.wager(wager))


def _differ(old: Game, new: Game) -> bool:
    return _base_differs(old, new) or any(
        _rules_of(old, wager) != _rules_of(new, new.wager(wager.name)) for wager in old.optional
    )


def _base_differs(old: Game, new: Game) -> bool:
    return _base_rules(old) != _base_rules(new)


def _base_rules(game: Game) -> dict[str, Any]:
    """All that decides how the game itself comes out."""
    optional = {wager.name for wager in game.optional}
    return {**_rules(game), "wagers": [wager for wager in _rules(game)["wagers"] if wager["name"] not in optional]}


def _rules_of(game: Game, wager: Wager) -> dict[str, Any]:
    rules: dict[str, Any] = next(plain for plain in _rules(game)["wagers"] if plain["name"] == wager.name)
    return rules


def same_rules(one: Game, other: Game) -> bool:
    """Whether two games pay alike, whatever their paytables are called."""
    return _unnamed(one) == _unnamed(other)


def _unnamed(game: Game) -> dict[str, Any]:
    def nameless(wager: dict[str, Any]) -> dict[str, Any]:
        return {**wager, "paytables": [{**table, "name": ""} for table in wager["paytables"]]}

    return {**_rules(game), "wagers": [nameless(wager) for wager in _rules(game)["wagers"]]}


@lru_cache(maxsize=64)
def _rules(game: Game) -> dict[str, Any]:
    """The rules as data but for what was ruled: a reading is compared by what it does."""
    return {key: value for key, value in rules_data(game).items() if key != "rulings"}
