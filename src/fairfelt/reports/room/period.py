"""What a room did in a time: the progressive report, shifts, the audited ledger, duties, parameters, reconciliation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import Any

from fairfelt import games
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.jackpot.book import ALWAYS, HELD, METER, PAID, PLACES, REVENUE, SEEDS, SOURCES, TRANSFERRED, WAGERS
from fairfelt.ledger.replay import Replayed
from fairfelt.reports.law.rules import parameter_words
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Row, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, footnotes, listed
from fairfelt.room.commands.accounts import Adjusted
from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet, GameStarted, MeterAdjusted
from fairfelt.room.commands.voids import AwardBackedOut, HandFouled, RoundVoided
from fairfelt.room.hub.hub_events import RoomAwardConfirmed, RoomClaimsSet, RoomReported
from fairfelt.room.hub.room import SharesFrozen
from fairfelt.room.machine import DecisionAudit
from fairfelt.room.projections.days import Reconciliation, Sums, amounts, difference_micros, verdict_words
from fairfelt.room.projections.parameters import TOPICS, Changed, Step, Value, Waiting
from fairfelt.room.projections.periods import Period, Voided
from fairfelt.room.projections.records import Duty, Shift
from fairfelt.rules import format_amount, format_day, format_moment


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
        plain["balances_micros"] = held = dict(sorted(book.balances.items()))
        total = (("Total", f"{sum(held.values()):,}"),)
        accounts = table(held.items(), ("Account", itemgetter(0)), (num("Millionths"), itemgetter(1)), totals=total)
        sections.append(Section("Balances", accounts))
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


def history_report(
    steps: Sequence[Step], waits: Waiting, currencies: Mapping[str, str], *, last: str, zone: str
) -> Report:
    """By topic, newest first; first of all what takes effect at their level's next 100% award."""
    sheet = Sheet(
        "Parameter history",
        "Who changed what, when and why",
        Section("Effective at their level's next 100% award", _waiting(waits, currencies)),
        *(Section(topic, _topic(steps, kinds, zone)) for topic, kinds in TOPICS.items()),
        colophon=f"Read from the journal, whose last hash is {last}.",
    )
    plain = {
        "waiting": {name: [vars(change) for change in changes] for name, changes in waits.items()},
        "history": [
            {**vars(step), "by": list(step.by), "changes": [vars(change) for change in step.changes]} for step in steps
        ],
    }
    return Report(sheet, plain, "parameters")


def _waiting(waiting: Waiting, currencies: Mapping[str, str]) -> Table | Words:
    rows = tuple(
        (name, *change_words(change, currencies[name])) for name, changes in waiting.items() for change in changes
    )
    if not rows:
        return Words("No pending changes.")
    return Table(tuple(map(Column, ("Jackpot", "Parameter", "Now", "Next"))), rows)


def _topic(steps: Sequence[Step], kinds: Sequence[str], zone: str) -> Table | Words:
    rows = tuple(row for step in reversed(steps) if step.kind in kinds for row in _rows(step, zone))
    if not rows:
        return Words("None.")
    texts = (Column(name, breaks=True) for name in ("Event", "Parameter", "From", "To", "By", "Reason"))
    return Table((*right("No."), Column("When"), *texts), rows)


def _rows(step: Step, zone: str) -> Iterator[Row]:
    """A row for each parameter; when, what, who and why stand in the first one."""
    what = f"{capital(step.kind)}: {step.subject}"
    begin, end = (f"{step.number:,}", format_moment(step.at_micros, zone), what), (listed(step.by), step.why)
    changes = [change_words(change, step.currency) for change in step.changes] or [("no parameter", "", "")]
    for place, (label, before, after) in enumerate(changes):
        first = not place
        yield (*(begin if first else ("", "", "")), label, before, after or "none", *(end if first else ("", "")))


def change_words(change: Changed, currency: str) -> Row:
    """A parameter, what it was and what it is, in words."""
    label = parameter_words(change.what, 0)[0]
    return label, _value(change.what, change.before, currency), _value(change.what, change.after, currency)


def _value(name: str, value: Value, currency: str) -> str:
    if name == "game" and isinstance(value, str):
        return games.title_of(value)
    return "" if value in (None, "") else parameter_words(name, value, currency)[1]


