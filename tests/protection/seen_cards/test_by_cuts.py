"""The dealer's cards seen at showdowns that are counted by cuts, held against every card dealt one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, inf

import numpy as np
import pytest

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact.solve import core_game
from fairfelt.exact.solvers.general.solution import solve_view
from fairfelt.protection import Information, foresee_exposure
from fairfelt.protection.backs.by_tracks import TrackCount
from fairfelt.protection.backs.kernel import play_classes
from fairfelt.protection.backs.ranked import COLUMNS
from fairfelt.protection.figures import figures_of
from fairfelt.protection.information import view_of
from fairfelt.protection.scene import scene_of
from fairfelt.protection.seen_cards.count import play_seen
from fairfelt.protection.seen_cards.find import seen_count
from fairfelt.protection.seen_cards.showdown import SeenShowdown
from fairfelt.protection.way import By
from fairfelt.rules import Cards, Deal, Game, Packet, Street, bet

FLUSHES = Deck(ranks="2389A", suits="cds")
SMALL = [
    pytest.param("high-card-flush", 5, 5, FLUSHES, 1, marks=pytest.mark.heavy),
    ("high-card-flush", 5, 5, FLUSHES, 2),
    ("high-card-flush", 5, 5, FLUSHES, 5),
    pytest.param("solitaire-stud", 3, 3, Deck(ranks="A23456"), 1, marks=pytest.mark.heavy),
    ("solitaire-stud", 3, 3, Deck(ranks="A23456"), 2),
    ("straight-edge-poker", 3, 4, Deck(ranks="A9TJQK"), 1),
    pytest.param("straight-edge-poker", 3, 4, Deck(ranks="A9TJQK"), 2, marks=pytest.mark.heavy),
    ("crazy-4-poker", 5, 5, Deck(ranks="TQA"), 5),
    ("caribbean-stud", 5, 5, Deck(ranks="TQA"), 5),
]


def small(slug: str, hole: int, dealer: int, deck: Deck) -> Game:
    deal = Deal(Packet(hole, to=Cards.OWN), Packet(dealer, to=Cards.DEALER))
    return core_game(replace(games.find(slug), deal=deal, published=(), strategies=()).with_deck(deck))


def counted(core: Game, cards: int) -> SeenShowdown:
    found = seen_count(core, Information(dealer=tuple(range(1, cards + 1))))
    assert isinstance(found, SeenShowdown)
    return found


@pytest.mark.parametrize(("slug", "hole", "dealer", "deck", "cards"), SMALL)
def test_cards_seen_are_worth_what_every_card_says(slug: str, hole: int, dealer: int, deck: Deck, cards: int) -> None:
    """The general route, which deals every card that can be seen, finds the same edge, hits and variance."""
    core = small(slug, hole, dealer, deck)
    scene = scene_of(core, Information(dealer=tuple(range(1, cards + 1))))
    assert play_seen(counted(core, cards))[0] == figures_of(solve_view(view_of(core, scene.information)).round)


def test_without_a_decision_what_is_seen_makes_no_difference() -> None:
    """On the whole deck: the dealer's hands between the cuts are the same, however many cards of them are told."""
    game = games.find("high-card-flush")
    core = core_game(replace(game, streets=(Street(game.streets[0].name, bet("Raise")),), published=(), strategies=()))
    random = np.random.default_rng(1)
    hands = np.stack([random.permutation(52)[:7] for _ in range(50)]).astype(np.uint8)
    sums = [counted(core, cards).part(hands, np.ones(50, np.int64)).sums for cards in (1, 2, 7)]
    for cards, found in zip((1, 2), sums, strict=False):
        assert np.array_equal(found, comb(7, cards) * sums[2])


def test_all_cards_are_known_where_a_larger_bet_asks_for_a_hand() -> None:
    """It lies in the interval that a sample of 20,000 hands had left: 39.49% to 41.40%."""
    edge = play_seen(counted(core_game(games.find("crazy-4-poker")), 5))[0].edge
    assert f"{float(edge):.7f}" == "0.3994427"


@pytest.mark.parametrize("hole", [3, pytest.param(7, marks=pytest.mark.heavy)])
def test_one_card_seen_is_its_rank_where_suits_do_not_count(hole: int) -> None:
    """The count for sorted backs says what it is worth to be told the rank of every card."""
    core = small("straight-edge-poker", hole, hole + 1, Deck())
    backs = TrackCount(core)
    told, ways = np.zeros(3, np.int64), np.zeros(2, np.int64)
    for task in backs.tasks():
        some = backs.ranked(*task)
        play_classes(some.numbers, some.ways, some.weights, some.allowed, np.arange(COLUMNS), told, ways)
    assert play_seen(counted(core, 1))[0].edge == Fraction(int(told[0]), backs.rounds * backs.scale)


@pytest.mark.parametrize(
    ("slug", "cards"),
    [("i-luv-suits-poker", 1), ("solitaire-stud", 2), ("crazy-4-poker", 5), ("six-card-poker", 6)],
)
def test_these_cards_are_counted_where_somebody_waits_for_it(slug: str, cards: int) -> None:
    information = Information(dealer=tuple(range(1, cards + 1)))
    assert foresee_exposure(games.find(slug), information, exact_s=inf, recompute=True).by is By.SEEN
