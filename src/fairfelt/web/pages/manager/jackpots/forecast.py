"""What a jackpot of this room will do: the next awards, the money to deposit, run-dry risk, and recommendations.

Its meters are rounded to a few digits: they move with every wager, and what was computed a minute ago still holds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from starlette.responses import Response

from fairfelt.engine import Unsolved, to_decimal
from fairfelt.jackpot.meters import JackpotSetup, MeterError, Pace
from fairfelt.ledger import Entry, Ledger
from fairfelt.reports.meter.edge import model_facts
from fairfelt.room import Floor
from fairfelt.room.events import kinds_of
from fairfelt.room.events.rounds import GameStarted
from fairfelt.room.live_jackpot import observe_play, set_up_live
from fairfelt.web.desk import Desk, Field, Form, Nowhere
from fairfelt.web.desk.frame import download
from fairfelt.web.http.request import read_integer
from fairfelt.web.pages.counting import NotReady, counting_of
from fairfelt.web.pages.meters import MeterStudy

from ..office import drawn, named

PARTS = ("forecast", "advice", "rundry")
FORMS = ("pdf", "html", "txt", "json", "csv")
MOST_WAGERS = 10_000_000
WAGERS, OTHERS = "wagers", "others"
DIGITS = 3


async def forecast(desk: Desk) -> Response:
    """The page; it is drawn at once, and what takes a while comes by itself."""
    form = _form(desk)
    setup = await _read_setup(desk, form)
    study = MeterStudy(counting_of(desk.request), setup) if setup else None
    found = study.parts(PARTS, facts_shown=True) if study else ()
    parts = [part for part in found if part.job]
    return drawn(
        desk, "manager/jackpots/forecast.html", name=desk.request.path_params["jackpot"], form=form,
        fields=list(_fields(setup)), study=study, parts=parts, query=desk.request.url.query,
        waits=bool(study and not study.ready) or any(part.waiting for part in parts),
        facts=list(model_facts(study.model)) if study and study.model else [], status=200 if setup else 422,
    )  # fmt: skip


async def forecast_document(desk: Desk) -> Response:
    """One of its reports to download."""
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    part, sort, form = desk.request.path_params["part"], desk.request.path_params["form"], _form(desk)
    setup = await _read_setup(desk, form)
    if setup is None or part not in PARTS:
        raise Nowhere(next(iter(form.mistakes.values()), f"there is no {part!r}: choose one of {', '.join(PARTS)}"))
    try:
        report = MeterStudy(counting_of(desk.request), setup).finished_report(part)
    except (NotReady, Unsolved) as error:
        raise Nowhere(str(error)) from error
    return download(sort, replace(report, name=f"{name}-{part}".replace(" ", "-")), FORMS)


def _form(desk: Desk) -> Form:
    return Form(dict(desk.request.query_params))


async def _read_setup(desk: Desk, form: Form) -> JackpotSetup | None:
    """The jackpot as it is, at the pace of the room or at one that was typed."""
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    wagers, others = _read_whole(form, WAGERS, MOST_WAGERS), _read_whole(form, OTHERS, 99)
    if form.mistakes:
        return None
    try:
        setup = await asyncio.to_thread(observe_setup, desk.controller.ledger, desk.floor, name)
    except MeterError as error:
        raise Nowhere(str(error)) from error
    pace = Pace.observed(wagers, Fraction(1)) if wagers else setup.pace
    return round_setup(replace(setup, others=others, pace=pace))


def observe_setup(ledger: Ledger[Floor], floor: Floor, jackpot: str) -> JackpotSetup:
    """A jackpot as it is, at the pace at which its wagers came in so far."""
    play = observe_play(floor, jackpot, _starts(ledger), ledger.committed.head.at_micros)
    return set_up_live(floor, jackpot, play)


def _starts(ledger: Ledger[Floor]) -> Iterator[Entry]:
    """The games that were started, a page of the log at a time."""
    after = 0
    while entries := ledger.entries(after=after, kinds=kinds_of(GameStarted)):
        yield from entries
        after = entries[-1].number


def round_setup(setup: JackpotSetup) -> JackpotSetup:
    """In few digits, each reserve as coarsely as its meter, so that one answer holds for a while."""
    meters, reserves = dict(setup.meters), dict(setup.reserves)
    weekly = int(round_digits(setup.pace.wagers_per_week)) if setup.pace else 0
    return replace(
        setup,
        stake=round_digits(setup.stake),
        meters=tuple((name, round_digits(meter)) for name, meter in meters.items()),
        reserves=tuple((name, _round_like(reserves[name], meter)) for name, meter in meters.items()),
        pace=Pace.observed(weekly, Fraction(1)) if weekly else None,
    )


def round_digits(number: Fraction) -> Fraction:
    """To three significant digits."""
    return Fraction(Decimal(f"{to_decimal(number):.{DIGITS}g}"))


def _round_like(amount: Fraction, other: Fraction) -> Fraction:
    """To the last digit that the other one is rounded to."""
    last = Fraction(10) ** (to_decimal(other).adjusted() - DIGITS + 1)
    return round(amount / last) * last


def _read_whole(form: Form, name: str, most: int) -> int:
    text = form.get(name).replace(",", "") or "0"
    if (found := read_integer(text, 0, most)) is None:
        form.mistake(name, f"{form.get(name)!r:.40} is not possible: give a whole number up to {most:,}")
    return found or 0


def _fields(setup: JackpotSetup | None) -> Iterator[Field]:
    pace = setup.pace if setup else None
    seen = f"So far: {int(pace.wagers_per_week):,}." if pace else "Less than an hour has been played."
    yield Field(name=WAGERS, label="Wagers per week", hint=seen, optional=True)
    yield Field(name=OTHERS, label="Other bettors at the table", hint="Their hands pay envy.", optional=True)
