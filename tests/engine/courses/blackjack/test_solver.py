"""Blackjack by the cards of each hand: published values, dealer's tables, integers and fractions, best play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.courses.blackjack.count import ends_against, name_chances
from fairfelt.engine.courses.blackjack.dealer import Draws, Exact, Orders, UpCardOdds, dealer_ends, orders_for
from fairfelt.engine.courses.blackjack.hands import WIN, Counts, Ints, settling
from fairfelt.engine.exact import short_strategy, solve
from fairfelt.environments.values import advise
from fairfelt.rules import MICROS, BlackjackRules, Decide, DoublingRule, FreeBets, Surrender
from fairfelt.rules.cards import Deck, parse_cards
from fairfelt.rules.courses.blackjack.hand import shoe_of
from fairfelt.rules.courses.blackjack.round import BlackjackState
from fairfelt.rules.courses.blackjack.rules import best_total
from fairfelt.table import Choose, DealCards, PlaceBets, Round, shuffle
from tests.support.best_strategy import best_strategy, count_rounds

SIX_DECKS = shoe_of(Deck(copies=6))
ORDINARY = BlackjackRules(hits_soft_17=False)
FREE_BET = games.find("free-bet-blackjack")


@pytest.mark.heavy
def test_six_decks_come_to_the_value_of_a_public_analyser() -> None:
    """Dealer stands on soft 17, double any two cards and after splits, split to four hands, no surrender."""
    value = count_rounds(ORDINARY, SIX_DECKS, best_strategy(ORDINARY, SIX_DECKS)).net
    assert f"{float(value):.9%}" == "-0.402870236%"


BUSTS = {
    # decks: the dealer's bust by up card, ace first, if there is no natural (Wizard of Odds, headings corrected)
    1: "0.169815 0.352973 0.375588 0.402803 0.428905 0.420823 0.259854 0.238627 0.233442 0.232499",
    2: "0.168096 0.353291 0.374794 0.398540 0.422505 0.422132 0.261143 0.241630 0.230898 0.231144",
    3: "0.167557 0.353398 0.374501 0.397162 0.420440 0.422503 0.261546 0.242656 0.230066 0.230692",
    4: "0.167293 0.353451 0.374349 0.396481 0.419419 0.422676 0.261742 0.243173 0.229653 0.230465",
    5: "0.167136 0.353483 0.374256 0.396075 0.418810 0.422776 0.261859 0.243485 0.229406 0.230329",
}


@pytest.mark.parametrize("decks", BUSTS)
def test_the_dealer_busts_as_often_as_published(decks: int) -> None:
    nothing = np.zeros((1, 10), np.int64)
    found = []
    for up in range(1, 11):
        against = UpCardOdds(
            ORDINARY, shoe_of(Deck(copies=decks)), up, nothing, orders_for(ORDINARY, shoe_of(Deck(copies=decks)))
        )
        found.append(f"{against.standing(np.array([2]))[0, WIN] / against.live[0]:.6f}")
    assert " ".join(found) == BUSTS[decks]


class Fractions(Orders):
    """Plain fractions, slow and beyond doubt: they ask nothing of what divides what."""

    def ratio(self, above: Ints, below: Ints | int) -> Exact:
        tops, bottoms = np.broadcast_arrays(above, below)
        return objects([Fraction(int(a), int(b)) for a, b in zip(tops.flat, bottoms.flat, strict=True)], tops.shape)

    def times(self, a: Exact, b: Exact) -> Exact:
        return a * b

    def drawn(self, chances: Exact, results: Exact, after: Ints) -> Exact:
        found = np.zeros((len(after), *results.shape[1:]), object)
        for row, card in np.ndindex(after.shape):
            found[row] += chances[row, card] * results[after[row, card]]
        return found

    def finals(self, draws: Draws, left: Ints, unseen: Ints) -> Exact:
        ends = dealer_ends(draws, left)
        total = np.zeros(ends.shape[:2], object) + Fraction(0)
        for depth in range(draws.longest, 0, -1):
            total = (total + ends[:, :, depth]) / (unseen - depth + 1).clip(1).astype(object)[:, None]
        return np.asarray(total)


def objects(values: list[Fraction], shape: tuple[int, ...]) -> Exact:
    found = np.empty(len(values), object)
    found[:] = values
    return found.reshape(shape)


SPARSE = (2, 0, 0, 2, 0, 3, 0, 0, 2, 4)
FEWER = (1, 0, 0, 0, 0, 2, 0, 0, 2, 4)
"""Fractions of whole rounds take seconds."""


@pytest.mark.parametrize(
    "rules",
    [
        replace(ORDINARY, hits_soft_17=True, doubles_after_split=False, most_hands=2, surrender=Surrender.FIRST_TWO),
        pytest.param(
            replace(
                ORDINARY, pushes_22=True, free=FreeBets(frozenset({10, 11}), splits=frozenset({4, 6})), most_hands=3
            ),
            marks=pytest.mark.heavy,
        ),
    ],
)
def test_residues_and_fractions_count_the_same(rules: BlackjackRules) -> None:
    strategy, orders = best_strategy(rules, FEWER), Fractions(1)
    ends = sum((ends_against(rules, FEWER, up, plan, orders) for up, plan in strategy.items()), np.zeros(1, object))
    found, slow = count_rounds(rules, FEWER, strategy), name_chances(settling(rules, FEWER), ends)
    assert found.net == slow.net
    assert found.risked == slow.risked
    whole = found.natural + found.natural_push + found.dealer_natural + found.money[0].sum()
    assert whole == 1, "every round ends in one way"


class ByHand:
    """Best play without splits, as one would write it down: no tables, no primes, no floats."""

    def __init__(self, rules: BlackjackRules, shoe: Counts) -> None:
        self.rules, self.shoe = rules, shoe
        self.best = cache(self._best)
        self.dealer = cache(self._dealer)

    def value(self) -> Fraction:
        """Of a round, in units of the bet."""
        deals = product(KINDS, repeat=3)
        return sum((self._deal(up, one, two) for up, one, two in deals), Fraction(0))

    def _deal(self, up: int, one: int, two: int) -> Fraction:
        chance, left = Fraction(1), self.shoe
        for card in (up, one, two):
            chance *= Fraction(left[card - 1], sum(left))
            left = without(left, card)
        if not chance:
            return chance
        hole = {1: 10, 10: 1}.get(up, 0)
        natural = Fraction(left[hole - 1], sum(left)) if hole else Fraction(0)
        if {one, two} == {1, 10}:
            return chance * (1 - natural) * self.rules.natural.net
        return chance * (self.best(up, tuple(sorted((one, two))), left) - natural)

    def _best(self, up: int, hand: tuple[int, ...], left: Counts) -> Fraction:
        stand = self._stand(up, hand, left)
        total, _ = best_total(sum(hand), aces=1 in hand)
        if total >= 21:
            return stand
        longer = [(card, tuple(sorted((*hand, card))), without(left, card)) for card in KINDS if left[card - 1]]
        chances = {after: (Fraction(left[card - 1], sum(left)), rest) for card, after, rest in longer}
        none = Fraction(0)
        hit = sum((chance * self.best(up, after, rest) for after, (chance, rest) in chances.items()), none)
        double = sum((2 * chance * self._stand(up, after, rest) for after, (chance, rest) in chances.items()), none)
        return max(stand, hit, double) if self.rules.may_double(len(hand), total) else max(stand, hit)

    def _stand(self, up: int, hand: tuple[int, ...], left: Counts) -> Fraction:
        """The result if the hand stands, and the dealer has no natural."""
        total, _ = best_total(sum(hand), aces=1 in hand)
        value = Fraction(0)
        for final, chance in self.dealer((up,), left).items():
            lost = total > 21 or total < final <= 21
            value += chance * (-1 if lost else 1 if final > 21 or final < total else 0)
        return value

    def _dealer(self, hand: tuple[int, ...], left: Counts) -> Mapping[int, Fraction]:
        total, soft = best_total(sum(hand), aces=1 in hand)
        if not self.rules.dealer_draws(total, soft=soft):
            return {} if sorted(hand) == [1, 10] else {total: Fraction(1)}
        finals: dict[int, Fraction] = {}
        for card in (card for card in KINDS if left[card - 1]):
            for final, chance in self.dealer(tuple(sorted((*hand, card))), without(left, card)).items():
                finals[final] = finals.get(final, Fraction(0)) + chance * Fraction(left[card - 1], sum(left))
        return finals


KINDS = range(1, 11)


def without(shoe: Counts, card: int) -> Counts:
    """The shoe after one card."""
    return (*shoe[: card - 1], shoe[card - 1] - 1, *shoe[card:])


@pytest.mark.parametrize(("hits_soft_17", "doubles"), [(False, DoublingRule.ANY), (True, DoublingRule.TEN_OR_ELEVEN)])
def test_best_play_is_the_best_there_is(hits_soft_17: bool, doubles: DoublingRule) -> None:
    rules = replace(ORDINARY, hits_soft_17=hits_soft_17, doubles=doubles, most_hands=1, most_ace_hands=1)
    assert count_rounds(rules, SPARSE, best_strategy(rules, SPARSE)).net == ByHand(rules, SPARSE).value()


@pytest.mark.xdist_group(FREE_BET.title)
def test_choices_of_a_first_hand_are_valued() -> None:
    solution = solve(FREE_BET.with_deck(Deck("58TA", copies=6)))
    told = solution.advise(parse_cards("8s 8d"), dealer=parse_cards("Th"))
    assert [name for name, _ in told.values] == ["stand", "hit", "double", "split free"]
    assert told.best == "split free"
    with pytest.raises(ValueError, match="decided below 21"):
        solution.advise(parse_cards("As Td"), dealer=parse_cards("Th"))


@pytest.mark.xdist_group(FREE_BET.title)
def test_every_hand_of_a_split_is_valued_and_the_best_choice_is_the_one_that_is_counted() -> None:
    """After a split nothing was valued, so that the hardest decisions went without advice."""
    game = FREE_BET.with_deck(Deck("58TA", copies=6))
    solution, valued = solve(game), Counter[int]()
    for seed in range(12):
        round = (
            Round(game).apply(PlaceBets(1, {"Bet": MICROS})).apply(DealCards(shuffle(game.deck.cards, Random(seed))))
        )
        while round.street:
            assert round.run
            step, advice = round.run.step, advise(solution, round)
            assert isinstance(step, Decide)
            assert isinstance(round.run.state, BlackjackState)
            chosen = solution.chooses(round.run.state, step)
            assert advice
            assert chosen
            assert dict(advice.values)[chosen.name] == max(value for _, value in advice.values), advice
            valued[len(round.run.state.hands[0])] += 1
            splits = [choice for choice in round.offered if choice.name.startswith("split")]
            round = round.apply(Choose(1, (splits or [chosen])[0].name))
    assert valued.keys() == {1, 2, 3, 4}
    assert solution.chart
    assert solution.chart.pairs[8] == (("split free", "split free"),) * len(solution.chart.dealer)
    assert solution.chart.hard[10][solution.chart.dealer.index(5)][0] == "double free"


PUBLISHED_LINES = {
    "Hard 12": "stand against 5 and 6; otherwise hit",
    "Hard 13": "stand against 3 to 6; otherwise hit",
    "Hard 14 to 16": "hit against 7 to ace; otherwise stand",
    "Soft 18": "hit against 9 to ace; double (with more than two cards stand) against 5 and 6; otherwise stand",
    "Hard 14, on a free hand": "stand against 3 to 6; otherwise hit",
    "Hard 17, on a free hand": "hit against 7, 8, 9 and ace; otherwise stand",
    "Soft 20, on a free hand": "double (with more than two cards stand) against 6; otherwise stand",
    "Pair of 9s": "split free",
}
"""Of the strategy that the Wizard of Odds prints for six decks."""


@pytest.mark.xdist_group(FREE_BET.title)
@pytest.mark.heavy
def test_basic_strategy_is_the_published_one_and_costs_little() -> None:
    short = short_strategy(FREE_BET)
    told = {rule.street: rule.words for rule in short.rules}
    assert PUBLISHED_LINES.items() <= told.items()
    assert "Pair of 5s" not in told
    assert 0 < short.cost < Fraction(1, 100_000)


ZAPPIT = games.find("zappit-blackjack")


@pytest.mark.xdist_group(ZAPPIT.title)
def test_two_cards_that_may_be_exchanged_are_asked_about_first() -> None:
    solution = solve(ZAPPIT.with_deck(Deck("A5689T", "s", copies=4)))
    told = [solution.advise(parse_cards(own), dealer=parse_cards("6s")) for own in ("8s 8s", "9s 5s", "As 5s")]
    assert [advice.street for advice in told] == ["Zap", "Hand 1", "Hand 1"]
    assert {name for name, _ in told[0].values} == {"keep", "zap"}


@pytest.mark.heavy
@pytest.mark.xdist_group(ZAPPIT.title)
def test_two_cards_are_kept_or_exchanged_by_what_that_is_worth() -> None:
    """The published strategy: zap every hard 15 to 17, but split eights against 6 and 7."""
    solution = solve(ZAPPIT)
    told = {up: solution.advise(parse_cards("8s 8d"), dealer=parse_cards(up)) for up in ("6h", "8h")}
    assert [(advice.street, advice.best) for advice in told.values()] == [("Zap", "keep"), ("Zap", "zap")]
    assert solution.advise(parse_cards("9s 5d"), dealer=parse_cards("6h")).street == "Hand 1"
    assert solution.advise(parse_cards("As 5d"), dealer=parse_cards("6h")).street == "Hand 1"


def test_how_the_dealer_ends_is_the_same_whether_it_was_asked_before_or_not() -> None:
    gone = np.array(list(product(range(2), repeat=10)), np.int64)
    orders, known = orders_for(ORDINARY, SIX_DECKS), dict[int, Exact]()
    for rows in (gone[40:80], gone[:60], gone[100:40:-1]):
        kept = UpCardOdds(ORDINARY, SIX_DECKS, 1, rows, orders, known).finals
        assert (kept == UpCardOdds(ORDINARY, SIX_DECKS, 1, rows, orders).finals).all()
