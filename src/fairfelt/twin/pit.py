"""The pit: its habits, its tables, its hours, its players who come and go, and what its people share."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from fractions import Fraction
from functools import cached_property
from math import exp2, sqrt
from random import Random
from typing import Annotated, NamedTuple
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from fairfelt.engine.exact import Unsolved
from fairfelt.jackpot.meters import ProgressiveOffer, count_bet
from fairfelt.law import moment, time_zone
from fairfelt.room import Controls, HandButton, hand_buttons
from fairfelt.rules import MICROS, Game
from fairfelt.runtime.formats import Count, Hour, Ppm
from fairfelt.runtime.formats import Tally as Whole

SECOND = 1_000_000
HOUR_S = 3_600
ZONE = "America/Los_Angeles"
"""Where the pit stands."""
Interval = Annotated[float, Meta(gt=0, description="seconds, more than 0")]
Duration = Annotated[float, Meta(ge=0, description="a duration, not below 0")]


class Habits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Times are in seconds unless they end in _h, for hours; chances are parts per million."""

    opens_hour: Hour = 10
    closes_hour: Hour = 4
    """Hours in the room's time zone. Equal hours: the pit never closes."""
    busy_ppm: Ppm = 550_000
    """Share of all seats that are taken in the evening; a third of that in the morning."""
    stay_rounds: Count = 30
    """Rounds that a player stays, on average."""
    round_s: Interval = 40.0
    """A round without the players."""
    seat_s: Duration = 10.0
    """Added by each bettor."""
    dealer_change_every_s: Interval = 2_400.0
    dealer_change_takes_s: Duration = 90.0

    least_share_ppm: Ppm = 350_000
    """Share of the players who make the progressive bet while the meter stands at its seed."""
    most_share_ppm: Ppm = 950_000
    """Upper limit of that share, however high the meter."""
    half_way_ppm: Count = 500_000
    """Rise of a meter, as a share of its seed, that wins over half of the remaining players."""
    bets_micros: tuple[Whole, ...] = (5 * MICROS, 10 * MICROS, 25 * MICROS)
    bet_weights: tuple[Whole, ...] = (15, 4, 1)

    supervisor_s: Duration = 150.0
    """Average time until a person with a card comes to a claim."""
    executive_s: Duration = 420.0
    wrong_pin_ppm: Ppm = 30_000
    forgotten_pin_ppm: Ppm = 4_000
    """A person types wrong PINs until the card is locked."""
    unlock_s: Duration = 600.0
    adjustment_every_h: Duration = 60.0

    wrong_hand_ppm: Ppm = 1_500
    """Share of rounds in which a wrong hand is pressed and taken back."""
    wrong_seat_ppm: Ppm = 1_500
    no_bet_ppm: Ppm = 2_000
    """Started before the bets are down, ended, and started again."""
    wrong_bet_ppm: Ppm = 1_500
    """A bet that is none of the denominations."""
    twice_ppm: Ppm = 4_000
    """A button pressed twice."""

    sensor_tables: Whole = 1
    """Tables whose bets are read by sensors."""
    sensor_fails_ppm: Ppm = 5_000
    """Share of rounds with sensors in which one fails, and its seat plays by hand until it is repaired."""
    sensor_mended_s: Duration = 3_600.0
    try_again_s: Interval = 2.0
    """Until a request that was not answered is sent again."""

    def __post_init__(self) -> None:
        if len(self.bets_micros) != len(self.bet_weights) or not any(self.bet_weights):
            raise ValueError("bets_micros and bet_weights go together: give as many of each, and a weight above 0")
        if self.most_share_ppm < self.least_share_ppm:
            raise ValueError("most_share_ppm is below least_share_ppm: the share rises with the meter")


@dataclass(frozen=True)
class PitTable:
    """A table with a progressive, as people play at it."""

    name: str
    link: str
    offer: ProgressiveOffer
    controls: Controls
    seats: int

    @property
    def path(self) -> str:
        return f"/api/tables/{quote(self.name, safe='')}"

    @property
    def keypad(self) -> str:
        return f"keypad {self.name}"

    @property
    def controller(self) -> str:
        """The device that reads its sensors, beside the keypad."""
        return f"controller {self.name}"

    @cached_property
    def game(self) -> Game:
        """The game with the paytable of the progressive in play."""
        return self.offer.find_game().with_paytable(self.offer.wager, self.offer.paytable)

    @cached_property
    def buttons(self) -> tuple[HandButton, ...]:
        """The hand buttons, best hand first."""
        return hand_buttons(self.game, self.offer.wager, self.offer.paytable)


