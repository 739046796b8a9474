"""Leaks and what was found of them: how information gets out, what prevents it, what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, fields
from enum import Enum
from fractions import Fraction
from typing import Any

from fairfelt.analysis.protection.figures import Figures, figure_json
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.winnings import Pace, pace_of
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.estimate.interval import Interval
from fairfelt.rules import Game

HOURS = 2_000
"""Hours a year of a player who lives by it: forty hours a week, fifty weeks."""
LIMIT = 100
PLAYERS = 6


class Leak(Enum):
    """How information gets out, with the procedure that prevents it."""

    DEALER = (
        "the dealer's cards",
        "Take the dealer's cards from the shuffler in one packet, flat and low, faces to the felt; never lift or fan "
        "them before the last decision. Keep the bottom card covered with a cut card.",
    )
    COMMUNITY = (
        "the community cards",
        "Deal the community cards face down in one packet and leave them flat; turn each over only when its decision "
        "is made. Burn the bottom card of the packet unseen.",
    )
    BACKS = (
        "the backs of the cards",
        "Use cards with symmetric or borderless backs; inspect each deck. Turn part of the deck in every shuffle, and "
        "turn no card at a player's request.",
    )
    SHOE = (
        "the next cards of the shoe",
        "Keep the mouth of the shoe covered and its first card unseen; take no bet once a card is out. Burn a card "
        "after every shuffle, and let no player turn cards.",
    )
    COUNT = (
        "cards that have gone from the shoe",
        "Put the cut card further from the end, and shuffle when it comes out. Limit the bet, and watch players who "
        "bet it only late in the shoe.",
    )
    PARTNERS = (
        "hands that players show each other",
        "Players keep their cards to themselves and say nothing of them; nobody plays two hands that are seen before "
        "both are decided. Watch tables where everybody waits for everybody.",
    )

    SETTING = (
        "hands that are set better than by the house way",
        "No card is seen, so that no care with cards prevents it. Set the dealer's hand by a house way against which "
        "the best setting has no advantage, pay less for a win, or take a commission.",
    )

    def __init__(self, words: str, procedure: str) -> None:
        self.words, self.procedure = words, procedure


@dataclass(frozen=True)
class Terms:
    """How a player with the information would play: limit, hours and pace."""

    pace: Pace
    limit: Fraction = Fraction(LIMIT)
    hours: Fraction = Fraction(HOURS)

    @property
    def rounds_a_year(self) -> Fraction:
        """Rounds that one player is dealt."""
        return self.pace.rounds_an_hour * self.hours


def usual_terms(game: Game, limit: Fraction = Fraction(LIMIT), hours: Fraction = Fraction(HOURS)) -> Terms:
    """A full table at its published pace."""
    return Terms(pace_of(game, min(PLAYERS, game.seats)), limit, hours)


@dataclass(frozen=True)
class Finding:
    """One leak and what it is worth."""

    leak: Leak
    information: Information
    edge: Fraction
    plain: Fraction
    interval: Interval | None = None
    note: str = ""
    hit_frequency: Fraction | None = None
    variance: Fraction | None = None
    """Of a round; none where it was not counted."""
    strategy: tuple[ShortRule, ...] = ()
    rule_edge: Fraction | None = None
    """The player's edge by the strategy in words, where that was counted…"""
    rule_interval: Interval | None = None
    """…or sampled."""
    signal: dict[str, Any] | None = None
    """What partners would show each other, in numbers as it ships (`tools/signals`); the note has its words."""
    hits_interval: Interval | None = None
    """Where hits alone were sampled."""

    @property
    def figures(self) -> Figures:
        """The same figures as those of a leak that is asked about alone."""
        return Figures(self.edge, self.hit_frequency, self.variance, self.interval, self.hits_interval)

    def to_dict(self, terms: Terms) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "leak": self.leak.name.lower(),
            "information": str(self.information),
            **self.figures.to_dict(),
            "strategy": [{"street": rule.street, "words": rule.words} for rule in self.strategy],
            "strategy_edge": figure_json(self.rule_edge, exact=self.rule_interval is None),
            "strategy_interval": self.rule_interval and self.rule_interval.to_dict(),
            "cost_a_year": figure_json(self.cost(terms), exact=self.figures.exact),
            "swing_a_year": figure_json(self.swing(terms), exact=self.figures.exact),
            "procedure": self.leak.procedure,
            "note": self.note,
            "signal": self.signal,
        }

    def cost(self, terms: Terms) -> Fraction:
        """What the house loses in a year to one player at the limit; nothing where it keeps its edge."""
        return max(self.edge, Fraction(0)) * terms.limit * terms.rounds_a_year

    def swing(self, terms: Terms) -> Fraction:
        """The same against what the house would have won of that player."""
        return (self.edge - self.plain) * terms.limit * terms.rounds_a_year


@dataclass(frozen=True)
class NotCounted:
    """A leak that was not counted, with the reason and the cost."""

    what: str
    reason: str
    broke_off: bool = False
    """Whether the count failed, so that it is no answer to be kept."""


SELDOM = ("signal", "hits_interval")
"""Fields that few findings have."""


def write_finding(found: Finding) -> dict[str, Any]:
    """As plain data by the names of its fields; fractions are text."""
    plain = {field.name: _plain(getattr(found, field.name)) for field in fields(found)}
    return {name: value for name, value in plain.items() if value is not None or name not in SELDOM}


def read_finding(plain: Mapping[str, Any]) -> Finding:
    """As it was written."""
    return Finding(**{name: READ[name](plain[name]) for name in READ if plain.get(name) is not None})


def _plain(value: Any) -> Any:
    match value:
        case Fraction():
            return str(value)
        case Leak():
            return value.name
        case Information() | Interval() | ShortRule():
            return list(astuple(value))
        case tuple():
            return [_plain(each) for each in value]
    return value


def _information(plain: list[Any]) -> Information:
    dealer, community, ranks, hands, shoe, counted = plain
    return Information(tuple(dealer), tuple(community), ranks, hands, tuple(shoe), counted)


def _interval(plain: list[Any]) -> Interval:
    return Interval(*plain)


def _signal(plain: dict[str, Any]) -> dict[str, Any]:
    """Older rows do not say what the sample behind an interval was."""
    unsized = dict.fromkeys(("n", "seed", "standard_error"))
    later = [{**part, "interval": unsized | part["interval"]} for part in plain["later"]]
    return {**plain, "interval": unsized | plain["interval"], "later": later}


READ: Mapping[str, Callable[[Any], Any]] = {
    "leak": Leak.__getitem__,
    "information": _information,
    "interval": _interval,
    "rule_interval": _interval,
    "hits_interval": _interval,
    "note": str,
    "strategy": lambda rules: tuple(ShortRule(*rule) for rule in rules),
    "signal": _signal,
    **dict.fromkeys(("edge", "plain", "hit_frequency", "variance", "rule_edge"), Fraction),
}
"""How each field of a finding is read."""
