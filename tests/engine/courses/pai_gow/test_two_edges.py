"""Games that are set by a house way state two edges by name, and the best player's is the headline."""

from __future__ import annotations

import json

import pytest

from fairfelt import games
from fairfelt.analysis.lint.check import Subject
from fairfelt.analysis.lint.checks import best_setting_missing, player_edge
from fairfelt.analysis.protection.findings import Finding, Leak, Question, UncountedLeak
from fairfelt.analysis.protection.house import fresh_leak, leaks_of
from fairfelt.analysis.protection.information import Information
from fairfelt.cli import main
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.par import Par
from fairfelt.engine.answers.store import from_bytes, to_bytes
from fairfelt.engine.courses.pai_gow.solution import PaiGowCounts, PaiGowSolution
from fairfelt.engine.exact import percent_text
from fairfelt.reports.par.par_sheet import par_dict, par_sheet, strategy_sheet
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.three_hands import ThreeHands
from tests.reports.pages import text_of

pytestmark = pytest.mark.xdist_group("pai gow")
SMALL = games.fortune_asia_poker.with_deck(Deck("A2349JK", "cd"))
"""By the house way the house keeps 39% of the bet, against the best setting it loses 0.23%."""


@pytest.fixture(scope="module")
def sheet() -> Par:
    return engine.par(SMALL)


def uncounted() -> Par:
    """A deck of which nothing is kept, and that takes minutes."""
    game = games.fortune_asia_poker.with_deck(Deck())
    assert isinstance(game.course, ThreeHands)
    counts = PaiGowCounts(100, 48, 52, ((100, 0, 0), (0, 0, 0)))
    return engine.par_of(PaiGowSolution(game, counts))


def test_both_edges_are_printed_by_name_and_neither_is_called_best_choice(sheet: Par) -> None:
    assert sheet.best
    said = text_of(as_text(par_sheet(sheet)), 300)
    best, by_house_way = (percent_text(each.house_edge) for each in (sheet.best, sheet.round))
    rows = [line for line in said.splitlines() if "House edge" in line]
    assert any("best setting" in row and best in row for row in rows), said
    assert any("both by the house way" in row and by_house_way in row for row in rows), said
    assert "best choice" not in said.lower()
    assert said.index("The round, best setting") < said.index("The round, both by the house way")


def test_the_headline_is_the_best_players(sheet: Par) -> None:
    plain = json.loads(json.dumps(par_dict(sheet), default=str))
    assert sheet.headline is sheet.best
    assert (plain["headline"]["play"], plain["round"]["play"]) == ("best setting", "both by the house way")
    assert plain["headline"]["house_edge"] == plain["best_setting"]["house_edge"] != plain["round"]["house_edge"]


def test_a_game_without_a_house_way_has_one_edge() -> None:
    found = engine.par(games.find("three-card-poker"))
    assert (found.headline, found.headline_play, found.best) == (found.round, "best choice", None)
    assert "Best choice" in text_of(as_text(par_sheet(found)))


def test_both_edges_are_kept(sheet: Par) -> None:
    answer = engine.answer_of(engine.solve(SMALL))
    again = from_bytes(SMALL, to_bytes(answer)).par
    assert (again.best, again.by_house_way, again.headline_play) == (sheet.best, True, "best setting")
    assert answer.short
    assert answer.short.against_best
    assert percent_text(sheet.headline.house_edge) in text_of(as_text(strategy_sheet(SMALL, answer.short)))


def test_a_sheet_without_the_best_setting_says_so_and_how_to_count_it() -> None:
    found = uncounted()
    assert (found.best, found.headline_play) == (None, "both by the house way")
    (warning,) = found.warnings
    assert "fairfelt strategy fortune-asia-poker --best counts it" in warning
    assert warning in text_of(as_text(par_sheet(found)), 600)


def test_the_linter_fails_a_game_that_the_best_player_beats(sheet: Par) -> None:
    subject = Subject(SMALL)
    assert sheet.round.house_edge > 0 > sheet.headline.house_edge
    (finding,) = player_edge(subject)
    assert finding.severity.value == "error"
    assert "favors the player by 0.23%" in finding.text
    assert list(best_setting_missing(subject)) == []


def test_the_linter_says_that_the_best_setting_is_not_counted() -> None:
    subject = Subject(SMALL)
    subject.__dict__["par"] = uncounted()
    (finding,) = best_setting_missing(subject)
    assert "--best" in finding.right


def test_a_verdict_says_what_is_lost_with_nothing_seen(sheet: Par) -> None:
    found = fresh_leak(Question(SMALL, Leak.SETTING, Information(), (40.0, 8.0)))
    assert isinstance(found, Finding)
    assert (found.edge, found.plain, found.interval) == (-sheet.headline.house_edge, -sheet.round.house_edge, None)
    asked = {game.slug for game in games.catalogue() if (Leak.SETTING, Information()) in set(leaks_of(game))}
    assert asked == {
        "commission-pai-gow", "ez-pai-gow", "fortune-asia-poker", "fortune-pai-gow-poker-progressive"
    }  # fmt: skip


def test_hands_of_a_deck_that_lacks_suits_are_not_sampled() -> None:
    """Suits were drawn that the deck has not: one card seen was worth 8752% of the bet."""
    found = fresh_leak(Question(SMALL, Leak.DEALER, Information(dealer=(1,)), (40.0, 1.0)))
    assert isinstance(found, UncountedLeak)
    assert "the deck lacks some" in found.reason


@pytest.mark.parametrize("slug", ["face-up-pai-gow", "three-card-poker"])
def test_the_best_setting_of_a_game_that_has_none_is_refused_before_anything_is_counted(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "solve", None)
    assert main(["strategy", slug, "--best"]) == 2
    assert "--best is for games whose hands are set by a house way" in capsys.readouterr().err
