"""Cards known early at games that a course plays: blackjack, war, red dog, hands that are set."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.counting.shoe_bet import NotCountable, shoe_bet
from fairfelt.analysis.protection.courses import (
    ends_by_first_card,
    first_card_products,
    first_hand_loses,
    hole_card_rules,
    questions_of,
    verify_hole_card,
)
from fairfelt.analysis.protection.exposure import expose
from fairfelt.analysis.protection.figures import figures_of
from fairfelt.analysis.protection.house import leaks_of
from fairfelt.analysis.protection.information import BadInformation, Information, read_information
from fairfelt.analysis.protection.next_cards import FewCards, round_of_chances
from fairfelt.engine.courses.blackjack.count import exposed_natural_ends, name_chances, products_of_views
from fairfelt.engine.courses.blackjack.dealer import UpCardOdds, dealer_draws, orders_for
from fairfelt.engine.courses.blackjack.hands import (
    DealerView,
    DealtRules,
    dealer_views,
    settling,
    views_of,
    without,
)
from fairfelt.engine.courses.blackjack.solution import BlackjackResult
from fairfelt.engine.courses.blackjack.strategy import best_plan
from fairfelt.engine.courses.parlay import ParlayResult
from fairfelt.engine.exact import Unsolved, solve
from fairfelt.rules import Blackjack, Game
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.blackjack.hand import shoe_of
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules
from tests.support.best_strategy import best_strategy
from tests.support.small_courses import FACE_DOWN, HIGH_CARD

BLACKJACK, WAR, PAI_GOW = (games.find(slug) for slug in ("classic-blackjack", "casino-war", "commission-pai-gow"))
RULES = BlackjackRules(hits_soft_17=False)
SHOE = (8,) * 9 + (32,)


def odds(rules: BlackjackRules, shoe: tuple[int, ...], up: int) -> UpCardOdds:
    return UpCardOdds(rules, shoe, up, np.zeros((1, TEN), np.int64), orders_for(rules, shoe))


@pytest.mark.parametrize("up", [ACE, 6, TEN])
def test_a_known_hole_card_is_one_of_those_that_the_dealer_can_have(up: int) -> None:
    """The dealer's final totals, averaged over the hole cards that make no natural, are those of the up card alone."""
    cards, found = sum(SHOE) - 1, np.zeros(6, object)
    for hole in range(ACE, TEN + 1):
        if {up, hole} == {ACE, TEN}:
            continue
        known = odds(DealtRules.of(RULES, hole=hole), without(SHOE, hole), up)
        found += Fraction(SHOE[hole - 1] - (hole == up), cards) * known.orders.fractions(known.finals[0])
        assert known.natural[0] == 0 and known.live[0] == known.orders.scale
    every = odds(RULES, SHOE, up)
    assert found.tolist() == every.orders.fractions(every.finals[0]).tolist()


def test_a_dealer_who_stands_on_two_cards_draws_none() -> None:
    draws = dealer_draws(DealtRules.of(RULES, hole=TEN), 8)
    assert len(draws.parent) == 1 and draws.final[0] == 1
    known = odds(DealtRules.of(RULES, hole=TEN), without(SHOE, TEN), 8)
    assert known.orders.fractions(known.finals[0]).tolist() == [0, 1, 0, 0, 0, 0]


def test_all_pairs_of_the_dealers_are_dealt() -> None:
    chances = {
        view.cards: view.weight * Fraction(view.shoe[view.up - 1], 103)
        for view in dealer_views(RULES, SHOE, exposed=True)
    }
    assert 1 - sum(chances.values()) == Fraction(2 * 8 * 32, 104 * 103), "what is left is a natural"
    assert all(view.weight == 1 for view in dealer_views(RULES, SHOE))


def test_a_natural_that_is_known_takes_every_bet_but_a_natural() -> None:
    ends, natural = exposed_natural_ends(RULES, SHOE), Fraction(2 * 8 * 32, 104 * 103)
    assert sum(ends) == natural
    assert ends[1] == natural * Fraction(2 * 7 * 31, 102 * 101)


@pytest.mark.heavy
def test_a_hole_card_is_worth_over_ten_percent_as_published() -> None:
    seen = BlackjackResult(BLACKJACK, exposed=True)
    assert f"{float(seen.counted.net):.6f}" == "0.106881"
    assert f"{float(seen.variance) ** 0.5:.6f}" == "1.272451"
    rules = {rule.street: rule.words for rule in hole_card_rules(seen.plans)}
    assert any(street.startswith("Dealer has hard 1") for street in rules)


def test_without_a_hole_card_none_is_seen() -> None:
    with pytest.raises(Unsolved, match="no hole card"):
        verify_hole_card("Blackjack", replace(RULES, peeks=False))


