"""The verdict on a game: what is exposed, what it costs a year, what prevents it; worst first.

The leaks of many games are counted one by one or in several processes. Each is kept as it is found, and none stops the
rest: a run that is stopped goes on where it was.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from threading import Thread
from typing import Any

from fairfelt import games
from fairfelt.analysis.counting.shoe import usual_rules
from fairfelt.analysis.counting.shoe_bet import NotCountable, countable_bets, shoe_bet, verify_countable
from fairfelt.analysis.counting.study import CountedBet, study_counting
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.answers.numbers import as_json
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.exact import Progress, Unsolved, duration
from fairfelt.engine.solve import advisor, core_game, forget, solver_of
from fairfelt.rules import Cards, Game
from fairfelt.runtime.compute.cores import usable_cores

from .courses import questions_of
from .exposure import Exposure, expose, plan_exposure, verify_decision
from .figures import figures_of
from .findings import (
    Finding,
    Leak,
    Limits,
    Question,
    Terms,
    UncountedLeak,
    keep_finding,
    kept_finding,
    set_aside,
    usual_terms,
)
from .information import MOST_HANDS, Information
from .known_cards import known_cards, play_known
from .sorting import best_sorting, plan_sorting

# What counting cards is worth at a bet from a shoe, as one of the leaks of a game.


SHOES, TRIGGER_SHOES, SEED = 4_000, 200, 1
COUNTED_S = 8.0
"""About what one bet takes."""


def count_leak(game: Game, information: Information, executor: Executor | None = None) -> Finding:
    """The best count there is, one unit wherever it gains: the edge is by round dealt, with or without a bet.

    Where no count by tags comes near, as on pairs and suits, the bet is made by all that is left in the shoe.
    """
    bet = shoe_bet(game, information.counted)
    found = study_counting(bet, usual_rules(bet), shoes=SHOES, trigger_shoes=TRIGGER_SHOES, executor=executor)
    played = found.exposed
    rounds = played.rounds / played.shoes
    edge = played.units_a_shoe / rounds
    interval = Interval.around(edge, played.error / rounds, played.shoes, SEED)
    spread = Fraction(played.hit_frequency), Fraction(played.variance)
    return Finding(Leak.COUNT, information, Fraction(edge), Fraction(0), interval, _note(found), *spread)


def _note(found: CountedBet) -> str:
    """Which count it is, how often it bets, and what perfect play would win beside it."""
    first, perfect, each = found.first, found.perfect, found.exposed
    often = f"in {each.frequency:.1%} of rounds, at an edge of {each.average_edge:.1%}"
    by_tags = f"{first.count.name} count, {found.tags_text(first.count)}, {first.bets_from}"
    if not perfect.bets:
        how = "No round of any shoe that was dealt was on the player's side."
    elif found.is_poor:
        share = max(first.played.units_a_shoe, 0.0) / perfect.units_a_shoe
        how = (
            f"Perfect play, by all that is left in the shoe: {often}. The best count by tags wins {share:.0%} of that."
        )
    elif perfect.units_a_shoe > first.played.units_a_shoe > 0:
        more = perfect.units_a_shoe / first.played.units_a_shoe
        how = f"The {by_tags}: {often}. Perfect play wins {more:.1f} times as much."
    else:
        how = f"The {by_tags}: {often}."
    return f"{how} The cut card is {found.rules.cut} from the end."


EXACT_S, SAMPLE_S = 40.0, 8.0
HOUSE_EXACT_S, HOUSE_SAMPLE_S = 6.0, 1.5
"""What one figure may take where the whole house is looked at."""

Result = Finding | UncountedLeak
SAMPLED_SPREAD = "Hit frequency and standard deviation are those of a sample."

NOTHING_EXPOSED: dict[str, Any] = {
    "information": "nothing", "edge": None, "hit_frequency": None, "standard_deviation": None,
    "desirability_index": None, "n0": None, "strategy": [], "exact": True, "interval": None,
}  # fmt: skip
"""What stands in the place of the worst leak where there is none."""


@dataclass(frozen=True)
class Verdict:
    """All leaks of a game."""

    game: Game
    terms: Terms
    findings: tuple[Finding, ...]
    """The worst first."""
    not_counted: tuple[UncountedLeak, ...]

    @property
    def worst(self) -> Finding | None:
        return self.findings[0] if self.findings else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.slug,
            "variant": self.game.variant,
            "rounds_an_hour": as_json(self.terms.pace.rounds_an_hour),
            "limit": as_json(self.terms.limit),
            "hours_a_year": as_json(self.terms.hours),
            **(self.worst.to_dict(self.terms) if self.worst else NOTHING_EXPOSED),
            "findings": [finding.to_dict(self.terms) for finding in self.findings],
            "not_counted": [{"what": missing.what, "reason": missing.reason} for missing in self.not_counted],
        }


def leaks_of(game: Game) -> Iterator[tuple[Leak, Information]]:
    """One, two and all of the dealer's cards beyond those that are shown; each community card; a full table; backs."""
    yield from ((Leak.COUNT, Information(counted=wager)) for wager in countable_bets(game))
    if game.course:
        if _is_set_blind(game):
            yield Leak.SETTING, Information()
        yield from ((Leak.DEALER if asked.dealer else Leak.SHOE, asked) for asked in questions_of(game))
    if game.course or not game.streets:
        return
    shown, dealt = game.streets[0].reveals(Cards.DEALER), game.deal.count(Cards.DEALER)
    for many in sorted({min(shown + 1, dealt), min(shown + 2, dealt), dealt} - {0, shown}):
        yield Leak.DEALER, Information(dealer=tuple(range(1, many + 1)))
    for number in range(game.streets[0].reveals(Cards.COMMUNITY) + 1, game.deal.count(Cards.COMMUNITY) + 1):
        yield Leak.COMMUNITY, Information(community=(number,))
    hands = min(MOST_HANDS, game.seats)
    if hands > 1:
        yield Leak.PARTNERS, Information(hands=hands)
    yield Leak.BACKS, Information()


