"""Known cards at games that a course plays: by which work each is found, what that takes, and the figures."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.answers.strategy import ShortRule
from fairfelt.exact import Progress, Solution, Unsolved, percent_text
from fairfelt.exact.solve import advisor, core_game
from fairfelt.exact.solvers.blackjack.count import to_ten_digits
from fairfelt.exact.solvers.blackjack.solution import BlackjackSolution
from fairfelt.exact.solvers.switch.solution import SwitchSolution
from fairfelt.protection.figures import Figures, Method, Plan, figures_of
from fairfelt.protection.information import Information
from fairfelt.protection.next_cards import NextCards
from fairfelt.protection.seen_settings.find import find_settings, plan_settings
from fairfelt.rules import Blackjack, BlackjackSwitch, Game, PaiGowPoker
from fairfelt.rules.courses.blackjack.carried import CarriedWin
from fairfelt.rules.courses.blackjack.dealer_alone import DealerAlone
from fairfelt.rules.courses.three_hands import ThreeHands

from .few_cards import FewCards, is_small, round_of
from .first_card import first_card_products, first_card_rounds
from .hole_card import HoleCard, first_hand_wins, verify_hole_card
from .hole_card_games import bust_results, carried_figures, switch_edge
from .play_words import hole_card_rules
from .switch_rounds import plain_hits, seen_results

SHOE_S, HOLE_S, SWITCH_S = 3.0, 40.0, 140.0
COUNTED = (Blackjack, BlackjackSwitch, CarriedWin, DealerAlone, PaiGowPoker, ThreeHands)
"""Courses with decisions that have a way of their own."""
RANKS_OF = {1: "A", 10: "T, J, Q or K"}


@dataclass(frozen=True)
class CourseFound:
    """The figures with the cards known, those of plain play, and how it is played."""

    figures: Figures
    plain: Figures
    rules: tuple[ShortRule, ...]


def questions_of(game: Game) -> tuple[Information, ...]:
    """What is asked for a verdict: one, two and all of the dealer's cards; one, two, four of the shoe's."""
    assert game.course
    dealer, shoe = game.course.exposures.dealer, game.course.exposures.shoe
    seen = {tuple(dealer[:many]) for many in (1, 2, len(dealer))} - {()}
    known = {tuple(shoe[:many]) for many in (1, 2, 4)} - {()} if dealer or not game.streets else set[tuple[int, ...]]()
    if game.streets and not dealer:
        known = {tuple(shoe[:1]), tuple(shoe[:2]), tuple(shoe[-1:])} - {()}
    return (
        *(Information(dealer=numbers) for numbers in sorted(seen, key=len)),
        *(Information(shoe=numbers) for numbers in sorted(known, key=lambda each: (len(each), each))),
    )


def plan_course(game: Game, information: Information, exact_s: float, sample_s: float) -> Plan:
    """How it is found, and about what it takes beside the count of plain play."""
    course = game.course
    verify_course(game)
    if isinstance(course, (PaiGowPoker, ThreeHands)) and information.dealer:
        return plan_settings(game, len(information.dealer), exact_s, sample_s)
    if isinstance(course, BlackjackSwitch) and information.dealer:
        return Plan(Method.SAMPLE, SWITCH_S)
    return Plan(Method.COURSE, HOLE_S if information.dealer and not isinstance(course, DealerAlone) else SHOE_S)


def verify_course(game: Game) -> None:
    """Raise Unsolved where cards known early are not counted for a course: before anything is counted."""
    if game.streets and not isinstance(game.course, COUNTED) and not is_small(game):
        raise Unsolved(f"{game.title}: cards known early are not counted for {game.family} yet")


def find_course(
    game: Game, information: Information, exact_s: float, sample_s: float, executor: Executor | None,
    progress: Progress | None, *, spread: bool = True,
) -> CourseFound:  # fmt: skip
    """The figures of a game whose course is played by somebody who knows those cards.

    Without `spread` the standard deviation of blackjack is left out, which takes as long as all the rest.
    """
    course = game.course
    if isinstance(course, (Blackjack, BlackjackSwitch, CarriedWin)):
        return _at_blackjack(game, information, executor, spread=spread)
    if isinstance(course, DealerAlone):
        plain = figures_of(advisor(core_game(game), executor=executor).round)
        if information.nothing:
            return CourseFound(plain, plain, ())
        if information.dealer:
            words = ShortRule("Both of the dealer's cards seen", "bet where the dealer busts often enough, else not")
            return CourseFound(figures_of(round_of(bust_results(game))), plain, (words,))
    if isinstance(course, (PaiGowPoker, ThreeHands)):
        return _set_hands(game, information, plan_course(game, information, exact_s, sample_s), executor, progress)
    if is_small(game):
        few = FewCards(game)
        plain, rules = few.bettor(Information())
        return CourseFound(plain, plain, rules) if information.nothing else CourseFound(*_swap(few, information, plain))
    verify_course(game)
    cards = NextCards(game)
    bettor = cards.bettor(information)
    return CourseFound(bettor.figures, cards.bettor(Information(), may_pass=False).figures, bettor.rules)


def _swap(few: FewCards, information: Information, plain: Figures) -> tuple[Figures, Figures, tuple[ShortRule, ...]]:
    figures, rules = few.bettor(information)
    return figures, plain, rules


def _at_blackjack(game: Game, information: Information, executor: Executor | None, *, spread: bool) -> CourseFound:
    course, base = game.course, advisor(core_game(game), executor=executor)
    plain = _plain(base, spread=spread)
    if information.nothing:
        return CourseFound(plain, plain, ())
    assert isinstance(course, (Blackjack, BlackjackSwitch, CarriedWin))
    if information.shoe:
        assert isinstance(base, BlackjackSolution)
        return _first_card(base, plain, executor, spread=spread)
    verify_hole_card(game.title, course.rules)
    if isinstance(course, BlackjackSwitch):
        edge, interval = switch_edge(game, executor)
        words = ShortRule("Switch", "the two hands that are worth more against the dealer's two cards")
        figures = Figures(Fraction(edge), None, None, interval)
        if spread:
            figures = figures_of(round_of(seen_results(base.game, executor)), interval, Fraction(edge))
        return CourseFound(figures, plain, (words,))
    if isinstance(course, CarriedWin):
        words = ShortRule("Carry", "to every hand that is worth something against the dealer's two cards")
        return CourseFound(carried_figures(game, executor, spread=spread), plain, (words,))
    assert isinstance(base, BlackjackSolution)
    seen = HoleCard(course.rules, base.result.shoe, executor)
    variance = seen.variance if spread else None
    return CourseFound(Figures(seen.edge, seen.hits, variance), plain, hole_card_rules(seen.pairs))


def _plain(base: Solution, *, spread: bool) -> Figures:
    """Plain play; at blackjack a round is a hit if its first hand wins. Two hands with an exchange are played out."""
    edge = base.round.expected_value
    hits, lies = None, None
    if isinstance(base, SwitchSolution) and spread:
        hits, lies = plain_hits(base)
    if isinstance(base, BlackjackSolution) and isinstance(base.game.course, Blackjack):
        hits = first_hand_wins(base.result.counted)
    return Figures(edge, hits, base.round.variance if spread else None, hits_interval=lies)


def _first_card(base: BlackjackSolution, plain: Figures, executor: Executor | None, *, spread: bool) -> CourseFound:
    """A bet is made where the first card says that the hand wins."""
    result = base.result
    rounds = first_card_rounds(result.rules, result.shoe, result.strategy)
    cards, rules = sum(result.shoe), []
    bets = {card: counted for card, counted in rounds.items() if counted.net > 0}
    for card, counted in sorted(rounds.items(), key=lambda pair: -pair[1].net):
        chance = Fraction(result.shoe[card - 1], cards)
        words = f"{'bet' if card in bets else 'no bet'}, {percent_text(counted.net / chance, 3)}"
        rules.append(
            ShortRule(f"First card {RANKS_OF.get(card, card)}", f"{words} on {percent_text(chance, 3)} of rounds")
        )
    edge = sum((counted.net for counted in bets.values()), Fraction(0))
    hits = sum((first_hand_wins(counted) for counted in bets.values()), Fraction(0))
    variance = None
    if spread:
        products = first_card_products(result.rules, result.shoe, result.strategy, tuple(bets), executor)
        square = sum((counted.square for counted in bets.values()), Fraction(0))
        variance = to_ten_digits(square + 2 * Fraction(products) - edge**2)
    return CourseFound(Figures(edge, hits, variance), plain, tuple(rules))


def _set_hands(
    game: Game, information: Information, plan: Plan, executor: Executor | None, progress: Progress | None
) -> CourseFound:
    plain = figures_of(advisor(core_game(game), executor=executor).round)
    if information.nothing:
        return CourseFound(plain, plain, ())
    figures, words = find_settings(game, len(information.dealer), plain, plan, executor, progress)
    return CourseFound(figures, plain, (words,))
