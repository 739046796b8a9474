"""What the game's rules do about something that went wrong, as an operation at the table."""

from __future__ import annotations

from fairfelt.rules import Irregularity, Remedy
from fairfelt.table.operations.foul_hand import FoulHand
from fairfelt.table.operations.void_round import VoidRound

from .round import Operation, Round

OF_A_SEAT = (Remedy.RETURN, Remedy.FORFEIT)
"""Remedies that concern one hand; others concern all seats."""


def remedy_of(irregularity: Irregularity, seat: int) -> Operation | None:
    """The operation that it takes; nothing where the round goes on."""
    why = irregularity.at(seat)
    match irregularity.remedy:
        case Remedy.MISDEAL:
            return VoidRound(why)
        case Remedy.RETURN | Remedy.FORFEIT as remedy:
            return FoulHand(seat, why, give_back=remedy is Remedy.RETURN)
    return None


def mend(round: Round, irregularity: Irregularity, seat: int) -> Round:
    """The round once the right thing is done: void, without one hand, or as it was."""
    operation = remedy_of(irregularity, seat)
    return round.apply(operation) if operation else round
