"""The analyst's bench: fairfelt compare, counting, design, floor, odds, portfolio and protect."""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Annotated, Any

from cyclopts import Parameter

from fairfelt import games
from fairfelt.analysis.counting.study import odds_of_shoe
from fairfelt.analysis.design.knobs import count_settings, read_knob
from fairfelt.analysis.design.pays import pays_text
from fairfelt.analysis.design.search import search
from fairfelt.analysis.protection.exposure import EXACT_S, NO_LIMIT, expose, measured_seconds, plan_exposure
from fairfelt.analysis.protection.figures import Method
from fairfelt.analysis.protection.findings import Terms, usual_terms
from fairfelt.analysis.protection.house import (
    HOUSE_EXACT_S,
    HOUSE_SAMPLE_S,
    House,
    foresee_verdict,
    verdict,
    worst_first,
)
from fairfelt.analysis.protection.information import Information, read_information
from fairfelt.analysis.protection.sorting import best_classes, plan_sorting
from fairfelt.analysis.winnings.bets import HouseMeter, WinningsError, bet_on_meter, meter_of
from fairfelt.analysis.winnings.covariance import found_together, solve_together
from fairfelt.analysis.winnings.sides import SideName, put_in_play, read_side_name
from fairfelt.analysis.winnings.tables import (
    LINE_FIELDS,
    MOST,
    PLAYED,
    FloorQuestion,
    Portfolio,
    PortfolioLine,
    TableTerms,
    pace_of,
    read_line,
    read_money,
    read_number,
    read_terms,
    table_plan,
    usual_stake,
)
from fairfelt.cli.io.choose import choose, find_game, pairs, toml_of
from fairfelt.cli.io.errors import BadInput, bad_input, check_range, complain
from fairfelt.cli.io.output import (
    GameName,
    On,
    Pays,
    Paytables,
    Run,
    Variant,
    counting_on,
    report,
    show_duration,
    write_whole,
)
from fairfelt.cli.io.table_file import read_jackpot
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import duration
from fairfelt.reports.comparison import comparison_report, count_side
from fairfelt.reports.counting import count_cards, odds_report
from fairfelt.reports.design import design_problem, design_report, knobs_report, read_targets
from fairfelt.reports.protection import exposure_report, house_report, verdict_report
from fairfelt.reports.report import Report
from fairfelt.reports.winnings import floor_report, portfolio_report
from fairfelt.rules import Game, UnknownName

MOST_DESIGNS = 50


@report
def design(
    game: GameName,
    /,
    *,
    wager: Annotated[str, Parameter(help="Bet whose paytable is designed.")] = "",
    knob: Annotated[
        list[str] | None,
        Parameter(help='Rule and settings: "copies=push|player", "decks=1|2", a qualifier, a raise "Play=1|2".'),
    ] = None,
    edge: Annotated[str, Parameter(help="House edge, such as 3..4%; one end may be open.")] = "",
    hit: Annotated[str, Parameter(help="Hit frequency, such as 20..30%.")] = "",
    volatility: Annotated[str, Parameter(help="Standard deviation, such as 2..5.")] = "",
    top: Annotated[str, Parameter(help="Greatest fixed pay, such as 50..200.")] = "",
    break_even: Annotated[str, Parameter(help="Meter without an edge, in bets, such as 5000..8000.")] = "",
    whole_numbers: Annotated[bool, Parameter(help="No odds such as 3 to 2.")] = False,
    keep: Annotated[list[str] | None, Parameter(help="LINE=PAY: keep that pay.")] = None,
    may_pay: Annotated[list[str] | None, Parameter(help="Line that is unpaid today and may be paid.")] = None,
    variant: Variant = "",
    paytable: Paytables = None,
    designs: Annotated[int, Parameter(help="Number of designs.")] = 10,
    write: Annotated[Path | None, Parameter(help="File for the best design, for 'fairfelt par GAME --pays'.")] = None,
    on: On = "threads",
) -> Report:
    """Paytables that meet targets for edge, hits and volatility, the best first.

    For example:

        fairfelt design GAME --wager "Side Bet" --edge 3..4% --hit 20..30% --keep "straight=1"
        fairfelt design GAME --knob "qualifier=Qh 3d 2c|Kh 3d 2c" --knob "Play=1|2" --edge 2..4%

    Every design is counted exactly, with the best play for its pays.
    """
    check_range("--designs", designs, 1, MOST_DESIGNS)
    if bool(wager) == bool(knob):
        raise BadInput("say what is designed: a paytable by --wager, or rules by --knob")
    if knob and (top or break_even or keep or may_pay or write):
        raise BadInput("--top, --break-even, --keep, --may-pay and --write are for paytables: give none with --knob")
    if not edge and not break_even and not knob:
        raise BadInput("there is no target: give --edge, such as --edge 3..4%")
    chosen = choose(game, variant, paytables=paytable or ()).game
    kept = dict(pairs(keep or (), "--keep", "LINE=PAY"))
    targets = read_targets(
        edge=edge, hit=hit, volatility=volatility, top=top, break_even=break_even, whole_numbers=whole_numbers,
        dashes="--",
    )  # fmt: skip
    if knob:
        knobs = [read_knob(chosen, text) for text in knob]
        with counting_on(on, f"Counting {chosen.title}") as run:
            return knobs_report(chosen, knobs, count_settings(chosen, knobs, targets, **run))
    with counting_on(on, f"Designing {chosen.wager(wager).name}") as run:
        problem = design_problem(chosen, wager, targets, keep=kept, may_pay=may_pay or (), executor=run["executor"])
        found = search(problem, designs, **run)
    if write and found.designs:
        write_whole(write, pays_text({problem.wager.name: found.designs[0].table}, chosen).encode())
    return design_report(found)


