"""One matrix for all counters of showdowns with one decision: small decks, exposed and marked cards, every round.

Held against the count that deals every card which can be known, as fractions: edge, hits and variance.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import comb, inf
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.protection.exposure import plan_exposure
from fairfelt.analysis.protection.figures import Figures, Method, figures_of
from fairfelt.analysis.protection.information import Information, read_information, view_of
from fairfelt.analysis.protection.known_cards import (
    KnownCards,
    known_cards,
    part_of,
    play_known,
)
from fairfelt.engine.core.counter import COLUMNS, Counter
from fairfelt.engine.solve import core_game, solve
from fairfelt.engine.solvers.general.solution import solve_view
from fairfelt.engine.solvers.runs_and_flushes import FlushCounter, SharedFlushCounter, TrackCounter
from fairfelt.engine.solvers.sweep.counter import SetCounter, SweepCounter, suit_turns
from fairfelt.rules import Cards, Deal, Game, Packet, Street, bet
from fairfelt.rules.cards import Deck, parse_cards

HEAVY = pytest.mark.heavy
FLUSHES = Deck(ranks="2389A", suits="cds")
DEALS = {
    "flush": ("high-card-flush", 5, 5, FLUSHES),
    "two tracks": ("solitaire-stud", 3, 3, Deck(ranks="A23456")),
    "one track": ("straight-edge-poker", 3, 4, Deck(ranks="A9TJQK")),
    "asks for a hand": ("crazy-4-poker", 5, 5, Deck(ranks="TQA")),
    "one shown": ("caribbean-stud", 5, 5, Deck(ranks="TQA")),
    "three cards": ("three-card-poker", 3, 3, Deck(ranks="9TJQKA")),
}
EXPOSED = [
    pytest.param("flush", "dealer 1", FlushCounter, marks=HEAVY),
    ("flush", "dealer 1,2", FlushCounter),
    ("flush", "dealer all", FlushCounter),
    pytest.param("two tracks", "dealer 1", TrackCounter, marks=HEAVY),
    ("two tracks", "dealer 1,2", TrackCounter),
    ("one track", "dealer 1", TrackCounter),
    pytest.param("one track", "dealer 1,2", TrackCounter, marks=HEAVY),
    ("asks for a hand", "dealer 1,2,3,4", SetCounter),
    ("asks for a hand", "dealer all", SweepCounter),
    ("one shown", "dealer 1,2,3,4", SetCounter),
    ("one shown", "dealer all", SweepCounter),
    ("three cards", "dealer 1", SetCounter),
    ("three cards", "dealer 1,2", SetCounter),
]
MARKED = [("two tracks", 1, TrackCounter), ("one track", 4, TrackCounter), ("one shown", 2, SweepCounter)]
WILD = core_game(replace(games.find("flushes-gone-wild"), deck=Deck(ranks="29KA")))
"""The longest flush of seven wins, two cards are shared; of sixteen cards."""


def small(name: str) -> Game:
    slug, hole, dealer, deck = DEALS[name]
    deal = Deal(Packet(hole, to=Cards.OWN), Packet(dealer, to=Cards.DEALER))
    return core_game(replace(games.find(slug), deal=deal, published=(), strategies=()).with_deck(deck))


def exposed(core: Game, seen: str) -> KnownCards:
    found = known_cards(core, read_information(core, seen))
    assert found
    return found


def card_by_card(core: Game, information: Information) -> Figures:
    """Every hand with every card, by the count that knows nothing of hands."""
    return figures_of(solve_view(view_of(core, information)).round)


@pytest.mark.parametrize(("name", "seen", "counter"), EXPOSED)
def test_exposed_cards_are_worth_what_every_card_says(name: str, seen: str, counter: type[Counter]) -> None:
    core = small(name)
    found = exposed(core, seen)
    assert type(found.counter) is counter
    assert play_known(found)[0] == card_by_card(core, read_information(core, seen))


@pytest.mark.parametrize(
    "seen", ["dealer 1", *(pytest.param(seen, marks=HEAVY) for seen in ("community 1", "community 2"))]
)
def test_exposed_cards_are_worth_what_every_card_says_where_cards_are_shared(seen: str) -> None:
    figures, (often,) = play_known(exposed(WILD, seen))
    assert figures == card_by_card(WILD, read_information(WILD, seen))
    assert "of all rounds" in often.words


@pytest.mark.parametrize(("name", "card", "counter"), MARKED)
def test_marked_cards_are_worth_what_every_card_says(name: str, card: int, counter: type[Counter]) -> None:
    core = small(name)
    information = Information((card,), sorted="A")
    found = known_cards(core, information)
    assert found and found.method is Method.MARKED and type(found.counter) is counter
    assert play_known(found)[0] == card_by_card(core, information)


def test_marked_cards_are_worth_what_every_card_says_where_cards_are_shared() -> None:
    information = Information((1,), sorted="2A")
    found = known_cards(WILD, information)
    assert found and type(found.counter) is SharedFlushCounter
    figures, rules = play_known(found)
    assert figures == card_by_card(WILD, information)
    assert [rule.street for rule in rules] == ["Five cards, deuce or ace told", "Five cards, another card told"]


def test_without_a_decision_what_is_exposed_makes_no_difference() -> None:
    """On the whole deck: the dealer's hands between the cuts are the same, however many cards of them have labels."""
    game = games.find("high-card-flush")
    core = core_game(replace(game, streets=(Street(game.streets[0].name, bet("Raise")),), published=(), strategies=()))
    sums = []
    for cards in range(3):
        counter = FlushCounter(core, cards)
        own, some = counter.classes, np.random.default_rng(1).permutation(len(counter.classes))[:50]
        counts = counter.count(own.keys[some], np.ones(50, np.int64))
        sums.append(part_of(counter.problem, counter.decide(counts).totals)[0])
    assert np.array_equal(sums[1], 7 * sums[0]) and np.array_equal(sums[2], comb(7, 2) * sums[0])


