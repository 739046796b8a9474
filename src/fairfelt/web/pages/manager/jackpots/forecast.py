"""What a jackpot of this room will do: the next awards, the money to deposit, running dry, and all advice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from starlette.responses import Response

from fairfelt.exact import Unsolved
from fairfelt.meters import Case, MeterError
from fairfelt.reports.meter.edge import case_facts
from fairfelt.reports.meter.live_case import table_of
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Sheet
from fairfelt.web.desk import Desk, Field, Form, Nowhere
from fairfelt.web.desk.downloads import taken_away
from fairfelt.web.pages.counting import Counting, Job, NotReady, counting_of
from fairfelt.web.pages.meters.meter_reports import (
    advice_paper,
    asked_about,
    dry_paper,
    forecast_paper,
    in_numbers,
    without,
)

from ..office import drawn, named
from .live_meter import LiveMeter, at_a_pace, live_meter, seen_so_far

PAPERS = {"forecast": forecast_paper, "advice": advice_paper, "rundry": dry_paper}
TITLES = {"forecast": "What comes next", "advice": "What is advised", "rundry": "Whether it can run dry"}
FORMS = ("pdf", "csv", "json", "html")
MOST_WAGERS = 10_000_000
WAGERS, OTHERS = "wagers", "others"


@dataclass(frozen=True)
class Outlook:
    """One paper on its way, below the facts that all of them go by."""

    name: str
    job: Job[Report]
    case: Case

    @property
    def title(self) -> str:
        """Its heading."""
        return TITLES[self.name]

    @property
    def sheet(self) -> Sheet | None:
        """What stands under it, once it is there."""
        return without(self.job.answer.sheet, set(case_facts(self.case))) if self.job.solved else None


async def forecast(desk: Desk) -> Response:
    """The page; it is drawn at once, and what takes a while comes by itself."""
    form = _sent(desk)
    asked = await _asked(desk, form)
    counting = counting_of(desk.request)
    case = _case(counting, asked) if asked else None
    unready = case is not None and not case.ready  # looked at once: it may come while the page is drawn
    papers = list(_papers(counting, asked, case.answer)) if asked and case and not unready and case.solved else []
    waits = unready or any(not paper.job.ready for paper in papers)
    return drawn(
        desk, "manager/jackpots/forecast.html", name=desk.request.path_params["jackpot"], form=form,
        fields=list(_fields(asked)), case=case, unready=unready, papers=papers, waits=waits, forms=FORMS,
        facts=list(case_facts(case.answer)) if papers and case else [], query=desk.request.url.query,
        status=200 if asked else 422,
    )  # fmt: skip


async def forecast_document(desk: Desk) -> Response:
    """One of its papers to take away."""
    part, sort, form = desk.request.path_params["part"], desk.request.path_params["form"], _sent(desk)
    asked = await _asked(desk, form)
    if asked is None or part not in PAPERS:
        raise Nowhere(next(iter(form.mistakes.values()), f"there is no {part!r}: choose one of {', '.join(PAPERS)}"))
    counting = counting_of(desk.request)
    try:
        paper = _paper(counting, asked, _case(counting, asked).result(), part).result()
    except (NotReady, Unsolved) as error:
        raise Nowhere(str(error)) from error
    return taken_away(sort, f"{asked.jackpot}-{part}".replace(" ", "-"), paper.sheet, FORMS, paper.plain)


def _sent(desk: Desk) -> Form:
    return Form(dict(desk.request.query_params))


async def _asked(desk: Desk, form: Form) -> LiveMeter | None:
    """The jackpot as it stands, at the pace of the room or at one that was typed."""
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    floor, wagers, others = desk.floor, _whole(form, WAGERS, MOST_WAGERS), _whole(form, OTHERS, 99)
    if form.mistakes:
        return None
    try:
        table_of(floor, name)
    except MeterError as error:
        raise Nowhere(str(error)) from error
    seen = await asyncio.to_thread(seen_so_far, desk.controller.ledger, floor, name)
    return live_meter(floor, name, at_a_pace(seen, wagers) if wagers else seen, others=others)


def _whole(form: Form, name: str, most: int) -> int:
    text = form.get(name).replace(",", "") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        form.mistake(name, f"{form.get(name)!r} is not possible: give a whole number up to {most:,}")
        return 0
    return int(text)


def _fields(asked: LiveMeter | None) -> Iterator[Field]:
    pace = asked.seen.pace if asked else None
    seen = f"As seen so far: {int(pace.wagers_per_week):,}." if pace else "Not an hour was played yet."
    yield Field(name=WAGERS, label="Wagers a week", hint=seen, optional=True)
    yield Field(name=OTHERS, label="Other bettors at the table", hint="Their hands pay envy.", optional=True)


def _case(counting: Counting, asked: LiveMeter) -> Job[Case]:
    return in_numbers(counting, ("live", *asked.key), asked.case, solving=asked.solving)


def _paper(counting: Counting, asked: LiveMeter, case: Case, name: str) -> Job[Report]:
    return asked_about(counting, (name, *asked.key), partial(PAPERS[name], case))


def _papers(counting: Counting, asked: LiveMeter, case: Case) -> Iterator[Outlook]:
    for name in PAPERS:
        if name != "rundry" or case.pays_from_meter:
            yield Outlook(name, _paper(counting, asked, case, name), case)
