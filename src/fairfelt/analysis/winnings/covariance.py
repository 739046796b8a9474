"""How results vary together: the bets of one player, and the seats of a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from fairfelt.engine.core.endings import Ending, settle_ending
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.exact import Progress, Solution, solve
from fairfelt.engine.solvers.general.settlements import Settlements, hands_read, settlements_of
from fairfelt.engine.solvers.general.solution import all_information_sets, play_out, symmetry_with
from fairfelt.engine.solvers.general.solver import cost_of
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game, Kind, Paytable, Wager, fingerprint
from fairfelt.shipped_digests import is_as_shipped

from .bets import BetRound, WinningsError

# Seats of a table win and lose together: how much, by the pairs of seats in rounds that were dealt.
#
# Players who look at the same cards are alike by rule. Elsewhere the covariance of two seats is sampled: rounds are
# dealt to two seats, both with the best strategy, and compared with the exact variance of one. What was found for the
# catalogue comes with the package by the fingerprint of the game; `python -m tools.ship_seats` samples what is missing.


SEATS_FILE = Path(__file__).with_name("seats.json")
ROUNDS = 400_000
"""Rounds that are sampled while a user waits."""
CERTAIN = 2.58
"""Standard errors that hold 99 in 100."""
PLACES = 4
"""Decimals to which a correlation is printed, and reckoned with."""
Bets = dict[str, list[float]]
"""A correlation and its standard error by the name of the bet and its paytable; the game itself is THE_ROUND."""
THE_ROUND = ""


@dataclass(frozen=True)
class SeatsTogether:
    """How the results of any two seats in a round go together."""

    correlation: float
    standard_error: float = 0.0
    """By the products of results that were dealt: a rare large pay makes it wide. 0 where it is known by rule."""
    rounds: int = 0
    """Dealt to find it; 0 where it is known by rule."""

    @property
    def error(self) -> float:
        """By how much it may be off, with 99 in 100 certainty."""
        return CERTAIN * self.standard_error

    def crowd(self, players: int) -> Fraction:
        """A round of n seats varies as if their bets came in blocks of this many, each won or lost as one."""
        if abs(self.correlation) <= self.error:
            return Fraction(1)
        printed = Fraction(round(self.correlation * 10**PLACES), 10**PLACES)
        return max(Fraction(1, 2), 1 + (players - 1) * printed)


ALIKE = SeatsTogether(1.0)
"""All look at the same cards, and bet the same."""


def seats_together(game: Game, wager: str = "", paytable: str = "") -> SeatsTogether | None:
    """Of the game itself or one of its bets: by rule, or as it comes with the package; None where neither says it."""
    if shares_all_cards(game):
        return ALIKE
    known = shipped_seats().get(fingerprint(game), {"bets": {}})
    found = known["bets"].get(bet_key(wager, paytable or game.wager(wager).paytable.name) if wager else THE_ROUND)
    return None if found is None else SeatsTogether(found[0], found[1], known["rounds"])


def shares_all_cards(game: Game) -> bool:
    """Whether a further player takes no cards: everybody bets on the same ones."""
    return game.course is not None and game.course.most_cards(1) == game.course.most_cards(2)


def found_together(
    game: Game, wager: str, paytable: str, *, executor: Executor | None = None, progress: Progress | None = None
) -> SeatsTogether | None:
    """The same, sampled now."""
    found = sample_seats(game, executor=executor, progress=progress)
    together = found.get(bet_key(wager, paytable) if wager else THE_ROUND)
    return None if together is None else SeatsTogether(together[0], together[1], ROUNDS)


def sample_seats(
    game: Game, rounds: int = ROUNDS, *, executor: Executor | None = None, progress: Progress | None = None
) -> Bets:
    """The game itself, and each of its bets by each paytable that fixes what it pays."""
    from fairfelt.engine.simulation import simulate

    found = simulate(game, rounds=rounds, seed=1, seats=2, executor=executor, progress=progress)
    return {
        bet_key(each.wager, each.paytable) if at else THE_ROUND: [
            round(each.seat_correlation, PLACES),
            round(each.seat_correlation_error, 2 * PLACES),
        ]
        for at, each in enumerate(found.wagers)
        if each.seat_correlation is not None and each.seat_correlation_error is not None
    }


def bet_key(wager: str, paytable: str) -> str:
    return f"{wager}: {paytable}"


@lru_cache(maxsize=1)
def shipped_seats() -> dict[str, dict[str, Any]]:
    """By the fingerprint of a game with the paytables in play."""
    found: dict[str, dict[str, Any]] = json.loads(SEATS_FILE.read_text()) if is_as_shipped(SEATS_FILE) else {}
    return found


# How the bets of one player vary together: from rounds that are counted, or as it ships for games of the catalogue.
#
# `python -m tools.covariances` counts what ships.


FILE = Path(__file__).with_name("covariances.json")
Bet = tuple[str, str]
"""A bet and its paytable; neither for the game itself."""
THE_GAME: Bet = ("", "")
Means = tuple[Fraction, ...]
Covariances = tuple[tuple[Fraction, ...], ...]
Row = tuple[int, Sequence[Fraction]]
"""n rounds, and what each bet comes to in them."""


def kept_covariance(game: Game, one: Bet, other: Bet) -> Fraction | None:
    """Of two bets of a round, for a unit on each of them; None where it was not counted."""
    found = shipped_covariances().get(fingerprint(game), {}).get(pair_key(one, other))
    return None if found is None else Fraction(found)


def pair_key(one: Bet, other: Bet) -> str:
    """The same for two bets in either order."""
    return " | ".join(sorted(bet_key(*bet) if bet[0] else THE_ROUND for bet in (one, other)))


@lru_cache(maxsize=1)
def shipped_covariances() -> dict[str, dict[str, str]]:
    """By the fingerprint of a game and two of its bets."""
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text()) if is_as_shipped(FILE) else {}
    return found


def moments(rows: Iterable[Row], size: int) -> tuple[Means, Covariances]:
    """Means and covariances of the bets; `size` is their number."""
    total, sums, products = 0, [Fraction(0)] * size, [[Fraction(0)] * size for _ in range(size)]
    for rounds, nets in rows:
        total += rounds
        for at, one in enumerate(nets):
            sums[at] += one * rounds
            for other in range(at, size):
                products[at][other] += one * nets[other] * rounds
    means = tuple(each / total for each in sums)
    return means, tuple(
        tuple(products[min(a, b)][max(a, b)] / total - means[a] * means[b] for b in range(size)) for a in range(size)
    )


def check_round(solution: Solution, mean: Fraction) -> None:
    """Refuse a game whose endings do not tell the whole round."""
    if mean + solution.round.house_edge:
        raise WinningsError(f"{solution.game.title}: the bets of a round are counted one by one: ask for one of them")


# Endings of a round told apart by every bet, also by bets on shared cards or on the dealer's, where deals are few.
#
# All deals are followed through the decisions, as a solution decides, and the cards that no decision sees are turned
# over in every way (`engine/solvers/general`); what is told apart at the end is all that any of the bets goes by.


MOST_EVALUATIONS: Final = 1_000_000_000
"""Whole rounds that are looked at: about half a minute on a core."""


def tray_tables(wager: Wager) -> tuple[Paytable, ...]:
    """The paytables of a bet as the tray pays them: a share of a meter comes out of what was set aside for it."""
    return tuple(
        replace(table, pays={line: pay for line, pay in table.pays.items() if not pay.level})
        for table in wager.paytables
    )


def is_countable_by_deals(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by a hand of its own, at a game with so few deals that all can be looked at."""
    if (
        game.course
        or not wager.is_optional
        or wager.ranking is None
        or wager.first
        or not any(table.pays for table in tray_tables(wager))
    ):
        return False
    return cost_of(View.of(game), symmetry_with(game, [wager]), settlements_of(game)).steps <= MOST_EVALUATIONS


