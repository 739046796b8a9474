"""Exchanged and bought cards: the solver finds what every deal looked at finds, and advises what sums by hand give."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from fairfelt.analysis.protection.exchanges import sample_gain
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.courses import exchange
from fairfelt.environments.values import advise
from fairfelt.rules import (
    EVEN,
    PUSH,
    Exchange,
    Game,
    Paytable,
    Qualify,
    Showdown,
    by_hand_if_it_wins,
    by_ranking,
    even_money,
    opening,
    price_of_cards,
    raised,
    unless_dealer_qualifies,
)
from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.rules.hands import POKER, THREE_CARD, line_of
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, DealCards, PlaceBets, Round

PAYS = {line: 1 + line for line in range(len(THREE_CARD.lines))}
QUEEN = Qualify("queen high", "Qc 3d 2h")


def three_cards(deck: Deck, prices: tuple[int, ...], up_cards: int) -> Game:
    return Game(
        name="Three Card Exchange",
        summary="Make the better hand of three cards.",
        deck=deck,
        course=Exchange(
            Showdown(THREE_CARD, qualify=QUEEN), cards=3, dealer_cards=3, exchange_prices=prices, up_cards=up_cards
        ),
        wagers=(
            opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
            raised("Draw", price_of_cards),
            raised(
                "Raise",
                by_ranking(unless_dealer_qualifies(by_hand_if_it_wins, pay=PUSH), THREE_CARD),
                pays=(Paytable("1", PAYS),),
            ),
        ),
    )


def buying() -> Game:
    """A dealer with five cards, and a sixth card to buy."""
    return Game(
        name="Bought Card",
        summary="Make the better hand of five cards.",
        deck=Deck("KQJT98", "cd"),
        course=Exchange(Showdown(POKER), dealer_cards=2 + 3, buy_prices=(1,), up_cards=1),
        wagers=(opening("Ante", even_money), raised("Draw", price_of_cards), raised("Raise", even_money)),
    )


class ByHand:
    """Every deal looked at one after the other, with the rules in other words than the game's."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.course, Exchange)
        self.deck, self.course = game.deck.cards, game.course
        self.values: dict[tuple[Card, ...], int] = {}
        self.pays = PAYS if game.wagers[2].paytables[0].pays else {}

    def value(self, cards: tuple[Card, ...]) -> int:
        if cards not in self.values:
            self.values[cards] = int(self.course.showdown.ranking.value(cards))
        return self.values[cards]

    def net(self, mine: int, theirs: int) -> int:
        """Of the Ante and a raise of twice as much."""
        qualify = self.course.showdown.qualify
        if qualify and theirs < self.value(qualify.cards):
            return 1
        won = (mine > theirs) - (mine < theirs)
        return won * 3 if won < 1 else 1 + 2 * self.pays.get(line_of(mine), 1)

    def raised(self, hand: tuple[Card, ...], gone: tuple[Card, ...], up: tuple[Card, ...]) -> tuple[Fraction, Fraction]:
        """Folding and raising with that hand."""
        left = [card for card in self.deck if card not in (*hand, *gone, *up)]
        mine = self.value(hand)
        hidden = [*combinations(left, self.course.dealer_cards - len(up))]
        nets = [self.net(mine, self.value((*up, *cards))) for cards in hidden]
        return Fraction(-1), Fraction(sum(nets), len(nets))

    def changed(self, own: tuple[Card, ...], up: tuple[Card, ...]) -> list[Fraction]:
        """Every choice on cards, in the order in which the course lists them."""
        dealt = sorted(own, key=lambda card: (-card.rank, card))
        rest = [card for card in self.deck if card not in (*own, *up)]
        found = [max(self.raised(tuple(own), (), up))]
        for count, price in enumerate(self.course.exchange_prices, 1):
            for gone in combinations(dealt, count):
                kept = [card for card in dealt if card not in gone]
                news = [max(self.raised((*kept, *new), gone, up)) for new in combinations(rest, count)]
                found.append(sum(news, Fraction(0)) / len(news) - price)
        for count, price in enumerate(self.course.buy_prices, 1):
            more = [max(self.raised((*dealt, *new), (), up)) for new in combinations(rest, count)]
            found.append(sum(more, Fraction(0)) / len(more) - price)
        return found

    def expected(self) -> Fraction:
        ups = combinations(self.deck, self.course.up_cards)
        seen = [(own, up) for own, up in product(combinations(self.deck, self.course.cards), [*ups])]
        best = [max(self.changed(own, up)) for own, up in seen if not set(own) & set(up)]
        return sum(best, Fraction(0)) / len(best)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(three_cards(Deck("Q8763", "cd"), (1,), 1), id="one card, an up card"),
        pytest.param(three_cards(Deck("AQ2", "cds"), (1, 1, 1), 0), id="any cards, no up card"),
        pytest.param(three_cards(Deck("AQ4", "cdhs"), (1, 2), 1), id="four suits", marks=pytest.mark.heavy),
        pytest.param(buying(), id="a bought card"),
    ],
)
def test_the_solver_finds_what_looking_at_every_deal_finds(game: Game) -> None:
    found = exchange.SOLVER.solution(game, exchange.SOLVER.solve(game, None))
    assert -found.round.house_edge == ByHand(game).expected()
    changed = [row for row in found.decisions if row.street == "Cards" and row.choice != "keep"]
    assert 0 < sum(row.frequency for row in changed) < 1


