"""What is told about a meter behind the pages: sheets that take a while, made once and one after the other."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from concurrent.futures import Executor, wait
from dataclasses import replace
from fractions import Fraction
from functools import partial

from fairfelt.exact import Progress, Unsolved
from fairfelt.meters import Case, MeterError, advise, forecast
from fairfelt.reports.meter.advice import advice_dict, advice_sheet
from fairfelt.reports.meter.forecast import forecast_dict, forecast_sheet
from fairfelt.reports.meter.run_dry import dry_dict, dry_sheet, dry_study
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Block, Facts, Plot, Section, Sheet
from fairfelt.rules import Game

from ..counting import Count, Counting, Job, T

PATIENCE_S = 0.4
"""A bet that needs no solving is counted within this, and the page has its numbers at once."""
RISK = Fraction(1, 100)
WEEKS = 520
MOST_SAMPLES, MOST_AHEAD, FEWEST_SAMPLES = 1_000, 20_000, 20
MOST_MOVES = 30_000_000
"""Of a meter that a forecast plays, seconds of work: one that moves more often is sampled less."""


def in_numbers(counting: Counting, key: tuple[Hashable, ...], count: Count[T], *, solving: str) -> Job[T]:
    """A bet, or all that a meter is asked about with it."""
    return counting.bet(key, partial(_answered, count), solving=solving)


def asked_about(counting: Counting, key: tuple[Hashable, ...], count: Count[T]) -> Job[T]:
    """One question about a meter."""
    return counting.meter(key, partial(_answered, count))


def patiently(job: Job[T]) -> Job[T]:
    """The same, after a moment in which it may well have come."""
    wait([job.future], PATIENCE_S)
    return job


def _answered(count: Count[T], executor: Executor, progress: Progress) -> T:
    """What has no answer is told as the pages know it."""
    try:
        return count(executor, progress)
    except MeterError as error:
        raise Unsolved(str(error)) from error


def dry_paper(case: Case, executor: Executor, progress: Progress) -> Report:
    """Whether it can run dry."""
    progress(0, 1, "following the meter")
    study = dry_study(case, risk=RISK)
    return Report(_drawn(dry_sheet(study)), dry_dict(study))


def solved_for(game: Game, wager: str) -> str:
    """The game that has to be solved for a bet; none where it is on a hand that counts even if it is folded."""
    bet = game.wager(wager)
    return "" if bet.ranking and bet.survives_fold else game.slug


def forecast_paper(case: Case, executor: Executor, progress: Progress) -> Report:
    """What comes next."""
    if case.pace is None:
        raise MeterError("there is no pace to go by yet: say how many wagers come in a week")
    progress(0, 1, "playing the weeks to come")
    paths, ahead = samples_of(case)
    found = forecast(case.prospect, case.terms, case.pace, case.standing, weeks=WEEKS, paths=paths, paths_ahead=ahead)
    return Report(_drawn(forecast_sheet(case, found)), forecast_dict(case, found))


def advice_paper(case: Case, executor: Executor, progress: Progress) -> Report:
    """What makers advise."""
    progress(0, 1, "weighing the terms")
    given = advise(case.prospect, case.terms, case.others)
    return Report(advice_sheet(case, given), advice_dict(case, given))


def samples_of(case: Case) -> tuple[int, int]:
    """How often the weeks are played, and how often on to the next award."""
    bet, pace = case.prospect, case.pace
    assert pace
    chances = [hit.probability for hit in bet.hits]
    chances += [pay.probability for pay in bet.pays] if case.pays_from_meter else []
    moved = sum(chances, Fraction(0))
    rarest = min((bet.whole(level) for level in bet.levels if bet.whole(level)), default=Fraction(1))
    return _within(moved * pace.wagers_per_week * WEEKS, MOST_SAMPLES), _within(moved / rarest, MOST_AHEAD)


def _within(moves: Fraction, most: int) -> int:
    """As many samples as can be waited for, with so many moves of a meter in each."""
    return min(most, max(FEWEST_SAMPLES, int(MOST_MOVES / max(Fraction(1), moves))))


def without(sheet: Sheet, said: Collection[tuple[str, str]]) -> Sheet:
    """A sheet below another one, which need not say the same facts again."""
    sections = (Section(each.title, tuple(_unsaid(each, said))) for each in sheet.sections)
    return replace(sheet, sections=tuple(each for each in sections if each.blocks))


def _unsaid(section: Section, said: Collection[tuple[str, str]]) -> Iterator[Block]:
    for block in section.blocks:
        if not isinstance(block, Facts):
            yield block
        elif rows := tuple(row for row in block.rows if row not in said):
            yield Facts(rows)


def _drawn(sheet: Sheet) -> Sheet:
    """With its pictures drawn, so that all they were drawn from can be forgotten."""
    return replace(sheet, sections=tuple(Section(each.title, tuple(_blocks(each))) for each in sheet.sections))


def _blocks(section: Section) -> Iterator[Block]:
    for block in section.blocks:
        yield replace(block, draw=partial(str, block.draw())) if isinstance(block, Plot) else block
