"""An exposed pai gow dealer: whether its cards are counted or sampled, what that takes, and the figures."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from math import hypot

from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.exact import Progress, Unsolved, percent_text, solve
from fairfelt.engine.solve import core_game, solver_of
from fairfelt.engine.solvers.pai_gow.exposed import MAX_COUNTED, can_count, count_exposed, count_seconds
from fairfelt.engine.solvers.pai_gow.exposed_samples import SetGain, sample_draws, sample_labels
from fairfelt.rules import Game, PaiGowPoker
from fairfelt.rules.cards import SUITS
from fairfelt.rules.courses.pai_gow import SIZE
from fairfelt.rules.courses.three_hands import ThreeHands

from .figures import Figures, Method, Plan, figures_of
from .next_cards import round_of_chances

HAND_S = (0.0, 0.013, 0.025, 0.03, 3.5e-3, 4.5e-4, 1.8e-4, 15e-6)
"""[exposed cards]: what an own hand takes, set in two hands: all labels of one or two cards, else some draws."""
THREE_HANDS_S = (0.0, 0.05, 0.1, 0.13, 0.015, 2e-3, 8e-4, 80e-6)
"""The same set in three hands."""
TABLES_S = 10.0
MIN_HANDS = 60
WORDS = "the setting that wins most against what the dealer can have"


def plan_settings(game: Game, seen: int, exact_s: float, sample_s: float) -> Plan:
    """How n of the dealer's cards are weighed, and about what that takes beside the count of plain play."""
    if seen == SIZE and isinstance(game.course, PaiGowPoker):
        shown = _shown(game)
        seconds = solver_of(shown).seconds(shown)
        if seconds <= exact_s:
            return Plan(Method.SOLVER, seconds)
    if can_count(game, seen) and count_seconds(seen) <= exact_s:
        return Plan(Method.EXPOSED, count_seconds(seen))
    if len(game.deck.suits) < len(SUITS):
        raise Unsolved(f"{game.title}: own hands are drawn from all four suits, and the deck lacks some")
    each = _hand_seconds(game, seen)
    hands = max(MIN_HANDS, int(sample_s / each) // 2 * 2)
    return Plan(Method.SAMPLE, hands * each + TABLES_S, hands)


def _hand_seconds(game: Game, seen: int) -> float:
    """What an own hand takes; with three hands as much time goes into the setting that it is compared with."""
    if isinstance(game.course, ThreeHands):
        return THREE_HANDS_S[seen] * (2 if seen <= MAX_COUNTED else 1)
    return HAND_S[seen]


def find_settings(
    game: Game, seen: int, plain: Figures, plan: Plan, executor: Executor | None, progress: Progress | None
) -> tuple[Figures, ShortRule]:
    """The figures of the best settings with n cards in sight, and how they are chosen."""
    words = ShortRule(game.streets[0].name, WORDS)
    if plan.method is Method.SOLVER:
        return figures_of(solve(_shown(game), executor=executor).round), words
    if plan.method is Method.EXPOSED:
        return figures_of(round_of_chances(count_exposed(game, seen, executor, progress).results(game))), words
    found, blind = _sampled(game, seen, plan.hands, executor, progress)
    if blind:
        words = ShortRule(words.street, f"{WORDS}. {blind_words(blind.gain)}")
    edge, lies = float(plain.edge) + found.gain, found.lies.moved(float(plain.edge))
    chances = {net: Fraction(share) for net, share in found.results}
    return figures_of(_sampled_round(chances), lies, Fraction(edge)), words


def blind_words(gain: float) -> str:
    """What needs no card in sight, so that nobody takes it for what the cards are worth."""
    more = percent_text(Fraction(gain), 1)
    return f"With no card seen, the best setting wins about {more} of the bet more than the house way"


def _sampled(
    game: Game, seen: int, hands: int, executor: Executor | None, progress: Progress | None
) -> tuple[SetGain, SetGain | None]:
    """What is gained over the house way; and how much of it a setting gains that sees nothing, where that is found."""
    three = isinstance(game.course, ThreeHands)
    if seen > MAX_COUNTED:
        best, blind = sample_draws(game, seen, hands, executor=executor, progress=progress)
        return best, blind if three else None
    found = sample_labels(game, seen, hands, executor=executor, progress=progress)
    if not three:
        return found, None
    many = int(hands * THREE_HANDS_S[seen] / THREE_HANDS_S[SIZE]) // 2 * 2
    _, blind = sample_draws(game, SIZE, many, executor=executor, progress=progress)
    gain = found.gain + blind.gain
    low, high = (hypot(*(getattr(each.lies, end) - each.gain for each in (found, blind))) for end in ("low", "high"))
    return SetGain(gain, replace(found.lies, low=gain - low, high=gain + high), found.results), blind


def _shown(game: Game) -> Game:
    """The same game with the dealer's hand turned up before the players set theirs."""
    core = core_game(game)
    assert isinstance(core.course, PaiGowPoker)
    return replace(core, course=replace(core.course, face_up=True))


def _sampled_round(results: Mapping[Fraction, Fraction]) -> RoundPar:
    """Shares in floats, rounded so that they add up to one."""
    total = 10**9
    counts = {net: round(share * total) for net, share in results.items()}
    return round_of_chances({net: Fraction(count, sum(counts.values())) for net, count in counts.items()})
