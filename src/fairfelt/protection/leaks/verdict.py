"""The verdict on a game: what is exposed, what it costs a year, what prevents it; worst first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairfelt.answers.numbers import as_json
from fairfelt.counting import countable_bets
from fairfelt.exact import Progress, Unsolved
from fairfelt.exact.solve import advisor, core_game, solver_of
from fairfelt.protection.courses.find import questions_of
from fairfelt.protection.exposure import expose, foresee_exposure, verify_decision
from fairfelt.protection.information import MOST_HANDS, Information
from fairfelt.protection.signals import best_signal
from fairfelt.protection.sorting import best_sorting
from fairfelt.rules import Cards, Game

from .counted import COUNTED_S, count_leak
from .findings import Finding, Leak, Terms, usual_terms
from .kept import keep_finding, kept_finding

EXACT_S, SAMPLE_S = 40.0, 8.0
HOUSE_EXACT_S, HOUSE_SAMPLE_S = 6.0, 1.5
"""What one figure may take where the whole house is looked at."""


NOTHING_EXPOSED: dict[str, Any] = {
    "information": "nothing", "edge": None, "hit_frequency": None, "standard_deviation": None,
    "desirability_index": None, "n0": None, "strategy": [], "exact": True, "interval": None,
}  # fmt: skip
"""What stands in the place of the worst leak where there is none."""


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
        """Plain data for JSON: the worst leak as one that was asked about alone, then all of them."""
        return {
            "game": self.game.slug,
            "variant": self.game.variant,
            "rounds_an_hour": as_json(self.terms.pace.rounds_an_hour),
            "limit": as_json(self.terms.limit),
            "hours_a_year": as_json(self.terms.hours),
            **(self.worst.to_dict(self.terms) if self.worst else NOTHING_EXPOSED),
            "findings": [finding.to_dict(self.terms) for finding in self.findings],
            "not_counted": [{"what": missing.what, "reason": missing.reason} for missing in self.not_counted],
        }


def leaks_of(game: Game) -> Iterator[tuple[Leak, Information]]:
    """One, two and all of the dealer's cards beyond those that are shown; each community card; a full table."""
    yield from ((Leak.COUNT, Information(counted=wager)) for wager in countable_bets(game))
    if game.course:
        yield from ((Leak.DEALER if asked.dealer else Leak.SHOE, asked) for asked in questions_of(game))
    if game.course or not game.streets:
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
    """About how many seconds a verdict takes, without what is kept."""
    seconds = 0.0
    with suppress(Unsolved):
        verify_decision(game)
        seconds += solver_of(core_game(game)).seconds(core_game(game))
    for leak, information in leaks_of(game):
        if kept_finding(game, leak, information, (exact_s, sample_s)):
            continue
        with suppress(Unsolved):
            if leak is Leak.COUNT:
                seconds += COUNTED_S
            else:
                seconds += foresee_exposure(game, information, exact_s=exact_s, sample_s=sample_s).seconds
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
    found, missing = [], []
    if game.streets:
        try:
            verify_decision(game)
        except Unsolved as reason:
            missing.append(NotCounted("cards seen early", str(reason)))
    leaks = list(leaks_of(game))
    if game.streets and not game.course:
        leaks.append((Leak.BACKS, Information()))
    for done, (leak, information) in enumerate(leaks):
        what = "backs told apart" if leak is Leak.BACKS else str(information)
        if progress:
            progress(done, len(leaks), f"{game.title}: {what}")
        try:
            found.append(_known(game, leak, information, exact_s, sample_s, executor))
        except Unsolved as reason:
            missing.append(NotCounted(what, str(reason)))
    worst_first = sorted(found, key=lambda finding: -finding.edge)
    return Verdict(game, chosen, tuple(worst_first), tuple(missing))


def _known(
    game: Game, leak: Leak, information: Information, exact_s: float, sample_s: float, executor: Executor | None
) -> Finding:
    """What was found before, or is found now and kept: a verdict that is stopped goes on where it was."""
    limits = (exact_s, sample_s)
    kept = kept_finding(game, leak, information, limits)
    if kept:
        return kept
    found = _find(game, leak, information, exact_s, sample_s, executor)
    keep_finding(game, found, information, limits)
    return found


def _find(
    game: Game, leak: Leak, information: Information, exact_s: float, sample_s: float, executor: Executor | None
) -> Finding:
    if leak is Leak.COUNT:
        return count_leak(game, information, executor)
    if leak is Leak.BACKS:
        return _sorted(game, executor)
    spread = exact_s >= EXACT_S
    exposure = expose(
        game, information, exact_s=exact_s, sample_s=sample_s, gains=False, spread=spread, executor=executor
    )
    note = ""
    if leak is Leak.PARTNERS and exposure.sampled:
        signal = best_signal(exposure.game, exposure.sampled)
        note = signal.words if signal else ""
    figures = exposure.figures
    return Finding(
        leak, information, figures.edge, exposure.plain.edge, figures.interval, note, figures.hit_frequency,
        figures.variance, exposure.strategy,
    )  # fmt: skip


def _sorted(game: Game, executor: Executor | None) -> Finding:
    verify_decision(game)
    found = best_sorting(game, executor)
    plain = advisor(core_game(game)).round.expected_value
    return Finding(Leak.BACKS, found.information, found.edge, plain, note="The best two classes of all partitions.")


def worst_first(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Games by their worst leak; those without a figure come last."""
    return sorted(verdicts, key=lambda each: (each.worst is None, -each.worst.edge if each.worst else Fraction(0)))
