"""fairfelt floor, compare, portfolio: what tables win, alone, side by side and together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose, find_game, toml_of
from fairfelt.cli.io.errors import BadInput, bad_input, check_range
from fairfelt.cli.io.output import GameName, On, Paytables, Variant, counting, report, working_on
from fairfelt.reports.report import Report
from fairfelt.rules import Game, UnknownName

if TYPE_CHECKING:
    from fairfelt.analysis.winnings.bets import HouseMeter
    from fairfelt.analysis.winnings.sides import SideName
    from fairfelt.analysis.winnings.tables import PortfolioLine, TableTerms
    from fairfelt.engine.exact import Progress
    from fairfelt.reports.comparison import BenchSide


Days = Annotated[int, Parameter(help="Days a year.")]


@Parameter(name="*")
@dataclass(frozen=True)
class TableOptions:
    """How a table is run."""

    bet: Annotated[str, Parameter(help="Each player's bet a round; default: 25, on a meter 1.")] = ""
    players: Annotated[int | None, Parameter(help="Players at the table; default: five, or all seats.")] = None
    rounds: Annotated[float | None, Parameter(help="Rounds an hour; default: as published for such games.")] = None
    hours: Annotated[float, Parameter(help="Hours of a shift.")] = 8
    shifts: Annotated[int, Parameter(help="Shifts a day.")] = 3
    days: Days = 365

    def terms(self, game: Game, usual: Fraction) -> TableTerms:
        """The options as a value, or the sentence that says which of them cannot be."""
        from fairfelt.analysis.winnings.tables import read_terms

        said = {name: "" if option is None else str(option) for name, option in vars(self).items()}
        said |= {name: f"{getattr(self, name):g}" for name in ("rounds", "hours") if said[name]}
        return read_terms(said, game, usual, "--")


AS_USUAL = TableOptions()


def as_fraction(number: float) -> Fraction:
    """A number as it was typed."""
    return Fraction(str(number))


def find_side(text: str) -> tuple[SideName, Game]:
    """The name with its parts as the game spells them, and the game with that paytable in play."""
    from fairfelt.analysis.winnings.sides import put_in_play, read_side_name

    name = read_side_name(text)
    game = find_game(name.game, name.variant)
    with bad_input(UnknownName, where=repr(text)):
        return put_in_play(name, game)


MOST_HOURS = 10_000


@report
def floor(
    game: GameName,
    /,
    *,
    wager: Annotated[str, Parameter(help="Bet of the game; default: the game itself.")] = "",
    all_bets: Annotated[
        bool, Parameter(help="All bets of a round together, each as large as the opening bet.")
    ] = False,
    table: TableOptions = AS_USUAL,
    drop: Annotated[str, Parameter(help="Drop of a shift, to see the hold.")] = "",
    risk: Annotated[float, Parameter(help="Risk of ruin of the bankroll, in percent.")] = 1,
    after: Annotated[list[int] | None, Parameter(help="Hours of play after which a player is shown.")] = None,
    sample_seats: Annotated[bool, Parameter(help="Sample the correlation of seats where it is not known.")] = False,
    variant: Variant = "",
    paytable: Paytables = None,
    on: On = "threads",
) -> Report:
    """What a table wins: theoretical win, how shifts and years go, bankroll, the player's side.

    For example:

        fairfelt floor GAME --bet 25 --players 5 --hours 8
        fairfelt floor GAME --wager "Side Bet" --bet 5 --rounds 40 --drop 3000 --json
    """
    from fairfelt.analysis.winnings.covariance import found_together, solve_together
    from fairfelt.analysis.winnings.tables import PLAYED, FloorQuestion, read_money, table_plan, usual_stake
    from fairfelt.engine import exact as engine
    from fairfelt.reports.winnings import floor_report

    if wager and all_bets:
        raise BadInput("--wager and --all-bets contradict each other: give one of them")
    if sample_seats and all_bets:
        raise BadInput("--sample-seats finds how seats go together for one bet at a time: leave out --all-bets")
    chosen = choose(game, variant, paytables=paytable or ()).game
    terms = table.terms(chosen, usual_stake(chosen, wager))
    if not 0 < risk < 100:
        raise BadInput(f"--risk {risk:g} is not possible: give a percentage above 0 and below 100")
    for hours in after or ():
        check_range("--after", hours, 1, MOST_HOURS, " hours")
    asked = FloorQuestion(
        risk=as_fraction(risk) / 100,
        drop=read_money(drop, "drop", "--") if drop else None,
        after=tuple(after) if after else PLAYED,
    )
    with working_on(on) as executor, counting(f"Counting {chosen.title}") as progress:
        together = solve_together(chosen, executor) if all_bets else None
        plan = (
            terms.plan(chosen, together.round)
            if together
            else table_plan(engine.answer(chosen, progress=progress, executor=executor).par, (wager, ""), terms)
        )
        if sample_seats and plan.seats is None and not all_bets:
            played = plan.bet
            seats = found_together(chosen, played.wager, played.paytable, executor=executor, progress=progress)
            plan = replace(plan, seats=seats)
        return floor_report(chosen, plan, asked, together)


Side = Annotated[str, Parameter(help="A game, or GAME@VERSION:WAGER:PAYTABLE.")]
Protect = Annotated[bool, Parameter(help="Leaks of both too; minutes at a heavy game.")]


@report
def compare(
    a: Side,
    b: Side,
    /,
    *,
    protect: Protect = False,
    table: TableOptions = AS_USUAL,
    on: On = "threads",
) -> Report:
    """Two games or paytables side by side: figures, outcomes, what a table wins, jackpots, leaks.

    For example:

        fairfelt compare GAME OTHER-GAME --bet 25 --players 5
        fairfelt compare "GAME:Side Bet:1" "GAME:Side Bet:2" --bet 5 -o sides.pdf
        fairfelt compare GAME GAME@v2 --protect --json
    """
    from fairfelt.analysis.winnings.tables import usual_stake
    from fairfelt.reports.comparison import comparison_report, count_side

    sides = [find_side(text) for text in (a, b)]
    stake = min(usual_stake(game, *side.side_bet(game)) for side, game in sides)
    terms = table.terms(min((game for _, game in sides), key=lambda game: game.seats), stake)
    found: list[BenchSide] = []
    for side, game in sides:
        with working_on(on) as executor, counting(f"Counting {game.title}") as progress:
            found.append(count_side(side, game, terms, protect=protect, executor=executor, progress=progress))
    return comparison_report(*found)


File = Annotated[Path | None, Parameter(help="TOML file with a [[table]] for each kind of table.")]
Tables = Annotated[
    list[str] | None,
    Parameter(name="--table", help='"GAME:WAGER tables=2 hours=16 players=5 bet=25 rounds=40 jackpot=FILE".'),
]
GAME, JACKPOT = "game", "jackpot"
WORD = re.compile(r"\s([a-z]+)=(\S+)")
MOST_LINES = 100


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
    from fairfelt.analysis.winnings.tables import MOST, Portfolio, read_number
    from fairfelt.reports.winnings import portfolio_report

    read_number(str(days), "days", MOST["days"], "--")
    told = [*(_in_file(file) if file else ()), *(_in_words(text) for text in table or ())]
    if not told:
        raise BadInput("a portfolio needs tables: name a file, or give --table")
    if len(told) > MOST_LINES:
        raise BadInput(f"{len(told)} kinds of tables are more than the {MOST_LINES} that are added up")
    with working_on(on) as executor, counting("Counting the tables") as progress:
        found = Portfolio(tuple(_line(each, days, executor, progress) for each in told))
        return portfolio_report(found)


def _in_file(file: Path) -> list[dict[str, str]]:
    if not file.suffix and not file.exists():
        raise _no_file(str(file))
    content = toml_of(file)
    tables = content.get("table")
    if not isinstance(tables, list) or set(content) != {"table"}:
        raise BadInput(f"{file} holds no portfolio: it has one [[table]] after another and nothing else")
    return [_checked(table, f"{file}, table {number}") for number, table in enumerate(tables, 1)]


def _no_file(name: str) -> BadInput:
    """A user named a game where a file goes, or misspelled one."""
    from fairfelt import games
    from fairfelt.analysis.winnings.sides import read_side_name

    try:
        games.find(read_side_name(name).game)
    except UnknownName as error:
        hint = f"did you mean --table {error.nearest}?" if error.nearest else "name a TOML file, or give --table GAME"
        return BadInput(f"{name!r} is neither a file nor a game: {hint}")
    return BadInput(f'{name} is a game and not a file of tables: write --table "{name}"')


def _in_words(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = WORD.sub("", f" {text}").strip()
    if not name:
        raise BadInput(f'--table {text!r} names no game: write --table "GAME tables=2"')
    for found in WORD.finditer(f" {text}"):
        if found[1] in fields:
            raise BadInput(f"--table {text!r} says {found[1]} twice: say it once")
        fields[found[1]] = found[2]
    return _checked({GAME: name, **fields}, f"--table {text!r}")


def _checked(table: Mapping[str, Any], where: str) -> dict[str, str]:
    from fairfelt.analysis.winnings.tables import LINE_FIELDS

    known = (GAME, *LINE_FIELDS, JACKPOT)
    if unknown := [name for name in table if name not in known]:
        raise BadInput(f"{where}: a table has no {', '.join(unknown)}; it has {', '.join(known)}")
    if not isinstance(table.get(GAME), str) or not table[GAME]:
        raise BadInput(f'{where} names no game: write game = "GAME"')
    return {**{name: str(value) for name, value in table.items()}, "where": where}


def _line(told: Mapping[str, str], days: int, executor: Any, progress: Progress) -> PortfolioLine:
    from fairfelt.analysis.winnings.bets import WinningsError
    from fairfelt.analysis.winnings.tables import read_line
    from fairfelt.engine import exact as engine

    with bad_input(BadInput, WinningsError, where=told["where"]):
        name, game = find_side(told[GAME])
        meter, stake = _meter(told[JACKPOT], game, name.side_bet(game)) if JACKPOT in told else (None, None)
        asked = read_line(name, game, told, days=days, meter=meter, stake=stake)
        return asked.line(engine.answer(game, executor=executor, progress=progress).par)


def _meter(file: str, game: Game, bet: tuple[str, str]) -> tuple[HouseMeter, Fraction]:
    """The jackpot that a file describes, for a bet on a meter, and what is bet there."""
    from fairfelt.analysis.winnings.bets import bet_on_meter, meter_of
    from fairfelt.cli.io.table_file import read_jackpot

    found = bet_on_meter(game, *bet)
    if found is None:
        raise BadInput(f"jackpot = {file} is for a bet on a meter: name that bet, as GAME:WAGER")
    setup = read_jackpot(Path(file), others=None)
    offer, asked = setup.offer, (game.slug, game.variant, found[0], found[1].name)
    if offer != asked:
        raise BadInput(f"{file} is a jackpot of {offer.words}, and not of {', '.join(filter(None, asked))}")
    return meter_of(setup.terms), setup.stake
