"""How the bets of one player vary together, for games of the catalogue: counted once, and shipped with the package.

`python -m tools.covariances` counts what is missing.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from fairfelt.rules import Game, fingerprint
from fairfelt.shipped_digests import is_as_shipped

from ..seats import THE_ROUND, bet_key

FILE = Path(__file__).with_name("covariances.json")
Bet = tuple[str, str]
"""A bet and its paytable; neither for the game itself."""
THE_GAME: Bet = ("", "")


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
