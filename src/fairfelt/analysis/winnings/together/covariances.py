"""How the bets of one player vary together: from rounds that are counted, or as it ships for games of the catalogue.

`python -m tools.covariances` counts what is missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from fairfelt.engine import Solution
from fairfelt.rules import Game, fingerprint
from fairfelt.shipped_digests import is_as_shipped

from ..bets import WinningsError
from ..seats import THE_ROUND, bet_key

FILE = Path(__file__).with_name("covariances.json")
Bet = tuple[str, str]
"""A bet and its paytable; neither for the game itself."""
THE_GAME: Bet = ("", "")
Means = tuple[Fraction, ...]
Covariances = tuple[tuple[Fraction, ...], ...]
Row = tuple[int, Sequence[Fraction]]
"""So many rounds, and what each bet comes to in them."""


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
