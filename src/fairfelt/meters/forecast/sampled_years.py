"""Meters over years: from one win to the next, because between wins a meter only climbs.

The number of wagers up to the next win is geometric, so that a year of many thousands of wagers takes as many steps as
it has wins. Wagers come one by one at an even pace; each feeds the meters before it is settled.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.jit import njit
from fairfelt.jackpot.terms import FixedPays, Terms

from .climb import Balances, climb_of

if TYPE_CHECKING:
    from ..progressive_bet import ProgressiveBet

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NextHits:
    """The next whole award of one level, sampled again and again."""

    wagers: Floats
    sizes: Floats
    reserves: Floats
    """What was in the reserve at that moment."""
    dry: Floats
    """How often an amount found too little on the meter before."""


@dataclass(frozen=True, eq=False)
class Years:
    """Weeks of play, sampled again and again: [path, week], and totals by path."""

    fed: Floats
    """Contributions to meters and reserves, and new seeds."""
    held: Floats
    """On meters, in reserves and above limits at the end of the week."""
    paid: Floats
    """From the meters; what the house made up is in `made_up`."""
    made_up: Floats
    """By path: what amounts found missing on the meter."""


def level_table(bet: ProgressiveBet, terms: Terms, balances: Balances) -> Floats:
    """Each meter now and what one wager does to it: [level, (meter, reserve, overflow, seed, rises, limit)]."""
    rows = [
        (
            balances.meters.get(climb.level, climb.seed),
            balances.reserves.get(climb.level, 0),
            0,
            climb.seed,
            climb.rise,
            climb.reserve_rise,
            np.inf if climb.limit is None else climb.limit,
        )
        for climb in (climb_of(bet, terms, level.name) for level in terms.levels)
    ]
    return np.array(rows, np.float64)


def win_table(bet: ProgressiveBet, terms: Terms) -> Floats:
    """The hands that move a meter: [hand, (level, share that is won, amount that is paid, chance)]."""
    places = {level.name: at for at, level in enumerate(terms.levels)}
    rows = [(places[hit.level], hit.share, Fraction(0), hit.probability) for hit in bet.hits]
    if terms.fixed_pays is FixedPays.METER:
        rows += [(0, Fraction(0), amount, chance) for amount, chance in bet.amounts]
    return np.array(rows, np.float64)


def sample_next_hits(levels: Floats, wins: Floats, level: int, *, paths: int, seed: int) -> NextHits:
    """Play on from now until a level is won whole."""
    return NextHits(*_next_hits(levels, wins, level, paths, np.random.default_rng(seed)).T)


def sample_years(levels: Floats, wins: Floats, *, wagers_per_week: float, weeks: int, paths: int, seed: int) -> Years:
    """Play on from now for so many weeks."""
    found, made_up = _years(levels, wins, wagers_per_week, weeks, paths, np.random.default_rng(seed))
    return Years(found[0], found[1], found[2], made_up)


METER, RESERVE, OVERFLOW, SEED, RISE, RESERVE_RISE, LIMIT = range(7)


@njit(cache=True, nogil=True)
def _pass(levels: Any, wagers: int) -> float:
    """So many wagers without a win; gives what they put in."""
    fed = 0.0
    for level in levels:
        level[METER] += level[RISE] * wagers
        level[RESERVE] += level[RESERVE_RISE] * wagers
        fed += (level[RISE] + level[RESERVE_RISE]) * wagers
        over = level[METER] - max(level[LIMIT], level[METER] - level[RISE] * wagers)
        if over > 0:
            level[METER] -= over
            level[OVERFLOW] += over
    return fed


@njit(cache=True, nogil=True)
def _win(levels: Any, wins: Any, rng: Any) -> tuple[int, float, float, float]:
    """One win: which it is, what the meter pays, what it lacks, and the seed that starts it again."""
    drawn, at = rng.random() * wins[:, 3].sum(), 0
    while at < len(wins) - 1 and drawn >= wins[at, 3]:
        drawn -= wins[at, 3]
        at += 1
    level, share, amount = levels[int(wins[at, 0])], wins[at, 1], wins[at, 2]
    paid = min(level[METER], share * level[METER] + amount)
    lacking = share * level[METER] + amount - paid
    level[METER] -= paid
    if share < 1:
        return at, paid, lacking, 0.0
    room = level[LIMIT] - level[SEED]
    reserve = min(room, level[RESERVE])
    overflow = min(room - reserve, level[OVERFLOW])
    level[METER] = level[SEED] + reserve + overflow
    level[RESERVE] -= reserve
    level[OVERFLOW] -= overflow
    return at, paid, lacking, level[SEED]


@njit(cache=True, nogil=True)
def _wait(chance: float, rng: Any) -> int:
    """Wagers up to and with the next win."""
    return 1 + int(np.log1p(-rng.random()) / np.log1p(-chance)) if chance < 1 else 1


@njit(cache=True, nogil=True)
def _next_hits(start: Any, wins: Any, level: int, paths: int, rng: Any) -> Any:
    found = np.zeros((paths, 4))
    chance = wins[:, 3].sum()
    for path in range(paths):
        levels, wagers, dry = start.copy(), 0, 0
        while True:
            wait = _wait(chance, rng)
            wagers += wait
            _pass(levels, wait)
            reserve = levels[level, RESERVE]
            at, paid, lacking, _ = _win(levels, wins, rng)
            dry += lacking > 0
            if int(wins[at, 0]) == level and wins[at, 1] == 1:
                break
        found[path, 0], found[path, 1], found[path, 2], found[path, 3] = wagers, paid, reserve, dry
    return found


@njit(cache=True, nogil=True)
def _years(start: Any, wins: Any, wagers_per_week: float, weeks: int, paths: int, rng: Any) -> Any:
    found, made_up = np.zeros((3, paths, weeks)), np.zeros(paths)
    chance = wins[:, 3].sum()
    for path in range(paths):
        levels, done, wait = start.copy(), 0, _wait(chance, rng)
        for week in range(weeks):
            end = int((week + 1) * wagers_per_week)
            while done + wait <= end:
                found[0, path, week] += _pass(levels, wait)
                done, (_, paid, lacking, seeded) = done + wait, _win(levels, wins, rng)
                found[0, path, week] += seeded
                found[2, path, week] += paid
                made_up[path] += lacking
                wait = _wait(chance, rng)
            found[0, path, week] += _pass(levels, end - done)
            wait, done = wait - (end - done), end
            found[1, path, week] = levels[:, : OVERFLOW + 1].sum()
    return found, made_up
