"""Known cards at games that a course plays: by which method each is found, what that takes, and the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import sqrt
from typing import Any, cast

from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.core.endings import net_result
from fairfelt.engine.courses.blackjack.count import (
    TWOS,
    RoundChances,
    dealt_chances,
    ends_of_twos,
    name_chances,
    products_against,
    to_ten_digits,
)
from fairfelt.engine.courses.blackjack.dealer import Exact, Orders, orders_for, zeros
from fairfelt.engine.courses.blackjack.hands import MONEY, Counts, DealerCards, all_hands, settling
from fairfelt.engine.courses.blackjack.play import Move
from fairfelt.engine.courses.blackjack.solution import BlackjackResult, BlackjackSolution, UpCardPlan
from fairfelt.engine.courses.blackjack.strategy import Plan as PlayerPlan
from fairfelt.engine.courses.blackjack.strategy import Strategy, up_cards
from fairfelt.engine.courses.exchange import ExchangeSolution
from fairfelt.engine.courses.pai_gow.exposed import BEST, BLIND, HOUSE, SetGain, add_blind, sample_draws
from fairfelt.engine.courses.parlay import ParlayResult
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.courses.switch import SwitchResult, SwitchSolution
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.exact import Progress, Solution, Unsolved, percent_text, solve
from fairfelt.engine.simulation.course import step_course
from fairfelt.engine.solve import advisor, core_game, solver_of
from fairfelt.rules import Blackjack, BlackjackSwitch, Course, Exchange, Game, PaiGowPoker
from fairfelt.rules.cards import SUITS
from fairfelt.rules.courses.blackjack.rules import ACE, TWENTY_ONE, BlackjackRules, best_total
from fairfelt.rules.courses.blackjack.variants import CarriedWin, DealerAlone
from fairfelt.rules.courses.pai_gow import SIZE
from fairfelt.rules.courses.three_hands import ThreeHands
from fairfelt.runtime.compute.executors import run_tasks

from .exchanges import BETTER, DEAL_S, sample_gain
from .figures import UNIT, Figures, Method, Plan, figures_of
from .information import Information
from .next_cards import FewCards, known_shoe, round_of_chances

Found = tuple[Figures, tuple[ShortRule, ...]]
SHOE_S, HOLE_S, SWITCH_S = 3.0, 80.0, 300.0


@dataclass(frozen=True)
class ExposureQuestion:
    """What is asked of a game, and what may be spent on it."""

    game: Game
    information: Information
    exact_s: float = 0.0
    sample_s: float = 0.0
    executor: Executor | None = None
    progress: Progress | None = None
    spread: bool = True
    """Whether the standard deviation is asked for, which takes as long as all the rest at blackjack."""

    @cached_property
    def base(self) -> Solution:
        """The game solved for plain play."""
        return advisor(core_game(self.game), executor=self.executor)

    @property
    def result(self) -> BlackjackResult:
        """The same at blackjack."""
        return cast(BlackjackSolution, self.base).result

    @property
    def counter(self) -> ExposureCounter:
        """How known cards are counted at the game's course."""
        return COUNTERS.get(type(self.game.course), KNOWN_SHOE)

    @property
    def seen(self) -> int:
        """Cards of the dealer's that are known."""
        return len(self.information.dealer)


@dataclass(frozen=True)
class ExposureCounter:
    """How known cards are counted at one kind of course."""

    find: Callable[[ExposureQuestion], Found]
    plain: Callable[[ExposureQuestion], Figures]
    plan: Callable[[ExposureQuestion], Plan]
    """By which method, and about what it takes beside the count of plain play."""


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


def find_course(question: ExposureQuestion) -> tuple[Figures, Figures, tuple[ShortRule, ...]]:
    """The figures of a player who knows those cards, those of plain play, and how it is played."""
    plain = question.counter.plain(question)
    if question.information.nothing and question.counter is not KNOWN_SHOE:
        return plain, plain, ()
    figures, rules = question.counter.find(question)
    return figures, plain, rules


def _in_seconds(seconds: float) -> Callable[[ExposureQuestion], Plan]:
    return lambda question: Plan(Method.COURSE, seconds)


def _plain_round(question: ExposureQuestion) -> Figures:
    return figures_of(question.base.round)


