"""Golden numbers: everything the sheets print, and the counts behind it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from fairfelt import games
from fairfelt.engine.exact import Finding, check_figure, par, percent_text, short_strategy, solve, verify
from fairfelt.rules import Facts, Game, Outcome, Published, Reading
from tests.support.heavy import marks_of
from tests.support.too_dear import too_dear
from tools.golden.rows import Unit, figure_row, golden_set

THREE_CARD = replace(games.three_card_poker, others=())
SHEETS = [(version, figure) for game in games.catalogue() for version in game.variants for figure in version.published]


BY_GAME = [pytest.param(*case, marks=marks_of(case[0])) for case in SHEETS]
"""All figures of a game on one worker, so that it is solved once."""


FIGURES = {
    "caribbean-stud": 25,
    "dj-wild-stud-poker": 1,
    "flush-rush": 2,
    "four-card-poker": 4,
    "i-luv-suits-poker": 2,
    "solitaire-stud": 4,
    "straight-edge-poker": 5,
    "three-card-poker": 41,
}
"""How many figures a game prints."""


def name_of(value: Game | Published) -> str:
    if isinstance(value, Game):
        return value.title
    return " ".join((value.wager, value.paytable, value.figure, value.strategy, value.printed))


@pytest.mark.parametrize(("game", "published"), BY_GAME, ids=name_of)
def test_published_figure_comes_out_to_its_printed_digits(game: Game, published: Published) -> None:
    check = check_figure(game, published)
    assert check.computed == check.published
    assert check.agrees
    name, figures = figure_row(check, {})
    assert golden_set("figures")[Unit("figures", game.slug, game.variant)][name] == figures


def test_the_sheets_print_these_figures() -> None:
    """The list itself is golden, so that no figure is dropped unnoticed."""
    printed = {(game.slug, game.variant, f.wager, f.paytable, f.figure, f.printed) for game, f in SHEETS}
    assert ("straight-edge-poker", "v1", "Bonus", "1", "house_edge", "3.60%") in printed
    assert ("straight-edge-poker", "v1", "Bonus", "2", "house_edge", "5.86%") in printed
    assert ("straight-edge-poker", "v2", "4+ Bonus", "1", "house_edge", "5.60%") in printed
    assert {("straight-edge-poker", v, "Insurance", "", "house_edge", "9.12%") for v in ("v1", "v2")} <= printed
    assert ("flush-rush", "", "Round", "", "house_edge", "3.75%") in printed
    assert ("flush-rush", "", "All or Nothing", "", "house_edge", "3.95%") in printed
    for table, edge in (("SS-01", "1.03%"), ("SS-02", "2.79%")):
        assert ("solitaire-stud", "", "3+", table, "house_edge", edge) in printed
        assert ("solitaire-stud", "", "3+", table, "hit_frequency", "20.60%") in printed
    tribal = {"TCPB-01": "19.46%", "TCPB-02": "20.45%", "TCPB-03E": "19.59%", "TCPB-04E": "19.50%"}
    for table, edge in tribal.items():
        assert ("three-card-poker", "", "Three Card Poker Bonus", table, "house_edge", edge) in printed
    assert ("caribbean-stud", "", "Round", "", "total_loss", "1,041,372,912,372") in printed
    for table, meter in (("1", "$263,205"), ("2", "$246,784")):
        assert ("caribbean-stud", "", "Progressive", table, "break_even_meter", meter) in printed
    assert ("four-card-poker", "", "Round", "", "house_edge", "2.79%") in printed
    assert ("dj-wild-stud-poker", "", "Round", "", "house_edge", "3.5%") in printed
    assert ("i-luv-suits-poker", "", "Round", "", "house_edge", "3%") in printed
    counts = Counter(game.slug for game, _ in SHEETS)
    assert {slug: counts[slug] for slug in FIGURES} == FIGURES


def test_a_figure_that_does_not_come_out_is_a_finding() -> None:
    wrong = Published(wager="Pair Plus", paytable="40/30/6/4/1", figure="house_edge", printed="2.33%")
    answer = verify([replace(THREE_CARD, published=(wrong,))])
    assert not answer.agrees
    assert answer.figures[0].computed == "2.32%"
    assert any(finding.kind == "disagreement" and "computed 2.32%" in finding.text for finding in answer.findings)


def test_a_sheet_that_favors_the_player_is_a_finding() -> None:
    game = games.straight_edge_poker["v2"]
    answer = verify([game])
    assert answer.agrees
    assert Finding(game.slug, "v2", "warning", par(game).warnings[0]) in answer.findings
    assert "favors the player by 15.02% of the Ante" in par(game).warnings[0]


def test_a_game_without_a_solver_is_said_to_be_unsolved() -> None:
    answer = verify([too_dear(THREE_CARD)])
    assert [finding.kind for finding in answer.findings] == ["unsolved"]
    assert not answer.agrees


def test_the_figures_of_a_game_without_a_solver_are_kept_as_not_computed() -> None:
    figures = THREE_CARD.published
    answer = verify([too_dear(THREE_CARD)])
    assert [check.published for check in answer.figures] == [figure.printed for figure in figures]
    assert {(check.computed, check.agrees) for check in answer.figures} == {("not computed", False)}
    assert {figure["exact"] for figure in answer.to_dict()["figures"]} == {None}


def test_a_game_that_breaks_its_solver_does_not_stop_the_others() -> None:
    def settle(facts: Facts, reading: Reading) -> Outcome:
        raise LookupError("nothing is said about this hand")

    figure, good = THREE_CARD.published[:1], THREE_CARD
    broken = replace(good.with_wager("Ante", settle=settle), published=figure)
    answer = verify([broken, replace(good, published=figure)])
    assert [(check.computed, check.agrees) for check in answer.figures] == [("not computed", False), ("3.37%", True)]
    assert [finding for finding in answer.findings if finding.kind != "warning"] == [
        Finding("three-card-poker", "", "broken", "LookupError: nothing is said about this hand")
    ]
    assert not answer.agrees


def test_three_card_poker_by_its_known_counts() -> None:
    """The published best strategy; two simple ones are among the printed figures."""
    solution = solve(games.three_card_poker)
    assert solution.total == comb(52, 3) * comb(49, 3)
    assert solution.round.house_edge == Fraction(686689, 20358520)
    assert short_strategy(games.three_card_poker).rules[0].words.startswith("Play with queen high, six, four or better")
    assert short_strategy(games.three_card_poker).cost == 0


def test_flush_rush_by_a_rule_of_thumb_is_perfect_play() -> None:
    strategy = short_strategy(games.flush_rush)
    assert strategy.cost == 0
    assert [rule.words for rule in strategy.rules] == [
        "First 1x with a 2-card flush or better, otherwise fold",
        "Second 1x with a 3-card flush or better, otherwise fold",
    ]


def test_envy_is_a_function_of_the_number_of_bettors() -> None:
    edges = [par(games.three_card_poker, bettors=n).wager("Three Card Poker Bonus", "TCPB-03E") for n in range(7)]
    steps = {a.house_edge - b.house_edge for a, b in pairwise(edges)}
    assert steps == {Fraction(100 * 1 + 25 * 3 + 5 * 44, 22100)}
    assert percent_text(edges[6].house_edge, 2) == "19.59%"


@pytest.mark.parametrize("bettors", [-1, 9])
def test_no_more_bettors_than_seats(bettors: int) -> None:
    with pytest.raises(ValueError, match="other bettors at Three Card Poker number 0 to 8"):
        par(games.three_card_poker, bettors=bettors)
