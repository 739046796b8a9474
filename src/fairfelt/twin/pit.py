"""The pit as the room itself describes it: tables with their games, found over the API, and who has which card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

from fairfelt import games
from fairfelt.demo.deal_round import Dealing
from fairfelt.room import Controls
from fairfelt.twin.report.tally import Hand, Played
from fairfelt.twin.wire.device import Badge


@dataclass(frozen=True)
class Keys:
    """What it takes to play in a room: where it is, and the keys of its console and keypads, and cards."""

    url: str
    console: str
    keypads: Sequence[str]
    badges: Sequence[Badge]


@dataclass(frozen=True)
class PitTable:
    """One table as the floor has it."""

    name: str
    link: str
    dealing: Dealing
    controls: Controls
    seats: int

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> PitTable:
        """From a row of the floor."""
        dealing = Dealing(games.find(row["game"], row["variant"]), row["wager"], row["paytable"])
        return cls(row["table"], row["link"], dealing, Controls(row["controls"]), row["seats"])

    @cached_property
    def path(self) -> str:
        """Where its presses go."""
        return f"/api/tables/{quote(self.name, safe='')}"

    @property
    def combination(self) -> tuple[str, ...]:
        """What its results are counted under."""
        game = self.dealing.game
        return game.slug, game.variant, self.dealing.wager, self.dealing.paytable

    def nothing_played(self) -> Played:
        """An empty account of results."""
        hands = {button.hand: Hand(button.level) for button in self.dealing.buttons}
        return Played(self.dealing.game.title, self.dealing.wager, self.dealing.paytable, hands)
