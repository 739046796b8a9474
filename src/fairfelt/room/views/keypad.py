"""A table as its keypad sees it: where it stands, what is live, what is bet and claimed, and the meters."""

from __future__ import annotations

from typing import Any

from fairfelt.room.state.floor import Floor, prize_dict
from fairfelt.room.state.table import Phase


def table_state(floor: Floor, name: str) -> dict[str, Any]:
    """Plain data for a keypad; bets are the lit ones while betting, and the locked ones while a game runs."""
    table = floor.tables[name]
    jackpot, _ = floor.jackpot_of(table)
    bets = table.lit if table.phase is Phase.BETTING else table.bets_micros
    return {
        "ok": True,
        "table": name,
        "round": table.round,
        "phase": table.phase.value,
        "live": list(floor.live_labels(table)),
        "notices": list(table.law_verdict.notices),
        "meters_micros": floor.meters(jackpot),
        "bets": {str(seat): amount_micros for seat, amount_micros in bets.items()},
        "claims": {str(seat): hand for seat, hand in table.claims.items()},
        "prizes": [prize_dict(prize) for prize in table.prizes],
        "awards": [],
        "envy": [],
    }
