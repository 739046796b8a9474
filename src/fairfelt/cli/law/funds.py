"""fairfelt law funds, fairfelt law report: a journal's money against the bank, and its days"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.read_file import toml_of
from fairfelt.cli.io.report_command import report
from fairfelt.configuration import DATABASE_VARIABLE
from fairfelt.rules import AmountError, parse_amount

from .options import On, Profile, law_on, lawful
from .room import floor_of

if TYPE_CHECKING:
    from fairfelt.law import BankEntry, GamingDays, Movement
    from fairfelt.ledger.store.snapshot import Snapshot
    from fairfelt.reports.report import Report
    from fairfelt.room import Floor
    from fairfelt.room.projections.table_days import TableDay

Journal = Annotated[
    str, Parameter(help="The room's journal: a SQLite file, or postgresql://….", env_var=DATABASE_VARIABLE)
]
Bank = Annotated[Path | None, Parameter(help="A TOML file with the bank's entries; without it, those on the journal.")]
From = Annotated[date, Parameter(name="--from", help="The first day.")]
To = Annotated[date, Parameter(name="--to", help="The last day.")]


@report
def funds(
    journal: Journal,
    /,
    *,
    bank: Bank = None,
    profile: Profile = "wa-commercial",
    on: On = None,
) -> Report:
    """Compare what is held for players with the bank: deposit due, balance required; exit code 1 if it is short.

    A file for --bank:

        [[entries]]
        on = 2023-06-14
        kind = "deposit"
        amount = "12,500.00"
        document = "slip 17"

    Where the room has jackpots in several currencies, each entry says its own: currency = "EUR".
    """
    from fairfelt.law import account, books, daybook, holdings
    from fairfelt.reports.law.funds import funds_report

    of, floor = law_on(profile, on), floor_of(journal)
    entries = _entries(bank, floor.currencies) if bank else floor.bank
    done = [movement for movement in _movements(journal, floor.jurisdiction.days) if movement.on <= of.on]
    book, held, currencies = daybook(done), books(done), floor.currency_by_jackpot
    accounts = []
    for currency in floor.currencies:
        names = [name for name in sorted(held) if currencies[name] == currency]
        holds = tuple(holdings(name, held[name]) for name in names)
        accounts.append(account(of, book.only(names), entries, holdings=holds, currency=currency))
    return funds_report(accounts)


@report
def games_report(
    journal: Journal,
    /,
    *,
    first: From,
    last: To,
) -> Report:
    """Write the master games report: tables and progressive jackpots, with every day, also without activity.

    For example:

        fairfelt law report room.db --from 2023-06-01 --to 2023-06-30
    """
    from fairfelt.law import daybook
    from fairfelt.law import games_report as report_lines
    from fairfelt.reports.law.funds import master_games_report

    if last < first:
        raise BadInput(f"--to {last} lies before --from {first}: give the earlier day first")
    floor = floor_of(journal)
    book, currencies = daybook(_movements(journal, floor.jurisdiction.days)), floor.currency_by_jackpot
    lines = report_lines(book, {name: currencies[name] for name in book.jackpots}, first, last)
    return master_games_report(lines, tables_by_day(journal, floor, first, last))


def tables_by_day(journal: str, floor: Floor, first: date, last: date) -> tuple[TableDay, ...]:
    """Every table on every day, read from the events of the journal."""
    from fairfelt.ledger import RecordedEvent
    from fairfelt.room.events import kinds_of, read_event
    from fairfelt.room.events.counts import CountCorrected, CountRecorded
    from fairfelt.room.projections import stands
    from fairfelt.room.projections.period import KINDS, read_period
    from fairfelt.room.projections.table_days import count_rows, table_days

    days, counted = floor.jurisdiction.days, kinds_of(CountRecorded, CountCorrected)
    counts, played, changes = [], dict[date, list[RecordedEvent]](), list[RecordedEvent]()
    begin = days.begin_micros(first)
    with _taken(journal) as taken:
        for entry in taken.entries():
            if entry.kind in counted:
                counts.append(read_event(entry.body))
            elif entry.kind in stands.KINDS and entry.at_micros >= begin:
                changes.append(RecordedEvent(entry.number, entry.at_micros, entry.kind, entry.body, None))
            elif entry.kind in KINDS:
                moved = entry.postings[0][0] if entry.postings else None
                record = RecordedEvent(entry.number, entry.at_micros, entry.kind, entry.body, moved)
                played.setdefault(days.day_of(entry.at_micros), []).append(record)
    rows = count_rows(counts, {name: person.name for name, person in floor.people.items()}).values()
    stood = stands.stands_in(floor, changes)
    asked = (first + timedelta(n) for n in range((last - first).days + 1))
    return tuple(
        one
        for day in asked
        for one in table_days(floor, day, rows, read_period({}, played.get(day, ()), 0).tables, stood)
    )


def _movements(journal: str, days: GamingDays) -> Iterator[Movement]:
    from fairfelt.law import movements

    with _taken(journal) as taken:
        for entry in taken.entries():
            yield from movements(days.day_of(entry.at_micros), entry.postings)


@contextmanager
def _taken(journal: str) -> Iterator[Snapshot]:
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.store import snapshot

    try:
        with snapshot(journal) as taken:
            yield taken
    except LedgerError as error:
        raise BadInput(str(error)) from error


def _entries(file: Path, currencies: tuple[str, ...]) -> tuple[BankEntry, ...]:
    content = toml_of(file)
    try:
        with lawful():
            return tuple(_entry(row, currencies) for row in content["entries"])
    except (AmountError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file} is no list of bank entries with on, kind, amount and document: {error}") from error


def _entry(row: Mapping[str, Any], currencies: tuple[str, ...]) -> BankEntry:
    from fairfelt.law import BankEntry, BankEntryKind

    currency = row.get("currency", currencies[0] if len(currencies) == 1 else "")
    if currency not in currencies:
        raise BadInput(
            f"{row['document']}: the currency of an entry is {' or '.join(currencies)} here, not {currency!r}"
        )
    amount_micros = parse_amount(row["amount"], currency=currency)
    return BankEntry(row["on"], BankEntryKind(row["kind"]), amount_micros, row["document"], currency)
