"""The sheet of a game whose round costs too much to count: side bets exactly, the round in a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairfelt.engine.answers.par import Uncounted, WagerPar
from fairfelt.engine.build_par import wager_par
from fairfelt.engine.core.endings import wager_tables
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.engine.solve import core_game
from fairfelt.rules import Game, fingerprint
from fairfelt.rules.cards import Card

from .bracket import ROUNDS, Bracket, bracket


@dataclass(frozen=True)
class EstimatedPar:
    """What is known of a game without counting its rounds."""

    game: Game
    reason: str
    """Why they were not counted, and what that would take."""
    round: Bracket
    wagers: tuple[WagerPar, ...]
    """Bets that no decision changes, counted exactly."""
    uncounted: tuple[Uncounted, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        low, high = self.round.house_edge
        return {
            "game": self.game.slug,
            "name": self.game.name,
            "variant": self.game.variant,
            "fingerprint": fingerprint(self.game),
            "estimated": self.reason,
            "round": {
                "rounds": self.round.rounds,
                "house_edge": {"from": low, "to": high, "certainty": "99% for each end"},
                "policy": {"result": self.round.policy, "standard_error": self.round.policy_error},
                "relaxed": {"result": self.round.relaxed, "standard_error": self.round.relaxed_error},
            },
            "wagers": [sheet.to_dict() for sheet in self.wagers],
            "uncounted": [missing.to_dict() for missing in self.uncounted],
        }


class _Undecided(Solution):
    """A game of which no decision is known."""

    endings = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        raise Unsolved(f"{self.game.title}: its decisions are not counted")


def estimated_par(game: Game, reason: str, *, rounds: int = ROUNDS) -> EstimatedPar:
    """Count what no decision changes, and sample the round."""
    undecided, found, uncounted = _Undecided(game), [], []
    for wager, table in wager_tables(wager for wager in game.wagers if wager.is_optional):
        try:
            if wager.ranking is None or not wager.survives_fold:
                raise Unsolved(f"{game.title}: {wager.name} goes by the round or by its folds, which are not counted")
            found.append(wager_par(undecided, wager, table))
        except Unsolved as missing:
            uncounted.append(Uncounted(wager.name, table.name, str(missing)))
    return EstimatedPar(game, reason, bracket(core_game(game), rounds=rounds), tuple(found), tuple(uncounted))
