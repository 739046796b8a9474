"""Forms and drafts for one thing that happened: an award to verify, equipment that failed, a change ahead."""

from __future__ import annotations

from fairfelt import games
from fairfelt.reports.law.not_approved import not_approved
from fairfelt.reports.papers.controls import RoomFacts
from fairfelt.reports.room.parameters import change_words, waiting
from fairfelt.reports.sheet.english import listed
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words
from fairfelt.room import Malfunction, Payment, WinPage
from fairfelt.rules import format_amount, format_day, format_moment
from fairfelt.runtime.formats import MICROS_PER_SECOND

from ..report import Report

BLANK = "_" * 32
CARDS = 7
HOUR_MICROS = 3600 * MICROS_PER_SECOND


def verification_form(room: RoomFacts, page: WinPage | None, payment: Payment | None = None) -> Report:
    """What is filled in while an award is verified; with its win page, what the log knows stands there already."""
    award: tuple[tuple[str, str], ...] = tuple((name, BLANK) for name in ("Win page", "Table", "Hand", "Amount"))
    if page:
        award = (
            ("Win page", str(page.number)),
            ("Table, seat, round", f"{page.table}, {page.seat or 'not entered'}, {page.round}"),
            ("Game, paytable", f"{games.title_of(page.game, page.variant)}, {page.paytable}"),
            ("Award" if page.envy_for_seat is not None else "Hand", page.won),
            ("Wager", format_amount(page.wager_micros, page.currency)),
            ("Amount", format_amount(page.amount_micros, page.currency)),
            ("Meter before, after", " → ".join(
                format_amount(micros, page.currency) for micros in (page.meter_before_micros, page.meter_after_micros)
            ) if page.level else "no share of a meter"),
            ("Confirmed by", f"{page.confirmed_by}, {page.role}"),
        )  # fmt: skip
    done = {one.step: f"{one.by}: {one.note}" if one.note else one.by for one in payment.done} if payment else {}
    steps = tuple((step.text, step.cited or "house procedure", done.get(step.id, "")) for step in payment.steps) \
        if payment else ()  # fmt: skip
    by_hand = (
        "Player's name, identification", "Cards shown to camera: number, time", "Remaining deck counted by",
        "Seal number of hand and deck", "Surveillance operator", "Check number, or cash", "Tax form", "Dealer",
        "Supervisor", "Second authorizer", "Player's signature",
    )  # fmt: skip
    cards = tuple((str(at), "", "") for at in range(1, CARDS + 1))
    sheet = Sheet(
        title=f"Jackpot verification{f', win page {page.number}' if page else ''}",
        subtitle=f"{room.location}, {format_day(room.on)}",
        sections=(
            Section("Award", (Facts(award),)),
            *([Section("Steps", (Table((Column("Step", breaks=True), Column("Required by"), Column("Done")), steps),))]
              if steps else []),
            Section("Cards of the hand", (Table((Column("Card"), Column("Rank"), Column("Suit")), cards),)),
            Section("Complete by hand", (Facts(tuple((line, BLANK) for line in by_hand)),)),
        ),
        colophon=room.colophon,
    )  # fmt: skip
    plain = {"win_page": page.number if page else None, "steps": [{"step": text, "cited": cited, "done": by}
             for text, cited, by in steps]}  # fmt: skip
    return Report(sheet, plain, f"verification-{page.number}" if page else "verification")


def _hours_after(room: RoomFacts, at_micros: int, hours: int) -> str:
    """A deadline by the room's clock, also where the clocks are changed meanwhile."""
    return format_moment(at_micros + hours * HOUR_MICROS, room.zone) if hours else "no rule sets a time here"


def malfunction_notice(room: RoomFacts, number: int, found: Malfunction, at_micros: int) -> Report:
    """The draft of a notice to the regulator that equipment failed."""
    facts = (
        ("Malfunction", str(number)),
        ("Equipment", found.equipment),
        ("What happened", found.what),
        ("Found", format_moment(at_micros, room.zone)),
        ("Due", _hours_after(room, at_micros, found.within_hours or 0)),
        ("Required by", found.cited or "no rule here"),
        ("Filed as", found.document or BLANK),
        ("Tables out of service", listed([n for n, at in room.floor.tables.items() if at.closed] or ["none"])),
        ("Repair, and test after it", BLANK),
        ("Name, signature", BLANK),
    )
    words = Words(
        "No wager and no meter amount is lost by a failure: each stands in the journal before it is acknowledged, and "
        "a table that cannot reach the server takes no progressive bets."
    )
    sheet = Sheet(
        title=f"Notice of malfunction {number}",
        subtitle=f"Draft for {room.law.profile.title}, {room.location}",
        sections=(Section("", (Facts(facts), words)),),
        colophon=room.colophon,
    )
    plain = {"number": number, "equipment": found.equipment, "what": found.what, "found_at_micros": at_micros,
             "within_hours": found.within_hours, "cited": found.cited, "document": found.document}  # fmt: skip
    return Report(sheet, plain, f"malfunction-{number}")


def change_notice(room: RoomFacts, now_micros: int) -> Report:
    """The draft of a notice ahead of a change: software that waits for approval, and terms that wait for a hit."""
    rule, floor = room.law.find("change.notice"), room.floor
    hours = rule.number("ahead_hours") if rule else 0
    changes = [
        ("Software", floor.software or "none approved", floor.found or room.software.digest)
    ] if floor.found != floor.software or not floor.software else []  # fmt: skip
    changes += [
        (f"Jackpot {name}, {label}", before, after)
        for name, waits in waiting(floor).items()
        for label, before, after in (change_words(change, floor.currency_by_jackpot[name]) for change in waits)
    ]
    table = Table((Column("What"), Column("Now", breaks=True), Column("Then", breaks=True)), tuple(changes))
    facts = (
        ("Written", format_moment(now_micros, room.zone)),
        ("Not before", _hours_after(room, now_micros, hours)),
        ("Required by", rule.cited if rule else "no rule here"),
        ("Who installs it", BLANK),
        ("How it was tested", BLANK),
        ("Name, signature", BLANK),
    )
    notice = not_approved(room.law)
    sheet = Sheet(
        title="Notice of a change",
        subtitle=f"Draft for {room.law.profile.title}, {room.location}",
        sections=(
            *([Section("", (notice,))] if notice else []),
            Section("What changes", (table if changes else Words("Nothing waits to be changed."),)),
            Section("When", (Facts(facts),)),
        ),
        colophon=room.colophon,
    )
    plain = {"ahead_hours": hours, "changes": [{"what": what, "now": now, "then": then} for what, now, then in changes]}
    return Report(sheet, plain, "change-notice")
