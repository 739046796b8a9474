"""Whatever the database does to a server, it ends active, or stands by, or holds nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

from fairfelt.cli.commands.serve import check_room
from fairfelt.ledger import JournalHeld, LedgerUnavailable, WatchedClock
from fairfelt.ledger.canonical import canonical
from fairfelt.ledger.store.place import STANDBYS
from fairfelt.room.commands.closing import AcceptClock, CloseFloor
from fairfelt.room.registry import read_command
from fairfelt.runtime.formats import fit_line
from fairfelt.server import Controller, SignInRefused, Status, manifest
from fairfelt.server.founding import Founder, found, unlock
from tests.server.dying_server import settings
from tests.support.postgres import fresh_database
from tests.support.replicas.pair import Replicated, replicated
from tests.support.tampering import tamper

FOUNDERS = [Founder("eve", "Eve Example", "E-1", "2468"), Founder("ed", "Ed Example", "E-2", "8642")]
PATIENCE_S = 120
HOUR_MICROS = 3_600_000_000


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


def play(
    place: Path | str, scene: Callable[[Callable[..., Awaitable[Controller]]], Awaitable[None]], **chosen: object
) -> None:
    """Play a scene with servers that are stopped at its end, however it ends."""

    async def played() -> None:
        servers: list[Controller] = []

        async def start(**more: object) -> Controller:
            server = Controller(replace(settings(str(place)), **chosen, **more))  # type: ignore[arg-type]
            servers.append(server)
            await server.start()
            return server

        try:
            await scene(start)
        finally:
            for server in servers:
                await server.stop()

    asyncio.run(played())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again at once."""
    monkeypatch.setattr("fairfelt.server.controller.RETRY_S", 0.01)


