"""What a progressive bet of a game will do: the page with its form, and every sheet of it to take away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.exact import Progress
from fairfelt.jackpot import FixedPays
from fairfelt.meters import Case, Prospect, prospect
from fairfelt.reports.meter.edge import break_even_dict, break_even_sheet, case_facts, edge_dict, edge_sheet
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Sheet
from fairfelt.rules import UnknownName

from ..counting import Counting, Job, counting_of
from ..documents import FORMS, document, document_name
from ..game_query import BadQuery, game_of
from ..page import page
from .form import MeterForm
from .meter_reports import (
    advice_paper,
    asked_about,
    dry_paper,
    forecast_paper,
    in_numbers,
    patiently,
    without,
)
from .question import Question, bets_of

Slow = Callable[[Case, Executor, Progress], Report]
SLOW: Mapping[str, Slow] = {"advice": advice_paper, "rundry": dry_paper, "forecast": forecast_paper}
TITLES = {
    "edge": "What the bet returns",
    "breakeven": "From which meter on it loses nothing",
    "advice": "What is advised",
    "forecast": "What comes next",
    "rundry": "Whether it can run dry",
}


@dataclass(frozen=True)
class Part:
    """A part of the page: its sheet, or the job that makes it; neither where there is nothing to be asked."""

    name: str
    said: frozenset[tuple[str, str]]
    """Facts that stand above."""
    job: Job[Report] | None = None
    paper: Report | None = None

    @property
    def title(self) -> str:
        """Its heading."""
        return TITLES[self.name]

    @property
    def sheet(self) -> Sheet | None:
        """What stands under it, once it is there."""
        paper = self.job.answer if self.job and self.job.solved else self.paper
        if not paper:
            return None
        sheet = without(paper.sheet, self.said)
        # Its picture is the one that stands under the edge.
        return replace(sheet, sections=sheet.sections[:-1]) if self.name == "breakeven" else sheet


def meter(request: Request) -> Response:
    """The form, and below it all that it comes to."""
    game = game_of(request)
    if not bets_of(game):
        return page("meters/meter.html", status=404, game=game, form=None, waiting=False)
    form, counting = MeterForm(game, request.query_params), counting_of(request)
    question = form.question()
    bet = _bet(counting, question) if question else None
    unready = bet is not None and not bet.ready  # looked at once: it may come while the page is drawn
    parts = list(_parts(counting, question, bet.answer)) if question and bet and not unready and bet.solved else []
    waits = unready or any(part.job and not part.job.ready for part in parts)
    return page(
        "meters/meter.html",
        status=200 if question else 400,
        game=game,
        form=form,
        bet=bet,
        unready=unready,
        parts=parts,
        waiting=waits,
    )


@document(*FORMS)
def meter_document(request: Request) -> Report:
    """One of its sheets."""
    game, name = game_of(request), request.path_params["part"]
    if not bets_of(game) or name not in TITLES:
        raise UnknownName("sheet about a meter of", f"{game.title}: {name}", tuple(TITLES) if bets_of(game) else ())
    form = MeterForm(game, request.query_params)
    question = form.question()
    if question is None:
        raise BadQuery(*next(iter(form.mistakes.items())))
    counting = counting_of(request)
    paper = _paper(counting, question, _bet(counting, question).result(), name)
    return replace(paper, name=document_name(game, f"meter-{name}"))


def _bet(counting: Counting, question: Question) -> Job[Prospect]:
    key = ("bet", question.slug, question.variant, question.bet, question.stake)
    return patiently(in_numbers(counting, key, partial(_counted, question), solving=question.solving))


def _counted(question: Question, executor: Executor, progress: Progress) -> Prospect:
    progress(0, 1, f"counting {question.bet.wager}")
    return prospect(question.game, *question.bet, stake=question.stake, executor=executor)


def _parts(counting: Counting, question: Question, bet: Prospect) -> Iterator[Part]:
    said: frozenset[tuple[str, str]] = frozenset()
    for name in TITLES:
        if name == "rundry" and question.terms.fixed_pays is FixedPays.TRAY:
            yield Part(name, said)
        elif name in SLOW:
            yield Part(name, said, job=_job(counting, question, bet, name))
        else:
            yield Part(name, said, paper=_at_once(question, bet, name))
        said = frozenset(case_facts(question.case(bet)))


def _paper(counting: Counting, question: Question, bet: Prospect, name: str) -> Report:
    return _job(counting, question, bet, name).result() if name in SLOW else _at_once(question, bet, name)


def _job(counting: Counting, question: Question, bet: Prospect, name: str) -> Job[Report]:
    return asked_about(counting, (name, question), partial(SLOW[name], question.case(bet)))


def _at_once(question: Question, bet: Prospect, name: str) -> Report:
    case, tax = question.case(bet), question.tax
    if name == "edge":
        return Report(edge_sheet(case), edge_dict(case))
    return Report(break_even_sheet(case, tax), break_even_dict(case, tax))
