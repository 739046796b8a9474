"""The terms of a jackpot: levels, seeds, rates, limits, and the policies the sheets leave to the casino."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Final

from msgspec import Meta, Struct

from fairfelt.rules import DOLLARS
from fairfelt.runtime.formats import MOST_MICROS, PPM, Currency, Line, Micros, Name, Ppm, Stake

__all__ = [
    "CENT_MICROS", "MOST_MICROS", "PPM", "FixedPays", "Freeze", "Level", "ProposedTerms", "SeveralWinners", "Terms",
    "TermsError",
]  # fmt: skip
CENT_MICROS: Final = 10_000


class TermsError(ValueError):
    """Terms that contradict themselves, with the sentence that says how."""


class SeveralWinners(Enum):
    """How a level is shared when several hands win it in one round. No hand ever gets more than it would alone."""

    IN_ORDER = "in order"
    EQUAL_SPLIT = "equal split"
    EACH_IN_FULL = "each in full"

    @property
    def meaning(self) -> str:
        """What it does, in a sentence for the user who chooses it and for readers at the table."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    SeveralWinners.IN_ORDER: "Several winners in one round are paid in order, the player farthest to the dealer's "
    "right first: each gets a share of what the one before leaves, after a 100% award of the meter as it starts again, "
    "and never a share of more than the meter showed when the round was won.",
    SeveralWinners.EQUAL_SPLIT: "Several winners of one level in one round divide the largest share equally, "
    "wherever they sit. A hand that would win less alone gets that, and the others divide the rest.",
    SeveralWinners.EACH_IN_FULL: "Each winner of a level in one round gets the hand's whole share of the meter as it "
    "stood, wherever they sit; the house adds what the meter lacks.",
}


class Freeze(Enum):
    """When the prize of a claim is fixed, and leaves the meter. The first is what the sheets say."""

    AT_CONFIRMATION = "at confirmation"
    AT_CLAIM = "at claim"

    @property
    def meaning(self) -> str:
        return _FREEZES[self]


_FREEZES: Final = {
    Freeze.AT_CONFIRMATION: "The meter stays as it is while a hand is pending; the award is what it shows at the "
    "confirmation, which takes it off (legacy controls: logged at J-POT, off the meter at RUN).",
    Freeze.AT_CLAIM: "The award is taken off the meter with the hand button, and comes back if the claim is withdrawn.",
}


class FixedPays(Enum):
    """Where pays that are no share of a level come from."""

    TRAY = "tray"
    METER = "meter"


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """One meter of a jackpot."""

    name: Name
    seed_micros: Micros
    rate_ppm: Ppm
    reserve_rate_ppm: Ppm = 0
    limit_micros: Micros | None = None

    def __post_init__(self) -> None:
        if not self.name or "/" in self.name or not self.name.isprintable():
            raise TermsError(f"a level needs a name of printable characters without a slash, not {self.name!r}")
        if min(self.seed_micros, self.rate_ppm, self.reserve_rate_ppm) < 0:
            raise TermsError(f"level {self.name}: seed and rates cannot be negative")
        if max(self.seed_micros, self.limit_micros or 0) > MOST_MICROS:
            raise TermsError(f"level {self.name}: a seed or limit of more than a thousand million is not possible")
        if self.limit_micros is not None and self.limit_micros < self.seed_micros:
            raise TermsError(f"level {self.name}: the limit lies below the seed; set it at or above the seed")


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All parameters of one jackpot."""

    name: Line
    levels: Annotated[tuple[Level, ...], Meta(min_length=1, max_length=20, description="a list of 1 to 20 levels")]
    currency: Currency = DOLLARS
    payable_micros: Stake = CENT_MICROS
    """Prizes are paid in whole units of this; what is missing to one is added by the house, never cut off."""
    largest_increment_micros: Stake
    """A wager above this is no reasonable one and is refused."""
    executive_from_micros: Micros
    """Awards from this amount on need an executive's card, smaller ones a supervisor's."""
    several_winners: SeveralWinners = SeveralWinners.IN_ORDER
    freeze: Freeze = Freeze.AT_CLAIM
    """The default of old logs; a user who opens a jackpot or changes its terms gets `ProposedTerms`."""
    fixed_pays: FixedPays = FixedPays.TRAY

    def __post_init__(self) -> None:
        names = [level.name for level in self.levels]
        if not self.levels or len(set(names)) != len(names):
            raise TermsError(f"{self.name}: a jackpot needs one level or more, each with a name of its own")
        if sum(level.rate_ppm + level.reserve_rate_ppm for level in self.levels) > PPM:
            raise TermsError(f"{self.name}: the rates of all levels and reserves come to more than the whole wager")
        if self.payable_micros < 1 or self.largest_increment_micros < 1 or self.executive_from_micros < 0:
            raise TermsError(f"{self.name}: payable unit and largest wager are at least one millionth")
        if max(self.largest_increment_micros, self.payable_micros) > MOST_MICROS:
            raise TermsError(f"{self.name}: a wager of more than a thousand million is not possible")

    def level(self, name: str) -> Level:
        for level in self.levels:
            if level.name == name:
                return level
        raise TermsError(f"{self.name} has no level {name!r}; it has {', '.join(at.name for at in self.levels)}")


class ProposedTerms(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terms as a user requests them; missing fields default to the sheets'."""

    freeze: Freeze = Freeze.AT_CONFIRMATION

    @staticmethod
    def accepted(terms: Terms) -> Terms:
        """The terms as a jackpot keeps them."""
        return Terms(**{name: getattr(terms, name) for name in Terms.__struct_fields__})
