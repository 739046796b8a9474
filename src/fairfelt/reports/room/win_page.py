"""Win pages and tray slips, as the accounts file them, and the proof of an award."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from fairfelt import games
from fairfelt.reports.law.not_approved import with_lapses_of_day
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Column, Facts, Plot, Section, Sheet, Table, right
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import format_amount, format_moment
from fairfelt.runtime.formats import MICROS_PER_SECOND, format_day

if TYPE_CHECKING:
    from fairfelt.room import Floor
    from fairfelt.room.commands.round_events import AwardPosted
    from fairfelt.room.projections.records import PaidSlip
    from fairfelt.room.state.awards import Void, WinPage


BLANK = "_" * 32
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


def win_page_report(page: WinPage, floor: Floor, proof: ProofAddress | None = None) -> Report:
    """One award on one page, which says whether it is the original, and where it is proved."""
    zone, days = floor.jurisdiction.zone, floor.jurisdiction.days
    sheet = Sheet(
        title=f"Win page {page.number}{', VOID' if page.void else ''}",
        subtitle=_subtitle(page),
        sections=(
            *((Section("VOID: do not pay", Facts(*_void(page.void, zone))),) if page.void else ()),
            Section("", Facts(("Print", _print(page.copy)), *_award(page, zone))),
            Section(_heading(page), Facts(*_source(page))),
            _place_and_proof(page, proof),
            Section("Complete by hand", Facts(*((line, BLANK) for line in BY_HAND))),
        ),
        colophon=f"Rules fingerprint {page.fingerprint}.",
    )
    return with_lapses_of_day(
        Report(sheet, {}, f"win-page-{page.number}-copy-{page.copy}"), floor, days.day_of(page.confirmed_at_micros or 0)
    )


def _heading(page: WinPage) -> str:
    if page.slip:
        return "Pay from the tray"
    return "Meter" if page.level else "Source"


def _subtitle(page: WinPage) -> str:
    if page.house_jackpot:
        return f"House jackpot {page.house_jackpot}: the house's own money"
    if page.envy_for_seat is not None:
        return f"{capital(page.won)}{f', {page.bet}, paid from the tray' if page.slip else ''}"
    if page.slip:
        return f"{page.bet}, paid from the tray"
    return "Progressive award" if page.wager_micros else "Hand without the bet: envy only"


def _place_and_proof(page: WinPage, proof: ProofAddress | None) -> Section:
    if proof is None:
        return Section("Table and rules", Facts(*_place(page)))
    return Section("Table, rules and proof", Facts(*_place(page), *_proof(proof)), _code(proof))


def _proof(at: ProofAddress) -> tuple[tuple[str, str], ...]:
    return ("Log event", f"{at.event:,}"), ("Event hash", at.hash), ("Check it at", at.url.partition("?")[0])


def _code(at: ProofAddress) -> Plot:
    """To scan. The address holds the hash of the event: no other award can be shown in its place later."""
    return Plot("Check this award", f"QR code with the address {at.url}", partial(_qr_code, at.url), small=True)


def _qr_code(text: str) -> str:
    import segno

    drawn: str = segno.make(text, error="m", micro=False).svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _void(void: Void, zone: str) -> tuple[tuple[str, str], ...]:
    return (
        ("Backed out", format_moment(void.at_micros, zone)),
        ("By", " and ".join(void.by)),
        ("Why", void.why),
        ("Document", void.document),
    )


def _print(copy: int) -> str:
    match copy:
        case 0:
            return "Not printed"
        case 1:
            return "Original"
    return f"Reprint, copy {copy}"


def _money(page: WinPage, micros: int) -> str:
    return format_amount(micros, page.currency)


def _award(page: WinPage, zone: str) -> tuple[tuple[str, str], ...]:
    return (
        ("Amount", _money(page, page.amount_micros)),
        ("Award" if page.envy_for_seat is not None else "Hand", capital(page.won)),
        ("Seat", str(page.seat) if page.seat else f"Not entered: {BLANK}"),
        ("Wager", "None of its own" if page.house_jackpot else _money(page, page.wager_micros)),
        *(() if page.slip or page.house_jackpot else (("Claimed", _time(page.claimed_at_micros, zone)),)),
        ("Confirmed", _time(page.confirmed_at_micros, zone)),
        ("Confirmed by", f"{page.confirmed_by}, {page.role}"),
    )


def _time(at_micros: int | None, zone: str) -> str:
    return BLANK if at_micros is None else format_moment(at_micros, zone)


def _source(page: WinPage) -> tuple[tuple[str, str], ...]:
    """Where the money came from."""
    if page.slip:
        return ("Bet", page.bet), ("Slip", str(page.slip)), *_limited(page)
    if page.house_jackpot:
        return (("Award", "Paid by the house, no players' money"),)
    if page.envy_for_seat is not None:
        return (("Award", "Paid by the house for another player's hand, no share of a meter"),)
    if not page.level:
        return ("Award", "Fixed pay, no share of a meter"), *_limited(page)
    sharing = f"{page.policy}, {page.sharing} awards in this round" if page.sharing > 1 else "single award"
    reseed = _reseed(page) if page.reseed_micros else ()
    instead = f"win page {page.instead_of}, which was backed out: paid on what the meter showed before that award"
    return (
        ("Level", page.level),
        ("Share", f"{Fraction(page.share) * 100}%"),
        *((("In place of", instead),) if page.instead_of else ()),
        ("Meter before", _money(page, page.meter_before_micros)),
        ("Meter after", _money(page, page.meter_after_micros)),
        *reseed,
        ("Several winners", sharing),
    )


def _limited(page: WinPage) -> tuple[tuple[str, str], ...]:
    if not page.cut_micros:
        return ()
    owed = _money(page, page.amount_micros + page.cut_micros)
    return (
        (
            "Aggregate limit",
            f"the paytable pays {owed}; the limit for one deal takes off {_money(page, page.cut_micros)}",
        ),
    )


def _reseed(page: WinPage) -> tuple[tuple[str, str], ...]:
    reserve = (
        f", of which {_money(page, page.from_reserve_micros)} from the reserve" if page.from_reserve_micros else ""
    )
    return (("Reset to", f"{_money(page, page.reseed_micros)}{reserve}"),)


def _place(page: WinPage) -> tuple[tuple[str, str], ...]:
    return (
        ("Location", page.location),
        ("Table", f"{page.table}, round {page.round}"),
        ("Game", games.title_of(page.game, page.variant)),
        ("Paytable", page.paytable),
    )


SLIP_BY_HAND = ("Dealer", "Supervisor", "Remarks")


def tray_slip_report(slip: PaidSlip, zone: str) -> Report:
    """One slip on one page: what was paid for which hands, who confirmed it, and whether it is void."""
    paid = slip.paid
    sheet = Sheet(
        title=f"Tray slip {paid.number}{', VOID' if slip.void else ''}",
        subtitle=f"Table {paid.table}, round {paid.round}",
        sections=(
            *((Section("VOID", Facts(*_slip_void(slip, zone))),) if slip.void else ()),
            Section("", Facts(*_facts(slip, zone))),
            Section("Pays", _pays(slip)),
            *((Section("Envy", _envy(slip)),) if paid.envy else ()),
            Section("Complete by hand", Facts(*((line, BLANK) for line in SLIP_BY_HAND))),
        ),
        colophon=f"Rules fingerprint {paid.fingerprint}.",
    )
    return Report(sheet, {}, f"tray-slip-{paid.number}")


def _slip_void(slip: PaidSlip, zone: str) -> tuple[tuple[str, str], ...]:
    assert slip.void, "only a void slip is asked"
    by = " and ".join(slip.void.by)
    return ("Voided", format_moment(slip.void.at_micros, zone)), ("By", by), ("Why", slip.void.why)


def _facts(slip: PaidSlip, zone: str) -> tuple[tuple[str, str], ...]:
    paid = slip.paid
    return (
        ("Total", format_amount(paid.amount_micros, paid.currency)),
        ("Paid", format_moment(slip.at_micros, zone)),
        ("Confirmed by", f"{paid.confirmed_by}, {paid.role.value}"),
        ("Game", games.title_of(paid.game, paid.variant)),
        *((("Location", paid.location),) if paid.location else ()),
    )


def _pays(slip: PaidSlip) -> Table:
    paid, capped = slip.paid, any(pay.cut_micros for pay in slip.paid.pays)
    rows = tuple(
        (
            str(pay.seat), pay.wager, capital(pay.hand), format_amount(pay.wager_micros, paid.currency),
            format_amount(pay.amount_micros, paid.currency),
            *((format_amount(pay.cut_micros, paid.currency),) if capped else ()),
            str(pay.win_page or ""),
        )
        for pay in paid.pays
    )  # fmt: skip
    columns = (*right("Seat"), Column("Bet"), Column("Hand"), *right("Wager", "Paid"))
    return Table((*columns, *(right("Off by aggregate limit") if capped else ()), *right("Win page")), rows)


def _envy(slip: PaidSlip) -> Table:
    rows = tuple(
        (
            str(row.seat), f"seat {row.for_seat}, {row.hand}", format_amount(row.amount_micros, slip.paid.currency),
            str(row.number or ""),
        )
        for row in slip.paid.envy
    )  # fmt: skip
    return Table((*right("Seat"), Column("For the hand of"), *right("Paid", "Win page")), rows)


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
