"""A game as agents play it: numbered actions, what a seat sees as an array of fixed size, and rounds of equal bets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from pickle import PicklingError
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt import games
from fairfelt.rules import MICROS, Choice, Game, Kind
from fairfelt.rules.cards import Card, format_cards
from fairfelt.table import Choose, DealCards, PlaceBets, Round, RoundError, Settle
from fairfelt.table.layout import layout_of

SETTLE = "Settle"
"""The only action where a round leaves nothing to decide."""
MOST_UNITS = 255
"""On one wager, as a byte holds them."""
Observation = NDArray[np.uint8]


class MissingExtra(ImportError):  # noqa: N818  (it reads as what is the matter)
    """A library that environments are made for is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"this needs {library}, which is not installed here: pip install 'fairfelt[{extra}]'")


@dataclass(frozen=True, eq=False)
class AgentGame:
    """A game and a number of seats, each of which bets one unit on every opening bet and on the side bets named."""

    game: Game
    seats: int = 1
    bets: tuple[str, ...] = ()
    """Side bets that every seat makes."""

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= self.game.seats:
            raise ValueError(f"{self.game.title} seats 1 to {self.game.seats} players, not {self.seats}")
        Play(self, Round(self.game), ())._bet(*(wager.name for wager in self.game.opening_bets()))

    @classmethod
    def of(cls, game: Game | str, variant: str = "", seats: int = 1, bets: Sequence[str] = ()) -> AgentGame:
        """A game by itself or by its name in the catalogue."""
        found = games.find(game, variant) if isinstance(game, str) else game
        return cls(found, seats, tuple(found.wager(name).name for name in bets))

    def __deepcopy__(self, memo: object) -> AgentGame:
        """Nothing in it ever changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """By its name, as another process finds it in the catalogue."""
        game = self.game
        if games.find(game.slug, game.variant) is not game:
            raise PicklingError(f"{game.title} is not as in the catalogue, where another process would look for it")
        return AgentGame.of, (game.slug, game.variant, self.seats, self.bets)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """All actions by their numbers: settling, the bets to open with, and every choice of every decision."""
        streets = (*([self.game.opening_choice] if self.game.opening_choice else []), *self.game.streets)
        return tuple(dict.fromkeys([SETTLE, *(choice.name for street in streets for choice in street.choices)]))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each action."""
        return {name: number for number, name in enumerate(self.actions)}

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """The distinct cards of the deck."""
        return tuple(sorted(self.game.deck.faces))

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that a stake can lie on."""
        return tuple(wager.name for wager in self.game.wagers if wager.kind is not Kind.BONUS)

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """Where a round can stand: before the deal, at each decision, and after the last one."""
        return ("before the deal", *(street.name for street in self.game.streets), "no more decisions")

    @property
    def places(self) -> tuple[str, ...]:
        """Whose cards an observation counts; only a course of play can deal a player several hands."""
        return (*(["active hand"] if self.game.course else []), "own", "community", "dealer")

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The name of every number of an observation."""
        cards = [f"{place} {format_cards([face])}" for place in self.places for face in self.faces]
        stages = [f"stage {stage}" for stage in self.stages]
        return (*cards, *stages, *(f"units on {wager}" for wager in self.wagers))

    @cached_property
    def limits(self) -> Observation:
        """The greatest number there can be in each place of an observation."""
        cards = [self.game.deck.copies] * (len(self.places) * len(self.faces))
        return np.array([*cards, *[1] * len(self.stages), *[MOST_UNITS] * len(self.wagers)], np.uint8)

    @cached_property
    def unit_micros(self) -> int:
        """A bet that is paid exactly, whatever happens."""
        return lcm(MICROS, *(spot.step_micros for spot in layout_of(self.game).spots.values()))

    @property
    def cards_needed(self) -> int:
        """As many as a round can take."""
        return layout_of(self.game).cards_needed[self.seats]

    def deal(self, source: Random) -> Play:
        """A new round with cards drawn by that source, up to the first decision."""
        return self.deal_order(tuple(source.sample(self.game.deck.cards, self.cards_needed)))

    def deal_order(self, order: tuple[Card, ...]) -> Play:
        """The same with cards in that order, the first one dealt first."""
        return Play(self, Round(self.game), order)._go_on()

    def replay(self, order: tuple[Card, ...], acted: Iterable[int]) -> Play:
        """The round of those cards after those actions."""
        play = self.deal_order(order)
        for action in acted:
            play = play.act(action)
        return play


