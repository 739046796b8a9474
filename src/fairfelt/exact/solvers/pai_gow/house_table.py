"""What the house way makes of every class of seven cards, as small tables: enough to value one hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.core.kept_table import Arrays, KeptTable, places
from fairfelt.hands import PaiGowRanking
from fairfelt.rules import PaiGowPoker
from fairfelt.rules.courses.pai_gow.house_way import HouseWay

from .settings import house_settings
from .solver import pushing_classes


@dataclass(frozen=True, eq=False)
class HouseTable:
    """How a dealer stands with every class."""

    arrays: Arrays
    pushes: NDArray[np.bool_] | None
    """The classes with which all bets push; None where none does."""

    @classmethod
    def of(cls, course: PaiGowPoker) -> HouseTable:
        """Read, or made and kept."""
        settings, *pushes = (table.arrays for table in tables_of(course))
        return cls(settings, pushes[0]["pushes"] if pushes else None)

    def below(self, high: int, low: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """[class]: whether the dealer has less behind; and less in front."""
        of = self.arrays
        return (of["highs"] < high)[of["high"]], (of["lows"] < low)[of["low"]]

    def counted(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of so many hands of each class those with which bets do not push."""
        return counts if self.pushes is None else np.where(self.pushes, 0, counts)


def tables_of(course: PaiGowPoker) -> tuple[KeptTable, ...]:
    """What advice on a course looks into; nothing where the dealer's hand is in sight."""
    if course.face_up:
        return ()
    settings = KeptTable(_settings, (course.way, course.ranking))
    return (settings, KeptTable(_pushes, (course.ranking, course.pushes))) if course.pushes else (settings,)


def _settings(way: HouseWay, ranking: PaiGowRanking) -> Arrays:
    """The values behind and in front of each class, by their places among all."""
    (high, highs), (low, lows) = map(places, house_settings(way, ranking))
    return {"high": high, "highs": highs, "low": low, "lows": lows}


def _pushes(ranking: PaiGowRanking, top: str) -> Arrays:
    """The classes of hands with which all bets push if the dealer holds them."""
    return {"pushes": pushing_classes(ranking, top)}
