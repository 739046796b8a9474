"""What a progressive bet returns and what its meter will do: house edge, break-even, advice, forecast, running dry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.engine.exact import Root, as_json, percent_text, to_decimal
from fairfelt.jackpot.meters import Climb, JackpotModel, run_dry
from fairfelt.jackpot.meters.advice import Severity, advise
from fairfelt.jackpot.meters.edge import NO_TAX, Interval, Tax, format_chance, format_money, format_share, format_weeks
from fairfelt.jackpot.meters.forecasts import SHARES, Forecast, NextAward, SampleSummary
from fairfelt.jackpot.meters.jackpot_model import FoldComparison
from fairfelt.reports.plots import lines
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Plot, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import capital, colophon, count, exact_text, figure_table, footnotes, one_in_text

Fact = tuple[str, str]


@dataclass(frozen=True)
class Figure:
    """One number: a row of the sheet by its label and an entry of the JSON by its key, where it has them."""

    key: str
    label: str
    value: Fraction | Root
    text: str = ""


def percent(key: str, label: str, value: Fraction) -> Figure:
    """A share of the wager."""
    return Figure(key, label, value, percent_text(value))


def amount(key: str, label: str, value: Fraction | Root, currency: str) -> Figure:
    return Figure(key, label, value, format_money(Fraction(to_decimal(value)), currency))


def figures_table(figures: Iterable[Figure]) -> Table:
    """The figures with a label, decimals beside fractions."""
    return figure_table(*((each.label, each.text, exact_text(each.value)) for each in figures if each.label))


def figures_plain(figures: Iterable[Figure]) -> dict[str, Any]:
    """The figures with a key, for JSON."""
    return {each.key: as_json(each.value) for each in figures if each.key}


def meter_report(
    model: JackpotModel,
    subtitle: str,
    sections: Iterable[Section],
    plain: dict[str, Any],
    *,
    facts: Iterable[Fact | None] = (),
    top: Iterable[Block] = (),
    footnotes: tuple[Fact, ...] = (),
    plot: Plot | None = None,
    origin: str = "Counted, not sampled,",
) -> Report:
    """A report that begins with the bet and its terms; `top` follows them."""
    sheet = Sheet(
        model.terms.name,
        subtitle,
        Section("", Facts(*model_facts(model), *facts), *top),
        *sections,
        footnotes=footnotes,
        colophon=colophon(model.game, what=origin),
    )
    return Report(sheet, {**model_plain(model), **plain}, plot=plot)


def model_facts(model: JackpotModel) -> Iterator[Fact]:
    """Which bet on which terms."""
    bet, currency = model.bet, model.terms.currency
    yield "Game", model.game.title
    yield "Bet", f"{bet.wager}, paytable {bet.paytable}, {format_money(bet.stake, currency)}"
    yield "Other bettors", str(model.others)
    yield "Fixed pays", f"from the {model.terms.fixed_pays.value}"
    for name, meter in model.meters.items():
        yield f"{name} now", format_money(meter, currency)
    if model.pace:
        yield "Wagers per week", f"{float(model.pace.wagers_per_week):,.0f}"


def model_plain(model: JackpotModel) -> dict[str, Any]:
    bet = model.bet
    return {
        "jackpot": model.terms.name,
        "game": model.game.slug,
        "variant": model.game.variant,
        **as_plain(bet, "wager", "paytable", "stake"),
        "other_bettors": model.others,
        "fixed_pays": model.terms.fixed_pays.value,
        "meters": dict(model.meters),
        "wagers_per_week": model.pace.wagers_per_week if model.pace else None,
    }


EDGE_POINTS = 41
REACH = Fraction(5, 4)
"""A picture goes on beyond the break-even meter by this factor."""


def edge_plot(model: JackpotModel) -> Plot:
    def draw() -> str:
        level, seats = model.terms.levels[0].name, model.game.seats
        tables = sorted({0, seats - 1} if model.bet.envy_per_other else {0})
        even = model.break_even(level, 0)
        series = [(count(others, "other bettor"), _edge_line(model, others, even)) for others in tables]
        return lines(series, along=f"{level}, in {model.terms.currency}", up="house edge", written=(",.0f", "%"))

    return Plot(
        "House edge by the meter",
        alt="A line for no other bettors and one for a full table: the house edge falls as the meter rises.",
        draw=draw,
    )


def _edge_line(model: JackpotModel, others: int, even: Fraction) -> list[tuple[float, float]]:
    """The house edge from an empty first level to somewhat above its break-even meter."""
    level = model.terms.levels[0].name
    meters = [even * REACH * at / (EDGE_POINTS - 1) for at in range(EDGE_POINTS)]
    return [(float(meter), float(model.house_edge_at(level, meter, others))) for meter in meters]


TOGETHER, ALONE, QUALIFYING = "together", "alone", "qualifying"
LABELS = {
    TOGETHER: "Joint best play of game and bet",
    ALONE: "The game's own best play",
    QUALIFYING: "Folded hands qualify",
}
"""How a bet is played that a fold loses, what players at such a meter do first."""
NO_FOLD = "any"
"""The play of a bet on which a fold has no say."""


class BreakEven(NamedTuple):
    """One number of other bettors."""

    others: int
    before: Fraction
    after: Fraction
    """The tax."""


def break_even_figures(model: JackpotModel, level: str) -> Iterator[tuple[str, str, Fraction]]:
    """Key, label and meter: one, or where a fold loses the bet one for each way to play, the joint best play first."""
    for play, meter in _by_play(model, level, model.others):
        if play == NO_FOLD:
            yield "break_even_meter", "Break-even meter", meter
        else:
            yield f"break_even_meter_{play}", f"Break-even meter: {LABELS[play][:1].lower()}{LABELS[play][1:]}", meter


def _by_play(model: JackpotModel, level: str, others: int, tax: Tax = NO_TAX) -> Iterator[tuple[str, Fraction]]:
    found = model.break_evens(level, others, tax)
    if found is None:
        yield NO_FOLD, model.break_even(level, others, tax)
        return
    if found.together is not None:
        yield TOGETHER, found.together
    yield ALONE, found.alone
    yield QUALIFYING, found.qualifying


def break_even_report(model: JackpotModel, tax: Tax = NO_TAX) -> Report:
    """The meter at which the bet stops losing, by the number of other bettors and by how it is played."""
    plot = edge_plot(model)
    ends = {level: _plays(model, level, tax) for level in model.bet.levels}
    sections = [Section(f"Level {level}", *_blocks(model, plays, tax)) for level, plays in ends.items()]
    plain = {
        "tax": {"rate": tax.rate, "from": tax.least} if tax.rate else None,
        "levels": [
            {"level": level, "plays": [{"play": play, "by_other_bettors": [
                {"other_bettors": row.others, "before_tax": row.before, "after_tax": row.after} for row in rows]}
                                       for play, rows in plays.items()]}
            for level, plays in ends.items()
        ],
    }  # fmt: skip
    sections.append(Section("House edge", plot))
    return meter_report(model, "Break-even meter", sections, plain, facts=list(_facts(model, tax)), plot=plot)


def _plays(model: JackpotModel, level: str, tax: Tax) -> dict[str, list[BreakEven]]:
    found: dict[str, list[BreakEven]] = {}
    for others in range(model.game.seats):
        after = dict(_by_play(model, level, others, tax))
        for play, before in _by_play(model, level, others):
            found.setdefault(play, []).append(BreakEven(others, before, after[play]))
    return found


def _facts(model: JackpotModel, tax: Tax) -> Iterator[Fact]:
    currency = model.terms.currency
    if tax.rate:
        yield "Tax", f"{percent_text(tax.rate, 2)} of every prize of {format_money(tax.least, currency)} or more"
    if model.bet.fold:
        yield "Ante", format_money(model.ante, currency)


def _blocks(model: JackpotModel, plays: dict[str, list[BreakEven]], tax: Tax) -> Iterator[Table | Words]:
    currency, fold = model.terms.currency, model.bet.fold
    if fold is None:
        yield _break_even_table(plays[NO_FOLD], tax, currency)
    else:
        yield _side_by_side(plays, tax, currency)
        yield Words(
            "A fold loses the bet. At a large meter a bettor plays hands on that the game alone would fold: what that "
            "costs in the game is counted against the bet. Where folded hands qualify, nothing has to be played on."
        )
        if fold.unsolved:
            yield Words(f"Joint best play is not known. {fold.unsolved}.")
    if len(model.bet.levels) > 1:
        yield Words("The other levels stand as listed above.")


def _side_by_side(plays: dict[str, list[BreakEven]], tax: Tax, currency: str) -> Table:
    """A column for each way to play, and one more for each after tax."""
    names = [(LABELS[play], play) for play in plays]
    taxed = [f"{label}, after tax" for label, _ in names] if tax.rate else []
    rows = []
    for at in zip(*plays.values(), strict=True):
        before, after = ([format_money(amount, currency) for amount in each] for each in (
            [row.before for row in at], [row.after for row in at]
        ))  # fmt: skip
        rows.append((str(at[0].others), *before, *(after if tax.rate else ())))
    return Table(right("Other bettors", *(label for label, _ in names), *taxed), tuple(rows))


def _break_even_table(rows: Sequence[BreakEven], tax: Tax, currency: str) -> Table:
    after = right("After tax") if tax.rate else ()
    cells = (
        (str(row.others), format_money(row.before, currency), exact_text(row.before), format_money(row.after, currency))
        for row in rows
    )
    columns = (*right("Other bettors", "Break-even meter"), Column("Exact"), *after)
    return Table(columns, tuple(row[: len(columns)] for row in cells))


SLOPE_PLACES = 6
"""Decimals of a percentage that a single unit on a meter adds."""


def edge_report(model: JackpotModel) -> Report:
    """All figures of a progressive wager."""
    figures, plot = list(_figures(model)), edge_plot(model)
    sections = (
        Section("Figures", figures_table(figures)),
        Section("Hands that win the meter", _hits(model)),
        *(Section(f"Level {climb.level}", *_level_blocks(model, climb)) for climb in model.climbs),
        Section("House edge", plot),
    )
    return meter_report(model, "Return and house edge", sections, _edge_plain(model), plot=plot)


def _figures(model: JackpotModel) -> Iterator[Figure]:
    bet, unit = model.bet, format_money(1, model.terms.currency)
    yield percent("fixed_return", "Fixed return", bet.fixed_return)
    yield percent("envy_per_other", "Envy per other bettor" if bet.envy_per_other else "", bet.envy_per_other)
    for level in bet.levels:
        slope = bet.slope(level)
        yield Figure("", f"Return contribution per {unit} on {level}", slope, percent_text(slope, SLOPE_PLACES))
    yield percent("house_edge_now", "House edge now", model.edge_now)
    yield percent("long_run_house_edge", "House edge in the long run", model.long_run_edge)
    if model.others:
        yield percent("", "The same without envy", model.long_run_edge + model.others * bet.envy_per_other)


def _edge_plain(model: JackpotModel) -> dict[str, Any]:
    levels = [
        {
            "level": climb.level,
            **figures_plain(_level_figures(model, climb)),
            "hits": [{"hand": hit.line, "share": hit.share, "probability": hit.probability} for hit in climb.hits],
        }
        for climb in model.climbs
    ]
    return {**figures_plain(_figures(model)), "levels": levels}


def _hits(model: JackpotModel) -> Table:
    return Table(
        (Column("Level"), Column("Hand"), *right("Share", "Probability", "Frequency")),
        tuple(
            (hit.level, hit.line, percent_text(hit.share, 0), exact_text(hit.probability), one_in_text(hit.probability))
            for hit in model.bet.hits
        ),
    )


def _level_figures(model: JackpotModel, climb: Climb) -> Iterator[Figure]:
    currency = model.terms.currency
    yield Figure("slope", "", model.bet.slope(climb.level))
    for key, label, meter in break_even_figures(model, climb.level):
        yield amount(key, label, meter, currency)
    yield Figure("whole", "", climb.whole)
    if climb.limit is None:
        deviation = climb.deviation_at_hit
        yield amount("mean_at_hit", "Mean meter at a hit", climb.mean_at_hit, currency)
        yield amount("standard_deviation_at_hit", "Its standard deviation", deviation, currency)
        yield amount("mean_reseed", "Resets to, on average" if climb.whole else "", climb.mean_reseed, currency)
    if climb.whole:
        yield Figure("mean_wagers_between_hits", "", climb.waiting.mean)


def _level_blocks(model: JackpotModel, climb: Climb) -> Iterator[Block]:
    yield figures_table(_level_figures(model, climb))
    if climb.limit is not None:
        yield Words("A level with a limit has no closed form for its meter at a hit; the forecast samples it.")
    if model.pace and climb.whole:
        mean, half = climb.waiting.mean, climb.waiting.quantile(Fraction(1, 2))
        yield Words(
            f"A 100% award comes every {format_weeks(model.pace.weeks(mean))} on average ({float(mean):,.0f} wagers), "
            f"half of the time within {format_weeks(model.pace.weeks(half))}."
        )


def advice_report(model: JackpotModel) -> Report:
    """Every recommendation; warnings stand above the others once more."""
    advice = advise(model.bet, model.terms, model.others)
    warnings = tuple(each.sentence for each in advice if each.severity is Severity.WARNING)
    rows = tuple((capital(each.topic), each.severity.value, each.sentence) for each in advice)
    table = Table((Column("Topic"), Column("Verdict"), Column("Reason", breaks=True)), rows)
    notices = (Notice("Warnings", *warnings),) if warnings else ()
    plain = [{"topic": each.topic, "severity": each.severity.value, "sentence": each.sentence} for each in advice]
    return meter_report(model, "Recommendations", (), {"advice": plain}, top=(*notices, table))


QUANTILES = tuple(percent_text(share, 0) for share in SHARES)


def forecast_report(model: JackpotModel, found: Forecast) -> Report:
    """The forecast; its picture is the size of the first level's next award."""
    currency = model.terms.currency
    plots = [_size_plot(award, currency) for award in found.awards]
    sections = [
        Section(f"Next 100% award of {award.level}", *_award_blocks(award, found, currency), plot)
        for award, plot in zip(found.awards, plots, strict=True)
    ]
    parts = [
        ("Weekly deposit", found.deposit, format_money(found.mean_deposit, currency)),
        (f"Held after {found.weeks:,} weeks", found.held, ""),
    ]
    if found.made_up.mean:
        parts.append(("House shortfall per year", found.made_up, ""))
    columns = [
        (title, (exact, _format_mean(sampled, currency), *_amounts(sampled, currency)))
        for title, sampled, exact in parts
    ]
    sections.append(Section("Money", _quantile_table(columns, ("Mean, exact", "Mean, sampled"))))
    runs = f"{found.paths:,} times {found.weeks:,} weeks from seed {found.seed}, wagers coming in evenly"
    return meter_report(
        model,
        "Forecast",
        sections,
        _forecast_plain(found),
        footnotes=footnotes("forecast", runs=runs),
        plot=next(iter(plots), None),
        origin="Forecast",
    )