SEATS = 7
MOST_MORE = 3
LEAST_CARDS, MOST_CARDS = 4, 40
MOST_SHOES = 10_000_000


@report
def counting(
    game: GameName,
    /,
    *,
    wager: Annotated[str, Parameter(help="Bet that is counted.")],
    cut: Annotated[int | None, Parameter(help="Cards behind the cut card; default: usual for the game.")] = None,
    more_rounds: Annotated[
        int | None, Parameter(help="Rounds after the cut card; default: usual for the game.")
    ] = None,
    tags: Annotated[str, Parameter(help='Custom count, such as "4=-1 5=-1 8=2 9=2"; default: the best.')] = "",
    trigger: Annotated[int | None, Parameter(help="True count to bet from; default: the best.")] = None,
    running: Annotated[bool, Parameter(help="--trigger is a running count of unbalanced --tags.")] = False,
    removed: Annotated[str, Parameter(help='Cards that are gone, such as "8 9 Ks".')] = "",
    decks: Annotated[int | None, Parameter(help="Number of decks.")] = None,
    players: Annotated[int, Parameter(help="Players, where each takes cards of the shoe.")] = 1,
    round_cards: Annotated[
        float | None, Parameter(help="Average cards a round at blackjack; default: 2.7 a hand.")
    ] = None,
    shoes: Annotated[int, Parameter(help="Shoes to deal.")] = 20_000,
    variant: Variant = "",
    paytable: Paytables = None,
    pays: Pays = None,
    on: On = "threads",
) -> Report:
    """What each card is worth to a bet from a shoe, the best counts, and what they win.

    For example:

        fairfelt counting GAME --wager "Side Bet" --cut 14
        fairfelt counting GAME --wager "Side Bet" --tags "4=-1 5=-1 6=-1 7=-1 8=2 9=2" --trigger 4
    """
    check_range("--shoes", shoes, 1, MOST_SHOES)
    check_range("--players", players, 1, SEATS)
    chosen = choose(game, variant, paytables=paytable or (), pays=pays, decks=decks).game
    check_range("--more-rounds", more_rounds, 0, MOST_MORE)
    check_range("--round-cards", round_cards, LEAST_CARDS, MOST_CARDS)
    if running and (not tags or trigger is None):
        raise BadInput("--running says that --trigger is a running count of your --tags: give both with it")
    with counting_on(on, f"Counting {chosen.title}") as run:
        return count_cards(
            chosen, wager, cut=cut, tags=tags, trigger=trigger, running=running, removed=removed, players=players,
            more_rounds=more_rounds, round_cards=round_cards, shoes=shoes, **run,
        )  # fmt: skip


@report
def odds(
    game: GameName,
    /,
    *,
    removed: Annotated[str, Parameter(help='Cards that are gone, such as "8 9 Ks".')] = "",
    decks: Annotated[int | None, Parameter(help="Number of decks.")] = None,
    variant: Variant = "",
    paytable: Paytables = None,
    pays: Pays = None,
) -> Report:
    """The exact value of every bet at the cards that are left in a shoe.

    For example:

        fairfelt odds GAME --removed "4 4 5 6 Ks" --json
    """
    chosen = choose(game, variant, paytables=paytable or (), pays=pays, decks=decks).game
    return odds_report(odds_of_shoe(chosen, removed))


BEST = "best"
MOST_HOURS = 8_784
MOST_PROCESSES = 256


