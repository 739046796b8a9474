"""The pit of the day: every table of the digital twin at once, spread over processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from fairfelt.twin.cast import AnswerLog
from fairfelt.web.pages.page import PrintedCard

from .tables import Answered, Played, Share, play


class DayPit:
    """Forty tables and an office, from one seed; each on time by the clock."""

    def __init__(
        self, url: str, cards: Sequence[PrintedCard], tables: int, hours: float, seconds: float, processes: int
    ) -> None:
        numbers = range(tables)
        shares = [
            Share(url, cards, hours, seconds, numbers[at::processes], tables, has_office=at == 0)
            for at in range(min(processes, len(numbers)))
        ]
        self._players = [_start(share) for share in shares]
        self._played: list[Played] = []
        for _, line in self._players:
            line.recv()

    def play(self) -> None:
        """Give everybody the word at once, and wait until the day is over for all."""
        for _, line in self._players:
            line.send("begin")
        for process, line in self._players:
            try:
                self._played.append(line.recv())
            except EOFError:
                self._played.append(Played(troubles=[f"{process.name} died"]))
            process.join()

    @property
    def rounds(self) -> int:
        """Played."""
        return sum(played.rounds for played in self._played)

    @property
    def answered(self) -> list[Answered]:
        """Every request of everybody, in the order of its answers."""
        lists = (answered for played in self._played for answered in played.answered.values())
        return sorted((one for answered in lists for one in answered), key=lambda one: one.at_s)

    @property
    def acknowledged(self) -> dict[str, list[tuple[int, float]]]:
        """Events of each link and when they were acknowledged."""
        found: dict[str, list[tuple[int, float]]] = {}
        for played in self._played:
            for link, answered in played.answered.items():
                found.setdefault(link, []).extend((one.number, one.at_s) for one in answered if one.number)
        return {link: sorted(events) for link, events in found.items()}

    @property
    def answers(self) -> dict[str, AnswerLog]:
        """Everything that each device was told."""
        return {name: answers for played in self._played for name, answers in played.answers.items()}

    @property
    def refusals(self) -> Counter[str]:
        """By sentence."""
        return sum((played.refusals for played in self._played), Counter[str]())

    @property
    def troubles(self) -> list[str]:
        """What must not be."""
        return [trouble for played in self._played for trouble in played.troubles]

    @property
    def late_s(self) -> float:
        """How long after the end of the day the slowest was done."""
        return max(played.late_s for played in self._played)

    @property
    def cpu_s(self) -> float:
        """What it took to play, of all processes."""
        return sum(played.cpu_s for played in self._played)


def _start(share: Share) -> tuple[SpawnProcess, Connection]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=play, args=(share, theirs), name=f"tables {list(share.tables)}", daemon=True)
    process.start()
    theirs.close()
    return process, ours
