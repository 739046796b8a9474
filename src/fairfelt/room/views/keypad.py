"""A table as its keypad sees it: where it stands, what is live, what is bet and claimed, and the meters."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fairfelt.room.authority import authority_needed
from fairfelt.room.state.awards import AwardRow, EnvyRow, PrizeRow
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Claim, PaidBet, Phase


class TableState(Struct, frozen=True, kw_only=True):
    """Where a table stands."""

    ok: bool = True
    table: str
    round: int
    phase: Phase
    live: tuple[str, ...]
    notices: tuple[str, ...]
    """What the law says to the table that does not stop it."""
    meters_micros: Mapping[str, int]
    bets: Mapping[str, int]
    """By seat: the lit ones while betting, and the locked ones while a game runs."""
    claims: tuple[Claim, ...]
    """The hands that were entered; seat 0 where no spot was named."""
    fouled: tuple[int, ...]
    """Seats whose hands are foul."""
    stakes: Mapping[str, Mapping[str, int]]
    """By seat and wager: the bets on the game itself, as they were reported in this round."""
    tray_paid: tuple[PaidBet, ...]
    """What of them was paid from the tray."""
    prizes: tuple[PrizeRow, ...]
    sensed: tuple[int, ...]
    """Seats whose bets a sensor reads; at all others they are entered by hand."""
    quarantined: Mapping[str, str]
    """By seat: why a sensor is not believed."""
    needs: str = ""
    """What confirming the claims takes: dealer, supervisor, executive or two people; empty while nothing is claimed."""
    awards: tuple[AwardRow, ...] = ()
    """What was just confirmed."""
    envy: tuple[EnvyRow, ...] = ()


def table_state(
    floor: Floor, name: str, awards: tuple[AwardRow, ...] = (), envy: tuple[EnvyRow, ...] = ()
) -> TableState:
    """A table for its keypad."""
    table = floor.tables[name]
    bets = table.lit if table.phase is Phase.BETTING else table.bets_micros
    return TableState(
        table=name,
        round=table.round,
        phase=table.phase,
        live=floor.live_labels(table),
        notices=table.law_verdict.notices,
        meters_micros=floor.meters(floor.jackpot_of(table)[0]) if table.link else {},
        bets={str(seat): amount_micros for seat, amount_micros in bets.items()},
        claims=table.claims,
        fouled=table.fouled,
        stakes={str(seat): stakes for seat, stakes in table.stakes.items()},
        tray_paid=table.tray_paid,
        prizes=tuple([PrizeRow.of(prize) for prize in table.prizes]),
        sensed=table.sensed,
        quarantined={str(seat): why for seat, why in table.quarantined.items()},
        needs=authority_needed(floor, table).words if table.is_pending else "",
        awards=awards,
        envy=envy,
    )
