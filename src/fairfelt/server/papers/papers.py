"""Every paper that the room can write, by name: its purpose, its parameters, and how it is drawn."""

from __future__ import annotations

from datetime import date

from fairfelt.law import GamingDays, games_report
from fairfelt.ledger import Ledger
from fairfelt.reports.law.funds import master_games_report, room_report
from fairfelt.reports.law.notices import merchandise_report
from fairfelt.reports.papers.controls import (
    RoomFacts,
    change_notice,
    controls_report,
    lab_report,
    malfunction_notice,
    verification_form,
)
from fairfelt.reports.papers.theoretical import table_figures, theoretical_report
from fairfelt.reports.report import Report
from fairfelt.reports.room.period import Heading, period_report, shifts_report
from fairfelt.room import Floor
from fairfelt.room.projections.shifts import read_shifts
from fairfelt.room.projections.stands import read_stands
from fairfelt.room.projections.table_days import read_table_days
from fairfelt.room.table_odds import count_edges
from fairfelt.rules import UnknownName, format_moment

from .paper import Asks, Paper, Sources, Wanted


def _malfunction(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    found = room.floor.malfunctions.get(wanted.number)
    if found is None:
        raise UnknownName("malfunction", str(wanted.number), tuple(map(str, room.floor.malfunctions)))
    return malfunction_notice(room, wanted.number, found, room_logs.duties.read(ledger).reported[wanted.number])


def _merchandise(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    found = room.floor.merchandise.get(wanted.number)
    if found is None:
        raise UnknownName("merchandise", str(wanted.number), tuple(map(str, room.floor.merchandise)))
    return merchandise_report(room.law, found.prize, found.hand)


def _verification(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    page = room_logs.wins.find(ledger, wanted.number) if wanted.number else None
    if wanted.number and page is None:
        raise UnknownName("win page", str(wanted.number), ())
    return verification_form(room, page, room.floor.payments.get(wanted.number))


def _progressive(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    first, found = room_logs.periods.read(ledger, wanted.from_micros, wanted.to_micros)
    heading = Heading(
        room=room.location,
        zone=room.zone,
        from_micros=wanted.from_micros,
        to_micros=wanted.to_micros,
        events=(first - 1, first - 1 + found.events),
        head=room.head,
        currencies=room.floor.currency_by_jackpot,
    )
    return period_report(found, heading)


def _theoretical(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    begin, end = wanted.from_micros, wanted.to_micros
    figures = table_figures(
        room, read_stands(ledger, begin), begin, end, lambda *time: room_logs.periods.read(ledger, *time)[1].tables
    )
    first, last = (format_moment(micros, room.zone) for micros in (wanted.from_micros, wanted.to_micros))
    days = read_table_days(ledger, room_logs.periods, *_days(wanted, room.floor.jurisdiction.days))
    count_edges(days)
    shifts = read_shifts(ledger, wanted.from_micros, wanted.to_micros)
    return theoretical_report(room, f"{first} to {last}", figures, days, shifts)


def _games(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    first, last = _days(wanted, room.floor.jurisdiction.days)
    book = room_logs.days.read(ledger).book
    tables = read_table_days(ledger, room_logs.periods, first, last)
    return master_games_report(games_report(book, room.floor.currency_by_jackpot, first, last), tables)


def _shifts(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    first, last = (format_moment(micros, room.zone) for micros in (wanted.from_micros, wanted.to_micros))
    names = {person: who.name for person, who in room.floor.people.items()}
    found = read_shifts(ledger, wanted.from_micros, wanted.to_micros)
    return shifts_report(found, names, room.zone, f"{first} to {last}")


def _days(wanted: Wanted, days: GamingDays) -> tuple[date, date]:
    """The first and the last gaming day of the time."""
    return days.day_of(wanted.from_micros), days.day_of(max(wanted.from_micros, wanted.to_micros - 1))


PAPERS = {
    paper.name: paper
    for paper in (
        Paper(
            name="progressive-report", title="Progressive report", from_log=_progressive, asks=Asks.DAYS,
            lead="Wagers, contributions, awards, adjustments, and where the meters stood.",
        ),
        Paper(
            name="master-games-report", title="Master games report", from_log=_games, asks=Asks.DAYS,
            lead="Drop, fills, credits and win of every table, and progressive jackpots, day by day, also without "
            "activity, for form GC2-263.",
        ),
        Paper(
            name="theoretical", title="Theoretical against actual", from_log=_theoretical, asks=Asks.DAYS,
            lead="Theoretical win and its interval beside the win of every table, pace by the log, a test that hands "
            "come as often as they should; long-run return against the minimum.",
        ),
        Paper(
            name="dealer-shifts", title="Dealer shifts", from_log=_shifts, asks=Asks.DAYS,
            lead="Who dealt which table from when to when, by signing in and out at the keypads.",
        ),
        Paper(
            name="compliance", title="Compliance status", from_facts=lambda room, now: room_report(room.floor),
            lead="Jurisdiction, findings at the tables, documents, pending payouts.",
        ),
        Paper(
            name="verification", title="Jackpot verification form", from_log=_verification,
            from_facts=lambda room, now: verification_form(room, None), asks=Asks.NUMBER, of="Win page",
            lead="Filled in with the win page and its steps, or blank.",
        ),
        Paper(
            name="malfunction-notice", title="Notice of malfunction", from_log=_malfunction, asks=Asks.NUMBER,
            of="Malfunction", lead="The draft for the regulator, with its deadline.",
        ),
        Paper(
            name="merchandise-notice", title="Notice of a merchandise prize", from_log=_merchandise, asks=Asks.NUMBER,
            of="Merchandise", lead="For the table: the item, its value, the hand, and what the reserve bears.",
        ),
        Paper(
            name="change-notice", title="Notice of a change", from_facts=change_notice,
            lead="Software and terms that wait, and the earliest hour for them.",
        ),
        Paper(
            name="internal-controls", title="Internal controls", from_facts=lambda room, now: controls_report(room),
            lead="A template with this room's roles, thresholds, tables, terms and procedures.",
        ),
        Paper(
            name="lab-submission", title="Lab submission", from_facts=lambda room, now: lab_report(room),
            lead="Versions, digests of every file, games, paytables, parameters, and how to check them.",
        ),
    )
}  # fmt: skip
"""Papers by name, in the order in which offices list them."""
