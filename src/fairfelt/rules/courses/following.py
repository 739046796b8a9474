"""A round that earns another: its winner has a bonus on the next round from the same shoe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from fairfelt.rules.cards import Card
from fairfelt.rules.settlement import Facts, Outcome, Reading, Result, Settle

from ..pays import NOTHING
from .course import Course, Draw, Over, Step

NO_FACTS = Facts()
NOT_EARNED = Outcome("no following round", NOTHING)


@dataclass(frozen=True)
class FollowingFacts(Facts):
    """The facts of the first round, and of the following one where a player has earned it."""

    first: Facts = NO_FACTS
    """What came of the first round."""
    following: Facts | None = None
    """What came of the following round, if it was earned."""


@dataclass(frozen=True)
class FollowingState:
    """The round that is played, and what came of the one before it."""

    players: int
    playing: Any
    over: tuple[Facts, ...] = ()
    """The facts of each player in the first round, once it is over."""


@dataclass(frozen=True)
class OnFirstRound:
    """As another settlement says of the first round."""

    settle: Settle
    """How it is settled."""

    def __call__(self, facts: FollowingFacts, reading: Reading) -> Outcome:
        return self.settle(facts.first, reading)


@dataclass(frozen=True)
class OnFollowingRound:
    """As another settlement says of the following round; nothing where none was earned."""

    settle: Settle
    """How it is settled."""

    def __call__(self, facts: FollowingFacts, reading: Reading) -> Outcome:
        return self.settle(facts.following, reading) if facts.following else NOT_EARNED


@dataclass(frozen=True)
class Following(Course[FollowingState]):
    """A course without decisions, and once more from the same shoe for those whose first round came out so."""

    rounds: Course[Any]
    """How each of the two rounds goes."""
    after: Result = Result.WIN
    """The result that earns a bonus on the following round."""

    family = "following round"

    def __post_init__(self) -> None:
        if self.rounds.streets:
            raise ValueError("a round that earns another is one in which nobody decides anything")

    @property
    def places(self) -> Any:  # type: ignore[override]
        """As in each of the rounds."""
        return self.rounds.places

    def start(self, players: int) -> FollowingState:
        return FollowingState(players, self.rounds.start(players))

    def next(self, state: FollowingState) -> Step:
        step = self.rounds.next(state.playing)
        if isinstance(step, Over) and not state.over and any(self._earned(state)):
            return self.rounds.next(self.rounds.start(state.players))
        return step

    def _earned(self, state: FollowingState) -> Iterator[bool]:
        """Of each player, whether the first round earns the following one."""
        facts = state.over or [self.rounds.facts(state.playing, player) for player in range(state.players)]
        yield from (each.result is self.after for each in facts)

    def draw(self, state: FollowingState, card: Card) -> FollowingState:
        if isinstance(self.rounds.next(state.playing), Draw):
            return replace(state, playing=self.rounds.draw(state.playing, card))
        over = tuple(self.rounds.facts(state.playing, player) for player in range(state.players))
        return FollowingState(state.players, self.rounds.draw(self.rounds.start(state.players), card), over)

    def facts(self, state: FollowingState, player: int) -> FollowingFacts:
        if not state.over:
            return FollowingFacts(first=self.rounds.facts(state.playing, player))
        first, then = state.over[player], self.rounds.facts(state.playing, player)
        return FollowingFacts(first=first, following=then if first.result is self.after else None)

    def possible_facts(self) -> Iterator[FollowingFacts]:
        rounds = list(self.rounds.possible_facts())
        for first in rounds:
            if first.result is self.after:
                yield from (FollowingFacts(first=first, following=then) for then in rounds)
            else:
                yield FollowingFacts(first=first)

    def alike(self, card: Card) -> int:
        return self.rounds.alike(card)

    def most_cards(self, players: int) -> int:
        return 2 * self.rounds.most_cards(players)

    @property
    def sentences(self) -> tuple[str, ...]:
        result = {Result.WIN: "wins", Result.TIE: "ties", Result.LOSS: "loses"}[self.after]
        return (
            *self.rounds.sentences,
            f"A player whose first round {result} has a bonus on the round that follows: it is dealt from the same "
            "shoe by the same rules.",
        )


on_first_round, on_following_round = OnFirstRound, OnFollowingRound
