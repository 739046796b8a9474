"""Funds for progressive prizes, the master games report, and how long records are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt import games
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.law import Law, Mode, profile
from fairfelt.reports.law.rules import finding_notice, not_approved
from fairfelt.reports.report import Report
from fairfelt.reports.room.tables import day_dict, tables_by_day
from fairfelt.reports.sheet import Column, Facts, Notice, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, footnotes
from fairfelt.room.law.ask_law import link_status
from fairfelt.room.law.jurisdiction import LawVerdict
from fairfelt.room.projections.days import AdjustedDay, TableDay, adjusted_days
from fairfelt.room.projections.records import ArchivedFile, KeptRecords
from fairfelt.rules import format_amount, format_day

if TYPE_CHECKING:
    from fairfelt.law import Account, DepositWeek, Holdings, ReportLine
    from fairfelt.room import Floor


MODES = {Mode.ADVISE: "shows violations only", Mode.ENFORCE: "stops what violates a binding rule"}
"""What each mode does."""
Money = Callable[[int], str]
"""Writes an amount in the currency of an account."""


def funds_report(accounts: Sequence[Account]) -> Report:
    """The bank account for progressive jackpots with its weekly deposits; one after another if several."""
    sheet = Sheet(
        "Progressive jackpot funds",
        format_day(accounts[0].position.law.on),
        *(
            Section(f"{section.title or 'Funds'} in {account.currency}", *section.blocks)
            if len(accounts) > 1
            else section
            for account in accounts
            for section in _sections(account)
        ),
    )
    first, *others = map(_account_dict, accounts)
    enough = not any(account.position.stops for account in accounts)
    return Report(sheet, {**first, "others": others}, "funds", passed=enough)


def _sections(account: Account) -> Iterator[Section]:
    position, money = account.position, partial(format_amount, currency=account.currency)
    facts = (
        ("Held for players", money(position.held_micros)),
        ("Bank balance", money(position.balance_micros)),
        ("Required today", money(position.required_micros)),
        ("Deposit required", money(position.to_deposit_micros)),
        ("Deposit due", format_day(account.due_on) if account.due_on else "none"),
    )
    kept = Facts(("Reserved for odds-based prizes", money(account.odds_micros)))
    odds = finding_notice("Odds-based prizes", account.odds)
    yield Section("", *finding_notice("Games may not start", position.stops), Facts(*facts), kept, *odds)
    yield Section("Jackpots", _holdings(account.holdings, money))
    bank = tuple((format_day(e.on), e.kind.value, money(e.change_micros), e.document) for e in account.bank)
    columns = (Column("Day"), Column("Type"), *right("Amount"), Column("Document"))
    yield Section("Bank account", Table(columns, bank))
    if account.weeks:
        yield Section("Weekly deposits", _weeks(account.weeks, money))


def _account_dict(account: Account) -> dict[str, Any]:
    position = account.position
    names = ("held_micros", "balance_micros", "required_micros", "to_deposit_micros", "short_micros")
    return {
        "on": position.law.on,
        "currency": account.currency,
        **as_plain(position, *names),
        "deposit_due_on": account.due_on,
        "stops": [finding.to_dict() for finding in position.stops],
        "jackpots": account.holdings,
        "bank": account.bank,
    }


def master_games_report(lines: Sequence[ReportLine], tables: Sequence[TableDay] = ()) -> Report:
    """Tables and progressive jackpots day by day, and the win of each day less what accrued for progressive prizes."""
    rows = tuple((format_day(line.on), line.jackpot, *_amounts(line), line.remark.capitalize()) for line in lines)
    columns = ("Beginning", "Wagered", "Accrued", "Seeded", "Transferred", "Paid", "To the house", "Ending")
    table = Table((Column("Day"), Column("Jackpot"), *right(*columns), Column("Remark")), rows)
    adjusted = adjusted_days(lines, tables)
    sheet = Sheet(
        "Master games report",
        "Tables and progressive jackpots, form GC2-263",
        Section("Tables", tables_by_day(tables)),
        Section("Progressive jackpots", table),
        Section("Adjusted win", _adjusted_table(adjusted)),
        footnotes=footnotes("master_games"),
    )
    plain = {
        "lines": [line.to_dict() for line in lines],
        "tables": [day_dict(one) for one in tables],
        "days": [as_plain(day, *DAY_FIELDS) for day in adjusted],
    }
    return Report(sheet, plain, "master-games-report")


DAY_FIELDS = ("on", "currency", "win_micros", "accrued_micros", "adjusted_micros", "unknown")


def _adjusted_table(days: Sequence[AdjustedDay]) -> Table:
    return table(
        days,
        ("Day", lambda day: format_day(day.on)),
        ("Currency", lambda day: day.currency),
        (num("Win of the tables"), lambda day: format_amount(day.win_micros, day.currency)),
        (num("Accrued for prizes"), lambda day: format_amount(day.accrued_micros, day.currency)),
        (num("Adjusted win"), lambda day: format_amount(day.adjusted_micros, day.currency)),
        (
            Column("Remark", breaks=True),
            lambda day: f"win of {', '.join(day.unknown)} not known" if day.unknown else "",
        ),
    )


def _amounts(line: ReportLine) -> tuple[str, ...]:
    of = line.figures
    amounts = (
        line.begin_micros, of.wagered_micros, of.accrued_micros, of.seeded_micros, of.transferred_micros,
        of.paid_micros, of.house_micros, line.end_micros,
    )  # fmt: skip
    return tuple(format_amount(amount, line.currency) for amount in amounts)


def _holdings(holdings: Sequence[Holdings], money: Money) -> Table:
    rows = tuple((one.jackpot, *(money(amount) for amount in _five(one))) for one in holdings)
    totals = tuple(money(sum(column)) for column in zip(*map(_five, holdings), strict=True))
    columns = right("Posted", "Reserve", "Overflow", "Pending", "Seeds out")
    return Table((Column("Jackpot"), *columns), rows, (("Total", *totals),) if holdings else ())


def _five(one: Holdings) -> tuple[int, ...]:
    return one.posted_micros, one.reserve_micros, one.overflow_micros, one.pending_micros, one.seeds_out_micros


def _weeks(weeks: Iterable[DepositWeek], money: Money) -> Table:
    return table(
        weeks,
        ("Week", lambda week: f"{format_day(week.first)} to {format_day(week.last)}"),
        (num("Accrued"), lambda week: money(week.accrued_micros)),
        (num("Deposited"), lambda week: money(week.deposited_micros)),
        (num("Required at week end"), lambda week: money(week.required_micros)),
        (num("Balance"), lambda week: money(week.balance_micros)),
    )


def room_report(floor: Floor) -> Report:
    """The status of everything that the law asks of the room."""
    jurisdiction = floor.jurisdiction
    system = not_approved(jurisdiction.law) if jurisdiction.law else ()
    sheet = Sheet(
        "Compliance status",
        format_day(jurisdiction.day) if jurisdiction.day else "No gaming day yet",
        Section("", *system, Facts(*room_facts(floor))),
        *_lapses(floor),
        Section("Tables", findings_table(floor)),
        Section("Links", links_table(floor)),
        Section("Documents", _documents(floor)),
        Section("Pending payouts", _payments(floor)),
        Section("Merchandise prizes", _merchandise(floor)),
        Section("Retiring jackpots", endings_table(floor)),
    )
    stopped = floor.closed or any(table.law_verdict.stop for table in floor.tables.values())
    return Report(sheet, _room_dict(floor), "compliance", passed=not stopped)


def room_facts(floor: Floor) -> tuple[tuple[str, str], ...]:
    """The jurisdiction as it is set, and whether the floor is open."""
    jurisdiction = floor.jurisdiction
    return (
        ("Jurisdiction", f"{jurisdiction.profile}: {profile(jurisdiction.profile).title}"),
        ("Mode", f"{jurisdiction.mode.value}: {MODES[jurisdiction.mode]}"),
        ("Gaming day", format_day(jurisdiction.day) if jurisdiction.day else "not started: no jurisdiction set"),
        ("Time zone", jurisdiction.zone),
        ("License class", jurisdiction.location_class or "not set"),
        ("Licensed location", jurisdiction.location or "not set"),
        ("Floor", f"closed: {floor.closed}" if floor.closed else "open"),
    )


def _room_dict(floor: Floor) -> dict[str, Any]:
    jurisdiction = floor.jurisdiction
    return {
        **as_plain(jurisdiction, "profile", "mode", "zone", "location_class", "location", "day"),
        "lapses": [one.words(jurisdiction.zone) for one in floor.lapses],
        "closed": floor.closed,
        "tables": {name: table.law_verdict for name, table in floor.tables.items()},
        "certificates": {name: link_status(floor, name).certificate for name in floor.links},
        "met": floor.paperwork.met,
        "pins": [{**vars(one.pin), "document": one.document} for one in floor.paperwork.pins],
        "documents": {digits: one.document for digits, one in floor.paperwork.attached.items()},
        "payments": [payment.number for payment in floor.payments.values() if payment.next],
        "merchandise": [
            {
                "number": number,
                **as_plain(found, "jackpot", "level", "hand"),
                **vars(found.prize),
                **as_plain(found, "win_page", "withdrawn"),
            }
            for number, found in floor.merchandise.items()
        ],
        "endings": {name: ending.stage.value for name, ending in floor.endings.items()},
    }


def _lapses(floor: Floor) -> tuple[Section, ...]:
    """Every time in which enforcement was off, also of days before."""
    words = tuple(f"{capital(one.words(floor.jurisdiction.zone))}." for one in floor.lapses)
    return (Section("Enforcement switched off", Notice("When", *words)),) if words else ()


def findings_table(floor: Floor) -> Table:
    """What the law says to every table."""
    rows = tuple(
        (name, games.title_of(table.game, table.variant), _findings(table.law_verdict))
        for name, table in floor.tables.items()
    )
    return Table((Column("Table"), Column("Game", whole=True), Column("Findings", breaks=True)), rows)


def _findings(said: LawVerdict) -> str:
    by = f" by {said.decided_by.words}" if said.decided_by else ""
    return f"Closed{by}: {said.stop}" if said.stop else "; ".join(said.notices) or "none"


def links_table(floor: Floor) -> Table:
    """Every link, with what its tables have in common."""
    rows = tuple(
        (name, at.jackpot, at.location, ", ".join(at.tables), "allowed" if at.lawful else "not allowed",
         "certified" if at.certificate else "not certified" if at.games > 1 else "one game", "; ".join(at.findings))
        for name in floor.links
        for at in (link_status(floor, name),)
    )  # fmt: skip
    columns = map(Column, ("Link", "Jackpot", "Location", "Tables", "Status today", "Certificate"))
    return Table((*columns, Column("Findings", breaks=True)), rows)


def _documents(floor: Floor) -> Table:
    """Every filing with its document; one without a file does not count while a law is enforced."""
    kept = floor.paperwork.kept

    def named(document: str) -> str:
        return document if document in kept else f"{document} (no file is kept)"

    met = [(one.condition, one.game or "all games", named(one.document)) for one in floor.paperwork.met]
    pins = [("compared with its sheet", one.pin.game, named(one.document)) for one in floor.paperwork.pins]
    pins += [("as a file, by its SHA-256", digits, one.document) for digits, one in floor.paperwork.attached.items()]
    return Table((Column("Type"), Column("For", whole=True), Column("Document", breaks=True)), (*met, *pins))


def _payments(floor: Floor) -> Table:
    rows = tuple(
        (str(payment.number), format_amount(payment.amount_micros, payment.currency), payment.next.text)
        for payment in floor.payments.values()
        if payment.next
    )
    return Table((*right("Win page", "Amount"), Column("Next step", breaks=True)), rows)


def _merchandise(floor: Floor) -> Table:
    rows = tuple(
        (str(number), found.prize.item, f"{found.jackpot}, {found.level}", found.hand,
         found.prize.money(found.prize.value_micros), found.prize.money(found.prize.from_reserve_micros), found.state)
        for number, found in floor.merchandise.items()
    )  # fmt: skip
    columns = (*right("No."), Column("Item", breaks=True), Column("Jackpot"), Column("Hand", breaks=True))
    return Table((*columns, *right("Value", "From reserve"), Column("Status", breaks=True)), rows)


def endings_table(floor: Floor) -> Table:
    """Jackpots that are being retired, and those that were."""
    rows = tuple(
        (name, ending.way.value, ", level ".join(filter(None, (ending.to, ending.level))), ending.stage.value,
         format_day(ending.announced_on), format_day(ending.earliest), ending.notice, "; ".join(ending.notices))
        for name, ending in floor.endings.items()
    )  # fmt: skip
    columns = map(Column, ("Jackpot", "Method", "To", "Status", "Announced", "Not before", "Notice"))
    return Table((*columns, Column("Findings", breaks=True)), rows)


def records_report(found: KeptRecords, law: Law) -> Report:
    """On paper: the rule, what may go, and every file of the archive with the day until which it is kept."""
    facts = (
        ("Rule", f"{found.keeping.rule.says} ({found.keeping.rule.cited})" if found.keeping else "none here"),
        ("Kept from", format_day(found.keeping.since) if found.keeping else "no day is set"),
        ("Oldest record", format_day(found.oldest) if found.oldest else "none"),
        ("May go", f"events 1 to {found.may_go:,}" if found.may_go else "nothing"),
    )
    sheet = Sheet(
        "Records kept",
        f"{law.profile.title}, {format_day(law.on)}",
        Section("", Words(found.sentence), Facts(*facts)),
        Section("Archived files", _files(found)),
        footnotes=footnotes("kept_records"),
    )
    return Report(sheet, records_dict(found), "records")


def _files(found: KeptRecords) -> Table | Words:
    if not found.files:
        return Words("No events were moved out of the database.")
    rows = tuple(
        (file.name, f"{file.first:,} to {file.last:,}", format_day(file.last_day), _until(found, file))
        for file in found.files
    )
    return Table(
        (Column("File", breaks=True), *right("Events"), Column("Last day"), Column("Status", breaks=True)), rows
    )


def _until(found: KeptRecords, file: ArchivedFile) -> str:
    if found.keeping is None:
        return "kept; no rule sets a day"
    if found.keeping.may_go(file.last_day):
        return "may go"
    return f"kept until {format_day(found.keeping.until(file.last_day))}"


def records_dict(found: KeptRecords) -> dict[str, Any]:
    held = found.keeping
    return {
        "keep_years": held.years if held else None,
        "citation": held.rule.cited if held else "",
        "keep_from": held.since if held else None,
        "oldest": found.oldest,
        "may_go_up_to": found.may_go,
        "files": [
            {"file": file.name, "first": file.first, "last": file.last, "last_day": file.last_day,
             "status": _until(found, file)}
            for file in found.files
        ],
    }  # fmt: skip
