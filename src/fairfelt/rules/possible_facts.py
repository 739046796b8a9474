"""Every combination of facts that a settlement can be asked about: what is settled, counted and fingerprinted by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .facts import Facts, Result
from .game import Game
from .wager import Wager


def possible_facts(game: Game, wager: Wager | None = None) -> Iterator[Facts]:
    """Every combination of facts a settlement can be asked about; lines alone where there is no showdown.

    For a wager with a ranking of its own, the lines of that; otherwise those of the showdown or of the course.
    """
    showdown, ranking = game.showdown, wager.ranking if wager else None
    if wager and ranking and wager.against:
        lines = range(len(ranking.lines))
        yield from (Facts(player=mine, dealer=theirs) for mine, theirs in product(lines, lines))
        return
    if game.course and ranking is None:
        yield from game.course.facts_for(wager) if wager else game.course.possible_facts()
        return
    if ranking is not None or showdown is None:
        lines = range(len(ranking.lines)) if ranking else range(1)
        yield from (Facts(player=line) for line in lines)
        return
    lines = range(len(showdown.ranking.lines))
    answers = (False, True) if showdown.qualify else (True,)
    for player, dealer, qualified in product(lines, lines, answers):
        if player == dealer:
            yield Facts(showdown.copies, player, dealer, qualified, copy=True)
        for result in (Result.LOSS, Result.WIN):
            if (player > dealer) <= (result is Result.WIN) and (player < dealer) <= (result is Result.LOSS):
                yield Facts(result, player, dealer, qualified)
