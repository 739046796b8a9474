"""The house edge of every spot, for whoever is about to bet on it."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.answers.numbers import percent_text, to_decimal
from fairfelt.answers.par import BOTH_BY_HOUSE_WAY, WagerPar
from fairfelt.exact import Par
from fairfelt.rules import Game, Opens, UnknownName, Wager

from .laid import Json

BEST_OF_ALL = "when every choice is the best"


def edges(game: Game, par: Par) -> dict[str, Json]:
    """By wager: the edge to read at a glance, and a sentence; of bets that are not counted only that."""
    return dict(_edges(game, par))


def _edges(game: Game, par: Par) -> Iterator[tuple[str, Json]]:
    whole = game.opens is Opens.ALL
    if whole:
        edge = percent_text(par.headline.house_edge, 2)
        play = f"when hands are set {BOTH_BY_HOUSE_WAY}" if par.headline_play == BOTH_BY_HOUSE_WAY else BEST_OF_ALL
        yield game.unit, _edge(edge, f"{edge} of the {game.unit}, {play}")
    for wager in game.optional if whole else (*game.openings, *game.optional):
        yield wager.name, _edge_of(wager, par)


def _edge_of(wager: Wager, par: Par) -> Json:
    try:
        sheet = par.wager(wager.name, wager.paytable.name)
    except UnknownName:
        return _edge("not counted", f"The house edge of {wager.name} is not counted")
    edge = percent_text(sheet.house_edge, 2)
    if sheet.levels:
        return _edge(f"{edge} − meter", f"{edge} before the meter{_break_even(sheet)}")
    return _edge(edge, f"{edge} of every {wager.name} bet")


def _break_even(sheet: WagerPar) -> str:
    meter = sheet.break_even_meter
    return f"; even when the meter stands at {to_decimal(meter):,.0f} bets" if meter else ""


def _edge(short: str, sentence: str) -> Json:
    return {"short": short, "sentence": sentence}