@dataclass(frozen=True)
class Hours:
    """Opening hours of the pit by the clock of its place, over midnight or not."""

    opens: int
    closes: int
    zone: ZoneInfo

    def hour(self, now_micros: int) -> int:
        return moment(now_micros, self.zone).hour

    def closed_s(self, now_micros: int) -> float:
        """Seconds until it opens; 0 while it is open."""
        hour = self.hour(now_micros)
        over_midnight = self.opens >= self.closes
        is_open = (hour >= self.opens or hour < self.closes) if over_midnight else self.opens <= hour < self.closes
        return 0.0 if is_open else self._until(now_micros, self.opens)

    def midnight_s(self, now_micros: int) -> float:
        return self._until(now_micros, 0)

    def _until(self, now_micros: int, hour: int) -> float:
        now = moment(now_micros, self.zone)
        due = datetime.combine(now.date(), time(hour), self.zone)
        if due <= now:
            due = datetime.combine(now.date() + timedelta(1), time(hour), self.zone)
        return due.timestamp() - now.timestamp()


# Counts of a run as it happens, beside exact probabilities.


SURPRISING_Z = 5.0
ENOUGH = 10
"""Expected hands from which on a z-score is to be taken seriously: below, a single rare hand makes a large one."""


@dataclass
class HandTally:
    """One hand of one paytable: its count, and the expected count for the number of bets."""

    name: str
    level: str
    made: int = 0
    paid: int = 0
    paid_micros: int = 0
    expected: float | None = None
    """None where the game alone does not determine it, or nobody has asked yet."""
    z: float | None = None
    squares: int = 0
    """Over all rounds, of how many made it at once."""
    crossed: int = 0
    """Over all rounds, bettors times how many of them made it."""

    @property
    def is_wrong(self) -> bool:
        return bool(self.expected and self.z and self.expected >= ENOUGH and abs(self.z) > SURPRISING_Z)


@dataclass
class GameTally:
    """One combination of game, wager and paytable over all its tables."""

    offer: ProgressiveOffer
    hands: dict[str, HandTally] = field(init=False)
    rounds: int = 0
    bets: int = 0
    squared_bets: int = 0
    """Over all rounds, bettors times bettors."""
    wagered_micros: int = 0

    def __post_init__(self) -> None:
        buttons = hand_buttons(self.offer.find_game(), self.offer.wager, self.offer.paytable)
        self.hands = {button.hand: HandTally(button.hand, button.level) for button in buttons}

    @property
    def title(self) -> str:
        return self.offer.find_game().title

    def count_round(self, bettors: int, winners: Counter[str]) -> None:
        self.rounds += 1
        self.bets += bettors
        self.squared_bets += bettors * bettors
        for name, times in winners.items():
            hand = self.hands[name]
            hand.made += times
            hand.squares += times * times
            hand.crossed += times * bettors

    def outcomes(self) -> tuple[HandTally, ...]:
        """Every hand of the paytable, best first, beside what was to be expected."""
        chances = self._chances()
        for name, hand in self.hands.items():
            if (chance := chances.get(name)) is not None:
                hand.expected, hand.z = float(self.bets * chance), self._z(hand, float(chance))
        return tuple(self.hands.values())

    def _z(self, hand: HandTally, chance: float) -> float | None:
        """Seats share a deck, and perhaps a board: rounds are independent, seats are not.

        The variance is the larger of two: as if seats were independent, and as the rounds themselves varied.
        """
        alone = self.bets * chance * (1 - chance)
        by_round = hand.squares - 2 * chance * hand.crossed + chance * chance * self.squared_bets
        variance = max(alone, by_round)
        return (hand.made - self.bets * chance) / sqrt(variance) if variance > 0 else None

    def _chances(self) -> dict[str, Fraction]:
        """The probability of every hand for players who never fold; none where best play would fold some of them."""
        try:
            found = count_bet(self.offer.find_game(), self.offer.wager, self.offer.paytable)
        except Unsolved:
            return {}
        if found.hits_folded:
            return {}
        return found.chances


