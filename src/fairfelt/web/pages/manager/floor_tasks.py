"""Closing and opening the floor, approving the software, accepting the clock, changing the key of the log."""

from __future__ import annotations

import asyncio
from typing import Any

from fairfelt.room.commands.closing import AcceptClock, ApproveSoftware, CloseFloor, OpenFloor, SetCheckpointKey
from fairfelt.web.api.handlers.records import TWO_TO_OPEN
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

CLOSE = Paper(
    title="Close floor",
    lead="No new games start at any table. Games in progress finish, with their jackpots.",
    fields=[Field("reason", "Reason", hint="Shown on every keypad.")],
)


def _open(desk: Desk) -> Paper:
    return Paper(
        title="Open floor",
        lead="Clears every reason the floor was closed for, except unapproved software and a clock in doubt.",
        facts=[("Closed", why) for why in desk.floor.closings] or [("Status", "Open")],
        fields=[Field("why", "Reason")],
    )


def _approve(desk: Desk) -> Paper:
    floor = desk.floor
    return Paper(
        title="Approve software",
        lead="Two people approve the software that is running. If the floor closed because of it, the floor opens.",
        facts=(("Running", floor.found), ("Approved", floor.software)),
        fields=[Field("document", "Document", hint="Approval letter or change order.")],
        danger="This software becomes the approved version.",
        given={"digest": floor.found},
    )


def _clock(desk: Desk) -> Paper:
    now = desk.controller.settings.clock()
    return Paper(
        title="Accept clock",
        lead="The server’s clock jumped, so the floor closed. Compare the time below with another clock. "
        "If it is right, two people accept it and the floor opens. If it is wrong, set the server’s clock first.",
        facts=(("Server clock", desk.when(now)), ("Status", desk.floor.clock_fault or "The clock is not in doubt")),
        fields=(
            Field("clock_micros", sort="hidden", value=str(now)),
            Field("document", "Compared with", hint="For example: wall clock at the cage, incident 12."),
        ),
    )


def _key(desk: Desk) -> Paper:
    return Paper(
        title="Change the log key",
        lead="Two people give the room a new key to sign its log with. Witnesses that follow the room accept the new "
        "key by themselves; printed copies of the old one must be replaced.",
        facts=[("Key now", desk.floor.checkpoint_key)],
        fields=[Field("document", "Document", hint="Why the key is changed, or the change order.", optional=False)],
        danger="The old key signs nothing after this.",
    )


async def _change_key(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    form.check()
    named = await asyncio.to_thread(desk.controller.publishing.next_key, desk.controller.ledger)
    return await ask({**fields, "key": named.key, "secret": named.secret})


TASKS = [
    Task("/manager/floor/close", CloseFloor, CLOSE),
    Task("/manager/floor/open", OpenFloor, _open),
    Task("/manager/software", ApproveSoftware, _approve),
    Task("/manager/clock", AcceptClock, _clock),
    Task("/manager/log-key", SetCheckpointKey, _key, by=TWO_TO_OPEN, do=_change_key),
]
