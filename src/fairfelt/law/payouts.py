"""Payment of prizes, and the end of a jackpot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from msgspec import Struct

from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.law.core import Finding, Law, LawError, Rule, Timer
from fairfelt.law.links import WagerOdds
from fairfelt.rules import DOLLARS, format_amount, format_day
from fairfelt.runtime.formats import shared_fields

__all__ = [
    "Award", "Disposal", "HouseJackpot", "Merchandise", "PaymentTerms", "Retirement", "Stage", "Step", "TaxFlags",
    "announced", "check_house_jackpot", "check_kind", "check_merchandise", "check_transfer", "payout",
    "tax_flags",
]  # fmt: skip

# House jackpots: a fixed prize from the house for each player with the hand; no players' money, meter or report.


@dataclass(frozen=True, kw_only=True)
class HouseJackpot:
    """A posted prize."""

    name: str
    game: str
    hand: str
    amount_micros: int
    posted: bool = False
    """Whether amount and disclosures hang at the table."""
    currency: str = DOLLARS

    def __post_init__(self) -> None:
        if self.amount_micros <= 0 or not self.hand:
            raise LawError("a house jackpot has an amount above zero and a hand that wins it")

    def owed_micros(self, winners: int) -> int:
        """The posted prize to each player with the hand."""
        return self.amount_micros * winners

    @property
    def disclosures(self) -> tuple[str, ...]:
        """The sentences of the sign."""
        return (
            f"House jackpot: {format_amount(self.amount_micros, self.currency)} to each player with {self.hand}.",
            "It is paid by the house. No players' money is in it.",
            "It may be removed without notice.",
        )


def check_house_jackpot(law: Law, jackpot: HouseJackpot) -> Iterator[Finding]:
    """Whether it may be offered as it is."""
    rule = law.find("jackpot.house")
    if rule and not jackpot.posted:
        yield Finding(rule, f"house jackpot {jackpot.name}: post the amount and the two disclosures at the table")


def check_kind(law: Law, kind: str) -> Iterator[Finding]:
    """Whether jackpots of a kind ("progressive", "house", "mystery", …) may be offered at all."""
    rule = law.find("jackpot.kinds")
    if rule and kind not in rule.names("kinds"):
        there = " or ".join(rule.names("kinds"))
        yield Finding(rule, f"a {kind} jackpot is not won by a predetermined specific hand; offer a {there} jackpot")


# Merchandise in place of a fixed prize: bought from money that is not displayed, and worth at least the prize.


@dataclass(frozen=True, kw_only=True)
class Merchandise:
    """A prize in kind, with its papers."""

    item: str
    value_micros: int
    fixed_prize_micros: int
    from_reserve_micros: int
    """The part of its price that comes from the reserve."""
    reserve_held_micros: int
    """The balance of the reserve."""
    rights_owner_approval: str = ""
    controls_approval: str = ""
    invoice: str = ""
    """The invoice, paid in full."""
    notice_posted: bool = False
    currency: str = DOLLARS

    def money(self, micros: int) -> str:
        """An amount in the currency of the prize."""
        return format_amount(micros, self.currency)


def check_merchandise(law: Law, prize: Merchandise) -> Iterator[Finding]:
    """Whether it may be offered."""
    rule = law.find("prize.merchandise")
    if rule is None:
        return
    if prize.value_micros < prize.fixed_prize_micros:
        worth = f"{prize.money(prize.value_micros)}, less than the prize of {prize.money(prize.fixed_prize_micros)}"
        yield Finding(rule, f"{prize.item} is worth {worth} it stands for")
    if prize.from_reserve_micros > prize.reserve_held_micros:
        held = prize.money(prize.reserve_held_micros)
        yield Finding(
            rule, f"{prize.item} takes {prize.money(prize.from_reserve_micros)} from a reserve that holds {held}"
        )
    papers = {
        "an approval by the owner of the game's rights": prize.rights_owner_approval,
        "approved internal controls": prize.controls_approval,
        "an invoice paid in full": prize.invoice,
        "a notice at the table": prize.notice_posted,
    }
    for paper, there in papers.items():
        if not there:
            yield Finding(rule, f"{prize.item} needs {paper}")


# Paying a jackpot: the steps that its amount asks for, done in order, with deadlines and what is to be kept.


@dataclass(frozen=True)
class Award:
    """An award, for its payment."""

    number: int
    """Number of its win page."""
    amount_micros: int
    wager_micros: int
    currency: str = DOLLARS
    wager_returned: bool = False
    """Whether the wager goes back beside the amount, as it does at odds "to 1"."""
    what: str = ""
    """Whose award it is and for what, in words."""
    before_micros: int = 0
    """What the same wager won before in the same round: taxes go by all of it."""
    withheld_micros: int | None = None
    """What was withheld of that; None where it is all that was due."""

    @property
    def total_micros(self) -> int:
        """All that the wager has won."""
        return self.before_micros + self.amount_micros

    def proceeds_micros(self, won_micros: int) -> int:
        """All that the wager has won less the wager, as withholding goes by it."""
        return won_micros if self.wager_returned else won_micros - self.wager_micros

    def money(self, micros: int) -> str:
        """An amount in the currency that was won."""
        return format_amount(micros, self.currency)


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do, as the rules of the day of the award state it."""

    id: str
    text: str
    note: str
    """The note to write down; empty if none."""
    cited: str = ""
    """The rule that requires it; empty if the house does."""
    people: int = 1
    """How many people sign it: where two do, the dealer may be one of them."""
    numbered: bool = False
    """Whether the note has a number or a time in it."""


class PaymentTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The payment of one award: what is to be done, and the hours that run, as the event of the award keeps them."""

    number: int
    amount_micros: int
    wager_micros: int
    steps: tuple[Step, ...]
    timers: tuple[Timer, ...]
    wager_returned: bool = False
    """Whether the wager goes back beside the amount."""
    what: str = ""
    """Whose award it is and for what; empty on an old log."""
    before_micros: int = 0
    """Earlier wins of the same wager in the same round."""
    withheld_micros: int | None = None
    """The tax withheld of earlier wins of the same wager; None on an old log."""

    @property
    def asks_more(self) -> bool:
        """Whether a rule has something done beside paying."""
        return any(step.cited and step.id != CASH for step in self.steps)


def verify_turn(number: int, left: Sequence[Step], step: str, note: str) -> None:
    """Refuse a step out of turn, or one without the note it needs; `left` are the steps that were not done."""
    if not left:
        raise LawError(f"win page {number} is paid and filed; nothing is left to do")
    turn = left[0]
    if step != turn.id:
        raise LawError(f"first comes {turn.id!r} ({turn.text}), not {step!r}")
    if turn.note and not note.strip():
        raise LawError(f"{turn.id!r} is written down with {turn.note}")
    if turn.numbered and not any(character.isdigit() for character in note):
        raise LawError(f"{turn.id!r} is written down with {turn.note}, which has a number: not {note!r}")


@dataclass(frozen=True)
class TaxFlags:
    """The forms that a payment requires."""

    form: Rule | None
    withhold: Rule | None
    withhold_micros: int
    """Amount to withhold, at most the payment itself."""
    short_micros: int
    """What is due beyond that, for what the same wager won before."""
    cash_report: Rule | None


SEAL, CHECK, CASH = "seal-evidence", "pay-by-check", "pay"
TAX_FORM, CASH_REPORT = "tax-form", "cash-report"


def payout(law: Law, award: Award, *, paid: Law | None = None) -> PaymentTerms:
    """The steps for an award under the rules that its round began under; taxes go by the day of the payment."""
    steps = tuple(_steps(law, award, paid or law))
    timers = tuple(_timers(law, award, {step.id for step in steps}))
    return PaymentTerms(**shared_fields(award, PaymentTerms), steps=steps, timers=timers)


def tax_flags(law: Law, award: Award, *, in_cash: bool) -> TaxFlags:
    """The forms that the payment requires, and what is withheld."""
    form, withhold, cash = law.find("tax.form"), law.find("tax.withholding"), law.find("tax.cash")
    times = form.number("from_times_wager") * award.wager_micros if form else 0
    flagged = form if form and award.total_micros >= max(form.number("from_micros"), times) else None
    reported = cash if cash and in_cash and award.amount_micros >= cash.number("from_micros") else None
    due = 0
    if withhold:
        before, total = (_withheld(withhold, award, won) for won in (award.before_micros, award.total_micros))
        due = max(0, total - (before if award.withheld_micros is None else award.withheld_micros))
    micros = min(due, award.amount_micros)
    return TaxFlags(flagged, withhold if micros else None, micros, due - micros, reported)


def _withheld(rule: Rule, award: Award, won_micros: int) -> int:
    """The tax withheld, in whole cents, of all that a wager has won."""
    proceeds, times = award.proceeds_micros(won_micros), rule.number("from_times_wager") * award.wager_micros
    if proceeds <= rule.number("above_micros") or proceeds < times:
        return 0
    exact = proceeds * rule.number("rate_ppm") // 1_000_000
    return (exact + CENT_MICROS // 2) // CENT_MICROS * CENT_MICROS


def tax_steps(law: Law, award: Award, *, in_cash: bool) -> tuple[Step, ...]:
    """The forms for the authorities if the award is paid on that day."""
    return tuple(_forms(award, tax_flags(law, award, in_cash=in_cash)))


def _steps(law: Law, award: Award, paid: Law) -> Iterator[Step]:
    yield Step("compare-hand", "Dealer and supervisor compare the hand with the paytable.", "", people=2)
    verification = law.find("payout.verification")
    if verification and award.amount_micros >= verification.number("from_micros"):
        yield from _verified(verification)
    by_check = law.find("payout.check")
    in_cash = by_check is None or award.amount_micros <= by_check.number("cash_up_to_micros")
    yield from tax_steps(paid, award, in_cash=in_cash)
    pay = f"Pay {award.money(award.amount_micros)}"
    if in_cash:
        yield Step(CASH, f"{pay} in cash or chips.", "", by_check.cited if by_check else "")
    else:
        yield Step(
            CHECK, f"{pay} by check.", "the number of the check", by_check.cited if by_check else "", numbered=True
        )
    yield Step("file", "Sign the win page and file it with the day's records.", "")


def _timers(law: Law, award: Award, steps: set[str]) -> Iterator[Timer]:
    """The timers that run from the win and from the steps."""
    page = f"win page {award.number}"
    check, verification = law.find("payout.check"), law.find("payout.verification")
    if check and CHECK in steps:
        yield Timer(f"check for {page}", check.number("within_hours"), check.cited, ends=CHECK)
    if verification and SEAL in steps:
        days = verification.number("keep_days")
        yield Timer(f"hand and deck of {page}", days * 24, verification.cited, after=SEAL)
    recording = law.find("payout.recording")
    if recording and award.amount_micros >= recording.number("from_micros"):
        yield Timer(f"recording of {page}", recording.number("keep_days") * 24, recording.cited)


def _verified(rule: Rule) -> Iterator[Step]:
    kept, cited = rule.number("keep_days"), rule.cited
    yield Step("show-cards", "Show value and suit of each card to the camera.", "camera and time", cited, numbered=True)
    yield Step("count-deck", "Count the rest of the deck and put it in order.", "who counted", cited)
    seal = f"Seal hand and deck with a copy of the record; keep them {kept} days."
    yield Step(SEAL, seal, "the number of the seal", cited, numbered=True)


def _forms(award: Award, flags: TaxFlags) -> Iterator[Step]:
    if flags.form:
        text = f"Identify the player and fill in {flags.form.title}."
        if award.before_micros:
            won, total = award.money(award.before_micros), award.money(award.total_micros)
            text += f" The same wager won {won} before in this round, {total} in all."
        if rule := flags.withhold:
            proceeds = f"{award.money(award.proceeds_micros(award.total_micros))}, the proceeds less the wager"
            more = " more" if award.before_micros else ""
            text += f" Withhold {award.money(flags.withhold_micros)}{more} of {proceeds} ({rule.cited})."
        if flags.short_micros:
            text += (
                f" That is all of this award: {award.money(flags.short_micros)} more is due, from what the same wager "
                "won before and is not paid yet, or else from the player."
            )
        yield Step(TAX_FORM, text, "the document", flags.form.cited)
    if flags.cash_report:
        report = flags.cash_report
        yield Step(CASH_REPORT, f"Prepare the {report.title.lower()}.", "the document", report.cited)


# The end of a progressive jackpot: notice, then play-off, transfer or donation, then closed. No other way out.


class Disposal(StrEnum):
    """What becomes of the money."""

    PLAY_OFF = "play off"
    """Played for until it is won; nothing reseeds it."""
    TRANSFER = "transfer"
    DONATION = "donation"


class Stage(StrEnum):
    """How far the end has come."""

    ANNOUNCED = "announced"
    UNDER_WAY = "under way"
    CLOSED = "closed"


@dataclass(frozen=True)
class Retirement:
    """A jackpot on its way out."""

    jackpot: str
    way: Disposal
    to: str
    """The heir of a transfer or the body a donation goes to; empty for a play-off."""
    announced_on: date
    earliest: date
    """The first day on which it may begin."""
    notice: str
    """The document of the notice to the players."""
    stage: Stage = Stage.ANNOUNCED
    closed_on: date | None = None
    document: str = ""
    level: str = ""
    """The heir's level that a transfer goes to."""
    notices: tuple[str, ...] = ()
    """What the law had to say to it without stopping it."""

    def begun(self, on: date) -> Retirement:
        """The notice has hung long enough: the play-off, transfer or donation begins."""
        if self.stage is not Stage.ANNOUNCED:
            raise LawError(f"the end of {self.jackpot} is {self.stage} already")
        if on < self.earliest:
            raise LawError(f"the notice on {self.jackpot} stays posted until {format_day(self.earliest)}; begin then")
        return replace(self, stage=Stage.UNDER_WAY)

    def closed(self, on: date, held_micros: int, document: str) -> Retirement:
        """The retirement once nothing is held for players any more."""
        if self.stage is not Stage.UNDER_WAY:
            raise LawError(f"the end of {self.jackpot} is {self.stage}; it closes from {Stage.UNDER_WAY} only")
        if held_micros:
            raise LawError(f"{self.jackpot} still holds players' money; it closes when nothing is left")
        if not document:
            raise LawError(f"the close of {self.jackpot} needs a document")
        return replace(self, stage=Stage.CLOSED, closed_on=on, document=document)