def test_advice_is_a_sum_by_hand_and_the_choice_that_is_counted() -> None:
    game = three_cards(Deck("Q876", "cd"), (1,), 1)
    found, by_hand = exchange.SOLVER.solution(game, exchange.SOLVER.solve(game, None)), ByHand(game)
    for text in ("Qc 7d 8c 6d", "8c 8d 7c Qd", "7c 6c Qd 8d"):
        *own, up = parse_cards(text)
        advice = found.advise(own, (), [up])
        assert [value for _, value in advice.values] == by_hand.changed(tuple(own), (up,))
        chosen = found.plays_after((), own, (), [up])
        assert dict(advice.values)[chosen] == max(value for _, value in advice.values)


def test_after_an_exchange_the_cards_that_went_count() -> None:
    game = three_cards(Deck("Q876", "cd"), (1,), 1)
    found, by_hand = exchange.SOLVER.solution(game, exchange.SOLVER.solve(game, None)), ByHand(game)
    *own, new, up = parse_cards("Qc 7d 6c 7c 6d")
    taking = game.course.streets[0] if game.course else None
    assert taking
    choice = next(choice for choice in taking.choices if choice.name == "exchange 3")
    made = ((taking.name, choice),)
    assert isinstance(found, exchange.ExchangeSolution)
    advice = found.advise_after(made, [*own, new], [up])
    hand = own[0], own[1], new
    assert [value for _, value in advice.values] == [value - 1 for value in by_hand.raised(hand, (own[2],), (up,))]
    assert found.plays_after(made, [*own, new], (), [up]) == advice.best
    kept = ((taking.name, taking.choices[0]),)
    assert found.plays_after(kept, own, (), [up]) == found.advise_after(kept, own, [up]).best


def test_the_table_values_both_decisions() -> None:
    """What an environment and a coach say of each choice, with the cards that really lie there."""
    game = three_cards(Deck("Q876", "cd"), (1,), 1)
    found, by_hand = exchange.SOLVER.solution(game, exchange.SOLVER.solve(game, None)), ByHand(game)
    order = tuple(parse_cards("Qc 7d 6c  8c 8d 6d  7c Qd"))
    table = Round(game).apply(PlaceBets(1, {"Ante": MICROS})).apply(DealCards(order))
    first = advise(found, table)
    assert first and [value for _, value in first.values] == by_hand.changed(tuple(order[:3]), (order[3],))
    table = table.apply(Choose(1, "exchange 3"))
    second = advise(found, table)
    raised = by_hand.raised((order[0], order[1], order[6]), (order[2],), (order[3],))
    assert second and [value for _, value in second.values] == [value - 1 for value in raised]


def test_hidden_cards_are_worth_what_looking_at_every_deal_says() -> None:
    game = three_cards(Deck("Q876", "cd"), (1,), 1)
    found, by_hand = exchange.SOLVER.solution(game, exchange.SOLVER.solve(game, None)), ByHand(game)
    total, deals = Fraction(0), 0
    for own in combinations(game.deck.cards, 3):
        for up, *hidden in permutations([card for card in game.deck.cards if card not in own], 3):
            dealer, rest = (up, *hidden), [card for card in game.deck.cards if card not in (*own, up, *hidden)]
            theirs = by_hand.value(dealer)
            keep = max(-1, by_hand.net(by_hand.value(own), theirs))
            news = [
                [max(-1, by_hand.net(by_hand.value((*kept, new)), theirs)) for new in rest]
                for kept in combinations(own, 2)
            ]
            total += max(Fraction(keep), *(Fraction(sum(nets), len(nets)) - 1 for nets in news))
            deals += 1
    gain = total / deals + found.round.house_edge
    assert isinstance(found, exchange.ExchangeSolution)
    sampled = sample_gain(found, 2, 400)
    assert sampled.lies.low < gain < sampled.lies.high
    assert sum(sampled.chances.values()) == pytest.approx(1)


def test_what_is_not_counted_is_refused() -> None:
    game = replace(buying(), deck=Deck(), course=Exchange(Showdown(POKER), exchange_prices=(1,)))
    course = game.course
    assert isinstance(course, Exchange)
    with pytest.raises(Unsolved, match="a dealer who discards"):
        exchange.SOLVER.prepare(replace(game, course=replace(course, dealer_cards=6, discards="A")))
    draw, *_ = (wager for wager in game.wagers if wager.name == "Draw")
    paid = tuple(replace(draw, settle=even_money) if wager is draw else wager for wager in game.wagers)
    with pytest.raises(Unsolved, match="Draw is no price that the house keeps"):
        exchange.SOLVER.prepare(replace(game, wagers=paid))
    two = replace(game, course=Exchange(Showdown(POKER), exchange_prices=(1, 2)))
    with pytest.raises(Unsolved, match="too many to count"):
        exchange.SOLVER.prepare(two)
