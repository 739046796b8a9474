"""The report of a period: wagers, contributions, awards, adjustments, and where the meters stood at begin and end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairfelt.jackpot.book import HELD, METER, PAID, REVENUE, SEEDS, TRANSFERRED, WAGERS
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Row, Section, Sheet, Table, Words, right
from fairfelt.room.events.accounts import Adjusted
from fairfelt.room.events.rounds import AwardsConfirmed, ClaimsSet, GameStarted, MeterAdjusted
from fairfelt.room.events.voids import AwardBackedOut, HandFouled, RoundVoided
from fairfelt.room.hub.hub_events import RoomAwardConfirmed, RoomClaimsSet, RoomReported
from fairfelt.room.hub.room_events import SharesFrozen
from fairfelt.room.projections.period import Period, Voided
from fairfelt.rules import format_amount, format_moment

from ..report import Report


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
        title=f"{first} to {last}",
        subtitle=f"Progressive report, {heading.room}",
        sections=(
            Section("All jackpots", (_summary(found, jackpots, heading.currencies),)),
            *(Section(f"Jackpot {name}", (_levels(found, name, heading.currencies[name]),)) for name in jackpots),
            Section("Tables", (_tables(found, heading.currencies),)),
            Section("Voided awards, rounds and hands", (_voids(found, heading),)),
            Section("Manual adjustments", (_adjustments(found, heading),)),
        ),
        footnotes=NOTES,
        colophon=_colophon(found, heading),
    )
    return Report(sheet, {}, "progressive-report")


WAGERING = (GameStarted, RoundVoided, HandFouled, RoomReported)
AWARDING = (
    ClaimsSet, AwardsConfirmed, MeterAdjusted, AwardBackedOut, RoomClaimsSet, RoomAwardConfirmed, SharesFrozen,
)  # fmt: skip
NOTES = (
    ("To meters", "What wagers added to meters, reserves and overflow, less what voided rounds and hands gave back."),
    ("To the house", "The house's share of wagers, before fixed pays from the tray and envy."),
    ("Seeds", "What the house paid in when a jackpot opened or reset, less what it took back."),
    ("Paid", "Awards and envy less those backed out, including what adjustments paid."),
    (
        "Change",
        "Ending less beginning of all money held for players: meters, reserves, overflow and pending jackpots.",
    ),
)


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
