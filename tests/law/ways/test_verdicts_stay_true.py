"""After whatever happens in a room under a law, the log holds what the law says to every table: nothing goes stale."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fairfelt.room.law.ask_law import review
from tests.room.journals.nights import BY_LAW, LawfulGoldenPit
from tests.room.law.lawful_pit import OFFICE, LawfulPit
from tests.support.heavy import first_few


class Reviewed(LawfulGoldenPit):
    """Asks the law again after every command."""

    def ask(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        answer = super().ask(kind, device, **body)
        assert not review(self.floor), f"after {kind} the law says something else than the log"
        return answer


@pytest.mark.parametrize("night", first_few(BY_LAW, 1))
def test_every_act_leaves_verdicts_that_are_true(night: str, tmp_path: Path) -> None:
    """An act that changes what the law looks at, and does not ask it, would be a way around every rule."""
    pit = Reviewed(str(tmp_path / "night.db"))
    BY_LAW[night](pit)
    pit.close()


def test_a_jackpot_that_is_played_off_needs_no_seed_on_the_next_day() -> None:
    """With the first day after its begin the seeds of nothing stopped every table, and nobody could win the rest."""
    pit = LawfulPit()
    pit.do("announce retirement", jackpot="mega", way="play off", document="notice", cards=OFFICE)
    pit.serves("begin day", day="2023-07-01")
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    assert not any(level.seed_micros for level in pit.floor.jackpots["mega"].terms.levels)
    pit.serves("begin day", day="2023-07-02")
    assert pit.stop() == ""
    pit.start()
