"""What the limits of a day come to for one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import Game, Kind, format_amount

from .rules import day_words

if TYPE_CHECKING:
    from fairfelt.law import Law

NO_LIMIT = "no limit"


def limits_sheet(law: Law, game: Game) -> Sheet:
    """The cap of each wager, the Ante that follows, games with one hand, seats."""
    facts = limits_dict(law, game)
    ante = facts["ante_limit"]
    rows = [("Most places", str(facts["most_seats"])), ("Separate games of this one", str(facts["separate_games"]))]
    if facts["most_games"]:
        small = format_amount(facts["small_wager_micros"])
        rows.append(
            ("Separate games with one hand", f"{facts['most_games']}, {facts['most_above_small']} above {small}")
        )
    words = f"No rule of {law.profile.title} limits a wager." if ante is None else _ante_words(game, ante)
    return Sheet(
        title=game.title,
        subtitle=f"Limits on {day_words(law.on)}, {law.profile.title}",
        sections=(Section("", (Words(words), Facts(tuple(rows)))), Section("Wagers", (_wagers(facts),))),
    )


def limits_dict(law: Law, game: Game) -> dict[str, Any]:
    """The same as plain data for JSON."""
    from fairfelt.law import ante_limit, cap_micros

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
            "citation": limit.rule.cited,
        },
        "most_seats": min(game.seats, seats.number("most_seats")) if seats else game.seats,
        "separate_games": 1 + len(game.optional),
        **{
            name: games.number(name) if games else None
            for name in ("most_games", "most_above_small", "small_wager_micros")
        },
        "wagers": [
            {"wager": wager.name, "kind": wager.kind.value, "most_micros": cap_micros(law, wager.kind)}
            for wager in game.wagers
            if wager.kind is not Kind.BONUS
        ],
    }


def _ante_words(game: Game, ante: dict[str, Any]) -> str:
    name, most = game.wagers[0].name, format_amount(ante["most_micros"])
    because = f", as {ante['wager']} can be {ante['times']} times as much" if ante["times"] > 1 else ""
    return f"The {name} goes up to {most}{because} ({ante['citation']})."


def _wagers(facts: dict[str, Any]) -> Table:
    rows = tuple(
        (w["wager"], w["kind"], NO_LIMIT if w["most_micros"] is None else format_amount(w["most_micros"]))
        for w in facts["wagers"]
    )
    return Table((Column("Wager"), Column("Kind"), *right("Most at once")), rows)