def _plain_of_bets(question: ExposureQuestion) -> Figures:
    """Bets of a round are counted one by one, so that it is not known how often a round wins."""
    round_ = question.base.round
    return Figures(round_.expected_value, None, round_.variance if question.spread else None)


def _at_dealer_alone(question: ExposureQuestion) -> Found:
    """The up card lies open anyway: with the hole card the dealer's first two cards are known before the bet."""
    figures, _ = FewCards(core_game(question.game)).bettor(Information(shoe=(1, 2)))
    words = ShortRule("Both of the dealer's cards seen", "bet where the dealer busts often enough, else not")
    return figures, (words,)


# Cards exposed at a table of blackjack: the hole card, the first card of a hand, and how to play by them.
#
# With the hole card known, every two cards of the dealer's have a best strategy of their own.


ROUNDS, SEED = 20_000, 1
"""Enough for hits to a percentage point."""
RANKS_OF = {1: "A", 10: "T, J, Q or K"}
HARD, SOFT = range(5, TWENTY_ONE), range(13, TWENTY_ONE)
WORDS = {
    Move.SURRENDER: "surrender", Move.DOUBLE: "double", Move.FREE_DOUBLE: "double free", Move.STAND: "stand",
}  # fmt: skip
PLURALS = {1: "aces", 10: "tens"}


def _table_of(question: ExposureQuestion) -> Game:
    """The game, if the dealer has a hole card to show: not one who takes it after the players have played."""
    result = question.result
    verify_hole_card(question.game.title, result.rules)
    return result.game


def verify_hole_card(title: str, rules: BlackjackRules) -> None:
    """Refuse a table where none can be seen."""
    if not rules.peeks:
        raise Unsolved(f"{title}: the dealer has no hole card while players play, so that none can be seen")


def _plain_blackjack(question: ExposureQuestion) -> Figures:
    """A round is a hit if its first hand wins."""
    return replace(_plain_of_bets(question), hit_frequency=first_hand_wins(question.result.counted))


def _at_blackjack(question: ExposureQuestion) -> Found:
    """The best strategy against every two cards of the dealer's, or bets by the first card."""
    if question.information.shoe:
        return first_card(question.result, question.executor, spread=question.spread)
    seen = BlackjackResult(_table_of(question), question.executor, exposed=True)
    figures = Figures(seen.counted.net, first_hand_wins(seen.counted), seen.variance if question.spread else None)
    return figures, hole_card_rules(seen.plans)


def _plain_switch(question: ExposureQuestion) -> Figures:
    return _switch_figures(question.base, spread=question.spread)


def _at_switch(question: ExposureQuestion) -> Found:
    """Both hands by the better layout against the dealer's two cards."""
    game = _table_of(question)
    seen = SwitchSolution(game, SwitchResult(game, question.executor, exposed=True))
    words = ShortRule("Switch", "the two hands that are worth more against the dealer's two cards")
    return _switch_figures(seen, spread=question.spread), (words,)


def _switch_figures(solution: Solution, *, spread: bool) -> Figures:
    """How often two hands with an exchange win is sampled."""
    if not spread:
        return Figures(solution.round.expected_value, None, None)
    hits, lies = sampled_hits(solution)
    return Figures(solution.round.expected_value, hits, solution.round.variance, hits_interval=lies)


def _at_parlay(question: ExposureQuestion) -> Found:
    """A bet whose win may be left on the hand: a hit if it wins and no first hand that it lies on loses.

    Without `spread` the variance is left out, for which both hands of a pair are followed together.
    """
    seen = ParlayResult(_table_of(question), question.executor, exposed=True)
    hits = sum((seen.line_chances[line] for line in seen.played_lines if seen.course.stakes[line] > 1), Fraction(0))
    hits -= sum((first_hand_loses(hand) for hand in seen.counted_by_line.values()), Fraction(0))
    words = ShortRule("Carry", "to every hand that is worth something against the dealer's two cards")
    return Figures(seen.net, hits, seen.variance if question.spread else None), (words,)


