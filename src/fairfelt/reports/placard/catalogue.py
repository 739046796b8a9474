"""The list of games there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Column, Section, Sheet, Table

if TYPE_CHECKING:
    from fairfelt.rules import Game

_COLUMNS = ("Variant", "Family", "Approval", "Seats", "Wagers and their paytables")


def catalogue_report(games: Sequence[Game]) -> Report:
    """Every version of every game, with its wagers and paytables; the sheet is drawn from the data."""
    plain = [_game_dict(game) for first in games for game in first.variants]
    table = Table((Column("Game", whole=True), *map(Column, _COLUMNS)), tuple(map(_row, plain)))
    return Report(Sheet("Games", "Catalogue", (Section("", (table,)),)), {"games": plain}, "games", repeatable=True)


def _game_dict(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "name": game.name,
        "variant": game.variant,
        "family": game.family,
        "approvals": list(game.approvals),
        "seats": game.seats,
        "wagers": [
            {
                "wager": wager.name,
                "kind": wager.kind.value,
                "paytables": [table.name for table in wager.paytables if table.name],
            }
            for wager in game.wagers
        ],
    }


def _row(game: dict[str, Any]) -> tuple[str, ...]:
    return (
        game["game"],
        game["variant"],
        game["family"],
        ", ".join(map(str, game["approvals"])),
        str(game["seats"]),
        "; ".join(map(_wager_words, game["wagers"])),
    )


def _wager_words(wager: dict[str, Any]) -> str:
    return f"{wager['wager']}: {', '.join(wager['paytables'])}" if wager["paytables"] else str(wager["wager"])
