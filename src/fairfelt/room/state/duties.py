"""What the law has the room do after something happened: pay in steps, report equipment that failed, post a prize.

The floor knows no time. Moments are those of the events in the log; hours stand here as the rules gave them that day.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.law import HouseJackpot, Payout, Timer


@dataclass(frozen=True)
class PaymentStep:
    """One thing to do, as it was told on the day of the award."""

    id: str
    text: str
    note: str
    """What to write down; empty if nothing."""
    cited: str
    """The rule that asks for it; empty where the house does."""


@dataclass(frozen=True)
class StepDone:
    """A step that somebody did."""

    step: str
    by: str
    note: str


@dataclass(frozen=True)
class Payment:
    """The payment of one award: what is to be done in which order, and what was."""

    number: int
    amount_micros: int
    wager_micros: int
    steps: tuple[PaymentStep, ...]
    timers: tuple[Timer, ...]
    currency: str
    done: tuple[StepDone, ...] = ()

    @property
    def next(self) -> PaymentStep | None:
        """The step whose turn it is; None when the award is paid and filed."""
        return self.steps[len(self.done)] if len(self.done) < len(self.steps) else None

    @classmethod
    def from_dict(cls, body: Mapping[str, Any], currency: str) -> Payment:
        """Read back from the log, which keeps the currency with the win page."""
        return cls(
            body["number"],
            body["amount_micros"],
            body["wager_micros"],
            tuple(PaymentStep(**step) for step in body["steps"]),
            tuple(Timer(**timer) for timer in body["timers"]),
            currency,
        )


def payment_dict(payout: Payout) -> dict[str, Any]:
    """A payment as the event of its award keeps it."""
    award = payout.award
    steps = [(step.id, step.text, step.note, step.rule.cited if step.rule else "") for step in payout.steps]
    return {
        "number": award.number,
        "amount_micros": award.amount_micros,
        "wager_micros": award.wager_micros,
        "steps": [dict(zip(("id", "text", "note", "cited"), step, strict=True)) for step in steps],
        "timers": [dict(vars(timer)) for timer in payout.timers],
    }


@dataclass(frozen=True, kw_only=True)
class Malfunction:
    """Equipment that failed, and whether the regulator was told."""

    equipment: str
    what: str
    within_hours: int | None
    """By when the rule of that day wants the regulator told; None where none does."""
    cited: str
    document: str = ""
    """The notice; empty until it went out."""


@dataclass(frozen=True)
class PostedPrize:
    """A house jackpot at a table: the house's own money, in no book of players'."""

    table: str
    jackpot: HouseJackpot
    paid: int = 0
    """How many players got it."""
