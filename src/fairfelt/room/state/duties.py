"""Duties by law: payments in steps, reports of equipment that failed, posted prizes.

The floor knows no time. Moments are those of the events in the log; hours stand here as the rules gave them that day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import structs

from fairfelt.law import HouseJackpot, Merchandise, PaymentTerms, Step
from fairfelt.runtime.formats import shared_fields


@dataclass(frozen=True)
class StepDone:
    """A step that was done."""

    step: str
    by: str
    note: str


class Payment(PaymentTerms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The payment of one award: what is to be done in which order, and what was."""

    currency: str
    done: tuple[StepDone, ...] = ()

    @classmethod
    def begun(cls, terms: Iterable[PaymentTerms], currency: str) -> dict[int, Payment]:
        """Payments before their first step, by the number of their win page."""
        return {each.number: cls(**structs.asdict(each), currency=currency) for each in terms}

    @property
    def next(self) -> Step | None:
        """The step whose turn it is; None when the award is paid and filed."""
        return self.steps[len(self.done)] if len(self.done) < len(self.steps) else None

    def renewed(self, steps: tuple[Step, ...]) -> PaymentTerms:
        return PaymentTerms(**shared_fields(self, PaymentTerms) | {"steps": steps})


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
    """The error of the meter; negative if it stood too low."""
    corrected_micros: int = 0
    """The sum that adjustments took off for it; negative if they added."""

    @property
    def left_micros(self) -> int:
        """The error that is not corrected yet."""
        return self.off_by_micros - self.corrected_micros


@dataclass(frozen=True)
class PostedPrize:
    """A house jackpot at a table: the house's own money, in no book of players'."""

    table: str
    jackpot: HouseJackpot
    paid: int = 0
    """The number of players who got it."""
    last_seats: tuple[int, ...] = ()
    """The seats that got it last, while that can be voided."""
    last_pages: tuple[int, ...] = ()
    """The win pages of these seats, if any."""
    play: str = ""
    """What it was paid for last: the round of its table, or the document where the table begins no rounds."""
    play_seats: tuple[int, ...] = ()
    """The seats that got it for that, in one pay or several."""

    def paid_for(self, play: str) -> tuple[int, ...]:
        """The seats that got it for a round, or by a document, until now."""
        return self.play_seats if play == self.play else ()


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
        if self.win_page:
            return f"given for win page {self.win_page}"
        return f"withdrawn: {self.withdrawn}" if self.withdrawn else "offered"
