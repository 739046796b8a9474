"""Things that happen while a learner deals: some are a misdeal, some make a hand foul, some are nothing at all."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from fairfelt.rules import Irregularity, Remedy
from fairfelt.table import Round
from fairfelt.table.mend import OF_A_SEAT

from ..commitment import Shuffle
from .marks import Mark


class Incident(NamedTuple):
    """What is seen in one round, and at which seat."""

    irregularity: Irregularity
    seat: int

    @property
    def words(self) -> str:
        """What the learner sees."""
        return self.irregularity.at(self.seat)

    @property
    def remedy(self) -> Remedy:
        """What is to be done."""
        return self.irregularity.remedy


def incident_of(round: Round, shuffle: Shuffle) -> Incident:
    """One of the irregularities of the game, drawn by the shuffle's nonce: nobody can know it before the deal."""
    drawn = int.from_bytes(sha256(f"incident {shuffle.nonce}".encode()).digest())
    there = round.game.procedure.irregularities
    seat = round.seats[drawn // len(there) % len(round.seats)].number
    return Incident(there[drawn % len(there)], seat)


def mark_remedy(incident: Incident | None, remedy: Remedy, seat: int) -> Mark:
    """What the learner did about it."""
    right, where = (incident.remedy, incident.seat) if incident else (Remedy.GO_ON, 0)
    because = f"{incident.words}, and then {right.meaning}" if incident else "nothing happened"
    said, correct = _words(remedy, seat), _words(right, where)
    return Mark("What happened", said, correct, because, is_right=said == correct, skill="incidents")


def _words(remedy: Remedy, seat: int) -> str:
    return f"{remedy} (seat {seat})" if remedy in OF_A_SEAT else remedy.value
