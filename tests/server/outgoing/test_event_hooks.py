"""What happens goes to other systems in order, at least once, and under one number however often it is sent."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt.room import Floor
from fairfelt.room.commands.alarms import RaiseAlarm
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.registry import EVENTS
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server import Controller
from fairfelt.server.founding import found
from fairfelt.server.outgoing import EventHooks, NotDelivered, Topic, Webhook, kinds_of, meters_of
from tests.server.dying_server import settings
from tests.server.outgoing.test_alerts import SECRET, taking
from tests.server.test_watching import FOUNDERS


def test_every_event_has_one_topic() -> None:
    kinds = [kinds_of([topic]) for topic in Topic]
    assert sum(map(len, kinds)) == len(EVENTS) == len(frozenset().union(*kinds))
    assert "awards confirmed/1" in kinds_of([Topic.WINS])
    assert "game started/1" in kinds_of([Topic.ROUNDS])
    assert meters_of(Floor()) == {}


def hooks_of(room: Controller, folder: Path, webhook: Webhook) -> EventHooks:
    folder.mkdir(exist_ok=True)
    return EventHooks(room, [webhook], {Topic.CHANGES}, folder)


def test_what_is_not_taken_is_sent_again_also_after_a_restart(tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")

    async def night(url: str) -> None:
        webhook = Webhook(url, SECRET)
        room = Controller(settings(place))
        await room.start()
        await found(room, FOUNDERS)
        await room.tell(CloseFloor(reason="a fire drill"))
        with pytest.raises(NotDelivered):
            await hooks_of(room, tmp_path / "state", webhook).send_on(webhook)
        await room.stop()
        room = Controller(settings(place))
        await room.start()
        hooks = hooks_of(room, tmp_path / "state", webhook)
        assert await hooks.send_on(webhook) >= 1
        assert await hooks.send_on(webhook) == 0
        await room.stop()

    with taking(503) as (url, sent):
        asyncio.run(night(url))
    first, again = sent[0], sent[1]
    assert first[0]["webhook-id"] == again[0]["webhook-id"]
    assert first[1] == again[1]
    told = {message["type"]: message["data"] for message in (json.loads(body) for _, body in sent)}
    assert "a fire drill" in told["event.floor_closed"]["event"].values()
    numbers = [json.loads(body)["data"]["number"] for _, body in sent[1:]]
    assert numbers == sorted(set(numbers))


DAY_MICROS = 24 * 3_600 * 1_000_000


@pytest.mark.parametrize(
    ("at_least", "is_silent", "again"),
    [
        pytest.param(5_000, False, True, id="no server was there for days"),
        pytest.param(0, False, False, id="the system had taken all of it"),
        pytest.param(0, True, True, id="the system was silent all the time"),
    ],
)
def test_a_server_that_takes_over_sends_again_what_may_not_have_been_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_least: int, *, is_silent: bool, again: bool
) -> None:
    """How far a system is stands on the machine that died; what it had not got to must not be lost."""
    monkeypatch.setattr("fairfelt.server.outgoing.AT_LEAST", at_least)
    later_micros = 0

    async def night(url: str) -> list[int]:
        nonlocal later_micros
        webhook = Webhook(url, SECRET)
        place = settings(str(tmp_path / "room.db"))
        room = Controller(replace(place, clock=lambda: place.clock() + later_micros))
        await room.start()
        await found(room, FOUNDERS)
        sent = [await hooks_of(room, tmp_path / name, webhook).send_on(webhook) for name in ("died", "took over")]
        if is_silent:
            silent = RaiseAlarm(alarm=AlarmKind.SYSTEM_SILENT, about=webhook.system, says="nothing")
            assert not (await room.tell(silent)).refused
        later_micros = 3 * DAY_MICROS
        late = hooks_of(room, tmp_path / "days later", webhook)
        sent.append(await late.send_on(webhook))
        assert await late.send_on(webhook) == 0, "now it is known"
        await room.stop()
        return sent

    with taking() as (url, sent):
        first, second, later = asyncio.run(night(url))
    assert first == second > 0
    assert (later >= first) is again
    numbers = [headers["webhook-id"] for headers, _ in sent]
    assert numbers[:first] == numbers[first : 2 * first], "under the same numbers, so that repeats are dropped"


def test_a_system_that_takes_nothing_is_known_until_it_takes_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairfelt.server.outgoing.PAUSE_S", 0.001)

    async def night(url: str, sent: list[tuple[dict[str, str], bytes]]) -> None:
        room = Controller(settings(str(tmp_path / "room.db")))
        await room.start()
        await found(room, FOUNDERS)
        hooks = asyncio.create_task(hooks_of(room, tmp_path / "state", Webhook(url, SECRET)).run())
        while len(sent) < 2:
            await asyncio.sleep(0.001)
        assert list(room.untaken) == [url.split("/")[2]]
        while room.untaken:
            await asyncio.sleep(0.001)
        hooks.cancel()
        await room.stop()

    with taking(503, 503, 503) as (url, sent):
        asyncio.run(night(url, sent))
