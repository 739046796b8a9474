"""Pages on what a progressive meter will do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairfelt.engine.exact import Progress, Unsolved
from fairfelt.jackpot import PPM, FixedPays, Level, Terms
from fairfelt.jackpot.meters import (
    NO_TAX,
    JackpotModel,
    JackpotSetup,
    MeterError,
    Pace,
    ProgressiveBet,
    Tax,
    forecast,
    offers_of,
)
from fairfelt.jackpot.meters.edge import needs_solving
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.reports.meter import (
    Fact,
    advice_report,
    break_even_report,
    edge_report,
    forecast_report,
    model_facts,
    run_dry_report,
)
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Facts, Plot, Section, Sheet
from fairfelt.rules import DOLLARS, MICROS, Game, PresetLevel, UnknownName
from fairfelt.runtime.formats import Currency
from fairfelt.web.desk import Field, Form
from fairfelt.web.desk.words import percent, plain
from fairfelt.web.http.answers import BadQuery
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import Counting, counting_of, game_of
from fairfelt.web.pages.page import FORMS, document, document_name, page

# The fields of a jackpot's level: how a form asks for them and reads them, whatever it calls each field.


FieldName = Callable[[str], str]
"""The name of a field, by the part of the level that it holds."""


def level_fields(named: FieldName, unit: str, level: Level | PresetLevel | None = None) -> tuple[Field, ...]:
    """Seed, rates and limit, with those that a level has so far."""

    def held(part: str, write: Callable[[int], str]) -> str:
        value = getattr(level, part, None)
        return "" if value is None else write(value)

    return (
        Field(name=named("seed"), label="Seed", sort="amount", unit=unit, value=held("seed_micros", plain),
              hint="Put in by the house after a 100% award."),
        Field(name=named("rate"), label="Meter rate", sort="percent", unit="%", value=held("rate_ppm", percent),
              hint="Of every wager, to the meter."),
        Field(name=named("reserve"), label="Reserve rate", sort="percent", unit="%", optional=True,
              value=held("reserve_rate_ppm", percent), hint="Of every wager, for the next reset."),
        Field(name=named("limit"), label="Limit", sort="amount", unit=unit, optional=True,
              value=held("limit_micros", plain), hint="Contributions above it wait for the next reset."),
    )  # fmt: skip


def read_level(form: Form, level: str, named: FieldName, currency: str) -> dict[str, Any]:
    """A level as terms are made of it; what is wrong is said at its field."""
    seed_micros, limit_micros = form.amount(named("seed"), currency), form.amount_or_none(named("limit"), currency)
    if limit_micros is not None and limit_micros < seed_micros:
        form.mistake(named("limit"), "the limit lies below the seed: set it at or above the seed, or leave it empty")
    return {
        "name": level,
        "seed_micros": seed_micros,
        "rate_ppm": form.rate_ppm(named("rate")),
        "reserve_rate_ppm": form.rate_ppm(named("reserve")),
        "limit_micros": limit_micros,
    }


def check_rates(form: Form, levels: Sequence[dict[str, Any]], field: str) -> None:
    """Check the rates of all levels together; a mistake is shown at one field."""
    total_ppm = sum(level["rate_ppm"] + level["reserve_rate_ppm"] for level in levels)
    if total_ppm > PPM:
        form.mistake(field, f"all rates and reserves together come to {percent(total_ppm)}%: more than the whole wager")


# The form of a question about a meter: usual values, what was typed, and what is wrong with it.


BET, PAYS, CURRENCY = "bet", "pays", "currency"
USUAL_LEVELS = (("10,000", "15", "2", "25,000"), ("1,000", "3", "1", "2,500"), ("100", "2", "1", "250"))
"""Seed, rates and meter of a first, a second and every further level."""
PACE = {"tables": ("Tables", "", 1000, "4"), "rounds": ("Rounds per hour", "per table", 500, "40"),
        "bettors": ("Bettors", "per round", 100, "3.5"), "hours": ("Hours", "per week", 168, "112")}  # fmt: skip
"""Label, unit, greatest number and usual number."""
LONGEST = 40


class MeterForm(Form):
    """The fields as they were typed; those that were not hold the usual value."""

    def __init__(self, game: Game, sent: Mapping[str, str]) -> None:
        offers = sorted(offers_of(game), key=lambda offer: needs_solving(game.wager(offer.wager)))
        self.game, self.offers = game, {offer.bet_key: offer for offer in offers}
        self.offer = self.offers.get(sent.get(BET, ""), offers[0])
        self.fields = tuple(self._fields(sent.get(CURRENCY, DOLLARS)[:LONGEST]))
        self.usual = {field.name: field.value for field in self.fields}
        super().__init__({name: sent.get(name, text)[:LONGEST] for name, text in self.usual.items()})
        if sent.get(BET, self.offer.bet_key) != self.offer.bet_key:
            self.mistake(BET, "choose from the list")

    @property
    def query(self) -> dict[str, str]:
        """The query of an address: the bet, and values that are not the usual ones."""
        unusual = {name: text for name, text in self.sent.items() if text != self.usual[name]}
        return {BET: self.offer.bet_key, **unusual}

    def read(self) -> tuple[JackpotSetup | None, Tax]:
        """Read the question; None where a field is wrong, which is then shown next to it."""
        unit, names = self.get(CURRENCY), self.offer.levels
        levels = [read_level(self, name, partial(_field_of, name), unit) for name in names]
        meters = tuple((name, Fraction(self.amount(_field_of(name, "meter"), unit), MICROS)) for name in names)
        stake, ante = (Fraction(self.amount(name, unit, least=1), MICROS) for name in ("stake", "ante"))
        others = self.whole("others", 0, self.game.seats - 1, optional=False) or 0
        pays, currency = self.one_of(PAYS, [each.value for each in FixedPays]), self.text(CURRENCY, Currency)
        rate_ppm, taxed_micros = self.rate_ppm("tax"), self.amount("tax_from", unit)
        if rate_ppm == PPM:
            self.mistake("tax", "a tax leaves something: give less than 100 percent")
        tables = self.whole("tables", 1, PACE["tables"][2], optional=False) or 0
        rounds, bettors, hours = (
            Fraction(self.amount(name, "", least=1, most=PACE[name][2] * MICROS), MICROS)
            for name in ("rounds", "bettors", "hours")
        )
        check_rates(self, levels, _field_of(names[0], "rate"))
        if self.mistakes:
            return None, NO_TAX
        terms = msgspec.convert(
            {
                "name": f"{self.game.name} {self.offer.paytable}",
                "levels": levels,
                "currency": currency,
                "largest_increment_micros": MOST_MICROS,
                "executive_from_micros": 0,
                "fixed_pays": pays,
            },
            Terms,
        )
        pace = Pace(tables=tables, rounds_per_hour=rounds, bettors=bettors, hours_per_week=hours)
        setup = JackpotSetup(
            offer=self.offer, terms=terms, stake=stake, ante=ante, others=others, meters=meters, pace=pace
        )
        return setup, Tax(Fraction(rate_ppm, PPM), Fraction(taxed_micros, MICROS))

    def groups(self) -> Iterator[tuple[str, list[Field]]]:
        return ((group, list(fields)) for group, fields in groupby(self.fields, key=lambda field: field.group))

    def _fields(self, unit: str) -> Iterator[Field]:
        """Every field with its usual value."""
        bets = {key: f"{offer.wager}, {offer.paytable}" for key, offer in self.offers.items()}
        pays = {each.value: f"from the {each.value}" for each in FixedPays}
        usual = partial(Field, group="Bet")
        yield usual(BET, "Bet and paytable", choices=bets, value=self.offer.bet_key)
        yield usual(CURRENCY, "Currency", value=DOLLARS)
        yield usual("stake", "Wager", sort="amount", unit=unit, value="1")
        yield usual("ante", "Ante", sort="amount", unit=unit, value="5")
        yield usual(PAYS, "Fixed pays come", choices=pays, value=FixedPays.TRAY.value)
        yield usual("others", f"Other bettors, 0 to {self.game.seats - 1}", value="0")
        yield usual("tax", "Tax on prizes", sort="percent", unit="%", value="0")
        yield usual("tax_from", "Taxed from", sort="amount", unit=unit, value="1,200")
        for place, name in enumerate(self.offer.levels):
            seed, rate, reserve, meter = USUAL_LEVELS[min(place, len(USUAL_LEVELS) - 1)]
            now = Field(_field_of(name, "meter"), "Meter now", sort="amount", unit=unit)
            *settings, _ = level_fields(partial(_field_of, name), unit)
            for field, value in zip((now, *settings), (meter, seed, rate, reserve), strict=True):
                yield replace(field, hint="", optional=False, value=value, group=f"Level {name}")
        for name, (label, each, _, value) in PACE.items():
            yield Field(name, label, unit=each, sort="amount", value=value, group="Room")


def _field_of(level: str, part: str) -> str:
    """The name of a field of a level, which is also its id on the page."""
    return f"{part}-{level.replace(' ', '-')}"


# What pages show about a meter: the bet and the reports that take a while, each counted once behind the pages.


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
"""Progress messages of the parts that take a while."""


@dataclass(frozen=True)
class MeterPart:
    """A part of a page, and the job that makes its report; none where there is nothing to ask."""

    name: str
    job: Job[Report] | None = None
    shown: frozenset[Fact] = frozenset()
    """Facts that stand above."""

    @property
    def title(self) -> str:
        return TITLES[self.name]

    @property
    def waiting(self) -> bool:
        return self.job is not None and not self.job.ready

    @property
    def sheet(self) -> Sheet | None:
        if not self.job or not self.job.solved:
            return None
        sheet = self.job.answer.sheet
        # Its picture is the one that stands under the edge.
        sections = sheet.sections[:-1] if self.name == "breakeven" else sheet.sections
        return _change_blocks(sheet.with_sections(*sections), partial(_omit_facts, self.shown))


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
            else:
                yield MeterPart(name, self._report(name, self.model), shown)
            shown = facts

    def finished_report(self, name: str) -> Report:
        """One of its reports; NotReady or Unsolved if there is none."""
        self.job.result()
        if self.model is None:
            raise Unsolved(self.unsolved)
        return self._report(name, self.model).result()

    def _report(self, name: str, model: JackpotModel) -> Job[Report]:
        """One of its reports: there at once, unless it takes a while."""
        if name not in STEPS:
            return Job.ended(edge_report(model) if name == "edge" else break_even_report(model, self.tax))
        return self.counting.meter((name, self.setup), partial(_count_report, name, model), unsolved=(MeterError,))


def bet_job(counting: Counting, setup: JackpotSetup) -> Job[ProgressiveBet]:
    """The bet of a jackpot, counted once for all pages that ask."""
    key = ("bet", setup.offer, setup.folded_hands_qualify, setup.stake)
    return counting.bet(key, partial(_count_bet, setup), solving=setup.solving, unsolved=(MeterError,))


def _count_bet(setup: JackpotSetup, executor: Executor, progress: Progress) -> ProgressiveBet:
    progress(0, 1, f"counting {setup.offer.wager}")
    return setup.count_bet(executor)


def _count_report(name: str, model: JackpotModel, executor: Executor, progress: Progress) -> Report:
    progress(0, 1, STEPS[name])
    reports = {"advice": advice_report, "rundry": run_dry_report, "forecast": _forecast_report}
    report = reports[name](model)

    def drawn(block: Block) -> Block:  # so that all a picture was drawn from can be forgotten
        return replace(block, draw=partial(str, block.draw())) if isinstance(block, Plot) else block

    return replace(report, sheet=_change_blocks(report.sheet, drawn), plot=None)


def _forecast_report(model: JackpotModel) -> Report:
    if model.pace is None:
        raise MeterError("there is no pace to go by yet: enter the number of wagers per week")
    paths, ahead = sample_sizes(model)
    found = forecast(model.bet, model.terms, model.pace, model.balances, weeks=WEEKS, paths=paths, paths_ahead=ahead)
    return forecast_report(model, found)


def sample_sizes(model: JackpotModel) -> tuple[int, int]:
    """The numbers of samples: of the weeks, and of the play on to the next award."""
    bet, pace = model.bet, model.pace
    assert pace
    moved = sum((hit.probability for hit in bet.hits), Fraction(0))
    if model.pays_from_meter:
        moved += sum((pay.probability for pay in bet.pays), Fraction(0))
    rarest = min((bet.whole(level) for level in bet.levels if bet.whole(level)), default=Fraction(1))
    weeks, ahead = (
        max(FEWEST_SAMPLES, int(MOST_MOVES / max(Fraction(1), moves)))  # as many as a user can wait for
        for moves in (moved * pace.wagers_per_week * WEEKS, moved / rarest)
    )
    return min(MOST_SAMPLES, weeks), min(MOST_AHEAD, ahead)


def _change_blocks(sheet: Sheet, change: Callable[[Block], Block | None]) -> Sheet:
    """A sheet with each of its blocks changed or left out."""
    changed = [
        Section(section.title, *(new for block in section.blocks if (new := change(block))))
        for section in sheet.sections
    ]
    return sheet.with_sections(*(section for section in changed if section.blocks))


def _omit_facts(shown: Collection[Fact], block: Block) -> Block | None:
    if not isinstance(block, Facts):
        return block
    rows = tuple(row for row in block.rows if row not in shown)
    return Facts(*rows) if rows else None


# What a progressive bet of a game will do: the page with its form, and every report on it to download.


def meter(request: Request) -> Response:
    game = game_of(request)
    if not offers_of(game):
        return page("meters/meter.html", status=404, game=game, form=None)
    form = MeterForm(game, request.query_params)
    study = _study(request, form)
    parts = list(study.parts(TITLES)) if study else []
    return page(
        "meters/meter.html",
        status=200 if study else 400,
        game=game,
        form=form,
        study=study,
        parts=parts,
        waiting=bool(study and not study.ready) or any(part.waiting for part in parts),
        query=urlencode({"variant": game.variant, **form.query} if game.variant else form.query),
    )


@document(*FORMS)
def meter_document(request: Request) -> Report:
    game, name = game_of(request), request.path_params["part"]
    if not offers_of(game) or name not in TITLES:
        raise UnknownName("sheet about a meter of", f"{game.title}: {name}", tuple(TITLES) if offers_of(game) else ())
    form = MeterForm(game, request.query_params)
    study = _study(request, form)
    if study is None:
        raise BadQuery(*next(iter(form.mistakes.items())))
    return replace(study.finished_report(name), name=document_name(game, f"meter-{name}"))


def _study(request: Request, form: MeterForm) -> MeterStudy | None:
    """The question, with its bet counted if that takes a moment; None where a field is wrong."""
    setup, tax = form.read()
    return MeterStudy(counting_of(request), setup, tax, patience_s=PATIENCE_S) if setup else None
