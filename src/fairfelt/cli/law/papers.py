"""fairfelt law funds, report, paper, theoretical, issued, documents, records, room, shuffle: papers of a room."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from cyclopts import Parameter

from fairfelt.cli.io.choose import toml_of
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import (
    Database,
    Day,
    Journal,
    Output,
    Profile,
    counting,
    destination,
    group,
    report,
    write_whole,
)
from fairfelt.law import BankEntry, BankEntryKind, Law, account, books, daybook, holdings, micros_at
from fairfelt.law import profile as profile_of
from fairfelt.ledger.audit import verify
from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.ledger.replay import Replayed
from fairfelt.ledger.store import Secrets, place_of, snapshot
from fairfelt.ledger.store.snapshot import Snapshot
from fairfelt.reports.law.funds import funds_report, records_report, room_report
from fairfelt.reports.law.rules import clause_report, with_lapses_of_day
from fairfelt.reports.papers.controls import RoomFacts, Software
from fairfelt.reports.par.checks import randomness_statement, shuffle_report
from fairfelt.reports.report import Report
from fairfelt.room import Floor, Room
from fairfelt.room.commands.accounts import IssueReport
from fairfelt.room.law.ask_law import review
from fairfelt.room.projections.days import DayLog, day_sums
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.projections.records import DutyLog, WinLog, archived_files, issued_row, kept_records, with_versions
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.rules import AmountError, parse_amount
from fairfelt.server.manifest import manifest
from fairfelt.server.papers import PAPERS, Sources, Wanted, read_content, read_kept
from fairfelt.table.randomness import run_battery, shuffled_orders


def law_on(profile: str, on: date | None) -> Law:
    """The law of that jurisdiction on that day."""
    return profile_of(profile).on(on or date.today())


@report
def law_room(journal: Journal, /) -> Report:
    """Show the room's compliance status: tables, links, documents, payouts; exit code 1 if a table is stopped.

    The whole journal is verified on the way, and the law is asked again about every table.

    Example: `fairfelt law room room.db`
    """
    floor = floor_of(journal)
    return room_report(floor.with_verdicts(review(floor)))


def floor_of(journal: str) -> Floor:
    """The floor as the journal gives it, from end to end."""
    return verify(journal, Room()).state


Bank = Annotated[Path | None, Parameter(help="TOML file with the bank's entries; default: those on the journal.")]
From = Annotated[date, Parameter(name="--from", help="First day.")]
To = Annotated[date, Parameter(name="--to", help="Last day.")]


@report
def funds(
    journal: Database,
    /,
    *,
    bank: Bank = None,
    profile: Profile = "wa-commercial",
    on: Day = None,
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
    of, floor = law_on(profile, on), floor_of(journal)
    entries = _entries(bank, floor.currencies) if bank else floor.bank
    days = floor.jurisdiction.days
    with snapshot(journal) as taken:
        last = taken.first_since(days.end_micros(of.on)) - 1
        done = list(day_sums(taken, days, after=0, last=last))
    book, held, currencies = daybook(done), books(done), floor.currency_by_jackpot
    accounts = []
    for currency in floor.currencies:
        names = [name for name in sorted(held) if currencies[name] == currency]
        holds = tuple(holdings(name, held[name]) for name in names)
        accounts.append(account(of, book.only(names), entries, holdings=holds, currency=currency))
    return with_lapses_of_day(funds_report(accounts), floor, of.on)


@report
def games_report(journal: Database, /, *, first: From, last: To) -> Report:
    """Write the master games report: tables and progressive jackpots, with every day, also without activity.

    Example: `fairfelt law report room.db --from 2023-06-01 --to 2023-06-30`
    """
    return _about_days("master-games-report", journal, first, last)


def _entries(file: Path, currencies: tuple[str, ...]) -> tuple[BankEntry, ...]:
    content = toml_of(file)
    try:
        return tuple(_entry(row, currencies) for row in content["entries"])
    except (AmountError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file} is no list of bank entries with on, kind, amount and document: {error}") from error


def _entry(row: Mapping[str, Any], currencies: tuple[str, ...]) -> BankEntry:
    currency = row.get("currency", currencies[0] if len(currencies) == 1 else "")
    if currency not in currencies:
        raise BadInput(
            f"{row['document']}: the currency of an entry is {' or '.join(currencies)} here, not {currency!r}"
        )
    amount_micros = parse_amount(row["amount"], currency=currency)
    return BankEntry(row["on"], BankEntryKind(row["kind"]), amount_micros, row["document"], currency)


Which = Annotated[
    Literal["internal-controls", "lab-submission", "change-notice", "verification"],
    Parameter(help="The paper; verification is a blank form."),
]
Number = Annotated[int | None, Parameter(help="Number of an issued report.")]
Target = Annotated[Path | None, Parameter(name=["--output", "-o"], help="File to write.")]
Digits = Annotated[str | None, Parameter(name="SHA256", help="SHA-256 of a filed document.")]


@report
def paper(which: Which, journal: Journal, /, *, on: Day = None) -> Report:
    """Write a paper of a room from its journal: controls, submission, notice of a change, a blank form.

    Example: `fairfelt law paper internal-controls room.db -o controls.pdf`
    """
    room, draw = facts_of(journal, on), PAPERS[which].from_facts
    assert draw, "these papers need nothing of the log"
    return with_lapses_of_day(draw(room, micros_at(datetime.now(ZoneInfo(room.zone)))), room.floor, room.law.on)


def issued(journal: Journal, /, number: Number = None, *, output: Target = None) -> None:
    """List the reports that a room issued, or write one of them, byte for byte as it went out.

    For example:

        fairfelt law issued room.db
        fairfelt law issued room.db 3 -o report-3.pdf
    """
    rows, kinds = [], kinds_of(IssueReport.recorded)
    with snapshot(journal) as taken:
        for entry in taken.entries():
            if entry.kind in kinds:
                rows.append(issued_row(read_event(entry.body), entry.number, entry.at_micros))
    if number is None:
        for row in with_versions(rows):
            print(f"{row.number:>6}  {row.sha256}  {row.described}")  # noqa: T201
        return
    found = next((row for row in rows if row.number == number), None)
    if found is None:
        raise BadInput(f"no report {number} was issued; there are {len(rows)}")
    if output is None:
        raise BadInput(f"say where report {number} is to be written: -o report-{number}.pdf")
    write_whole(output, read_kept(Secrets(place_of(journal)), found))


def documents(journal: Journal, /, sha256: Digits = None, *, output: Target = None) -> None:
    """List the documents that were filed as files, or write one of them, found to have the SHA-256 on the log.

    For example:

        fairfelt law documents room.db
        fairfelt law documents room.db 3d5f… -o letter.pdf
    """
    attached = floor_of(journal).paperwork.attached
    if sha256 is None:
        for digits, one in attached.items():
            print(f"{digits}  {'attached' if one.secret else 'digest only'}  {one.document}")  # noqa: T201
        return
    if sha256 not in attached or not attached[sha256].secret:
        raise BadInput(f"no document with the SHA-256 {sha256:.64} was attached: fairfelt law documents lists them")
    if output is None:
        raise BadInput("say where the document is to be written: -o letter.pdf")
    kept = Secrets(place_of(journal))
    write_whole(output, read_content(kept, f"document {sha256}", attached[sha256].secret, sha256))


@report
def theoretical(journal: Journal, /, *, first: From, last: To) -> Report:
    """Compare what the wagers of some days lead one to expect with what was paid, by exact odds.

    Example: `fairfelt law theoretical room.db --from 2023-06-01 --to 2023-06-30`
    """
    return _about_days("theoretical", journal, first, last)


def _about_days(name: str, journal: str, first: date, last: date) -> Report:
    """A paper on some gaming days, drawn from a journal as a server draws it from its own."""
    if last < first:
        raise BadInput(f"--to {last} lies before --from {first}: give the earlier day first")
    replayed = verify(journal, Room())
    days = replayed.state.jurisdiction.days
    wanted = Wanted(
        from_micros=days.begin_micros(first), to_micros=days.end_micros(last), period=f"{first} to {last}"
    )  # fmt: skip
    logs = Sources(clock=wall_clock_micros, wins=WinLog(), duties=DutyLog(), periods=PeriodLog(), days=DayLog())
    with counting("Counting the bets"), snapshot(journal) as taken:
        room = _facts(replayed.state, taken, None, Software(digest="not read"))
        return PAPERS[name].draw(logs, _committed(taken, replayed), room, wanted)


def _committed(taken: Snapshot, replayed: Replayed[Floor]) -> Any:
    """What projections read of the ledger of a running room: the log, and the state at its head."""

    class ReadLog(Snapshot):
        committed = replayed

    return ReadLog(taken.journal, replayed.head, taken.connection, taken.place)


def facts_of(journal: str, on: date | None) -> RoomFacts:
    """A room as its journal gives it, and the software that is installed here."""
    found, floor = manifest(), floor_of(journal)
    software = Software(digest=found.digest, files=dict(found.files), libraries=dict(found.libraries))
    with snapshot(journal) as taken:
        return _facts(floor, taken, on, software)


def _facts(floor: Floor, taken: Snapshot, on: date | None, software: Software) -> RoomFacts:
    law, zone = floor.jurisdiction.law, floor.jurisdiction.zone
    if on or law is None:
        law = law_on(floor.jurisdiction.profile, on)
    return RoomFacts(floor=floor, law=law, zone=zone, software=software, head=taken.head.hash, events=taken.head.number)


Shuffles = Annotated[int, Parameter(help="Number of shuffles; 3,000 or more.")]
Seed = Annotated[int | None, Parameter(help="Shuffle by a seeded generator.")]
LEAST_SHUFFLES, MOST_SHUFFLES = 3_000, 1_000_000


@report
def records(journal: Journal, /, *, profile: Profile = "wa-commercial", on: Day = None) -> Report:
    """Show which records of a journal must still be kept, and which may go: the years of the rule, counted.

    Example: `fairfelt law records room.db --on 2031-01-01`
    """
    law, days = law_on(profile, on), floor_of(journal).jurisdiction.days
    with snapshot(journal) as taken:
        return records_report(kept_records(law, days, taken, archived_files(taken, days)), law)


@report
def shuffle(*, shuffles: Shuffles = 20_000, seed: Seed = None) -> Report:
    """Test the shuffle of practice tables by chi-square against exact odds: places, runs, hands, spectrum and more.

    Without a seed the operating system's generator is tested, which practice uses. The exit code is 1 if a test is
    outside its limits; fair shuffles are one time in a hundred.

    Example: `fairfelt law shuffle --shuffles 100000`
    """
    _check_shuffles(shuffles)
    source = "by the operating system's generator" if seed is None else f"by a generator with seed {seed}"
    with counting("Shuffling"):
        found = run_battery(shuffled_orders(shuffles, None if seed is None else Random(seed)))
    return shuffle_report(found, source)


def _check_shuffles(shuffles: int) -> None:
    if not LEAST_SHUFFLES <= shuffles <= MOST_SHUFFLES:
        raise BadInput(f"--shuffles is a number from {LEAST_SHUFFLES:,} to {MOST_SHUFFLES:,}, not {shuffles:,}")


def raw(*, output: Output, shuffles: Shuffles = 20_000, seed: Seed = None) -> None:
    """Write shuffles of practice tables as they come, a byte for each card, for the tests of a laboratory.

    A card is 4 times its rank, deuce to ace, plus its suit: clubs, diamonds, hearts, spades; a shuffle is 52 bytes.

    Example: `fairfelt rng raw --shuffles 100000 -o shuffles.bin`
    """
    _check_shuffles(shuffles)
    orders = shuffled_orders(shuffles, None if seed is None else Random(seed))
    destination("json", output=output).write(orders.astype("uint8").tobytes())


@report
def statement() -> Report:
    """State formally where software draws cards, with which generator, and that no live table's card comes from it.

    Example: `fairfelt rng statement -o rng.pdf`
    """
    return randomness_statement()


@report
def requirements(standard: Annotated[str, Parameter(help="Standard, such as GLI-12; default: all.")] = "", /) -> Report:
    """The clause matrix: what standards ask of a progressive system, how it is met, its tests and last result.

    Example: `fairfelt law requirements GLI-19 -o matrix.csv`
    """
    found = clause_report(standard)
    if not found.records:
        raise BadInput(f"no clause of {standard!r} is known: fairfelt law requirements lists all")
    return found


rng = group("rng", raw, statement, test=shuffle)
