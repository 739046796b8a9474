"""Leaks and what was found of them: how information gets out, what prevents it, what it is worth.

Every leak of the catalogue ships with the package, so that a verdict on it is there at once. Rows are keyed by the
rules of the game, the leak and its version, not by code: raise it where code changes a figure. `python -m
tools.ship_leaks` counts what is missing, `--again` what is there, and `python -m tools.golden` compares. What takes an
hour of a core and more was counted once, on a large machine, and has a file of its own.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from fairfelt.analysis.winnings.tables import Pace, pace_of
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.answers.key import answer_key
from fairfelt.engine.estimate.interval import Interval
from fairfelt.rules import Game, fingerprint
from fairfelt.runtime.configuration import keep, read_kept
from fairfelt.shipped_digests import is_as_shipped

from .figures import Figures, figure_json
from .information import Information

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
class UncountedLeak:
    """A leak that was not counted, with the reason and the cost."""

    what: str
    reason: str
    broke_off: bool = False
    """Whether the count failed, so that it is no answer to be kept."""


Limits = tuple[float, float]
"""Seconds of one core that a figure may take to be counted, or sampled."""


@dataclass(frozen=True)
class Question:
    """One leak of one game, and what may be spent on it."""

    game: Game
    leak: Leak
    information: Information
    limits: Limits = (0.0, 0.0)

    @property
    def what(self) -> str:
        """What is looked at, in a few words."""
        return "backs told apart" if self.leak is Leak.BACKS else str(self.information)

    @property
    def words(self) -> str:
        """The same with the game."""
        return f"{self.game.title}: {self.what}"

    @property
    def key(self) -> str:
        """Under which its finding ships: any change of the rules or of what is asked changes it."""
        asked = [fingerprint(self.game), self.leak.name, str(self.information), VERSIONS.get(self.leak, 1)]
        return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:40]

    def refused(self, reason: object) -> UncountedLeak:
        """What stands in the place of a figure that is not counted."""
        return UncountedLeak(self.what, str(reason))

    def broken_off(self, error: BaseException) -> UncountedLeak:
        """What stands in the place of a figure whose count failed."""
        reason = f"counting broke off ({type(error).__name__}: {error}); please report it"
        return UncountedLeak(self.what, reason, broke_off=True)


SELDOM = ("signal", "hits_interval")
"""Fields that few findings have."""


def write_finding(found: Finding) -> dict[str, Any]:
    """As plain data by the names of its fields; fractions are text."""
    plain = {field.name: _plain(getattr(found, field.name)) for field in fields(found)}
    return {name: value for name, value in plain.items() if value is not None or name not in SELDOM}


def read_finding(plain: Mapping[str, Any]) -> Finding:
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


# Findings that come with the package.


FILE = Path(__file__).with_name("house.json.gz")
LONG_COUNTS = Path(__file__).with_name("long_counts.json")
VERSIONS = {Leak.COUNT: 3}
"""How often the code has changed the figures of a kind of leak: once where it does not stand here."""
SHIPPED_EXACT_S, SHIPPED_SAMPLE_S = 120.0, 24.0
"""Seconds of one core that a figure took to be counted, or sampled: more than a verdict that a user waits for."""
Plain = dict[str, dict[str, Any]]
"""By their keys."""
_aside: set[str] = set()


@contextmanager
def set_aside(keys: Iterable[str]) -> Iterator[None]:
    """Nothing under these keys is known for a while, so that it is counted again as if it had never been."""
    more = set(keys) - _aside
    _aside.update(more)
    try:
        yield
    finally:
        _aside.difference_update(more)


def shipped_findings() -> Plain:
    """All that come with the package, read once; none where there is no file."""
    return _known({**_read_shipped(FILE), **long_counts()})


def long_counts() -> Plain:
    """What was counted in hours of a core."""
    return _known(_read_shipped(LONG_COUNTS))


def _known(findings: Plain) -> Plain:
    return {key: plain for key, plain in findings.items() if key not in _aside} if _aside else findings


@lru_cache
def _read_shipped(file: Path) -> Plain:
    return read_findings(file) if is_as_shipped(file) else {}


def read_findings(file: Path) -> Plain:
    """What a file holds; nothing where it is not whole."""
    with suppress(OSError, EOFError, ValueError):
        content = file.read_bytes()
        found: Plain = json.loads(gzip.decompress(content) if file.suffix == ".gz" else content)
        return found
    return {}


def leak_of(information: Information) -> Leak | None:
    """How a player comes by it: the dealer's cards before those that are shared; none where partners see cards too."""
    seen = {Leak.DEALER: information.dealer, Leak.COMMUNITY: information.community, Leak.SHOE: information.shoe}
    found = next((leak for leak, cards in seen.items() if cards), None)
    if information.sorted or information.counted or (found and information.hands > 1):
        return None
    return Leak.PARTNERS if information.hands > 1 else found


def shipped_finding(question: Question) -> Finding | None:
    """What comes with the package of a game as the catalogue has it, however it was found."""
    plain = shipped_findings().get(question.key)
    return None if plain is None else read_finding(plain)


def found_before(game: Game, information: Information) -> Finding | None:
    """The same of cards that are known, or hands that are shared."""
    leak = leak_of(information)
    return shipped_finding(Question(game, leak, information)) if leak else None


def best_backs_before(game: Game) -> Finding | None:
    """The same of the best two classes of backs."""
    return shipped_finding(Question(game, Leak.BACKS, Information()))


# Findings that were kept: a verdict on the whole house that is stopped goes on where it was.


WING = Path(__file__).parents[1]
"""The code that decides what is found, besides the code that the key of an answer covers."""


def kept_finding(question: Question) -> Finding | None:
    """What comes with the package, or was found before by this code; what was counted holds whatever the limits.

    Why something was not counted is never kept: it tells what it would take on the machine that asks.
    """
    shipped = shipped_finding(question)
    if shipped and (shipped.figures.exact or question.limits[0] <= SHIPPED_EXACT_S):
        return shipped
    for asked in (None, question.limits):
        name = _name(question, asked)
        with suppress(ValueError, LookupError, TypeError):  # a file that is not whole is as good as none
            if name and (content := read_kept(name)):
                return read_finding(json.loads(content))
    return None


def keep_finding(question: Question, finding: Finding, *, whole: bool = True) -> None:
    """Keep it for who asks again; where there is no room, it is found again.

    What is not `whole` lacks figures that more time would have counted, and is kept for the same limits only.
    """
    name = _name(question, None if whole and not finding.interval else question.limits)
    if name:
        keep(name, json.dumps(write_finding(finding)).encode())


def _name(question: Question, limits: Limits | None) -> str | None:
    key = answer_key(question.game, "leak", _code_digest(), question.leak.name, str(question.information), limits)
    return f"fairfelt_leak_{key[:40]}" if key else None


@lru_cache(maxsize=1)
def _code_digest() -> str:
    digest = hashlib.sha256()
    for file in sorted(WING.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