NAMES = ("Wagers", "Seeds", "Transfers in", "From rooms", "Meters", "Reserve", "Overflow", "Pending", "Promised",
         "Owed to the hub", "With the hub", "Paid", "House")  # fmt: skip
TITLES = dict(zip((*SOURCES, *PLACES), NAMES, strict=True))


def reconciliation_report(found: Reconciliation) -> Report:
    """Jackpot by jackpot, then day by day, newest first."""
    sheet = Sheet(
        "Reconciliation",
        "Wagers and seeds against meters, reserves, overflow, prizes and the house",
        Section("", _verdict(found)),
        Section("By jackpot", _by_jackpot(found)),
        Section("By day", _by_day(found)),
        footnotes=footnotes("reconciliation"),
        colophon=f"Read from {found.events:,} events of the journal, whose last hash is {found.head}.",
    )
    return Report(sheet, _reconciliation_dict(found), "reconciliation", passed=not found.faults)


def _reconciliation_dict(found: Reconciliation) -> dict[str, Any]:
    return {
        **as_plain(found, "events", "head"),
        "balances": not found.faults,
        "faults": list(found.faults),
        "currencies": dict(found.currencies),
        "jackpots": [{"jackpot": name, **_sums_plain(sums)} for name, sums in found.totals.items()],
        "days": [{"on": on.isoformat(), "jackpot": name, **_sums_plain(sums)} for (on, name), sums in _newest(found)],
    }


def _sums_plain(sums: Sums) -> dict[str, int]:
    names = [f"{name}_micros" for name in (*SOURCES, *PLACES)]
    return {**dict(zip(names, amounts(sums), strict=True)), "difference_micros": difference_micros(sums)}


def _verdict(found: Reconciliation) -> Block:
    if found.faults:
        return Notice("Out of balance", *found.faults)
    if not found.totals:
        return Words("There is no jackpot yet.")
    return Words("Every jackpot balances on every day, and the room holds what the log adds up to.")


def _by_jackpot(found: Reconciliation) -> Table:
    """Each jackpot by the log, and whether the room holds the same; all together where one currency adds them up."""
    rows = tuple((name, *_cells(found, name, sums), _same(found, name)) for name, sums in found.totals.items())
    together: Counter[str] = Counter()
    for sums in found.totals.values():
        together.update(sums)
    one = len(set(found.currencies.values())) == 1 and len(rows) > 1
    total = (("Total", *_cells(found, rows[0][0], together), ""),) if one else ()
    return Table((Column("Jackpot"), *_titles(found), Column("The room holds")), rows, total)


def _same(found: Reconciliation, name: str) -> str:
    log, room = found.totals[name], found.held.get(name, {})
    return "✓ the same" if all(log[each] == room.get(each, 0) for each in (*SOURCES, *PLACES)) else "✗ something else"


def _by_day(found: Reconciliation) -> Table:
    rows = ((format_day(on), name, *_cells(found, name, sums)) for (on, name), sums in _newest(found))
    return Table((Column("Day"), Column("Jackpot"), *_titles(found)), tuple(rows))


def _titles(found: Reconciliation) -> tuple[Column, ...]:
    return Column("Currency"), *right(*(TITLES[name] for name in _shown(found))), Column("Result")


def _newest(found: Reconciliation) -> list[tuple[tuple[date, str], Sums]]:
    return sorted(found.days.items(), key=lambda row: (-row[0][0].toordinal(), row[0][1]))


def _shown(found: Reconciliation) -> list[str]:
    """The columns: what every room has, and all others where there is something in them."""
    used = {name for sums in (*found.days.values(), *found.held.values()) for name, micros in sums.items() if micros}
    return [name for name in (*SOURCES, *PLACES) if name in ALWAYS or name in used]


def _cells(found: Reconciliation, jackpot: str, sums: Sums) -> Row:
    """The currency and the amounts of a row, and whether they balance."""
    currency = found.currencies.get(jackpot, "")
    by_name = dict(zip((*SOURCES, *PLACES), amounts(sums), strict=True))
    bare = (format_amount(by_name[name], currency, sign=False) for name in _shown(found))
    return (currency, *bare, verdict_words(difference_micros(sums), currency))
