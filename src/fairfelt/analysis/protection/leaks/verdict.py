"""The verdict on a game: what is exposed, what it costs a year, what prevents it; worst first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fairfelt.analysis.counting import CountedBet, NotCountable, countable_bets, shoe_bet, study_counting
from fairfelt.analysis.counting.shoe import usual_rules
from fairfelt.analysis.counting.shoe_bet import verify_countable
from fairfelt.analysis.protection.courses import questions_of
from fairfelt.analysis.protection.exposure import Exposure, expose
from fairfelt.analysis.protection.figures import figures_of
from fairfelt.analysis.protection.information import MOST_HANDS, Information
from fairfelt.analysis.protection.known_cards import known_cards, play_known
from fairfelt.analysis.protection.plan import plan_exposure, verify_decision
from fairfelt.analysis.protection.sorting import best_sorting, plan_sorting
from fairfelt.engine.answers.numbers import as_json
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.exact import Unsolved
from fairfelt.engine.solve import advisor, core_game, solver_of
from fairfelt.rules import Cards, Game

from .findings import Finding, Leak, NotCounted, Terms
from .kept import Limits, keep_finding, kept_finding
from .shipped import finding_key, set_aside

# What counting cards is worth at a bet from a shoe, as one of the leaks of a game.


SHOES, TRIGGER_SHOES, SEED = 4_000, 200, 1
COUNTED_S = 8.0
"""About what one bet takes."""


def foresee_counted(game: Game, information: Information) -> float:
    """About how many seconds it takes; Unsolved where it is refused."""
    try:
        verify_countable(game, game.wager(information.counted))
    except NotCountable as reason:
        raise Unsolved(str(reason)) from reason
    return COUNTED_S


def count_leak(game: Game, information: Information, executor: Executor | None = None) -> Finding:
    """The best count there is, one unit wherever it gains: the edge is by round dealt, with or without a bet.

    Where no count by tags comes near, as on pairs and suits, the bet is made by all that is left in the shoe.
    """
    try:
        bet = shoe_bet(game, information.counted)
        found = study_counting(bet, usual_rules(bet), shoes=SHOES, trigger_shoes=TRIGGER_SHOES, executor=executor)
    except NotCountable as reason:
        raise Unsolved(str(reason)) from reason
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
    not_counted: tuple[NotCounted, ...]

    @property
    def worst(self) -> Finding | None:
        """The leak that is worth most."""
        return self.findings[0] if self.findings else None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: the worst leak as one that was asked about alone, then all of them."""
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
    """Whether plain play is the house way, so that a better setting needs no card in sight."""
    with suppress(Unsolved):
        return bool(solver_of(core_game(game)).best_seconds(game))
    return False


def leak_words(leak: Leak, information: Information) -> str:
    """What is looked at, in a few words."""
    return "backs told apart" if leak is Leak.BACKS else str(information)


def refuse_leak(game: Game, leak: Leak, information: Information, limits: Limits) -> NotCounted | None:
    """What is known not to be counted before anything is counted, with the reason."""
    try:
        _foresee(game, leak, information, limits)
    except Unsolved as reason:
        return NotCounted(leak_words(leak, information), str(reason))
    return None


def foresee_leak(game: Game, leak: Leak, information: Information, limits: Limits) -> float:
    """About how many seconds a leak takes beside plain play; nothing where it is refused at once."""
    with suppress(Unsolved):
        return _foresee(game, leak, information, limits)
    return 0.0


def _foresee(game: Game, leak: Leak, information: Information, limits: Limits) -> float:
    if leak is Leak.COUNT:
        return foresee_counted(game, information)
    if leak is Leak.SETTING:
        return solver_of(core_game(game)).best_seconds(game)
    if leak is Leak.BACKS:
        verify_decision(game)
        return plan_sorting(game, limits[0])
    return plan_exposure(game, information, exact_s=limits[0], sample_s=limits[1]).seconds


def foresee_plain(game: Game) -> float:
    """About how many seconds plain play takes, which every leak is held against."""
    with suppress(Unsolved):
        verify_decision(game)
        return solver_of(core_game(game)).seconds(core_game(game))
    return 0.0


def verdict_of(game: Game, terms: Terms, results: Iterable[Finding | NotCounted]) -> Verdict:
    """The worst first; what was not counted in the order in which it was asked."""
    findings, missing = [], []
    for result in results:
        if isinstance(result, Finding):
            findings.append(result)
        else:
            missing.append(result)
    worst = sorted(findings, key=lambda finding: -finding.edge)
    return Verdict(game, terms, tuple(worst), tuple(dict.fromkeys(missing)))


