"""Closing and opening the floor, and approving the software that runs here."""

from __future__ import annotations

from fairfelt.web.api.handlers.records import ON_THE_FLOOR, TWO_TO_OPEN
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

BACK = "/manager"


def _close_paper(desk: Desk) -> Paper:
    return Paper(
        title="Close the floor",
        lead="No game starts any more at any table. Games that run are finished, with their claims and awards.",
        button="Close the floor",
        back=BACK,
        fields=(Field(name="reason", label="Why", hint="Everybody reads it on the keypads."),),
    )


async def _close(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("close floor", reason=form.text("reason"))


def _open_paper(desk: Desk) -> Paper:
    closings = desk.floor.closings
    return Paper(
        title="Open the floor",
        lead="Ends every reason for which the floor was closed, except software that was not approved.",
        button="Open the floor",
        back=BACK,
        facts=tuple(("Closed because", why) for why in closings) or (("Floor", "nobody has closed it"),),
        fields=(Field(name="why", label="Why it may open"),),
    )


async def _open(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("open floor", why=form.text("why"))


def _approve_paper(desk: Desk) -> Paper:
    floor = desk.floor
    return Paper(
        title="Approve the software",
        lead="Two people say that the software found running here may run. A floor that was closed for it opens.",
        button="Approve it",
        back=BACK,
        facts=(("Found running", floor.found), ("Approved so far", floor.software)),
        fields=(Field(name="document", label="Document", hint="The approval letter or change order it rests on."),),
        danger="From now on this software counts as the approved one.",
    )


async def _approve(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("approve software", digest=desk.floor.found, document=form.text("document"))


TASKS = [
    Task(path="/manager/floor/close", access=ON_THE_FLOOR, paper=_close_paper, do=_close),
    Task(path="/manager/floor/open", access=TWO_TO_OPEN, paper=_open_paper, do=_open),
    Task(path="/manager/software", access=TWO_TO_OPEN, paper=_approve_paper, do=_approve),
]
