"""Short rules where cards are seen: what is told is what is priced, and it is worth nearly what can be won."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.protection import exposure
from fairfelt.analysis.protection.exposure import expose, protect
from fairfelt.analysis.protection.figures import figures_of
from fairfelt.analysis.protection.findings import Leak, Question, found_before, set_aside
from fairfelt.analysis.protection.information import Information, read_information, view_of
from fairfelt.analysis.protection.sample import Sample, SampledView, sample_view
from fairfelt.analysis.protection.short_rules import conditions
from fairfelt.analysis.protection.short_rules.conditions import joker_scales, visible_scales
from fairfelt.analysis.protection.short_rules.learner import (
    MAX_PARTS,
    PART_WORTH,
    Cells,
    Line,
    Scale,
    banded,
    follow,
    lines_of,
    part_cells,
    rule_words,
)
from fairfelt.analysis.protection.short_rules.price import counted_rule, sampled_rule
from fairfelt.engine.exact import solve
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solution import GeneralSolution, solve_view
from fairfelt.engine.view import View
from fairfelt.reports.protection import exposure_report
from fairfelt.rules.cards import ALL_CARDS, Deck, parse_cards
from fairfelt.rules.hands import FOUR_CARD
from fairfelt.rules.hands.partial import made_of, made_words
from tests.support.heavy import chosen_rows

SCALE = Scale(lambda level: f"from {level}", lambda level: f"below {level}")
UNIT = 10_000


def cells(worth: dict[tuple[int, int], tuple[int, int]]) -> Cells:
    return Cells.of(np.array(list(worth), np.int64), np.array(list(worth.values()), np.int64))


def test_equal_levels_are_one_cell() -> None:
    both = Cells.of(np.array([[1, 2], [1, 2], [0, 5]]), np.array([[1, 10], [2, 20], [3, 30]]))
    assert both.levels.tolist() == [[0, 5], [1, 2]]
    assert both.worth.tolist() == [[3, 30], [3, 30]]


def test_a_split_that_gains_only_with_the_next_is_found() -> None:
    """Bet where both are high or both are low: no single condition gains anything."""
    table = cells({(0, 0): (0, 100), (0, 1): (0, -100), (1, 0): (0, -100), (1, 1): (0, 100)})
    parts = part_cells(table, UNIT)
    assert sum(part.worth for part in parts) == 200


def test_lines_say_what_the_parts_do() -> None:
    """Conditions that only keep out what is told already are left out; the first line that fits decides."""
    draw = np.random.default_rng(5)
    levels = np.array([(a, b, c) for a in range(6) for b in range(4) for c in range(2)], np.int64)
    table = Cells.of(levels, draw.integers(-300, 300, (len(levels), 3)))
    parts = part_cells(table, UNIT)
    assert 2 < len(parts) <= MAX_PARTS
    assert np.sum([part.cells for part in parts], axis=0).tolist() == [1] * len(levels)
    made = follow(lines_of(table, parts), table)
    for part in parts:
        assert set(made[part.cells].tolist()) == {part.choice}


def test_bands_of_what_is_seen_are_found_with_a_threshold_each() -> None:
    """Three bands, each with another hand to bet from: too many splits for one condition at a time."""
    floors = [1, 1, 4, 4, 7, 7]
    levels = np.array([(hand, hand, seen) for hand in range(9) for seen in range(6)], np.int64)
    worth = np.array([(0, 100 if hand >= floors[seen] else -100) for hand, _, seen in levels.tolist()], np.int64)
    table = Cells.of(levels, worth)
    ways = [
        parts for parts in banded(table, UNIT, PART_WORTH) if sum(part.worth for part in parts) == worth.clip(0).sum()
    ]
    assert ways and min(map(len, ways)) == 6
    made = follow(lines_of(table, ways[0]), table)
    assert (made == worth.argmax(axis=1)).all()


def test_a_part_more_is_told_only_where_it_is_worth_its_words() -> None:
    table = cells({(0, 0): (0, -4), (1, 0): (0, 900)})
    assert len(part_cells(table, UNIT)) == 1
    assert len(part_cells(table, UNIT // 2)) == 2


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah Kd", "ace high"), ("6h 6d", "a pair of sixes"), ("2h 2d Kc", "a pair"), ("5h 5d 9c 9d", "two pair"),
        ("7h 7d 7c", "three sevens"), ("Ah 2d 3c 4d 5c", "a straight"), ("2h 4h 6h 8h Th", "a flush"),
        ("2h 2d 2c 4h 4c", "a full house"), ("2h 2d 2c 2s", "four of a kind"), ("9h Th Jh Qh Kh", "a straight flush"),
    ],
)  # fmt: skip
def test_what_cards_make_as_far_as_they_go(cards: str, words: str) -> None:
    level, _ = made_of(np.array([parse_cards(cards)], np.uint8))
    assert made_words(int(level[0])) == words


def test_a_card_seen_is_beaten_by_a_higher_card_and_by_a_kicker() -> None:
    own = np.array([parse_cards("Qh 9d 2c"), parse_cards("Jh 9d 2c"), parse_cards("3h 3d 2c")], np.uint8)
    _, mine = made_of(own)
    _, theirs = made_of(np.array([parse_cards("Qs")], np.uint8))
    assert (mine > theirs[0]).tolist() == [True, False, True]


def test_a_joker_is_no_rank() -> None:
    """It was taken for the highest of all."""
    ((scale, ranks),) = joker_scales(np.array([[52], [0], [25]], np.uint8))
    assert ranks.tolist() == [-1, 0, 12]
    assert scale.words(None, 0) == ["the joker is seen"] and scale.words(0, None) == ["the joker is not seen"]
    assert scale.words(None, 1) == ["the card seen is a deuce or the joker"]
    assert scale.words(0, 2) == ["the card seen is a deuce to a three"]


def test_scales_have_words_on_both_sides() -> None:
    cards = np.array([parse_cards("Qh 9d 2c 5s 7h")], np.uint8)
    scales, levels = visible_scales(games.find("ultimate-texas-holdem"), (2, 2, 1), cards)
    more, _ = visible_scales(games.find("let-it-ride"), (3, 0, 0), cards[:, :3])
    assert levels.shape == (1, len(scales))
    for scale in (*scales, *more):
        for level in (1, 2):
            assert scale.at_least(level) != scale.below(level)
            assert len(scale.words(level, None)) == len(scale.words(None, level)) == 1
            assert scale.words(None, None) == []


@pytest.mark.parametrize(
    ("slug", "seen", "most"),
    chosen_rows(
        [("triple-shot-rummy", "dealer 1", "0.001"), ("big-raise-stud-poker", "community 1", "0.004"),
         ("let-it-ride", "community 1", "0.002"), ("mississippi-stud", "community 1", "0.004")],
        {"let-it-ride"},
    ),
)  # fmt: skip
def test_a_rule_keeps_nearly_all(slug: str, seen: str, most: str) -> None:
    core = core_game(games.find(slug))
    solution = solve_view(view_of(core, read_information(core, seen)))
    assert isinstance(solution, GeneralSolution)
    priced = counted_rule(solution)
    assert priced
    assert 0 <= solution.round.expected_value - priced.edge < Fraction(most)


def test_the_sheet_tells_the_rule_and_what_it_keeps() -> None:
    found = protect(games.find("three-card-poker"), seen="dealer 1")
    assert found.rule_edge and found.rule_cost == found.figures.edge - found.rule_edge
    told = exposure_report(found).plain
    assert told["strategy"][0]["words"].startswith("fold if you have less than ace high")
    assert "of all rounds" in told["strategy"][-1]["words"]
    assert Fraction(told["strategy_edge"]["fraction"]) == found.rule_edge


def test_a_rule_that_is_shipped_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, both = games.find("three-card-poker"), Information(dealer=(1, 2))
    monkeypatch.setattr(exposure, "_rule", lambda *_: pytest.fail("it was searched"))
    shipped = found_before(game, both)
    found = expose(game, both, gains=False)
    assert shipped and (found.strategy, found.rule_edge) == (shipped.strategy, shipped.rule_edge)
    with set_aside([Question(game, Leak.DEALER, both).key]):
        assert found_before(game, both) is None


def sampled_seen(hands: int) -> tuple[View, Sample]:
    game = core_game(games.find("three-card-poker").with_deck(Deck(ranks="9TJQKA")))
    view = view_of(game, Information(dealer=(1,)))
    return view, sample_view(SampledView.of(view), solve(game), hands)


def test_a_rule_is_learned_from_a_sample_and_priced_by_other_hands() -> None:
    view, sampled = sampled_seen(4_000)
    best, plain = figures_of(solve_view(view).round), solve(view.game).round.expected_value
    priced = sampled_rule(view, sampled, best, plain)
    assert priced and priced.interval and max(plain, best.edge - Fraction(1, 20)) < priced.edge < best.edge
    assert "the card seen" in priced.rule.words
    assert priced.interval.low < priced.edge < priced.interval.high <= best.edge


def test_a_rule_out_of_noise_gains_nothing() -> None:
    """What it gains in the hands that it was learned from is luck, and is not told as its price."""
    view, sampled = sampled_seen(600)
    random = np.random.default_rng(5)
    noise = replace(sampled, values=random.choice([-1.0, 1.0], sampled.values.shape), usual=np.zeros(600))
    nothing = figures_of(solve(view.game).round)
    found = sampled_rule(view, replace(noise, bias=0.1), nothing, Fraction(0))
    assert found is None or (found.interval and found.interval.low < 0 < found.interval.high)


def test_partners_and_classes_have_no_rule_by_cards() -> None:
    view, sampled = sampled_seen(200)
    classed = view_of(view.game, Information(dealer=(1,), sorted="KA"))
    plain = figures_of(solve(view.game).round)
    assert sampled_rule(classed, sampled, plain, plain.edge) is None


def hands(*texts: str) -> np.ndarray:
    return np.array([[int(card) for card in parse_cards(text)] for text in texts], np.uint8)


def test_the_hand_beside_several_cards_of_the_dealers() -> None:
    """At Four Card Poker a rule knew only whether the dealer shows more; suits and higher cards are half of it."""
    own, seen = hands("9c 9d Kh 4s 2c", "Ah Ad Kc Qs Js"), hands("Th Jh 2h", "3c 2d 7c")
    seen[1, 0] = ALL_CARDS - 1
    found = {
        scale.at_least(2): levels.tolist()
        for scale, levels in conditions.several_seen(FOUR_CARD, own, seen, jokers=True)
    }
    assert found == {
        "two or more of the cards seen are higher than what you hold most of": [2, 0],
        "two or more of the cards seen are deuces or jokers": [1, 2],
        "two or more of the cards seen are of ranks that you hold": [1, 0],
        "two of the cards seen are of one suit": [3, 1],
        "two or more of the cards seen go to one straight": [2, 1],
    }


def test_outs_are_cards_that_make_a_straight_or_better_with_an_own_card() -> None:
    own = hands("9c 8d", "Ac 2d", "Ah 3h")
    board = hands("7s 6h 2d Kc", "Qs Js Ts 9s", "Kh 7h 2c 9d")
    levels = {scale.at_least(4): found.tolist() for scale, found in conditions.board_scales(own, board)}
    assert levels["4 or more cards make you a straight or better"] == [8, 0, 9], "no king that makes it for all"
    assert levels["four or more of your own cards are higher than the board"] == [0, 1, 1]
    assert levels["you have four to a flush with a card of your own"] == [2, 1, 4]


def test_parts_that_gain_little_are_put_together_again() -> None:
    """With a few parts at most, a search that makes more of them and takes back the poorest finds a better rule."""
    draw = np.random.default_rng(9)
    levels = np.array([(a, b, c) for a in range(8) for b in range(6) for c in range(5)], np.int64)
    table = Cells.of(levels, draw.integers(-300, 300, (len(levels), 2)))
    few = part_cells(table, UNIT, most=4)
    assert len(few) <= 4
    assert (np.sum([part.cells for part in few], axis=0) == 1).all()
    whole = table.worth.sum(axis=0).max()
    assert sum(part.worth for part in few) > whole


def test_the_last_bet_of_a_rule_is_as_large_as_the_hand_allows() -> None:
    """Whoever is told to raise otherwise may hold a hand that is too weak for the largest raise."""
    scale = Scale(lambda level: f"you have {level} or better", lambda level: f"you have less than {level}")
    choices, lines = games.find("high-card-flush").streets[0].choices, [Line(0, (((None, 5),),)), Line(3)]
    assert rule_words(lines, choices, [scale], allows=True) == (
        "fold if you have less than 5; otherwise Raise 3x, or as much as your hand allows"
    )
    assert rule_words(lines[1:], choices, [scale], allows=True) == "Raise 3x, or as much as your hand allows, always"
