"""What a sheet must not pass over in silence: an edge for the player, pays that never occur, pays out of order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from fairfelt.rules import PUSH, Game, Paytable, Wager

from .numbers import percent_text
from .par import RoundPar, WagerPar


def warnings_of(game: Game, sheets: tuple[WagerPar, ...], round_: RoundPar) -> tuple[str, ...]:
    """All warnings of a sheet, in sentences."""
    return (
        *_player_edges(game, sheets, round_),
        *_pays_that_never_occur(game, sheets),
        *_pays_out_of_order(game),
        *_paying_hands_folded(game, sheets),
    )


def _player_edges(game: Game, sheets: tuple[WagerPar, ...], round_: RoundPar) -> Iterable[str]:
    if round_.house_edge < 0:
        yield (
            f"With best play the game favours the player by {percent_text(-round_.house_edge, 2)} of the {game.unit}, "
            "as the sheet is read here."
        )
    for sheet in sheets:
        if game.wager(sheet.wager).is_optional and sheet.house_edge < 0:
            edge = percent_text(-sheet.house_edge, 2)
            yield f"{sheet.wager} {sheet.paytable} favours the player by {edge} of the bet."


def _pays_that_never_occur(game: Game, sheets: tuple[WagerPar, ...]) -> Iterable[str]:
    for sheet in sheets:
        wager = game.wager(sheet.wager)
        table = next(t for t in wager.paytables if t.name == sheet.paytable)
        lines, words = {row.line for row in sheet.outcomes}, {row.pays for row in sheet.outcomes}
        by_margin = lines == {None}
        for line, pay in sorted(table.pays.items(), reverse=True):
            occurs = pay.words in words or pay is PUSH if by_margin else line in lines
            if not occurs:
                yield f"{sheet.wager} {sheet.paytable}: {_line_name(wager, table, line)} ({pay.words}) can never occur."


def _pays_out_of_order(game: Game) -> Iterable[str]:
    """A better hand that pays less: a hand is paid by its best line, which is then not its best pay."""
    for wager in game.wagers:
        if wager.ranking is None:
            continue
        for table in wager.paytables:
            pays = [(line, pay) for line, pay in sorted(table.pays.items()) if not pay.level]
            for (_, worse), (line, better) in pairwise(pays):
                if better.net < worse.net and len(pays) > 2:
                    name, pays_less = _line_name(wager, table, line), f"{better.words} against {worse.words}"
                    yield f"{wager.name} {table.name}: {name} pays less than a lower line, {pays_less}."


def _paying_hands_folded(game: Game, sheets: tuple[WagerPar, ...]) -> Iterable[str]:
    """Best play of the game alone may fold a hand that a side bet would pay, if the bet does not outlive the fold."""
    for sheet in sheets:
        if sheet.hits_folded:
            share = percent_text(sheet.hits_folded, 2)
            yield (
                f"{sheet.wager} {sheet.paytable}: best play of the game alone folds {share} of all hands although this "
                "bet would pay them; a player with the bet does better to play some of these on."
            )


def _line_name(wager: Wager, table: Paytable, line: int) -> str:
    return table.line_name(line, wager.ranking)
