"""Simulations: inside their intervals, the same whatever the threads, and one clear sentence otherwise."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from math import inf

import pytest

from fairfelt import games, simulate
from fairfelt.engine.exact import Par, Solution, par, par_of
from fairfelt.engine.simulation.dealer import BLOCK_ROUNDS
from fairfelt.rules import Game, Paytable, Showdown, even_money, opening, raised
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import ThreeCard
from tests.engine.simulation.dealt_games import DEALT_ALONE, SAMPLED
from tests.support.single_cards import HIGHEST_SUIT

GAME = games.find("three-card-poker")
FEW_BLOCKS = 2 * BLOCK_ROUNDS + 1001


def _outside(game: Game, seats: int, *, seed: int) -> set[tuple[str, str]]:
    sampled = simulate(game, rounds=600_000, seed=seed, seats=seats)
    return {(wager.wager, wager.paytable) for wager in sampled.wagers if not wager.within}


@pytest.mark.parametrize(("game", "seats"), SAMPLED)
def test_the_exact_mean_of_every_wager_is_within_three_errors(game: Game, seats: int) -> None:
    """Of hundreds of wagers one lies farther off by chance; by chance it does not do so twice."""
    outside = _outside(game, seats, seed=5)
    if outside:
        assert outside & _outside(game, seats, seed=6) == set()


@pytest.mark.parametrize(("game", "seats"), DEALT_ALONE)
def test_the_round_comes_first_and_then_every_wager_of_the_par_sheet(game: Game, seats: int) -> None:
    simulation = simulate(game, rounds=1000, seed=1, seats=seats)
    sheet = par(game)
    assert [(w.wager, w.paytable) for w in simulation.wagers] == [
        ("Round", ""), *((w.wager, w.paytable) for w in sheet.wagers),
    ]  # fmt: skip
    assert [w.exact for w in simulation.wagers] == [
        -float(sheet.round.house_edge), *(-float(w.house_edge) for w in sheet.wagers),
    ]  # fmt: skip


@pytest.mark.heavy
def test_a_smaller_deck_is_dealt_from_as_well() -> None:
    simulation = simulate(GAME.with_deck(Deck("9TJQKA")), rounds=300_000, seed=2, seats=2)
    assert all(wager.within for wager in simulation.wagers)


def test_the_same_seed_deals_the_same_rounds_on_any_number_of_threads() -> None:
    first, *others = [simulate(GAME, rounds=FEW_BLOCKS, seed=9, threads=threads).wagers for threads in (1, 2, 3, None)]
    assert all(other == first for other in others)


def test_another_seed_deals_other_rounds() -> None:
    assert simulate(GAME, rounds=1000, seed=1).wagers != simulate(GAME, rounds=1000, seed=2).wagers


def test_seats_share_a_round_so_more_of_them_tell_less_than_as_many_rounds() -> None:
    alone, together = (simulate(GAME, rounds=300_000, seed=3, seats=seats).wagers[0] for seats in (1, 3))
    assert alone.standard_error / 3**0.5 < together.standard_error < alone.standard_error
    assert together.rounds == 300_000


def test_envy_grows_with_the_seats() -> None:
    exact = [simulate(GAME, rounds=10, seed=3, seats=seats).wagers[-2] for seats in (1, 3)]
    assert [f"{wager.paytable} {wager.exact:.4f}" for wager in exact] == ["TCPB-03E -0.3032", "TCPB-03E -0.2674"]


def test_one_round_says_nothing_about_its_error() -> None:
    (whole, *_) = simulate(GAME, rounds=1, seed=1).wagers
    assert whole.standard_error == inf
    assert whole.interval == (-inf, inf)


def test_progress_is_told_block_by_block() -> None:
    told: list[tuple[int, int, str]] = []
    simulate(GAME, rounds=FEW_BLOCKS, seed=1, threads=1, progress=lambda *now: told.append(now))
    done = [now[0] for now in told]
    assert done == sorted(done)
    assert told[-1] == (FEW_BLOCKS, FEW_BLOCKS, "dealing Three Card Poker")
    assert BLOCK_ROUNDS in done


def test_an_interruption_ends_it_within_a_few_blocks() -> None:
    told: list[int] = []

    def interrupt(done: int, total: int, what: str) -> None:
        told.append(done)
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(GAME, rounds=1 << 50, seed=1, progress=interrupt)
    assert told[-1] <= 4 * BLOCK_ROUNDS


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"rounds": 0}, "0 rounds are too few: give 1 or more"),
        ({"seed": -1}, "the seed -1 is negative: give 0 or more"),
        ({"seats": 0}, "Three Card Poker seats 1 to 9 players, not 0"),
        ({"seats": 10}, "Three Card Poker seats 1 to 9 players, not 10"),
        ({"threads": 0}, "0 threads are too few: give 1 or more"),
    ],
)
def test_what_cannot_be_dealt_is_refused(asked: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        simulate(GAME, **{"rounds": 1000, "seed": 1, **asked})  # type: ignore[arg-type]


def test_a_bet_on_rare_hands_agrees_although_the_sample_saw_none_of_them() -> None:
    """Without one of four thousand the sample's own error is far too small: by the exact one nothing is wrong."""
    pays = Paytable("rare", {ThreeCard.ROYAL_SPADES: 15_000, ThreeCard.PAIR: 1})
    simulation = simulate(GAME.with_pays("Three Card Poker Bonus", pays), rounds=4_000, seed=1)
    bet = next(wager for wager in simulation.wagers if wager.paytable == "rare")
    assert abs(bet.mean - bet.exact) > 3 * bet.standard_error
    assert bet.within


