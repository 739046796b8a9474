"""Courses counted: every order of a small shoe played out at the table comes to what the solver says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm

import pytest

from fairfelt import games
from fairfelt.engine.bets.census import first_pairs_of_lines, line_counts
from fairfelt.engine.courses.counter import CourseCounter
from fairfelt.engine.courses.solution import CourseSolution, price_of, solve_course
from fairfelt.engine.exact import TooCostly, allowing, bracket, follow, par, short_strategy, solve
from fairfelt.rules import Blackjack, BlackjackRules, Choice, Game, Kind, Opens, Paytable, Street, blackjack_wagers
from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.rules.hands import BOUNTY, ROYAL_MATCH, line_of
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Decide, View, play
from tests.support.heavy import all_but, first_few
from tests.support.small_courses import BACCARAT, FACE_DOWN, HIGH_CARD, HIT_OR_STAND, SMALL_COURSES, WAR

UNIT = 2 * MICROS


def every_order(game: Game) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Different orders of as many cards as a round can take, each with the number of ways it can come."""
    count = min(game.course.most_cards(1) if game.course else game.deal.cards_needed(1), len(game.deck))
    held = Counter(game.deck.cards)
    for order in permutations(sorted(held), count) if game.deck.copies == 1 else _repeated(Counter(held), count):
        ways = 1
        for card, times in Counter(order).items():
            ways *= perm(held[card], times)
        yield order, ways


def _repeated(held: Counter[Card], count: int) -> Iterator[tuple[Card, ...]]:
    if not count:
        yield ()
        return
    for card in sorted(held):
        if held[card]:
            held[card] -= 1
            yield from ((card, *rest) for rest in _repeated(held, count - 1))
            held[card] += 1


def without_burns(game: Game) -> Game:
    """Burned cards are like any others behind them; without them there are fewer orders."""
    return replace(game, course=replace(game.course, burn=0)) if hasattr(game.course, "burn") else game  # type: ignore[type-var]


@pytest.mark.parametrize("name", all_but(SMALL_COURSES, {"baccarat, eights and nines", "war without a bonus"}))
def test_average_over_every_order_is_the_exact_value(name: str) -> None:
    game = without_burns(SMALL_COURSES[name])
    solution, sheet = solve(game), par(game)

    def best(street: Street, view: View) -> Choice:
        advised = solution.advise(view.own, view.community, view.dealer).best
        return next(choice for choice in street.choices if choice.name == advised)

    for which in range(len(game.openings) if game.opens is Opens.ONE else 1):
        opened = game.opening_bets(which)
        bets = {1: {wager.name: UNIT for wager in (*opened, *game.optional)}}
        nets: dict[str, int] = defaultdict(int)
        squares: dict[str, int] = defaultdict(int)
        orders = 0
        for order, ways in every_order(game):
            orders += ways
            for bet in play(game, order, bets, best).of(1):
                nets[bet.wager] += ways * bet.net_micros
                squares[bet.wager] += ways * bet.net_micros**2
        for wager in game.wagers:
            if wager.kind is Kind.OPENING and wager not in opened:
                continue
            row = sheet.wager(wager.name)
            mean = Fraction(nets[wager.name], orders * UNIT)
            assert mean == sum((outcome.contribution for outcome in row.outcomes), Fraction(0)), wager.name
            assert Fraction(squares[wager.name], orders * UNIT**2) - mean**2 == row.variance, wager.name
        base = Fraction(sum(nets[wager.name] for wager in game.wagers if wager.is_base), orders * UNIT)
        assert base <= -sheet.round.house_edge
        if game.opens is Opens.ALL:
            assert base == -sheet.round.house_edge


def test_burned_cards_change_nothing() -> None:
    game = SMALL_COURSES["war, three cards to a rank"]
    assert par(game).round == par(without_burns(game)).round


