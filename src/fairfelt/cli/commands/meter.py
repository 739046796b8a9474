"""fairfelt meter: a progressive jackpot, described in a file or running in a room."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput, bad_input
from fairfelt.cli.io.output import GameName, Variant, counting, group, report, write_whole
from fairfelt.cli.io.table_file import parse_share, parse_units, read_jackpot
from fairfelt.jackpot import TermsError
from fairfelt.jackpot.meters import (
    JackpotModel,
    JackpotSetup,
    MeterError,
    ProgressiveOffer,
    Tax,
    all_offers,
    compare_fold_rules,
    offers_of,
)
from fairfelt.jackpot.meters import forecast as look_ahead
from fairfelt.jackpot.meters.edge import rate, suggested_levels
from fairfelt.reports.meter import (
    advice_report,
    break_even_report,
    edge_report,
    fold_report,
    forecast_report,
    run_dry_report,
)
from fairfelt.reports.report import Report
from fairfelt.rules import Game, UnknownName
from fairfelt.runtime.formats import format_amount

Jackpot = Annotated[str, Parameter(help="TOML file with a jackpot; with --database, the name of a room's jackpot.")]
Room = Annotated[str, Parameter(name="--database", help="A room's journal: a SQLite file or postgresql://….")]
Others = Annotated[int | None, Parameter(help="Other bettors at the table; default: by the file.")]


def count_model(jackpot: str, database: str = "", others: int | None = None) -> JackpotModel:
    """The jackpot of a file, or of a room, with its bet counted."""
    setup = read_room(database, jackpot, others or 0) if database else read_jackpot(Path(jackpot), others=others)
    with bad_input(MeterError, TermsError, UnknownName, where=jackpot):
        return setup.model(setup.count_bet())


def read_room(journal: str, jackpot: str, others: int) -> JackpotSetup:
    """The jackpot of that name as it is in a journal, which may be in use."""
    from fairfelt.ledger.audit import verify
    from fairfelt.ledger.store import snapshot
    from fairfelt.room import Room
    from fairfelt.room.commands.round_events import GameStarted
    from fairfelt.room.live_jackpot import observe_play, set_up_live
    from fairfelt.room.registry import kinds_of

    replayed = verify(journal, Room())
    with snapshot(journal) as taken:
        starts = taken.entries(kinds=kinds_of(GameStarted))
        play = observe_play(replayed.state, jackpot, starts, replayed.head.at_micros)
    return set_up_live(replayed.state, jackpot, play, others=others)


Bet = Annotated[str, Parameter(help="Progressive bet; default: the first.")]
Paytable = Annotated[str, Parameter(help="Its paytable; default: the first.")]
File = Annotated[Path | None, Parameter(name=["--output", "-o"], help="New file to write.")]

PACE = """
[pace]
tables = 4
rounds_per_hour = 40
bettors = "3.5"
hours_per_week = 112
"""


def draft(
    game: GameName, /, *, variant: Variant = "", wager: Bet = "", paytable: Paytable = "", output: File = None
) -> None:
    """A jackpot for a game, with the seeds and rates of its paytable or round figures: what the other commands read.

    For example:

        fairfelt meter draft GAME -o jackpot.toml
        fairfelt meter advise jackpot.toml
    """
    text = "\n".join(_lines(_find_offer(find_game(game, variant), wager, paytable))) + "\n" + PACE
    if output is None:
        sys.stdout.write(text)
        return
    if output.exists():
        raise BadInput(f"{output} is there already: give the name of a new file, so that nothing is lost")
    write_whole(output, text.encode())


def _find_offer(game: Game, wager: str, paytable: str) -> ProgressiveOffer:
    """The bet of that name with that paytable, or the first that feeds a meter."""
    offers = offers_of(game)
    if not offers:
        others = ", ".join(dict.fromkeys(offer.game for offer in all_offers().values()))
        raise BadInput(f"{game.title} has no progressive bet; these games have one: {others}")
    bet = game.wager(wager or offers[0].wager)
    if bet.name not in {offer.wager for offer in offers}:
        named = ", ".join(dict.fromkeys(offer.wager for offer in offers))
        raise BadInput(f"{bet.name} feeds no meter; the progressive bets of {game.title} are {named}")
    table = game.paytable(bet.name, paytable) if paytable else bet.paytable
    return offers[0]._replace(wager=bet.name, paytable=table.name)


def _lines(offer: ProgressiveOffer) -> Iterator[str]:
    yield f'name = "{offer.find_game().name}"'
    yield f'game = "{offer.game}"'
    if offer.variant:
        yield f'variant = "{offer.variant}"'
    yield f'wager = "{offer.wager}"'
    yield f'paytable = "{offer.paytable}"'
    yield 'stake = "1"'
    yield "others = 0"
    yield 'fixed_pays = "tray"'
    yield 'several_winners = "in order"'
    found = suggested_levels(offer.find_game().paytable(offer.wager, offer.paytable))
    yield f"\n# {found.origin}"
    for level in found.levels:
        yield f'\n[levels."{level.name}"]'
        yield f'seed = "{format_amount(level.seed_micros, sign=False)}"'
        yield f'rate = "{float(rate(level) * 100):g}%"'
        yield 'reserve = "0%"'


GameWager = Annotated[str, Parameter(help="Wager of the game itself.")]


@report
def fold(jackpot: Jackpot, /, *, ante: GameWager = "5", database: Room = "") -> Report:
    """What it does to game, bet and player that a fold loses the bet; the game is solved for it.

    Example: `fairfelt meter fold jackpot.toml --ante 25`
    """
    with counting("Solving the game"):
        each = parse_units(ante)
        if each <= 0:
            raise BadInput(f"--ante {ante} is not possible: give an amount above zero")
        model = count_model(jackpot, database)
        bet = model.bet
        found = compare_fold_rules(model.game, bet.wager, bet.paytable, meters=model.meters, stake=bet.stake, ante=each)
        return fold_report(model, found)


Risk = Annotated[str, Parameter(help="Risk of running dry that a seed is wanted for.")]

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
def edge(jackpot: Jackpot, /, *, database: Room = "", others: Others = None) -> Report:
    """What the bet returns at the meters now and in the long run, and what each meter comes to at a hit.

    For example:

        fairfelt meter edge jackpot.toml --others 5
        fairfelt meter edge "mega jackpot" --database room.db --json
    """
    with counting("Counting"):
        return edge_report(count_model(jackpot, database, others))


@report
def breakeven(
    jackpot: Jackpot,
    /,
    *,
    database: Room = "",
    others: Others = None,
    ante: GameWager = "",
    tax: Annotated[str, Parameter(help="Tax on a prize, such as 37%.")] = "0%",
    tax_from: Annotated[str, Parameter(help="Least prize that is taxed.")] = "0",
) -> Report:
    """The meter at which the bet stops losing, by the number of other bettors, before and after tax.

    Where a fold loses the bet: by joint best play of game and bet, by the game's own best play, and if folded hands
    qualified, side by side.

    For example:

        fairfelt meter breakeven jackpot.toml --tax 37% --tax-from 1,200
        fairfelt meter breakeven jackpot.toml --ante 25
    """
    with counting("Counting"):
        taxed = Tax(parse_share(tax), parse_units(tax_from))
        model = count_model(jackpot, database, others)
        played = replace(model, ante=parse_units(ante)) if ante else model
        return break_even_report(played, taxed)


@report
def rundry(jackpot: Jackpot, /, *, database: Room = "", risk: Risk = "1%") -> Report:
    """The chance that the meter runs dry when all pays come off it, by contribution and seed.

    Example: `fairfelt meter rundry jackpot.toml --risk 0.1%`
    """
    with counting("Counting"):
        chance = parse_share(risk)
        if not 0 < chance < 1:
            raise BadInput(f"--risk {risk} is not possible: give a share between 0 and 1, such as 1%")
        return run_dry_report(count_model(jackpot, database), risk=chance)


@report
def forecast(
    jackpot: Jackpot,
    /,
    *,
    database: Room = "",
    weeks: Annotated[int, Parameter(help="Weeks to look ahead.")] = 520,
    samples: Annotated[int, Parameter(help="Number of samples.")] = 1000,
    seed: Annotated[int, Parameter(help="Seed of the samples.")] = 1,
) -> Report:
    """When the next awards come and how large they are, what is held, and what to deposit each week.

    For example:

        fairfelt meter forecast jackpot.toml --weeks 104
        fairfelt meter forecast "mega jackpot" --database room.db -o next.svg
    """
    with counting("Counting"):
        model = count_model(jackpot, database)
        if model.pace is None:
            raise BadInput(f"{jackpot} has no pace: add a table [pace], or a room in which an hour was played")
        found = look_ahead(model.bet, model.terms, model.pace, model.balances, weeks=weeks, paths=samples, seed=seed)
        return forecast_report(model, found)


@report
def advise(jackpot: Jackpot, /, *, database: Room = "", others: Others = None) -> Report:
    """What manufacturers recommend on contribution, seed and reserve, and what the numbers of this paytable say to it.

    Example: `fairfelt meter advise jackpot.toml`
    """
    with counting("Counting"):
        return advice_report(count_model(jackpot, database, others))


meter = group("meter", draft, edge, breakeven, rundry, forecast, advise, fold, help=HELP)
