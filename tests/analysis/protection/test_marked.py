"""One hidden card told by its back: all partitions at once, held against every card dealt one by one."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.protection.exposure import expose, plan_exposure
from fairfelt.analysis.protection.figures import Method, figures_of
from fairfelt.analysis.protection.findings import Leak, Question, set_aside
from fairfelt.analysis.protection.information import Information, view_of
from fairfelt.analysis.protection.known_cards import KnownCards, known_cards, play_known
from fairfelt.analysis.protection.sample import sample_view, thin_hidden
from fairfelt.analysis.protection.sorting import best_classes, best_sorting, plan_sorting, search_partitions
from fairfelt.engine.core.counter import COLUMNS, Counter
from fairfelt.engine.exact import Unsolved, solve
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solution import solve_view
from fairfelt.engine.solvers.sweep.counter import SweepCounter
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS, Deck, parse_cards
from fairfelt.rules.hands import POKER
from tests.support.heavy import chosen, chosen_rows

FIVE, FOUR = Deck(ranks="TJQKA"), Deck(ranks="JQKA")
SMALL = [
    ("caribbean-stud", FOUR),
    ("four-card-poker", FOUR),
    ("crazy-4-poker", FIVE),
    ("high-card-flush", FOUR),
    ("solitaire-stud", FOUR),
    ("straight-edge-poker", FOUR),
    ("high-five-poker", Deck(ranks="TJQKA", suits="cds", jokers=1)),
]
EACH_TIME = {"caribbean-stud", "high-card-flush", "solitaire-stud", "high-five-poker"}
"""One of each way to count, and one with a joker."""


def small(slug: str, deck: Deck) -> Game:
    return core_game(games.find(slug).with_deck(deck))


def hidden(core: Game) -> int:
    return core.streets[0].reveals(Cards.DEALER) + 1


def marked(core: Game, ranks: str = "A") -> KnownCards:
    found = known_cards(core, Information(dealer=(hidden(core),), sorted=ranks))
    assert found
    return found


def partitions(deck: Deck) -> list[str]:
    """Every class that can be named; the other one is the rest, with the joker."""
    ranks = [letter for letter in RANKS if letter in deck.ranks]
    return ["".join(some) for size in range(1, len(ranks)) for some in combinations(ranks, size)]


@pytest.mark.parametrize(("slug", "deck"), chosen_rows(SMALL, EACH_TIME))
def test_two_classes_are_worth_what_every_card_says(slug: str, deck: Deck) -> None:
    """The general route, which deals every card that can be known, finds the same edge, hits and variance."""
    core = small(slug, deck)
    for ranks in ("A", partitions(deck)[-1]):
        information = Information(dealer=(hidden(core),), sorted=ranks)
        dealt = figures_of(solve_view(view_of(core, information)).round)
        assert play_known(marked(core, ranks))[0] == dealt


def search(known: KnownCards, executor: Executor | None = None) -> tuple[str, int]:
    return search_partitions(known.counter.game.deck, known.by_rank(executor))


@pytest.mark.parametrize(("slug", "deck"), chosen_rows(SMALL, EACH_TIME - {"high-five-poker"}))
def test_the_best_partition_is_the_best_of_all_played_one_by_one(slug: str, deck: Deck) -> None:
    core = small(slug, deck)
    (best, worth), counter = search(marked(core)), marked(core).counter
    edges = {ranks: play_known(marked(core, ranks))[0].edge for ranks in partitions(deck)}
    assert edges[best] == max(edges.values()) == Fraction(worth, counter.rounds * counter.scale)


def test_a_hand_is_worth_by_rank_what_every_dealers_hand_says() -> None:
    """A program of its own, on the whole deck: every dealer's hand beside this one, the five of hearts in sight."""
    core = core_game(games.find("caribbean-stud"))
    own, up = parse_cards("Ac Kd 9h 5s 2c"), parse_cards("5h")[0]
    counter = SweepCounter(core, 1)
    some = counter.count(np.array([own], np.uint8), np.array([4]))
    worth = counter.decide(some).values
    left = [card for card in range(52) if card not in own]
    here = left.index(up)
    theirs = np.array([(up, *more) for more in combinations([c for c in left if c != up], 4)], np.uint8)
    values, mine = POKER.batch(theirs), int(POKER.batch(np.array([own], np.uint8))[0])
    qualifies = int(POKER.batch(np.array([parse_cards("Ac Kd 4h 3s 2c")], np.uint8))[0])
    nets = np.where(values < qualifies, 1, np.where(values < mine, 3, np.where(values > mine, -3, 0)))
    for rank in range(13):
        of_rank = (theirs[:, 1:] % 13 == rank).sum(axis=1)
        assert worth[here, rank, 1] == int((of_rank * nets).sum())
        assert worth[here, rank, 0] == -some.ways[here, rank] == -int(of_rank.sum())
    assert int(some.ways[here].sum()) == 4 * comb(46, 4)


def test_each_class_has_a_rule_where_the_hand_alone_decides() -> None:
    """The best of all thresholds, tried one by one with the hands of each value added up."""
    known = marked(small("straight-edge-poker", FOUR), "KA")
    counter = known.counter
    assert isinstance(counter, Counter)
    rules = play_known(known)[1]
    assert [rule.street for rule in rules] == ["Seven cards, king or ace told", "Seven cards, another card told"]
    for rule, told in zip(rules, ([11, 12], [9, 10]), strict=True):
        some = counter.count(*counter.tasks()[0]).merge(counter.label_ranks, COLUMNS)
        values = counter.decide(some).values
        fold, play = (values[:, told, choice].sum(axis=1) * some.weights for choice in (0, 1))
        there = sorted(set(some.kinds.tolist()))
        worth = {kind: int(play[some.kinds >= kind].sum() + fold[some.kinds < kind].sum()) for kind in there}
        best = max(there, key=lambda kind: (worth[kind], -kind))
        hand = counter.ranking.describe(int(counter.kinds[best]))
        assert hand in rule.words if best > there[0] else "with every hand" in rule.words


