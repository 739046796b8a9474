"""Hands shared at games with shared cards in streets: a small deck by brute force, and what signals bring in it."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.protection.exposure import expose
from fairfelt.analysis.protection.findings import Leak, Question, kept_finding
from fairfelt.analysis.protection.house import HOUSE_EXACT_S, HOUSE_SAMPLE_S
from fairfelt.analysis.protection.information import Information
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.solve import core_game
from fairfelt.rules import Game
from fairfelt.rules.hands.poker.five_card import five_card_value
from tests.support.uncompiled import uncompile
from tools.partners import hand as hands
from tools.partners import kernel
from tools.partners.hand import NEVER, CountedHand, PlayerHand
from tools.partners.lessons import later_lesson, sampled_of
from tools.partners.rows import SIGHTS, Rows, hand_classes
from tools.partners.run import partner_games
from tools.partners.tables import PartnerBoards
from tools.signals.find import best_numbers
from tools.signals.signal import Number, Part, Signal

ULTIMATE, BONUS = games.find("ultimate-texas-holdem"), games.find("texas-holdem-bonus")
OWN = (7, 13 + 3)
LEFT = (5, 6, 8, 9, 12, 13 + 9, 26 + 11, 26 + 3, 39 + 3)
"""Five clubs of nine cards: boards with three, four and five of a suit, and straight flushes."""


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    uncompile(monkeypatch, kernel, hands)


def small_start(game: Game, seed: int = 5) -> tuple[PlayerHand, CountedHand]:
    """A hand beside nine cards left; plain play goes on to the flop, then chooses by lot, and by ranks at the river."""
    boards = PartnerBoards.of(core_game(game))
    assert boards
    hand, random = PlayerHand(boards, OWN), np.random.default_rng(seed)
    early, late, first = hand.plain
    for at, table in enumerate(early):
        table[...] = random.integers(0, boards.boards.street(len(early) - at).shape[1] - 1, table.shape)
    deck, places = placed(hand)
    for board in combinations(range(len(LEFT)), 5) if len(late) else ():
        late[:, kernel.number_of(places[list(board)], 5, hands._binomials())] = (deck[list(board)] % 13).sum() % 2
    first[0] = int(np.argmax(boards.born[boards.first.street[0, 1:]] < boards.streets))
    hand.__dict__["usual"] = None
    with np.errstate(over="ignore"):
        return hand, hand._deal(deck, places, making=False)


def placed(hand: PlayerHand) -> tuple[np.ndarray, np.ndarray]:
    there = np.isin(hand.rest, np.array(LEFT))
    return hand.rest[there], np.flatnonzero(there)


class BruteForce:
    """Every order of streets, card by card, with the choices of versions as `tables.py` says."""

    def __init__(self, game: Game, hand: PlayerHand) -> None:
        self.game, self.hand, self.tree = core_game(game), hand, tree_of(core_game(game))
        self.deck, self.places = placed(hand)
        self.sizes = hand.game.boards.sizes
        problem = hand.game.boards.problem
        self.scale, self.rows, self.bands = problem.scale, problem.rows, problem.bands

    def worth(self, version: int, street: int = 0, state: int = 0, board: tuple[int, ...] = ()) -> float:
        """What play from a sight on is worth, on average, by places in the deck."""
        if street == len(self.sizes):
            return self._ends(state, board)
        return self.choices(version, street, state, board)[self.chosen(version, street, state, board)]

    def chosen(self, version: int, street: int, state: int, board: tuple[int, ...]) -> int:
        if street < version:
            if street == 0:
                return int(self.hand.plain[2][0])
            return int(self.hand._plain_at(street, np.sort(self.places[list(board)]))[state])
        return int(np.argmax(self.choices(version, street, state, board)))

    def choices(self, version: int, street: int, state: int, board: tuple[int, ...]) -> list[float]:
        found = []
        for choice in self.tree.orders[street]:
            then, arrived = (int(table[street][state, choice]) for table in (self.tree.leads_to, self.tree.arrives_as))
            size = self.sizes[then] if then < len(self.sizes) else 5
            rest = [place for place in range(len(self.deck)) if place not in board]
            later = [(*board, *more) for more in combinations(rest, size - len(board))]
            found.append(sum(self.worth(version, then, arrived, each) for each in later) / len(later))
        return found

    def _ends(self, path: int, board: tuple[int, ...]) -> float:
        return self._all_ends(frozenset(board))[path]

    @cache  # noqa: B019  (it lives as long as a test)
    def _all_ends(self, board: frozenset[int]) -> list[float]:
        """[path]: against every hand of the dealer's."""
        shared = [int(self.deck[place]) for place in board]
        rest = [int(card) for card in self.deck if card not in shared]
        mine, settled = best_of_seven((*OWN, *shared)), self.hand.game.boards.settled
        cells = [self._cell(mine, best_of_seven((*pair, *shared))) for pair in combinations(rest, 2)]
        return [float(settled[mine >> 20, cells, path, 0].mean()) / self.scale for path in range(settled.shape[2])]

    def _cell(self, mine: int, theirs: int) -> int:
        band = int(np.searchsorted(self.bands.floors, theirs, side="right")) - 1
        return 3 * band + (1 if mine == theirs else 2 if mine > theirs else 0)