def _award_blocks(award: NextAward, found: Forecast, currency: str) -> Iterator[Block]:
    yield _quantile_table(
        [
            ("Wagers until then", [f"{wagers:,}" for wagers in award.wagers]),
            ("Time until then", [format_weeks(found.pace.weeks(wagers)) for wagers in award.wagers]),
            ("Size, sampled", _amounts(award.sampled_size, currency)),
            ("Reserve by then", _amounts(award.sampled_reserve, currency)),
        ]
    )
    sampled = award.sampled_size
    now, mean = format_money(award.meter, currency), _format_mean(sampled, currency)
    if award.mean_size is None:
        yield Words(f"From {now} now it comes to {mean} on average as sampled; there is no closed form.")
    else:
        agrees = "they agree" if sampled.agrees(award.mean_size) else "THEY DISAGREE"
        exactly = f"{format_money(award.mean_size, currency)} exactly: {agrees}"
        yield Words(f"From {now} now it comes to {mean} on average as sampled, and to {exactly}.")


def _quantile_table(columns: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str] = ()) -> Table:
    """A row for each quantile, after rows of their own."""
    titles = right(*(title for title, _ in columns))
    cells = zip(*(cells for _, cells in columns), strict=True)
    rows = tuple((name, *row) for name, row in zip((*heads, *QUANTILES), cells, strict=True))
    return Table((Column("Quantile"), *titles), rows)


