"""Hidden cards dealt out to threads: every way to turn them over comes once, whatever comes with a piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general import cuda
from fairfelt.engine.solvers.general import cuda as pieces
from fairfelt.engine.solvers.general.cuda import BITS, DealLoops
from fairfelt.engine.solvers.general.solver import solve_general
from fairfelt.rules.cards import Deck
from tests.support.graphics_card import CARDS, card_named
from tests.support.heavy import first_few

SHAPES = [(), (2,), (2, 2), (2, 2, 2, 2), (1, 1, 2, 2), (1, 2), (0, 1, 1, 2)]


@pytest.mark.parametrize("enough", [1, 8, 1 << 10])
@pytest.mark.parametrize("places", SHAPES, ids=str)
def test_every_way_comes_once(places: tuple[int, ...], enough: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "MIN_PIECES", enough)
    dealt = DealLoops(places, left=7)
    found = Counter(
        tuple(tuple(sorted(card for card, at in zip(cards, places, strict=True) if at == place)) for place in range(3))
        for piece in dealt.pieces().tolist()
        for cards in _turned(dealt, tuple(piece >> BITS * at & (1 << BITS) - 1 for at in range(dealt.given)))
    )
    assert set(found.values()) == {1}
    assert len(found) == dealt.rounds


def _turned(dealt: DealLoops, cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """As a thread turns over the cards that do not come with its piece."""
    at = len(cards)
    if at == len(dealt.places):
        yield cards
        return
    for card in range(cards[-1] if dealt.is_after_its_like(at) else dealt.left):
        if card not in cards:
            yield from _turned(dealt, (*cards, card))


def test_there_are_never_too_many_pieces() -> None:
    dealt = DealLoops((1,) * 5 + (2,) * 2, left=50)
    assert len(dealt.pieces()) <= pieces.MAX_PIECES
    assert 0 < dealt.given < len(dealt.places)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(
    "given", first_few([{"MIN_PIECES": 1}, {"MAX_TABLE_BYTES": 0}, {"MIN_PIECES": 20}, {"WARPS": ()}], 2), ids=str
)
def test_the_card_counts_the_same_however_work_is_dealt(
    given: dict[str, object], card: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loops of its own, tables in far memory, counts in far memory."""
    game = replace(core_game(games.casino_holdem), deck=Deck("9TJQA", "cdh"), published=())
    counted = solve_general(game)
    for name, value in given.items():
        monkeypatch.setattr(pieces if hasattr(pieces, name) else cuda, name, value)
    with card_named(card, tmp_path) as gpu:
        assert (solve_general(game, gpu).endings == counted.endings).all()
