"""A table with a progressive: where it stands in the round, and what may be pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from fairfelt.jackpot import Prize

from .hands import HandButton


class Phase(StrEnum):
    """The same states for both generations of controls."""

    BETTING = "betting"
    """Sensors light up with the bets on them."""
    PLAYING = "playing"
    """The game has started: bets are locked, counted and removed; hands may be claimed."""
    CLAIMED = "claimed"
    """Hands are claimed and their prizes frozen; somebody with the right card has to confirm."""
    KEYED = "keyed"
    """Legacy controls only: the supervisor's key stands at JPH."""
    PAID = "paid"
    """The awards are confirmed; the round can be ended."""


class Controls(StrEnum):
    """The two generations of keypads."""

    NEXUS = "nexus"
    LEGACY = "legacy"


class Press(StrEnum):
    """What a dealer or supervisor does at a table, whatever the button is called."""

    START = "start"
    HAND = "hand"
    KEY_ON = "key on"
    CONFIRM = "confirm"
    KEY_OFF = "key off"
    END = "end"


LABELS: Mapping[Controls, Mapping[Press, str]] = {
    Controls.NEXUS: {Press.START: "START GAME", Press.HAND: "hand", Press.CONFIRM: "CONFIRM", Press.END: "END GAME"},
    Controls.LEGACY: {
        Press.START: "COIN IN",
        Press.HAND: "hand",
        Press.KEY_ON: "key to JPH",
        Press.CONFIRM: "J-POT",
        Press.KEY_OFF: "key to RUN",
        Press.END: "GAME OVER",
    },
}

_LIVE: Mapping[Controls, Mapping[Phase, tuple[Press, ...]]] = {
    Controls.NEXUS: {
        Phase.BETTING: (Press.START,),
        Phase.PLAYING: (Press.HAND, Press.END),
        Phase.CLAIMED: (Press.HAND, Press.CONFIRM),
        Phase.PAID: (Press.END,),
    },
    Controls.LEGACY: {
        Phase.BETTING: (Press.START,),
        Phase.PLAYING: (Press.HAND, Press.END),
        Phase.CLAIMED: (Press.HAND, Press.KEY_ON),
        Phase.KEYED: (Press.CONFIRM, Press.KEY_OFF),
        Phase.PAID: (Press.END,),
    },
}


@dataclass(frozen=True, kw_only=True)
class Table:
    """One table of a link."""

    link: str
    game: str
    variant: str
    wager: str
    paytable: str
    fingerprint: str
    seats: int
    denominations_micros: tuple[int, ...]
    """Wagers that may be made; none listed means any up to the jackpot's largest."""
    folded_hands_qualify: bool
    controls: Controls
    hands: tuple[HandButton, ...]
    phase: Phase = Phase.BETTING
    key_at_jph: bool = False
    round: int = 0
    bets_micros: Mapping[int, int] = field(default_factory=dict)
    claims: Mapping[int, str] = field(default_factory=dict)
    """The hand claimed at each seat."""
    prizes: tuple[Prize, ...] = ()

    @property
    def live(self) -> tuple[Press, ...]:
        """What may be pressed now."""
        if self.phase is Phase.PAID and self.key_at_jph:
            return (Press.KEY_OFF,)
        return _LIVE[self.controls].get(self.phase, ())

    @property
    def live_labels(self) -> tuple[str, ...]:
        """The live buttons as this keypad calls them."""
        return tuple(LABELS[self.controls][press] for press in self.live)

    def hand(self, name: str) -> HandButton | None:
        """The button of that name, if the paytable has it."""
        return next((button for button in self.hands if button.hand == name), None)