class Play(NamedTuple):
    """A round at a decision of one seat, or at its end; an action gives another one."""

    agents: AgentGame
    round: Round
    order: tuple[Card, ...]
    acted: tuple[int, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """By its cards and actions."""
        return AgentGame.replay, (self.agents, self.order, self.acted)

    @property
    def seat(self) -> int:
        """The seat that acts now; 0 at the end."""
        if player := self.round.to_act:
            return player.number
        if self.round.phase == "betting":
            return len(self.round.seats) + 1
        return 0 if self.round.settlement else 1

    @property
    def is_over(self) -> bool:
        return self.round.settlement is not None

    @property
    def offered(self) -> tuple[Choice, ...]:
        """What the seat may choose from; nothing where it can only settle."""
        opening = self.agents.game.opening_choice
        return opening.choices if opening and self.round.phase == "betting" else self.round.offered

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers of the actions that are allowed now, in ascending order."""
        if self.is_over:
            return ()
        names = [choice.name for choice in self.offered] or [SETTLE]
        return tuple(sorted(self.agents.numbers[name] for name in names))

    @property
    def mask(self) -> NDArray[np.int8]:
        """[action]: 1 where it is allowed now."""
        found = np.zeros(len(self.agents.actions), np.int8)
        found[list(self.legal)] = 1
        return found

    def act(self, action: int) -> Play:
        """The round after an action of the seat whose turn it is; one that is not allowed is refused."""
        if action not in self.legal:
            allowed = ", ".join(f"{number} ({self.agents.actions[number]})" for number in self.legal) or "none"
            raise RoundError(f"action {action} is not allowed now; allowed: {allowed}")
        name, play = self.agents.actions[action], self._replace(acted=(*self.acted, int(action)))
        if self.round.phase == "betting":
            return play._bet(name)._go_on()
        return play._apply(Settle() if name == SETTLE else Choose(self.seat, name))._go_on()

    def observe(self, seat: int) -> Observation:
        """What that seat sees now, as numbers in the order of `AgentGame.fields`."""
        agents, round = self.agents, self.round
        faces, stages = {face: at for at, face in enumerate(agents.faces)}, len(agents.places) * len(agents.faces)
        found = np.zeros(len(agents.fields), np.uint8)
        found[stages + self._stage] = 1
        if not round.dealt:
            return found
        view, staked = round.visible(seat), round.seat(seat).stakes_micros
        seen = (*([self._active(seat)] if round.run else []), view.own, view.community, view.dealer)
        for place, cards in enumerate(seen):
            for card in cards:
                found[place * len(faces) + faces[card]] += 1
        found[stages + len(agents.stages) :] = [staked.get(each, 0) // agents.unit_micros for each in agents.wagers]
        return found

    def information(self, seat: int) -> str:
        """Everything that seat has seen and that all have chosen, in its order: equal where it cannot tell apart."""
        round = self.round
        made = [f"{each.seat} {each.choice}" for each in round.operations if isinstance(each, Choose)]
        seen = f"seat {seat}; {self.agents.stages[self._stage]}; {', '.join(made)}"
        opened = [", ".join(player.stakes_micros) for player in round.seats]
        if not round.dealt:
            return f"{seen}; {opened}"
        view = round.visible(seat)
        cards = (round.dealt.own[seat], view.own, view.community, view.dealer)
        return f"{seen}; {opened}; {' | '.join(map(format_cards, cards))}"

    def reward(self, seat: int) -> float:
        """Profit or loss of that seat in units; 0 before the end."""
        return float(self.net(seat))

    def net(self, seat: int) -> Fraction:
        """The same exactly."""
        net_micros = self.round.settlement.net_micros(seat) if self.round.settlement else 0
        return Fraction(net_micros, self.agents.unit_micros)

    @property
    def _stage(self) -> int:
        if not self.round.dealt:
            return 0
        return 1 + self.round.turn.street if self.round.turn else len(self.agents.stages) - 1

    def _active(self, seat: int) -> tuple[Card, ...]:
        """The hand that is being played; all cards where there is one hand."""
        round, course = self.round, self.agents.game.course
        assert round.dealt and round.run and course, "asked of a course under way"
        laid = course.own_hands(round.run.moments, seat - 1, round.dealt.own[seat])
        return next((hand.cards for hand in laid if hand.active), laid[0].cards if len(laid) == 1 else ())

    def _go_on(self) -> Play:
        """Past everything that asks nobody: bets that all make alike, the deal, and settling what was decided."""
        play = self
        opening = self.agents.game.opening_choice
        while play.round.phase == "betting" and not opening and len(play.round.seats) < self.agents.seats:
            play = play._bet(*(wager.name for wager in self.agents.game.openings))
        if play.round.phase == "betting" and len(play.round.seats) == self.agents.seats:
            play = play._apply(DealCards(self.order))
        if play.round.phase == "settling" and (opening or any(seat.choices for seat in play.round.seats)):
            play = play._apply(Settle())
        return play

    def _bet(self, *openings: str) -> Play:
        amounts_micros = dict.fromkeys((*openings, *self.agents.bets), self.agents.unit_micros)
        return self._apply(PlaceBets(len(self.round.seats) + 1, amounts_micros))

    def _apply(self, operation: Any) -> Play:
        return self._replace(round=self.round.apply(operation))