PRINTED_FIRST_CARDS = {
    False: "0.504019 -0.132947 -0.153950 -0.176969 -0.196529 -0.209834 -0.180796 -0.084058 -0.009417 0.143489",
    True: "0.501844 -0.133987 -0.154469 -0.177029 -0.196668 -0.209714 -0.182900 -0.090196 -0.013236 0.140328",
}


@pytest.mark.heavy
@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_first_card_of_an_infinite_shoe_as_published(*, hits_soft_17: bool) -> None:
    """Wizard of Odds, blackjack appendix 14: by ace, 2 … 10; ten million decks are infinite to six digits."""
    rules, shoe = replace(RULES, hits_soft_17=hits_soft_17), (10**7,) * 9 + (4 * 10**7,)
    orders, of = orders_for(rules, shoe), settling(rules, shoe)
    ends = ends_by_first_card(rules, shoe, best_strategy(rules, shoe), orders)
    weights = [sum(shoe) / held for held in shoe]
    values = {
        card: float(name_chances(of, orders.fractions(row)).net) * weight
        for card, row, weight in zip(range(1, 11), ends, weights, strict=True)
    }
    assert " ".join(f"{values[card]:.6f}" for card in range(1, 11)) == PRINTED_FIRST_CARDS[hits_soft_17]


@pytest.mark.parametrize("slug", ["classic-blackjack", "zappit-blackjack"])
def test_the_first_cards_together_make_all_rounds(slug: str) -> None:
    """Whatever begins with an ace, and whatever does not, comes to what all splits come to; against one up card."""
    course, shoe = games.find(slug).course, shoe_of(games.find(slug).deck)
    assert isinstance(course, Blackjack)
    plan = best_plan(course.rules, shoe, 6)
    plan = replace(plan, splits=frozenset({ACE, 8}), zaps=frozenset(sorted(plan.zaps)[:2]))
    parts = [first_card_products(course.rules, shoe, {6: plan}, cards) for cards in ((ACE,), range(2, TEN + 1))]
    assert sum(parts) == pytest.approx(products_of_views(views_of(course.rules, shoe, {6: plan})))
    assert all(parts)


def test_a_bet_on_the_dealers_bust_with_both_cards_seen() -> None:
    """Its edge with the hole card known, counted; the bet is made in 42 rounds of a hundred."""
    game = games.find("bet-the-bust")
    found = expose(game, read_information(game, "dealer 2"))
    assert f"{float(found.figures.edge):.6f}" == "0.281670"


def test_a_win_that_is_carried_with_the_hole_card_seen() -> None:
    """Two hands are multiplied only where cards are split; no hand loses more often than it is dealt."""
    result = ParlayResult(games.find("house-money").with_deck(Deck()), exposed=True)
    view = DealerView.of(result.rules, result.shoe, (6, TEN))
    vars(result)["views"] = [view]
    both = view.weight * Fraction(view.shoe[view.up - 1], sum(view.shoe))
    names = [line.name for line in result.course.ranking.lines]
    *others, (natural, best) = result.counted_by_line.items()
    assert names[natural] == "suited ace-king" and first_hand_loses(best) == result._products[natural] == 0
    assert best.square == best.net * Fraction(3, 2), "a natural is paid three to two"
    for line, hand in others:
        assert 0 < first_hand_loses(hand) < result.line_chances[line] * both, f"{names[line]}: the dealer is stiff"
        assert hand.square > hand.net > 0
        assert result._products[line] > 0, "a jack and a queen are split as well as a pair"


def test_a_bet_of_many_cards_is_refused_in_a_sentence() -> None:
    """A course whose states are tuples was taken for rounds that are over, and the count broke off."""
    with pytest.raises(NotCountable, match="too many cards"):
        shoe_bet(games.find("bet-the-bust"), "Bust")


SMALL_WAR = replace(WAR, deck=Deck(ranks="TJQKA", copies=2))


def test_war_with_nothing_known_is_the_solved_game() -> None:
    plain, _ = FewCards(SMALL_WAR).bettor(Information())
    assert plain.edge == solve(SMALL_WAR).round.expected_value


def test_war_with_either_card_known_is_worth_the_same() -> None:
    mine, rules = FewCards(SMALL_WAR).bettor(Information(shoe=(1,)))
    theirs, _ = FewCards(SMALL_WAR).bettor(Information(shoe=(2,)))
    both, _ = FewCards(SMALL_WAR).bettor(Information(shoe=(1, 2)))
    assert 0 < mine.edge == theirs.edge < both.edge
    assert rules[0].street == "card 1 of A" and rules[0].words.startswith("bet, ")
    assert rules[-1].words.startswith("no bet")


def test_war_with_both_cards_known_wins_every_bet_it_makes() -> None:
    both, _ = FewCards(SMALL_WAR).bettor(Information(shoe=(1, 2)))
    lower = Fraction(10 * 8 * 8, 2 * 40 * 39)
    assert both.hit_frequency is not None and both.hit_frequency >= lower


