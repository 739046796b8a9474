"""The dealer's cards and the shared ones seen where the longest flush of seven wins, in a deck of sixteen cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact.solve import core_game, solve
from fairfelt.exact.solvers.general.solution import solve_view
from fairfelt.protection import read_information
from fairfelt.protection.backs.find import rank_count
from fairfelt.protection.backs.search import play_count
from fairfelt.protection.figures import Figures, figures_of
from fairfelt.protection.information import Information, view_of
from fairfelt.protection.seen_cards.count import SeenCount, play_seen
from fairfelt.protection.seen_cards.find import seen_count
from fairfelt.protection.seen_cards.shared_flushes.backs import SharedFlushBacks
from fairfelt.protection.sorting import rank_sample

GAME = games.find("flushes-gone-wild")
SMALL = core_game(replace(GAME, deck=Deck(ranks="29KA")))


def count(seen: str) -> SeenCount:
    found = seen_count(SMALL, read_information(SMALL, seen))
    assert found
    return found


def card_by_card(information: Information) -> Figures:
    """Every hand with every card, by the count that knows nothing of flushes."""
    return figures_of(solve_view(view_of(SMALL, information)).round)


@pytest.mark.parametrize(
    "seen",
    [
        "dealer 1",
        *(pytest.param(seen, marks=pytest.mark.heavy) for seen in ("community 1", "community 2")),
    ],
)
def test_cards_seen_come_to_what_is_counted_card_by_card(seen: str) -> None:
    figures, often = play_seen(count(seen))
    assert figures == card_by_card(read_information(SMALL, seen))
    assert "of all rounds" in often.words


def test_ranks_told_come_to_what_is_counted_card_by_card() -> None:
    information = Information((1,), sorted="2A")
    counted = rank_count(SMALL, information)
    assert isinstance(counted, SharedFlushBacks)
    figures, rules = play_count(counted, information.sorted)
    assert figures == card_by_card(information)
    assert [rule.street for rule in rules] == ["Five cards, deuce or ace told", "Five cards, another card told"]


def test_all_ranks_together_are_plain_play() -> None:
    counted, plain = SharedFlushBacks(SMALL), solve(SMALL).round
    parts = [counted.ranked(*task) for task in counted.tasks()]
    worth = [(part.numbers[:, :, :, 0].sum(axis=1), part.weights) for part in parts]
    assert sum(int(weights @ each.max(axis=1)) for each, weights in worth) == plain.expected_value * counted.rounds
    assert sum(int(part.weights @ part.ways.sum(axis=1)) for part in parts) == counted.rounds


def test_what_else_is_seen_is_not_counted_so() -> None:
    for seen in ("dealer 1,2", "dealer all", "community all", "dealer 1 community 1"):
        assert seen_count(SMALL, read_information(SMALL, seen)) is None


def test_a_rank_is_not_sampled_where_somebody_waits_for_the_count() -> None:
    assert rank_sample(GAME) and not rank_sample(GAME, 3_600)
