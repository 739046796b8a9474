"""A ranking is in the fingerprint by what it does with cards, not by its name."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from fairfelt import games
from fairfelt.engine.exact import solve
from fairfelt.rules import Game, PaiGowPoker, fingerprint
from fairfelt.rules.cards import RANKS, STANDARD, Card, Deck, parse_cards
from fairfelt.rules.fingerprints import behavior_digest
from fairfelt.rules.hands import (
    BOUNTY,
    FORTUNE,
    PAI_GOW,
    PAI_GOW_LOW_WHEEL,
    POKER,
    STRAIGHT_RUN,
    PaiGowRanking,
    Ranking,
    Refinement,
)
from fairfelt.rules.hands.tracks import RunRanking
from tests.support.heavy import every_game

STRAIGHT_EDGE = games.find("straight-edge-poker", "v1")
ACE_HIGH_ONLY = RunRanking(STRAIGHT_RUN.name, "straight", order=RANKS, heights=RANKS)
SIZES = frozenset({5, 7})


def otherwise(ranking: Ranking, hand: str, worth: str) -> Any:
    """The same ranking in every word, but one hand counts as another."""
    odd, value = set(parse_cards(hand)), ranking.value(parse_cards(worth))
    changed = copy(ranking)
    plain = ranking.value

    def swapped(cards: Sequence[Card]) -> int:
        return value if set(cards) == odd else plain(cards)

    changed.value = swapped  # type: ignore[method-assign]
    return changed


def by_showdown(game: Game, ranking: Ranking) -> Game:
    assert game.showdown
    return replace(game, showdown=replace(game.showdown, ranking=ranking))


def test_a_showdown_by_a_ranking_of_the_same_name_that_does_otherwise_is_another_game() -> None:
    """A-2-3 is no straight to the other one: a finding, for both had one fingerprint."""
    changed = by_showdown(STRAIGHT_EDGE, ACE_HIGH_ONLY)
    assert ACE_HIGH_ONLY.name == STRAIGHT_RUN.name
    assert fingerprint(changed) != fingerprint(STRAIGHT_EDGE)


def test_what_is_remembered_of_a_game_is_no_answer_for_a_ranking_of_the_same_name() -> None:
    small = STRAIGHT_EDGE.with_deck(Deck(ranks="A2345678", suits="cdh"))
    first, second = (by_showdown(small, ranking) for ranking in (STRAIGHT_RUN, ACE_HIGH_ONLY))
    edge = solve(first).round.house_edge
    assert solve(second).round.house_edge != edge
    assert solve(first).round.house_edge == edge


@every_game
def test_every_ranking_that_a_game_names_is_in_its_fingerprint(game: Game) -> None:
    for wager in (wager for wager in game.wagers if wager.ranking):
        changed = copy(wager.ranking)
        assert changed
        changed.value = lambda cards: 0  # type: ignore[method-assign]
        assert fingerprint(game.with_wager(wager.name, ranking=changed)) != fingerprint(game), wager.name


def test_the_ranking_of_a_course_is_in_the_fingerprint() -> None:
    game = games.find("face-up-pai-gow")
    assert isinstance(game.course, PaiGowPoker)
    changed = PaiGowRanking(wheel_is_second=False)
    changed.name = PAI_GOW.name
    same = PaiGowRanking(wheel_is_second=True)
    other, equal = (replace(game, course=replace(game.course, ranking=ranking)) for ranking in (changed, same))
    assert fingerprint(other) != fingerprint(game) == fingerprint(equal)


@pytest.mark.parametrize(
    "hand",
    [
        "As Ks Qs Js Ts",
        "Ah Ks Qs Js Ts",
        "5s 4s 3s 2s As",
        "Ac Ad Ah As Kc",
        "Ac Ad Ah Kc Kd",
    ],
)
def test_one_hand_that_counts_otherwise_is_seen(hand: str) -> None:
    """Straights at both ends, flushes and groups are among the hands of the small decks."""
    changed = otherwise(POKER, hand, "2c 3d 4h 5s 7c")
    assert behavior_digest(changed, STANDARD, SIZES) != behavior_digest(POKER, STANDARD, SIZES)


def test_of_two_cards_every_hand_is_seen_and_twins_too() -> None:
    shoe = Deck(copies=6)
    for hand in ("2c 7d", "Ks Ks"):
        changed = otherwise(BOUNTY, hand, "Ac Kd")
        assert behavior_digest(changed, shoe, frozenset({2})) != behavior_digest(BOUNTY, shoe, frozenset({2}))


def test_a_joker_that_does_otherwise_is_seen() -> None:
    deck = Deck(jokers=1)
    changed = otherwise(PAI_GOW, "* As Ks Qs Js", "2c 3d 4h 5s 7c")
    assert behavior_digest(changed, deck, SIZES) != behavior_digest(PAI_GOW, deck, SIZES)
    assert behavior_digest(PAI_GOW_LOW_WHEEL, deck, SIZES) != behavior_digest(PAI_GOW, deck, SIZES)


def test_equal_rankings_made_twice_have_one_digest() -> None:
    floors = {"pair of jacks or better": "Jc Jd 2h 3s 4c"}
    one, two = (Refinement(POKER, "jacks", floors) for _ in range(2))
    assert behavior_digest(one, STANDARD, SIZES) == behavior_digest(two, STANDARD, SIZES)
    assert behavior_digest(one, STANDARD, SIZES) != behavior_digest(POKER, STANDARD, SIZES)


def test_a_size_that_the_ranking_refuses_is_part_of_what_it_does() -> None:
    deck = Deck(jokers=1)
    assert len({behavior_digest(FORTUNE, deck, frozenset({size})) for size in (5, 7)}) == 2