@pytest.mark.parametrize(
    ("seats", "names"), [(1, ("Ante", "Play", "Ante Bonus", "Pair Plus")), (3, ("Pair Plus", "Three Card Poker Bonus"))]
)
def test_the_exact_error_is_that_of_many_rounds(seats: int, names: tuple[str, ...]) -> None:
    """Of common results the sample's own error tells as much, with stakes that differ and envy from other seats."""
    simulation = simulate(GAME, rounds=400_000, seed=4, seats=seats)
    for sheet in par(GAME, bettors=seats - 1).wagers:
        if sheet.wager in names and sheet.paytable in ("", "5/4/1", "40/30/6/4/1", "TCPB-04E"):
            assert sheet.sampling_variance is not None
            found = next(w for w in simulation.wagers if (w.wager, w.paytable) == (sheet.wager, sheet.paytable))
            exact = (float(sheet.sampling_variance) / (400_000 * seats)) ** 0.5
            assert found.standard_error == pytest.approx(exact, rel=0.1 if "E" in sheet.paytable else 0.02), sheet.wager


def test_a_mean_that_is_truly_off_does_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    def shifted(solution: Solution, bettors: int) -> Par:
        sheet = par_of(solution, bettors=bettors)
        return replace(sheet, round=replace(sheet.round, house_edge=sheet.round.house_edge + Fraction(1, 50)))

    monkeypatch.setattr(import_module("fairfelt.engine.simulation.simulation"), "par_of", shifted)
    simulation = simulate(GAME, rounds=400_000, seed=4)
    assert [wager.wager for wager in simulation.wagers if not wager.within] == ["Round"]


def test_hands_told_apart_card_by_card_are_played_as_they_were_solved() -> None:
    alone = (opening("Ante", even_money), raised("Play", even_money))
    game = replace(GAME, showdown=Showdown(HIGHEST_SUIT), wagers=alone, published=(), strategies=())
    assert all(wager.within for wager in simulate(game, rounds=300_000, seed=6).wagers)


def test_a_course_that_was_counted_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand rounds waited two minutes for a count that ships with the package."""

    def count(*_: object, **__: object) -> Solution:
        raise AssertionError("counted again")

    monkeypatch.setattr("fairfelt.engine.simulation.simulation.solve", count)
    assert simulate(games.find("casino-war"), rounds=100, seed=1).rounds == 100
