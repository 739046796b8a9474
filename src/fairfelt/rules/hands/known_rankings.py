"""Every ranking by name: what a game that is data may be ranked by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import fairfelt.rules.hands as hands
from fairfelt.rules.hands.ranking import Ranking

KNOWN_RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {name.lower(): value for name in hands.__all__ if isinstance(value := getattr(hands, name), Ranking)}
)
"""By what it is called in Python, in small letters. A ranking is found by being offered by `fairfelt.rules.hands`."""


def is_made_of_known(ranking: Ranking) -> bool:
    """Whether a ranking is known, or derived from one that is: then it contains no custom code."""
    if isinstance(ranking, hands.Refinement):
        return is_made_of_known(ranking.of)
    return isinstance(ranking, hands.StartingHands) or bool(known_name(ranking))


def known_name(ranking: Ranking) -> str:
    """Under which name a ranking is known; empty for one that is not."""
    return next((name for name, known in KNOWN_RANKINGS.items() if known is ranking), "")
