"""What happens goes to other systems in order, at least once, and under one number however often it is sent."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from fairfelt.controller import Controller
from fairfelt.controller.founding import found
from fairfelt.controller.outgoing import Webhook
from fairfelt.controller.outgoing.event_hooks import EventHooks, HookSettings, Topic, kinds_of, meters_of
from fairfelt.controller.outgoing.webhook import NotDelivered
from fairfelt.room import Floor
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.events import EVENTS
from tests.controller.dying_server import settings
from tests.controller.outgoing.test_alerts import SECRET, taking
from tests.controller.test_watching import FOUNDERS


def test_every_event_has_one_topic() -> None:
    kinds = [kinds_of([topic]) for topic in Topic]
    assert sum(map(len, kinds)) == len(EVENTS) == len(frozenset().union(*kinds))
    assert "awards confirmed/1" in kinds_of([Topic.WINS])
    assert "game started/1" in kinds_of([Topic.ROUNDS])
    assert meters_of(Floor()) == {}


def test_what_is_not_taken_is_sent_again_also_after_a_restart(tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")

    async def night(url: str, sent: list[tuple[dict[str, str], bytes]]) -> None:
        chosen = HookSettings(
            webhooks=(Webhook(url, SECRET),), topics=frozenset({Topic.CHANGES}), folder=tmp_path
        )  # fmt: skip
        room = Controller(settings(place))
        await room.start()
        await found(room, FOUNDERS)
        hooks = EventHooks(room, chosen)
        assert await hooks.send_on(chosen.webhooks[0]) == 0, "a new system hears of what happens from now on"
        await room.tell(CloseFloor(reason="a fire drill"))
        with pytest.raises(NotDelivered):
            await hooks.send_on(chosen.webhooks[0])
        await room.stop()
        room = Controller(settings(place))
        await room.start()
        hooks = EventHooks(room, chosen)
        assert await hooks.send_on(chosen.webhooks[0]) >= 1
        assert await hooks.send_on(chosen.webhooks[0]) == 0
        await room.stop()

    with taking(503) as (url, sent):
        asyncio.run(night(url, sent))
    first, again = sent[0], sent[1]
    assert first[0]["webhook-id"] == again[0]["webhook-id"]
    assert first[1] == again[1]
    told = json.loads(again[1])
    assert told["type"] == "event.floor_closed"
    assert "a fire drill" in told["data"]["event"].values()
    numbers = [json.loads(body)["data"]["number"] for _, body in sent[1:]]
    assert numbers == sorted(set(numbers))