def sampled_hits(solution: Solution, rounds: int = ROUNDS) -> tuple[Fraction, Interval]:
    """The share of rounds that win one unit or more, of rounds that are played out, and where it lies."""
    game = solution.game
    tally = step_course(Player(game, solution), rounds, SEED, 1, lambda done: None)
    won = sum(
        int(times) for end, times in zip(tally.endings, tally.counts, strict=True) if net_result(game, end)[0] >= UNIT
    )
    share = won / rounds
    return Fraction(won, rounds), Interval.around(share, sqrt(share * (1 - share) / rounds), rounds, SEED)


def first_hand_wins(counted: RoundChances) -> Fraction:
    nets = counted.settling.nets(MONEY).ravel()
    won = sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net > 0)
    return Fraction(won + counted.natural + counted.zapped_21)


def first_hand_loses(counted: RoundChances) -> Fraction:
    """The share of rounds whose first hand loses, the dealer's natural left out."""
    nets = counted.settling.nets(MONEY).ravel()
    return Fraction(sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net < 0))


def first_card(result: BlackjackResult, executor: Executor | None, *, spread: bool) -> Found:
    """A bet is made where the first card says that the hand wins."""
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
    return Figures(edge, hits, variance), tuple(rules)


def first_card_rounds(rules: BlackjackRules, shoe: Counts, strategy: Strategy) -> dict[int, RoundChances]:
    """By what the first card counts: how rounds end that begin with it, weighed by its chance; in integers."""
    orders, of = orders_for(rules, shoe), settling(rules, shoe)
    ends = ends_by_first_card(rules, shoe, strategy, orders)
    return {card: name_chances(of, orders.fractions(ends[card - 1])) for card in up_cards(shoe)}


def first_card_products(
    rules: BlackjackRules, shoe: Counts, strategy: Strategy, cards: Collection[int], executor: Executor | None = None
) -> float:
    """What `products_of_views` finds, of rounds that begin with one of some cards: hands come of a pair of it.

    Two cards that are exchanged begin with either of them as often, and may become any pair.
    """
    tasks = [(rules, shoe, up, part, times) for up, plan in strategy.items() for part, times in _parts(plan, cards)]
    return float(sum(run_tasks(_products, tasks, executor)))


def _parts(plan: PlayerPlan, cards: Collection[int]) -> Iterator[tuple[PlayerPlan, float]]:
    """Plans that add up to what is done with those first cards."""
    exchanged = frozenset(card for card in plan.splits if int(all_hands().twos[card, card]) in plan.zaps)
    yield replace(plan, splits=plan.splits & set(cards) - exchanged, zaps=frozenset()), 1.0
    for of_them, times in ((1, 0.5), (2, 1.0)):
        held = {hand: all_hands().counts[hand] for hand in plan.zaps}
        zaps = frozenset(hand for hand, many in held.items() if sum(many[card - 1] for card in cards) == of_them)
        if zaps:
            yield replace(plan, zaps=zaps), times
            pairs = frozenset(card for card in plan.splits if int(all_hands().twos[card, card]) in zaps)
            yield replace(plan, splits=plan.splits - pairs, zaps=frozenset()), -times


def _products(rules: BlackjackRules, shoe: Counts, up: int, plan: PlayerPlan, times: float) -> float:
    return times * products_against(rules, shoe, up, plan)


def ends_by_first_card(rules: BlackjackRules, shoe: Counts, strategy: Strategy, orders: Orders) -> Exact:
    """[card, end]: a hand of two different cards begins with either of them as often."""
    twice = zeros(1)
    for up, plan in strategy.items():
        dealt = dealt_chances(shoe, up, orders)
        ends = orders.times(dealt[:, None], ends_of_twos(rules, shoe, up, plan, orders))
        twice = twice + all_hands().counts[TWOS].T.astype(object) @ ends
    return twice // 2


def hole_card_rules(plans: Mapping[DealerCards, UpCardPlan]) -> tuple[ShortRule, ...]:
    """A rule for each total that the dealer can have, the commonest cards of it; totals of one rule together."""
    by_total: dict[tuple[bool, int], PlayerPlan] = {}
    for cards, found in plans.items():  # the higher cards come last, and tens are the commonest
        total, soft = best_total(sum(cards), aces=ACE in cards)
        by_total[soft, total] = found.plan
    rows = [(total, play_words(plan)) for total, plan in sorted(by_total.items())]
    return tuple(_merged(rows))


