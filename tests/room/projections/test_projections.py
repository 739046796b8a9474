"""What is kept up with the log is to the millionth what a fresh reading of all of it gives: any night, any restart."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.ledger import LedgerUnavailable
from fairfelt.ledger.store import snapshot
from fairfelt.room.projections.days import DayLog
from fairfelt.room.projections.periods import BackgroundReader, PeriodLog
from fairfelt.room.projections.records import DutyLog, WinLog
from tests.room.floors import UNIT
from tests.room.pit_on_a_ledger import PitOnALedger
from tests.room.projections.read_whole import days_of, period_of
from tests.support.heavy import examples

HOUR_MICROS = 3600 * UNIT
DAY_MICROS = 24 * HOUR_MICROS
EVERYTHING = 10**6
ZONES = ("UTC", "America/Los_Angeles", "Asia/Kathmandu", "Asia/Beirut", "America/Nuuk")
SPRING, AUTUMN = (int(datetime(2026, *day, tzinfo=UTC).timestamp()) * UNIT for day in ((3, 28, 18), (10, 24, 20)))
"""Evenings before a midnight that Beirut skips, and before an hour to midnight that comes twice in Nuuk."""

wait = st.tuples(st.just("wait"), st.sampled_from([UNIT, HOUR_MICROS, 5 * HOUR_MICROS, 50 * HOUR_MICROS]))
evening = st.tuples(st.just("evening"), st.integers(1, 9), st.integers(UNIT, 2 * HOUR_MICROS))
play = st.tuples(st.just("play"), st.sampled_from(["T1", "T2"]), st.integers(1, 4), st.integers(1, 25 * UNIT))
win = st.tuples(st.just("win"), st.sampled_from(["royal flush", "straight flush", "four of a kind"]))
adjust = st.tuples(st.just("adjust"), st.integers(1, 9 * UNIT))
fail = st.tuples(st.just("fail"))
law = st.tuples(st.just("law"), st.sampled_from(ZONES), st.sampled_from([0, 6, 23]))
look = st.tuples(st.just("look"))
reopen = st.tuples(st.just("reopen"))
steps = st.lists(wait | evening | play | win | adjust | fail | law | look | reopen, max_size=15)


class Logs:
    """All that is read along with a room, and what it must be."""

    def __init__(self, pit: PitOnALedger, begins_micros: int) -> None:
        self.pit, self.begins_micros = pit, begins_micros
        self.forget()

    def forget(self) -> None:
        """As after a restart."""
        self.days, self.duties, self.wins, self.periods = DayLog(), DutyLog(), WinLog(), PeriodLog()

    def look(self) -> None:
        """Hold everything against the log."""
        ledger = self.pit.ledger
        with snapshot(self.pit.place) as taken:
            entries = list(taken.entries())
        read = self.days.read(ledger)
        assert read.committed == ledger.committed
        book, sums = days_of(entries, self.pit.floor.jurisdiction.days)
        assert read.book.figures == book.figures
        assert {key: dict(each) for key, each in read.sums.items()} == sums
        assert self.duties.read(ledger) == DutyLog().read(ledger)
        assert self.wins.pages(ledger, after=0, limit=EVERYTHING) == WinLog().pages(ledger, after=0, limit=EVERYTHING)
        for first, end in self.spans():
            number, found = self.periods.read(ledger, first, end)
            assert found == period_of(entries, first, end)
            assert number == sum(entry.at_micros < first for entry in entries) + 1

    def spans(self) -> Iterator[tuple[int, int]]:
        """Every day from before the first event until after the last, and all of them together."""
        first = OPENED_MICROS // DAY_MICROS * DAY_MICROS - DAY_MICROS + self.begins_micros
        begins = range(first, self.pit.now_micros + 2 * DAY_MICROS, DAY_MICROS)
        yield from pairwise(begins[-4:])
        yield begins[0], begins[-1]
        yield begins[0], begins[-3]
        days = self.pit.floor.jurisdiction.days
        today = days.day_of(self.pit.now_micros)
        for back in range(4):  # days of the room have 23 or 25 hours where the clocks change
            on = today - timedelta(back)
            yield days.begin_micros(on), days.end_micros(on)


OPENED_MICROS = SPRING - 3 * DAY_MICROS


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal on which the room is set up."""
    place = tmp_path_factory.mktemp("room") / "room.db"
    PitOnALedger(place, OPENED_MICROS).ledger.close()
    return place


def again(room: Path, folder: Path, now_micros: int) -> PitOnALedger:
    """That room in another place, at another time."""
    place = folder / "room.db"
    for part in ("", ".head"):
        shutil.copy(f"{room}{part}", f"{place}{part}")
    return PitOnALedger(place, now_micros)


