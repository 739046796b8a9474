"""Some of the dealer's cards known at showdowns with one decision, every set of them: held against every round."""

from __future__ import annotations

from concurrent.futures import Executor
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.cards import Deck, parse_cards
from fairfelt.exact.solve import core_game
from fairfelt.exact.solvers.general.solution import solve_view
from fairfelt.protection import foresee_exposure, read_information
from fairfelt.protection.figures import figures_of
from fairfelt.protection.information import view_of
from fairfelt.protection.seen_cards.by_sets import SetCount, suit_turns
from fairfelt.protection.seen_cards.count import play_seen
from fairfelt.protection.way import By


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("seen", "edge"),
    [("dealer 1,2", "-2558246932/415275635775"), ("dealer 1,2,3", "397558091753/3322205086200")],
)
def test_every_number_of_cards_seen(seen: str, edge: str) -> None:
    """What counts by ranks, which are gone, found too."""
    game = games.find("caribbean-stud")
    count = SetCount.of(core_game(game), read_information(game, seen))
    assert count and str(play_seen(count)[0].edge) == edge


@pytest.mark.parametrize(
    ("slug", "ranks", "seen"),
    [
        ("three-card-poker", "9TJQKA", "dealer 1"),
        ("three-card-poker", "9TJQKA", "dealer 1,2"),
        ("crazy-4-poker", "JQKA", "dealer 1,2,3,4"),
    ],
)
def test_a_small_deck_is_worth_what_every_round_says(slug: str, ranks: str, seen: str) -> None:
    """Two cards hidden and one; then choices that ask for a hand, with one card hidden."""
    game = core_game(games.find(slug).with_deck(Deck(ranks=ranks)))
    information = read_information(game, seen)
    count = SetCount.of(game, information)
    assert count
    figures, _ = play_seen(count)
    assert figures == figures_of(solve_view(view_of(game, information)).round)


class Elsewhere(Executor):
    """On other machines, to which no game can be sent."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("a game does not travel")


def test_a_count_stays_here_where_its_game_cannot_be_sent() -> None:
    """`--on dask://` ended in an error."""
    game = core_game(games.find("three-card-poker").with_deck(Deck(ranks="9TJQKA")))
    count = SetCount.of(game, read_information(game, "dealer 1,2"))
    assert count and play_seen(count, Elsewhere()) == play_seen(count)


def test_suits_are_exchanged_where_the_known_cards_stay() -> None:
    every = np.array(list(permutations(range(4))), np.int64)
    found = [suit_turns(every, np.array(parse_cards(cards), np.uint8)) for cards in ("Ac Kc", "Ac Kd", "Ac Ad")]
    assert [(stay, len(turns)) for stay, turns in found] == [(6, 4), (2, 12), (4, 6)]


@pytest.mark.parametrize(("slug", "by"), [("four-card-poker", By.SEEN), ("caribbean-stud", By.SOLVER)])
def test_two_cards_seen_are_counted_rather_than_sampled(slug: str, by: By) -> None:
    game = games.find(slug)
    way = foresee_exposure(game, read_information(game, "dealer 1,2"), recompute=True)
    assert way.by is by and way.seconds < 60