def test_every_choice_is_valued_by_what_comes_of_it() -> None:
    game = without_burns(SMALL_COURSES["war, three cards to a rank"])
    own, dealer = parse_cards("Qc"), parse_cards("Qd")
    advice = solve(game).advise(own, dealer=dealer)
    rest = [card for card in game.deck.cards if card not in (*own, *dealer)]
    for name, value in advice.values:
        decide = always(name)
        rounds = [play(game, (*own, *dealer, *war), {1: {"Ante": UNIT}}, decide) for war in permutations(rest, 2)]
        assert value == Fraction(sum(round.net_micros(1) for round in rounds), len(rounds) * UNIT)
    assert advice.best == "War"


def always(name: str) -> Decide:
    return lambda street, view: next(choice for choice in street.choices if choice.name == name)


def test_of_equal_values_the_larger_bet_is_taken() -> None:
    """With one card left of each rank the doubled bet on a tie is worth as little as none."""
    solution = solve(HIGH_CARD)
    tie = solution.advise(parse_cards("3c"), dealer=parse_cards("3d"))
    assert tie.values == (("stay", Fraction(0)), ("Double", Fraction(0)))
    assert tie.best == "Double"
    frequencies = {row.choice: row.frequency for row in solution.decisions}
    assert frequencies == {"stay": Fraction(4, 9), "Double": Fraction(5, 9)}


def test_a_decision_with_a_card_face_down_is_made_by_what_is_seen() -> None:
    """Such a course was refused before. With five pairs of ranks the player doubles from the middle one on."""
    solution = solve(FACE_DOWN)
    assert solution.round.house_edge == Fraction(-4, 15)
    low = solution.advise(parse_cards("3c"))
    assert low.values == (("stay", Fraction(-4, 9)), ("Double", Fraction(-8, 9)))
    assert solution.advise(parse_cards("4c")).best == "Double"
    assert solution.round.house_edge > solve(HIGH_CARD).round.house_edge, "who sees the card does better"


@pytest.mark.parametrize("ranks", ["6T", pytest.param("A6T", marks=pytest.mark.heavy)])
def test_blackjack_as_any_course_with_a_card_face_down_comes_to_the_same(ranks: str) -> None:
    """Two ways to count one game that share nothing: cards of each hand, and rounds that look alike to a player."""
    rules = BlackjackRules(hits_soft_17=False, most_hands=1, most_ace_hands=1)
    deck = Deck(ranks=ranks, suits="s", copies=8)
    game = Game(name="Table", summary="21.", deck=deck, course=Blackjack(rules), wagers=blackjack_wagers(rules))
    assert CourseSolution(game, solve_course(game)).round.house_edge == solve(game).round.house_edge


def test_a_course_that_costs_too_much_says_so_and_is_bracketed() -> None:
    with allowing(1000), pytest.raises(TooCostly, match="places in its course: 1 s here"):
        solve(WAR.with_deck(Deck("2345", "cd")))
    for game in (FACE_DOWN, SMALL_COURSES["war, three cards to a rank"]):
        low, high = bracket(game, rounds=120).house_edge
        assert low < solve(game).round.house_edge < high


def test_cards_that_lead_to_no_decision_are_refused() -> None:
    with pytest.raises(ValueError, match="Casino War has no decision with 9c 8d: give the cards that lead to one"):
        solve(WAR).advise(parse_cards("9c"), dealer=parse_cards("8d"))


def test_a_rule_of_thumb_is_followed_through_a_course() -> None:
    game = SMALL_COURSES["war, three cards to a rank"]
    surrender = follow(solve(game), game.strategy("surrender"))
    tie = Fraction(2, 8)
    assert surrender.house_edge == tie / 2
    assert surrender.average_wager == 1
    assert surrender.cost == tie / 2 - par(game).round.house_edge
    assert short_strategy(game).rules[0].words == "War, always"


def test_the_better_opening_bet_is_the_round() -> None:
    sheet = par(BACCARAT)
    edges = {name: sheet.wager(name).house_edge for name in ("Player", "Banker")}
    assert sheet.round.house_edge == min(edges.values()) == edges["Banker"]
    assert sheet.round.average_wager == 1
    assert {row.choice: row.frequency for row in sheet.decisions} == {"Player": Fraction(0), "Banker": Fraction(1)}
    assert [rule.words for rule in short_strategy(BACCARAT).rules] == ["Banker, always"]


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_war_by_its_closed_form(decks: int) -> None:
    """A tie in the deal, and a tie in the war whether or not it is of the same rank."""
    n = decks
    tie = Fraction(4 * n - 1, 52 * n - 1)
    same, other = (4 * n - 2) * (4 * n - 3), 12 * 4 * n * (4 * n - 1)
    again = Fraction(same + other, (52 * n - 2) * (52 * n - 3))
    lost = (1 - again) / 2
    edge = tie * (2 * lost - (1 - again) / 2 - 2 * again)
    assert par(WAR.with_decks(n)).round.house_edge == edge


