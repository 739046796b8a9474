"""What a room did in a time: the progressive report, shifts, daily tables, the audited ledger, duties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.jackpot.book import HELD, METER, PAID, REVENUE, SEEDS, TRANSFERRED, WAGERS
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Row, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, footnotes
from fairfelt.room.commands.accounts import Adjusted
from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet, GameStarted, MeterAdjusted
from fairfelt.room.commands.voids import AwardBackedOut, HandFouled, RoundVoided
from fairfelt.room.hub.hub_events import RoomAwardConfirmed, RoomClaimsSet, RoomReported
from fairfelt.room.hub.room import SharesFrozen
from fairfelt.room.projections.periods import Period, Voided
from fairfelt.room.projections.records import Duty, Shift
from fairfelt.rules import format_amount, format_moment

if TYPE_CHECKING:
    from fairfelt.ledger.replay import Replayed
    from fairfelt.room.machine import DecisionAudit


@dataclass(frozen=True, kw_only=True)
class Heading:
    """What a report says of itself."""

    room: str
    zone: str
    from_micros: int
    to_micros: int
    events: tuple[int, int]
    """The last event before it, and the last one in it."""
    head: str
    """The hash of the last event there is."""
    currencies: Mapping[str, str]
    """By jackpot."""


def period_report(found: Period, heading: Heading) -> Report:
    """The report; text, page, PDF and CSV are drawn from it."""
    jackpots = [name for name in heading.currencies if found.accounts(name)]
    first, last = (format_moment(micros, heading.zone) for micros in (heading.from_micros, heading.to_micros))
    sheet = Sheet(
        f"{first} to {last}",
        f"Progressive report, {heading.room}",
        Section("All jackpots", _summary(found, jackpots, heading.currencies)),
        *(Section(f"Jackpot {name}", _levels(found, name, heading.currencies[name])) for name in jackpots),
        Section("Tables", _tables(found, heading.currencies)),
        Section("Voided awards, rounds and hands", _voids(found, heading)),
        Section("Manual adjustments", _adjustments(found, heading)),
        footnotes=footnotes("period"),
        colophon=_colophon(found, heading),
    )
    return Report(sheet, _plain(found, heading, jackpots), "progressive-report")


SUMS = ("wagered", "to_meters", "to_house", "seeds", "paid", "adjusted", "transferred", "change")


def _plain(found: Period, heading: Heading, jackpots: list[str]) -> dict[str, Any]:
    """The same for programs; what was adjusted or voided as the events of the log say it."""
    return {
        **as_plain(heading, "room", "from_micros", "to_micros", "events", "head"),
        "jackpots": {
            name: {
                "currency": heading.currencies[name],
                **{f"{what}_micros": micros for what, micros in zip(SUMS, _sums(found, name), strict=True)},
                "accounts": {
                    account: {
                        "begin_micros": found.begin.get(f"{name}/{account}", 0),
                        "end_micros": found.held_at_end(f"{name}/{account}"),
                    }
                    for account in found.accounts(name)
                },
            }
            for name in jackpots
        },
        "adjusted": [{"at_micros": at, "event": event} for at, event in found.adjusted],
        "voided": [{"at_micros": at, "event": event} for at, event in found.voided],
    }


WAGERING = (GameStarted, RoundVoided, HandFouled, RoomReported)
AWARDING = (
    ClaimsSet, AwardsConfirmed, MeterAdjusted, AwardBackedOut, RoomClaimsSet, RoomAwardConfirmed, SharesFrozen,
)  # fmt: skip


def _summary(found: Period, jackpots: list[str], currencies: Mapping[str, str]) -> Table | Words:
    if not jackpots:
        return Words("No jackpots in this period.")
    titles = ("Wagered", "To meters", "To the house", "Seeds", "Paid", "Adjusted", "Transferred", "Change")
    return Table(
        (Column("Jackpot"), Column("Currency"), *right(*titles)),
        tuple((name, currencies[name], *_bare(_sums(found, name), currencies[name])) for name in jackpots),
    )


def _sums(found: Period, name: str) -> tuple[int, ...]:
    """What went through a jackpot, in the order of the columns."""
    held = [f"{name}/{account}" for account in found.accounts(name) if account.startswith(HELD)]
    fed = sum(found.through(account, *WAGERING) for account in held)
    return (
        -found.through(f"{name}/{WAGERS}"),
        fed,
        found.through(f"{name}/{REVENUE}", *WAGERING),
        -found.through(f"{name}/{SEEDS}"),
        found.through(f"{name}/{PAID}"),
        sum(found.through(account, Adjusted) for account in held),
        -found.through(f"{name}/{TRANSFERRED}"),
        sum(found.through(account) for account in held),
    )


def _levels(found: Period, name: str, currency: str) -> Table:
    """Every level, where its accounts stood and what moved them."""
    titles = (
        f"Beginning, {currency}",
        "From wagers",
        "Awards and resets",
        "Adjusted",
        "Opened, retired",
        f"Ending, {currency}",
    )
    rows = [
        _moves(found, f"{name}/{kind}/{level}", kind if level == kind else f"{level}: {kind}", currency)
        for level in found.levels(name)
        for kind in HELD
        if kind == METER or f"{kind}/{level}" in found.accounts(name)
    ]
    return Table((Column("Account"), *right(*titles)), tuple(rows))


def _moves(found: Period, account: str, words: str, currency: str) -> Row:
    begin, end = found.begin.get(account, 0), found.held_at_end(account)
    parts = [found.through(account, *kinds) for kinds in (WAGERING, AWARDING, (Adjusted,))]
    return (words, *_bare((begin, *parts, end - begin - sum(parts), end), currency))


def _tables(found: Period, currencies: Mapping[str, str]) -> Table | Words:
    if not found.tables:
        return Words("No games in this period.")
    titles = ("Rounds", "Wagers", "Wagered", "Awards", "Awarded", "Envy")
    rows = []
    for name, at in sorted(found.tables.items()):
        currency = currencies.get(at.jackpot, "")
        wagered, awarded, envy = _bare((at.wagered_micros, at.awarded_micros, at.envy_micros), currency)
        counts = f"{at.rounds:,}", f"{at.wagers:,}", wagered, f"{at.awards:,}", awarded, envy
        rows.append((name, at.jackpot, currency, *counts))
    return Table((Column("Table"), Column("Jackpot"), Column("Currency"), *right(*titles)), tuple(rows))


def _voids(found: Period, heading: Heading) -> Table | Words:
    if not found.voided:
        return Words("Nothing was voided in this period.")
    columns = (*map(Column, ("When", "Table", "What")), *right("Amount"), *map(Column, ("Why", "By")))
    rows = []
    for at_micros, each in found.voided:
        table, what, micros = _void(each)
        currency = heading.currencies.get(found.tables[table].jackpot, "") if table in found.tables else ""
        amount = format_amount(micros, currency) if currency else ""
        rows.append((format_moment(at_micros, heading.zone), table, what, amount, each.why, " and ".join(each.people)))
    return Table(columns, tuple(rows))


def _void(event: Voided) -> tuple[str, str, int]:
    """Where it was, what it was, and how much."""
    match event:
        case AwardBackedOut():
            what = "envy" if event.is_envy else "envy included"
            return event.at_table, f"Award {event.number}, {what}", event.amount_micros + event.envy_micros
        case RoundVoided():
            return event.table, f"Misdeal, round {event.round}", sum(micros for _, micros in event.bets)
        case HandFouled():
            return event.table, f"Foul hand, seat {event.seat}", event.returned_micros


def _adjustments(found: Period, heading: Heading) -> Table | Words:
    if not found.adjusted:
        return Words("No manual adjustments in this period.")
    columns = (*map(Column, ("When", "Jackpot", "Level", "Reason")), *right("Amount"), *map(Column, ("Document", "By")))
    rows = []
    for at_micros, each in found.adjusted:
        amount = format_amount(each.amount_micros, heading.currencies.get(each.jackpot, ""))
        what = each.jackpot, each.level, capital(each.reason.value), amount, each.document, " and ".join(each.people)
        rows.append((format_moment(at_micros, heading.zone), *what))
    return Table(columns, tuple(rows))


def _bare(amounts_micros: Iterable[int], currency: str) -> tuple[str, ...]:
    """Amounts of one currency, which stands in a column of its own."""
    return tuple(format_amount(micros, currency, sign=False) for micros in amounts_micros)


def _colophon(found: Period, heading: Heading) -> str:
    before, last = heading.events
    events = f"events {before + 1:,} to {last:,}" if last > before else "no event"
    return f"Read from {events} of the journal, whose last hash is {heading.head}."


NOTE = (
    "A shift begins when a card and its PIN are put in at a keypad, and ends when its holder signs out there. Where "
    "nobody signed out, it ends with the last game that was started."
)
NOBODY = "No dealer signed in at a keypad in this time."


def shifts_report(shifts: Sequence[Shift], people: Mapping[str, str], zone: str, time: str) -> Report:
    """The shifts of some days; `people` are full names by user ID."""
    listed = table(
        shifts,
        ("Employee", lambda shift: people.get(shift.person, shift.person)),
        ("User ID", lambda shift: shift.person),
        ("Table", lambda shift: shift.table),
        ("From", lambda shift: format_moment(shift.from_micros, zone)),
        ("To", lambda shift: format_moment(shift.last_micros, zone)),
        ("Ended by", lambda one: "signed out" if one.signed_out else "last game" if one.games else "no game"),
        (num("Games"), lambda shift: shift.games),
    )
    body = listed if shifts else Words(NOBODY)
    plain = {"shifts": [
        {
            **as_plain(shift, "person", "table", "from_micros"),
            "to_micros": shift.last_micros,
            **as_plain(shift, "signed_out", "games"),
        }
        for shift in shifts
    ]}  # fmt: skip
    return Report(Sheet("Dealer shifts", time, Section("", Words(NOTE), body)), plain, "dealer-shifts")


NOT_REPLAYED = (
    "No decision was made again: that what happened follows from the rules is not known. Verify without --chain-only."
)


def ledger_report(replayed: Replayed[Any], audit: DecisionAudit | None = None, *, balances: bool = False) -> Report:
    """The facts of a journal that verified, what its commands came to when they were decided again, its balances."""
    head, book = replayed.head, replayed.book
    facts = (
        ("Events", f"{head.number:,}"),
        ("Postings", f"{replayed.postings:,}, which sum to zero event by event"),
        ("Commands answered", f"{replayed.answers:,}, from {len(book.last_by_device):,} devices"),
        ("Last event", f"{head.number}:{head.hash}"),
    )
    whole = Words("Every hash, balance and answer is as it was written: nothing was changed, removed or moved.")
    sections = [Section("Verification", whole, Facts(*facts)), Section("Decisions", *_decisions(audit))]
    plain: dict[str, Any] = {
        "journal": replayed.journal,
        "events": head.number,
        "head": head.hash,
        **as_plain(replayed, "postings", "answers"),
        "devices": dict(sorted(book.last_by_device.items())),
        "decided_again": audit is not None,
    }
    if audit:
        plain["software"] = [
            {"digest": digest, "version": audit.versions.get(digest, ""), **asdict(tally)}
            for digest, tally in audit.by_software.items()
        ]
    if balances:
        plain["balances_micros"] = dict(sorted(book.balances.items()))
        balances_micros = plain["balances_micros"]
        rows = tuple((account, f"{amount:,}") for account, amount in balances_micros.items())
        total = ("Total", f"{sum(balances_micros.values()):,}")
        sections.append(Section("Balances", Table((Column("Account"), *right("Millionths")), rows, (total,))))
    return Report(Sheet(f"Journal {replayed.journal}", "Ledger", *sections), plain, "ledger")


def _decisions(audit: DecisionAudit | None) -> tuple[Block, ...]:
    if audit is None:
        return (Words(NOT_REPLAYED),)
    rows = tuple(
        (f"{audit.versions.get(digest, '')} {digest or 'not on the log'}".strip(), f"{tally.commands:,}",
         f"{tally.decided_again:,}", f"{tally.answered_again:,}", f"{tally.differing:,}")
        for digest, tally in audit.by_software.items()
    )  # fmt: skip
    columns = (Column("Software", breaks=True), *right("Commands", "Decided again", "Answered again", "Otherwise"))
    others = tuple(
        f"{tally.differing:,} commands, the first with event {tally.first:,}, were decided by other software "
        f"(digest {digest or 'not on the log'}) otherwise than this one decides them. Verify them with that software."
        for digest, tally in audit.by_software.items()
        if tally.differing
    )
    said = Words("Every event was replayed by the rules of this software: its movements of money follow from it.")
    notice = (Notice("Decided by other software", *others),) if others else ()
    return said, Table(columns, rows), *notice


MOST_OCTETS = 73
"""Of a line before it is folded."""
_ZONE = (
    "BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
)  # fmt: skip
"""Every calendar has something in it, or strict readers refuse one without duties."""


def calendar(duties: Iterable[Duty], house: str, now: datetime) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fairfelt//Duties//EN", "X-WR-CALNAME:Duties of the card room"]
    lines += _ZONE
    for duty in duties:
        lines += _event(duty, house, now)
    return b"".join(_folded(line) for line in [*lines, "END:VCALENDAR"])


def _event(duty: Duty, house: str, now: datetime) -> list[str]:
    deadline = duty.deadline
    done = deadline.done_at is not None
    return [
        "BEGIN:VEVENT",
        f"UID:{_text(duty.name)}@{_text(house)}",
        f"DTSTAMP:{_moment(now)}",
        f"DTSTART:{_moment(deadline.by)}",
        f"SUMMARY:{_text(('Done: ' if done else '') + deadline.what)}",
        f"DESCRIPTION:{_text(f'{duty.about}. By {deadline.cited}.')}",
        "TRANSP:TRANSPARENT",
        *(() if done else ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_text(deadline.what)}",
                           "TRIGGER:-P1D", "END:VALARM")),
        "END:VEVENT",
    ]  # fmt: skip


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> bytes:
    """A line in pieces that no reader cuts: never inside a character."""
    pieces, piece = [], b""
    for character in line:
        encoded = character.encode()
        if len(piece) + len(encoded) > MOST_OCTETS:
            pieces.append(piece)
            piece = b""
        piece += encoded
    return b"\r\n ".join([*pieces, piece]) + b"\r\n"