def _is_set_blind(game: Game) -> bool:
    """Whether plain play is the house way, so that a better setting needs no visible card."""
    with suppress(Unsolved):
        return bool(solver_of(core_game(game)).best_seconds(game))
    return False


def foresee_leak(question: Question) -> float | UncountedLeak:
    """About how many seconds a leak takes beside plain play; or why it is refused, before anything is counted."""
    try:
        return float(_seconds(question))
    except (Unsolved, NotCountable) as reason:
        return question.refused(reason)


def _seconds(question: Question) -> float:
    game, leak, (exact_s, sample_s) = question.game, question.leak, question.limits
    if leak is Leak.COUNT:
        verify_countable(game, game.wager(question.information.counted))
        return COUNTED_S
    if leak is Leak.SETTING:
        return solver_of(core_game(game)).best_seconds(game)
    if leak is Leak.BACKS:
        verify_decision(game)
        return plan_sorting(game, exact_s)
    return plan_exposure(game, question.information, exact_s=exact_s, sample_s=sample_s).seconds


def foresee_plain(game: Game) -> float:
    """About how many seconds plain play takes, which every leak is held against."""
    with suppress(Unsolved):
        verify_decision(game)
        return solver_of(core_game(game)).seconds(core_game(game))
    return 0.0


def verdict_of(game: Game, terms: Terms, results: Iterable[Finding | UncountedLeak]) -> Verdict:
    """The worst first; what was not counted in the order in which it was asked."""
    findings, missing = [], []
    for result in results:
        if isinstance(result, Finding):
            findings.append(result)
        else:
            missing.append(result)
    worst = sorted(findings, key=lambda finding: -finding.edge)
    return Verdict(game, terms, tuple(worst), tuple(dict.fromkeys(missing)))


def known_leak(question: Question, executor: Executor | None = None) -> Result:
    """What was found before, or is found now and kept."""
    kept = kept_finding(question)
    if kept is not None:
        return kept
    found = fresh_leak(question, executor)
    if isinstance(found, Finding):
        keep_finding(question, found, whole=question.limits[0] >= EXACT_S)
    return found


def fresh_leak(question: Question, executor: Executor | None = None) -> Result:
    with set_aside([question.key]):
        try:
            return _find(question, executor)
        except (Unsolved, NotCountable) as reason:
            return question.refused(reason)
        except Exception as error:  # one leak that fails must not lose the others
            return question.broken_off(error)


