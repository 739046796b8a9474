"""Cards of the dealer's seen where seven cards are set: counts against enumerated hands, samples against counts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import inf

import numpy as np
import pytest

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact import solve
from fairfelt.exact.solve import core_game
from fairfelt.protection import protect
from fairfelt.protection.figures import Method, figures_of
from fairfelt.protection.seen_settings.count import SetTotals, count_together, results_of
from fairfelt.protection.seen_settings.dealt import NOTHING, sample_settings, setter_of
from fairfelt.protection.seen_settings.find import blind_words, find_settings, plan_settings
from fairfelt.protection.seen_settings.in_sight import sample_in_sight
from fairfelt.protection.seen_settings.one_hand import play_hands
from fairfelt.protection.seen_settings.sample import SetGain, sample_hands, setting_of
from fairfelt.protection.seen_settings.settings import not_beaten
from fairfelt.rules import Game, PaiGowPoker

SMALL = Deck(ranks="2345A", jokers=1)
COMMISSION, THREE = (
    replace(games.find(slug), deck=SMALL) for slug in ("commission-pai-gow", "fortune-asia-poker")
)  # fmt: skip
PUSHING = replace(games.find("ez-pai-gow"), deck=SMALL, course=PaiGowPoker(pushes="A"))
WITH_JOKER, PAIRS, SUITED = (0, 3, 14, 15, 28, 42, 52), (0, 13, 1, 27, 12, 25, 42), (0, 1, 2, 3, 12, 15, 40)


def error_of(gain: SetGain) -> float:
    assert gain.lies.error is not None
    return gain.lies.error


@cache
def totals(seen: int) -> list[SetTotals]:
    """Of the games set in two hands, counted together."""
    return count_together([COMMISSION, PUSHING], seen)


def enumerated(game: Game, hand: tuple[int, ...], seen: int) -> tuple[float, float]:
    """What the best settings and the house way bring, summed over all hands that the dealer can have."""
    setter, best, house = setter_of(game), 0.0, 0.0
    mine, _ = setter.classes_with(NOTHING, np.array(sorted(hand)))
    rest = np.array([int(face) for face in game.deck.faces if face not in hand])
    for shown in combinations(rest, seen):
        dealers, ways = setter.classes_with(np.array(shown, np.int64), rest)
        theirs = setter.house(dealers)
        best += (setter.nets(setter.every(int(mine[0])), theirs, dealers) @ ways).max()
        house += (setter.nets(setter.house(mine), theirs, dealers) @ ways)[0]
    return best, house


@pytest.mark.heavy
@pytest.mark.parametrize("hand", [WITH_JOKER, PAIRS, SUITED])
@pytest.mark.parametrize("game", [COMMISSION, PUSHING, THREE], ids=lambda game: game.slug)
def test_a_hand_is_set_as_enumerated_dealers_hands_say(game: Game, hand: tuple[int, ...]) -> None:
    setting = setting_of(game)
    win, loss = setting.nets(game)
    plays = np.array([[0, int(20 * win), int(20 * loss)]])
    mine, _ = setter_of(game).classes_with(NOTHING, np.array(sorted(hand)))
    masks = np.zeros((1, 4), np.int64)
    for card in hand:
        if card < 52:
            masks[0, card // 13] |= 1 << card % 13
    own = setting.own(mine)
    settings = own.settings.copy()
    settings[-1] = own.house[0]
    for seen in (0, 1, 2):
        _, won, lost, by_house, lost_by_house = play_hands(
            own._replace(settings=settings), masks, seen, setting.dealers, plays
        )[0, 0].tolist()
        best, house = enumerated(game, hand, seen)
        assert float(win * won + loss * lost) == pytest.approx(best)
        assert float(win * by_house + loss * lost_by_house) == pytest.approx(house)


@pytest.mark.heavy
@pytest.mark.parametrize("which", [0, 1])
def test_the_house_way_is_worth_in_a_count_what_it_is_worth_in_plain_play(which: int) -> None:
    game = [COMMISSION, PUSHING][which]
    plain = solve(core_game(game)).round.expected_value
    win, loss = setting_of(game).nets(game)
    for seen in (0, 1, 2):
        found = totals(seen)[which]
        assert Fraction(found.house_won * win + found.house_lost * loss) / found.rounds == plain


@pytest.mark.heavy
def test_each_card_seen_adds_and_samples_agree_with_counts() -> None:
    plain = solve(core_game(COMMISSION)).round.expected_value
    edges = [sum(net * often for net, often in results_of(COMMISSION, totals(seen)[0]).items()) for seen in (0, 1, 2)]
    assert plain < edges[0] < edges[1] < edges[2]
    for seen in (1, 2):
        found = sample_hands(COMMISSION, seen, 400)
        assert abs(found.gain - float(edges[seen] - plain)) < 4 * error_of(found)
        assert sum(share for _, share in found.results) == pytest.approx(1)


@pytest.mark.heavy
@pytest.mark.parametrize("game", [COMMISSION, PUSHING], ids=lambda game: game.slug)
def test_all_cards_seen_are_solved_as_a_hand_turned_up_and_pairs_agree(game: Game) -> None:
    plain = figures_of(solve(core_game(game)).round)
    exact, _ = find_settings(game, 7, plain, plan_settings(game, 7, inf, 1.0), None, None)
    best, usual = sample_in_sight(game, 20_000)
    assert exact.exact
    assert abs(best.gain - float(exact.edge - plain.edge)) < 4 * error_of(best)
    assert usual.gain == 0, "what it is compared with is the house way"


@pytest.mark.heavy
def test_three_hands_are_compared_with_a_setting_that_sees_nothing() -> None:
    """One more card seen never costs anything, and all of them are worth most; either sample says the same."""
    in_sight, usual = sample_in_sight(THREE, 20_000)
    one, two = (sample_hands(THREE, seen, 200) for seen in (1, 2))
    assert usual.gain > 0
    assert -4 * error_of(one) < one.gain < two.gain + 4 * (error_of(one) + error_of(two))
    assert two.gain + usual.gain < in_sight.gain
    dealt = sample_settings(THREE, 2, 200)
    assert abs(dealt.gain - two.gain - usual.gain) < 4 * (error_of(dealt) + error_of(two) + error_of(usual))


def test_settings_that_another_covers_are_left_out_and_the_house_way_comes_last() -> None:
    every = np.array([[[3, 1], [2, 2], [2, 1], [3, 1], [9, 9]]])
    legal = np.array([[True, True, True, True, False]])
    first, settings = not_beaten(every, legal, np.array([[2, 1]]))
    assert first.tolist() == [0, 3]
    assert settings.tolist() == [[3, 1], [2, 2], [2, 1]]


def test_what_takes_too_long_to_count_is_sampled_for_as_long_as_is_given() -> None:
    game = games.find("commission-pai-gow")
    assert plan_settings(game, 1, inf, 20.0).method is Method.EXPOSED
    assert plan_settings(game, 7, 60.0, 20.0).method is Method.SOLVER
    for seen in (1, 2, 3, 7):
        short, long = (plan_settings(game, seen, 1.0, seconds) for seconds in (20.0, 40.0))
        assert short.method is Method.SAMPLE and short.hands < long.hands and short.seconds < long.seconds
    assert not plan_settings(games.find("fortune-asia-poker"), 1, inf, 20.0).exact


@pytest.mark.parametrize("seen", ["dealer 1", "dealer 1,2", "dealer all"])
def test_what_a_setting_gains_that_sees_nothing_is_told_beside_what_cards_are_worth(seen: str) -> None:
    """One card at three hands was told as worth 6.4% of the bet, of which 6.1% needs no card at all."""
    (rule,) = protect(games.find("fortune-asia-poker"), seen=seen).strategy
    assert rule.words.endswith(blind_words(0.0614))
