"""How far a visitor has come in every school of the games, as plain data for whoever keeps it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..sessions import PracticeSessions, token_of
from ..views import Json
from .lesson import Lesson
from .levels import level_of
from .skills import SKILLS

PROGRESS = "/play/progress.json"


def progress(request: Request) -> Response:
    """The schools of this visitor in which something was marked."""
    response = JSONResponse(progress_of(request.app.state.practice_sessions, token_of(request)))
    response.headers["Cache-Control"] = "no-store"
    return response


def progress_of(sessions: PracticeSessions, token: str) -> list[Json]:
    """The same for a token."""
    lessons = [table for table in sessions.of(token, "school") if isinstance(table, Lesson)]
    return [_told(lesson) for lesson in lessons if lesson.score.asked]


def _told(lesson: Lesson) -> Json:
    scores = lesson.scores
    return {
        "game": lesson.game.title,
        "level": level_of(scores).name,
        "skills": [
            {"skill": skill, "right": score.right, "asked": score.asked, "seconds": round(score.seconds)}
            for skill in SKILLS
            if (score := scores.get(skill))
        ],
    }
