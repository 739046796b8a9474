"""Several of the dealer's cards shown: counted set by set, and the same as sight by sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.engine.core.problem import showdown_problem
from fairfelt.engine.exact import percent_text, solve
from fairfelt.engine.solve import core_game, solver_of
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.solvers.general.solver import solve_general
from fairfelt.engine.solvers.sweep.counter import ShownSolution, solve_shown
from fairfelt.rules import Cards, Deal, Game, Packet, Street
from fairfelt.rules.cards import Deck, parse_cards

SIX = games.six_card_poker


def seeing(game: Game, cards: int, dealer: int) -> Game:
    """The game with so many cards each, and so many of the dealer's seen."""
    street = Street("Cards", *game.streets[0].choices, dealer=dealer)
    deal = Deal(Packet(cards, to=Cards.OWN), Packet(cards, to=Cards.DEALER))
    return replace(game, deal=deal, streets=(street,), published=())


CASES = {
    "six cards, two suits": SIX.with_deck(Deck("9TJQKA", "cd")),
    "six cards, three suits": SIX.with_deck(Deck("TJQKA", "cds")),
    "five cards, four suits": seeing(SIX.with_deck(Deck("JQKA")), 5, 2),
    "five cards, flushes": seeing(SIX.with_deck(Deck("9TJQKA", "cs")), 5, 3),
}


@pytest.mark.heavy
@pytest.mark.parametrize("name", CASES)
def test_every_round_ends_as_it_does_sight_by_sight(name: str) -> None:
    game = core_game(CASES[name])
    assert solver_of(game).name == "shown cards"
    mine, general = ShownSolution(game, solve_shown(game)), GeneralSolution(game, solve_general(game))
    assert mine.round == general.round
    assert mine.decisions == general.decisions


def test_a_hand_is_valued_when_it_is_asked_about() -> None:
    """Without counting anything else: the same values as sight by sight."""
    game = core_game(CASES["six cards, two suits"])
    problem = showdown_problem(game)
    empty = type("Empty", (), {"problem": problem, "totals": problem.nets[:0]})()
    mine, general = ShownSolution(game, empty), GeneralSolution(game, solve_general(game))
    hand, up = parse_cards("Ac Kc Qc Jd Td 9d"), parse_cards("9c Tc Jc")
    assert mine.advise(hand, dealer=up) == general.advise(hand, dealer=up)


@pytest.mark.heavy
def test_the_published_counts() -> None:
    """Folds of all hands with three up cards, and wins against a dealer who does not play."""
    solution = solve(SIX)
    folded = sum(e.combinations for e in solution.endings if e.folded)
    assert folded % 12_341 == 0
    assert folded // 12_341 == 93_119_328_972
    assert solution.total == 309_042_333_600 * 12_341
    assert percent_text(solution.round.house_edge, 4) == "1.2717%"
