"""Training in the dealer school: somebody signed in begins and records it, and a supervisor sees how everybody does.

The school knows no people: it is public, and may run in a process apart. Whoever begins a training here gets a seat of
their own in it, and what is recorded is what the school marked at that seat, never what a browser says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Message

from fairfelt.room import Role
from fairfelt.room.commands.records.training import RecordTraining
from fairfelt.room.state.people import TrainingSession
from fairfelt.web.api.access import person
from fairfelt.web.desk import Desk, Form
from fairfelt.web.desk.frame import message_page
from fairfelt.web.pages.play.moves import MOST_SESSIONS, new_token, remember, token_of
from fairfelt.web.pages.play.school.lesson import LEVELS, PROGRESS, Score, progress_of, weak_skills
from fairfelt.web.pages.play.school.script import SKILLS

from .office import MANAGER, drawn

TRAINING = "/manager/training"
BEGIN, RECORD = "/play/training/begin", "/play/training/record"
"""Below the path that the seat's cookie is sent to."""
SEES_TRAINING = person(Role.SUPERVISOR, Role.EXECUTIVE)
"""Who sees how everybody trains."""
NOTHING = "Nothing was dealt yet in the training that you began in this browser."


@dataclass(frozen=True)
class Learner:
    """Somebody who trained, and all their sessions, the newest first."""

    person: str
    name: str
    role: str
    sessions: tuple[TrainingSession, ...]

    @property
    def best(self) -> str:
        """The highest level reached."""
        names = [level.name for level in LEVELS]
        return max((session.level for session in self.sessions), key=lambda name: names.index(name), default="")

    @property
    def weak(self) -> str:
        """Skills that need training, by all sessions shown."""
        sums: dict[str, tuple[int, int]] = {}
        for score in (score for session in self.sessions for score in session.skills):
            right, asked = sums.get(score.skill, (0, 0))
            sums[score.skill] = right + score.right, asked + score.asked
        scores = {skill: Score(*sums[skill]) for skill in SKILLS if skill in sums}
        return ", ".join(SKILLS[skill] for skill in weak_skills(scores))


async def training(desk: Desk) -> Response:
    """One's own training; for those who answer for dealers, everybody's."""
    everybody = desk.may(SEES_TRAINING)
    learners = list(_learners(desk)) if everybody else [each for each in _learners(desk) if _is_own(desk, each)]
    return drawn(
        desk, "manager/people/training.html", learners=learners, skills=SKILLS, begin=BEGIN, record=RECORD,
        when=desk.when,
    )  # fmt: skip


async def begin(desk: Desk, form: Form) -> Response:
    """A fresh seat in the schools, which is this person's from now on."""
    token, seats = new_token(), _seats(desk)
    seats[token] = desk.session.person
    while len(seats) > MOST_SESSIONS:
        del seats[next(iter(seats))]
    response = RedirectResponse("/play", 303)
    remember(response, token)
    return response


async def record(desk: Desk, form: Form) -> Response:
    """Put on record what the school marked at the seat that this person began."""
    token = token_of(desk.request)
    if _seats(desk).get(token) != desk.session.person:
        sentence = "This browser has no training that you began. Begin one first, deal some rounds, then record it."
        return message_page(desk, MANAGER, "Nothing recorded", sentence, HTTPStatus.CONFLICT)
    sessions = await _marked(desk.request, token)
    if not sessions:
        return message_page(desk, MANAGER, "Nothing recorded", NOTHING, HTTPStatus.CONFLICT)
    for session in sessions:
        answer = await desk.controller.tell(
            msgspec.convert({"person": desk.session.person, **session}, RecordTraining, strict=False)
        )
    del _seats(desk)[token]  # what is recorded once is not recorded again
    response = RedirectResponse(f"{TRAINING}?event={answer.number}", 303)
    remember(response, new_token())
    return response


def _seats(desk: Desk) -> dict[str, str]:
    """Whose training goes on at which seat. It lives as long as the seats do."""
    seats: dict[str, str] = desk.request.app.state.training_seats
    return seats


async def _marked(request: Request, token: str) -> list[dict[str, Any]]:
    """What the schools say of that seat, here or in the process apart."""
    state = request.app.state
    if state.apart is None:
        return progress_of(state.practice_sessions, token)
    here = {"method": "GET", "path": PROGRESS, "raw_path": PROGRESS.encode(), "query_string": b""}
    answer = await state.apart.answer(Request({**request.scope, **here}, _no_body))
    found: list[dict[str, Any]] = msgspec.json.decode(answer.body)
    return found


async def _no_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def _learners(desk: Desk) -> Iterator[Learner]:
    for name, sessions in desk.floor.training.items():
        who = desk.floor.people[name]
        yield Learner(name, who.name, who.role.value, tuple(reversed(sessions)))


def _is_own(desk: Desk, learner: Learner) -> bool:
    return learner.person == desk.session.person
