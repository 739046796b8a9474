"""How seen cards of the dealer's are weighed where seven cards are set: counted or sampled, and what that takes."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction

from fairfelt.answers.par import RoundPar
from fairfelt.answers.strategy import ShortRule
from fairfelt.exact import Progress, solve
from fairfelt.exact.estimate.bracket import DEVIATIONS
from fairfelt.exact.solve import core_game, solver_of
from fairfelt.protection.courses.few_cards import round_of
from fairfelt.protection.courses.set_hands import SIZE, sample_settings
from fairfelt.protection.figures import Figures, Interval, figures_of
from fairfelt.protection.way import By, Way
from fairfelt.rules import Game, PaiGowPoker
from fairfelt.rules.courses.three_hands import ThreeHands

from .count import can_count, count_seconds, count_totals, results_of

ALL_SEEN_S, ONE_SEEN_S, EACH_MORE = 0.003, 0.6, 8
"""What a sampled hand takes that is set in sight of all, or of one of the dealer's cards; each more takes less."""
FEWEST, MOST = 30, 20_000
THREE_TABLES_S = 20.0
IN_SIGHT = "the setting that wins most against what the dealer can have"


def foresee_settings(game: Game, seen: int, exact_s: float, sample_s: float) -> Way:
    """How so many of the dealer's cards are weighed, and about what that takes beside the count of plain play."""
    if seen == SIZE and isinstance(game.course, PaiGowPoker):
        shown = _shown(game)
        seconds = solver_of(shown).seconds(shown)
        if seconds <= exact_s:
            return Way(By.SOLVER, seconds)
    if can_count(game, seen) and count_seconds(seen) <= exact_s:
        return Way(By.SEEN, count_seconds(seen))
    each = ALL_SEEN_S if seen == SIZE else max(ALL_SEEN_S, ONE_SEEN_S / EACH_MORE ** (seen - 1))
    hands = int(min(MOST, max(FEWEST, sample_s / each)))
    tables = THREE_TABLES_S if isinstance(game.course, ThreeHands) and seen < SIZE else 0.0
    return Way(By.SAMPLE, hands * each + tables, hands)


def find_settings(
    game: Game, seen: int, plain: Figures, way: Way, executor: Executor | None, progress: Progress | None
) -> tuple[Figures, ShortRule]:
    """The figures of the best settings with so many cards in sight, and how they are chosen."""
    words = ShortRule(game.streets[0].name, IN_SIGHT)
    if way.by is By.SOLVER:
        return figures_of(solve(_shown(game), executor=executor).round), words
    if way.by is By.SEEN:
        return figures_of(round_of(results_of(game, count_totals(game, seen, executor, progress)))), words
    sampled = sample_settings(game, seen, way.hands, progress=progress)
    edge, reach = float(plain.edge) + sampled.gain, DEVIATIONS * sampled.error
    chances = {net: Fraction(share) for net, share in sampled.results}
    return figures_of(_sampled_round(chances), Interval(edge - reach, edge + reach), Fraction(edge)), words


def _shown(game: Game) -> Game:
    """The same game with the dealer's hand turned up before the players set theirs."""
    core = core_game(game)
    assert isinstance(core.course, PaiGowPoker)
    return replace(core, course=replace(core.course, face_up=True))


def _sampled_round(results: Mapping[Fraction, Fraction]) -> RoundPar:
    """Shares in floats, rounded so that they add up to one."""
    total = 10**9
    counts = {net: round(share * total) for net, share in results.items()}
    return round_of({net: Fraction(count, sum(counts.values())) for net, count in counts.items()})
