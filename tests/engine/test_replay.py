"""Other pays with the same play: exact where nobody decides by them, never better than the best play elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import cast

import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Solution
from fairfelt.rules import Game, Pay, Paytable, for_one, to

THREE = "three-card-poker"


def repriced(slug: str, wager: str, pays: Mapping[int, Pay]) -> Game:
    """A game with some pays changed."""
    game = games.find(slug)
    old = game.wager(wager).paytable
    table = Paytable("what if", {**old.pays, **pays}, names=old.names, envy=old.envy, or_more=old.or_more)
    return game.with_pays(wager, table)


@pytest.mark.parametrize(
    ("slug", "wager", "pays"),
    [
        (THREE, "Pair Plus", {2: to(5), 0: to(1, 2)}),
        (THREE, "Three Card Poker Bonus", {7: for_one(1000)}),
        ("straight-edge-poker", "Two Way Bad Beat", {6: for_one(400)}),
        ("casino-war", "Tie", {1: to(12)}),
        ("let-it-ride", "3 Card Bonus", {1: to(2)}),
        ("kings-bounty", "Bounty", {1: to(3)}),
    ],
)
def test_side_bets_are_priced_by_what_was_counted(slug: str, wager: str, pays: Mapping[int, Pay]) -> None:
    game = repriced(slug, wager, pays)
    again = engine.replay(engine.solve(games.find(slug)), game)
    assert again is not None
    assert engine.par_of(again).to_dict() == engine.par(game).to_dict()


@pytest.mark.parametrize(
    ("slug", "wager", "pays"),
    [
        (THREE, "Ante Bonus", {3: to(4), 1: to(3)}),
        ("straight-edge-poker", "Play", {1: to(3)}),
        ("let-it-ride", "Bet 1", {2: to(3)}),
        ("mississippi-stud", "Ante", {3: to(4)}),
        ("casino-war", "War", {2: to(1, 10)}),
    ],
)
def test_play_that_stays_is_never_better_than_the_best(slug: str, wager: str, pays: Mapping[int, Pay]) -> None:
    game, solution = repriced(slug, wager, pays), engine.solve(games.find(slug))
    again = engine.replay(solution, game)
    assert again is not None
    best = engine.solve(game)
    assert again.round.house_edge >= best.round.house_edge
    assert again.round.house_edge != solution.round.house_edge
    assert (again.total, again.decisions) == (solution.total, solution.decisions)


def test_the_solved_game_itself_stays_as_it_is() -> None:
    solution = engine.solve(games.find(THREE))
    before = solution.round
    again = engine.replay(solution, repriced(THREE, "Ante Bonus", {5: to(50)}))
    assert again is not None
    assert again.round != before
    assert engine.solve(games.find(THREE)).round == before == solution.round


def test_hands_that_were_counted_together_cannot_be_told_apart_afterwards() -> None:
    game = games.find("ultimate-texas-holdem")
    solved = cast(Solution, SimpleNamespace(game=game))
    old = game.wager("Blind").paytable
    assert engine.replay(solved, game.with_pays("Blind", Paytable("more", {**old.pays, 3: to(1)}))) is None


def test_what_each_row_adds_is_what_the_sheet_says() -> None:
    solution = engine.solve(games.find(THREE))
    wager = solution.game.wager("Pair Plus")
    shares, sheet = engine.shares_of(solution, wager), engine.wager_par(solution, wager, wager.paytable)
    rows = {row.line: row for row in sheet.outcomes if row.line is not None}
    assert {line: (s.probability, s.contribution) for line, s in shares.items()} == {
        line: (row.probability, row.contribution) for line, row in rows.items()
    }


def test_margins_above_the_last_one_listed_add_to_it() -> None:
    game = games.find("straight-edge-poker")
    table = Paytable("short", {0: 1, 1: 1, 2: 2, 3: 3}, or_more=True)
    solution = engine.replay(engine.solve(game), game.with_pays("Play", table))
    assert solution is not None
    shares = engine.shares_of(solution, solution.game.wager("Play"))
    won = sum(r.probability for r in engine.par_of(solution).wager("Play").outcomes if r.name.startswith("won by"))
    assert sum(share.probability for share in shares.values()) == won
    assert shares[3].contribution == 3 * shares[3].probability
