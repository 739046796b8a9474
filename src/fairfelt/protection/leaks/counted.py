"""What counting cards is worth at a bet from a shoe, as one of the leaks of a game."""

from __future__ import annotations

from concurrent.futures import Executor
from fractions import Fraction

from fairfelt.counting import CountedBet, NotCountable, shoe_bet, study_counting
from fairfelt.counting.ask import usual_rules
from fairfelt.counting.shoe_bet import verify_countable
from fairfelt.exact import Unsolved
from fairfelt.exact.estimate.interval import Interval
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .findings import Finding, Leak

SHOES, TRIGGER_SHOES, SEED = 4_000, 200, 1
COUNTED_S = 8.0
"""About what one bet takes."""


def foresee_counted(game: Game, information: Information) -> float:
    """About how many seconds it takes; Unsolved where it is refused."""
    try:
        verify_countable(game, game.wager(information.counted))
    except NotCountable as reason:
        raise Unsolved(str(reason)) from reason
    return COUNTED_S


def count_leak(game: Game, information: Information, executor: Executor | None = None) -> Finding:
    """The best count there is, one unit wherever it gains: the edge is by round dealt, with or without a bet.

    Where no count by tags comes near, as on pairs and suits, the bet is made by all that is left in the shoe.
    """
    try:
        bet = shoe_bet(game, information.counted)
        found = study_counting(bet, usual_rules(bet), shoes=SHOES, trigger_shoes=TRIGGER_SHOES, executor=executor)
    except NotCountable as reason:
        raise Unsolved(str(reason)) from reason
    played = found.exposed
    rounds = played.rounds / played.shoes
    edge = played.units_a_shoe / rounds
    interval = Interval.around(edge, played.error / rounds, played.shoes, SEED)
    spread = Fraction(played.hit_frequency), Fraction(played.variance)
    return Finding(Leak.COUNT, information, Fraction(edge), Fraction(0), interval, _note(found), *spread)


def _note(found: CountedBet) -> str:
    """Which count it is, how often it bets, and what perfect play would win beside it."""
    first, perfect, each = found.first, found.perfect, found.exposed
    often = f"in {each.frequency:.1%} of rounds, at an edge of {each.average_edge:.1%}"
    by_tags = f"{first.count.name} count, {found.tags_text(first.count)}, {first.bets_from}"
    if not perfect.bets:
        how = "No round of any shoe that was dealt was on the player's side."
    elif found.is_poor:
        share = max(first.played.units_a_shoe, 0.0) / perfect.units_a_shoe
        how = (
            f"Perfect play, by all that is left in the shoe: {often}. The best count by tags wins {share:.0%} of that."
        )
    elif perfect.units_a_shoe > first.played.units_a_shoe > 0:
        more = perfect.units_a_shoe / first.played.units_a_shoe
        how = f"The {by_tags}: {often}. Perfect play wins {more:.1f} times as much."
    else:
        how = f"The {by_tags}: {often}."
    return f"{how} The cut card is {found.rules.cut} from the end."