def best_of_seven(cards: tuple[int, ...]) -> int:
    return max(
        five_card_value([card % 13 for card in five], suited=len({card // 13 for card in five}) == 1)
        for five in combinations(cards, 5)
    )


@pytest.mark.parametrize("game", [ULTIMATE, BONUS], ids=lambda game: game.slug)
@pytest.mark.usefixtures("uncompiled")
def test_a_start_is_worth_what_brute_force_finds(game: Game) -> None:
    """Best play, plain play of any kind, and plain play up to each street with best play from there on."""
    hand, dealt = small_start(game)
    brute, boards = BruteForce(game, hand), hand.game
    own, *targets = boards.first.street[0].tolist()
    unit = boards.ways(len(LEFT)) * boards.boards.problem.scale
    assert (dealt.columns[targets, 0] / unit).tolist() == pytest.approx(brute.choices(0, 0, 0, ()))
    versions = [brute.worth(version) for version in range(boards.streets + 1)]
    assert (dealt.columns[own, : boards.streets + 1] / unit).tolist() == pytest.approx(versions)
    assert all(np.diff(versions[1:]) < 0), "partners gain at every street on play by lot"


@pytest.mark.parametrize("game", [ULTIMATE, BONUS], ids=lambda game: game.slug)
@pytest.mark.usefixtures("uncompiled")
def test_boards_of_later_streets_are_worth_what_brute_force_finds(game: Game) -> None:
    hand, dealt = small_start(game)
    hand.__dict__["usual"] = CountedHand(hand.rest, np.arange(len(hand.rest)), (), dealt.columns)
    brute, random = BruteForce(game, hand), np.random.default_rng(2)
    for street in range(1, hand.game.streets):
        size = hand.game.boards.sizes[street]
        for _ in range(4):
            board = np.sort(random.permutation(len(LEFT))[:size])
            for state in range(len(hand.game.boards.street(street))):
                with np.errstate(over="ignore"):
                    found = hand._worth(street, dealt, board, state)
                assert found.tolist() == pytest.approx(brute.choices(0, street, state, tuple(board.tolist())))


def drawn_rows(starts: int) -> Rows:
    """Starts by lot that gain at the River alone: a bet is worth what plain play expects, and more with outs gone."""
    random, units = np.random.default_rng(9), list(hand_classes())
    number = np.sort(random.integers(0, len(units), starts // 2)).repeat(2)
    own = np.array([units[each][0] for each in number])
    cards = np.stack([random.permutation(np.setdiff1d(np.arange(52), two))[: 10 + 5 * SIGHTS // 4] for two in own])
    boards = cards[:, 10:].reshape(starts, SIGHTS // 4, 5)
    gone = np.array([[outs(own[i], board, cards[i, :10]) for board in boards[i]] for i in range(starts)]).repeat(
        4, axis=1
    )
    boards = boards.repeat(4, axis=1)
    expected = random.normal(size=(starts, SIGHTS, 2))
    values = np.zeros((starts, SIGHTS, 2, 2))
    values[:, :, 1, 1] = expected[:, :, 1] + 0.2 * (gone - gone.mean())
    plain = np.zeros((starts, SIGHTS, 2))
    plain[:, :, 1] = np.where(random.random((starts, SIGHTS)) < 0.3, NEVER, expected[:, :, 1] > 0)
    zero = np.zeros(starts)
    return Rows(
        number.astype(np.int16), zero.astype(np.int16), cards[:, :10].astype(np.uint8), np.zeros((starts, 3)),
        zero.astype(np.uint8), np.array([[0.3, 0.3, 0.3, 0.1]]).repeat(starts, axis=0), zero, zero, zero,
        boards.astype(np.uint8), plain.astype(np.uint8), values.astype(np.float32), expected.astype(np.float32),
        plain.astype(np.uint8),
    )  # fmt: skip


def outs(own: np.ndarray, board: np.ndarray, gone: np.ndarray) -> int:
    """Of the cards that are gone, how many beat the player's hand with the board alone: by their ranks and suits."""
    mine = best_of_seven((*own, *board))
    return sum(best_of_seven((card, *board)) > mine for card in gone)


def test_a_signal_at_a_later_street_is_learned_by_some_starts_and_priced_by_others() -> None:
    rows = drawn_rows(80)
    lesson = later_lesson(ULTIMATE, rows, 2)
    assert lesson.table.board.shape[1] == 5 and later_lesson(ULTIMATE, rows, 1).table.board.shape[1] == 3
    taught, tried = ({bytes(row) for row in lesson.table.out[some].tolist()} for some in (lesson.learns, lesson.tries))
    assert not taught & tried and len(tried) == 40
    gains = lesson.gains.max(axis=1)
    assert (gains[lesson.plain == NEVER] == 0).all() and gains.any(), "where plain play never comes, nothing is gained"
    found = best_numbers(lesson)
    assert found
    numbers, captured, lies = found
    assert [(number.shows, number.more_bets) for number in numbers] == [
        ("how many cards are out that beat your hand beside the board", True)
    ]
    assert captured == pytest.approx(1) and lies.low == pytest.approx(1), "it tells all that brute force put there"
    assert best_numbers(lesson, 0.04) is None, "of so little, no number brings a twentieth of the whole gain"
    assert best_numbers(later_lesson(ULTIMATE, rows, 1)) is None, "nothing is gained at the flop"


def test_a_sample_of_starts_keeps_the_choices_as_the_rules_list_them() -> None:
    sampled = sampled_of(ULTIMATE, drawn_rows(20))
    assert sampled.gain == pytest.approx(0.2) and sampled.lies.error == 0
    assert sampled.values.shape == (20, 3) and sampled.cards.shape == (20, 12)


def test_a_signal_is_kept_in_numbers_and_told_street_by_street() -> None:
    lies = Interval(0.5, 0.75)
    number = Number("how many aces are out", more_bets=False)
    signal = Signal((number,), 0.625, lies, 0.5, (Part("River", (number,), 0.75, lies, 0.25),))
    assert signal.to_dict()["later"][0] == {
        "street": "River", "numbers": [{"shows": "how many aces are out", "more_bets": False}], "captured": 0.75,
        "interval": lies.to_dict(), "of_all": 0.25,
    }  # fmt: skip
    assert signal.words == (
        "Show how many aces are out: the more, the less you bet. It brings 62% (50% to 75%) of the gain at the first "
        "decision, which is 50% of all. River: show how many aces are out: the more, the less you bet. It brings 75% "
        "(50% to 75%) of the gain there, which is 25% of all. Together "
        "that is about 50% of the whole gain."
    )


@pytest.mark.parametrize("shared", [6, 7])
@pytest.mark.parametrize("game", partner_games(), ids=lambda game: game.slug)
def test_shared_hands_that_took_hours_are_kept_with_their_signal(game: Game, shared: int) -> None:
    """A sample of 80 thinned hands told neither the gain from chance nor a signal."""
    found = expose(game, Information(hands=shared))
    lies, plain = found.figures.interval, float(found.plain.edge)
    assert lies and plain + 0.005 < lies.low < lies.high < lies.low + 0.006
    assert found.signal and found.signal["interval"]["from"] > 0.6 and found.signal["together"] > 0.6
    assert found.signal["numbers"] == [{"shows": "how many cards of your ranks are out", "more_bets": False}]
    assert found.signal_words == known_note(game, shared)
    assert found.to_dict()["signal"] == found.signal


def known_note(game: Game, shared: int) -> str:
    """What a verdict on the game and on the whole house says of it."""
    found = kept_finding(Question(game, Leak.PARTNERS, Information(hands=shared), (HOUSE_EXACT_S, HOUSE_SAMPLE_S)))
    assert found
    return found.note
