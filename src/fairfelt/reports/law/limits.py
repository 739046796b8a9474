"""What the limits of a day come to for one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import Game, Kind, format_amount, format_day

from ..report import Report

if TYPE_CHECKING:
    from fairfelt.law import Law

NO_LIMIT = "no limit"


def limits_report(law: Law, game: Game) -> Report:
    """The max bet of each wager, the Ante that follows, separate games per hand, seats."""
    facts = _limits(law, game)
    ante = facts["ante_limit"]
    rows = [("Max seats", str(facts["most_seats"])), ("Separate games at this table", str(facts["separate_games"]))]
    if facts["most_games"]:
        small = format_amount(facts["small_wager_micros"])
        rows.append(
            ("Separate games per hand", f"{facts['most_games']}, at most {facts['most_above_small']} above {small}")
        )
    words = f"No rule of {law.profile.title} limits a wager." if ante is None else _ante_words(game, ante)
    sheet = Sheet(
        title=game.title,
        subtitle=f"Limits on {format_day(law.on)}, {law.profile.title}",
        sections=(Section("", (Words(words), Facts(tuple(rows)))), Section("Wagers", (_wagers(facts),))),
    )
    return Report(sheet, facts, "limits")


def _limits(law: Law, game: Game) -> dict[str, Any]:
    from fairfelt.law import ante_limit, find_cap

    limit, games, seats = ante_limit(law, game), law.find("games.per_hand"), law.find("table.seats")
    return {
        "profile": law.profile.name,
        "on": law.on.isoformat(),
        "game": game.slug,
        "variant": game.variant,
        "ante_limit": limit
        and {
            "most_micros": limit.amount_micros,
            "wager": limit.wager,
            "times": limit.times,
            "citation": limit.cap.rule.cited,
        },
        "most_seats": min(game.seats, seats.number("most_seats")) if seats else game.seats,
        "separate_games": 1 + len(game.optional),
        **{
            name: games.number(name) if games else None
            for name in ("most_games", "most_above_small", "small_wager_micros")
        },
        "wagers": [
            {
                "wager": wager.name,
                "kind": wager.kind.value,
                "most_micros": most.micros if (most := find_cap(law, wager.kind)) else None,
            }
            for wager in game.wagers
            if wager.kind is not Kind.BONUS
        ],
    }


def _ante_words(game: Game, ante: dict[str, Any]) -> str:
    name, most = game.wagers[0].name, format_amount(ante["most_micros"])
    because = f", because {ante['wager']} can be {ante['times']} times as much" if ante["times"] > 1 else ""
    return f"Max {name}: {most}{because} ({ante['citation']})."


def _wagers(facts: dict[str, Any]) -> Table:
    rows = tuple(
        (w["wager"], w["kind"], NO_LIMIT if w["most_micros"] is None else format_amount(w["most_micros"]))
        for w in facts["wagers"]
    )
    return Table((Column("Wager"), Column("Kind"), *right("Max bet")), rows)