def _format_mean(sampled: SampleSummary, currency: str) -> str:
    return f"{format_money(sampled.mean, currency)} ± {format_money(sampled.margin, currency)}"


def _amounts(sampled: SampleSummary, currency: str) -> tuple[str, ...]:
    return tuple(format_money(amount, currency) for amount in sampled.quantiles)


def _forecast_plain(found: Forecast) -> dict[str, Any]:
    return {
        "weeks": found.weeks,
        "samples": found.paths,
        "seed": found.seed,
        "quantiles": list(SHARES),
        "awards": [_award_plain(award, found) for award in found.awards],
        "weekly_deposit": {"mean": found.mean_deposit, "sampled": as_plain(found.deposit, *SAMPLED)},
        "held_at_the_end": as_plain(found.held, *SAMPLED),
        "made_up_each_year": as_plain(found.made_up, *SAMPLED),
    }


SAMPLED = ("mean", "margin", "quantiles")


def _award_plain(award: NextAward, found: Forecast) -> dict[str, Any]:
    return {
        **as_plain(award, "level", "meter"),
        "probability": award.waiting.probability,
        "wagers": list(award.wagers),
        "weeks": [found.pace.weeks(wagers) for wagers in award.wagers],
        "mean_size": award.mean_size,
        "sampled_size": as_plain(award.sampled_size, *SAMPLED),
        "sampled_reserve": as_plain(award.sampled_reserve, *SAMPLED),
    }


