"""fairfelt portfolio"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.executors import working_on
from fairfelt.cli.io.options import On
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.read_file import toml_of
from fairfelt.cli.io.report_command import report
from fairfelt.formats.money import parse_number
from fairfelt.reports.report import Report
from fairfelt.rules import AmountError, UnknownName

from .sides import find_side
from .table_terms import Days, check_days, read_terms

if TYPE_CHECKING:
    from fairfelt.exact import Progress
    from fairfelt.rules import Game
    from fairfelt.winnings import HouseMeter, PortfolioLine

File = Annotated[
    Path | None, Parameter(help="A TOML file with a [[table]] for each kind of table.", show_default=False)
]
Tables = Annotated[
    list[str] | None,
    Parameter(
        name="--table",
        negative=(),
        help='Tables of one kind: "GAME:WAGER tables=2 hours=16 players=5 bet=25 rounds=40 jackpot=FILE". May be '
        "repeated.",
    ),
]
FIELDS = {"tables": 1, "hours": 24, "players": None, "bet": None, "rounds": None, "jackpot": None}
"""What is said of a table besides its game, and what it is if nothing is said."""
GAME = "game"
WORD = re.compile(r"\s([a-z]+)=(\S+)")
MOST_TABLES, MOST_LINES = 1_000, 100


@report
def portfolio(file: File = None, /, *, table: Tables = None, days: Days = 365, on: On = "threads") -> Report:
    """What many tables win together: expected win, how days and years go, jackpots.

    For example:

        fairfelt portfolio house.toml
        fairfelt portfolio --table "GAME tables=3 hours=16 players=5 bet=25" --table "GAME:Side Bet bet=5"

    A file names each kind of table; all but the game may be left out:

        [[table]]
        game = "GAME"          # or GAME@VERSION:WAGER:PAYTABLE
        tables = 2
        hours = 16             # a day
        players = 5
        bet = 25               # on average
        rounds = 40            # an hour; as published if not given
        jackpot = "main.toml"  # of a bet on a meter, as 'fairfelt meter draft' writes one; as it comes if not given
    """
    from fairfelt.reports.winnings.portfolio import portfolio_report
    from fairfelt.winnings import Portfolio, TooWide

    check_days(days)
    told = [*(_in_file(file) if file else ()), *(_in_words(text) for text in table or ())]
    if not told:
        raise BadInput("a portfolio needs tables: name a file, or give --table")
    if len(told) > MOST_LINES:
        raise BadInput(f"{len(told)} kinds of tables are more than the {MOST_LINES} that are added up")
    with working_on(on) as executor, counting("Counting the tables") as progress:
        try:
            found = Portfolio(tuple(_line(each, days, executor, progress) for each in told))
            return portfolio_report(found)
        except TooWide as error:
            raise BadInput(str(error)) from error


def _in_file(file: Path) -> list[dict[str, Any]]:
    if not file.suffix and not file.exists():
        raise _no_file(str(file))
    content = toml_of(file)
    tables = content.get("table")
    if not isinstance(tables, list) or set(content) != {"table"}:
        raise BadInput(f"{file} holds no portfolio: it has one [[table]] after another and nothing else")
    return [_checked(table, f"{file}, table {number}") for number, table in enumerate(tables, 1)]


def _no_file(name: str) -> BadInput:
    """Somebody named a game where a file goes, or misspelled one."""
    from fairfelt import games
    from fairfelt.reports.comparison import read_side_name

    try:
        games.find(read_side_name(name).game)
    except UnknownName as error:
        hint = f"did you mean --table {error.nearest}?" if error.nearest else "name a TOML file, or give --table GAME"
        return BadInput(f"{name!r} is neither a file nor a game: {hint}")
    return BadInput(f'{name} is a game and not a file of tables: write --table "{name}"')


def _in_words(text: str) -> dict[str, Any]:
    fields: dict[str, str] = {}
    name = WORD.sub("", f" {text}").strip()
    if not name:
        raise BadInput(f'--table {text!r} names no game: write --table "GAME tables=2"')
    for found in WORD.finditer(f" {text}"):
        if found[1] in fields:
            raise BadInput(f"--table {text!r} says {found[1]} twice: say it once")
        fields[found[1]] = found[2]
    return _checked({GAME: name, **fields}, f"--table {text!r}")


def _checked(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    known = (GAME, *FIELDS)
    if unknown := [name for name in table if name not in known]:
        raise BadInput(f"{where}: a table has no {', '.join(unknown)}; it has {', '.join(known)}")
    if not isinstance(table.get(GAME), str) or not table[GAME]:
        raise BadInput(f'{where} names no game: write game = "GAME"')
    return {**FIELDS, **table, "where": where}


def _line(told: Mapping[str, Any], days: int, executor: Any, progress: Progress) -> PortfolioLine:
    from fairfelt import exact
    from fairfelt.winnings import WinningsError, portfolio_line

    where = told["where"]
    try:
        name, game = find_side(told[GAME])
        tables, hours = (_number(told, field) for field in ("tables", "hours"))
        players, rounds = (None if told[field] is None else _number(told, field) for field in ("players", "rounds"))
        if tables != int(tables) or not 1 <= tables <= MOST_TABLES:
            raise BadInput(f"tables = {told['tables']} is not possible: give 1 to {MOST_TABLES:,}")
        if players is not None and players != int(players):
            raise BadInput(f"players = {told['players']} is not possible: give a whole number")
        meter, stake = _meter(told, game, name.side_bet(game))
        terms = read_terms(
            str(told["bet"] or stake), None if players is None else int(players), rounds, hours, 1, days,
            seats=game.seats, game=game.name, dashes="",
        )  # fmt: skip
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from error
    try:
        par = exact.answer(game, executor=executor, progress=progress).par
        return portfolio_line(par, name.side_bet(game), int(tables), terms, meter)
    except WinningsError as error:
        raise BadInput(f"{where}: {error}") from error


def _meter(told: Mapping[str, Any], game: Game, bet: tuple[str, str]) -> tuple[HouseMeter | None, Fraction]:
    """The jackpot that a file describes, for a bet on a meter, and what is bet where nothing is said."""
    from fairfelt.cli.io.meter_file import read_jackpot
    from fairfelt.winnings import bet_on_meter, meter_of, usual_stake

    found = bet_on_meter(game, *bet)
    if told["jackpot"] is None:
        return None, usual_stake(game, *bet)
    if found is None:
        raise BadInput(f"jackpot = {told['jackpot']} is for a bet on a meter: name that bet, as GAME:WAGER")
    setup = read_jackpot(Path(str(told["jackpot"])), others=None)
    offer, asked = setup.offer, (game.slug, game.variant, found[0], found[1].name)
    if offer != asked:
        raise BadInput(f"{told['jackpot']} is a jackpot of {offer.words}, and not of {', '.join(filter(None, asked))}")
    return meter_of(setup.terms), setup.stake


def _number(told: Mapping[str, Any], field: str) -> float:
    try:
        return float(parse_number(told[field]))
    except AmountError as error:
        raise BadInput(f"{field}: {error}") from error
