"""An exposed pai gow dealer, counted: against every deal of a small deck, a second count, and draws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt import games
from fairfelt.analysis.protection.findings import SHIPPED_EXACT_S, SHIPPED_SAMPLE_S, Leak, Question
from fairfelt.analysis.protection.information import Information
from fairfelt.engine.courses.pai_gow import exposed as exposed_module
from fairfelt.engine.courses.pai_gow.completions import count_hands_by_class
from fairfelt.engine.courses.pai_gow.exposed import BEST, BLIND, HOUSE, SetGain, add_blind, sample_draws, scaled_nets
from fairfelt.engine.courses.pai_gow.set_hands import set_hands
from fairfelt.engine.exact import solve
from fairfelt.engine.solve import core_game
from fairfelt.rules import Game, PaiGowPoker, Result
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.pai_gow import SettingCourse, compare
from fairfelt.rules.courses.three_hands import ThreeHands
from tests.support.uncompiled import uncompile
from tools import exposed_pai_gow, ship_leaks
from tools.exposed_pai_gow import ExposedDealer, count_exposed, count_leak, count_own_hands, sample_labels
from tools.golden.rows import HOWEVER_LONG_S

pytestmark = pytest.mark.xdist_group("pai gow")
SMALL = Deck("9TQK", jokers=1)
"""Seventeen cards: the joker makes straights and flushes."""
COMMISSION, ASIA, EZ = (games.find(slug) for slug in ("commission-pai-gow", "fortune-asia-poker", "ez-pai-gow"))
SMALL_COMMISSION, SMALL_ASIA = (game.with_deck(SMALL) for game in (COMMISSION, ASIA))
OWN = {
    "pairs": (7, 20, 33, 8, 21, 10, 24),
    "joker": (7, 8, 23, 24, 33, 37, 52),
    "flush": (7, 8, 10, 11, 20, 34, 52),
}
"""Own hands of the small deck, by number."""


def counted(game: Game, hand: Sequence[int], exposed: int) -> tuple[Fraction, Fraction]:
    """What the best settings bring, and the setting that they are compared with: summed over all labels."""
    assert isinstance(game.course, SettingCourse)
    (win, loss), nets = scaled_nets(game)
    masks = np.array([[sum(1 << card % 13 for card in hand if card // 13 == suit) for suit in range(4)]])
    own, one = (
        np.flatnonzero(count_hands_by_class(hand, set_hands(game.course, game.deck).classes)),
        np.ones(1, np.int64),
    )
    sums = count_own_hands(game.course, game.deck, exposed, nets, own, np.arange(2), masks, one)
    _, won, lost, last_won, last_lost = sums[0].tolist()
    return win * won + loss * lost, win * last_won + loss * last_lost


def dealt(game: Game, hand: Sequence[int], exposed: int) -> Fraction:
    """What the best settings bring by the rules: every hand of the dealer's, set against by hand."""
    course, (nets, _) = game.course, scaled_nets(game)
    worth = {Result.WIN: nets[0], Result.TIE: Fraction(0), Result.LOSS: nets[1]}
    mine = tuple(card for card in game.deck.faces if int(card) in hand)
    by_label: dict[tuple[Card, ...], dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for theirs in combinations([card for card in game.deck.faces if card not in mine], 7):
        found: dict[tuple[int, ...], Result]
        if isinstance(course, ThreeHands):
            three = course.setting(theirs)
            found = {way.values: compare(way, three) for way in course.settings(mine) if way.is_legal}
        else:
            assert isinstance(course, PaiGowPoker)
            two, ways = course.setting(theirs), [course.setting(mine, choice) for choice in course.offered(mine)]
            found = {(way.high, way.low): compare(way, two) for way in ways}
        for label in combinations(theirs, exposed):
            for way, result in found.items():
                by_label[label][way] += worth[result]
    return sum((max(ways.values()) for ways in by_label.values()), Fraction(0))


def counted_again(game: Game, hand: Sequence[int], exposed: int) -> tuple[Fraction, Fraction]:
    """By class: "holds a card" is "all less those without it". What the best settings and the house way bring."""
    assert isinstance(game.course, SettingCourse)
    hands, ((win, loss), _) = set_hands(game.course, game.deck), scaled_nets(game)
    mine = np.flatnonzero(count_hands_by_class(hand, hands.classes))
    legal = hands.every(mine)[0][0] >= 0
    rest = [int(face) for face in game.deck.faces if face not in hand]

    def without(cards: tuple[int, ...]) -> NDArray[np.int64]:
        return np.where(
            hands.kind > 0, 0, count_hands_by_class([face for face in rest if face not in cards], hands.classes)
        )

    def results(values: list[NDArray[np.int64]]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        better = np.sum([mine > theirs for mine, theirs in zip(values, hands.values, strict=True)], axis=0)
        return better >= 2, better <= len(values) - 2

    every = [results([column[0, split] for column in hands.every(mine)]) for split in np.flatnonzero(legal)]
    house = results([column[mine[0]] for column in hands.values])
    best = by_house = Fraction(0)
    for label in combinations(rest, exposed):
        some = [(-1) ** size * without(gone) for size in range(exposed + 1) for gone in combinations(label, size)]
        counts = np.sum(some, axis=0)
        nets = [win * int(counts[won].sum()) + loss * int(counts[lost].sum()) for won, lost in (*every, house)]
        best, by_house = best + max(nets), by_house + nets[-1]
    return best, by_house


def error_of(gain: SetGain) -> float:
    assert gain.lies.error is not None
    return gain.lies.error


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    uncompile(monkeypatch, exposed_pai_gow, exposed_module)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("exposed", [0, 1, 2])
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("game", [SMALL_COMMISSION, SMALL_ASIA], ids=lambda game: game.slug)
def test_every_deal_of_a_small_deck_says_what_the_best_setting_brings(game: Game, name: str, exposed: int) -> None:
    assert counted(game, OWN[name], exposed)[0] == dealt(game, OWN[name], exposed)


@pytest.mark.heavy
@pytest.mark.parametrize("exposed", [0, 1, 2])
@pytest.mark.parametrize(
    ("game", "hand"),
    [
        pytest.param(COMMISSION, (0, 14, 28, 42, 17, 31, 9), id="commission"),
        pytest.param(EZ, (0, 13, 28, 42, 17, 31, 52), id="a queen high pushes"),
        pytest.param(ASIA, (0, 1, 2, 13, 17, 31, 45), id="three hands"),
    ],
)
def test_a_hand_of_the_full_deck_is_counted_the_same_by_class(game: Game, hand: tuple[int, ...], exposed: int) -> None:
    best, last = counted(game, hand, exposed)
    again, by_house = counted_again(game, hand, exposed)
    assert best == again
    assert last == by_house if isinstance(game.course, PaiGowPoker) else by_house <= last <= best


@pytest.mark.heavy
@pytest.mark.parametrize("exposed", [0, 1, 2])
def test_the_house_way_is_worth_in_a_count_what_it_is_worth_in_plain_play(exposed: int) -> None:
    _, usual = count_exposed(SMALL_COMMISSION, exposed)
    plain = solve(core_game(SMALL_COMMISSION)).round.expected_value
    assert sum(net * often for net, often in usual.items()) == plain


@pytest.mark.heavy
def test_each_exposed_card_adds_and_samples_agree_with_counts() -> None:
    plain = solve(core_game(SMALL_COMMISSION)).round.expected_value
    best = [count_exposed(SMALL_COMMISSION, exposed)[0] for exposed in (0, 1, 2)]
    edges = [sum(net * often for net, often in each.items()) for each in best]
    assert plain < edges[0] < edges[1] < edges[2]
    for exposed in (1, 2):
        gain = float(edges[exposed] - plain)
        draws = sample_draws(SMALL_COMMISSION, exposed, 400)
        for found in (sample_labels(SMALL_COMMISSION, exposed, 400), draws.gain(BEST, HOUSE)):
            assert abs(found.gain - gain) < 4 * error_of(found)
            assert sum(share for _, share in found.results) == pytest.approx(1)


@pytest.mark.heavy
def test_three_hands_are_compared_with_a_setting_that_sees_nothing() -> None:
    """One more exposed card never costs anything, and all of them are worth most; either sample says the same."""
    game = ASIA.with_deck(Deck("2345A", jokers=1))
    all_exposed = sample_draws(game, 7, 20_000)
    usual = all_exposed.gain(BLIND, HOUSE)
    one, two = (sample_labels(game, exposed, 200) for exposed in (1, 2))
    assert usual.gain > 0
    assert -4 * error_of(one) < one.gain < two.gain + 4 * (error_of(one) + error_of(two))
    assert two.gain + usual.gain < all_exposed.gain(BEST, HOUSE).gain
    drawn = sample_draws(game, 2, 200).gain(BEST, BLIND)
    assert abs(drawn.gain - two.gain) < 4 * (error_of(drawn) + error_of(two))
    whole, blind = add_blind(game, two, 20_000)
    assert (blind.gain, whole.gain) == (usual.gain, two.gain + usual.gain)


def asked(game: Game, exposed: int, exact_s: float, sample_s: float = SHIPPED_SAMPLE_S) -> Question:
    return Question(game, Leak.DEALER, Information(dealer=tuple(range(1, exposed + 1))), (exact_s, sample_s))


def test_rows_of_one_or_two_exposed_cards_are_counted_here() -> None:
    """As they ship: exact where an hour or more was given, else by as many own hands as there is time for."""
    for game, exposed, exact_s, hands in (
        (COMMISSION, 1, HOWEVER_LONG_S, 0),
        (COMMISSION, 2, SHIPPED_EXACT_S, 960),
        (ASIA, 1, HOWEVER_LONG_S, 240),
        (ASIA, 2, SHIPPED_EXACT_S, 120),
    ):
        dealer = ExposedDealer.of(asked(game, exposed, exact_s))
        assert dealer
        assert dealer.hands == hands
    assert ExposedDealer.of(asked(COMMISSION, 7, HOWEVER_LONG_S)) is None
    assert ExposedDealer.of(asked(games.find("three-card-poker"), 1, HOWEVER_LONG_S)) is None
    assert ExposedDealer.of(Question(COMMISSION, Leak.SETTING, Information())) is None


def test_a_row_that_is_counted_again_goes_by_every_label(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[ExposedDealer]()
    monkeypatch.setattr(exposed_pai_gow, "count_leak", lambda question, dealer: played.append(dealer))
    ship_leaks.fresh_row(asked(COMMISSION, 1, HOWEVER_LONG_S))
    assert played == [ExposedDealer(COMMISSION, 1, 0)]


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("game", "exact_s"), [(SMALL_COMMISSION, HOWEVER_LONG_S), (SMALL_COMMISSION, 0.0), (SMALL_ASIA, HOWEVER_LONG_S)]
)
def test_a_row_has_the_figures_and_words_of_its_game(game: Game, exact_s: float) -> None:
    """Two hands are counted, or sampled; three are sampled, with what a setting gains that sees nothing."""
    question = asked(game, 1, exact_s, sample_s=1.0)
    dealer = ExposedDealer.of(question)
    assert dealer
    found = count_leak(question, dealer)
    assert found.plain == solve(core_game(game)).round.expected_value < found.edge
    assert bool(found.interval) == (game is SMALL_ASIA or not exact_s)
    assert ("With no card seen" in found.strategy[0].words) == (game is SMALL_ASIA)