@report
def protect(
    game: GameName = "",
    /,
    *,
    all: Annotated[bool, Parameter(name="--all", help="All games in one table, worst first.")] = False,
    variant: Variant = "",
    paytable: Paytables = None,
    seen: Annotated[str, Parameter(help='Exposed cards, such as "dealer 1" or "community 1,2".')] = "",
    sorted: Annotated[str, Parameter(help="Ranks marked on the back, such as QKA; best: the best two classes.")] = "",
    hands: Annotated[int, Parameter(help="Hands that share their cards: 2 to 7.")] = 1,
    exact: Annotated[bool, Parameter(help="Count what would be sampled, however long it takes.")] = False,
    recompute: Annotated[bool, Parameter(help="Count figures that come with the package again.")] = False,
    limit: Annotated[int, Parameter(help="Largest opening bet, for the cost a year.")] = 100,
    hours: Annotated[int, Parameter(help="Hours of such play a year.")] = 2_000,
    rounds: Annotated[int | None, Parameter(help="Rounds an hour; default: as published for a full table.")] = None,
    processes: Annotated[int, Parameter(help="With --all: figures counted at the same time.")] = 1,
    on: On = "threads",
) -> Report:
    """What exposed cards, marked backs and shared hands are worth, and what prevents it.

    For example:

        fairfelt protect GAME
        fairfelt protect GAME --seen "dealer 1 community 4"
        fairfelt protect GAME --sorted QKA --seen "dealer 1"
        fairfelt protect --all --limit 500

    The edge is the player's. A game alone gives the verdict on every leak. What costs too much to count is sampled.
    """
    check_range("--limit", limit, 1, 10**9)
    check_range("--hours", hours, 1, MOST_HOURS)
    check_range("--rounds", rounds, 1, 1_000)
    if not 1 <= processes <= MOST_PROCESSES or (processes > 1 and on != "threads"):
        raise BadInput(f"--processes {processes} is not possible: give 1 to {MOST_PROCESSES}, and no --on beside it")
    if all == bool(game):
        raise BadInput("name one game, or give --all for the whole house")
    of_a_leak = bool(seen or sorted or hands != 1)
    if all and of_a_leak:
        raise BadInput("--all looks at every leak of every game: name one game to ask about cards or hands")
    if (exact or recompute) and not of_a_leak:
        option = "--exact" if exact else "--recompute"
        raise BadInput(f"{option} goes with --seen, --sorted or --hands: say what is to be counted")
    if all:
        with counting_on(on, "Counting the house", lines=True) as run:
            return _house(limit, hours, rounds, processes, run)
    if processes != 1:
        raise BadInput("--processes goes with --all: one game is counted on every core anyway")
    chosen = choose(game, variant, paytables=paytable or ()).game
    with counting_on(on, f"Counting {chosen.title}") as run:
        if not of_a_leak:
            show_duration(f"counting every leak of {chosen.title}", foresee_verdict(chosen))
            return verdict_report(verdict(chosen, _terms(chosen, limit, hours, rounds), **run))
        if sorted.lower() == BEST:
            show_duration("going through every partition of the ranks", plan_sorting(chosen, NO_LIMIT))
            information = best_classes(chosen, **run)
            # Counted however long, where that takes no longer than finding them
            exact = exact or plan_exposure(chosen, information, exact_s=NO_LIMIT).method is Method.MARKED
        else:
            information = read_information(chosen, seen, sorted, hands)
        exact_s = NO_LIMIT if exact else EXACT_S
        _announce_cost(chosen, information, exact_s, run["executor"], recompute=recompute)
        return exposure_report(expose(chosen, information, exact_s=exact_s, recompute=recompute, **run))


def _terms(game: Game, limit: int, hours: int, rounds: int | None) -> Terms:
    terms = usual_terms(game, Fraction(limit), Fraction(hours))
    if rounds is None:
        return terms
    return replace(terms, pace=pace_of(game, terms.pace.players, Fraction(rounds)))


def _announce_cost(
    game: Game, information: Information, exact_s: float, executor: Executor | None, *, recompute: bool
) -> None:
    """Say first what takes longer than anybody would expect; of a sample, by a few of its hands."""
    if information.nothing:
        return
    plan = plan_exposure(game, information, exact_s=exact_s, recompute=recompute)
    if plan.hands and not game.course:
        complain(f"{plan.words}: a few of them first, to say how long it takes")
    show_duration(f"on one core this ({plan.words})", measured_seconds(game, information, plan, process_time, executor))


def _house(limit: int, hours: int, rounds: int | None, processes: int, run: Run) -> Report:
    house = House(games.catalogue(), (HOUSE_EXACT_S, HOUSE_SAMPLE_S))
    if house.left:
        complain(
            f"{len(house.left)} of {house.asked} figures are not kept yet: about "
            f"{duration(house.seconds / processes)}; each is kept when it is found, so that a run that is stopped "
            "goes on where it was"
        )
    try:
        house.count(processes=processes, **run)
    except KeyboardInterrupt:
        kept = house.asked - len(house.left)
        complain(f"stopped: {kept} of {house.asked} figures are kept, and the same command goes on from there")
        raise
    return house_report(worst_first(house.verdicts(lambda game: _terms(game, limit, hours, rounds))))


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
        said = {name: "" if option is None else str(option) for name, option in vars(self).items()}
        said |= {name: f"{getattr(self, name):g}" for name in ("rounds", "hours") if said[name]}
        return read_terms(said, game, usual, "--")


