"""The game under the lamp, with what several checks want to know of it, worked out once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fairfelt.engine.exact import FigureCheck, Par, Unsolved, check_figure, par
from fairfelt.engine.warnings import Flaw, FlawKind, find_flaws
from fairfelt.rules import Game, Paytable, Published, Wager

from .finding import Place

if TYPE_CHECKING:
    from fairfelt.engine.exact import WagerPar


@dataclass(frozen=True, eq=False)
class Subject:
    """One version of a game."""

    game: Game

    @cached_property
    def par(self) -> Par:
        """Its PAR sheet."""
        return par(self.game)

    @cached_property
    def unsolved(self) -> str:
        """Why it cannot be counted; nothing where it can."""
        try:
            self.par  # noqa: B018  (worked out and kept)
        except Unsolved as reason:
            return str(reason)
        return ""

    @cached_property
    def flaws(self) -> tuple[Flaw, ...]:
        """What its PAR sheet warns of."""
        return tuple(find_flaws(self.game, self.par.wagers, self.par.headline))

    def flaws_of(self, kind: FlawKind) -> Iterator[Flaw]:
        """The warnings of one kind."""
        return (flaw for flaw in self.flaws if flaw.kind is kind)

    @cached_property
    def figures(self) -> tuple[tuple[Published, FigureCheck], ...]:
        """Every printed figure that can be recomputed, beside the computed one."""
        return tuple(_checked(self.game))

    @property
    def tables(self) -> Iterator[tuple[Wager, Paytable]]:
        """Every paytable of every wager that has pays."""
        return ((wager, table) for wager in self.game.wagers for table in wager.paytables if table.pays)

    @property
    def sheets(self) -> Iterator[tuple[Wager, WagerPar]]:
        """The counted sheets of the bets a player may leave out."""
        sheets = ((self.game.wager(sheet.wager), sheet) for sheet in self.par.wagers)
        return ((wager, sheet) for wager, sheet in sheets if wager.is_optional)

    @property
    def can_fold(self) -> bool:
        """Whether there is a decision at which a player may give up."""
        return self.game.can_fold

    def felt_says(self, *words: str) -> bool:
        """Whether one of these words is written across the felt."""
        return any(word in text.lower() for text in self.game.headlines for word in words)

    def rulings_say(self, *words: str) -> bool:
        """Whether a ruling has one of these words."""
        said = (f"{ruling.question} {ruling.reading}".lower() for ruling in self.game.rulings)
        return any(word in text for text in said for word in words)


def place_of(wager: Wager, table: Paytable | None = None, line: int | None = None) -> Place:
    """The place of a wager, its paytable, a line of that."""
    if table is None:
        return Place(wager.name)
    return Place(wager.name, table.name, "" if line is None else table.line_name(line, wager.ranking))


def _checked(game: Game) -> Iterator[tuple[Published, FigureCheck]]:
    for published in game.published:
        try:
            yield published, check_figure(game, published)
        except (LookupError, Unsolved):
            continue  # a figure of nothing is a finding of its own, and what has no solver is told once
