"""fairfelt meter: what a progressive jackpot will do"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import FormatOption, Json, Output
from fairfelt.cli.io.output import destination, write_whole
from fairfelt.reports.report import Report

from .case import Database, Jackpot, Others, asked, case_of
from .draft import draft
from .hands import fold, limits, winners

if TYPE_CHECKING:
    from fairfelt.meters import Tax
    from fairfelt.reports.sheet.sheet import Plot

Files = Annotated[Path, Parameter(help="TOML files with jackpots, two or more.")]
PlotFile = Annotated[Path | None, Parameter(name="--plot", help="An SVG file for the picture.")]
TaxRate = Annotated[str, Parameter(help="The share of a prize that goes to taxes, such as 37%.")]
TaxFrom = Annotated[str, Parameter(help="Prizes from this amount on are taxed.")]
Risk = Annotated[str, Parameter(help="The chance of running dry that a seed is wanted for, such as 1%.")]
Within = Annotated[int, Parameter(help="The chance of running dry within so many wagers, too.", show_default=False)]
Weeks = Annotated[int, Parameter(help="How many weeks to look ahead.")]
Samples = Annotated[int, Parameter(help="How often those weeks are played.")]
Seed = Annotated[int, Parameter(help="The same seed plays the same weeks.")]
Profile = Annotated[str, Parameter(help="The jurisdiction that a must-hit-by meter is for.")]
On = Annotated[date | None, Parameter(help="The day, such as 2023-06-14; today if not given.")]

HELP = """What a progressive jackpot will do: return, break-even, running dry, forecast, advice.

A file with a jackpot, as 'fairfelt meter draft' writes one:

    name = "Main Street"
    game = "GAME"
    wager = "Progressive"
    paytable = "01"
    stake = "1"
    others = 5
    fixed_pays = "tray"
    several_winners = "in order"

    [levels.meter]
    seed = "10,000"
    rate = "18%"
    reserve = "2%"
    meter = "23,456.78"

    [pace]
    tables = 4
    rounds_per_hour = 40
    bettors = "3.5"
    hours_per_week = 112

