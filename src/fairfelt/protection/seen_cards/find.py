"""Which count a game has for cards that are seen before its one decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .all_known import all_known
from .by_flush import SeenFlush
from .by_sets import SetCount
from .by_tracks import SeenTracks
from .count import SeenCount
from .shared_flushes.one_card import SharedFlushCard

COUNTS: Final[tuple[Callable[[Game, Information], SeenCount | None], ...]] = (
    SeenFlush.of, SharedFlushCard.of, SeenTracks.of, all_known, SetCount.of,
)  # fmt: skip
"""Each says None where the game or what is seen has another form; the first that fits counts."""


def seen_count(core: Game, information: Information) -> SeenCount | None:
    """None where no count of this folder fits."""
    if information.sorted or information.hands != 1 or information.shoe:
        return None
    return next((count for of in COUNTS if (count := of(core, information))), None)