def distinguish_endings(solution: Solution, wagers: Sequence[Wager]) -> tuple[Ending, ...]:
    """All endings of a round, each with the lines of these bets."""
    game = solution.game
    base, tree = settlements_of(game), tree_of(game)
    told = Settlements(game, base.rows, (*base.hands, *hands_read(game, wagers)))
    found = play_out(solution, told, all_information_sets(game, symmetry_with(game, wagers)))
    return tuple(
        told.ending(tree.paths[path], ending, found[path, ending]) for path, ending in np.argwhere(found).tolist()
    )


def reads_showdown_hand(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by all the cards that the player shows down, shared ones among them."""
    showdown = game.showdown
    if game.course or showdown is None or not game.deal.count(Cards.COMMUNITY & showdown.shared):
        return False
    same = wager.ranking is showdown.ranking and wager.on == Cards.OWN | showdown.shared and not wager.first
    return wager.is_optional and same and not wager.against and any(table.pays for table in tray_tables(wager))


def with_bets_on_showdown(game: Game) -> Game:
    """The same game, where such bets go by the showdown: then its endings are told apart by what they are paid."""
    wagers = (replace(each, ranking=None) if reads_showdown_hand(game, each) else each for each in game.wagers)
    return replace(game, wagers=tuple(wagers))


TOGETHER = "all bets together"


@dataclass(frozen=True)
class BetsTogether:
    """Bets of one player in one round, each settled by how the round ends."""

    wagers: tuple[str, ...]
    means: Means
    """Net results in units of the opening bet; a side bet is one unit."""
    covariances: Covariances
    """[bet][bet]: on the diagonal the variance of each."""
    results: tuple[tuple[Fraction, Fraction], ...]
    """The net result of all of them together, from the greatest loss up, and how likely it is."""
    left_out: tuple[str, ...]
    """Bets that go by a meter, or by other cards than those that were told apart."""
    handle: Fraction
    """Units at risk when a round ends, on average; a bonus has no stake of its own."""

    @property
    def mean(self) -> Fraction:
        """Of all bets together."""
        return sum(self.means, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Of all bets together: every variance, and every covariance twice."""
        return sum((each for row in self.covariances for each in row), Fraction(0))

    @property
    def round(self) -> BetRound:
        """As one bet, for sessions of them."""
        return BetRound(
            TOGETHER, self.results, -self.mean, self.variance, self.handle, wager=TOGETHER, paytable=TOGETHER,
        )  # fmt: skip

    def correlation(self, one: int, other: int) -> float:
        """Between two of the bets, from -1 to 1; 0 where one of them never varies."""
        spread = float(self.covariances[one][one] * self.covariances[other][other]) ** 0.5
        return float(self.covariances[one][other]) / spread if spread else 0.0


def solve_together(game: Game, executor: Executor | None = None) -> BetsTogether:
    """Every bet of a game that can be counted with the others, with the paytables in play."""
    return bets_together(solve(with_bets_on_showdown(game), executor=executor))


def bets_together(solution: Solution) -> BetsTogether:
    """Every bet that the endings of the round settle or all deals tell, with the paytables in play.

    Where a hand is split or drawn to for as long as one likes, bets are counted one by one, and no ending has them all.
    """
    game, endings = solution.game, solution.endings
    fixed = [wager for wager in game.wagers if wager.paytable in tray_tables(wager)]
    apart = [wager for wager in fixed if is_countable_by_deals(game, wager)]
    if not all(is_settled(game, wager) for wager in apart):
        endings = distinguish_endings(solution, apart)
    taken = [wager for wager in fixed if wager in apart or is_settled(game, wager)]
    left_out = tuple(wager.name for wager in game.wagers if wager not in taken)
    total = sum(ending.combinations for ending in endings)
    means, covariances = bet_moments(game, endings, [((wager, wager.paytable),) for wager in taken])
    results: dict[Fraction, int] = {}
    handle = 0
    for ending in endings:
        settled = [settle_ending(game, wager, wager.paytable, ending) for wager in taken]
        staked = sum(units for wager, (_, units) in zip(taken, settled, strict=True) if wager.kind is not Kind.BONUS)
        handle += staked * ending.combinations
        whole = sum((outcome.pay.net * units for outcome, units in settled), Fraction(0))
        results[whole] = results.get(whole, 0) + ending.combinations
    check_round(solution, sum((mean for wager, mean in zip(taken, means, strict=True) if wager.is_base), Fraction(0)))
    chances = tuple((net, Fraction(ways, total)) for net, ways in sorted(results.items()))
    names = tuple(wager.name for wager in taken)
    return BetsTogether(names, means, covariances, chances, left_out, Fraction(handle, total))


def bet_moments(
    game: Game, endings: Sequence[Ending], columns: Sequence[Sequence[tuple[Wager, Paytable]]]
) -> tuple[Means, Covariances]:
    """Means and covariances of net results, where each column is some bets together."""

    def net(column: Sequence[tuple[Wager, Paytable]], ending: Ending) -> Fraction:
        settled = (settle_ending(game, *bet, ending) for bet in column)
        return sum((outcome.pay.net * units for outcome, units in settled), Fraction(0))

    rows = ((ending.combinations, [net(column, ending) for column in columns]) for ending in endings)
    return moments(rows, len(columns))


def is_settled(game: Game, wager: Wager, table: Paytable | None = None) -> bool:
    """Whether an ending tells the bet's result: of the game, on the showdown, or on the hand that shows down."""
    if any(pay.level for pay in (table or wager.paytable).pays.values()):
        return False
    if wager.is_base or wager.ranking is None:
        return True
    same = game.showdown is not None and wager.ranking is game.showdown.ranking
    return same and wager.on is Cards.OWN and not wager.against and not wager.first
