"""A pit that lives by a law: the day of the letter, its conditions met, its limits posted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt.jackpot import Terms
from tests.room.floors import LINK_PROGRESSIVE, MEGA, UNIT, Pit, digest

LETTER, LATER = "2023-06-14", "2024-01-01"
LAST_OLD, FIRST_NEW = "2023-08-20", "2023-08-21"
"""The cap rises from $300 to $400 with the second of these days."""
OFFICE = ["card ann", "card eve"]
"""Two departments."""
DOCUMENT = f"letter 1, 2013-01-02, sha256:{digest('letter 1')}"
SET_UP = ["card ida", "card eve"]
CONDITIONS = ("controls-submitted", "controls-approved", "makers-licensed")
EQUIPMENT = ("system-approved", "display-plain")
"""What the sheets ask of the equipment of a progressive."""
LIMITS: dict[str, Any] = {
    "opening": {"least_micros": 5 * UNIT, "most_micros": 100 * UNIT},
    "side_bets": {LINK_PROGRESSIVE: {"least_micros": UNIT, "most_micros": 25 * UNIT}},
}


class LawfulPit(Pit):
    """The same tables under Washington's rules for card rooms."""

    def __init__(self, day: str = LETTER, mode: str = "enforce", *, ready: bool = True, terms: Terms = MEGA) -> None:
        super().__init__(terms)
        self.pair_display("pit")
        self.serves("begin day", day=day)
        if ready:
            for table in ("T1", "T2"):
                self.do("post limits", table=table, limits=LIMITS, cards=SET_UP)
            for condition in (*CONDITIONS, *EQUIPMENT):
                self.meet(condition, day)
        self.set_law(mode)

    def set_law(self, mode: str = "enforce", profile: str = "wa-commercial") -> Mapping[str, Any]:
        """Two people choose a law."""
        zone = "America/Los_Angeles"
        return self.do("set law", profile=profile, mode=mode, zone=zone, document="licence 1", cards=OFFICE)

    def meet(self, condition: str, day: str = LETTER) -> None:
        """A condition is met, for all games."""
        self.do("meet condition", condition=condition, on=day, document=DOCUMENT, cards=OFFICE)

    def pair_display(self, link: str) -> str:
        """A display of a link that has said what it shows."""
        name = f"display {link}"
        key = {"device": name, "device_kind": "display", "link": link, "key_sha256": digest(name)}
        self.do("enrol device", **key, cards=SET_UP)
        self.do("switch device", device=name, enabled=True, cards=SET_UP)
        self.serves("watch display", device=name)
        return name

    def stop(self, table: str = "T1") -> str:
        """Why the law lets nothing start at a table."""
        return self.floor.tables[table].law_verdict.stop

    def notices(self, table: str = "T1") -> tuple[str, ...]:
        """What it says without stopping it."""
        return self.floor.tables[table].law_verdict.notices

    def replayed(self) -> bool:
        """Whether the log alone gives the same floor."""
        floor = self.room.initial()
        for event in self.events:
            floor = self.room.replay(floor, event)
        return floor == self.floor