Variant, stake, others, both policies, reserve, limit, meter, in_reserve and pace may be left out.
"""


def edge(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    others: Others = None,
    plot: PlotFile = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """What the bet returns at the meters as they stand and in the long run, and what each meter comes to at a hit.

    For example:

        fairfelt meter edge jackpot.toml --others 5
        fairfelt meter edge "mega jackpot" --database room.db --json
    """
    from fairfelt.reports.meter.edge import edge_dict, edge_plot, edge_sheet

    place = destination(format, json=json, output=output)
    with asked():
        case = case_of(jackpot, database, others)
        report = Report(edge_sheet(case), edge_dict(case))
    _draw(plot, edge_plot(case))
    place.deliver(report)
    return 0


def breakeven(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    others: Others = None,
    tax: TaxRate = "0%",
    tax_from: TaxFrom = "0",
    profile: Profile = "wa-commercial",
    on: On = None,
    plot: PlotFile = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """The meter from which on the bet loses nothing, by the number of other bettors, before and after tax.

    A file with a must-hit-by meter instead of a game is answered where the law allows such meters:

        [must_hit_by]
        most = "500"
        meter = "430"
        rate = "1%"
        base_return = "90%"

    For example:

        fairfelt meter breakeven jackpot.toml --tax 37% --tax-from 1,200
        fairfelt meter breakeven must-hit.toml --profile laboratory
    """
    from fairfelt.reports.meter.edge import break_even_dict, break_even_sheet, edge_plot

    place = destination(format, json=json, output=output)
    if not database and (hidden := _must_hit(Path(jackpot), profile, on)):
        place.deliver(hidden)
        return 0
    with asked():
        taxed = _tax(tax, tax_from)
        case = case_of(jackpot, database, others)
        report = Report(break_even_sheet(case, taxed), break_even_dict(case, taxed))
    _draw(plot, edge_plot(case))
    place.deliver(report)
    return 0


def rundry(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    risk: Risk = "1%",
    within: Within = 0,
    plot: PlotFile = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """The chance that the meter runs dry when all pays come off it, by contribution and seed.

    For example:

        fairfelt meter rundry jackpot.toml --risk 0.1%
        fairfelt meter rundry jackpot.toml --within 5000 --plot dry.svg
    """
    from fairfelt.reports.meter.run_dry import dry_dict, dry_plot, dry_sheet, dry_study

    place = destination(format, json=json, output=output)
    with asked():
        study = dry_study(case_of(jackpot, database, None), risk=_risk(risk), within=within)
        report = Report(dry_sheet(study), dry_dict(study))
    _draw(plot, dry_plot(study))
    place.deliver(report)
    return 0


def forecast(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    weeks: Weeks = 520,
    samples: Samples = 1000,
    seed: Seed = 1,
    plot: PlotFile = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """When the next awards come and how large they are, what is held, and what to deposit each week.

    For example:

        fairfelt meter forecast jackpot.toml --weeks 104
        fairfelt meter forecast "mega jackpot" --database room.db --plot next.svg
    """
    from fairfelt.meters import forecast as look_ahead
    from fairfelt.reports.meter.forecast import forecast_dict, forecast_sheet, size_plot

    place = destination(format, json=json, output=output)
    with asked():
        case = case_of(jackpot, database, None)
        if case.pace is None:
            raise BadInput(f"{jackpot} has no pace: add a table [pace], or a room in which an hour was played")
        found = look_ahead(case.prospect, case.terms, case.pace, case.standing, weeks=weeks, paths=samples, seed=seed)
        report = Report(forecast_sheet(case, found), forecast_dict(case, found))
    if plot and not found.awards:
        raise BadInput("there is nothing to draw: no hand wins a whole level")
    _draw(plot, size_plot(found.awards[0], case.terms.currency) if plot else None)
    place.deliver(report)
    return 0


def advise(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    others: Others = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """What makers advise on contribution, seed and reserve, and what the numbers of this paytable say to it.

    For example:

        fairfelt meter advise jackpot.toml
    """
    from fairfelt.meters import advise as advice_on
    from fairfelt.reports.meter.advice import advice_dict, advice_sheet

    place = destination(format, json=json, output=output)
    with asked():
        case = case_of(jackpot, database, others)
        given = advice_on(case.prospect, case.terms, case.others)
    place.deliver(Report(advice_sheet(case, given), advice_dict(case, given)))
    return 0


def compare(
    *jackpots: Files,
    plot: PlotFile = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """Several jackpots side by side: paytables, seeds and rates, and what they make of the bet.

    For example:

        fairfelt meter compare one.toml other.toml --plot edges.svg
    """
    from fairfelt.cli.io.meter_file import read_case
    from fairfelt.reports.meter.advice import comparison_dict, comparison_plot, comparison_sheet

    place = destination(format, json=json, output=output)
    if len(jackpots) < 2:
        raise BadInput("a comparison needs two files or more: name another")
    with asked():
        cases = [read_case(file) for file in jackpots]
        report = Report(comparison_sheet(cases), comparison_dict(cases))
    _draw(plot, comparison_plot(cases))
    place.deliver(report)
    return 0


def _tax(rate: str, least: str) -> Tax:
    from fairfelt.cli.io.meter_file import share
    from fairfelt.meters import Tax
    from fairfelt.rules import MICROS, AmountError, parse_amount

    try:
        return Tax(share(rate), Fraction(parse_amount(least), MICROS))
    except AmountError as error:
        raise BadInput(str(error)) from error


def _risk(text: str) -> Fraction:
    from fairfelt.cli.io.meter_file import share
    from fairfelt.rules import AmountError

    try:
        found = share(text)
    except AmountError as error:
        raise BadInput(str(error)) from error
    if not 0 < found < 1:
        raise BadInput(f"--risk {text} is not possible: give a share between 0 and 1, such as 1%")
    return found


def _must_hit(file: Path, profile: str, on: date | None) -> Report | None:
    """The answer to a file with a must-hit-by meter, if the law of the day has such meters."""
    from fairfelt.cli.io.meter_file import read_must_hit
    from fairfelt.cli.law.options import law_on
    from fairfelt.law.payouts.house_jackpot import check_kind
    from fairfelt.reports.meter.must_hit import must_hit_dict, must_hit_sheet

    found = read_must_hit(file)
    if found is None:
        return None
    for finding in check_kind(law_on(profile, on), "must-hit-by"):
        raise BadInput(finding.sentence)
    with asked():
        return Report(must_hit_sheet(*found), must_hit_dict(*found))


def _draw(file: Path | None, plot: Plot | None) -> None:
    if file and plot:
        if file.suffix.lower() != ".svg":
            raise BadInput(f"--plot {file} has another ending than .svg: a picture is written as SVG")
        write_whole(file, plot.draw().encode())


meter = App(name="meter", help=HELP, help_format="markdown")
for _command in (draft, edge, breakeven, rundry, forecast, advise, compare, winners, limits, fold):
    meter.command(_command)
