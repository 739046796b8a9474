"""Faults under a running room: it refuses or recovers with a clear sentence, and a pending claim is still pending."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from msgspec import structs
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

from fairfelt.ledger import (
    CLOCK,
    Answer,
    Command,
    Decision,
    Event,
    LedgerCorrupt,
    LedgerError,
    LedgerUnavailable,
    Posting,
    check_command,
)
from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies.backup import backup, export, restore
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of, snapshot
from fairfelt.room import Floor, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet, GameStarted
from fairfelt.room.event import RoomEvent
from fairfelt.room.registry import read_event
from tests.nights.disk import CommitFault, FaultyJournal
from tests.room.floors import UNIT, command
from tests.room.pit_on_a_journal import NAME, PitOnAJournal
from tests.support.postgres import fresh_database
from tests.support.tampering import tamper

SEND_AGAIN = "nothing was acknowledged: send it again with the same number"
MOST_ROUNDS = 300
HOUR_MICROS = 3_600_000_000


def kinds(place: str) -> list[str]:
    with snapshot(place) as taken:
        return [entry.kind for entry in taken.entries()]


def confirmed_once(pit: PitOnAJournal, frozen: int) -> None:
    """The claim is confirmed for what was frozen; sent again it is the same award, and it is paid once."""
    award = pit.confirm()
    assert (award["number"], award["amount_micros"]) == (1, frozen)
    first = pit.last
    pit.numbers["keypad T1"] -= 1
    assert pit.confirm() == award
    assert pit.last == first
    assert pit.last
    assert pit.last.again
    pit.close()
    assert kinds(pit.place).count("awards confirmed/1") == 1
    assert verify(pit.place, Room()).state == pit.floor


def test_a_full_disk(tmp_path: Path) -> None:
    pit = PitOnAJournal(str(tmp_path / "room.db"))
    frozen = pit.claim()
    for _ in range(2):
        pit.journal.connection.exec_driver_sql("PRAGMA max_page_count = 1")
        pit.journal.connection.commit()
        before = _play_until_refused(pit, f"database or disk is full.*{SEND_AGAIN}")
        assert pit.engine.committed.state == before
        assert pit.pending() == frozen
    pit.press("end game" if pit.floor.tables["T2"].bets_micros else "start game", "T2")
    assert pit.pending() == frozen
    confirmed_once(pit, frozen)


def _play_until_refused(pit: PitOnAJournal, sentence: str) -> Floor:
    """Another table plays until the disk is full; the floor as it was then."""
    with pytest.raises(LedgerUnavailable, match=sentence):
        for _ in range(MOST_ROUNDS):
            if not pit.floor.tables["T2"].bets_micros:
                pit.start("T2")
            pit.press("end game", "T2")
    return pit.floor


@contextmanager
def file_away(file: Path) -> Iterator[None]:
    file.rename(file.with_suffix(".away"))
    yield
    file.with_suffix(".away").rename(file)


@contextmanager
def database_away(place: str, server: str) -> Iterator[None]:
    name = str(make_url(place).database)
    allow = SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(allow.format(Identifier(name), SQL("false")))
        admin.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", [name])
        yield
        admin.execute(allow.format(Identifier(name), SQL("true")))


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_the_database_is_gone_and_comes_back(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if database == "sqlite":
        place = str(tmp_path / "room.db")
        away = file_away(Path(place))
    else:
        server = request.getfixturevalue("server")
        place = fresh_database(server)
        away = database_away(place, server)
    pit = PitOnAJournal(place)
    frozen, meter = pit.claim(), pit.meter()
    with away:
        for _ in range(2):
            with pytest.raises(LedgerUnavailable, match=r"the journal is out of reach|was removed|there is no file"):
                pit.confirm()
            assert pit.engine.lost
            assert pit.engine.committed.state == pit.floor, "nothing moves while nothing can be written"
    assert (pit.pending(), pit.meter()) == (frozen, meter)
    pit.start("T2")
    assert pit.meter() == meter + 3 * 5 * UNIT * 15 // 100
    confirmed_once(pit, frozen)


def test_a_confirmation_whose_reply_is_lost_pays_once(place: str) -> None:
    pit = PitOnAJournal(place)
    frozen = pit.claim()
    pit.close()
    journal = FaultyJournal(place_of(place))
    journal.open()
    pit.journal, pit.engine = journal, Engine(Room(), journal, pit.clock)
    journal.fault = CommitFault.AFTER
    confirmed_once(pit, frozen)


def test_the_server_dies_between_claim_and_confirmation(place: str) -> None:
    pit = PitOnAJournal(place)
    frozen, meter, floor = pit.claim(), pit.meter(), pit.floor
    pit.close()
    pit.open()
    assert pit.floor == floor
    assert (pit.pending(), pit.meter()) == (frozen, meter)
    confirmed_once(pit, frozen)


def test_a_clock_set_back_an_hour(place: str) -> None:
    pit = PitOnAJournal(place)
    frozen = pit.claim()
    pit.clock.now_micros -= HOUR_MICROS
    pit.start("T2")
    assert pit.pending() == frozen
    confirmed_once(pit, frozen)
    with snapshot(place) as taken:
        entries = list(taken.entries())
    times = [entry.at_micros for entry in entries]
    assert times == sorted(times), "the log never runs back"
    assert [entry.kind for entry in entries].count(CLOCK) == 1, "and says once why it stands still"
    said = {type(event): (event, entry) for entry in entries if entry.device for event in [read_event(entry.body)]}
    confirmed, award = said[AwardsConfirmed]
    assert isinstance(confirmed, AwardsConfirmed)
    page, *_ = confirmed.pages(award.at_micros)
    assert page.confirmed_at_micros is not None
    assert page.confirmed_at_micros >= said[ClaimsSet][1].at_micros


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            "UPDATE events SET body = replace(body, 'royal', 'loyal') WHERE kind = 'claims set/1'",
            "event .* was changed",
        ),
        (
            "UPDATE balances SET amount_micros = amount_micros + 1 WHERE account = 'mega/meter/Mega'",
            "the balances show .* millionths in mega/meter/Mega, expected",
        ),
        (
            "UPDATE events SET postings = replace(postings, 'pending/Mega', 'pending/Minor')",
            "event .* was changed",
        ),
    ],
    ids=["event", "balance", "posting"],
)
def test_a_corrupted_row_keeps_the_floor_closed(place: str, statement: str, sentence: str) -> None:
    pit = PitOnAJournal(place)
    pit.claim()
    pit.close()
    tamper(place, statement)
    for _ in range(2):
        with pytest.raises(LedgerCorrupt, match=sentence):
            pit.open()
        pit.close()


class Crooked:
    """A room that puts a millionth of every game aside, in a journal whose chain and books are in perfect order."""

    def __init__(self) -> None:
        self.room = Room()

    def initial(self) -> Floor:
        return self.room.initial()

    def read_command(self, text: str) -> RoomCommand:
        return self.room.read_command(text)

    def read_event(self, text: str) -> RoomEvent:
        return self.room.read_event(text)

    def decide(self, state: Floor, command: Command) -> Decision[Floor]:
        decision = self.room.decide(state, command)
        return structs.replace(decision, events=tuple(map(self._skimmed, decision.events)))

    def replay(self, state: Floor, event: Event) -> Floor:
        return state

    def _skimmed(self, event: Event) -> Event:
        if not isinstance(event.body, GameStarted):
            return event
        moved = {"mega/meter/Mega": -1, "mega/revenue": 1}
        return structs.replace(
            event,
            postings=tuple(Posting(p.account, p.amount_micros + moved.get(p.account, 0)) for p in event.postings),
        )


def test_a_forged_journal_in_perfect_order_does_not_fit_the_rules(place: str) -> None:
    pit = PitOnAJournal(place)
    pit.close()
    journal = Journal(place_of(place))
    journal.open()
    forger = Engine(Crooked(), journal, pit.clock)
    forger.committed = replace(forger.committed, state=pit.floor)
    game = command("start game", table="T1", bets={"1": 5 * UNIT})
    (forged,) = forger.run([check_command(Command("keypad T1", 1, game, 0), forger.machine)])
    assert isinstance(forged, Answer), forged
    journal.close()
    with pytest.raises(
        LedgerCorrupt, match=r"cannot be replayed.*the postings of a 'game started/1' are not what it does"
    ):
        pit.open()


@pytest.mark.parametrize("copy", [backup, export])
def test_a_truncated_backup_is_refused_and_a_whole_one_goes_on(
    copy: Callable[[str, Path], object], place: str, tmp_path: Path
) -> None:
    pit = PitOnAJournal(place)
    frozen, floor = pit.claim(), pit.floor
    whole, cut, restored = (tmp_path / name for name in ("copy", "cut", "restored.db"))
    copy(place, whole)
    pit.close()
    content = whole.read_bytes()
    for length in (len(content) - 1, len(content) * 2 // 3, len(content) // 2, 100, 0):
        cut.write_bytes(content[:length])
        with pytest.raises(LedgerError) as refusal:
            restore(cut, restored)
        assert len(str(refusal.value)) > 20, "a sentence that says what is wrong"
        assert not restored.exists(), "nothing is left that could be taken for a room"
    restore(whole, restored)
    pit.place = str(restored)
    pit.open()
    assert pit.floor == floor
    assert pit.journal.id == NAME
    confirmed_once(pit, frozen)
