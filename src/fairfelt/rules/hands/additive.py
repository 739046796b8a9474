"""Rankings by keys that add up: a hand's key is the sum of its cards' keys, so that a census can carry sums along."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from .ranking import Ranking, Straightline


class AddedRanking(Ranking):
    """A ranking that looks a hand up by the sum of its cards' keys and, where suits count, by the set of its cards."""

    faces: int
    """Different cards that have a key, the first ones of all."""
    start: int = 0
    """What every sum begins with."""

    @abstractmethod
    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        """Statements that set `out` from the sum in `{out}_k` and the set of cards that `mask` says.

        Among the tables is `{out}_keys`, by card.
        """

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        found = self.look_up(out, len(cards), " | ".join(f"1 << {card}" for card in cards))
        key = f"{out}_k = {self.start} + " if self.start else f"{out}_k = "
        total = key + " + ".join(f"{out}_keys[{card}]" for card in cards)
        return Straightline((total, *found.statements), found.tables)
