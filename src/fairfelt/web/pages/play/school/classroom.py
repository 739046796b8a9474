"""Classes at the dealer school: an instructor opens one, students join by its code, and nothing outlives the server."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from secrets import choice
from time import monotonic

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt.web.http.answers import BadQuery
from fairfelt.web.pages.page import page
from fairfelt.web.pages.play.moves import PracticeSessions, read_sent, remember, token_of
from fairfelt.web.pages.play.school.lesson import Lesson
from fairfelt.web.pages.play.school.school_moves import progress_view
from fairfelt.web.pages.play.views import Json

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like digits."""
CODE_LENGTH = 5
MOST_STUDENTS = 60
LONGEST_NAME = 40


@dataclass
class Classroom:
    """Students by the tokens of their seats. Only the browser that opened the class sees them."""

    instructor: str
    students: dict[str, str] = field(default_factory=dict)


class Join(msgspec.Struct):
    """The name under which an instructor knows a student."""

    name: str


def classroom(request: Request) -> Response:
    """The instructor's view of a class, the form to join it, or the button that opens one."""
    found, code, token = _class_of(request), request.path_params.get("code", ""), token_of(request)
    part = "open" if not code else "gone" if not found else "teach" if found.instructor == token else "join"
    status = HTTPStatus.NOT_FOUND if part == "gone" else HTTPStatus.OK
    response = page("play/class.html", status=status, part=part, code=code, longest=LONGEST_NAME)
    remember(response, token)
    return response


async def open_class(request: Request) -> Response:
    """A new class, whose instructor is this browser."""
    token = token_of(request)
    code = "".join(choice(LETTERS) for _ in range(CODE_LENGTH))
    _sessions(request).classes.find(code, lambda: Classroom(token))
    response = JSONResponse({"code": code}, HTTPStatus.CREATED)
    remember(response, token)
    return response


async def join(request: Request) -> Response:
    """This browser's lessons are seen by the instructor from now on, under that name."""
    found, token = _class_of(request), token_of(request)
    name = " ".join((await read_sent(request, Join)).name.split())
    if not found:
        raise BadQuery("code", "there is no class of that code: ask your instructor for a new one")
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadQuery("name", f"give a name of up to {LONGEST_NAME} letters")
    if token not in found.students and len(found.students) >= MOST_STUDENTS:
        raise BadQuery("code", f"this class is full: it has {MOST_STUDENTS} students")
    found.students[token] = name
    response = JSONResponse({"name": name})
    remember(response, token)
    return response


def students(request: Request) -> Response:
    """What every student does now, for the instructor alone."""
    found = _class_of(request)
    if not found or found.instructor != token_of(request):
        raise BadQuery("code", "only the browser that opened this class sees its students")
    sessions, seen = _sessions(request), dict(found.students)
    response = JSONResponse({"students": [_student(sessions, token, name) for token, name in seen.items()]})
    response.headers["Cache-Control"] = "no-store"
    return response


def _student(sessions: PracticeSessions, token: str, name: str) -> Json:
    lessons = [each for each in sessions.of(token, "school") if isinstance(each, Lesson)]
    return {"name": name, "games": [_lesson(lesson) for lesson in sorted(lessons, key=lambda each: -each.moved_s)]}


def _lesson(lesson: Lesson) -> Json:
    wrong = [mark for mark in lesson.marks if not mark.is_right]
    return progress_view(lesson) | {
        "game": lesson.game.title,
        "stage": lesson.stage,
        "minutes": round(lesson.score.seconds / 60),
        "idle_s": round(monotonic() - lesson.moved_s) if lesson.moved_s else None,
        "mistake": f"{wrong[-1].what}: {wrong[-1].said} ({wrong[-1].right})" if wrong else "",
    }


def _sessions(request: Request) -> PracticeSessions:
    sessions: PracticeSessions = request.app.state.practice_sessions
    return sessions


def _class_of(request: Request) -> Classroom | None:
    code = str(request.path_params.get("code", ""))
    return dict(_sessions(request).classes.items()).get(code.upper())
