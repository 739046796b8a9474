"""Rounds on a GPU: the same counts as on threads; and blackjack by results alone, which shuffles no shoe."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.core.endings import net_result
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.exact import solve
from fairfelt.engine.simulation import simulate
from fairfelt.engine.simulation.blackjack import DealerEnd, blackjack_kernel, result_kernel
from fairfelt.engine.simulation.dealer import BLOCK_ROUNDS, stream, streams
from fairfelt.rules import Blackjack, Game
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.blackjack.hand import is_natural, total_of
from tests.support.graphics_card import CARDS, card_named
from tests.support.settled_deals import list_numbers
from tests.support.small_courses import BACCARAT, WAR

FEW_RANKS = games.find("classic-blackjack").with_deck(Deck("58TA", copies=6))
"""Pairs are split again and again."""
SPREAD = BLOCK_ROUNDS + 1000
"""A whole block and a part of the next."""
DEALT: list[tuple[Game, int]] = [(games.three_card_poker, 3), (WAR, 1), (BACCARAT, 3), (FEW_RANKS, 1)]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("game", "seats"), DEALT, ids=lambda part: part.slug if isinstance(part, Game) else str(part))
def test_a_gpu_deals_what_threads_deal(game: Game, seats: int, card: str, tmp_path: Path) -> None:
    with card_named(card, tmp_path) as gpu:
        on_gpu = simulate(game, rounds=SPREAD, seed=52, seats=seats, round_only=True, executor=gpu)
        assert on_gpu.wagers == simulate(game, rounds=SPREAD, seed=52, seats=seats, round_only=True).wagers
    assert [row.wager for row in on_gpu.wagers] == ["Round"]


def test_counts_without_room_in_shared_memory_are_kept_in_global_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairfelt.runtime.compute.counting_kernel.MAX_COUNT_BYTES", 0)
    with card_named("host", tmp_path) as gpu:
        on_gpu = simulate(WAR, rounds=SPREAD, seed=52, round_only=True, executor=gpu)
    assert on_gpu.wagers == simulate(WAR, rounds=SPREAD, seed=52, round_only=True).wagers


def test_blackjack_by_results_comes_to_the_exact_edge_and_variance() -> None:
    solution = solve(FEW_RANKS)
    kernel = result_kernel(Player(FEW_RANKS, solution), 1)
    assert kernel
    counts = np.sum([kernel.dealer(11, BLOCK_ROUNDS, block) for block in range(4)], axis=0)
    rounds, nets = int(counts.sum()), np.array([float(net) for net, _ in kernel.tally(counts).round_results()])
    mean = float(counts @ nets) / rounds
    exact, variance = float(solution.round.expected_value), float(solution.round.variance or 0)
    assert rounds == 4 * BLOCK_ROUNDS
    assert abs(mean - exact) < 3.5 * (variance / rounds) ** 0.5
    assert float(counts @ nets**2) / rounds - mean**2 == pytest.approx(variance, rel=0.01)


def test_hands_of_a_split_are_settled_one_by_one() -> None:
    """What each comes to adds up to what the table pays for the round."""
    player = Player(FEW_RANKS, solve(FEW_RANKS))
    by_code, by_result = blackjack_kernel(player, 1), result_kernel(player, 1)
    assert by_code
    assert by_result
    shoes = np.random.default_rng(5).permuted(np.tile(np.array(FEW_RANKS.deck.cards, np.uint8), (3_000, 1)), axis=1)
    codes = list_numbers(by_code.dealer, shoes, by_code.course.most_cards(1), of=["code"])
    places = {_kind(end): at for at, end in enumerate(by_result.dealers.ends)}
    most = 0
    for code in codes.ravel().tolist():
        rest, dealer = divmod(code, len(by_code.dealers.ends))
        hands, total, place = 0, Fraction(0), places[_kind(by_code.dealers.ends[dealer])]
        while rest:
            rest, digit = divmod(rest, len(by_code.hands.ends) + 1)
            hands, total = hands + 1, total + by_result.nets[digit - 1][place]
        (ended,) = by_code.tally(Counter({code: 1})).endings
        assert total == net_result(FEW_RANKS, ended)[0]
        most = max(most, hands)
    assert isinstance(FEW_RANKS.course, Blackjack)
    assert most == FEW_RANKS.course.rules.most_hands


def _kind(end: DealerEnd) -> tuple[bool, int]:
    return is_natural(end.dealer), total_of(end.dealer)[0]


def test_every_block_has_a_stream_of_its_own() -> None:
    states = streams(7, np.arange(1_000))
    assert len(np.unique(states.T, axis=0)) == 1_000
    assert (states[:, 998] == stream(7, 998)).all()
    assert (streams(2**70, np.arange(2)) != streams(7, np.arange(2))).all()
