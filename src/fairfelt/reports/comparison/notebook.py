"""Two games or paytables side by side in one call, for notebooks and scripts: the report shows itself."""

from __future__ import annotations

from fractions import Fraction

from fairfelt import exact, games
from fairfelt.protection import usual_terms, verdict
from fairfelt.reports.report import Report
from fairfelt.rules import Game
from fairfelt.winnings import TableTerms

from .everything import BenchSide, bench_side, comparison_report
from .names import SideName, read_side_name, tables_in_play


def compare(a: str, b: str, *, bet: int = 25, players: int | None = None, protect: bool = False) -> Report:
    """Two sides, each a game or "GAME@VERSION:WAGER:PAYTABLE", at tables that are run alike."""
    terms = TableTerms(Fraction(bet), players)
    return comparison_report(*(_side(text, terms, protect=protect) for text in (a, b)))


def find_side(text: str) -> tuple[SideName, Game]:
    """A game of the catalogue, or a bet of it, by its name, with that paytable in play."""
    name = read_side_name(text)
    game = games.find(name.game, name.variant)
    if name.paytable:
        for wager, table in tables_in_play(game, name.wager, name.paytable):
            game = game.with_paytable(wager, table)
    return name, game


def _side(text: str, terms: TableTerms, *, protect: bool) -> BenchSide:
    name, game = find_side(text)
    leaks = verdict(game, usual_terms(game, terms.stake)) if protect else None
    return bench_side(f"{game.title}: {name.words}", exact.answer(game).par, name, terms, leaks)