def _merged(rows: Sequence[tuple[tuple[bool, int], str]]) -> Iterator[ShortRule]:
    for (soft, words), group in groupby(rows, key=lambda row: (row[0][0], row[1])):
        totals = [total for (_, total), _ in group]
        upto = str(totals[0]) if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"
        yield ShortRule(f"Dealer has {'soft' if soft else 'hard'} {upto}", words)


def play_words(plan: PlayerPlan) -> str:
    """One strategy in a sentence; what is not named is hit."""
    found = []
    for move, word in WORDS.items():
        named = [
            f"{kind} {_runs(totals)}"
            for kind, soft, every in (("hard", False, HARD), ("soft", True, SOFT))
            if (totals := [total for total in every if _usual(plan, soft=soft, total=total) is move])
        ]
        found += [f"{word} {', '.join(named)}"] if named else []
    if plan.splits:
        found.insert(0, "split " + ", ".join(PLURALS.get(card, f"{card}s") for card in sorted(plan.splits)))
    return "; ".join([*found, "otherwise hit"])


def _usual(plan: PlayerPlan, *, soft: bool, total: int) -> Move:
    """What is done with most hands of two cards that come to a total, or of three."""
    hands, moves = all_hands(), plan.moves[MONEY][0]
    for size in (2, 3):
        rows = (hands.total == total) & (hands.soft == soft) & (hands.size == size)
        if rows.any():
            return Move(Counter(moves[rows].tolist()).most_common(1)[0][0])
    return Move.HIT


