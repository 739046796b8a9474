"""The dealer's cards seen at games with shared cards, counted board by board: against every card that can be known."""

from __future__ import annotations

import pickle
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt import games
from fairfelt.analysis.protection.exposure import NO_LIMIT
from fairfelt.analysis.protection.figures import figures_of
from fairfelt.analysis.protection.findings import Leak, Question, found_before
from fairfelt.analysis.protection.information import Information, read_information, view_of
from fairfelt.analysis.protection.sorting import best_sorting
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solution import solve_view
from fairfelt.engine.view import View, mark, reveal, share
from fairfelt.rules.cards import Deck, parse_cards
from tests.analysis.protection.test_boards_seen import PUBLISHED, ULTIMATE
from tests.support.heavy import chosen
from tools.exposed_boards import ExposedBoards, boards_of, count_hand, count_leak, play_boards


def boards(seen: str) -> ExposedBoards:
    found = ExposedBoards.of(view_of(core_game(ULTIMATE), read_information(ULTIMATE, seen)))
    assert found
    return found


def hand(cards: str) -> NDArray[np.uint8]:
    return np.array(parse_cards(cards), np.uint8)


@pytest.mark.heavy
def test_aces_against_kings_seen() -> None:
    """Raised four times at once: +3.474214, by a program of its own that deals every board."""
    here = boards("dealer 1,2")
    sums, chosen, _ = count_hand(here.tables, hand("Ac Ad Kc Kd"))
    assert f"{sums[0, 0] / here.ways / here.problem.scale:.6f}" == "3.474214"
    assert np.flatnonzero(chosen[0]).tolist() == [2]


def test_a_hand_that_checks_is_worth_what_was_found_elsewhere() -> None:
    """The same program: -0.604542 for a check, -2.316189 for a raise."""
    here = boards("dealer 1,2")
    sums, chosen, _ = count_hand(here.tables, hand("2c 7d Ah Ks"))
    assert f"{sums[0, 0] / here.ways / here.problem.scale:.6f}" == "-0.604542"
    assert np.flatnonzero(chosen[0]).tolist() == [0]


def test_what_is_known_when() -> None:
    """One of the last two shared cards is a fourth at the flop; one of the flop is among its three."""
    assert boards("dealer 1").sizes == (0, 3, 5)
    assert boards("dealer 1 community 1").sizes == (1, 3, 5)
    assert boards("dealer 1 community 4").sizes == (1, 4, 5)


def test_classes_of_hands_as_published() -> None:
    """5,083 with one of the dealer's cards."""
    classes = boards("dealer 1").hands
    assert len(classes) == 5_083
    assert classes.weights.sum() == 1_326 * 50


def test_what_is_counted_goes_to_other_machines() -> None:
    """A game itself cannot be sent: `--on dask://` ended in an error."""
    here = boards("dealer 1,2").tables
    sent = pickle.loads(pickle.dumps(here))
    kings = hand("Ac Ad Kc Kd")
    there, near = count_hand(sent, kings), count_hand(here, kings)
    assert [found.tolist() for found in there] == [found.tolist() for found in near]


@pytest.mark.heavy
@pytest.mark.parametrize(("slug", "seen", "digits", "edge"), PUBLISHED)
def test_as_published(slug: str, seen: str, digits: int, edge: str) -> None:
    """An hour of one core each, and the figures that are kept to the last fraction."""
    game = games.find(slug)
    information = read_information(game, seen)
    here, kept = ExposedBoards.of(view_of(core_game(game), information)), found_before(game, information)
    assert here and kept
    figures, often = play_boards(here)
    assert figures == kept.figures and often.words == kept.strategy[-1].words
    assert f"{float(figures.edge) * 100:.{digits}f}" == edge


HOLDEM = {
    f"{slug}, {name}": core_game(games.find(slug).with_deck(deck))
    for slug in ("ultimate-texas-holdem", "texas-holdem-bonus", "casino-holdem")
    for name, deck in {"pairs": Deck(ranks="TQA"), "flushes": Deck(ranks="89TJQA", suits="ch")}.items()
}
ACES = (*(0,) * 12, 1, 0)
BOARDS = {
    "dealer 1": lambda view: reveal(view, dealer=[1]),
    "dealer 1,2": lambda view: reveal(view, dealer=[1, 2]),
    "dealer 1 community 5": lambda view: reveal(view, dealer=[1], community=[5]),
    "aces marked": lambda view: mark(view, classes=ACES, dealer=[1]),
    "one exposed, one marked": lambda view: mark(reveal(view, dealer=[2]), classes=ACES, dealer=[1]),
    "a hand shared": lambda view: share(view, 2),
}
"""What is known of the cards of hold'em, beyond the rules."""
EACH_TIME = {
    ("ultimate-texas-holdem, flushes", "dealer 1 community 5"),
    ("ultimate-texas-holdem, flushes", "a hand shared"),
    ("casino-holdem, pairs", "dealer 1"),
    ("texas-holdem-bonus, flushes", "one exposed, one marked"),
}
"""A card seen, told by its back, or in another player's hand: each at one game."""


@pytest.mark.parametrize("case", chosen(product(HOLDEM, BOARDS), EACH_TIME), ids=", ".join)
def test_boards_are_worth_what_every_card_says_whatever_is_known(case: tuple[str, str]) -> None:
    game, known = case
    view = BOARDS[known](View.of(HOLDEM[game]))
    boards = ExposedBoards.of(view)
    assert boards
    assert play_boards(boards)[0] == figures_of(solve_view(view).round)


def test_the_best_backs_and_an_exposed_card_come_to_the_same_by_every_card() -> None:
    """The best of all partitions of a small deck, and what one card of the dealer's is worth there."""
    core = HOLDEM["casino-holdem, flushes"]
    for leak, information in ((Leak.BACKS, Information()), (Leak.DEALER, Information((1,)))):
        question = Question(core, leak, information, (NO_LIMIT, 0.0))
        boards = boards_of(question)
        assert boards
        found = count_leak(question, boards)
        assert found.figures == figures_of(solve_view(view_of(core, found.information)).round)
        if leak is Leak.BACKS:
            assert (found.information, found.edge) == best_sorting(core)


def test_boards_that_are_known_at_once_are_left_to_other_counters() -> None:
    core = HOLDEM["ultimate-texas-holdem, pairs"]
    assert ExposedBoards.of(view_of(core, read_information(core, "dealer 1 community all"))) is None
    assert ExposedBoards.of(mark(View.of(core), classes=ACES, dealer=[1, 2])) is None
    assert ExposedBoards.of(mark(View.of(core), classes=ACES, community=[1])) is None