@pytest.mark.parametrize(
    ("slug", "seen", "said"),
    [
        ("classic-blackjack", "dealer 1", "dealer 2"),
        ("classic-blackjack", "community 1", "dealer 2"),
        ("casino-war", "dealer 1", "shoe 1"),
        ("commission-pai-gow", "dealer 8", "up to 7"),
        ("face-up-pai-gow", "dealer 1", "none lies face down"),
    ],
)
def test_what_cannot_be_seen_is_refused_with_what_can(slug: str, seen: str, said: str) -> None:
    with pytest.raises(BadInformation, match=said):
        read_information(games.find(slug), seen)


def test_the_hole_card_and_all_cards_are_read() -> None:
    assert read_information(BLACKJACK, "dealer 2") == Information(dealer=(2,))
    assert read_information(BLACKJACK, "dealer all") == Information(dealer=(2,))
    assert len(read_information(PAI_GOW, "dealer all").dealer) == 7
    assert read_information(WAR, "shoe 1,2") == Information(shoe=(1, 2))


def test_every_game_has_a_leak_or_nothing_to_leak() -> None:
    """Games that a course plays and decides had none."""
    for game in games.catalogue():
        assert list(leaks_of(game)) or not game.streets or game.slug == "face-up-pai-gow", game.slug


def test_what_is_asked_of_a_course() -> None:
    assert [str(each) for each in questions_of(BLACKJACK)] == ["dealer 2", "shoe 1"]
    assert [str(each) for each in questions_of(PAI_GOW)] == ["dealer 1", "dealer 1,2", "dealer 1,2,3,4,5,6,7"]
    assert [str(each) for each in questions_of(WAR)] == ["shoe 1", "shoe 7", "shoe 1,2"]


def test_the_hole_card_of_a_table_is_known_by_its_rules() -> None:
    known = DealtRules.of(RULES, hole=6)
    assert known.hole == 6 and known.peeks == RULES.peeks


def test_sorted_backs_at_war_are_worth_a_part_of_the_rank() -> None:
    """They were refused wherever something is decided after the deal; the rank itself is worth 23.8566%."""
    war = games.find("casino-war")
    found = expose(war, read_information(war, sorted="TJQKA"))
    assert f"{float(found.figures.edge):.6f}" == "0.228486"
    assert {rule.street for rule in found.strategy} == {"card 1 of TJQKA", "card 1 of the rest"}


@pytest.mark.parametrize(
    ("slug", "asked", "sentence"),
    [
        ("classic-blackjack", {"hands": 3}, "all hands lie face up"),
        ("commission-pai-gow", {"hands": 3}, "set alone against the dealer's"),
        ("casino-war", {"hands": 2}, "there are none to share"),
        ("criss-cross-poker", {"hands": 2}, "not counted at games with a cross yet"),
        ("classic-blackjack", {"sorted": "TA"}, "where a hand is drawn to"),
        ("ez-pai-gow", {"sorted": "A"}, "where hands are set"),
    ],
)
def test_what_has_no_meaning_is_told_in_a_sentence(slug: str, asked: dict[str, Any], sentence: str) -> None:
    """Every course said that its players hold no cards of their own."""
    with pytest.raises(BadInformation, match=sentence):
        read_information(games.find(slug), **asked)


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("results", "hits"),
    [
        ({-2 * HALF: HALF, Fraction(19, 20): HALF}, HALF),
        ({-2 * HALF: HALF, HALF: HALF / 2, 2 * HALF: HALF / 2}, HALF / 2),
    ],
)
def test_a_win_less_its_commission_is_a_hit(results: dict[Fraction, Fraction], hits: Fraction) -> None:
    """Every win of a game with a commission is below one unit: its hit frequency was zero."""
    assert figures_of(round_of_chances(results)).hit_frequency == hits


@pytest.mark.parametrize("game", [HIGH_CARD, FACE_DOWN], ids=["face up", "face down"])
@pytest.mark.parametrize("known", [1, 2], ids=["own card known", "dealer's card known"])
def test_a_card_known_before_the_bet_counts_by_hand_whether_the_dealers_lies_face_down_or_not(
    game: Game, known: int
) -> None:
    """Ten cards of five ranks; the higher card wins, and the player may double. Face down it was refused."""
    total = Fraction(0)
    for rank in range(5):
        higher, lower = 2 * (4 - rank), 2 * rank
        wins, loses = (lower, higher) if known == 1 else (higher, lower)
        blind = known == 1 and game is FACE_DOWN
        worth = 2 * (wins - loses) if blind and wins > loses else wins - loses if blind else 2 * wins - loses
        total += Fraction(max(worth, 0), 9 * 5)
    found, _ = FewCards(game).bettor(Information(shoe=(known,)))
    assert found.edge == total
