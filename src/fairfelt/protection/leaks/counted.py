"""What counting cards is worth at a bet from a shoe, as one of the leaks of a game."""

from __future__ import annotations

from concurrent.futures import Executor
from fractions import Fraction

from fairfelt.counting import NotCountable, shoe_bet, study_counting
from fairfelt.counting.ask import usual_rules
from fairfelt.counting.shoe import EXACT_EDGE, play_shoes
from fairfelt.counting.shoe_bet import verify_countable
from fairfelt.exact import Unsolved
from fairfelt.protection.figures import Interval
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .findings import Finding, Leak

SHOES, TRIGGER_SHOES = 600, 120
COUNTED_S = 4.0
"""About what one bet takes."""
WIDE = 2.5758
"""Standard errors to each side of an interval that holds 99 times in 100."""


def foresee_counted(game: Game, information: Information) -> float:
    """About how many seconds it takes; Unsolved where it is refused."""
    try:
        verify_countable(game, game.wager(information.counted))
    except NotCountable as reason:
        raise Unsolved(str(reason)) from reason
    return COUNTED_S


def count_leak(game: Game, information: Information, executor: Executor | None = None) -> Finding:
    """The best balanced count, one unit wherever it gains: the edge is by round dealt, with or without a bet.

    Where every count of that kind loses for sure, as on pairs, the bet is made by all that is left in the shoe.
    """
    try:
        bet = shoe_bet(game, information.counted)
        found = study_counting(
            bet, usual_rules(bet), shoes=SHOES, trigger_shoes=TRIGGER_SHOES, perfect=False, executor=executor
        )
        played, tags = found.played, found.counts[0].tags
        by_count = played.units_a_shoe + WIDE * played.error >= 0
        if not by_count:
            played = play_shoes(
                bet, tags, found.rules, trigger=0, when=EXACT_EDGE, shoes=TRIGGER_SHOES, executor=executor
            )
    except NotCountable as reason:
        raise Unsolved(str(reason)) from reason
    rounds = played.rounds / played.shoes
    edge, error = played.units_a_shoe / rounds, WIDE * played.error / rounds
    how = f"Tags {found.tags_text(found.counts[0])}; bet from a true count of {found.trigger:+d}"
    if not by_count:
        how = "No count by tags gains; bet by all that is left in the shoe"
    note = (
        f"{how}: in {played.frequency:.1%} of rounds, at an edge of {played.average_edge:.1%}. The cut card is "
        f"{found.rules.cut} from the end."
    )
    interval = Interval(edge - error, edge + error)
    return Finding(Leak.COUNT, information, Fraction(edge), Fraction(0), interval, note)
