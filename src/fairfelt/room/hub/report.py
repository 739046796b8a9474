"""A room's report to its hub: all it has counted, and its claims on the hub's levels until they are settled."""

from __future__ import annotations

from fairfelt.ledger.chain import Head
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.links import FoldedHands

from .accounts import PROTOCOL
from .claims import claims_at_hub
from .hub_commands import ReportRoom


def report_of(floor: Floor, jackpot: str, head: Head, since: Head) -> ReportRoom:
    """The report on a shared jackpot after an event of this room, with the last event that the hub knows."""
    found = floor.jackpots[jackpot]
    assert found.share, "only a shared jackpot is reported"
    return ReportRoom(
        protocol=PROTOCOL,
        up_to=head.number,
        hash=head.hash,
        since=since.number,
        since_hash=since.hash,
        counted=found.share.counted,
        wagers=found.counts.wagers,
        wagered_micros=found.in_micros,
        voided_wagers=found.share.voided_wagers,
        voided_micros=found.share.voided_micros,
        claims=claims_at_hub(floor, jackpot),
        folded_hands=folded_rules(floor, jackpot),
    )


def folded_rules(floor: Floor, jackpot: str) -> tuple[FoldedHands, ...]:
    """The rules on folded hands at the tables for a jackpot, each once."""
    return tuple(sorted(set(floor.folded_rules(jackpot).values())))


def has_news(floor: Floor, jackpot: str) -> bool:
    """Whether the hub does not know this room's sums and claims as they are, or the room at all."""
    share, line = floor.jackpots[jackpot].share, floor.hub_lines[jackpot]
    if share is None:
        return False
    return not line.up_to or dict(share.counted) != dict(share.taken) or claims_at_hub(floor, jackpot) != line.claims