def _size_plot(award: NextAward, currency: str) -> Plot:
    return Plot(
        f"Size of the next award of {award.level}",
        alt="A line over the amounts that the next award may come to: the higher, the likelier.",
        draw=partial(_draw_sizes, award, currency),
    )


def _draw_sizes(award: NextAward, currency: str) -> str:
    """The histogram as a line of steps, its top hundredth left out; the meter now is marked."""
    points = [(float(end), float(chance)) for low, high, chance in award.sampled_size.bars for end in (low, high)]
    series = [(f"next award of {award.level}", [(points[0][0], 0.0), *points, (points[-1][0], 0.0)])]
    now = float(award.meter)
    return lines(series, along=f"amount, in {currency}", up="share of samples", written=(",.0f", "%"), marked=(now,))


RATES: Final = tuple(Fraction(n, 10) for n in (6, 7, 8))
"""Contributions that are compared with the one in force."""
RISK: Final = Fraction(1, 100)
"""The chance that a seed is wanted for, unless another is asked for."""
POINTS: Final = 60


@dataclass(frozen=True)
class DryRow:
    """One contribution, solved once for the greatest seed, which covers the others."""

    rate: Fraction
    drain: Climb
    risks: run_dry.RunDryRisks | None
    """None where nothing ends the walk of the meter but running dry."""

    def chance(self, seed: Fraction) -> Interval:
        """With that seed; a meter that is never won and does not grow runs dry for sure."""
        return self.risks.at(seed) if self.risks else Interval(Fraction(1), Fraction(1))


