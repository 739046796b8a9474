"""Dealers' shifts as the log gives them: from signing in at a keypad to signing out, with the games between."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairfelt.reports.room.period import NOBODY, shifts_report
from fairfelt.room.projections.records import LONGEST_MICROS, Shift, read_shifts
from tests.room.floors import UNIT
from tests.room.pit_on_a_ledger import PitOnALedger

EVENING = 1_790_000_000_000_000
MINUTE = 60_000_000
DAN, SUE = ["card dan"], ["card sue"]


@pytest.fixture
def pit(tmp_path: Path) -> PitOnALedger:
    made = PitOnALedger(tmp_path / "room.db", EVENING)
    made.do("set house rules", dealers_sign_in=True, why="controls", cards=["card ida", "card eve"])
    return made


def sign_in(pit: PitOnALedger, card: str, table: str, minutes: int) -> None:
    """Somebody puts a card in at a keypad, so many minutes into the evening."""
    pit.now_micros = EVENING + minutes * MINUTE
    pit.serves("enter pin", card=card, device=f"keypad {table}", right=True)


def deal(pit: PitOnALedger, table: str, cards: list[str], minutes: int) -> None:
    """A game from start to end."""
    pit.now_micros = EVENING + minutes * MINUTE
    pit.press("start game", table, bets={"1": UNIT}, cards=cards)
    pit.press("end game", table, cards=cards)


def test_who_dealt_which_table_when(pit: PitOnALedger) -> None:
    sign_in(pit, "card dan", "T1", 1)
    deal(pit, "T1", DAN, 2)
    deal(pit, "T1", DAN, 5)
    pit.now_micros = EVENING + 60 * MINUTE
    pit.serves("sign out", card="card dan", device="keypad T1")
    sign_in(pit, "card sue", "T1", 61)  # a supervisor who deals
    deal(pit, "T1", SUE, 62)
    sign_in(pit, "card dan", "T2", 90)
    deal(pit, "T2", DAN, 91)
    sign_in(pit, "card eve", "T2", 92)  # one who only confirms has no shift
    pit.serves("enter pin", card="card dan", device="keypad T1", right=False)
    found = read_shifts(pit.ledger, EVENING, EVENING + 120 * MINUTE)
    assert found == (
        Shift("dan", "T1", EVENING + MINUTE, EVENING + 60 * MINUTE, signed_out=True, games=2),
        Shift("sue", "T1", EVENING + 61 * MINUTE, EVENING + 62 * MINUTE, games=1),
        Shift("dan", "T2", EVENING + 90 * MINUTE, EVENING + 91 * MINUTE, games=1),
    )
    later = read_shifts(pit.ledger, EVENING + 61 * MINUTE, EVENING + 120 * MINUTE)
    assert [(shift.person, shift.table) for shift in later] == [("sue", "T1"), ("dan", "T2")]


def test_a_shift_that_began_before_midnight_is_whole_on_both_days(pit: PitOnALedger) -> None:
    sign_in(pit, "card dan", "T1", 1)
    for minutes in (2, 100):
        deal(pit, "T1", DAN, minutes)
    (after,) = read_shifts(pit.ledger, EVENING + 60 * MINUTE, EVENING + 200 * MINUTE)
    assert (after.from_micros, after.games) == (EVENING + MINUTE, 2)
    assert read_shifts(pit.ledger, EVENING + 101 * MINUTE, EVENING + 101 * MINUTE + LONGEST_MICROS) == ()


def test_the_report_says_how_a_shift_ended() -> None:
    shifts = (
        Shift("dan", "T1", EVENING, EVENING + MINUTE, signed_out=True, games=1_200),
        Shift("dot", "T2", EVENING, EVENING),
    )
    report = shifts_report(shifts, {"dan": "Dan Dealer"}, "America/Los_Angeles", "one night")
    table = report.sheet.sections[0].blocks[1]
    assert table.rows[0] == (  # type: ignore[union-attr]
        "Dan Dealer", "dan", "T1", "Sep 21, 2026, 7:13 AM PDT", "Sep 21, 2026, 7:14 AM PDT", "signed out", "1,200",
    )  # fmt: skip
    assert table.rows[1][5] == "no game"  # type: ignore[union-attr]
    assert shifts_report((), {}, "UTC", "one night").sheet.sections[0].blocks[1].text == NOBODY  # type: ignore[union-attr]
