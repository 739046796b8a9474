"""Answers on their way back: a group at a time, to whichever thread they belong."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from threading import Event as Flag
from threading import current_thread, main_thread

import pytest

from fairfelt.ledger import Answer, Answered, Command, Head, Ledger, LedgerCorrupt, settle
from fairfelt.ledger.group import Committed
from tests.ledger.bank import State, move, moves
from tests.ledger.desk import opened


def test_one_command_alone_is_committed_at_once(place: str) -> None:
    seen: list[Head] = []
    with opened(place, on_commit=lambda committed: seen.append(committed.head)) as ledger:
        for command in moves("k", 3):
            ledger.submit(command).result()
    assert [head.number for head in seen] == [1, 2, 3]


def test_what_queued_meanwhile_is_delivered_together(place: str) -> None:
    busy, free, sizes = Flag(), Flag(), list[int]()

    def wait(_: Committed[object]) -> None:
        busy.set()
        assert free.wait(120)

    def deliver(answered: Answered) -> None:
        sizes.append(len(answered))
        settle(answered)

    with opened(place, on_commit=wait, deliver=deliver) as ledger:
        first, *others = moves("k", 6)
        futures = [ledger.submit(first)]
        assert busy.wait(120)
        futures += [ledger.submit(command) for command in others]
        free.set()
        assert [future.result().number for future in futures] == [1, 2, 3, 4, 5, 6]
    assert sizes == [1, 5]


def test_an_event_loop_settles_its_own_futures(place: str) -> None:
    async def ask(ledger: Ledger[State], command: Command) -> Answer:
        waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def done(future: Future[Answer]) -> None:
            assert current_thread() is main_thread()
            waiting.set_result(future.result())

        ledger.submit(command).add_done_callback(done)
        return await waiting

    async def room() -> list[Answer]:
        loop = asyncio.get_running_loop()
        with opened(place, deliver=lambda answered: loop.call_soon_threadsafe(settle, answered)) as ledger:
            return await asyncio.gather(*(ask(ledger, command) for command in moves("k", 20)))

    assert [answer.number for answer in asyncio.run(room())] == list(range(1, 21))


@pytest.mark.parametrize("settled_first", [False, True])
def test_a_delivery_that_fails_leaves_nobody_waiting(place: str, settled_first: bool) -> None:
    def deliver(answered: Answered) -> None:
        if settled_first:
            settle(answered)
        raise RuntimeError("the event loop is closed")

    with opened(place, deliver=deliver) as ledger:
        assert ledger.submit(move("k", 1)).result(120).number == 1
        assert ledger.submit(move("k", 2)).result(120).number == 2


def test_a_refusal_to_work_is_delivered_like_an_answer(place: str) -> None:
    outcomes: list[Answer | Exception] = []

    def deliver(answered: Answered) -> None:
        outcomes.extend(outcome for _, outcome in answered)
        settle(answered)

    with opened(place, deliver=deliver) as ledger:
        future = ledger.submit(Command("k", 1, {"kind": "lying"}, 0))
        with pytest.raises(LedgerCorrupt):
            future.result()
    assert [type(outcome) for outcome in outcomes] == [LedgerCorrupt]
