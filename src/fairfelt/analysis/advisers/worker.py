"""Solves one game in a process of its own and writes the solution to a file that is open already.

python -m fairfelt.analysis.advisers.worker FILE_NUMBER SLUG [VARIANT]
"""

from __future__ import annotations

import os
import sys

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Solution
from fairfelt.rules.cards import parse_cards

from .example_hand import example_hand
from .handing_over import write_solution


def main(file_number: str, slug: str, variant: str = "") -> None:
    """What has taken much memory is given back when the process ends."""
    solution = engine.advisor(games.find(slug, variant))
    make_ready(solution)
    with os.fdopen(int(file_number), "wb") as file:
        write_solution(solution, file)


def make_ready(solution: Solution) -> None:
    """Have all made and compiled that is made when it is first asked for."""
    assert solution.decisions is not None, "what is lazy is counted now"
    hand, community, dealer = map(parse_cards, example_hand(solution.game))
    if hand:
        solution.advise(hand, community, dealer)


if __name__ == "__main__":
    main(*sys.argv[1:])
