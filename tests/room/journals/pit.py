"""The pit of the golden nights: the room of the tests on a journal, with a count of what was asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tests.room.floors import MEGA, UNIT
from tests.room.law.lawful_pit import SET_UP
from tests.room.pit_on_a_journal import PitOnAJournal

EVE = ["card eve"]


class GoldenPit(PitOnAJournal):
    """The pit of the tests on a journal; what was asked of it is counted."""

    def __init__(self, place: str) -> None:
        self.asked = Counter[str]()
        super().__init__(place)

    def ask(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        """Count it, and ask."""
        self.asked[f"{kind}/1"] += 1
        return super().ask(kind, device, **body)

    def win(self, table: str, hand: str) -> None:
        """A round in which seat 2 makes a hand, from the bets to the end."""
        self.press("place bets", table, bets={"1": UNIT, "2": 5 * UNIT})
        self.press("start game", table)
        self.press("press hand", table, seat=2, hand=hand)
        if table == "T2":
            self.press("turn key", table, to_jph=True, cards=EVE)
        self.press("confirm", table, cards=[*EVE, "card sue"])
        if table == "T2":
            self.press("turn key", table, to_jph=False, cards=EVE)
        self.press("end game", table)

    def open_in(self, currency: str, jackpot: str) -> None:
        """Another jackpot."""
        self.do("open jackpot", jackpot=jackpot, terms=replace(MEGA, name=jackpot, currency=currency), cards=SET_UP)
