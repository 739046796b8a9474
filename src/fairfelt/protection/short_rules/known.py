"""The strategy of somebody who knows both hands before the only decision: how the showdown will end says it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from fairfelt.answers.strategy import ShortRule
from fairfelt.exact.core.problem import Problem, Unsolved, asks_for_a_hand, decides_once, showdown_problem
from fairfelt.hands import LINE_BITS
from fairfelt.rules import Game

LOSES, TIES, WINS = range(3)
NAMES = {WINS: "wins", TIES: "ties", LOSES: "loses"}
End = tuple[int, int]
"""The comparison, and whether the dealer plays."""
Ends = Mapping[End, Mapping[int, int]]
"""The best choice by the player's line, no smaller bet with a better line."""


def known_rule(game: Game) -> ShortRule | None:
    """When each bet is made with both hands known; None where more than the end of the showdown matters."""
    if not decides_once(game):
        return None
    try:
        problem = showdown_problem(game)
    except Unsolved:
        return None
    ends = _best_choices(problem)
    if ends is None:
        return None
    told = [words for choice in range(len(problem.choices) - 1, 0, -1) if (words := _words(problem, ends, choice))]
    return ShortRule(game.streets[0].name, "; ".join((*told, f"otherwise {problem.choices[0].name}")))


def _best_choices(problem: Problem) -> Ends | None:
    """Of equal values the larger bet; None where the dealer's line matters too, or a better line bets less."""
    nets = problem.nets.T[None] + problem.extras.T[:, None]
    index, found = problem.rows.index, dict[End, Mapping[int, int]]()
    least = problem.showdown.qualifying_value >> LINE_BITS
    for compared in NAMES:
        for plays in (0, 1):
            met = [line for line in range(index.shape[1]) if (line >= least if plays else line <= least)]
            by_line: dict[int, int] = {}
            for line in range(index.shape[0]):
                rows = {int(row) for row in index[line, met, compared, plays] if row >= 0}
                choices = {nets.shape[2] - 1 - int(np.argmax(nets[line, row, ::-1])) for row in rows}
                if len(choices) > 1:
                    return None
                by_line |= dict.fromkeys([line] * len(choices), next(iter(choices), 0))
            if list(by_line.values()) != sorted(by_line.values()):
                return None
            if by_line:
                found[compared, plays] = by_line
    return found


def _words(problem: Problem, ends: Ends, choice: int) -> str:
    """As "Raise if the dealer does not qualify, or if your hand wins"; nothing where the choice is never the best."""
    whole = {end for end, by_line in ends.items() if set(by_line.values()) == {choice}}
    conditions = [*_whole(ends, whole), *_from_line(problem, ends, choice)]
    least = ", or as much as your hand allows," if asks_for_a_hand(problem.game) and problem.floors[choice] else ""
    return f"{problem.choices[choice].name}{least} {', or '.join(conditions)}" if conditions else ""


def _whole(ends: Ends, whole: set[End]) -> Iterator[str]:
    """Ends that decide whatever the player holds."""
    if any(not plays for _, plays in ends) and all(end in whole for end in ends if not end[1]):
        yield "if the dealer does not qualify"
        whole = {end for end in whole if end[1]}
        ends = {end: by_line for end, by_line in ends.items() if end[1]}
    always = [each for each in NAMES if {end for end in ends if end[0] == each} <= whole and (each, 1) in ends]
    if always:
        yield f"if your hand {' or '.join(NAMES[each] for each in always)}"
    for each, plays in sorted(end for end in whole if end[0] not in always):
        yield f"if your hand {NAMES[each]} and the dealer {'qualifies' if plays else 'does not qualify'}"


def _from_line(problem: Problem, ends: Ends, choice: int) -> Iterator[str]:
    """Hands that are paid so well by themselves that they bet though they lose."""
    for (compared, _), by_line in ends.items():
        lines = [line for line, best in by_line.items() if best == choice]
        if lines and len(lines) < len(by_line):
            name = problem.showdown.ranking.lines[lines[0]].name
            yield f"with a {name} or better where your hand {NAMES[compared]}"
