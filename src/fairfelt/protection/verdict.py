"""The verdict on a game: what is exposed, what it costs a year, what prevents it; worst first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from fairfelt.answers.numbers import as_json
from fairfelt.exact import Progress, Unsolved, solve
from fairfelt.exact.solve import core_game, solver_of
from fairfelt.rules import Cards, Game
from fairfelt.winnings import Pace, pace_of

from .exposure import expose, foresee_exposure, verify_decision
from .figures import Interval
from .information import MOST_HANDS, Information
from .signals import best_signal
from .sorting import best_sorting

EXACT_S, SAMPLE_S = 40.0, 8.0
HOUSE_EXACT_S, HOUSE_SAMPLE_S = 6.0, 1.5
"""What one figure may take where the whole house is looked at."""
HOURS = 2_000
"""Hours a year that somebody plays who lives by it: forty hours a week, fifty weeks."""
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
    PARTNERS = (
        "hands that players show each other",
        "Players keep their cards to themselves and say nothing of them; nobody plays two hands that are seen before "
        "both are decided. Watch tables where everybody waits for everybody.",
    )

    def __init__(self, words: str, procedure: str) -> None:
        self.words, self.procedure = words, procedure


@dataclass(frozen=True)
class Terms:
    """How somebody with the information would play: limit, hours and pace."""

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


@dataclass(frozen=True)
class Verdict:
    """All leaks of a game."""

    game: Game
    terms: Terms
    findings: tuple[Finding, ...]
    """The worst first."""
    not_counted: tuple[NotCounted, ...]

    @property
    def worst(self) -> Finding | None:
        """The leak that is worth most."""
        return self.findings[0] if self.findings else None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": self.game.slug,
            "variant": self.game.variant,
            "rounds_an_hour": as_json(self.terms.pace.rounds_an_hour),
            "limit": as_json(self.terms.limit),
            "hours_a_year": as_json(self.terms.hours),
            "findings": [
                {
                    "leak": finding.leak.name.lower(),
                    "information": str(finding.information),
                    "edge": as_json(finding.edge),
                    "exact": finding.interval is None,
                    "interval": finding.interval and finding.interval.to_dict(),
                    "cost_a_year": as_json(finding.cost(self.terms)),
                    "swing_a_year": as_json(finding.swing(self.terms)),
                    "procedure": finding.leak.procedure,
                    "note": finding.note,
                }
                for finding in self.findings
            ],
            "not_counted": [{"what": missing.what, "reason": missing.reason} for missing in self.not_counted],
        }


def leaks_of(game: Game) -> Iterator[tuple[Leak, Information]]:
    """One, two and all of the dealer's cards beyond those that are shown; each community card; a full table."""
    if game.course:
        yield from ((Leak.SHOE, Information(shoe=numbers)) for numbers in ((1,), (1, 2), (1, 2, 3, 4)))
        return
    shown, dealt = game.streets[0].reveals(Cards.DEALER), game.deal.count(Cards.DEALER)
    for many in sorted({min(shown + 1, dealt), min(shown + 2, dealt), dealt} - {0, shown}):
        yield Leak.DEALER, Information(dealer=tuple(range(1, many + 1)))
    for number in range(game.streets[0].reveals(Cards.COMMUNITY) + 1, game.deal.count(Cards.COMMUNITY) + 1):
        yield Leak.COMMUNITY, Information(community=(number,))
    hands = min(MOST_HANDS, game.seats)
    if hands > 1:
        yield Leak.PARTNERS, Information(hands=hands)


def foresee_verdict(game: Game, *, exact_s: float = EXACT_S, sample_s: float = SAMPLE_S) -> float:
    """About how many seconds a verdict takes."""
    seconds = 0.0
    try:
        verify_decision(game)
        seconds += solver_of(core_game(game)).seconds(core_game(game))
        for _, information in leaks_of(game):
            with suppress(Unsolved):
                seconds += foresee_exposure(game, information, exact_s=exact_s, sample_s=sample_s).seconds
    except Unsolved:
        return seconds
    return seconds


def verdict(
    game: Game,
    terms: Terms | None = None,
    *,
    exact_s: float = EXACT_S,
    sample_s: float = SAMPLE_S,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Count or sample every leak of a game; what takes too long is named with its cost."""
    chosen = terms or usual_terms(game)
    try:
        verify_decision(game)
    except Unsolved as reason:
        return Verdict(game, chosen, (), (NotCounted("every leak", str(reason)),))
    found, missing = [], []
    leaks = list(leaks_of(game))
    for done, (leak, information) in enumerate(leaks):
        if progress:
            progress(done, len(leaks) + 1, f"{game.title}: {information}")
        try:
            found.append(_find(game, leak, information, exact_s, sample_s, executor))
        except Unsolved as reason:
            missing.append(NotCounted(str(information), str(reason)))
    try:
        if not game.course:
            found.append(_sorted(game, executor))
    except Unsolved as reason:
        missing.append(NotCounted("backs told apart", str(reason)))
    worst_first = sorted(found, key=lambda finding: -finding.edge)
    return Verdict(game, chosen, tuple(worst_first), tuple(missing))


def _find(
    game: Game, leak: Leak, information: Information, exact_s: float, sample_s: float, executor: Executor | None
) -> Finding:
    exposure = expose(game, information, exact_s=exact_s, sample_s=sample_s, gains=False, executor=executor)
    note = ""
    if leak is Leak.PARTNERS and exposure.sampled:
        signal = best_signal(exposure.game, exposure.sampled)
        note = signal.words if signal else ""
    figures = exposure.figures
    return Finding(leak, information, figures.edge, exposure.plain.edge, figures.interval, note)


def _sorted(game: Game, executor: Executor | None) -> Finding:
    found = best_sorting(game, executor)
    plain = solve(core_game(game)).round.expected_value
    return Finding(Leak.BACKS, found.information, found.edge, plain, note="The best two classes of all partitions.")


def worst_first(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Games by their worst leak; those without a figure come last."""
    return sorted(verdicts, key=lambda each: (each.worst is None, -each.worst.edge if each.worst else Fraction(0)))
