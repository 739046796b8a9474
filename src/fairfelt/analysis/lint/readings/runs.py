"""Runs: where the ace stands, what a hand without a run is worth, what a run that wraps ends in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from fairfelt.rules import Game
from fairfelt.rules.cards import RANKS
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.rules.hands.runs import RunRanking

from ..finding import GAME
from ..subject import Subject
from .compare import reading_check
from .reading import Question, Reading

LOW = f"A{RANKS[:-1]}"
"""The ranks with the ace below the deuce."""
Change = Callable[[RunRanking], RunRanking]

ACES: dict[str, Change] = {
    "runs wrap around through the ace": lambda run: _shaped(run, LOW, RANKS, closed=True),
    "the ace is low or high": lambda run: _shaped(run, f"{LOW}A", RANKS),
    "the ace is high only": lambda run: _shaped(run, RANKS, RANKS),
    "the ace is low only": lambda run: _shaped(run, LOW, LOW),
}
ONE_END_ONLY = ("the ace is high only", "the ace is low only")
"""Where colors alternate, the thirteen ranks close no circle: the ace has one end."""


@reading_check("FF301", "where the ace stands in a run")
def aces(subject: Subject) -> Iterable[Question]:
    """A run can wrap around through the ace, or the ace is low, high, or either. Each reading changes how many hands
    make every length, so the printed figures of bets on a length show which was meant."""
    run = _run(subject.game)
    if run:
        offered = {words: ACES[words] for words in (ONE_END_ONLY if run.tracks > 1 else ACES)}
        others = [
            Reading(words, _reread(subject.game, change), _reread(subject.game, change, side_bets_only=True))
            for words, change in offered.items()
            if _shape(change(run)) != _shape(run)
        ]
        as_read = next(words for words, change in offered.items() if _shape(change(run)) == _shape(run))
        asks = "Where may the ace stand in a run?"
        said = subject.felt_says("ace", "wrap")
        yield Question(GAME, asks, f"{as_read}.", tuple(others), "Say it in the rules.", said)


@reading_check("FF302", "hands without a run")
def no_run(subject: Subject) -> Iterable[Question]:
    """Two hands of which neither has two cards in a row can tie, or the highest card decides. Such hands are few at
    one table and many over a year."""
    if subject.game.showdown and isinstance(subject.game.showdown.ranking, RunRanking):
        other = Reading("hands without a run are all alike", _reread(subject.game, NoRunAlike.of))
        asks, as_read = "How do two hands without a run compare?", "by their highest card."
        yield Question(GAME, asks, as_read, (other,), "Say what decides between them.")


@reading_check("FF303", "what a run that wraps ends in")
def wrapped_end(subject: Subject) -> Iterable[Question]:
    """A run that goes on through the ace has a last card and a highest card, and they are not the same."""
    showdown = subject.game.showdown
    if showdown and isinstance(showdown.ranking, RunRanking) and showdown.ranking.closed:
        other = Reading("the highest card of the run counts", _reread(subject.game, HighestOfRun.of))
        asks, as_read = "What does a run count by that goes on past the ace?", "by its last card, a deuce or a three."
        yield Question(GAME, asks, as_read, (other,), "Give an example of two such runs.")


class OtherRuns(RunRanking):
    """The same runs, in one thing counted otherwise."""

    otherwise: str

    @classmethod
    def of(cls, run: RunRanking) -> RunRanking:
        """That ranking, so read."""
        name, colors = f"{run.name}, {cls.otherwise}", run.tracks > 1
        return cls(name, run.word, order=run.order, heights=run.heights, closed=run.closed, colors=colors)


class NoRunAlike(OtherRuns):
    """Nothing tells hands without a run apart."""

    otherwise = "no run alike"

    def mask_value(self, mask: int, wild: int) -> int:
        value = super().mask_value(mask, wild)
        return value if value >> LINE_BITS > 1 else value >> LINE_BITS << LINE_BITS

    def describe(self, value: int) -> str:
        return super().describe(value) if value >> LINE_BITS > 1 else f"no {self.word}"


class HighestOfRun(OtherRuns):
    """A run counts by the highest card that is in it."""

    otherwise = "by the highest card"

    def _runs(self, mask: int) -> list[tuple[int, int]]:
        order = [self.heights.index(rank) for rank in self.order]
        found = []
        for length, end in super()._runs(mask):
            at = order.index(end)
            found.append((length, max(order[(at - back) % len(order)] for back in range(length))))
        return found


def _run(game: Game) -> RunRanking | None:
    rankings = [game.showdown.ranking if game.showdown else None, *(wager.ranking for wager in game.wagers)]
    return next((ranking for ranking in rankings if isinstance(ranking, RunRanking)), None)


def _shaped(run: RunRanking, order: str, heights: str, *, closed: bool = False) -> RunRanking:
    name = f"{run.name} read as {order}{' and around' * closed}"
    return RunRanking(name, run.word, order=order, heights=heights, closed=closed, colors=run.tracks > 1)


def _shape(run: RunRanking) -> tuple[str, str, bool]:
    return run.order, run.heights, run.closed


def _reread(game: Game, change: Change, *, side_bets_only: bool = False) -> Game:
    """The game with every ranking by runs read that way, one value for all who share it.

    Of the side bets those that outlive a fold: what folds cost the others is known once the game is solved anew.
    """
    changed: dict[int, RunRanking] = {}

    def anew(ranking: Ranking) -> Ranking:
        if not isinstance(ranking, RunRanking):
            return ranking
        return changed.setdefault(id(ranking), change(ranking))

    wagers = tuple(
        replace(w, ranking=anew(w.ranking)) if w.ranking and (not side_bets_only or w.survives_fold) else w
        for w in game.wagers
    )
    showdown = game.showdown
    if showdown and not side_bets_only:
        showdown = replace(showdown, ranking=anew(showdown.ranking))
    return replace(game, wagers=wagers, showdown=showdown)
