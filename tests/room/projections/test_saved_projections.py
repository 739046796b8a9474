"""What was read off the log is saved with a snapshot: restored and read on, it is what reading everything gives."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fairfelt.room.projections.days import DayLog
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.projections.records import DutyLog, WinLog
from tests.room.pit_on_a_ledger import PitOnALedger

DAY_MICROS = 24 * 3600 * 1_000_000
NOON_MICROS = 20_000 * DAY_MICROS + DAY_MICROS // 2


def play(pit: PitOnALedger) -> None:
    """A round with a win, an adjustment, a malfunction."""
    pit.start("T1")
    pit.press("press hand", "T1", seat=2, hand="royal flush")
    pit.press("confirm", "T1", cards=["card eve", "card sue"])
    pit.press("end game", "T1")
    pit.do("adjust", jackpot="mega", level="Mega", reason="seed recovery", amount_micros=7, document="D",
           cards=["card ann", "card eve"])  # fmt: skip
    pit.do("report malfunction", equipment="keypad T1", what="dark", cards=["card eve"])


def wins(log: WinLog, pit: PitOnALedger) -> object:
    return log.pages(pit.ledger, after=0, limit=9)


def duties(log: DutyLog, pit: PitOnALedger) -> object:
    return log.read(pit.ledger)


def days(log: DayLog, pit: PitOnALedger) -> object:
    read = log.read(pit.ledger)
    return read.book, read.sums


def periods(log: PeriodLog, pit: PitOnALedger) -> object:
    return log.read(pit.ledger, NOON_MICROS - DAY_MICROS // 2, NOON_MICROS + 2 * DAY_MICROS)


@pytest.mark.parametrize(("kind", "read"), [(WinLog, wins), (DutyLog, duties), (DayLog, days), (PeriodLog, periods)])
def test_restored_and_read_on_is_as_if_all_was_read(
    kind: Callable[[], WinLog | DutyLog | DayLog | PeriodLog],
    read: Callable[[object, PitOnALedger], object],
    tmp_path: Path,
) -> None:
    pit = PitOnALedger(tmp_path / "room.db", NOON_MICROS)
    play(pit)
    first = kind()
    assert first.save() is None
    before = read(first, pit)
    text = first.save()
    assert text
    restored = kind()
    restored.restore(text)
    assert restored.save() == text
    assert read(restored, pit) == before
    pit.now_micros += DAY_MICROS
    play(pit)
    assert read(restored, pit) == read(kind(), pit) != before
    pit.ledger.close()


def test_nobody_waits_for_what_is_being_read(tmp_path: Path) -> None:
    pit = PitOnALedger(tmp_path / "room.db", NOON_MICROS)
    log = WinLog()
    log.read_on(pit.ledger)
    with log._reading:
        assert log.save() is None
    assert log.save()
    pit.ledger.close()


@pytest.mark.parametrize(("kind", "read"), [(WinLog, wins), (DutyLog, duties), (DayLog, days), (PeriodLog, periods)])
def test_what_another_version_saved_is_read_off_the_log_again(
    kind: Callable[[], WinLog | DutyLog | DayLog | PeriodLog],
    read: Callable[[object, PitOnALedger], object],
    tmp_path: Path,
) -> None:
    """A snapshot of an older program holds its texts in another form, and the room opens all the same."""
    pit = PitOnALedger(tmp_path / "room.db", NOON_MICROS)
    play(pit)
    log = kind()
    log.restore('{"read_to":3,"rows":[]}')
    assert log.save() is None
    assert read(log, pit) == read(kind(), pit)
    pit.ledger.close()
