"""The risk that a meter runs dry as a target of a design."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from fairfelt import games
from fairfelt.analysis.design.lines import TargetsError, dry_risk, most_paid, verify_meter
from fairfelt.cli.entry import main
from fairfelt.engine.answers.par import LevelRow, OutcomeRow, WagerPar
from fairfelt.rules import MICROS, Paytable, Preset, PresetLevel, for_one, percent
from fairfelt.rules.pays import LOSE

BET = games.find("three-card-poker").wager("Pair Plus")
METER = Preset({"meter": PresetLevel(150 * MICROS, 150_000)})
PROGRESSIVE = replace(BET, paytables=(Paytable("m", {5: percent(100), 4: for_one(20)}, preset=METER),))


def sheet(paid: Fraction) -> WagerPar:
    """A bet that is paid 20 for 1 so often, and wins the meter once in ten thousand."""
    won = Fraction(1, 10_000)
    lost = 1 - paid - won
    rows = OutcomeRow("paid", for_one(20), 0, paid, 19 * paid), OutcomeRow("lost", LOSE, 0, lost, -lost)
    level = LevelRow("meter", "top", Fraction(1), won)
    return WagerPar("Pair Plus", "bonus", "m", 10_000, lost, paid, Fraction(4), Fraction(1), rows, (level,))


def test_rarer_pays_run_the_meter_dry_less_often() -> None:
    rare, often = (dry_risk(PROGRESSIVE, sheet(chance)) for chance in (Fraction(1, 400), Fraction(1, 150)))
    assert 0 < rare < often < 1


def test_pays_beyond_the_contribution_run_it_dry_nearly_for_sure() -> None:
    assert dry_risk(PROGRESSIVE, sheet(Fraction(1, 50))) > Fraction(9, 10)


def test_a_bet_without_a_meter_cannot_run_dry() -> None:
    with pytest.raises(TargetsError, match="cannot run dry"):
        verify_meter(BET, replace(sheet(Fraction(1, 400)), levels=()))


def test_the_command_refuses_the_target_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["design", "three-card-poker", "--wager", "Pair Plus", "--edge", "3..4%", "--run-dry", "..1%"]
    assert main(words) == 2
    assert "cannot run dry" in capsys.readouterr().err


def test_pays_beyond_the_most_run_it_dry_more_often_than_allowed() -> None:
    """The bound on what is paid passes over no table that would do: whatever exceeds it has a greater risk."""
    passed_over = 0
    for chance, risk in product((Fraction(1, each) for each in (120, 90, 70, 50)), (Fraction(1, 10), Fraction(4, 5))):
        of = sheet(chance)
        most = most_paid(PROGRESSIVE, of, risk, Fraction(20))
        assert most is not None
        if 20 * chance > most:
            passed_over += 1
            assert dry_risk(PROGRESSIVE, of) > risk
    assert passed_over > 3
    assert most_paid(PROGRESSIVE, sheet(Fraction(1, 50)), Fraction(1), Fraction(20)) is None


def test_targets_that_contradict_each_other_are_seen_before_any_table_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two hundred tables were counted, for many seconds each, to find nothing."""
    monkeypatch.setattr("fairfelt.analysis.design.lines.run_dry_risk", None)
    words = ["design", "three-card-poker", "--variant", "progressive", "--wager", "Three Card Progressive"]
    assert main([*words, "--break-even", "5000..8000", "--run-dry", "..5%"]) == 1
    assert "No paytable meets these targets" in capsys.readouterr().out
