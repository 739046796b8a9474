"""What pages show about a meter: the bet and the reports that take a while, each counted once behind the pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor, wait
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from fairfelt.exact import Progress, Unsolved
from fairfelt.jackpot import FixedPays
from fairfelt.meters import NO_TAX, JackpotModel, JackpotSetup, MeterError, ProgressiveBet, Tax, forecast
from fairfelt.reports.meter.edge import Fact, advice_report, break_even_report, edge_report, model_facts
from fairfelt.reports.meter.forecast import forecast_report, run_dry_report
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Block, Facts, Plot, Section, Sheet

from ..counting import Count, Counting, Job, T

PATIENCE_S = 0.4
"""A bet that needs no solving is counted within this, and the page has its numbers at once."""
WEEKS = 520
MOST_SAMPLES, MOST_AHEAD, FEWEST_SAMPLES = 1_000, 20_000, 20
MOST_MOVES = 30_000_000
"""Of a meter that a forecast plays, seconds of work: one that moves more often is sampled less."""
TITLES = {
    "edge": "Return and house edge",
    "breakeven": "Break-even meter",
    "advice": "Recommendations",
    "forecast": "Forecast",
    "rundry": "Run-dry risk",
}
STEPS = {"advice": "weighing the terms", "forecast": "playing the weeks to come", "rundry": "following the meter"}
"""What is being done meanwhile, for the parts that take a while."""


@dataclass(frozen=True)
class MeterPart:
    """A part of a page: its report, or the job that makes it; neither where there is nothing to ask."""

    name: str
    job: Job[Report] | None = None
    report: Report | None = None
    shown: frozenset[Fact] = frozenset()
    """Facts that stand above."""

    @property
    def title(self) -> str:
        """Its heading."""
        return TITLES[self.name]

    @property
    def waiting(self) -> bool:
        """Whether it is still being counted."""
        return self.job is not None and not self.job.ready

    @property
    def sheet(self) -> Sheet | None:
        """What stands under it, once it is there."""
        report = self.job.answer if self.job and self.job.solved else self.report
        if not report:
            return None
        sheet = report.sheet
        # Its picture is the one that stands under the edge.
        sections = sheet.sections[:-1] if self.name == "breakeven" else sheet.sections
        return _change_blocks(replace(sheet, sections=sections), partial(_omit_facts, self.shown))


class MeterStudy:
    """A jackpot that a page is asked about: whether its bet is counted, and what can be said of it then."""

    def __init__(self, counting: Counting, setup: JackpotSetup, tax: Tax = NO_TAX, *, patience_s: float = 0) -> None:
        self.counting, self.setup, self.tax = counting, setup, tax
        self.job = bet_job(counting, setup)
        wait([self.job.future], patience_s)
        self.ready = self.job.ready
        """Looked at once: the bet may come while the page is drawn."""
        self.unsolved = self.job.unsolved if self.ready else ""
        self.model: JackpotModel | None = None
        if self.ready and self.job.solved:
            try:
                self.model = setup.model(self.job.answer)
            except MeterError as error:
                self.unsolved = str(error)

    def parts(self, names: Iterable[str], *, facts_shown: bool = False) -> Iterator[MeterPart]:
        """These parts of the page; the first of them has the facts of all, unless the page shows them above."""
        if self.model is None:
            return
        facts = frozenset(model_facts(self.model))
        shown = facts if facts_shown else frozenset()
        for name in names:
            if name == "rundry" and self.setup.terms.fixed_pays is FixedPays.TRAY:
                yield MeterPart(name)
            elif name in STEPS:
                yield MeterPart(name, job=self._report_job(name, self.model), shown=shown)
            else:
                yield MeterPart(name, report=self._report_at_once(name, self.model), shown=shown)
            shown = facts

    def finished_report(self, name: str) -> Report:
        """One of its reports; NotReady or Unsolved if there is none."""
        self.job.result()
        if self.model is None:
            raise Unsolved(self.unsolved)
        at_once = name not in STEPS
        return self._report_at_once(name, self.model) if at_once else self._report_job(name, self.model).result()

    def _report_job(self, name: str, model: JackpotModel) -> Job[Report]:
        return self.counting.meter((name, self.setup), _as_unsolved(partial(_count_report, name, model)))

    def _report_at_once(self, name: str, model: JackpotModel) -> Report:
        return edge_report(model) if name == "edge" else break_even_report(model, self.tax)


def bet_job(counting: Counting, setup: JackpotSetup) -> Job[ProgressiveBet]:
    """The bet of a jackpot, counted once for all pages that ask."""
    key = ("bet", setup.offer, setup.folded_hands_qualify, setup.stake)
    return counting.bet(key, _as_unsolved(partial(_count_bet, setup)), solving=setup.solving)


def _as_unsolved(count: Count[T]) -> Count[T]:
    """What has no answer is told as the pages know it."""

    def counted(executor: Executor, progress: Progress) -> T:
        try:
            return count(executor, progress)
        except MeterError as error:
            raise Unsolved(str(error)) from error

    return counted


def _count_bet(setup: JackpotSetup, executor: Executor, progress: Progress) -> ProgressiveBet:
    progress(0, 1, f"counting {setup.offer.wager}")
    return setup.count_bet(executor)


def _count_report(name: str, model: JackpotModel, executor: Executor, progress: Progress) -> Report:
    progress(0, 1, STEPS[name])
    reports = {"advice": advice_report, "rundry": run_dry_report, "forecast": _forecast_report}
    report = reports[name](model)
    return replace(report, sheet=_change_blocks(report.sheet, _draw_plot), plot=None)


def _forecast_report(model: JackpotModel) -> Report:
    if model.pace is None:
        raise MeterError("there is no pace to go by yet: enter the number of wagers per week")
    paths, ahead = sample_sizes(model)
    found = forecast(model.bet, model.terms, model.pace, model.balances, weeks=WEEKS, paths=paths, paths_ahead=ahead)
    return forecast_report(model, found)


def sample_sizes(model: JackpotModel) -> tuple[int, int]:
    """How often the weeks are played, and how often on to the next award."""
    bet, pace = model.bet, model.pace
    assert pace
    moved = sum((hit.probability for hit in bet.hits), Fraction(0))
    if model.pays_from_meter:
        moved += sum((pay.probability for pay in bet.pays), Fraction(0))
    rarest = min((bet.whole(level) for level in bet.levels if bet.whole(level)), default=Fraction(1))
    return _samples(moved * pace.wagers_per_week * WEEKS, MOST_SAMPLES), _samples(moved / rarest, MOST_AHEAD)


def _samples(moves: Fraction, most: int) -> int:
    """As many samples as can be waited for, with so many moves of a meter in each."""
    return min(most, max(FEWEST_SAMPLES, int(MOST_MOVES / max(Fraction(1), moves))))


def _change_blocks(sheet: Sheet, change: Callable[[Block], Block | None]) -> Sheet:
    """A sheet with each of its blocks changed or left out."""
    changed = [
        Section(section.title, tuple(new for block in section.blocks if (new := change(block))))
        for section in sheet.sections
    ]
    return replace(sheet, sections=tuple(section for section in changed if section.blocks))


def _omit_facts(shown: Collection[Fact], block: Block) -> Block | None:
    if not isinstance(block, Facts):
        return block
    rows = tuple(row for row in block.rows if row not in shown)
    return Facts(rows) if rows else None


def _draw_plot(block: Block) -> Block:
    """With its picture drawn, so that all it was drawn from can be forgotten."""
    return replace(block, draw=partial(str, block.draw())) if isinstance(block, Plot) else block
