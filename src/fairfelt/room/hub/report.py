"""What a room tells its hub: all it has counted, and its claims on the hub's levels until they are settled."""

from __future__ import annotations

from fairfelt.room.state.floor import Floor

from .claims import claims_at_hub
from .hub_commands import ReportRoom


def report_of(floor: Floor, jackpot: str, up_to: int) -> ReportRoom:
    """The report on a shared jackpot after an event of this room."""
    found = floor.jackpots[jackpot]
    assert found.share, "only a shared jackpot is reported"
    return ReportRoom(
        up_to=up_to,
        counted=found.share.counted,
        wagers=found.counts.wagers,
        wagered_micros=found.in_micros,
        claims=claims_at_hub(floor, jackpot),
    )


def has_news(floor: Floor, jackpot: str) -> bool:
    """Whether the hub does not know this room's sums and claims as they are."""
    share = floor.jackpots[jackpot].share
    if share is None:
        return False
    known = floor.hub_lines[jackpot].claims
    return dict(share.counted) != dict(share.taken) or claims_at_hub(floor, jackpot) != known
