"""Counting a bet from a shoe in one call, for notebooks and scripts: the report shows itself."""

from __future__ import annotations

from concurrent.futures import Executor

from fairfelt.counting import NotCountable, effects_of_removal, shoe_bet, study_counting
from fairfelt.counting.ask import find_cards, read_tags, usual_rules
from fairfelt.counting.counts import count_of
from fairfelt.exact import Progress
from fairfelt.reports.report import Report
from fairfelt.rules import Game

from . import USUAL_SHOES
from .sheet import counting_report


def count_cards(
    game: Game, wager: str, *, cut: int | None = None, tags: str = "", trigger: int | None = None,
    running: bool = False, removed: str = "", players: int = 1, more_rounds: int | None = None,
    round_cards: float | None = None, shoes: int = USUAL_SHOES, executor: Executor | None = None,
    progress: Progress | None = None,
) -> Report:  # fmt: skip
    """What each card is worth to a bet, the best counts or one's own, and what they win by the shoe.

    count_cards(game, "Side Bet", cut=14, tags="4=-1 5=-1 8=2 9=2", trigger=4, removed="8 9")
    """
    for what, number in (("shoes", shoes), ("players", players)):
        if number < 1:
            raise NotCountable(f"{number} {what} are not possible: give 1 or more")
    bet = shoe_bet(game, wager)
    rules = usual_rules(bet, cut, players, more_rounds, round_cards)
    own = count_of("yours", read_tags(bet, tags), effects_of_removal(bet)) if tags else None
    found = study_counting(
        bet, rules, count=own, trigger=trigger, running=running, shoes=shoes, removed=find_cards(bet, removed),
        executor=executor, progress=progress,
    )  # fmt: skip
    return counting_report(found)
