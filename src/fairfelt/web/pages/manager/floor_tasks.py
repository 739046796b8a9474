"""Closing and opening the floor, approving the software, accepting the clock, changing the key of the log."""

from __future__ import annotations

import asyncio

from fairfelt.room.commands.closing import AcceptClock, ApproveSoftware, CloseFloor, OpenFloor, SetCheckpointKey
from fairfelt.web.api.handlers.records import ON_THE_FLOOR, TWO_TO_OPEN
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task
from fairfelt.web.http.request import number_in


def _close_paper(desk: Desk) -> Paper:
    return Paper(
        title="Close floor",
        lead="No new games start at any table. Games in progress finish, with their jackpots.",
        fields=(Field(name="reason", label="Reason", hint="Shown on every keypad."),),
    )


async def _close(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(CloseFloor, reason=form.text("reason"))


def _open_paper(desk: Desk) -> Paper:
    return Paper(
        title="Open floor",
        lead="Clears every reason the floor was closed for, except unapproved software and a clock in doubt.",
        facts=tuple(("Closed", why) for why in desk.floor.closings) or (("Status", "Open"),),
        fields=(Field(name="why", label="Reason"),),
    )


async def _open(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(OpenFloor, why=form.text("why"))


def _approve_paper(desk: Desk) -> Paper:
    floor = desk.floor
    return Paper(
        title="Approve software",
        lead="Two people approve the software that is running. If the floor closed because of it, the floor opens.",
        facts=(("Running", floor.found), ("Approved", floor.software)),
        fields=(Field(name="document", label="Document", hint="Approval letter or change order."),),
        danger="This software becomes the approved version.",
    )


async def _approve(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(ApproveSoftware, digest=desk.floor.found, document=form.text("document"))


def _clock_paper(desk: Desk) -> Paper:
    now = desk.controller.settings.clock()
    return Paper(
        title="Accept clock",
        lead="The server’s clock jumped, so the floor closed. Compare the time below with another clock. "
        "If it is right, two people accept it and the floor opens. If it is wrong, set the server’s clock first.",
        facts=(("Server clock", desk.when(now)), ("Status", desk.floor.clock_fault or "The clock is not in doubt")),
        fields=(
            Field(name="clock_micros", label="Server clock", sort="hidden", value=str(now)),
            Field(name="document", label="Compared with", hint="For example: wall clock at the cage, incident 12."),
        ),
    )


async def _accept_clock(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(AcceptClock, clock_micros=number_in(form.get("clock_micros")), document=form.text("document"))


def _key_paper(desk: Desk) -> Paper:
    return Paper(
        title="Change the log key",
        lead="Two people give the room a new key to sign its log with. Witnesses that follow the room accept the new "
        "key by themselves; printed copies of the old one must be replaced.",
        facts=(("Key now", desk.floor.checkpoint_key),),
        fields=(Field(name="document", label="Document", hint="Why the key is changed, or the change order."),),
        danger="The old key signs nothing after this.",
    )


async def _change_key(desk: Desk, form: Form, ask: Ask) -> Outcome:
    document = form.text("document")
    form.check()
    named = await asyncio.to_thread(desk.controller.publishing.next_key, desk.controller.ledger)
    return await ask(SetCheckpointKey, key=named.key, secret=named.secret, document=document)


TASKS = [
    Task(path="/manager/floor/close", access=ON_THE_FLOOR, paper=_close_paper, do=_close),
    Task(path="/manager/floor/open", access=TWO_TO_OPEN, paper=_open_paper, do=_open),
    Task(path="/manager/software", access=TWO_TO_OPEN, paper=_approve_paper, do=_approve),
    Task(path="/manager/clock", access=TWO_TO_OPEN, paper=_clock_paper, do=_accept_clock),
    Task(path="/manager/log-key", access=TWO_TO_OPEN, paper=_key_paper, do=_change_key),
]
