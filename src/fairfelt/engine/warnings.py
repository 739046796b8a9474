"""What a sheet must not pass over in silence: an edge for the player, pays that never occur, pays out of order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from fairfelt.engine.answers.numbers import percent_text
from fairfelt.engine.answers.par import RoundPar, WagerPar
from fairfelt.rules import PUSH, Game, Kind, Paytable, Wager


class FlawKind(Enum):
    """What is wrong with a sheet, as its mathematics shows."""

    PLAYER_EDGE = "player edge"
    FIXED_PAYS = "fixed pays"
    """A progressive that returns more than it takes before its meter pays anything."""
    NEVER_OCCURS = "never occurs"
    OUT_OF_ORDER = "out of order"
    FOLDED_HITS = "folded hits"


@dataclass(frozen=True)
class Flaw:
    """One flaw, where it is, and the sentence about it."""

    kind: FlawKind
    text: str
    wager: str = ""
    """Empty where it is the round's."""
    paytable: str = ""
    line: str = ""


def find_flaws(game: Game, sheets: tuple[WagerPar, ...], round_: RoundPar) -> Iterable[Flaw]:
    """All warnings of a sheet, with their places."""
    yield from _player_edges(game, sheets, round_)
    yield from _pays_that_never_occur(game, sheets)
    yield from pays_out_of_order(game)
    yield from _paying_hands_folded(sheets)


def _player_edges(game: Game, sheets: tuple[WagerPar, ...], round_: RoundPar) -> Iterable[Flaw]:
    if round_.house_edge < 0:
        edge = percent_text(-round_.house_edge, 2)
        text = f"With best play the game favors the player by {edge} of the {game.unit}, as the sheet is read here."
        yield Flaw(FlawKind.PLAYER_EDGE, text)
    for sheet in sheets:
        wager = game.wager(sheet.wager)
        if wager.is_optional and sheet.house_edge < 0:
            kind = FlawKind.FIXED_PAYS if wager.feeds_meter else FlawKind.PLAYER_EDGE
            text = f"{_name(sheet)} favors the player by {percent_text(-sheet.house_edge, 2)} of the bet."
            yield Flaw(kind, text, sheet.wager, sheet.paytable)


def _pays_that_never_occur(game: Game, sheets: tuple[WagerPar, ...]) -> Iterable[Flaw]:
    for sheet in sheets:
        wager = game.wager(sheet.wager)
        if wager.kind is Kind.RAISE:
            continue  # what the best play never raises with may be raised all the same
        table = next(t for t in wager.paytables if t.name == sheet.paytable)
        lines, pays = {row.line for row in sheet.outcomes}, {row.pay for row in sheet.outcomes}
        by_margin = lines == {None}
        for line, pay in sorted(table.pays.items(), reverse=True):
            occurs = pay in pays or pay == PUSH if by_margin else line in lines
            if not occurs:
                name = _line_name(wager, table, line)
                text = f"{_name(sheet)}: {name} ({pay.words}) can never occur."
                yield Flaw(FlawKind.NEVER_OCCURS, text, sheet.wager, sheet.paytable, name)


def pays_out_of_order(game: Game) -> Iterable[Flaw]:
    """A better hand that pays less: a hand is paid by its best line, which is then not its best pay."""
    for wager in game.wagers:
        if wager.ranking is None:
            continue
        for table in wager.paytables:
            pays = [(line, pay) for line, pay in sorted(table.pays.items()) if not pay.level]
            for (_, worse), (line, better) in pairwise(pays):
                if better.net < worse.net and len(pays) > 2:
                    name, less = _line_name(wager, table, line), f"{better.words} against {worse.words}"
                    text = f"{wager.name} {table.name}: {name} pays less than a lower line, {less}."
                    yield Flaw(FlawKind.OUT_OF_ORDER, text, wager.name, table.name, name)


def _paying_hands_folded(sheets: tuple[WagerPar, ...]) -> Iterable[Flaw]:
    """Best play of the game alone may fold a hand that a side bet would pay, if the bet does not outlive the fold."""
    for sheet in sheets:
        if sheet.hits_folded:
            share = percent_text(sheet.hits_folded, 2)
            text = (
                f"{_name(sheet)}: best play of the game alone folds {share} of all hands although this "
                "bet would pay them; a player with the bet does better to play some of these on."
            )
            yield Flaw(FlawKind.FOLDED_HITS, text, sheet.wager, sheet.paytable)


def _name(sheet: WagerPar) -> str:
    return f"{sheet.wager} {sheet.paytable}"


def _line_name(wager: Wager, table: Paytable, line: int) -> str:
    return table.line_name(line, wager.ranking)