def _find(question: Question, executor: Executor | None) -> Finding:
    game, (exact_s, sample_s) = question.game, question.limits
    match question.leak:
        case Leak.COUNT:
            return count_leak(game, question.information, executor)
        case Leak.SETTING:
            return _best_setting(game, exact_s)
        case Leak.BACKS:
            return _sorted(question, executor)
    exposure = expose(
        game, question.information, exact_s=exact_s, sample_s=sample_s, gains=False, spread=exact_s >= EXACT_S,
        executor=executor,
    )  # fmt: skip
    return finding_of(question.leak, exposure)


def finding_of(leak: Leak, exposure: Exposure) -> Finding:
    """An exposure as one leak of a game."""
    figures = exposure.figures
    return Finding(
        leak, exposure.information, figures.edge, exposure.plain.edge, figures.interval, exposure.signal_words,
        figures.hit_frequency, figures.variance, exposure.strategy, exposure.rule_edge, exposure.rule_interval,
        exposure.signal, figures.hits_interval,
    )  # fmt: skip


def _best_setting(game: Game, exact_s: float) -> Finding:
    """What a player gains who sees nothing and sets every hand as is best."""
    solution = advisor(core_game(game))
    best = solution.best_round(2 * exact_s)
    if best is None:
        minutes = round(solver_of(core_game(game)).best_seconds(game) / 60)
        raise Unsolved(f"it takes about {minutes} min of one core; fairfelt strategy {game.slug} --best counts it")
    figures, rule = figures_of(best), ShortRule(game.streets[0].name, "the setting that wins most of all deals")
    return Finding(
        Leak.SETTING, Information(), figures.edge, solution.round.expected_value, None, "", figures.hit_frequency,
        figures.variance, (rule,),
    )  # fmt: skip


def _sorted(question: Question, executor: Executor | None) -> Finding:
    """The best two classes; with the other figures of playing by them where those are counted as it is."""
    game, exact_s = question.game, question.limits[0]
    verify_decision(game)
    plan_sorting(game, exact_s)
    (information, edge), plain = best_sorting(game, executor), advisor(core_game(game)).round.expected_value
    finding = Finding(Leak.BACKS, information, edge, plain, note="The best two classes of all partitions.")
    return with_figures(question, finding, executor) if exact_s >= EXACT_S else finding


def with_figures(question: Question, finding: Finding, executor: Executor | None = None) -> Finding:
    """Classes of which the edge is known, with all other figures of play by them, where these are counted."""
    game, information, (exact_s, sample_s) = question.game, finding.information, question.limits
    known = known_cards(core_game(game), information)
    if known and known.counter.seconds <= exact_s:
        figures, rules = play_known(known, executor)
    else:
        exposure = expose(game, information, exact_s=exact_s, sample_s=sample_s, gains=False, executor=executor)
        figures, rules = exposure.figures, exposure.strategy
    note = finding.note if figures.exact else f"{finding.note} {SAMPLED_SPREAD}"
    assert not figures.exact or figures.edge == finding.edge, "the search and the play by its best come to the same"
    return replace(finding, hit_frequency=figures.hit_frequency, variance=figures.variance, strategy=rules, note=note)