def announced(law: Law, jackpot: str, way: Disposal, *, to: str = "", notice: str) -> Retirement:
    """The notice is posted on the law's day."""
    rule = law.find("jackpot.removal")
    if rule and way.value not in rule.names("ways"):
        raise LawError(f"a jackpot is not ended by {way}; {rule.cited} knows {', '.join(rule.names('ways'))}")
    if (way is Disposal.PLAY_OFF) != (not to):
        raise LawError("a transfer names its heir and a donation who receives it; a play-off names nobody")
    if not notice or to == jackpot:
        raise LawError("the notice to the players has a document, and no jackpot is its own heir")
    days = rule.number("notice_days") if rule else 0
    return Retirement(jackpot, way, to, law.on, law.on + timedelta(days), notice)


def check_transfer(law: Law, old: WagerOdds, heir: WagerOdds, level: str) -> Iterator[Finding]:
    """Whether players lose nothing by a transfer: the heir's level is won at least as often as any level that ends."""
    rule = law.find("jackpot.removal")
    new = sum(award.probability for award in heir.awards if award.level == level and award.share == 1)
    for award in old.awards if rule else ():
        if rule and award.share == 1 and new < award.probability:
            yield Finding(
                rule,
                f"{award.level} is won with a probability of {award.probability}, and {level} of the heir with {new} "
                "only; a transfer takes an heir whose odds are as good",
            )
