"""The report of a period: wagers, contributions, awards, adjustments, and where the meters stood at begin and end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from fairfelt.jackpot.book import HELD, METER, PAID, REVENUE, SEEDS, TRANSFERRED, WAGERS
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Row, Section, Sheet, Table, Words, right
from fairfelt.room.events.kinds import ADJUSTED, AWARDS_CONFIRMED, CLAIMS_SET, GAME_STARTED
from fairfelt.room.projections.period import Period
from fairfelt.rules.money import format_amount

MICROS_PER_SECOND = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Heading:
    """What a report says of itself."""

    room: str
    from_micros: int
    to_micros: int
    events: tuple[int, int]
    """The last event before it, and the last one in it."""
    head: str
    """The hash of the last event there is."""
    currencies: Mapping[str, str]
    """By jackpot."""


def period_sheet(found: Period, heading: Heading) -> Sheet:
    """The report; text, page, PDF and CSV are drawn from it."""
    jackpots = [name for name in heading.currencies if found.accounts(name)]
    return Sheet(
        title=f"{moment(heading.from_micros)} to {moment(heading.to_micros)}",
        subtitle=f"Progressive report, {heading.room}",
        sections=(
            Section("All jackpots", (_summary(found, jackpots, heading.currencies),)),
            *(Section(f"Jackpot {name}", (_levels(found, name, heading.currencies[name]),)) for name in jackpots),
            Section("Tables", (_tables(found, heading.currencies),)),
            Section("Adjustments by hand", (_adjustments(found, heading.currencies),)),
        ),
        footnotes=NOTES,
        colophon=_colophon(found, heading),
    )


NOTES = (
    ("To meters", "What wagers brought onto meters, reserves and overflow."),
    ("To the house", "What wagers left to the house, before fixed pays from the tray and envy."),
    ("Seeds", "What the house put in when a jackpot was opened or won, less what it took back."),
    ("Paid", "Awards and envy, with what an adjustment paid or took back."),
    (
        "Change",
        "End less begin of all money held for players: meters, reserves, overflow, and what claims have frozen.",
    ),
)


def moment(at_micros: int) -> str:
    """ "15 October 2026, 06:00 UTC"."""
    at = datetime.fromtimestamp(at_micros // MICROS_PER_SECOND, UTC)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"


def _summary(found: Period, jackpots: list[str], currencies: Mapping[str, str]) -> Table | Words:
    if not jackpots:
        return Words("There was no jackpot in this time.")
    titles = ("Wagered", "To meters", "To the house", "Seeds", "Paid", "Adjusted", "Transferred", "Change")
    return Table(
        (Column("Jackpot"), Column("In"), *right(*titles)),
        tuple((name, currencies[name], *map(_plain, _sums(found, name))) for name in jackpots),
    )


def _sums(found: Period, name: str) -> tuple[int, ...]:
    """What went through a jackpot, in the order of the columns."""
    held = [f"{name}/{account}" for account in found.accounts(name) if account.startswith(HELD)]
    fed = sum(found.through(account, GAME_STARTED) for account in held)
    return (
        -found.through(f"{name}/{WAGERS}"),
        fed,
        found.through(f"{name}/{REVENUE}", GAME_STARTED),
        -found.through(f"{name}/{SEEDS}"),
        found.through(f"{name}/{PAID}"),
        sum(found.through(account, ADJUSTED) for account in held),
        -found.through(f"{name}/{TRANSFERRED}"),
        sum(found.through(account) for account in held),
    )


def _levels(found: Period, name: str, currency: str) -> Table:
    """Every level, where its accounts stood and what moved them."""
    titles = (
        f"Begin, {currency}",
        "From wagers",
        "Awards and reseeds",
        "Adjusted",
        "Opened, retired",
        f"End, {currency}",
    )
    rows = [
        _moves(found, f"{name}/{kind}/{level}", kind if level == kind else f"{level}: {kind}")
        for level in found.levels(name)
        for kind in HELD
        if kind == METER or f"{kind}/{level}" in found.accounts(name)
    ]
    return Table((Column("Account"), *right(*titles)), tuple(rows))


def _moves(found: Period, account: str, words: str) -> Row:
    begin, end = found.begin.get(account, 0), found.held_at_end(account)
    parts = [found.through(account, *kinds) for kinds in ((GAME_STARTED,), (CLAIMS_SET, AWARDS_CONFIRMED), (ADJUSTED,))]
    return (words, *map(_plain, (begin, *parts, end - begin - sum(parts), end)))


def _tables(found: Period, currencies: Mapping[str, str]) -> Table | Words:
    if not found.tables:
        return Words("No game was started in this time.")
    titles = ("Rounds", "Wagers", "Wagered", "Awards", "Awarded", "Envy")
    rows = [
        (name, at.jackpot, currencies.get(at.jackpot, ""), f"{at.rounds:,}", f"{at.wagers:,}",
         _plain(at.wagered_micros), f"{at.awards:,}", _plain(at.awarded_micros), _plain(at.envy_micros))
        for name, at in sorted(found.tables.items())
    ]  # fmt: skip
    return Table((Column("Table"), Column("Jackpot"), Column("In"), *right(*titles)), tuple(rows))


def _adjustments(found: Period, currencies: Mapping[str, str]) -> Table | Words:
    if not found.adjusted:
        return Words("No amount was adjusted by hand in this time.")
    columns = (*map(Column, ("When", "Jackpot", "Level", "Reason")), *right("Amount"), *map(Column, ("Document", "By")))
    rows = [
        (moment(each.at_micros), each.jackpot, each.level, capital(each.reason),
         format_amount(each.amount_micros, currencies.get(each.jackpot, "")), each.document, " and ".join(each.by))
        for each in found.adjusted
    ]  # fmt: skip
    return Table(columns, tuple(rows))


def _plain(micros: int) -> str:
    return format_amount(micros, "")


def _colophon(found: Period, heading: Heading) -> str:
    before, last = heading.events
    told = f"events {before + 1:,} to {last:,}" if last > before else "no event"
    return f"Read from {told} of the journal, whose last hash is {heading.head}."
