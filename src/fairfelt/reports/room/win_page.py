"""Win pages and tray slips, as the accounts file them, and the proof of an award."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial

from fairfelt import games
from fairfelt.reports.law.rules import with_lapses_of_day
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import BLANK, Facts, Plot, Section, Sheet, blanks, num, table
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor
from fairfelt.room.commands.round_events import AwardPosted
from fairfelt.room.projections.records import PaidSlip
from fairfelt.room.state.awards import WinPage
from fairfelt.rules import format_amount, format_moment
from fairfelt.runtime.formats import MICROS_PER_SECOND, format_day

BY_HAND = (
    "Player, ID", "Cards in hand", "Deck verified by", "Surveillance: camera, time", "Paid at", "Method, check number",
    "Tax form", "Dealer", "Second signature", "Remarks",
)  # fmt: skip


@dataclass(frozen=True)
class ProofAddress:
    """Where anybody can check that an award stands on the log, and the event it must lead to."""

    url: str
    event: int
    hash: str

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The same on paper."""
        return (
            ("Log event", f"{self.event:,}"), ("Event hash", self.hash), ("Check it at", self.url.partition("?")[0])
        )  # fmt: skip

    @property
    def code(self) -> Plot:
        """To scan. The address holds the hash of the event: no other award can be shown in its place later."""
        said = f"QR code with the address {self.url}"
        return Plot("Check this award", said, partial(_qr_code, self.url), small=True)


def win_page_report(page: WinPage, floor: Floor, proof: ProofAddress | None = None) -> Report:
    """One award on one page, which says whether it is the original, and where it is proved."""
    zone, days, void = floor.jurisdiction.zone, floor.jurisdiction.days, page.void
    rules = (
        ("Location", page.location),
        ("Table", f"{page.table}, round {page.round}"),
        ("Game", games.title_of(page.game, page.variant)),
        ("Paytable", page.paytable),
    )
    sheet = Sheet(
        f"Win page {page.number}{', VOID' if void else ''}",
        _subtitle(page),
        Section(
            "VOID: do not pay",
            Facts(
                ("Backed out", format_moment(void.at_micros, zone)),
                ("By", " and ".join(void.by)),
                ("Why", void.why),
                ("Document", void.document),
            ),
        )
        if void
        else None,
        Section("", Facts(*_award(page, zone))),
        Section("Pay from the tray" if page.slip else "Meter" if page.level else "Source", Facts(*_source(page))),
        Section("Table, rules and proof", Facts(*rules, *proof.facts), proof.code)
        if proof
        else Section("Table and rules", Facts(*rules)),
        Section("Complete by hand", blanks(*BY_HAND)),
        colophon=f"Rules fingerprint {page.fingerprint}.",
    )
    report = Report(sheet, {}, f"win-page-{page.number}-copy-{page.copy}")
    return with_lapses_of_day(report, floor, days.day_of(page.confirmed_at_micros or 0))


def _award(page: WinPage, zone: str) -> Iterator[tuple[str, str]]:
    def time(at_micros: int | None) -> str:
        return BLANK if at_micros is None else format_moment(at_micros, zone)

    money = partial(format_amount, currency=page.currency)
    printed = {0: "Not printed", 1: "Original"}
    yield "Print", printed.get(page.copy, f"Reprint, copy {page.copy}")
    yield "Amount", money(page.amount_micros)
    yield "Award" if page.envy_for_seat is not None else "Hand", capital(page.won)
    yield "Seat", str(page.seat) if page.seat else f"Not entered: {BLANK}"
    yield "Wager", "None of its own" if page.house_jackpot else money(page.wager_micros)
    if not (page.slip or page.house_jackpot):
        yield "Claimed", time(page.claimed_at_micros)
    yield "Confirmed", time(page.confirmed_at_micros)
    yield "Confirmed by", f"{page.confirmed_by}, {page.role}"


def _subtitle(page: WinPage) -> str:
    if page.house_jackpot:
        return f"House jackpot {page.house_jackpot}: the house's own money"
    if page.envy_for_seat is not None:
        return f"{capital(page.won)}{f', {page.bet}, paid from the tray' if page.slip else ''}"
    if page.slip:
        return f"{page.bet}, paid from the tray"
    return "Progressive award" if page.wager_micros else "Hand without the bet: envy only"


