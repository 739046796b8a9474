"""What comes with the package is read when somebody asks for it; --recompute finds it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.analysis.protection import courses, exposure
from fairfelt.analysis.protection.exposure import NO_LIMIT, expose, plan_exposure
from fairfelt.analysis.protection.figures import Method
from fairfelt.analysis.protection.findings import Leak, best_backs_before, found_before, leak_of
from fairfelt.analysis.protection.information import Information
from fairfelt.cli import main
from tools.partners import tell

PARTNERS = Information(hands=4)


def nothing_is_counted(*_: object, **__: object) -> None:
    pytest.fail("something was counted")


@pytest.mark.parametrize("slug", ["ultimate-texas-holdem", "caribbean-stud", "six-card-poker"])
def test_shared_hands_are_read_with_the_words_of_their_signal(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "advisor", nothing_is_counted)
    game = games.find(slug)
    found = expose(game, PARTNERS)
    assert plan_exposure(game, PARTNERS).method is Method.SHIPPED
    assert found.figures.interval and found.figures.edge > found.plain.edge
    assert found.to_dict()["signal_words"].startswith("Show how many cards")


def test_a_hole_card_at_a_course_is_read_and_plain_play_has_no_false_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exposure, "find_course", nothing_is_counted)
    found = expose(games.find("blackjack-switch"), Information(dealer=(2,)))
    assert found.figures.hit_frequency and found.plain.hit_frequency != 0


def test_a_sample_is_no_answer_to_who_asks_for_a_count_or_for_another_one() -> None:
    game = games.find("three-card-poker")
    assert plan_exposure(game, PARTNERS, exact_s=NO_LIMIT).method is not Method.SHIPPED
    assert plan_exposure(game, PARTNERS, recompute=True).method is Method.SAMPLE
    seen = expose(game, Information(dealer=(1, 2, 3)), gains=False)
    anew = expose(game, Information(dealer=(1, 2, 3)), gains=False, recompute=True)
    assert seen.before and not anew.before
    assert seen.figures == anew.figures


@pytest.mark.parametrize(
    ("information", "leak"),
    [
        (Information(dealer=(1,), community=(4,)), Leak.DEALER),
        (Information(community=(1,)), Leak.COMMUNITY),
        (Information(shoe=(1,)), Leak.SHOE),
        (PARTNERS, Leak.PARTNERS),
        (Information(dealer=(1,), hands=2), None),
        (Information(dealer=(1,), sorted="QKA"), None),
    ],
)
def test_how_somebody_comes_by_it(information: Information, leak: Leak | None) -> None:
    assert leak_of(information) is leak


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["three-card-poker", "--recompute"], "--recompute goes with --seen, --sorted or --hands"),
        (["--all", "--recompute"], "--recompute goes with --seen, --sorted or --hands"),
        (["--all", "--seen", "dealer 1"], "name one game to ask about cards"),
        (["--all", "--hands", "6", "--recompute"], "name one game to ask about cards"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They were passed over in silence."""
    assert main(["protect", *words]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_rows_are_made_of_starts_that_are_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        tell.main([str(tmp_path / "nowhere"), "--into", str(tmp_path / "long.json")])
    assert "has no starts" in capsys.readouterr().err


def test_the_documents_print_the_samples_that_ship() -> None:
    """Two of them stood there long after they were sampled or counted anew."""
    docs = Path(__file__).parents[3] / "docs"
    findings = " ".join((docs / "findings.md").read_text().split())
    for hands in (6, 7):
        found = found_before(games.find("caribbean-stud"), Information(hands=hands))
        assert found and found.interval
        low, high = (f"{end:+.2%}".replace("-", "−") for end in (found.interval.low, found.interval.high))
        assert f"between {low} and {high}" in findings
    wild = games.find("flushes-gone-wild")
    sorted_deuces = best_backs_before(wild)
    assert sorted_deuces and sorted_deuces.figures.exact
    assert sorted_deuces.information == Information(dealer=(1,), sorted="2")
    assert f"{float(sorted_deuces.edge):+.4%}".replace("-", "−") in (docs / "protection.md").read_text()