@dataclass
class Tally:
    """Everything that is counted."""

    games: dict[ProgressiveOffer, GameTally] = field(default_factory=dict)
    rounds: int = 0
    claims: int = 0
    awards: int = 0
    mistakes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    office: Counter[str] = field(default_factory=Counter)
    hardware: Counter[str] = field(default_factory=Counter)
    """Readings and failures of sensors."""
    problems: list[str] = field(default_factory=list)
    """Sentences on errors."""
    meters_micros: dict[str, dict[str, int]] = field(default_factory=dict)
    """The meters of each link, as last reported."""
    largest_micros: dict[tuple[str, str], int] = field(default_factory=dict)
    requests: int = 0
    slowest: tuple[float, str] = (0.0, "")
    """Seconds, and what was asked."""

    def game(self, offer: ProgressiveOffer) -> GameTally:
        """The tally of a game, wager and paytable."""
        return self.games.setdefault(offer, GameTally(offer))

    def count_reply(self, request: str, took_s: float) -> None:
        self.requests += 1
        self.slowest = max(self.slowest, (took_s, request))

    def note_meters(self, link: str, meters_micros: dict[str, int]) -> None:
        self.meters_micros[link] = meters_micros
        for level, amount_micros in meters_micros.items():
            at = (link, level)
            self.largest_micros[at] = max(self.largest_micros.get(at, 0), amount_micros)


@dataclass
class Pit:
    """State that all share: habits, time, and counts."""

    seed: int
    habits: Habits
    clock: Callable[[], int]
    """The time of day in millionths of a second since 1970."""
    ends_micros: int
    speed: float = 1.0
    """Seconds of the clock in one of the event loop."""
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self.begins_micros = self.clock()
        self.hours = Hours(self.habits.opens_hour, self.habits.closes_hour, time_zone(ZONE))

    @property
    def left_s(self) -> float:
        return max(0.0, (self.ends_micros - self.clock()) / SECOND)

    @property
    def is_over(self) -> bool:
        """Time is up: what is under way is finished."""
        return self.clock() >= self.ends_micros

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.speed)

    async def rest(self, seconds: float) -> None:
        """Wait, but not longer than to the end."""
        await self.wait(min(seconds, self.left_s))

    def chance(self, name: str) -> Random:
        """A separate random source for each name, so that a change in one place changes one place."""
        return Random(f"{self.seed} {name}")


QUIET_HOURS = range(4, 16)


class Player(NamedTuple):
    """A player who sits down."""

    bet_micros: int
    reserve: float
    """The share of all players, between 0 and 1, from which on this one bets as well."""


@dataclass
class Players:
    """The players of a table by seat."""

    seats: int
    habits: Habits
    chance: Random
    seed_micros: int = 0
    """The least that was seen on the largest meter."""
    _seated: dict[int, Player] = field(default_factory=dict)
    _has_begun: bool = False

    def come_and_go(self, hour: int) -> None:
        """Change players between two rounds; the first time all come at once."""
        leave = 1 / self.habits.stay_rounds
        busy = min(0.99, self.habits.busy_ppm / MICROS / (3 if hour in QUIET_HOURS else 1))
        arrive = min(1.0, leave * busy / (1 - busy)) if self._has_begun else busy
        self._has_begun = True
        for seat in range(1, self.seats + 1):
            drawn = self.chance.random()
            if seat not in self._seated and drawn < arrive:
                (bet_micros,) = self.chance.choices(self.habits.bets_micros, self.habits.bet_weights)
                self._seated[seat] = Player(bet_micros, self.chance.random())
            elif seat in self._seated and drawn < leave:
                del self._seated[seat]

    def bets(self, share: float) -> dict[int, int]:
        """The progressive bets of a round, where that share of all players make them."""
        return {seat: one.bet_micros for seat, one in sorted(self._seated.items()) if one.reserve < share}

    def share(self, meters_micros: dict[str, int]) -> float:
        """Share of all players who bet at these meters: from the least towards the most, half the way with every step.

        share = least + (most - least) * (1 - 2 ** -(grown / step)), where `grown` is what stands on the largest meter
        above its seed, the lowest amount seen there, and a step is a part of that seed.
        """
        top_micros = max(meters_micros.values())
        self.seed_micros = min(self.seed_micros or top_micros, top_micros)
        step = max(1.0, self.seed_micros * self.habits.half_way_ppm / MICROS)
        least, most = self.habits.least_share_ppm / MICROS, self.habits.most_share_ppm / MICROS
        grown = (top_micros - self.seed_micros) / step
        return least + (most - least) * (1 - exp2(-grown))
