"""A visitor, with one game counted in earnest and the others left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Event

from starlette.testclient import TestClient

from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Progress, Unsolved, Verification
from fairfelt.rules import Game
from fairfelt.web import application
from fairfelt.web.pages.counting import Counting, GameQuery, Study, check, study

THREE = "three-card-poker"
PATIENCE_S = 120
Studying = Callable[[GameQuery, Executor, Progress], Study]


def uncounted(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
    """Count nothing."""
    raise Unsolved(f"{asked.slug} is not counted here")


def only_three(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
    """Count that game; no other has a solver here."""
    return (study if asked.slug == THREE else uncounted)(asked, executor, progress)


def check_three(game: Game, executor: Executor, progress: Progress) -> Verification:
    """Check that game; no other has figures here."""
    return check(game, executor, progress) if game.slug == THREE else engine.verify([])


class Slow:
    """A solver that says when it begins, and goes on when it is told."""

    def __init__(self, then: Studying = uncounted) -> None:
        self.then = then
        self.begun, self.go_on = Event(), Event()
        self.asked: list[GameQuery] = []

    def __call__(self, asked: GameQuery, executor: Executor, progress: Progress) -> Study:
        self.asked.append(asked)
        progress(0, 1, "shuffling")
        self.begun.set()
        assert self.go_on.wait(PATIENCE_S)
        return self.then(asked, executor, progress)


@contextmanager
def closing(counting: Counting) -> Iterator[Counting]:
    """Stops its threads in the end."""
    try:
        yield counting
    finally:
        counting.close()


def visitor(counting: Counting) -> TestClient:
    """Somebody with a browser; nothing is counted ahead."""
    return TestClient(application(counting), raise_server_exceptions=False)
