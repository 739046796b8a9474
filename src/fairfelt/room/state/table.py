"""A table: its game, its progressive if it has one, where it stands in the round, and what may be pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from fairfelt.jackpot import Prize
from fairfelt.room.law.law_verdict import NO_VERDICT, LawVerdict
from fairfelt.room.law.paperwork import Combination
from fairfelt.rules import DOLLARS

from .hand_buttons import HandButton
from .table_limits import NO_LIMITS, TableLimits


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


class Sensor(StrEnum):
    """What the sensor of a seat shows."""

    DARK = "dark"
    LIT = "lit"
    """A bet lies on it."""
    LOCKED = "locked"
    """Its bet was counted and plays until the game ends."""


class Press(StrEnum):
    """What happens at a table by hand, whatever the button is called. A bet is laid on a sensor."""

    BET = "bet"
    START = "start"
    HAND = "hand"
    KEY_ON = "key on"
    CONFIRM = "confirm"
    KEY_OFF = "key off"
    END = "end"


LABELS: Mapping[Controls, Mapping[Press, str]] = {
    Controls.NEXUS: {
        Press.BET: "bet",
        Press.START: "START GAME",
        Press.HAND: "hand",
        Press.CONFIRM: "CONFIRM",
        Press.END: "END GAME",
    },
    Controls.LEGACY: {
        Press.BET: "bet",
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
        Phase.BETTING: (Press.BET, Press.START),
        Phase.PLAYING: (Press.HAND, Press.END),
        Phase.CLAIMED: (Press.HAND, Press.CONFIRM),
        Phase.PAID: (Press.END,),
    },
    Controls.LEGACY: {
        Phase.BETTING: (Press.BET, Press.START),
        Phase.PLAYING: (Press.HAND, Press.END),
        Phase.CLAIMED: (Press.HAND, Press.KEY_ON),
        Phase.KEYED: (Press.CONFIRM, Press.KEY_OFF),
        Phase.PAID: (Press.END,),
    },
}


@dataclass(frozen=True, kw_only=True)
class Table:
    """One table of the room."""

    game: str
    variant: str
    fingerprint: str
    seats: int
    currency: str = DOLLARS
    """What is bet and paid with here; where there is a progressive, its jackpot's."""
    link: str = ""
    """Through which it feeds and wins a jackpot; empty at a table without a progressive, as all of these are."""
    wager: str = ""
    paytable: str = ""
    denominations_micros: tuple[int, ...] = ()
    """Wagers that may be made; none listed means any up to the jackpot's largest."""
    folded_hands_qualify: bool = False
    controls: Controls = Controls.NEXUS
    hands: tuple[HandButton, ...] = ()
    phase: Phase = Phase.BETTING
    key_at_jph: bool = False
    round: int = 0
    taken_out: str = ""
    """Why somebody has taken the table out of service; empty when nobody has."""
    suspended: tuple[str, ...] = ()
    """Why its link, its jackpot or its game is suspended."""
    retired: str = ""
    """Why it is no longer on the floor; empty while it is."""
    place: str = ""
    """Where it stands, such as "pit 2, third from the door"; empty where nobody has said."""
    limits: TableLimits = NO_LIMITS
    law_verdict: LawVerdict = NO_VERDICT
    lit: Mapping[int, int] = field(default_factory=dict)
    """The bet on each sensor before the game starts, in millionths."""
    bets_micros: Mapping[int, int] = field(default_factory=dict)
    """The bets that were counted; locked until the game ends."""
    claims: Mapping[int, str] = field(default_factory=dict)
    """The hand claimed at each seat."""
    claim_order: int = 0
    """Which claim of the room this table's is, while one waits; earlier ones are frozen first."""
    prizes: tuple[Prize, ...] = ()

    @property
    def closed(self) -> str:
        """Why the table is out of service, by somebody or by law; empty when it is not. Each ends on its own."""
        if not (self.taken_out or self.suspended or self.law_verdict.stop or self.retired):
            return ""
        retired = f"retired: {self.retired}" if self.retired else ""
        return "; ".join(filter(None, (retired, self.taken_out, *self.suspended, self.law_verdict.stop)))

    @property
    def combination(self) -> Combination:
        """What has to be equal, or certified, on one link."""
        return self.fingerprint, self.wager.lower(), self.paytable.lower()

    @property
    def live(self) -> tuple[Press, ...]:
        """What may be pressed now."""
        if not self.link or (self.closed and self.phase is Phase.BETTING):
            return ()
        if self.phase is Phase.PAID and self.key_at_jph:
            return (Press.KEY_OFF,)
        return _LIVE[self.controls].get(self.phase, ())

    @property
    def live_labels(self) -> tuple[str, ...]:
        """The live buttons as this keypad calls them."""
        return tuple(LABELS[self.controls][press] for press in self.live)

    @property
    def sensors(self) -> Mapping[int, Sensor]:
        """What the sensor of every seat shows."""
        return {seat: self._sensor(seat) for seat in range(1, self.seats + 1)}

    def _sensor(self, seat: int) -> Sensor:
        if seat in self.bets_micros:
            return Sensor.LOCKED
        return Sensor.LIT if seat in self.lit else Sensor.DARK

    @property
    def is_pending(self) -> bool:
        """Whether claims wait for their confirmation."""
        return self.phase in (Phase.CLAIMED, Phase.KEYED)

    @property
    def fixed_pays_micros(self) -> tuple[int, ...] | None:
        """What each claim and each envy for it comes to, where no claim is for a share of a level."""
        found: list[int] = []
        for maker, name in self.claims.items():
            button = self.hand(name)
            if button is None or button.level:
                return None
            for seat, wager_micros in self.bets_micros.items():
                found.append(button.times_wager * wager_micros if seat == maker else button.envy(wager_micros))
        return tuple(found)

    def hand(self, name: str) -> HandButton | None:
        """The button of that name, if the paytable has it."""
        return next((button for button in self.hands if button.hand == name), None)
