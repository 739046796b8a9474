"""What the law has the room do after something happened: pay in steps, report equipment that failed, post a prize.

The floor knows no time. Moments are those of the events in the log; hours stand here as the rules gave them that day.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from fairfelt.law import HouseJackpot, Merchandise, Payout, Step, Timer


class PaymentStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do, as the rules of the day of the award state it."""

    id: str
    text: str
    note: str
    """What to write down; empty if nothing."""
    cited: str
    """The rule that asks for it; empty where the house does."""

    @classmethod
    def of(cls, step: Step) -> PaymentStep:
        """The step as the law defines it."""
        return cls(step.id, step.text, step.note, step.rule.cited if step.rule else "")


@dataclass(frozen=True)
class StepDone:
    """A step that was done."""

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
    wager_returned: bool = False
    what: str = ""
    before_micros: int = 0
    withheld_micros: int | None = None

    @property
    def next(self) -> PaymentStep | None:
        """The step whose turn it is; None when the award is paid and filed."""
        return self.steps[len(self.done)] if len(self.done) < len(self.steps) else None


class PaymentTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the law has the room do with an award, as the event of the award keeps it."""

    number: int
    amount_micros: int
    wager_micros: int
    steps: tuple[PaymentStep, ...]
    timers: tuple[Timer, ...]
    wager_returned: bool = False
    """Whether the wager goes back beside the amount."""
    what: str = ""
    """Whose award it is and for what; empty on an old log."""
    before_micros: int = 0
    """What the same wager won before in the same round."""
    withheld_micros: int | None = None
    """What was withheld of earlier wins of the same wager; None on an old log."""

    @classmethod
    def of(cls, payout: Payout) -> PaymentTerms:
        """The terms as the law defines them."""
        award = payout.award
        return cls(
            number=award.number,
            amount_micros=award.amount_micros,
            wager_micros=award.wager_micros,
            steps=tuple(map(PaymentStep.of, payout.steps)),
            timers=tuple(payout.timers),
            wager_returned=award.wager_returned,
            what=award.what,
            before_micros=award.before_micros,
            withheld_micros=award.withheld_micros,
        )

    @classmethod
    def renewed(cls, payment: Payment, steps: tuple[PaymentStep, ...]) -> PaymentTerms:
        """The terms of a payment that continues with other steps."""
        return cls(
            number=payment.number,
            amount_micros=payment.amount_micros,
            wager_micros=payment.wager_micros,
            steps=steps,
            timers=payment.timers,
            wager_returned=payment.wager_returned,
            what=payment.what,
            before_micros=payment.before_micros,
            withheld_micros=payment.withheld_micros,
        )

    def begin(self, currency: str) -> Payment:
        """The payment before its first step."""
        kept = {field: getattr(self, field) for field in self.__struct_fields__}
        return Payment(**kept, currency=currency)


@dataclass(frozen=True, kw_only=True)
class Malfunction:
    """Equipment that failed, and whether the regulator was notified."""

    equipment: str
    what: str
    within_hours: int | None
    """Hours within which the rule of that day requires the notice; None if no rule does."""
    cited: str
    document: str = ""
    """The notice; empty until it went out."""
    jackpot: str = ""
    """The jackpot whose meter was wrong, if one was."""
    level: str = ""
    off_by_micros: int = 0
    """How much too high the meter stood; negative if too low."""
    corrected_micros: int = 0
    """What adjustments took off for it; below zero, put on."""

    @property
    def left_micros(self) -> int:
        """What is left to correct."""
        return self.off_by_micros - self.corrected_micros


@dataclass(frozen=True)
class PostedPrize:
    """A house jackpot at a table: the house's own money, in no book of players'."""

    table: str
    jackpot: HouseJackpot
    paid: int = 0
    """How many players got it."""
    last_seats: tuple[int, ...] = ()
    """The seats that got it last, while that can be voided."""
    last_pages: tuple[int, ...] = ()
    """The win pages of these seats, if any."""


@dataclass(frozen=True, kw_only=True)
class OfferedMerchandise:
    """A prize in kind that stands for a fixed pay; bought from the reserve of a level."""

    jackpot: str
    level: str
    hand: str
    prize: Merchandise
    win_page: int = 0
    """The award that it was given for; 0 while it waits for its winner."""
    withdrawn: str = ""
    """Why it is offered no more; empty while it is."""

    @property
    def is_offered(self) -> bool:
        """Whether it can still be won."""
        return not (self.win_page or self.withdrawn)

    @property
    def state(self) -> str:
        """The state in words."""
        if self.win_page:
            return f"given for win page {self.win_page}"
        return f"withdrawn: {self.withdrawn}" if self.withdrawn else "offered"
