"""OpenSpiel: a game with every card a chance node, information states, and the legal actions of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from fairfelt.environments.agents import MOST_UNITS, AgentGame, MissingExtra, Play
from fairfelt.rules import Game
from fairfelt.rules.cards import Card, format_cards
from fairfelt.table.layout import layout_of

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtra("pyspiel", "openspiel") from error


def register_game(game: Game) -> str:
    """Have OpenSpiel know a game of the catalogue; `seats` is its parameter. Its name there."""
    name = f"fairfelt_{game.slug.replace('-', '_')}"
    if name not in pyspiel.registered_names():
        made = type(f"Spiel_{game.slug}", (SpielGame,), {"slug": game.slug, "short_name": name})
        pyspiel.register_game(game_type(game, name), made)
    return name


def game_type(game: Game, name: str) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Fairfelt {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": 1},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of seats, each a player. Every game is a class of its own, as OpenSpiel keeps classes."""

    slug: str
    short_name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.agents = _agents(self.slug, int(given.get("seats", 1)))
        circles, seats = layout_of(self.agents.game).circles, self.agents.seats
        outcomes = [each for circle in circles for each in (*circle.outcomes.values(), *circle.by_line)]
        largest = float(MOST_UNITS * max(abs(outcome.pay.net) for outcome in outcomes))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.agents.actions),
            max_chance_outcomes=len(self.agents.faces),
            num_players=seats,
            min_utility=-largest,
            max_utility=largest,
            utility_sum=None,
            max_game_length=seats * (self.agents.cards_needed + 2 * len(self.agents.stages)),
        )
        super().__init__(game_type(self.agents.game, self.short_name), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.agents)


@lru_cache(maxsize=64)
def _agents(slug: str, seats: int) -> AgentGame:
    return AgentGame.of(slug, seats=seats)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A round whose cards come one by one.

    The table deals cards in an order that is given to it: of this, the places that chance has not come to yet are
    filled with any cards that are left, and the round is played anew as soon as one of them is known.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.agents = game.agents
        self._known: dict[int, Card] = {}
        """By its place in the deck."""
        self._acted: list[int] = []

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._next_place is not None else self._play.seat - 1

    def is_terminal(self) -> bool:
        return self._next_place is None and self._play.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each card that may come, by its number among the faces."""
        left = self._left()
        return [(at, left[face] / left.total()) for at, face in enumerate(self.agents.faces) if left[face]]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._play.legal)

    def _apply_action(self, action: int) -> None:
        place = self._next_place
        if place is not None:
            self._known[place] = self.agents.faces[action]
        else:
            self._acted.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return format_cards([self.agents.faces[action]])
        return self.agents.actions[action]

    def returns(self) -> list[float]:
        over = self.is_terminal()
        return [self._play.reward(seat) if over else 0.0 for seat in range(1, self.agents.seats + 1)]

    def __str__(self) -> str:
        return f"{format_cards(self._known.values())}; {', '.join(self.agents.actions[each] for each in self._acted)}"

    def seen_by(self, player: int) -> Play | None:
        """The round as a player may look at it; None while cards are on their way."""
        return self._play if self._next_place is None else None

    @property
    def _next_place(self) -> int | None:
        """The place in the deck of a card that is dealt now and not known; None where all are."""
        dealt = self._play.round.dealt
        places = (place for cut in (dealt.cuts if dealt else ()) for place in range(cut.first, cut.last))
        return next((place for place in places if place not in self._known), None)

    def _left(self) -> Counter[Card]:
        return Counter(self.agents.game.deck.cards) - Counter(self._known.values())

    @property
    def _play(self) -> Play:
        return _replay(self.agents, tuple(self._known.items()), tuple(self._acted))


@lru_cache(maxsize=256)
def _replay(agents: AgentGame, known: tuple[tuple[int, Card], ...], acted: tuple[int, ...]) -> Play:
    cards = dict(known)
    left = (Counter(agents.game.deck.cards) - Counter(cards.values())).elements()
    order = (cards[place] if place in cards else next(left) for place in range(agents.cards_needed))
    return agents.replay(tuple(order), acted)


class SpielObserver:
    """What a player sees, as words and as the numbers of `AgentGame.fields`."""

    def __init__(self, agents: AgentGame) -> None:
        self.tensor = np.zeros(len(agents.fields), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        play = state.seen_by(player)
        self.tensor[:] = play.observe(player + 1) if play else 0

    def string_from(self, state: SpielState, player: int) -> str:
        play = state.seen_by(player)
        return play.information(player + 1) if play else "cards are dealt"
