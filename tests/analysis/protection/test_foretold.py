"""What a sample takes is told by a few hands of it, not by a formula that knows nothing of plain play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.protection import exposure as planning
from fairfelt.analysis.protection.exposure import measured_seconds
from fairfelt.analysis.protection.figures import Method, Plan
from fairfelt.analysis.protection.information import read_information, view_of
from fairfelt.analysis.protection.sample import SampledView, sample_view
from fairfelt.engine.exact import solve
from tests.analysis.protection.test_cards_seen import small

GAME = small(games.find("three-card-poker"))


def test_all_hands_take_what_a_few_take_and_what_goes_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six Card Poker with six hands was told as 9 s, and took 146: plain play decides each hand by itself there."""
    spent, asked = 0.0, list[int]()

    def sample(of: Any, base: Any, hands: int, *, executor: Any) -> None:
        nonlocal spent
        spent += 5 + 0.25 * hands + 30 * (not asked)
        asked.append(hands)

    monkeypatch.setattr(planning, "sample_view", sample)
    information = read_information(GAME, "", "", 2)
    seconds = measured_seconds(GAME, information, Plan(Method.SAMPLE, 1.0, 4_000), lambda: spent)
    assert seconds == pytest.approx(5 + 0.25 * 4_000), "what is compiled at first is no part of it"
    assert sum(asked) < 200
    assert measured_seconds(GAME, information, Plan(Method.ENUMERATE, 7.0), lambda: spent) == 7.0, "a count is foreseen"


def test_plain_play_is_asked_once_for_each_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    solution, of = solve(GAME), SampledView.of(view_of(GAME, read_information(GAME, "", "", 2)))
    decide, asked = solution.decide, list[int]()

    def counted(street: int, hands: Any, state: int = 0) -> Any:
        asked.append(len(hands))
        return decide(street, hands, state)

    monkeypatch.setattr(solution, "decide", counted)
    found = sample_view(of, solution, 60)
    assert sum(asked) == 60, "it was asked twice"
    assert np.array_equal(found.plain, decide(0, np.ascontiguousarray(found.cards[:, : GAME.hole]), 0))
