"""A jackpot of the room as it is, asked about its meter."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.jackpot.meters import MeterError
from fairfelt.room.live_jackpot import ObservedPlay, observe_play, set_up_live
from fairfelt.rules import UnknownName
from tests.room.floors import MEGA, UNIT, Pit
from tests.room.pit_on_a_journal import PitOnAJournal

HOUR = 3600 * 1_000_000


NOTHING = ObservedPlay(0, 0, 0)


def test_a_jackpot_is_set_up_as_its_display_shows() -> None:
    pit = Pit()
    pit.start(seats=(1, 2, 3), bet=5 * UNIT)
    setup = set_up_live(pit.floor, "mega", ObservedPlay(5, 30 * UNIT, 2 * HOUR), others=2)
    assert {name: amount * UNIT for name, amount in setup.meters} == pit.floor.meters("mega")
    assert dict(setup.reserves) == {"Mega": Fraction(3, 10), "Major": Fraction(15, 100)}
    assert (setup.offer.wager, setup.offer.paytable) == ("Multi-Game Link Progressive", "ML01")
    assert setup.stake == Fraction(30, 5)
    assert setup.pace is not None
    assert setup.pace.wagers_per_week == Fraction(5 * 7 * 24, 2)
    model = setup.model(setup.count_bet())
    assert model.others == 2
    assert model.edge_now > model.long_run_edge > 0


def test_too_little_play_gives_no_pace() -> None:
    assert ObservedPlay(3, 3 * UNIT, HOUR - 1).pace is None
    assert NOTHING.pace is None
    assert NOTHING.mean_wager is None


def test_a_jackpot_that_is_not_there_or_not_played_for() -> None:
    pit = Pit()
    with pytest.raises(UnknownName, match="there is no jackpot 'mini'"):
        observe_play(pit.floor, "mini", (), 0)
    pit.do("open jackpot", jackpot="spare", terms=MEGA, cards=["card eve", "card ida"])
    with pytest.raises(MeterError, match="no table plays for the jackpot spare"):
        set_up_live(pit.floor, "spare", NOTHING)


def test_asked_about_by_its_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two games at two tables, two hours apart: meters, mean wager and pace are read from the journal."""
    pit = PitOnAJournal(str(tmp_path / "room.db"))
    pit.start("T1", seats=(1, 2, 3), bet=5 * UNIT)
    pit.clock.now_micros += 2 * HOUR
    pit.start("T2", seats=(1,), bet=5 * UNIT)
    pit.close()
    assert main(["meter", "edge", "mega", "--database", str(tmp_path / "room.db"), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert Fraction(plain["meters"]["Mega"]["fraction"]) == 10_000 + Fraction(15, 100) * 20
    assert Fraction(plain["stake"]["fraction"]) == 5
    assert abs(Fraction(plain["wagers_per_week"]["fraction"]) - 4 * 7 * 12) < 1
    assert main(["meter", "edge", "mini", "--database", str(tmp_path / "room.db")]) == 2
    assert "there is no jackpot 'mini'; " in capsys.readouterr().err
