"""Paying a jackpot: the steps that its amount asks for, done in order, with deadlines and what is to be kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from .deadlines import Deadline, Retention
from .profile import Law, LawError
from .rule import Rule
from .words import money


@dataclass(frozen=True)
class Award:
    """What was won, for its payment."""

    number: int
    """Of its win page."""
    amount_micros: int
    wager_micros: int
    won_at: datetime


@dataclass(frozen=True)
class Step:
    """One thing to do."""

    id: str
    text: str
    note: str
    """What to write down; empty if nothing."""
    rule: Rule | None = None
    """None where the house asks for it."""


@dataclass(frozen=True)
class Done:
    """A step that was done."""

    step: str
    by: str
    at: datetime
    note: str


@dataclass(frozen=True)
class TaxFlags:
    """Which forms a payment asks for."""

    form: Rule | None
    withhold_micros: int
    cash_report: Rule | None


@dataclass(frozen=True)
class Payout:
    """The payment of one award: what is to be done, and what was."""

    law: Law
    award: Award
    steps: tuple[Step, ...]
    done: tuple[Done, ...] = ()

    @property
    def next(self) -> Step | None:
        """The step whose turn it is; None when the award is paid and filed."""
        return self.steps[len(self.done)] if len(self.done) < len(self.steps) else None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do."""
        return self.next is None

    def after(self, step: str, *, by: str, at: datetime, note: str = "") -> Payout:
        """The payout after a step was done; out of turn, undone notes and times that run back are refused."""
        turn = self.next
        if turn is None:
            raise LawError(f"win page {self.award.number} is paid and filed; nothing is left to do")
        if step != turn.id:
            raise LawError(f"first comes {turn.id!r} ({turn.text}), not {step!r}")
        if turn.note and not note.strip():
            raise LawError(f"{turn.id!r} is written down with {turn.note}")
        if at < (self.done[-1].at if self.done else self.award.won_at) or not by:
            raise LawError("a step is done by somebody, and not before the one that goes before it")
        return replace(self, done=(*self.done, Done(step, by, at, note)))

    def done_at(self, step: str) -> datetime | None:
        """When a step was done; None if it was not."""
        return next((done.at for done in self.done if done.step == step), None)

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        """By when the money has to be there."""
        rule = self.law.find("payout.cheque")
        if rule is None or not any(step.id == CHEQUE for step in self.steps):
            return ()
        by = self.award.won_at + timedelta(hours=rule.number("within_hours"))
        return (Deadline(f"cheque for win page {self.award.number}", by, rule, self.done_at(CHEQUE)),)

    @property
    def retentions(self) -> tuple[Retention, ...]:
        """What has to be kept, and until when."""
        number, sealed = self.award.number, self.done_at(SEAL)
        found = []
        verification, recording = self.law.find("payout.verification"), self.law.find("payout.recording")
        if verification and sealed:
            until = sealed + timedelta(verification.number("keep_days"))
            found.append(Retention(f"hand and deck of win page {number}", until, verification))
        if recording and self.award.amount_micros >= recording.number("from_micros"):
            until = self.award.won_at + timedelta(recording.number("keep_days"))
            found.append(Retention(f"recording of win page {number}", until, recording))
        return tuple(found)


SEAL, CHEQUE, CASH = "seal-evidence", "pay-by-cheque", "pay"


def payout(law: Law, award: Award) -> Payout:
    """The steps for an award under the rules of that day."""
    return Payout(law, award, tuple(_steps(law, award)))


def tax_flags(law: Law, award: Award, *, in_cash: bool) -> TaxFlags:
    """Which forms the payment asks for, and what is withheld."""
    form, cash = law.find("tax.form"), law.find("tax.cash")
    times = form.number("from_times_wager") * award.wager_micros if form else 0
    flagged = form if form and award.amount_micros >= max(form.number("from_micros"), times) else None
    withhold = 0
    if flagged and award.amount_micros > flagged.number("withhold_above_micros"):
        withhold = award.amount_micros * flagged.number("withhold_ppm") // 1_000_000
    reported = cash if cash and in_cash and award.amount_micros >= cash.number("from_micros") else None
    return TaxFlags(flagged, withhold, reported)


def _steps(law: Law, award: Award) -> Iterator[Step]:
    yield Step("compare-hand", "Dealer and supervisor compare the hand with the paytable.", "both names")
    verification = law.find("payout.verification")
    if verification and award.amount_micros >= verification.number("from_micros"):
        yield from _verified(verification)
    by_cheque = law.find("payout.cheque")
    in_cash = by_cheque is None or award.amount_micros <= by_cheque.number("cash_up_to_micros")
    yield from _forms(tax_flags(law, award, in_cash=in_cash))
    if in_cash:
        yield Step(CASH, f"Pay {money(award.amount_micros)} in cash or chips.", "", by_cheque)
    else:
        yield Step(CHEQUE, f"Pay {money(award.amount_micros)} by cheque.", "the number of the cheque", by_cheque)
    yield Step("file", "Sign the win page and file it with the day's records.", "")


def _verified(rule: Rule) -> Iterator[Step]:
    kept = rule.number("keep_days")
    yield Step("show-cards", "Show value and suit of each card to the camera.", "camera and time", rule)
    yield Step("count-deck", "Count the rest of the deck and put it in order.", "who counted", rule)
    yield Step(
        SEAL, f"Seal hand and deck with a copy of the record; keep them {kept} days.", "the number of the seal", rule
    )


def _forms(flags: TaxFlags) -> Iterator[Step]:
    if flags.form:
        withheld = f" Withhold {money(flags.withhold_micros)}." if flags.withhold_micros else ""
        yield Step(
            "tax-form", f"Identify the player and fill in {flags.form.title}.{withheld}", "the document", flags.form
        )
    if flags.cash_report:
        yield Step("cash-report", f"Prepare the {flags.cash_report.title.lower()}.", "the document", flags.cash_report)
