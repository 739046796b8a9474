"""The list of games there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairfelt.reports.sheet.sheet import Column, Section, Sheet, Table
from fairfelt.rules import Game, Wager


def catalogue_sheet(games: Sequence[Game]) -> Sheet:
    """Every version of every game, with its wagers and paytables."""
    others = map(Column, ("Variant", "Family", "Approval", "Seats", "Wagers and their paytables"))
    rows = tuple(_row(game) for first in games for game in first.variants)
    return Sheet("Games", "Catalogue", (Section("", (Table((Column("Game", whole=True), *others), rows),)),))


def _row(game: Game) -> tuple[str, ...]:
    return (
        game.slug,
        game.variant,
        game.family,
        ", ".join(map(str, game.approvals)),
        str(game.seats),
        "; ".join(_wager_words(wager) for wager in game.wagers),
    )


def _wager_words(wager: Wager) -> str:
    names = _paytable_names(wager)
    return f"{wager.name}: {', '.join(names)}" if names else wager.name


def _paytable_names(wager: Wager) -> list[str]:
    return [table.name for table in wager.paytables if table.name]


def catalogue_dict(games: Sequence[Game]) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {"games": [_game_dict(game) for first in games for game in first.variants]}


def _game_dict(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "name": game.name,
        "variant": game.variant,
        "family": game.family,
        "approvals": list(game.approvals),
        "seats": game.seats,
        "wagers": [
            {"wager": wager.name, "kind": wager.kind.value, "paytables": _paytable_names(wager)}
            for wager in game.wagers
        ],
    }
