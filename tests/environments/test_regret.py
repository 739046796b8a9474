"""Regret: exact where all decisions can be asked, else a sample that agrees with it; and agents that are none."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.cli import main
from fairfelt.engine import exact as engine
from fairfelt.environments.agents import AgentGame, Observation
from fairfelt.environments.regret import (
    BadAgent,
    all_decisions,
    exact_regret,
    find_agent,
    measure_regret,
    sample_regret,
)
from fairfelt.rules.cards import Deck

SMALL = AgentGame(games.find("three-card-poker").with_deck(Deck("9TJQKA", "sh")))
"""220 hands."""


def always_fold(observation: Observation, info: dict[str, Any]) -> int:
    return int(info["actions"].index("fold"))


def test_the_mean_of_the_best_values_is_the_house_edge() -> None:
    best = [max(values.values()) for _, values in all_decisions(SMALL)]
    assert len(best) == 220
    assert -sum(best) / len(best) == engine.par(SMALL.game).round.house_edge


def test_who_always_folds_regrets_all_but_the_ante() -> None:
    always_fold.deterministic = True  # type: ignore[attr-defined]
    found = exact_regret(SMALL, always_fold)
    assert found
    assert found.regret == 1 - engine.par(SMALL.game).round.house_edge


def test_the_best_play_regrets_nothing_and_chance_play_as_much_as_its_sample() -> None:
    assert measure_regret(SMALL, find_agent("exact"), rounds=2, seed=1).regret == 0
    exact = measure_regret(SMALL, find_agent("random"), rounds=2, seed=1)
    assert isinstance(exact.regret, Fraction)
    assert exact.interval is None
    sampled = sample_regret(SMALL, find_agent("random"), rounds=400, seed=1)
    assert sampled.interval
    assert sampled.interval.low < exact.regret < sampled.interval.high
    assert sampled == sample_regret(SMALL, find_agent("random"), rounds=400, seed=1)


def test_who_plays_at_random_loses_the_house_edge_and_the_regret() -> None:
    """Half a million rounds in arrays against the exact values, within four standard errors."""
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from fairfelt.environments.many import ManySeats

    env, source, results = ManySeats(4_096, SMALL), np.random.default_rng(1), []
    _, info = env.reset(seed=1)
    for _ in range(120):
        mask = info["action_mask"]
        _, rewards, ended, _, info = env.step(np.argmax(mask * source.random(mask.shape), axis=1))
        assert ended.all()
        results.append(rewards)
    won = np.concatenate(results)
    lost = (
        engine.par(SMALL.game).round.house_edge + measure_regret(SMALL, find_agent("random"), rounds=2, seed=1).regret
    )
    assert abs(won.mean() + float(lost)) < 4 * won.std() / np.sqrt(won.size)


def test_an_agent_that_may_choose_otherwise_is_sampled() -> None:
    def folds(observation: Observation, info: dict[str, Any]) -> int:
        return always_fold(observation, info)

    assert exact_regret(SMALL, folds) is None
    found = measure_regret(SMALL, folds, rounds=10, seed=3)
    assert found.interval and (found.interval.n, found.interval.seed) == (10, 3)


def test_what_the_values_cannot_say_is_no_regret() -> None:
    found = measure_regret(AgentGame.of("perfect-pairs"), find_agent("random"), rounds=2, seed=1)
    assert (found.regret, found.decisions) == (0, 0)
    chosen = measure_regret(AgentGame.of("commission-baccarat"), find_agent("random"), rounds=2, seed=1)
    par = engine.answer(games.find("commission-baccarat")).par
    assert chosen.regret == (par.wager("Player").house_edge - par.wager("Banker").house_edge) / 2


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (0, "chose action 0 at Three Card Poker, where action_mask allows 1, 2"),
        (None, "chose action None at Three Card Poker"),
        ("Play", "chose action 'Play' at Three Card Poker"),
        ([1, 0], "failed at Three Card Poker: TypeError: unhashable type"),
        ({1: 0.5}, "give chances from 0 to 1 that add up to 1"),
        ({1: 2, 2: -1}, "give chances from 0 to 1 that add up to 1"),
        ({1: float("nan"), 2: 1}, "give chances from 0 to 1 that add up to 1"),
        ({1: "1"}, "give chances from 0 to 1 that add up to 1"),
    ],
)
def test_what_is_no_action_is_refused(said: Any, sentence: str) -> None:
    with pytest.raises(BadAgent, match=sentence):
        measure_regret(SMALL, lambda observation, info: said, rounds=2, seed=1)


def test_an_agent_that_fails_is_named_with_its_error() -> None:
    def fails(observation: Observation, info: dict[str, Any]) -> int:
        raise RuntimeError("out of ideas")

    with pytest.raises(BadAgent, match=r"failed at Three Card Poker.*RuntimeError: out of ideas"):
        measure_regret(SMALL, fails, rounds=2, seed=1)


def test_rounds_without_a_mistake_do_not_say_that_there_is_none() -> None:
    """An agent that errs in one round of two hundred: forty rounds without its mistake had an interval of no width."""
    rare = sample_regret(SMALL, find_agent("exact"), rounds=40, seed=1)
    assert rare.regret == 0 and rare.interval
    assert rare.interval.low == 0 < rare.interval.high


@pytest.mark.heavy
def test_the_interval_holds_the_regret_of_an_agent_that_seldom_errs() -> None:
    """99 times in 100 it should: at least 98.5 in 100 of 400 samples."""

    def stays(observation: Observation, info: dict[str, Any]) -> int:
        return int(np.flatnonzero(info["action_mask"])[-1])

    stays.deterministic = True  # type: ignore[attr-defined]
    exact = exact_regret(SMALL, stays)
    assert exact and 0 < exact.regret < Fraction(1, 5)
    held = 0
    for seed in range(400):
        interval = sample_regret(SMALL, stays, rounds=40, seed=seed).interval
        assert interval
        held += interval.low <= exact.regret <= interval.high
    assert held >= 394


def test_only_the_exact_agent_sees_the_values() -> None:
    told: dict[str, Any] = {}

    def curious(observation: Observation, info: dict[str, Any]) -> int:
        told.update(info)
        return int(np.flatnonzero(info["action_mask"])[0])

    measure_regret(SMALL, curious, rounds=10, seed=1)
    assert set(told) == {"game", "actions", "action_mask"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere:agent"], "cannot be imported"),
        (["json"], "is no agent: give random, exact or module:function"),
        (["random", "--games", "no-such"], "no-such"),
        (["random", "--rounds", "3"], "--rounds 3 is not possible"),
    ],
)
def test_the_command_says_what_is_wrong(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regret", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_the_command_prints_a_leaderboard(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", "red-dog,casino-war,perfect-pairs", "--rounds", "20"]
    assert main(["regret", "random", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["game"] for each in found["games"]] == ["red-dog", "casino-war", "perfect-pairs"]
    assert found["games"][0]["interval"]["low"] <= found["games"][0]["regret"]


@pytest.mark.heavy
def test_every_game_has_a_regret() -> None:
    for game in games.catalogue():
        found = measure_regret(AgentGame(game), find_agent("random"), rounds=5, seed=1)
        assert found.uncounted <= found.decisions
        assert 0 <= found.regret < 20
