"""fairfelt meter: what a progressive jackpot will do"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.report_command import report

from .draft import draft
from .jackpot import Database, Jackpot, Others, PlotFile, answering, count_model, save_plot
from .round import fold, limits, winners

if TYPE_CHECKING:
    from fairfelt.reports.report import Report

Files = Annotated[Path, Parameter(help="TOML files with jackpots, two or more.")]
TaxRate = Annotated[str, Parameter(help="The share of a prize that goes to taxes, such as 37%.")]
Ante = Annotated[
    str, Parameter(help="The wager of the game itself; what the file says if not given.", show_default=False)
]
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
    ante = "5"
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

Variant, stake, others, ante, both policies, reserve, limit, meter, in_reserve and pace may be left out.
"""


@report
def edge(jackpot: Jackpot, /, *, database: Database = "", others: Others = None, plot: PlotFile = None) -> Report:
    """What the bet returns at the meters now and in the long run, and what each meter comes to at a hit.

    For example:

        fairfelt meter edge jackpot.toml --others 5
        fairfelt meter edge "mega jackpot" --database room.db --json
    """
    from fairfelt.reports.meter.edge import edge_report

    with answering():
        return save_plot(plot, edge_report(count_model(jackpot, database, others)))


@report
def breakeven(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    others: Others = None,
    ante: Ante = "",
    tax: TaxRate = "0%",
    tax_from: TaxFrom = "0",
    profile: Profile = "wa-commercial",
    on: On = None,
    plot: PlotFile = None,
) -> Report:
    """The meter at which the bet stops losing, by the number of other bettors, before and after tax.

    Where a fold loses the bet: by joint best play of game and bet, by the game's own best play, and if folded hands
    qualified, side by side.

    A file with a must-hit-by meter instead of a game is answered where the law allows such meters:

        [must_hit_by]
        most = "500"
        meter = "430"
        rate = "1%"
        base_return = "90%"

    For example:

        fairfelt meter breakeven jackpot.toml --tax 37% --tax-from 1,200
        fairfelt meter breakeven jackpot.toml --ante 25
        fairfelt meter breakeven must-hit.toml --profile laboratory
    """
    from fairfelt.cli.io.meter_file import parse_share, parse_units
    from fairfelt.meters import Tax
    from fairfelt.reports.meter.edge import break_even_report

    if not database and (hidden := _must_hit(Path(jackpot), profile, on)):
        return hidden
    with answering():
        taxed = Tax(parse_share(tax), parse_units(tax_from))
        model = count_model(jackpot, database, others)
        played = replace(model, ante=parse_units(ante)) if ante else model
        return save_plot(plot, break_even_report(played, taxed))


@report
def rundry(
    jackpot: Jackpot, /, *, database: Database = "", risk: Risk = "1%", within: Within = 0, plot: PlotFile = None
) -> Report:
    """The chance that the meter runs dry when all pays come off it, by contribution and seed.

    For example:

        fairfelt meter rundry jackpot.toml --risk 0.1%
        fairfelt meter rundry jackpot.toml --within 5000 --plot dry.svg
    """
    from fairfelt.cli.io.meter_file import parse_share
    from fairfelt.reports.meter.forecast import run_dry_report

    with answering():
        chance = parse_share(risk)
        if not 0 < chance < 1:
            raise BadInput(f"--risk {risk} is not possible: give a share between 0 and 1, such as 1%")
        return save_plot(plot, run_dry_report(count_model(jackpot, database), risk=chance, within=within))


@report
def forecast(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    weeks: Weeks = 520,
    samples: Samples = 1000,
    seed: Seed = 1,
    plot: PlotFile = None,
) -> Report:
    """When the next awards come and how large they are, what is held, and what to deposit each week.

    For example:

        fairfelt meter forecast jackpot.toml --weeks 104
        fairfelt meter forecast "mega jackpot" --database room.db --plot next.svg
    """
    from fairfelt.meters import forecast as look_ahead
    from fairfelt.reports.meter.forecast import forecast_report

    with answering():
        model = count_model(jackpot, database)
        if model.pace is None:
            raise BadInput(f"{jackpot} has no pace: add a table [pace], or a room in which an hour was played")
        found = look_ahead(model.bet, model.terms, model.pace, model.balances, weeks=weeks, paths=samples, seed=seed)
        return save_plot(plot, forecast_report(model, found))


@report
def advise(jackpot: Jackpot, /, *, database: Database = "", others: Others = None) -> Report:
    """What manufacturers recommend on contribution, seed and reserve, and what the numbers of this paytable say to it.

    For example:

        fairfelt meter advise jackpot.toml
    """
    from fairfelt.reports.meter.edge import advice_report

    with answering():
        return advice_report(count_model(jackpot, database, others))


@report
def compare(*jackpots: Files, plot: PlotFile = None) -> Report:
    """Several jackpots side by side: paytables, seeds and rates, and what they make of the bet.

    For example:

        fairfelt meter compare one.toml other.toml --plot edges.svg
    """
    from fairfelt.reports.meter.edge import comparison_report

    if len(jackpots) < 2:
        raise BadInput("a comparison needs two files or more: name another")
    with answering():
        return save_plot(plot, comparison_report([count_model(str(file)) for file in jackpots]))


def _must_hit(file: Path, profile: str, on: date | None) -> Report | None:
    """The answer to a file with a must-hit-by meter, if the law of the day has such meters."""
    from fairfelt.cli.io.meter_file import read_must_hit
    from fairfelt.cli.law.options import law_on
    from fairfelt.law.payouts.house_jackpot import check_kind
    from fairfelt.reports.meter.forecast import must_hit_report

    found = read_must_hit(file)
    if found is None:
        return None
    for finding in check_kind(law_on(profile, on), "must-hit-by"):
        raise BadInput(finding.sentence)
    with answering():
        return must_hit_report(*found)


meter = App(name="meter", help=HELP, help_format="markdown")
for _command in (draft, edge, breakeven, rundry, forecast, advise, compare, winners, limits, fold):
    meter.command(_command)