AS_USUAL = TableOptions()


def as_fraction(number: float) -> Fraction:
    """A number as it was typed."""
    return Fraction(str(number))


def find_side(text: str) -> tuple[SideName, Game]:
    """The name with its parts as the game spells them, and the game with that paytable in play."""
    name = read_side_name(text)
    game = find_game(name.game, name.variant)
    with bad_input(UnknownName, where=repr(text)):
        return put_in_play(name, game)


MOST_PLAYED_HOURS = 10_000


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
    if wager and all_bets:
        raise BadInput("--wager and --all-bets contradict each other: give one of them")
    if sample_seats and all_bets:
        raise BadInput("--sample-seats finds how seats go together for one bet at a time: leave out --all-bets")
    chosen = choose(game, variant, paytables=paytable or ()).game
    terms = table.terms(chosen, usual_stake(chosen, wager))
    if not 0 < risk < 100:
        raise BadInput(f"--risk {risk:g} is not possible: give a percentage above 0 and below 100")
    for hours in after or ():
        check_range("--after", hours, 1, MOST_PLAYED_HOURS, " hours")
    asked = FloorQuestion(
        risk=as_fraction(risk) / 100,
        drop=read_money(drop, "drop", "--") if drop else None,
        after=tuple(after) if after else PLAYED,
    )
    with counting_on(on, f"Counting {chosen.title}") as run:
        if all_bets:
            together = solve_together(chosen, run["executor"])
            return floor_report(chosen, terms.plan(chosen, together.round), asked, together)
        plan = table_plan(engine.answer(chosen, **run).par, (wager, ""), terms)
        if sample_seats and plan.seats is None:
            plan = replace(plan, seats=found_together(chosen, plan.bet.wager, plan.bet.paytable, **run))
        return floor_report(chosen, plan, asked)


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
    sides = [find_side(text) for text in (a, b)]
    stake = min(usual_stake(game, *side.side_bet(game)) for side, game in sides)
    terms = table.terms(min((game for _, game in sides), key=lambda game: game.seats), stake)
    found = []
    for side, game in sides:
        with counting_on(on, f"Counting {game.title}") as run:
            found.append(count_side(side, game, terms, protect=protect, **run))
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
    read_number(str(days), "days", MOST["days"], "--")
    told = [*(_in_file(file) if file else ()), *(_in_words(text) for text in table or ())]
    if not told:
        raise BadInput("a portfolio needs tables: name a file, or give --table")
    if len(told) > MOST_LINES:
        raise BadInput(f"{len(told)} kinds of tables are more than the {MOST_LINES} that are added up")
    with counting_on(on, "Counting the tables") as run:
        return portfolio_report(Portfolio(tuple(_line(each, days, run) for each in told)))


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
    known = (GAME, *LINE_FIELDS, JACKPOT)
    if unknown := [name for name in table if name not in known]:
        raise BadInput(f"{where}: a table has no {', '.join(unknown)}; it has {', '.join(known)}")
    if not isinstance(table.get(GAME), str) or not table[GAME]:
        raise BadInput(f'{where} names no game: write game = "GAME"')
    return {**{name: str(value) for name, value in table.items()}, "where": where}


def _line(told: Mapping[str, str], days: int, run: Run) -> PortfolioLine:
    with bad_input(BadInput, WinningsError, where=told["where"]):
        name, game = find_side(told[GAME])
        meter, stake = _meter(told[JACKPOT], game, name.side_bet(game)) if JACKPOT in told else (None, None)
        asked = read_line(name, game, told, days=days, meter=meter, stake=stake)
        return asked.line(engine.answer(game, **run).par)


def _meter(file: str, game: Game, bet: tuple[str, str]) -> tuple[HouseMeter, Fraction]:
    """The jackpot that a file describes, for a bet on a meter, and what is bet there."""
    found = bet_on_meter(game, *bet)
    if found is None:
        raise BadInput(f"jackpot = {file} is for a bet on a meter: name that bet, as GAME:WAGER")
    setup = read_jackpot(Path(file))
    offer, asked = setup.offer, (game.slug, game.variant, found[0], found[1].name)
    if offer != asked:
        raise BadInput(f"{file} is a jackpot of {offer.words}, and not of {', '.join(filter(None, asked))}")
    return meter_of(setup.terms), setup.stake