def test_a_card_in_sight_leaves_no_rule_by_the_hand_alone() -> None:
    (rule,) = play_known(marked(small("caribbean-stud", FOUR)))[1]
    assert "of all rounds" in rule.words


@pytest.mark.heavy
def test_the_joker_is_a_card_too() -> None:
    """Whoever is told nothing but twos from other cards meets the joker among the others: no round is left out."""
    game = core_game(games.find("dj-wild-stud-poker").with_deck(Deck(ranks="2KA", jokers=1)))
    information, edge = best_sorting(game)
    edges = {
        ranks: expose(game, Information(dealer=(1,), sorted=ranks)).figures.edge for ranks in partitions(game.deck)
    }
    assert edge == max(edges.values()) == edges[information.sorted]


def test_every_form_has_its_count() -> None:
    for slug in ("caribbean-stud", "four-card-poker", "high-card-flush", "high-five-poker", "solitaire-stud"):
        core = core_game(games.find(slug))
        assert marked(core).counter.rounds % comb(len(core.deck), core.hole) == 0
        assert known_cards(core, Information(dealer=(1, 2), sorted="A")) is None
        assert known_cards(core, Information(dealer=(hidden(core),), community=(1,), sorted="A")) is None
    assert known_cards(core_game(games.find("caribbean-stud")), Information(dealer=(1,), sorted="A")) is None


def test_the_way_is_told_before() -> None:
    game = games.find("high-card-flush")
    asked = Information(dealer=(3,), sorted="2")
    assert plan_exposure(game, asked, exact_s=1e9).method is Method.MARKED
    sampled = plan_exposure(game, asked, exact_s=1.0)
    assert sampled.method is Method.THINNED and not sampled.exact


def test_a_count_runs_on_threads_wherever_all_else_does() -> None:
    """An executor of other processes is not asked: nothing is sent there."""
    known = marked(core_game(games.find("high-card-flush").with_deck(FOUR)))
    with ProcessPoolExecutor(1) as processes, ThreadPoolExecutor(2) as threads:
        assert search(known, processes) == search(known, threads) == search(known)


ALIKE = "i-luv-suits-poker", "high-card-flush"
SHIPPED = {
    "caribbean-stud": "sorted 89TJ on dealer 2",
    "casino-holdem": "sorted TJQKA on dealer 1",
    "four-card-poker": "sorted TJQKA on dealer 2",
    "high-card-flush": "sorted JQKA on dealer 1",
    "high-five-poker": "sorted 2345 on dealer 1",
    "i-luv-suits-poker": "sorted JQKA on dealer 1",
    "solitaire-stud": "sorted 234KA on dealer 1",
    "straight-edge-poker": "sorted 3TKA on dealer 1",
}


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_best_classes_of_the_catalogue_are_there_at_once(slug: str) -> None:
    game = games.find(slug)
    assert str(best_classes(game)) == SHIPPED[slug]
    assert plan_exposure(game, best_classes(game)).method is Method.SHIPPED


@pytest.mark.parametrize("slug", chosen(SHIPPED, ALIKE))
def test_the_best_classes_of_the_catalogue_have_all_their_figures(slug: str) -> None:
    """And the command that asks for the best gives them; the game itself is solved to say what they gain."""
    game = games.find(slug)
    found = expose(game, best_classes(game))
    assert found.gain > 0 and found.figures.exact and found.figures.variance and found.strategy


def test_flushes_have_a_rule_for_each_class() -> None:
    """I Luv Suits told how often each choice is made, where High Card Flush had its rules."""
    rules, same = (expose(games.find(slug), best_classes(games.find(slug))).strategy for slug in ALIKE)
    assert len(rules) == 2 and "jack-nine-five" in rules[0].words and "ten-six-deuce" in rules[1].words
    assert [rule.words.replace("Play", "Raise") for rule in rules] == [rule.words for rule in same]


@pytest.mark.heavy
@pytest.mark.parametrize("slug", ["solitaire-stud", "straight-edge-poker"])
def test_the_best_classes_are_found_again(slug: str) -> None:
    core = core_game(games.find(slug))
    (information, edge), shipped = best_sorting(core), expose(games.find(slug), best_classes(games.find(slug)))
    assert str(information) == SHIPPED[slug] and edge == shipped.figures.edge


def test_where_no_count_is_near_the_search_says_what_it_takes() -> None:
    game = games.find("six-card-poker")
    with (
        set_aside([Question(game, Leak.BACKS, Information()).key]),
        pytest.raises(Unsolved, match="of counting on one"),
    ):
        plan_sorting(game)


def test_thinned_hands_are_decided_by_both_classes() -> None:
    """A sample of hands that are looked at with some cards only comes to what the count of all comes to."""
    game = small("caribbean-stud", FOUR)
    view = view_of(game, Information((2,), sorted="KA"))
    thinned = thin_hidden(view)
    exact = figures_of(solve_view(view).round).edge
    plain = solve(game)
    assert thinned
    found = sample_view(replace(thinned, kept=4), plain, 120).interval(plain.round.expected_value)
    assert found.low <= exact <= found.high and found.high - found.low < 0.2
