"""The manager's dashboard: the work queue, today's figures, meters, and the map of the floor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from http import HTTPStatus
from textwrap import wrap
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fairfelt.engine.exact import percent_text
from fairfelt.jackpot.book import METER
from fairfelt.jackpot.meters import JackpotSetup, MeterError, long_run_edge
from fairfelt.law import DeadlineState, Mode, profile
from fairfelt.ledger import Ledger, LedgerUnavailable
from fairfelt.room import DeviceKind, Floor, Phase, Table, display
from fairfelt.room.commands.set_up import MAP_COLUMNS, MAP_ROWS, ArrangeTables
from fairfelt.room.live_jackpot import offer_at
from fairfelt.room.projections.periods import AtTable, Period, PeriodLog, Sums
from fairfelt.room.state.people import SHOWS
from fairfelt.room.state.table import Spot
from fairfelt.room.views import LinkDisplay, MeterState
from fairfelt.rules import MICROS, format_day
from fairfelt.server import Controller, LinkState
from fairfelt.web.api import access
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.handlers.jackpots import accounts_now
from fairfelt.web.desk import Desk, Form, Task
from fairfelt.web.desk.desk import console_of, path_of
from fairfelt.web.desk.words import game_titles, shown, timer_words
from fairfelt.web.jobs import TooBusy
from fairfelt.web.pages.counting import Counting, counting_of
from fairfelt.web.pages.meters import bet_job
from fairfelt.web.pages.page import on_floor, spark_line

# The map of the floor: where each table stands, what it does, and the form that arranges it.


SQUARE = 100
LINE = 19
"""Letters that fit in the width of a square."""


@dataclass(frozen=True)
class MapTable:
    """A table on the map."""

    name: str
    game: str
    spot: Spot
    state: str
    """One of "pending", "closed", "dealing" and "open"."""

    @property
    def game_lines(self) -> list[str]:
        """The game's title on one line or two."""
        return wrap(self.game, LINE, max_lines=2, placeholder="…")


def table_state(table: Table) -> str:
    """The state of a table on the map."""
    if table.is_pending:
        return "pending"
    if table.closed:
        return "closed"
    return "open" if table.phase is Phase.BETTING else "dealing"