def _runs(totals: Sequence[int]) -> str:
    """Numbers in a row as one: "12 to 16 and 18"."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return " and ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


# An exposed pai gow dealer: whether its cards are counted or sampled, what that takes, and the figures.


HAND_S = (0.0, 0.1, 0.035, 6e-3, 1.1e-3, 2.5e-4, 7e-5, 15e-6)
"""[exposed cards]: seconds that an own hand takes on one core, set in two hands."""
THREE_HANDS_S = (0.0, 0.6, 0.2, 0.05, 6e-3, 1.2e-3, 3e-4, 80e-6)
"""The same set in three hands."""
TABLES_S = 10.0
MIN_HANDS = 60
SETTING = "the setting that wins most against what the dealer can have"


def plan_settings(question: ExposureQuestion) -> Plan:
    """How the dealer's cards are weighed, and about what that takes beside the count of plain play."""
    game, seen, exact_s = question.game, question.seen, question.exact_s
    if not seen:
        return Plan(Method.COURSE, SHOE_S)
    if seen == SIZE and hands_set(game) == 2:
        shown = _shown(game)
        seconds = solver_of(shown).seconds(shown)
        if seconds <= exact_s:
            return Plan(Method.SOLVER, seconds)
    if len(game.deck.suits) < len(SUITS):
        raise Unsolved(f"{game.title}: own hands are drawn from all four suits, and the deck lacks some")
    each = HAND_S[seen]
    if hands_set(game) == 3:  # with hidden cards, as much time goes into what a setting gains that sees none
        each = THREE_HANDS_S[seen] * (1 if seen == SIZE else 2)
    hands = max(MIN_HANDS, int(question.sample_s / each) // 2 * 2)
    return Plan(Method.SAMPLE, hands * each + TABLES_S, hands)


def hands_set(game: Game) -> int:
    """How many hands a player of the game sets; 0 where none are set."""
    return game.course.hands_set if game.course else 0


def find_settings(question: ExposureQuestion) -> Found:
    """The figures of the best settings with those cards exposed, and how they are chosen."""
    game, plan = question.game, plan_settings(question)
    if plan.method is Method.SOLVER:
        return figures_of(solve(_shown(game), executor=question.executor).round), (setting_rule(game),)
    found, blind = _sample_settings(question, plan.hands)
    return sampled_figures(question.base.round.expected_value, found), (setting_rule(game, blind),)


def _sample_settings(question: ExposureQuestion, hands: int) -> tuple[SetGain, SetGain | None]:
    """What is gained over the house way; with three hands, how much of it a setting gains that sees nothing."""
    game, seen, executor, progress = question.game, question.seen, question.executor, question.progress
    draws = sample_draws(game, seen, hands, executor=executor, progress=progress)
    if hands_set(game) == 2:
        return draws.gain(BEST, HOUSE), None
    if seen == SIZE:
        return draws.gain(BEST, HOUSE), draws.gain(BLIND, HOUSE)
    n_blind = int(hands * THREE_HANDS_S[seen] / THREE_HANDS_S[SIZE]) // 2 * 2
    return add_blind(game, draws.gain(BEST, BLIND), n_blind, executor, progress)


def sampled_figures(plain: Fraction, found: SetGain) -> Figures:
    """What own hands that were drawn gain over the house way, with what that is worth."""
    edge, lies = float(plain) + found.gain, found.lies.moved(float(plain))
    chances = {net: Fraction(share) for net, share in found.results}
    return figures_of(_sampled_round(chances), lies, Fraction(edge))


def setting_rule(game: Game, blind: SetGain | None = None) -> ShortRule:
    """How hands are set; with what a setting gains that sees nothing, where there is one."""
    words = f"{SETTING}. {blind_words(blind.gain)}" if blind else SETTING
    return ShortRule(game.streets[0].name, words)


def blind_words(gain: float) -> str:
    """What needs no exposed card, so that nobody takes it for what the cards are worth."""
    more = percent_text(Fraction(gain), 1)
    return f"With no card seen, the best setting wins about {more} of the bet more than the house way"


def _shown(game: Game) -> Game:
    """The same game with the dealer's hand turned up before the players set theirs."""
    core = core_game(game)
    return replace(core, course=replace(cast(PaiGowPoker, core.course), face_up=True))


def _sampled_round(results: Mapping[Fraction, Fraction]) -> RoundPar:
    """Shares in floats, rounded so that they add up to one."""
    total = 10**9
    counts = {net: round(share * total) for net, share in results.items()}
    return round_of_chances({net: Fraction(count, sum(counts.values())) for net, count in counts.items()})


# Cards of a dealer's hand known where cards are exchanged.


def plan_exchanges(question: ExposureQuestion) -> Plan:
    """How many deals are drawn."""
    each = DEAL_S[min(question.seen, len(DEAL_S) - 1)]
    deals = max(MIN_HANDS, int(question.sample_s / each)) if question.seen else 0
    return Plan(Method.SAMPLE if question.seen else Method.COURSE, deals * each + TABLES_S, deals)


def find_exchanges(question: ExposureQuestion) -> Found:
    """The figures of the best choices, and how they are made."""
    solution, deals = cast(ExchangeSolution, question.base), plan_exchanges(question).hands
    found = sample_gain(solution, question.seen, deals)
    plain = float(question.base.round.expected_value)
    round_ = _sampled_round({net: Fraction(share) for net, share in found.chances.items()})
    rules = tuple(ShortRule(street.name, BETTER) for street in question.game.streets[:1])
    return figures_of(round_, found.lies.moved(plain), Fraction(plain + found.gain)), rules


SETTINGS = ExposureCounter(find_settings, _plain_round, plan_settings)
COUNTERS: Mapping[type[Course[Any]] | type[None], ExposureCounter] = {
    Blackjack: ExposureCounter(
        _at_blackjack, _plain_blackjack, lambda question: Plan(Method.COURSE, HOLE_S if question.seen else SHOE_S)
    ),
    BlackjackSwitch: ExposureCounter(_at_switch, _plain_switch, _in_seconds(SWITCH_S)),
    CarriedWin: ExposureCounter(_at_parlay, _plain_of_bets, _in_seconds(HOLE_S)),
    Exchange: ExposureCounter(find_exchanges, _plain_round, plan_exchanges),
    DealerAlone: ExposureCounter(_at_dealer_alone, _plain_round, _in_seconds(SHOE_S)),
    PaiGowPoker: SETTINGS,
    ThreeHands: SETTINGS,
}
"""Courses whose cards are no next cards of a shoe."""
KNOWN_SHOE = ExposureCounter(
    lambda question: known_shoe(question.game).bettor(question.information),
    lambda question: known_shoe(question.game).bettor(Information())[0],
    lambda question: Plan(known_shoe(question.game).method, SHOE_S),
)