@pytest.mark.parametrize("moment", ["_look", "_own"])
def test_a_database_that_fails_during_a_takeover(moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        first = await start()
        await found(first, FOUNDERS)
        second = await start()
        assert second.status is Status.STANDBY
        right, fails = getattr(Controller, moment), [LedgerUnavailable("the line was cut"), OSError("no space")]

        async def flap(self: Controller, *words: object, **more: object) -> object:
            if self is second and fails:
                raise fails.pop()
            return await right(self, *words, **more)

        monkeypatch.setattr(Controller, moment, flap)
        await first.stop()
        await until(lambda: second.status is Status.ACTIVE)
        assert not fails
        assert "ledger/takeover" in [entry.kind for entry in second.ledger.entries()]

    play(tmp_path / "room.db", scene)


def test_a_server_that_cannot_become_active_lets_another_have_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        def broken() -> object:
            raise LedgerUnavailable("nothing can be read here")

        first = await start(read_manifest=broken)
        assert first.status is not Status.STANDBY
        second = await start()
        await until(lambda: second.status is Status.ACTIVE)

    play(tmp_path / "room.db", scene)


@pytest.mark.sqlite_each_time
def test_a_database_that_is_away_at_the_start_is_waited_for(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    place = fresh_database(server)
    name = Identifier(str(make_url(place).database))

    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
            check_room(place)
            first = await start()
            for _ in range(3):
                assert first.status is Status.CLOSED
                assert "not currently accepting connections" in first.reason, "and it stays said"
                await asyncio.sleep(0.03)
            admin.execute(SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))
            await until(lambda: first.status is Status.ACTIVE)

    play(place, scene)
    assert "the server waits for it" in capsys.readouterr().err


def test_an_unforeseen_fault_at_the_start_is_a_sentence(tmp_path: Path) -> None:
    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        def broken() -> object:
            raise ZeroDivisionError("a bug")

        first = await start(read_manifest=broken)
        assert first.status is Status.CLOSED
        assert "it could not be opened" in first.reason
        assert (await start()).status is Status.ACTIVE

    play(tmp_path / "room.db", scene)


def test_a_server_that_lost_its_journal_serves_nothing_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        server = await start()
        await found(server, FOUNDERS)
        engine = server.ledger._engine
        engine.failure = "the disk is full"
        assert (server.status, bool(server.floor.people)) == (Status.FAILING, True)
        assert server.reason.endswith("nothing is acknowledged until it can be; the disk is full")
        assert server.public_reason.endswith("nothing is acknowledged until it can be")
        engine.failure = ""
        with monkeypatch.context() as frozen:
            frozen.setattr("fairfelt.ledger.engine.SILENT_S", -1.0)
            assert server.status.value == "fenced"
            with pytest.raises(LedgerUnavailable, match="lost its hold on the journal"):
                _ = server.floor
            with pytest.raises(LedgerUnavailable, match="lost its hold on the journal"):
                await server.tell(CloseFloor(reason="a try"))
            frozen.setattr(server._ledger._journal, "waits_for", STANDBYS)  # type: ignore[union-attr]
            assert server.reason.endswith("; a commit waits for a standby of the database")
        assert server.status is Status.ACTIVE

    play(tmp_path / "room.db", scene)


def test_a_server_that_was_replaced_stands_by_until_its_turn_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said for good that it was fenced, though it waits and takes over like any standby; then at each try."""

    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        server = await start()
        await found(server, FOUNDERS)
        engine = server.ledger._engine

        tried: list[Status] = []

        def held() -> None:
            tried.append(server.status)
            raise JournalHeld("another server writes it")

        with monkeypatch.context() as replaced:
            replaced.setattr(engine._journal, "reopen", held)
            engine._lost = True
            assert server.status is Status.FENCED, "until it has tried"
            await until(lambda: server.status is Status.STANDBY)
            assert server.reason == "this server stands by: another one is active"
            with pytest.raises(LedgerUnavailable, match="stands by"):
                _ = server.floor
            await until(lambda: len(tried) > 1)
            assert set(tried[1:]) == {Status.STANDBY}
        await until(lambda: server.status is Status.ACTIVE)
        assert (server.reason, list(server.floor.people)) == ("", ["eve", "ed"])

    play(tmp_path / "room.db", scene)


@pytest.mark.heavy
def test_a_server_whose_database_lost_its_standby_says_what_it_waits_for(tmp_path: Path) -> None:
    async def scene(pair: Replicated) -> None:
        server = Controller(settings(pair.url))
        await server.start()
        try:
            await found(server, FOUNDERS)
            pair.lines[0].cut()
            asked = asyncio.create_task(server.tell(CloseFloor(reason="a try", cards=("E-1",))))
            await until(lambda: server.status is Status.FENCED)
            assert server.reason.endswith("; a commit waits for a standby of the database")
            assert not asked.done()
            pair.lines[0].mend()
            assert not (await asked).refused
            await until(lambda: server.status is Status.ACTIVE)
            assert server.floor.closed == "a try"
        finally:
            pair.lines[0].mend()
            await server.stop()

    with replicated(tmp_path / "pair") as pair:
        if pair is None:
            pytest.skip("there is no PostgreSQL with pg_basebackup here")
        asyncio.run(scene(pair))


def test_a_long_opening_tells_how_far_it_is(tmp_path: Path) -> None:
    place = tmp_path / "room.db"

    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        await found(await start(), FOUNDERS)

    play(place, scene)

    async def again() -> None:
        server = Controller(settings(str(place)))
        server.begin()
        try:
            await until(lambda: server.status is Status.OPENING)
            assert "reading the journal" in server.reason
            await until(lambda: server.status is Status.ACTIVE)
            assert server.reason == ""
        finally:
            await server.stop()

    asyncio.run(again())


def test_a_clock_that_jumps_closes_the_floor_until_it_is_accepted(tmp_path: Path) -> None:
    off, now = [0], 1_790_000_000_000_000
    clock = WatchedClock(lambda: now + off[0], lambda: 0.0)

    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        server = await start()
        await found(server, FOUNDERS)
        assert not server.floor.closed
        off[0] = 400 * 24 * HOUR_MICROS
        await until(lambda: bool(server.floor.clock_fault))
        assert server.floor.closed.startswith("the clock jumped")
        assert server.head.at_micros == now
        accepted = AcceptClock(clock_micros=now + off[0], document="compared with the telephone", cards=("E-1", "E-2"))
        assert not (await server.tell(accepted)).refused
        await until(lambda: not server._ledger or not server._ledger.clock_condition)
        assert not server.floor.closed
        await server.tell(CloseFloor(reason="after it"))
        assert server.head.at_micros == now + off[0]

    play(tmp_path / "room.db", scene, clock=clock)


def test_a_card_whose_pin_was_deleted_is_not_locked_by_the_right_one_and_gets_a_new_one(tmp_path: Path) -> None:
    async def scene(start: Callable[..., Awaitable[Controller]]) -> None:
        server = await start()
        await found(server, FOUNDERS)
        tamper(str(tmp_path / "room.db"), "DELETE FROM secrets")
        for _ in range(4):
            with pytest.raises(SignInRefused, match="the PIN of card E-1 was lost from the database"):
                await server.cards.sign_in("console 1", "E-1", "2468")
        assert not server.floor.cards["E-1"].locked
        await server.stop()
        again = await start()
        assert again.floor.cards["E-1"].locked
        code = await unlock(again, "E-1")
        await again.cards.set_pin("console 1", "E-1", code.digits, "8642")
        assert await again.cards.sign_in("console 1", "E-1", "8642")

    play(tmp_path / "room.db", scene)


@pytest.mark.xdist_group("software")
def test_the_manifest_covers_the_files_of_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lib.py").write_text("one")
    made = tmp_path / "lib-1.0.dist-info"
    made.mkdir()
    (made / "METADATA").write_text("Metadata-Version: 2.1\nName: lib\nVersion: 1.0\n")
    (made / "RECORD").write_text("lib.py,,\ngone.py,,\n")
    ours = tmp_path / "fairfelt-1.0.dist-info"
    ours.mkdir()
    (ours / "METADATA").write_text("Metadata-Version: 2.1\nName: fairfelt\nVersion: 1.0\nRequires-Dist: lib>=1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "root").mkdir()
    before = manifest(tmp_path / "root")
    assert before.libraries["lib"].startswith("1.0 sha256:")
    assert manifest(tmp_path / "root").digest == before.digest
    (tmp_path / "lib.py").write_text("two")
    assert manifest(tmp_path / "root").differences(before) == ["lib"]


@given(st.text())
@example("x" * 199 + " and more")
@example("two\nlines\x00")
def test_whatever_is_found_wrong_fits_into_the_command_that_closes_the_floor(wrong: str) -> None:
    said = CloseFloor(reason=fit_line(f"wrong: {wrong}"))
    assert read_command(canonical(said)) == said