def map_of(floor: Floor) -> tuple[MapTable, ...]:
    """Every table that stands; those without a place take the free squares in order."""
    standing = {name: table for name, table in floor.tables.items() if not table.retired}
    taken = {table.spot for table in standing.values() if table.spot}
    # The left half row by row, then the right one: a small room stays a small map.
    halves = range(1, MAP_COLUMNS // 2 + 1), range(MAP_COLUMNS // 2 + 1, MAP_COLUMNS + 1)
    squares = (Spot(column, row) for half in halves for row in range(1, MAP_ROWS + 1) for column in half)
    free = (spot for spot in squares if spot not in taken)
    names = game_titles(floor)
    return tuple(
        MapTable(name, names[name], spot, table_state(table))
        for name, table in standing.items()
        if (spot := table.spot or next(free, None))
    )


def size_of(tables: tuple[MapTable, ...], *, whole: bool = False) -> tuple[int, int]:
    """Width and height of the map: all of it, or as much as tables stand on."""
    columns = MAP_COLUMNS if whole else max((table.spot.column for table in tables), default=1)
    rows = MAP_ROWS if whole else max((table.spot.row for table in tables), default=1)
    return columns * SQUARE, rows * SQUARE


async def _also(desk: Desk, form: Form) -> Mapping[str, Any]:
    tables = map_of(desk.floor)
    return {
        "tables": tables, "size": size_of(tables, whole=True), "columns": MAP_COLUMNS, "rows": MAP_ROWS,
        "square": SQUARE,
    }  # fmt: skip


async def _arrange(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    spots = []
    for place, table in enumerate(map_of(desk.floor)):
        column = form.whole(f"column-{place}", 1, MAP_COLUMNS, optional=False)
        row = form.whole(f"row-{place}", 1, MAP_ROWS, optional=False)
        spots.append({"table": table.name, "column": column, "row": row})
    return {"spots": spots}


TASKS = [
    Task("/manager/floor/map", ArrangeTables, prepare=_arrange, also=_also, template="manager/floor_map.html"),
]  # fmt: skip


# The work queue, the most urgent first: payouts with their hours, deposits, alarms, stopped tables.


FAR_MICROS = 10**18
"""Later than anything that has its hours."""


@dataclass(frozen=True)
class Duty:
    """An item of the work queue."""

    title: str
    words: str
    address: str
    button: str
    by_micros: int | None = None
    """By when; nothing where no rule says."""
    late: bool = False
    tag: str = ""
    """Its state in a word or two; beside hours it says how long is left."""


async def work_queue(desk: Desk) -> list[Duty]:
    """Everything this person may see, late things first, then by their hour."""
    payouts = [duty async for duty in _payouts(desk)] if desk.may(access.SEES_WINS) else []
    deposits = [duty async for duty in _deposits(desk)] if desk.may(access.SEES_FUNDS) else []
    found = [*payouts, *deposits, *_of_the_floor(desk)]
    return sorted(found, key=lambda duty: (not duty.late, FAR_MICROS if duty.by_micros is None else duty.by_micros))


async def _payouts(desk: Desk) -> AsyncIterator[Duty]:
    call, now_micros = desk.call(api.AllPayments()), desk.controller.settings.clock()
    for payment in (await api.payments(call))["payments"]:
        turn = next((step for step in payment.steps if step.step == payment.next), None)
        if turn is None:
            continue
        running = [due for due in payment.deadlines if due.state in (DeadlineState.RUNNING, DeadlineState.OVERDUE)]
        due = min(running, key=lambda due: due.by_micros, default=None)
        title = f"Payout of win {payment.number}, {shown(payment.amount_micros, payment.currency)}"
        address = path_of("manager", "payouts", str(payment.number), "step")
        may = desk.may(access.PRINTING)
        yield Duty(
            title, f"Next: {turn.text}", address if may else "/manager/payouts", "Next step" if may else "View",
            due.by_micros if due else None, bool(due and due.state is DeadlineState.OVERDUE),
            timer_words(due, now_micros) if due else "Payout",
        )  # fmt: skip
    for failed in (await api.malfunctions(call))["malfunctions"]:
        if failed.notice and failed.notice.state in (DeadlineState.RUNNING, DeadlineState.OVERDUE):
            yield Duty(
                f"Notice of malfunction {failed.number}: {failed.equipment}", failed.what, "/manager/malfunctions",
                "File notice", failed.notice.by_micros, failed.notice.state is DeadlineState.OVERDUE,
                timer_words(failed.notice, now_micros),
            )  # fmt: skip


async def _deposits(desk: Desk) -> AsyncIterator[Duty]:
    for account in await accounts_now(desk.call()):
        short_micros, due_on = account.position.short_micros, account.due_on
        if short_micros:
            late = due_on is not None and due_on < desk.today
            by_micros = desk.days.begin_micros(due_on + timedelta(days=1)) if due_on else None
            words = f"Due {format_day(due_on)}" if due_on else "The bank holds less than the law asks for"
            title = f"Deposit {shown(short_micros, account.currency)}"
            yield Duty(title, words, "/manager/funds", "Record deposit", by_micros, late, "Deposit due")


def _of_the_floor(desk: Desk) -> Iterator[Duty]:
    """Whatever stops play, alarms, and tables that the law stopped."""
    floor, tag = desk.floor, "Stops play"
    if floor.software_fault:
        words = floor.software_fault
        yield Duty("Software not approved", words, "/manager/software", "Approve", late=True, tag=tag)
    if floor.clock_fault:
        yield Duty("Clock not trusted", floor.clock_fault, "/manager/clock", "Accept clock", late=True, tag=tag)
    for number, alarm in floor.alarms.items():
        if not alarm.acknowledged_by:
            may = desk.may(access.ACKNOWLEDGING)
            address = path_of("manager", "alarms", str(number)) if may else "/manager/alarms"
            words = f"Since {desk.when(alarm.raised_micros)}"
            yield Duty(alarm.says, words, address, "Acknowledge" if may else "View", late=False, tag="Alarm")
    for name, table in floor.tables.items():
        if table.law_verdict.stop and not table.retired:
            title = f"Table {name} may not deal"
            yield Duty(title, table.law_verdict.stop, "/manager/law", "See rule", tag="Compliance")


# Today's figures beside last week's: handle, wins, hold and theoretical hold, for the room and by table.


DAYS = 7
FEWEST_ROUNDS, MOST_RETURNED = 20, 10
"""A hold after fewer rounds, or of a day that a jackpot was won on, is not meaningful."""
COUNTING, ON_REQUEST = "counting", "on request"


@dataclass
class Figures(Sums):
    """Figures of the progressive bets of some tables on a day."""

    rounds: int = 0
    handle_micros: int = 0
    wins: int = 0
    won_micros: int = 0
    """Awards and envy."""
    theoretical_micros: int = 0
    """The theoretical win, by exact edges."""
    said: str = ""
    """Why there is no theoretical win, in a word; the edge itself where nothing was bet."""

    @property
    def hold_text(self) -> str:
        """The part of the handle that was not won, in percent; no measure of anything after a few rounds."""
        meant = self.rounds >= FEWEST_ROUNDS and self.won_micros <= MOST_RETURNED * self.handle_micros
        return _share(self.handle_micros - self.won_micros, self.handle_micros) if meant else "n/m"

    @property
    def theoretical_text(self) -> str:
        """The part of the handle that the house keeps in the long run."""
        return self.said or _share(self.theoretical_micros, self.handle_micros)


def _share(part: int, whole: int) -> str:
    return percent_text(Fraction(part, whole), 1) if whole else "–"


def read_week(ledger: Ledger[Floor], periods: PeriodLog, today: date) -> list[Period]:
    """The last seven days, today last. Reads the database: call it off the event loop."""
    by = ledger.committed.state.jurisdiction.days
    days = [today - timedelta(back) for back in range(DAYS - 1, -1, -1)]
    return [periods.read(ledger, by.begin_micros(day), by.end_micros(day))[1] for day in days]


def table_figures(play: AtTable, edge: Fraction | str) -> Figures:
    """A table's day; its theoretical win is the exact edge times the handle."""
    handle, won_micros = play.wagered_micros, play.awarded_micros + play.envy_micros
    said = edge if isinstance(edge, str) else "" if handle else percent_text(edge, 1)
    theoretical_micros = 0 if isinstance(edge, str) else round(edge * handle)
    return Figures(play.rounds, handle, play.awards, won_micros, theoretical_micros, said)


def _edge(floor: Floor, table: Table, counting: Counting) -> Fraction | str:
    """The exact long-run edge of a table's progressive bet, or why it is not there, in a word.

    A bet that only a new solution of its game can price is left to the pages that ask for it.
    """
    if not table.link:
        return "none"
    terms = floor.jackpot_of(table)[1].terms
    stake = Fraction(min(table.denominations_micros, default=MICROS), MICROS)
    setup = JackpotSetup(
        offer=offer_at(table), terms=terms, stake=stake, folded_hands_qualify=table.folded_hands_qualify
    )
    if setup.solving:
        return ON_REQUEST
    with suppress(MeterError, TooBusy):
        job = bet_job(counting, setup)
        if job.ready:
            return long_run_edge(job.answer, terms) if job.solved else ON_REQUEST
    return COUNTING


# The dashboard: the work queue, today's figures, meters with their week, tables, the server.


Step = tuple[str, str, bool]
"""One of the first things to do in a new room: words, an address, and whether it is done."""
TableRow = tuple[str, str, Figures]
"""A table's name, its currency, and its day."""


async def overview(desk: Desk) -> Response:
    """Everything at a glance, and live."""
    floor, controller = desk.floor, desk.controller
    steps, number = first_steps(floor), controller.head.number
    week = await asyncio.to_thread(read_week, controller.ledger, controller.periods, desk.today)
    links = [(name, at, display(floor, name, number)) for name, at in floor.links.items()]
    cards = {name: _cards(desk, week, at.jackpot, seen) for name, at, seen in links}
    play, counting = week[-1].tables, counting_of(desk.request)
    rows = [  # of every table with a progressive, also those without a bet today
        (name, at.currency, table_figures(play.get(name, AtTable()), _edge(floor, at, counting)))
        for name, at in floor.tables.items()
        if at.link or name in play
    ]
    tables, set_to = map_of(floor), floor.jurisdiction
    law = f"{profile(set_to.profile).title}, {'enforced' if set_to.mode is Mode.ENFORCE else 'advisory'}"
    return desk.draw(
        "manager/dashboard.html", links=links, cards=cards, rows=rows, stats=list(_stats(desk, week, rows)),
        duties=await work_queue(desk), tables=tables, size=size_of(tables), square=SQUARE,
        today=format_day(desk.today), law=law, sets_up=desk.may(access.SETTING_UP),
        closes=desk.may(access.ON_THE_FLOOR), titles=game_titles(floor), head=controller.head, floor=floor,
        out_of_reach=controller.out_of_reach, steps=[] if all(done for *_, done in steps) else steps,
    )  # fmt: skip


def _stats(desk: Desk, week: list[Period], rows: Sequence[TableRow]) -> list[tuple[str, str, str]]:
    """The headline figures: a label, a value, and one to compare it with, by currency."""
    floor, found = desk.floor, list[tuple[str, str, str]]()
    dealt = sum(bool(figures.rounds) for _, _, figures in rows)
    for currency in floor.currencies:
        tables = {name for name, table in floor.tables.items() if table.currency == currency}
        of = Figures()
        for _, at, figures in rows:
            if at == currency and figures.handle_micros:
                of.add(figures)
        yesterday = sum(at.wagered_micros for name, at in week[-2].tables.items() if name in tables)
        held = sum(
            jackpot.meter(level.name)
            for jackpot in floor.jackpots.values()
            if jackpot.terms.currency == currency
            for level in jackpot.terms.levels
        )
        wins = "win" if of.wins == 1 else "wins"
        shown_figures = (
            ("Progressive handle", shown(of.handle_micros, currency), f"yesterday {shown(yesterday, currency)}"),
            ("Jackpots paid", shown(of.won_micros, currency), f"{of.wins:,} {wins}"),
            ("Hold", of.hold_text, f"theoretical {of.theoretical_text}"),
            ("Rounds", f"{of.rounds:,}", f"{dealt} tables dealt"),
            ("On the meters", shown(held, currency), ""),
        )
        end = f", {currency}" if len(floor.currencies) > 1 else ""
        found += [(f"{label}{end}", value, beside) for label, value, beside in shown_figures]
    return found


def _cards(desk: Desk, week: list[Period], jackpot: str, seen: LinkDisplay) -> list[tuple[MeterState, str, str]]:
    """Each level of a link with its week as a line, and its last award in words."""
    wins = desk.floor.last_wins.get(jackpot, ())
    found = []
    for level in seen.levels:
        account = f"{jackpot}/{METER}/{level.name}"
        amounts = [*(period.held_at_end(account) for period in week[:-1]), level.amount_micros]
        won = next((page for page in reversed(wins) if page.level == level.name), None)
        last = f"Last won: {shown(won.amount_micros, seen.currency)}, award {won.number}" if won else ""
        found.append((level, spark_line(amounts), last))
    return found


def first_steps(floor: Floor) -> tuple[Step, ...]:
    """The first steps in a new room, in the order in which they can be done."""
    working = {device.kind for device in floor.devices.values() if device.enabled}
    return (
        (
            "Set jurisdiction and time zone: they decide gaming days, limits and papers",
            "/manager/law/set",
            floor.jurisdiction.is_set,
        ),
        ("Add a second employee, for actions that take two", "/manager/people/new/person", len(floor.people) > 1),
        ("Open a jackpot", "/manager/jackpots/new/paytable", bool(floor.jackpots)),
        ("Add a link for it", "/manager/links/new", bool(floor.links)),
        ("Add a table", "/manager/tables/new/game", bool(floor.tables)),
        ("Enroll and enable its keypad", "/manager/devices/new/device", DeviceKind.KEYPAD in working),
        ("Enroll and enable a display for the link", "/manager/devices/new/device", bool({*SHOWS} & working)),
    )


def live_state(floor: Floor, sequence: int) -> dict[str, Any]:
    """The parts of the dashboard that change while it is open."""
    return {
        "sequence": sequence,
        "closed": floor.closed,
        "alarms": floor.alarm_words,
        "links": {name: display(floor, name, sequence) for name in floor.links},
        "tables": {table.name: table.state for table in map_of(floor)},
    }


# The overview's stream: all links at once, for any console. It carries nothing that a display does not show.


@on_floor
async def stream(request: Request, controller: Controller) -> Response:
    """Whole states as server-sent events. It takes no session: a page that only listens must not keep one alive."""
    device = console_of(request, controller)
    if not device or not controller.floor.devices[device].enabled or not access.from_our_pages(request):
        return Response(status_code=HTTPStatus.FORBIDDEN)
    if not controller.floor.links:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_frames(controller, device), 200, headers, "text/event-stream")


async def _frames(controller: Controller, device: str) -> AsyncIterator[bytes]:
    """A state whenever something was committed, which wakes every watcher of a link; and as a sign of life."""
    watched = next(iter(controller.floor.links))
    with suppress(LedgerUnavailable):
        async for _ in controller.broadcast.watch(watched):
            if not controller.floor.devices[device].enabled:
                return
            sequence = controller.head.number
            yield LinkState(sequence, msgspec.json.encode(live_state(controller.floor, sequence))).frame
