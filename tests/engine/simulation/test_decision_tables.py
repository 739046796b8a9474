"""Tables of decisions say what the solver says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.exact import solve
from fairfelt.engine.simulation.kernels import CARDS, AnyTable, DecisionTable, HandIndex, decision_tables
from fairfelt.rules import Game
from fairfelt.rules.cards import STANDARD
from tests.engine.simulation.dealt_games import GAMES, run

HANDS = 60


def looked_up(table: AnyTable, hand: Sequence[int], state: int = 0) -> int:
    code = table.emit("choice", [f"card{at}" for at in range(len(hand))])
    names = {"choice_state": state, **{f"card{at}": np.uint8(card) for at, card in enumerate(hand)}}
    return int(run(code.statements, {**names, **code.tables})["choice"])


@pytest.mark.parametrize("game", GAMES)
def test_the_table_knows_the_best_choice_of_any_hand(game: Game) -> None:
    solution, source = solve(game), Random(5)
    shared = list(accumulate(street.community for street in game.streets))
    shown = list(accumulate(street.dealer for street in game.streets))
    tables = decision_tables(solution)
    for at, (street, table, *seen) in enumerate(zip(game.streets, tables, shared, shown, strict=True)):
        for _ in range(HANDS):
            hand = source.sample(game.deck.faces, game.hole + sum(seen))
            own, community, dealer = hand[: game.hole], hand[game.hole :][: seen[0]], hand[game.hole + seen[0] :]
            choice = street.choices[looked_up(table, hand, solution.state(at, own, community))]
            assert choice.name == solution.advise(own, community, dealer).best


def test_as_many_hands_play_as_the_solver_counts() -> None:
    solution = solve(games.find("three-card-poker"))
    (table,) = decision_tables(solution)
    assert isinstance(table, DecisionTable)
    played = int(np.bitwise_count(table.packed).sum())
    assert played == solution.decisions[1].frequency * len(table.index)


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_choices_are_packed_so_many_bits_each(bits: int) -> None:
    index = HandIndex.of(STANDARD, 2, np.arange(CARDS, dtype=np.uint64))
    packed = np.random.default_rng(3).integers(0, 256, len(index) * bits // 8 + 1).astype(np.uint8)
    whole = sum(int(byte) << 8 * at for at, byte in enumerate(packed))
    table = DecisionTable(index, bits, packed)
    for number in range(0, len(index), 7):
        hand = index.hands(number, number + 1)[0].tolist()
        assert looked_up(table, hand) == whole >> number * bits & (1 << bits) - 1