def known_leak(
    game: Game, leak: Leak, information: Information, limits: Limits, executor: Executor | None = None
) -> Finding | NotCounted:
    """What was found before, or is found now and kept: a verdict that is stopped goes on where it was."""
    kept = kept_finding(game, leak, information, limits)
    if kept is not None:
        return kept
    found = fresh_leak(game, leak, information, limits, executor)
    if isinstance(found, Finding):
        keep_finding(game, found, information, limits, whole=limits[0] >= EXACT_S)
    return found


def fresh_leak(
    game: Game, leak: Leak, information: Information, limits: Limits, executor: Executor | None = None
) -> Finding | NotCounted:
    """What is found now, whatever is kept."""
    with set_aside([finding_key(game, leak, information)]):
        try:
            return _find(game, leak, information, limits, executor)
        except Unsolved as reason:
            return NotCounted(leak_words(leak, information), str(reason))
        except Exception as error:  # one leak that fails must not lose the others
            return broken_off(leak, information, error)


def broken_off(leak: Leak, information: Information, error: BaseException) -> NotCounted:
    """What stands in the place of a figure whose count failed."""
    reason = f"counting broke off ({type(error).__name__}: {error}); please report it"
    return NotCounted(leak_words(leak, information), reason, broke_off=True)


def _find(game: Game, leak: Leak, information: Information, limits: Limits, executor: Executor | None) -> Finding:
    if leak is Leak.COUNT:
        return count_leak(game, information, executor)
    if leak is Leak.SETTING:
        return _best_setting(game, limits)
    if leak is Leak.BACKS:
        return _sorted(game, limits, executor)
    exposure = expose(
        game, information, exact_s=limits[0], sample_s=limits[1], gains=False, spread=limits[0] >= EXACT_S,
        executor=executor,
    )  # fmt: skip
    return finding_of(leak, exposure)


def finding_of(leak: Leak, exposure: Exposure) -> Finding:
    """An exposure as one leak of a game."""
    figures = exposure.figures
    return Finding(
        leak, exposure.information, figures.edge, exposure.plain.edge, figures.interval, exposure.signal_words,
        figures.hit_frequency, figures.variance, exposure.strategy, exposure.rule_edge, exposure.rule_interval,
        exposure.signal, figures.hits_interval,
    )  # fmt: skip


def _best_setting(game: Game, limits: Limits) -> Finding:
    """What a player gains who sees nothing and sets every hand as is best."""
    solution = advisor(core_game(game))
    best = solution.best_round(2 * limits[0])
    if best is None:
        minutes = round(solver_of(core_game(game)).best_seconds(game) / 60)
        raise Unsolved(f"it takes about {minutes} min of one core; fairfelt strategy {game.slug} --best counts it")
    figures, rule = figures_of(best), ShortRule(game.streets[0].name, "the setting that wins most of all deals")
    return Finding(
        Leak.SETTING, Information(), figures.edge, solution.round.expected_value, None, "", figures.hit_frequency,
        figures.variance, (rule,),
    )  # fmt: skip


def _sorted(game: Game, limits: Limits, executor: Executor | None) -> Finding:
    """The best two classes; with the other figures of playing by them where those are counted as it is."""
    verify_decision(game)
    plan_sorting(game, limits[0])
    core, found = core_game(game), best_sorting(game, executor)
    plain = advisor(core).round.expected_value
    finding = Finding(Leak.BACKS, found.information, found.edge, plain, note="The best two classes of all partitions.")
    return with_figures(game, finding, limits, executor) if limits[0] >= EXACT_S else finding


def with_figures(game: Game, finding: Finding, limits: Limits, executor: Executor | None = None) -> Finding:
    """Classes of which the edge is known, with all other figures of play by them, where these are counted."""
    core, information = core_game(game), finding.information
    known = known_cards(core, information)
    if known and known.counter.seconds <= limits[0]:
        figures, rules = play_known(known, executor)
    else:
        exposure = expose(game, information, exact_s=limits[0], sample_s=limits[1], gains=False, executor=executor)
        figures, rules = exposure.figures, exposure.strategy
    note = finding.note if figures.exact else f"{finding.note} {SAMPLED_SPREAD}"
    assert not figures.exact or figures.edge == finding.edge, "the search and the play by its best come to the same"
    return replace(finding, hit_frequency=figures.hit_frequency, variance=figures.variance, strategy=rules, note=note)


def worst_first(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Games by their worst leak; those without a figure come last."""
    return sorted(verdicts, key=lambda each: (each.worst is None, -each.worst.edge if each.worst else Fraction(0)))
