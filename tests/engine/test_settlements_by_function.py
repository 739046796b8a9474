"""What a game's own functions pay counts in the decision as it does in the settlement: figures by brute force."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from fairfelt import games
from fairfelt.engine.answers.numbers import whole
from fairfelt.engine.exact import Unsolved, par, percent_text, solve
from fairfelt.engine.solvers.general import solver
from fairfelt.rules import (
    EVEN,
    FOLD,
    LOSE,
    LOSE_HALF,
    PUSH,
    Facts,
    Game,
    Kind,
    Outcome,
    Pay,
    Paytable,
    Reading,
    Settle,
    Showdown,
    Street,
    Wager,
    bet,
    by_line,
    even_money,
    opening,
    raised,
    to,
    unless_dealer_qualifies,
)
from fairfelt.rules.cards import Deck, parse_cards
from fairfelt.rules.hands import POKER, SOLITAIRE_RUN, THREE_CARD, THREE_CARD_SPADES, Tells, ThreeCard
from tests.support.heavy import first_few
from tests.support.single_cards import HIGHEST_SUIT

PAIR_PLUS = Paytable(
    "own",
    {
        ThreeCard.PAIR: 1,
        ThreeCard.FLUSH: 4,
        ThreeCard.STRAIGHT: 6,
        ThreeCard.THREE_OF_A_KIND: 30,
        ThreeCard.STRAIGHT_FLUSH: 40,
    },
)
ANTE = opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN))
PLAY = raised("Play", unless_dealer_qualifies(even_money, pay=PUSH))
UTH, TINY = games.ultimate_texas_holdem, Deck("9TA", "chs")


def by_single_cards(wager: Wager) -> Wager:
    """The bet with a ranking that says of itself that it tells every card from every other."""
    ranking = copy(wager.ranking)
    assert ranking
    ranking.tells = Tells.CARDS
    return replace(wager, ranking=ranking)


def three_cards(*wagers: Wager) -> Game:
    """Three Card Poker with these bets alone."""
    return replace(games.three_card_poker, wagers=wagers, published=(), strategies=())


def wins(pay: Pay) -> Settle:
    """A better hand is paid so much."""

    def settle(facts: Facts, reading: Reading) -> Outcome:
        found = even_money(facts, reading)
        return Outcome(found.name, pay) if found.pay.wins else found

    return settle


def edge(game: Game) -> str:
    return percent_text(solve(game).round.house_edge)


@pytest.mark.parametrize(
    ("settle", "house_edge"),
    [
        (unless_dealer_qualifies(even_money, pay=EVEN), "8.6580%"),
        (unless_dealer_qualifies(even_money, pay=to(1, 2)), "18.8001%"),
        (unless_dealer_qualifies(even_money, pay=LOSE_HALF), "37.1898%"),
        (unless_dealer_qualifies(wins(to(3, 2)), pay=EVEN), "-3.2981%"),
    ],
)
def test_parts_of_a_unit_that_stand_in_no_paytable_are_not_cut(settle: Settle, house_edge: str) -> None:
    assert edge(three_cards(opening("Ante", settle), PLAY)) == house_edge


def test_two_pays_of_the_same_words_are_two() -> None:
    """Words are for people: what is solved and remembered goes by the pays themselves."""
    for part in (to(2), to(1, 2), LOSE):
        same, nameless = (
            three_cards(opening("Ante", unless_dealer_qualifies(even_money, pay=pay)), PLAY)
            for pay in (part, Pay(part.net, "a part of the Ante"))
        )
        assert solve(same).round.house_edge == solve(nameless).round.house_edge


def test_a_raise_paid_by_the_players_own_hand_is_decided_by_it() -> None:
    own = three_cards(ANTE, raised("Play", by_line, hand=THREE_CARD, pays=(PAIR_PLUS,)))
    assert edge(own) == edge(own.with_wager("Play", ranking=None)) == "-23.1445%"


@pytest.mark.parametrize("pay", first_few([to(4, 3), to(7, 5)], 1), ids=str)
@pytest.mark.parametrize("wager", ["Ante", "Play"])
def test_with_shared_cards_the_first_decision_is_worth_what_all_rounds_come_to(wager: str, pay: Pay) -> None:
    game = UTH.with_deck(TINY).with_wager(wager, settle=wins(pay))
    solution = solve(game)
    pairs = list(combinations(TINY.cards, 2))
    best = [max(value for _, value in solution.advise(pair).values) for pair in pairs]
    assert sum(best, Fraction(0)) / len(pairs) == -solution.round.house_edge


def test_a_showdown_by_single_cards_is_counted_hand_by_hand() -> None:
    """With the five of hearts as the highest card: all hands of the cards below it are beaten."""
    wagers = (opening("Ante", even_money), raised("Play", even_money))
    game = replace(three_cards(*wagers), showdown=Showdown(HIGHEST_SUIT))
    assert edge(game) == "-13.8647%"
    values = dict(solve(game).advise(parse_cards("5c 5d 5h")).values)
    lower = 13 + 13 + 3 - 2
    won = Fraction(comb(lower, 3), comb(49, 3))
    assert values["Play"] == 2 * (2 * won - 1)


def test_where_suits_cannot_be_exchanged_the_cost_may_be_too_much() -> None:
    game = replace(
        UTH, showdown=Showdown(HIGHEST_SUIT), wagers=tuple(w for w in UTH.wagers if w.name in ("Ante", "Play"))
    )
    with pytest.raises(Unsolved, match=r"evaluations: about .* here"):
        solve(game)


def test_a_ranking_that_tells_every_card_apart_is_counted_card_by_card() -> None:
    """Its values are the same, so that all figures are; only nothing may be put together."""
    game = games.let_it_ride.with_deck(Deck("TJQK", "cds"))
    single = replace(game, wagers=tuple(by_single_cards(wager) for wager in game.wagers if wager.is_base))
    assert solve(single).round == solve(game).round


def test_bets_on_lines_that_tell_colors_apart_are_counted_card_by_card() -> None:
    assert [ranking.tells.exchanges_suits for ranking in (THREE_CARD, THREE_CARD_SPADES, SOLITAIRE_RUN, POKER)] == [
        True, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("pay", [10**12, 10**18, 10**30])
def test_a_great_pay_is_right_whether_64_bits_can_add_it_up_or_not(pay: int) -> None:
    """Whenever the dealer does not qualify the Ante is paid so much that nobody folds: a mean by hand."""
    sheet = par(three_cards(opening("Ante", unless_dealer_qualifies(even_money, pay=to(pay))), PLAY))
    none = Fraction(sum(row.combinations for row in sheet.wager("Ante").outcomes if row.line is None
                        and row.name == "dealer does not qualify"), sheet.round.total)  # fmt: skip
    assert abs(-sheet.round.house_edge - none * pay) < 2
    assert sheet.decisions[0].frequency == 0


def test_a_great_pay_that_would_take_too_much_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_BYTES", 1 << 26)
    ante = games.flush_rush.wager("Ante").paytable
    with pytest.raises(Unsolved, match="needs more memory than there is"):
        solve(games.flush_rush.with_pays("Ante", Paytable("huge", {**ante.pays, max(ante.pays): 10**30})))


def test_a_number_that_should_be_whole_is_never_cut() -> None:
    assert whole(Fraction(6, 2)) == 3
    with pytest.raises(ArithmeticError, match="3/2 should be whole"):
        whole(Fraction(3, 2))


def test_a_bonus_by_the_showdown_may_not_take_what_nobody_staked() -> None:
    def settle(facts: Facts, reading: Reading) -> Outcome:
        return Outcome("dealer does not qualify", LOSE) if not facts.qualified else even_money(facts, reading)

    with pytest.raises(ValueError, match="a bonus has no stake of its own, so that no line loses"):
        solve(three_cards(ANTE, PLAY, Wager(name="Extra", kind=Kind.BONUS, settle=settle)))


def test_a_bonus_by_the_showdown_counts_in_the_decision() -> None:
    def settle(facts: Facts, reading: Reading) -> Outcome:
        return Outcome("dealer does not qualify", EVEN if not facts.qualified else PUSH)

    with_bonus = three_cards(opening("Ante", even_money), PLAY, Wager(name="Extra", kind=Kind.BONUS, settle=settle))
    street = Street("Three cards", FOLD, bet("Play"))
    paid = replace(with_bonus, streets=(street,))
    solution = solve(paid)
    assert dict(solution.advise([*paid.deck.cards[:2], paid.deck.cards[15]]).values)["Play"] > -2
    assert edge(paid) == edge(three_cards(opening("Ante", _with_extra), PLAY))


def _with_extra(facts: Facts, reading: Reading) -> Outcome:
    found = even_money(facts, reading)
    if facts.qualified:
        return found
    return Outcome(found.name, {1: to(2), 0: EVEN, -1: PUSH}[int(found.pay.net)])