def run_dry_report(model: JackpotModel, *, risk: Fraction = RISK) -> Report:
    """As if all pays came off the first meter: by contribution and seed."""
    now = run_dry.drain_of(model.bet, model.terms)
    rate, largest = now.rise / model.bet.stake, model.bet.largest_pay
    seeds = sorted({now.seed, largest, 2 * largest, 4 * largest})
    rates, level = (rate, *(other for other in RATES if other != rate)), model.terms.levels[0].name
    drains = [(each, run_dry.drain_at(model.bet, level, seed=seeds[-1], rate=each)) for each in rates]
    rows = [DryRow(each, drain, run_dry.solve_risks(drain) if run_dry.ends(drain) else None) for each, drain in drains]
    in_force = rows[0]
    least_seed = in_force.risks.least_seed(risk) if in_force.risks else None
    plot = Plot(
        "Chance of running dry by the seed",
        alt="A falling line for each contribution: the larger the seed, the smaller the chance.",
        draw=partial(_draw, model.terms.currency, rows, seeds[-1]),
    )
    sections = (
        Section(
            "Chance of running dry before the next 100% award",
            _run_dry_table(model, rows, seeds),
        ),
        Section("By the seed", plot),
    )
    plain = {
        "fixed_return": model.bet.fixed_return,
        "risk": risk,
        "least_seed": least_seed,
        "contributions": [_row_plain(row, seeds) for row in rows],
    }
    fixed, currency = model.bet.fixed_return, model.terms.currency
    seed = "no seed examined is enough" if least_seed is None else format_money(least_seed, currency)
    facts = [
        ("Fixed pays take", f"{percent_text(fixed, 4)} of every wager, {exact_text(fixed)}"),
        ("Contribution now", percent_text(rate, 2)),
        (f"Seed for a risk of {format_share(risk)}", seed),
    ]
    top, notes = _words(model, in_force), footnotes("run_dry")
    return meter_report(model, "Run-dry risk", sections, plain, facts=facts, top=top, footnotes=notes, plot=plot)