@given(steps, st.sampled_from([SPRING, AUTUMN]), st.sampled_from([0, 6 * HOUR_MICROS, 30 * 60 * UNIT + 1]))
@settings(max_examples=examples(7, 100))
def test_what_is_kept_up_is_what_the_whole_log_gives(
    room: Path, made: list[tuple[str, ...]], now_micros: int, begins_micros: int
) -> None:
    with TemporaryDirectory() as folder:
        pit = again(room, Path(folder), now_micros)
        logs = Logs(pit, begins_micros)
        for step in made:
            carry_out(logs, *step)
        logs.look()
        pit.reopen()
        logs.look()
        logs.forget()
        logs.look()
        pit.ledger.close()


@pytest.mark.parametrize(("zone", "evening_micros"), [("Asia/Beirut", SPRING), ("America/Nuuk", AUTUMN)])
def test_days_end_when_the_clock_on_the_wall_says_so(
    room: Path, tmp_path: Path, zone: str, evening_micros: int
) -> None:
    pit = again(room, tmp_path, evening_micros)
    logs = Logs(pit, 0)
    carry_out(logs, "law", zone, 0)
    for _ in range(6):
        carry_out(logs, "evening", 8, 15 * 60 * UNIT)
        logs.look()
    pit.ledger.close()


@pytest.fixture
def logs(room: Path, tmp_path: Path) -> Iterator[Logs]:
    """A room that has played for some days, of which nothing was read yet."""
    pit = again(room, tmp_path, SPRING)
    found = Logs(pit, 0)
    for _ in range(4):
        carry_out(found, "evening", 9, HOUR_MICROS)
        carry_out(found, "win", "royal flush")
    yield found
    pit.ledger.close()


def test_what_offices_ask_for_was_read_before(logs: Logs, monkeypatch: pytest.MonkeyPatch) -> None:
    along = BackgroundReader(logs.periods, logs.days.read, logs.duties.read, logs.wins.read_on)
    asyncio.run(along.read_on(logs.pit.ledger))
    with monkeypatch.context() as nothing_new:
        nothing_new.setattr(logs.pit.ledger, "moved", unreachable)
        logs.look()
    carry_out(logs, "evening", 9, 5 * HOUR_MICROS)
    asyncio.run(along.read_on(logs.pit.ledger))
    logs.look()


def test_who_could_not_read_to_the_end_reads_again(logs: Logs, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = logs.pit.ledger
    reads = (logs.days.read, logs.duties.read, logs.wins.read_on, lambda it: logs.periods.read(it, 0, SPRING))
    recorded = ledger.recorded
    broken = {"recorded": lambda *kinds, **span: torn(recorded(*kinds, **span)), "moved": unreachable}
    for name, instead in broken.items():
        with monkeypatch.context() as cut_off:
            cut_off.setattr(ledger, name, instead)
            for read in reads:
                with suppress(LedgerUnavailable):
                    read(ledger)
    logs.look()


def unreachable(*_: object, **__: object) -> NoReturn:
    raise LedgerUnavailable("the cable is out")


def torn(rows: Iterable[object]) -> Iterator[object]:
    """The first row, and no more."""
    yield from islice(rows, 1)
    unreachable()


def carry_out(logs: Logs, what: str, *how: str | int) -> None:
    pit = logs.pit
    match what, *how:
        case "wait", int(micros):
            pit.now_micros += micros
        case "evening", int(rounds), int(gap_micros):
            for _ in range(rounds):
                pit.now_micros += gap_micros
                carry_out(logs, "play", "T1", 3, 5 * UNIT)
        case "play", str(table), int(seats), int(bet):
            pit.start(table, tuple(range(1, seats + 1)), bet)
            pit.press("end game", table)
        case "win", str(hand):
            pit.start()
            pit.press("press hand", seat=2, hand=hand)
            pit.now_micros += UNIT
            pit.press("confirm", cards=["card eve", "card sue"])
            pit.press("end game")
        case "adjust", int(micros):
            asked = {"jackpot": "mega", "level": "Mega", "amount_micros": micros, "document": "D"}
            pit.do("adjust", **asked, reason="seed recovery", cards=["card ann", "card eve"])
        case "fail", *_:
            pit.do("report malfunction", equipment="display 1", what="dark", cards=["card sue"])
        case "law", str(zone), int(hour):
            asked = {"profile": "laboratory", "mode": "advise", "zone": zone, "day_begins_hour": hour, "document": "D"}
            pit.do("set law", **asked, cards=["card ann", "card eve"])
        case "look", *_:
            logs.look()
        case "reopen", *_:
            pit.reopen()
            logs.forget()
