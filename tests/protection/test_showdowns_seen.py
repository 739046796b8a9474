"""The dealer's cards seen or sorted at showdowns of five cards, the dealer's hands counted by their ranks."""

from __future__ import annotations

import pickle
from itertools import combinations
from math import comb

import numpy as np
import pytest

from fairfelt import games
from fairfelt.cards import parse_cards
from fairfelt.exact.solve import core_game
from fairfelt.hands import POKER
from fairfelt.protection import foresee_exposure, read_information
from fairfelt.protection.showdowns.count import HAND, SeenHands, count_showdown, count_some
from fairfelt.protection.way import By

CARIBBEAN = games.find("caribbean-stud")
ACE, KING = 12, 11
ONE = np.ones(1, np.int64)


def seen_hands(seen: str, sorted: str = "") -> SeenHands:
    found = SeenHands.of(core_game(CARIBBEAN), read_information(CARIBBEAN, seen, sorted))
    assert found
    return found


def dealt_one_by_one(cards: str, seen: int, marked: frozenset[int]) -> float:
    """A program of its own: every dealer's hand beside this one, gathered by what is known of it."""
    own = parse_cards(cards)
    mine = int(POKER.batch(np.array([own], np.uint8))[0])
    pays = {0: 1, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 7, 7: 20, 8: 50, 9: 100}
    raised = pays[mine >> 20]
    left = [card for card in range(52) if card not in own]
    theirs = np.array(list(combinations(left, HAND)), np.uint8)
    values = POKER.batch(theirs).astype(np.int64)
    qualifies = int(POKER.batch(np.array([parse_cards("Ac Kd 4h 3s 2c")], np.uint8))[0])
    won, lost, plays = values < mine, values > mine, values >= qualifies
    nets = np.where(~plays, 1, np.where(won, 1 + 2 * raised, np.where(lost, -3, 0)))
    known: dict[tuple[int, ...], list[int]] = {}
    for hand, net in zip(theirs.tolist(), nets.tolist(), strict=True):
        marks = sum(card % 13 in marked for card in hand)
        for shown in combinations(hand, seen):
            hidden = marks - sum(card % 13 in marked for card in shown)
            state = known.setdefault((*shown, hidden), [0, 0])
            state[0] += net
            state[1] += 1
    worth = sum(max(net, -many) for net, many in known.values())
    return worth / (comb(47, HAND) * comb(HAND, seen))


@pytest.mark.heavy
@pytest.mark.parametrize("cards", ["Ac Kd 9h 5s 2c", "Ac Qc 9c 5c 2d", "7c 7d 5c 5d 2h", "Kc Jc 8c 4c 2c"])
@pytest.mark.parametrize(("seen", "sorted"), [("", "AK"), ("dealer 1,2", ""), ("dealer 1,2,3,4", "")])
def test_a_hand_is_worth_what_every_dealers_hand_says(cards: str, seen: str, sorted: str) -> None:
    here = seen_hands(seen, sorted)
    sums, chosen, _ = count_some(here.tables, np.array([parse_cards(cards)], np.uint8), ONE)
    rounds = comb(47, HAND) * comb(HAND, here.seen)
    assert int(chosen.sum()) == rounds
    assert sums[0] / here.scale / rounds == pytest.approx(dealt_one_by_one(cards, here.seen, here.marked), rel=1e-12)


def test_a_raise_and_a_fold_by_what_is_known() -> None:
    """A flush is raised whatever is seen; a seven high only where the dealer cannot qualify, which four cards tell."""
    here = seen_hands("dealer 1,2,3,4")
    hands = (np.array([parse_cards(cards)], np.uint8) for cards in ("Kc Jc 8c 4c 2c", "7c 5d 4h 3s 2c"))
    flush, nothing = (count_some(here.tables, hand, ONE)[1].tolist() for hand in hands)
    rounds = comb(47, 4) * 43
    assert sum(flush) == sum(nothing) == rounds
    assert flush[1] > 0.99 * rounds > nothing[1] > 0


def test_what_has_this_form() -> None:
    assert seen_hands("").seen == 1 and seen_hands("dealer 1,2,3").seen == 3
    assert seen_hands("", "AK").marked == frozenset({ACE, KING})
    core = core_game(CARIBBEAN)
    assert SeenHands.of(core, read_information(CARIBBEAN, "dealer all")) is None
    assert SeenHands.of(core, read_information(CARIBBEAN, "dealer 2", "AK")) is None
    assert SeenHands.of(core, read_information(CARIBBEAN, hands=3)) is None
    three_card = games.find("three-card-poker")
    assert SeenHands.of(core_game(three_card), read_information(three_card, "dealer 1")) is None


def test_what_is_counted_goes_to_other_machines() -> None:
    """A game itself cannot be sent: `--on dask://` ended in an error."""
    tables = seen_hands("dealer 1,2,3,4").tables
    sent = pickle.loads(pickle.dumps(tables))
    hand = np.array([parse_cards("Ac Kd 9h 5s 2c")], np.uint8)
    there, near = count_some(sent, hand, ONE), count_some(tables, hand, ONE)
    assert [found.tolist() for found in there[:2]] == [found.tolist() for found in near[:2]]
    assert [found.tolist() for found in there[2]] == [found.tolist() for found in near[2]]


def test_what_hands_are_worth_by_known_ranks_adds_up() -> None:
    """The better choice of each row is worth no more than best play, which knows suits too; weights count as often."""
    here = seen_hands("dealer 1,2")
    hand = np.array([parse_cards("Ac Kd 9h 5s 2c")], np.uint8)
    (sums, chosen, (own, known, worth)), (_, _, (_, _, twice)) = (
        count_some(here.tables, hand, ONE * times) for times in (1, 2)
    )
    assert own.tolist() == [hand[0].tolist()] * 91 and known.shape == (91, 2)
    assert worth.max(axis=1).sum() <= sums[0] and (twice == 2 * worth).all()
    fold = int(chosen.sum()) * -here.scale
    assert int(worth[:, 0].sum()) == fold


def test_how_it_will_be_found() -> None:
    way = foresee_exposure(CARIBBEAN, read_information(CARIBBEAN, "", "AK"))
    assert way.by is By.HANDS and way.exact
    by_rule = foresee_exposure(CARIBBEAN, read_information(CARIBBEAN, "dealer 1"))
    assert by_rule.by is By.SOLVER, "what the rules show is solved already"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("seen", "sorted", "edge"),
    [
        ("dealer 1", "", "-142031221/2718662100"),
        ("dealer 1,2", "", "-2558246932/415275635775"),
        ("dealer 1,2,3", "", "397558091753/3322205086200"),
        ("dealer 1,2,3,4", "", "439218068918/1245826907325"),
        ("", "AK", "27217378189/383331356100"),
    ],
)
def test_every_number_of_cards_seen(seen: str, sorted: str, edge: str) -> None:
    """The first three are what two other solvers find."""
    figures, told = count_showdown(seen_hands(seen, sorted))
    assert str(figures.edge) == edge
    assert "of all rounds" in told.rules[-1].words
    assert (told.edge is None) == bool(sorted) and (told.edge is None or told.edge < figures.edge)