def _qr_code(text: str) -> str:
    import segno

    drawn: str = segno.make(text, error="m", micro=False).svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _source(page: WinPage) -> Iterator[tuple[str, str]]:
    """Where the money came from."""
    money = partial(format_amount, currency=page.currency)
    if page.house_jackpot and not page.slip:
        yield "Award", "Paid by the house, no players' money"
    elif page.envy_for_seat is not None and not page.slip:
        yield "Award", "Paid by the house for another player's hand, no share of a meter"
    elif page.slip or not page.level:
        if page.slip:
            yield "Bet", page.bet
            yield "Slip", str(page.slip)
        else:
            yield "Award", "Fixed pay, no share of a meter"
        if page.cut_micros:
            owed, cut = money(page.amount_micros + page.cut_micros), money(page.cut_micros)
            yield "Aggregate limit", f"the paytable pays {owed}; the limit for one deal takes off {cut}"
    else:
        yield "Level", page.level
        yield "Share", f"{Fraction(page.share) * 100}%"
        if page.instead_of:
            before = "which was backed out: paid on what the meter showed before that award"
            yield "In place of", f"win page {page.instead_of}, {before}"
        yield "Meter before", money(page.meter_before_micros)
        yield "Meter after", money(page.meter_after_micros)
        if page.reseed_micros:
            kept = page.from_reserve_micros
            reserve = f", of which {money(kept)} from the reserve" if kept else ""
            yield "Reset to", f"{money(page.reseed_micros)}{reserve}"
        several = f"{page.policy}, {page.sharing} awards in this round" if page.sharing > 1 else "single award"
        yield "Several winners", several


def tray_slip_report(slip: PaidSlip, zone: str) -> Report:
    """One slip on one page: what was paid for which hands, who confirmed it, and whether it is void."""
    paid, void = slip.paid, slip.void
    money = partial(format_amount, currency=paid.currency)
    capped = [(num("Off by aggregate limit"), lambda pay: money(pay.cut_micros))]
    pays = table(
        paid.pays,
        (num("Seat"), lambda pay: pay.seat),
        ("Bet", lambda pay: pay.wager),
        ("Hand", lambda pay: capital(pay.hand)),
        (num("Wager"), lambda pay: money(pay.wager_micros)),
        (num("Paid"), lambda pay: money(pay.amount_micros)),
        *(capped if any(pay.cut_micros for pay in paid.pays) else ()),
        (num("Win page"), lambda pay: str(pay.win_page or "")),
    )
    envy = table(
        paid.envy,
        (num("Seat"), lambda row: row.seat),
        ("For the hand of", lambda row: f"seat {row.for_seat}, {row.hand}"),
        (num("Paid"), lambda row: money(row.amount_micros)),
        (num("Win page"), lambda row: str(row.number or "")),
    )
    facts = [
        ("Total", money(paid.amount_micros)),
        ("Paid", format_moment(slip.at_micros, zone)),
        ("Confirmed by", f"{paid.confirmed_by}, {paid.role.value}"),
        ("Game", games.title_of(paid.game, paid.variant)),
        *([("Location", paid.location)] if paid.location else []),
    ]
    sheet = Sheet(
        f"Tray slip {paid.number}{', VOID' if void else ''}",
        f"Table {paid.table}, round {paid.round}",
        Section(
            "VOID",
            Facts(("Voided", format_moment(void.at_micros, zone)), ("By", " and ".join(void.by)), ("Why", void.why)),
        )
        if void
        else None,
        Section("", Facts(*facts)),
        Section("Pays", pays),
        Section("Envy", envy) if paid.envy else None,
        Section("Complete by hand", blanks("Dealer", "Supervisor", "Remarks")),
        colophon=f"Rules fingerprint {paid.fingerprint}.",
    )
    return Report(sheet, {}, f"tray-slip-{paid.number}")


HIDDEN = (
    "It does not show who won, who else was at the table, or who confirmed it, and it is no receipt: "
    "the win page tells how the award was paid."
)


def award_sentences(award: AwardPosted, at_micros: int, event: int, events: int) -> Iterator[str]:
    """What the proof shows and what it does not; times by universal time and by the clock of this computer."""
    yield f"Proved: award {award.number:,} is event {event:,} of the {events:,} events of the room's log."
    won = format_amount(award.amount_micros, award.currency)
    what = f"Envy for another player's {award.hand}" if award.envy else capital(award.hand)
    yield f"{what} won {won} {_award_source(award)}."
    yield f"Game: {games.title_of(award.game)}, paytable {award.paytable}, at {award.location}."
    yield f"Confirmed {format_moment(at_micros, 'UTC')}{_here(at_micros)}."
    yield f"The rules of the game have the fingerprint {award.fingerprint}."
    yield HIDDEN


def _award_source(award: AwardPosted) -> str:
    if award.house_jackpot:
        return f"as the house jackpot {award.house_jackpot}, which holds no players' money"
    if award.bet:
        return f"on {award.bet}, paid from the tray"
    return f"{f'from level {award.level}' if award.level else 'as a fixed pay'} of the jackpot {award.jackpot}"


def _here(at_micros: int) -> str:
    """The same moment by the clock of this computer, where that is another."""
    at = datetime.fromtimestamp(at_micros // MICROS_PER_SECOND).astimezone()
    if not at.utcoffset():
        return ""
    return f", {format_day(at)}, {at.hour % 12 or 12}:{at:%M %p %Z} on this computer"
