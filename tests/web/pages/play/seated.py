"""Somebody at a practice table, over HTTP in process."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.testclient import TestClient

from fairfelt.rules import MICROS, Game

FACE = re.compile(r"(?<![\w*-])(?:[2-9TJQKA][cdhs]|\*)(?![\w*])")
"""A card as it is written, wherever it is."""
WORDS = re.compile(r"(?:deuce|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace) of \w+")
Answer = dict[str, Any]


@dataclass
class Learner:
    """Plays or deals one game, and keeps every answer as it was sent."""

    visit: TestClient
    game: Game
    part: str = ""
    state: Answer = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hear(self.visit.get(self.address("table")))

    def address(self, move: str) -> str:
        variant = f"?variant={self.game.variant}" if self.game.variant else ""
        return f"/play/{self.game.slug}{self.part}/{move}.json{variant}"

    def hear(self, response: Any) -> Answer:
        assert response.status_code == 200, response.text
        self.heard.append(response.text)
        self.state = response.json()
        return self.state

    def say(self, move: str, **fields: Any) -> Answer:
        return self.hear(self.tried(move, **fields))

    def tried(self, move: str, **fields: Any) -> Any:
        return self.visit.post(self.address(move), json={"version": self.state["version"], **fields})

    def deal(self, *, players: int = 3, cut: int = 0, bets: Mapping[str, str] | None = None) -> Answer:
        return self.say("deal", players=players, cut=cut, bets=bets or every_bet(self.game))

    def play_on(self, choice: int = -1) -> Answer:
        """Decide until the round is over, each time the choice of that place."""
        while self.state["phase"] == "deciding":
            self.say("choose", choice=self.state["choices"][choice]["name"])
        return self.state

    @property
    def me(self) -> Answer:
        return next(seat for seat in self.state["seats"] if seat["you"])


def every_bet(game: Game) -> dict[str, str]:
    """Ten on all that can be bet before the deal."""
    return {wager.name: "10" for wager in (*game.opening_bets(), *game.offered_together[0])}


def as_micros(bets: Mapping[str, str]) -> dict[str, int]:
    return {wager: int(amount) * MICROS for wager, amount in bets.items()}
