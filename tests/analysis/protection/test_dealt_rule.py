"""A short rule out of rounds that are dealt to their end: it gains over plain play what its interval says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.analysis.protection.findings import SHIPPED_EXACT_S, SHIPPED_SAMPLE_S, Leak, Question, kept_finding
from fairfelt.analysis.protection.information import read_information, view_of
from fairfelt.analysis.protection.short_rules.conditions import SHOWN_OR_JOKER
from fairfelt.analysis.protection.short_rules.learner import Priced
from fairfelt.analysis.protection.short_rules.price import deal, dealt_rule
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.solve import advisor, core_game
from fairfelt.rules.hands.partial import ABOVE_ALL

GAME = core_game(games.find("three-card-poker"))
BEST = 0.17203159168741147
"""The edge of best play in sight of two of the dealer's cards, counted."""


def test_a_rule_from_dealt_rounds_comes_near_to_best_play() -> None:
    """Both cards of three: most of it is kept, and no rule beats best play."""
    view, plain = view_of(GAME, read_information(GAME, "dealer 1,2")), advisor(GAME)
    rounds = deal(view, plain, 20_000, seed=1)
    error = rounds.usual.std() / len(rounds.usual) ** 0.5
    assert rounds.usual.mean() == pytest.approx(float(plain.round.expected_value), abs=4 * error)
    found = dealt_rule(view, plain, 20_000, 40_000)
    assert found and found.interval
    usual = float(plain.round.expected_value)
    assert found.interval.low - usual > 0.8 * (BEST - usual)
    assert found.interval.low < BEST


def test_a_game_with_later_decisions_has_none() -> None:
    """What is decided later would be decided in sight of all cards."""
    game = core_game(games.find("mississippi-stud"))
    assert dealt_rule(view_of(game, read_information(game, "community 1")), None) is None  # type: ignore[arg-type]


def test_a_joker_is_above_all_that_is_shown() -> None:
    assert SHOWN_OR_JOKER.words(ABOVE_ALL, None) == ["a joker is seen"]
    assert SHOWN_OR_JOKER.words(13, ABOVE_ALL) == [
        "the dealer shows a pair or better or a joker", "no joker is seen",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "seen", "least"), [("solitaire-stud", "dealer 1,2", 0.6), ("flushes-gone-wild", "dealer 1,2", 0.6)]
)
def test_rules_that_ship_keep_most_of_what_is_seen(slug: str, seen: str, least: float) -> None:
    """They kept 13% and 45%: a few hundred hands, each decided exactly, were too few to learn from."""
    game = games.find(slug)
    found = kept_finding(Question(game, Leak.DEALER, read_information(game, seen), (SHIPPED_EXACT_S, SHIPPED_SAMPLE_S)))
    assert found and found.rule_edge is not None
    assert (found.rule_edge - found.plain) / (found.edge - found.plain) > least


def test_a_rule_priced_by_a_sample_is_never_worth_more_than_best_play() -> None:
    priced = Priced(ShortRule("Play", "always"), Fraction(2, 10), Interval(0.15, 0.25))
    assert priced.at_most(Fraction(18, 100)) == Priced(priced.rule, Fraction(18, 100), Interval(0.15, 0.18))
    assert priced.at_most(Fraction(3, 10)) == priced
