"""How hands can end: bonuses by suits, doublings, and what lies on a hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from fairfelt import games
from fairfelt.engine.courses.blackjack.hands import MONEY, PLAIN, all_hands, settling
from fairfelt.engine.courses.blackjack.solution import BlackjackResult
from fairfelt.rules import Blackjack, BlackjackRules, Bonus, Suited, to
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.blackjack.hand import points, shoe_of


def rules_of(name: str, variant: str = "") -> BlackjackRules:
    course = games.find(name, variant).course
    assert isinstance(course, Blackjack)
    return course.rules


BY_SUITS = tuple(Bonus(f"7-7-7 {suits.name}", to(2), cards=((7, 7, 7),), suits=suits) for suits in Suited)


@pytest.mark.parametrize("cards", [(6, 7, 8), (7, 7, 7)])
@pytest.mark.parametrize("suits", ["cdhs", "cd", "s", "dhs"])
@pytest.mark.parametrize(
    "bonuses", [None, (*BY_SUITS[:0:-1], BY_SUITS[0]), (*BY_SUITS[1:], BY_SUITS[0])], ids=["spanish", "named", "one"]
)
def test_shares_of_suits_are_those_of_all_hands(
    cards: tuple[int, ...], suits: str, bonuses: tuple[Bonus, ...] | None
) -> None:
    """Four suits were counted whatever the deck held, and a named suit after another as if it were the same."""
    game, deck = games.find("spanish-21"), Deck(ranks="678", suits=suits, copies=12 // len(suits))
    assert isinstance(game.course, Blackjack)
    if bonuses:
        game = replace(game, course=replace(game.course, rules=replace(game.course.rules, bonuses=bonuses)))
    rules = BlackjackResult(game.with_deck(deck)).rules
    shares = settling(rules, shoe_of(deck))
    kind = shares.paid_at_once(cards, 21)
    if not kind:
        return
    found = dict.fromkeys(kind.lines, 0)
    for held in combinations(deck.cards, 3):
        if tuple(sorted(map(points, held))) == cards:
            found[rules.bonus_of(cards, [str(card)[1] for card in held])] += 1
    assert shares.shares(kind) == {line: Fraction(ways, sum(found.values())) for line, ways in found.items()}


def test_a_natural_in_diamonds_is_one_of_sixteen() -> None:
    ends = settling(rules_of("super-fun-21"), shoe_of(Deck()))
    assert ends.natural_shares == {1: Fraction(1, 16), 0: Fraction(15, 16)}
    assert ends.natural_net(1) == Fraction(17, 16)


def test_many_cards_are_paid_at_once() -> None:
    ends, hands = settling(rules_of("super-fun-21"), shoe_of(Deck())), all_hands()
    nets, at_once = ends.nets(MONEY), ends.at_once[0]
    assert nets[PLAIN, at_once[hands.of(2, 3, 4, 5, 7)]] == 2
    assert nets[PLAIN, at_once[hands.of(1, 2, 2, 3, 3, 4)]] == 1
    assert at_once[hands.of(2, 3, 4, 5, 6)] == -1
    assert at_once[hands.of(1, 10)] == -1


def test_a_hand_doubled_three_times_has_eight_bets_on_it() -> None:
    ends = settling(rules_of("bahama-bonus-blackjack"), shoe_of(Deck()))
    assert [ends.stake(MONEY, ends.ending(times)).money for times in range(4)] == [1, 2, 4, 8]
    assert [ends.doublings(ends.ending(times)) for times in range(4)] == [0, 1, 2, 3]