def worst_first(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Games by their worst leak; those without a figure come last."""
    return sorted(verdicts, key=lambda each: (each.worst is None, -each.worst.edge if each.worst else Fraction(0)))


# Every leak of many games.


def questions(of: Sequence[Game], limits: Limits) -> list[Question]:
    return [Question(game, *leak, limits) for game in of for leak in leaks_of(game)]


def foresee(asked: Sequence[Question]) -> dict[Question, float]:
    """About how many seconds each takes on one core, with its share of plain play; nothing beside it where refused."""
    leaks = Counter(question.game for question in asked)
    plain = {game: foresee_plain(game) / count for game, count in leaks.items()}
    seconds = {each: foresee_leak(each) for each in asked}
    return {each: plain[each.game] + (s if isinstance(s, float) else 0.0) for each, s in seconds.items()}


class House:
    """The leaks of many games: what is kept of them, what is left to count, and the verdicts."""

    def __init__(self, of: Sequence[Game], limits: Limits) -> None:
        self.games, self.questions = of, questions(of, limits)
        self.results: dict[Question, Result] = {}
        self.left: list[Question] = []
        for question in self.questions:
            known = kept_finding(question) or foresee_leak(question)
            if isinstance(known, float):
                self.left.append(question)
            else:
                self.results[question] = known

    @property
    def asked(self) -> int:
        """How many figures there are, kept or not."""
        return len(self.left) + len(self.results)

    @cached_property
    def seconds(self) -> float:
        """About how long the rest takes, on one core."""
        return sum(foresee(self.left).values())

    def count(self, *, processes: int = 1, executor: Executor | None = None, progress: Progress | None = None) -> None:
        """Count what is left; what is found stays, even where the run is stopped."""

        def told(question: Question, result: Result) -> None:
            self.results[question] = result
            self.left.remove(question)

        count_questions(list(self.left), told=told, processes=processes, executor=executor, progress=progress)

    def verdicts(self, terms_of: Callable[[Game], Terms]) -> list[Verdict]:
        found: dict[Game, list[Result]] = {game: [] for game in self.games}
        for question in self.questions:
            found[question.game].append(self.results[question])
        return [verdict_of(game, terms_of(game), results) for game, results in found.items()]


def foresee_verdict(game: Game) -> float:
    """About how many seconds a verdict takes beside what is kept; 0 where nothing is left to count."""
    return House([game], (EXACT_S, SAMPLE_S)).seconds


def verdict(
    game: Game,
    terms: Terms | None = None,
    *,
    exact_s: float = EXACT_S,
    sample_s: float = SAMPLE_S,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Count or sample every leak of a game; what takes too long is named with its cost."""
    house = House([game], (exact_s, sample_s))
    house.count(executor=executor, progress=progress)
    (found,) = house.verdicts(lambda game: terms or usual_terms(game))
    return found


def count_questions(
    asked: Sequence[Question],
    *,
    told: Callable[[Question, Result], None],
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> None:
    """Find every one of them, the longest first in several processes, and tell each as it is there.

    What fails is told as not counted.
    """
    foreseen = foresee(asked)
    if processes > 1:
        found = _in_processes(sorted(asked, key=lambda each: -foreseen[each]), processes)
    else:
        found = ((question, partial(known_leak, question, executor)) for question in asked)
    left_s = sum(foreseen.values())
    for done, (question, result) in enumerate(found):
        if progress:
            left = f"about {duration(max(left_s / processes, 1.0))} left"
            progress(done, len(asked), f"{question.words} ({done} of {len(asked)} figures, {left})")
        try:
            answer = result()
        except Exception as error:  # a process that ended loses no other figure
            answer = question.broken_off(error)
        told(question, answer)
        left_s -= foreseen[question]


def _in_processes(asked: Sequence[Question], processes: int) -> Iterator[tuple[Question, Callable[[], Result]]]:
    """Each question when it is answered, with its answer."""
    with _workers(processes) as pool:
        counting = {
            pool.submit(_find_there, each.game.slug, each.game.variant, each.leak, each.information, each.limits): each
            for each in asked
        }
        for done in as_completed(counting):
            yield counting[done], done.result


@contextmanager
def _workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end at once when the run is stopped; what they have found is kept."""
    threads = max(1, usable_cores() // processes)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin_worker, (threads,))
    try:
        yield pool
    except BaseException:
        started = list(getattr(pool, "_processes", None) or {})
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            if child.pid in started:
                child.terminate()
        raise
    pool.shutdown()


_threads: list[Executor] = []
_last: list[tuple[str, str]] = []


def _begin_worker(threads: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()
    _threads[:] = [ThreadPoolExecutor(threads)]


def _end_with_parent() -> None:
    """Nobody waits for a figure any more."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(0)


def _find_there(slug: str, variant: str, leak: Leak, information: Information, limits: Limits) -> Result:
    """In a process of its own; what was solved for the game before is forgotten."""
    if _last != [(slug, variant)]:
        forget()
        _last[:] = [(slug, variant)]
    return known_leak(Question(games.find(slug, variant), leak, information, limits), _threads[0])