def _words(model: JackpotModel, in_force: DryRow) -> Iterator[Words]:
    if not model.pays_from_meter:
        yield Words("Fixed pays come from the tray here. This is what would happen if all of them came off the meter.")
    if in_force.drain.growth <= 0:
        fixed = percent_text(model.bet.fixed_return, 2)
        yield Words(f"A contribution of {fixed} or less makes the meter shrink: only an award saves it.")


def _run_dry_table(model: JackpotModel, rows: list[DryRow], seeds: list[Fraction]) -> Table:
    heads = right(*(f"Seed {format_money(seed, model.terms.currency)}" for seed in seeds))
    cells = tuple(
        (percent_text(row.rate, 2), *(format_chance(row.chance(seed)) for seed in seeds)) for row in _by_rate(rows)
    )
    return Table((Column("Contribution"), *heads), cells)


def _by_rate(rows: list[DryRow]) -> list[DryRow]:
    return sorted(rows, key=lambda row: row.rate)


def _row_plain(row: DryRow, seeds: list[Fraction]) -> dict[str, Any]:
    return {
        "rate": row.rate,
        "growth_per_wager": row.drain.growth,
        "seeds": [{"seed": seed, **_chance_plain(row.chance(seed))} for seed in seeds],
    }


def _chance_plain(chance: Interval) -> dict[str, Any]:
    return {"chance_at_least": float(chance.low), "chance_at_most": float(chance.high)}


def _draw(currency: str, rows: list[DryRow], top: Fraction) -> str:
    seeds = [top * at / (POINTS - 1) for at in range(POINTS)]
    series = [
        (percent_text(row.rate, 0), [(float(seed), float(row.chance(seed).high)) for seed in seeds])
        for row in _by_rate(rows)
    ]
    return lines(series, along=f"seed, in {currency}", up="chance", written=(",.0f", "%"))


SHOWN_ROUNDS = 100
"""A round costs cents, whose hundredths matter: the cost of this number of rounds is shown."""


def fold_report(model: JackpotModel, found: FoldComparison) -> Report:
    """Edges and losses by the rule on folded hands."""
    currency = model.terms.currency
    rules = [
        (played, edge, bet.fixed_return, found.loss(bet, edge, model.meters, model.others))
        for played, bet, edge in (
            ("a fold loses the bet; the game is played alone", found.alone, found.alone_edge),
            ("a fold loses the bet; both are decided together", found.together, found.together_edge),
            ("folded hands qualify", found.qualifying, found.alone_edge),
        )
    ]
    rows = tuple(
        (played, percent_text(edge, 4), percent_text(fixed, 2), format_money(loss * SHOWN_ROUNDS, currency))
        for played, edge, fixed, loss in rules
    )
    heads = right("House edge of the game", "Fixed return of the bet", f"Loss in {SHOWN_ROUNDS} rounds")
    sections = [Section("By the rule on folded hands", Table((Column("Played"), *heads), rows))]
    if found.played_on:
        hands = tuple((hand, percent_text(chance, 4)) for hand, chance in found.played_on)
        table = Table((Column("Hand"), *right("Of all hands")), hands)
        sections.append(Section("Hands that are folded alone and played with the bet", table))
    plain = {
        "ante": found.ante,
        "rooms": [
            {
                "played": played,
                "house_edge": edge,
                "fixed_return": fixed,
                "loss_per_round": loss,
            }
            for played, edge, fixed, loss in rules
        ],
        "played_on": [{"hand": hand, "probability": chance} for hand, chance in found.played_on],
    }
    facts = (("Ante", format_money(found.ante, currency)),)
    return meter_report(model, "Folded hands", sections, plain, facts=facts, footnotes=footnotes("folded_hands"))