def test_all_labels_together_are_plain_play() -> None:
    """Exposed cards merged into one class say nothing."""
    for core, counter in ((WILD, SharedFlushCounter(WILD)), (small("one track"), TrackCounter(small("one track"), 1))):
        one = np.zeros(len(counter.label_ranks), np.int64)
        parts = [counter.decide(counter.count(*task).merge(one, 1)).totals for task in counter.tasks()]
        sums, chosen = part_of(counter.problem, np.sum(parts, axis=0))
        edge = solve(core).round.expected_value
        assert sums[0] == edge * counter.rounds * counter.scale and chosen.sum() == counter.rounds


def test_all_cards_are_known_where_a_larger_bet_asks_for_a_hand() -> None:
    """It lies in the interval that a sample of 20,000 hands had left: 39.49% to 41.40%."""
    edge = play_known(exposed(core_game(games.find("crazy-4-poker")), "dealer all"))[0].edge
    assert f"{float(edge):.7f}" == "0.3994427"


@HEAVY
@pytest.mark.parametrize(
    ("seen", "edge"),
    [("dealer 1,2", "-2558246932/415275635775"), ("dealer 1,2,3", "397558091753/3322205086200")],
)
def test_every_number_of_exposed_cards(seen: str, edge: str) -> None:
    """What counts by ranks, which are gone, found too."""
    assert str(play_known(exposed(core_game(games.find("caribbean-stud")), seen))[0].edge) == edge


def test_an_exposed_card_is_its_rank_where_suits_do_not_count() -> None:
    """A marked card of which every rank has a class of its own."""
    counter = TrackCounter(small("one track"), 1)
    merged = [counter.decide(counter.count(*task).merge(counter.label_ranks, COLUMNS)) for task in counter.tasks()]
    sums, _ = part_of(counter.problem, np.sum([found.totals for found in merged], axis=0))
    exact = play_known(KnownCards(counter))[0].edge
    assert exact == Fraction(int(sums[0]), counter.rounds * counter.scale)


class Elsewhere(Executor):
    """On other machines, to which no game can be sent."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("a game does not travel")


def test_a_count_stays_here_where_its_game_cannot_be_sent() -> None:
    """`--on dask://` ended in an error."""
    found = exposed(small("three cards"), "dealer 1,2")
    assert play_known(found, Elsewhere()) == play_known(found)


def test_suits_are_exchanged_where_the_known_cards_stay() -> None:
    every = np.array(list(permutations(range(4))), np.int64)
    found = [suit_turns(every, np.array(parse_cards(cards), np.uint8)) for cards in ("Ac Kc", "Ac Kd", "Ac Ad")]
    assert [(stay, len(turns)) for stay, turns in found] == [(6, 4), (2, 12), (4, 6)]


@pytest.mark.parametrize("seen", ["dealer 1,2", "dealer all", "community all", "dealer 1 community 1"])
def test_what_no_counter_fits_is_not_counted_so(seen: str) -> None:
    assert known_cards(WILD, read_information(WILD, seen)) is None


@pytest.mark.parametrize(
    ("slug", "seen"),
    [
        ("i-luv-suits-poker", "dealer 1"),
        ("solitaire-stud", "dealer 1,2"),
        ("crazy-4-poker", "dealer all"),
        ("six-card-poker", "dealer all"),
        ("four-card-poker", "dealer 1,2"),
    ],
)
def test_exposed_cards_are_counted_where_somebody_waits_for_it(slug: str, seen: str) -> None:
    game = games.find(slug)
    assert plan_exposure(game, read_information(game, seen), exact_s=inf, recompute=True).method is Method.EXPOSED
