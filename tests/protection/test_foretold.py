"""What a sample takes is told by a few hands of it, not by a formula that knows nothing of plain play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.exact import solve
from fairfelt.protection import measured_seconds, read_information
from fairfelt.protection import some_starts as sampling
from fairfelt.protection.induction import Induction
from fairfelt.protection.scene import scene_of
from fairfelt.protection.some_starts import sample_scene
from fairfelt.protection.way import By, Way
from tests.protection.test_cards_seen import small

GAME = small(games.find("three-card-poker"))


def test_all_hands_take_what_a_few_take_and_what_goes_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six Card Poker with six hands was told as 9 s, and took 146: plain play decides each hand by itself there."""
    spent, asked = 0.0, list[int]()

    def sample(scene: Any, base: Any, way: Way, executor: Any, progress: Any) -> None:
        nonlocal spent
        spent += 5 + 0.25 * way.hands + 30 * (not asked)
        asked.append(way.hands)

    monkeypatch.setattr(sampling, "sample", sample)
    information = read_information(GAME, "", "", 2)
    seconds = measured_seconds(GAME, information, Way(By.SAMPLE, 1.0, 4_000), lambda: spent)
    assert seconds == pytest.approx(5 + 0.25 * 4_000), "what is compiled at first is no part of it"
    assert sum(asked) < 200
    assert measured_seconds(GAME, information, Way(By.SCENE, 7.0), lambda: spent) == 7.0, "a count is foreseen"


def test_plain_play_is_asked_once_for_each_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    solution, scene = solve(GAME), scene_of(GAME, read_information(GAME, "", "", 2))
    decide, asked = solution.decide, list[int]()

    def counted(street: int, hands: Any, state: int = 0) -> Any:
        asked.append(len(hands))
        return decide(street, hands, state)

    monkeypatch.setattr(solution, "decide", counted)
    found = sample_scene(scene, solution, 60)
    assert sum(asked) == 60, "it was asked twice"
    shown = Induction(scene).shown_hands(0, found.cards)[:, : GAME.hole]
    assert np.array_equal(found.plain, decide(0, shown, 0))
