"""The search for a signal: the number that gains most, and one or two more beside it while they add a good part.

Numbers are chosen by one half of the sample and what they bring is measured in the other, so that it is no luck.
"""

from __future__ import annotations

import numpy as np

from fairfelt.analysis.protection.sample import Hands, Sample
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.interval import Interval, paired_interval
from fairfelt.engine.exact import Solution
from fairfelt.rules import Cards, Game

from .learn import Lesson, Values
from .numbers import Whole, numbers_of
from .signal import Number, Signal

MOST_NUMBERS = 3
ENOUGH = 2 / 3
"""A signal that brings so much of the gain needs no further number…"""
WORTH_SHOWING = 0.05
"""…and no number is shown that adds less."""
FORGIVEN = 0.01
"""So much less the simpler of two numbers may bring, which comes first."""
NEXT_TO_NOTHING = 0.001
"""Of the Ante: partners who gain less have nothing to show each other."""


def best_signal(game: Game, sampled: Sample, expected: Values | None = None) -> Signal | None:
    """The best of the signals that people can show; none where what it brings may be chance."""
    lesson = Lesson.of(game, sampled, expected)
    found = best_numbers(lesson)
    if found is None:
        return None
    of_all = min(float(lesson.gains.max(axis=1).mean()) / sampled.gain, 1.0) if len(game.streets) > 1 else 1.0
    return Signal(*found, of_all)


def expected_gains(game: Game, solution: Solution, cards: Hands) -> Values | None:
    """[hand]: what plain play expects of the largest bet over the smallest, where hands are shared beside a board.

    No ranking says how strong a hand is that the board may pair.
    """
    shared = game.streets[0].reveals(Cards.COMMUNITY)
    if not shared or game.streets[0].reveals(Cards.DEALER):
        return None
    faces, found = {int(face): face for face in game.deck.faces}, []
    bets = [game.streets[0].choices[choice].name for choice in tree_of(game).orders[0]]
    for hand in cards[:, : game.hole + shared].tolist():
        known = [faces[card] for card in hand]
        values = dict(solution.advise(known[: game.hole], known[game.hole :]).values)
        may = [values[bet] for bet in bets if bet in values]
        found.append(float(may[-1] - may[0]))
    return np.array(found)


def best_numbers(lesson: Lesson, of_all: float = 1.0) -> tuple[tuple[Number, ...], float, Interval] | None:
    """What to show at one decision, the share of the gain there that it brings, and in what that lies.

    of_all  what part of the gain at all decisions is made there: where that is little, few numbers are worth it
    """
    if of_all < WORTH_SHOWING:
        return None
    whole = lesson.gains.max(axis=1)[lesson.tries]
    if not whole.any():
        return None
    chosen = _chosen(lesson, WORTH_SHOWING / of_all)
    if not chosen:
        return None
    gained = lesson.played(list(chosen.values()), lesson.learns, lesson.tries)
    mine, all_of_it = (each.reshape(-1, lesson.sights).mean(axis=1) for each in (gained, whole))
    captured, lies = _share(mine, all_of_it, lesson.seed)
    if captured < WORTH_SHOWING / of_all or lies.low <= 0:
        return None
    towards = lesson.speaks_for_more(list(chosen.values()))
    numbers = tuple(Number(f"how many {name}", more) for name, more in zip(chosen, towards, strict=True))
    return numbers, min(captured, 1.0), lies.cut(0.0, 1.0)


def _chosen(lesson: Lesson, worth_showing: float) -> dict[str, Whole]:
    """The numbers to show, by the hands that may teach; none that adds less than so much."""
    every, learns = numbers_of(lesson.table), lesson.learns
    whole = float(lesson.gains.max(axis=1)[learns].mean())
    chosen: dict[str, Whole] = {}
    reached = 0.0
    while whole > 0 and len(chosen) < MOST_NUMBERS and reached < ENOUGH:
        tried = {
            name: float(lesson.played([*chosen.values(), number], learns, learns).mean()) / whole
            for name, number in every.items()
            if name not in chosen
        }
        most = max(tried.values(), default=0.0)
        if most < reached + worth_showing:
            break
        best = next(name for name, share in tried.items() if share >= most - FORGIVEN)
        chosen[best], reached = every[best], tried[best]
    return chosen


def _share(gained: Values, whole: Values, seed: int) -> tuple[float, Interval]:
    """What part one mean is of another, and in what that lies; hands stand in the order of their strata."""
    share = float(gained.mean() / whole.mean())
    return share, paired_interval((gained - share * whole) / whole.mean(), seed).moved(share)


def without_signal(adds: Interval) -> str:
    """Why no signal is told, by what the shared hands add."""
    if adds.high < NEXT_TO_NOTHING:
        return f"Nothing worth a signal: all cards of all partners add less than {NEXT_TO_NOTHING:.1%}."
    if adds.low <= 0:
        return "No signal: the sample does not tell what the shared hands add from chance."
    return "No signal that was tried brings a part of the gain that is told from chance."