SHOE = Deck("9TKA", "hs", copies=2)


def test_first_cards_are_counted_as_they_come_one_by_one() -> None:
    pairs = list(combinations(SHOE.cards, 2))
    lines = Counter(line_of(ROYAL_MATCH.value(pair)) for pair in pairs)
    assert line_counts(ROYAL_MATCH, SHOE, 2) == tuple(lines[line] for line in range(len(ROYAL_MATCH.lines)))


def test_two_hands_are_counted_with_the_cards_of_the_other_gone() -> None:
    cards, size = list(enumerate(SHOE.cards)), len(BOUNTY.lines)
    counts: Counter[int] = Counter()
    for mine in combinations(cards, 2):
        line = line_of(BOUNTY.value([card for _, card in mine]))
        for theirs in combinations([card for card in cards if card not in mine], 2):
            counts[line * size + line_of(BOUNTY.value([card for _, card in theirs]))] += 1
    assert first_pairs_of_lines(BOUNTY, SHOE, 2, 2) == tuple(counts[at] for at in range(size * size))


@pytest.mark.parametrize(
    ("slug", "deck"),
    [
        ("kings-bounty", SHOE),
        ("field-gold-21", Deck("2TJA", "hs", copies=2)),
        ("trilux-bonus", Deck("234A", "chs", copies=2)),
        ("fortune-blackjack", Deck("678A", "chs", copies=2)),
    ],
)
def test_a_bet_on_first_cards_at_the_table_and_on_the_sheet(slug: str, deck: Deck) -> None:
    """Every deal of the first cards of a small shoe, played out."""
    game = games.find(slug).with_deck(deck)
    bets = {1: {game.unit: UNIT}}
    won = sum(ways * play(game, order, bets, always("")).net_micros(1) for order, ways in every_order(game))
    assert Fraction(won, perm(len(deck), game.deal.cards_needed(1)) * UNIT) == -par(game).round.house_edge


def test_a_game_of_one_bet_has_nothing_to_advise() -> None:
    game = games.find("kings-bounty").with_deck(SHOE)
    assert short_strategy(game).rules == ()
    with pytest.raises(ValueError, match="has no decision: there is nothing to advise"):
        solve(game).advise(parse_cards("Ks Ks"))


def test_a_changed_pay_changes_the_sheet_of_a_course() -> None:
    better = WAR.with_pays("Tie", Paytable("12 to 1", {1: 12}))
    assert par(better).wager("Tie").house_edge < par(WAR).wager("Tie").house_edge


@pytest.mark.parametrize("ranks", first_few(["567TA", "45678TA", "2367TA"], 1))
def test_the_places_of_a_course_are_foreseen_within_a_factor_of_three(ranks: str) -> None:
    """Rounds were tried with one choice at each decision, so that long ones were missed: a thirteenth was foretold."""
    game = HIT_OR_STAND.with_deck(Deck(ranks, copies=2 if len(ranks) < 6 else 1))
    counter = CourseCounter(game)
    counter.walk()
    looked_up_each = 0.6
    """Information sets, for each place that is foreseen."""
    assert 1 / 3 < looked_up_each * price_of(game).places / len(counter._results) < 3


def test_cards_that_make_no_difference_any_more_are_counted_as_one_kind() -> None:
    """The first of three cards of a rank among 51 lies in an odd place: by binomials."""
    odd = sum(comb(51 - place, 2) for place in range(1, 50, 2))
    rows = {row.name: row.probability for row in par(games.andar_bahar).wager("Andar").outcomes}
    assert rows["Andar wins"] == Fraction(odd, comb(51, 3))
    assert price_of(games.andar_bahar).places < 100_000
