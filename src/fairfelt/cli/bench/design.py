"""fairfelt design, counting, odds and protect: paytables by targets, bets from a shoe, and what leaks are worth."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose, pairs
from fairfelt.cli.io.errors import BadInput, check_range, complain
from fairfelt.cli.io.output import TOLD_FROM_S as PATIENCE_S
from fairfelt.cli.io.output import GameName, On, Pays, Paytables, Variant, report, working_on, write_whole
from fairfelt.cli.io.output import counting as counting_bar
from fairfelt.reports.report import Report
from fairfelt.rules import Game

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fairfelt.analysis.design.lines import Targets
    from fairfelt.analysis.protection.findings import Terms
    from fairfelt.analysis.protection.information import Information
    from fairfelt.engine.exact import Progress
    from fairfelt.rules import Game


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
    from fairfelt.analysis.design.pays import pays_text
    from fairfelt.analysis.design.search import search
    from fairfelt.reports.design import design_problem, design_report, read_targets

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
        return _rules(chosen, knob, targets, on)
    with working_on(on) as executor, counting_bar(f"Designing {chosen.wager(wager).name}") as progress:
        problem = design_problem(chosen, wager, targets, keep=kept, may_pay=may_pay or (), executor=executor)
        found = search(problem, designs, progress=progress, executor=executor)
    if write and found.designs:
        write_whole(write, pays_text({problem.wager.name: found.designs[0].table}, chosen).encode())
    return design_report(found)


def _rules(game: Game, texts: list[str], targets: Targets, on: str) -> Report:
    from fairfelt.analysis.design.knobs import count_settings, read_knob
    from fairfelt.reports.design import knobs_report

    knobs = [read_knob(game, text) for text in texts]
    with working_on(on) as executor, counting_bar(f"Counting {game.title}") as progress:
        return knobs_report(game, knobs, count_settings(game, knobs, targets, progress=progress, executor=executor))


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
    return count_on(
        on, chosen, wager, cut=cut, tags=tags, trigger=trigger, running=running, removed=removed, players=players,
        more_rounds=more_rounds, round_cards=round_cards, shoes=shoes,
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
    from fairfelt.analysis.counting.study import odds_of_shoe
    from fairfelt.reports.counting import odds_report

    chosen = choose(game, variant, paytables=paytable or (), pays=pays, decks=decks).game
    return odds_report(odds_of_shoe(chosen, removed))


def count_on(on: str, game: Game, wager: str, **asked: Any) -> Report:
    """The report on counting a bet, or the sentence why there is none."""
    from fairfelt.reports.counting import count_cards

    with working_on(on) as executor, counting_bar(f"Counting {game.title}") as progress:
        return count_cards(game, wager, **asked, executor=executor, progress=progress)


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
    counted: Annotated[str, Parameter(name="--counting", help="Bet from a shoe: what counting cards wins.")] = "",
    removed: Annotated[str, Parameter(help='With --counting: cards that are gone, such as "8 9".')] = "",
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
        fairfelt protect GAME --counting "Side Bet" --removed "8 9"
        fairfelt protect --all --limit 500

    The edge is the player's. A game alone gives the verdict on every leak. What costs too much to count is sampled.
    """
    from fairfelt.analysis.protection.exposure import EXACT_S, NO_LIMIT, expose
    from fairfelt.analysis.protection.information import read_information
    from fairfelt.reports.protection import exposure_report

    check_range("--limit", limit, 1, 10**9)
    check_range("--hours", hours, 1, MOST_HOURS)
    check_range("--rounds", rounds, 1, 1_000)
    if not 1 <= processes <= MOST_PROCESSES or (processes > 1 and on != "threads"):
        raise BadInput(f"--processes {processes} is not possible: give 1 to {MOST_PROCESSES}, and no --on beside it")
    if all == bool(game):
        raise BadInput("name one game, or give --all for the whole house")
    of_a_leak = bool(seen or sorted or hands != 1)
    if all and (of_a_leak or counted or removed):
        raise BadInput("--all looks at every leak of every game: name one game to ask about cards, hands or a count")
    if (exact or recompute) and not of_a_leak:
        option = "--exact" if exact else "--recompute"
        raise BadInput(f"{option} goes with --seen, --sorted or --hands: say what is to be counted")
    if all:
        with working_on(on) as executor, counting_bar("Counting the house", lines=True) as progress:
            return _house(limit, hours, rounds, processes, executor, progress)
    if processes != 1:
        raise BadInput("--processes goes with --all: one game is counted on every core anyway")
    chosen = choose(game, variant, paytables=paytable or ()).game
    if counted or removed:
        return _counting_report(chosen, counted, removed, on, alone=not of_a_leak)
    with working_on(on) as executor, counting_bar(f"Counting {chosen.title}") as progress:
        if not of_a_leak:
            return _verdict(chosen, _terms(chosen, limit, hours, rounds), executor, progress)
        if sorted.lower() == BEST:
            information, exact = _best_classes(chosen, executor, progress, exact=exact)
        else:
            information = read_information(chosen, seen, sorted, hands)
        exact_s = NO_LIMIT if exact else EXACT_S
        _announce_cost(chosen, information, exact_s, executor, recompute=recompute)
        run: Any = {"executor": executor, "progress": progress}
        return exposure_report(expose(chosen, information, exact_s=exact_s, recompute=recompute, **run))


def _counting_report(game: Game, wager: str, removed: str, on: str, *, alone: bool) -> Report:
    if not wager:
        raise BadInput("--removed needs a bet to go with: give --counting WAGER")
    if not alone:
        raise BadInput("--counting is a question of its own: leave out --seen, --sorted and --hands")
    return count_on(on, game, wager, removed=removed)


def _terms(game: Game, limit: int, hours: int, rounds: int | None) -> Terms:
    from dataclasses import replace

    from fairfelt.analysis.protection.findings import usual_terms
    from fairfelt.analysis.winnings.tables import pace_of

    terms = usual_terms(game, Fraction(limit), Fraction(hours))
    if rounds is None:
        return terms
    return replace(terms, pace=pace_of(game, terms.pace.players, Fraction(rounds)))


def _best_classes(
    game: Game, executor: Executor | None, progress: Progress, *, exact: bool
) -> tuple[Information, bool]:
    """The best two classes, and whether what they are worth is counted however long: where it takes no longer."""
    from fairfelt.analysis.protection.exposure import NO_LIMIT, plan_exposure
    from fairfelt.analysis.protection.figures import Method
    from fairfelt.analysis.protection.sorting import best_classes, plan_sorting
    from fairfelt.engine.exact import duration

    if (seconds := plan_sorting(game, NO_LIMIT)) >= PATIENCE_S:
        complain(f"every partition of the ranks: about {duration(seconds)} on one core")
    information = best_classes(game, executor, progress)
    return information, exact or plan_exposure(game, information, exact_s=NO_LIMIT).method is Method.MARKED


def _announce_cost(
    game: Game, information: Information, exact_s: float, executor: Executor | None, *, recompute: bool
) -> None:
    """Say first what takes longer than anybody would expect; of a sample, by a few of its hands."""
    from time import process_time

    from fairfelt.analysis.protection.exposure import measured_seconds, plan_exposure
    from fairfelt.engine.exact import duration

    if information.nothing:
        return
    plan = plan_exposure(game, information, exact_s=exact_s, recompute=recompute)
    if plan.hands and not game.course:
        complain(f"{plan.words}: a few of them first, to say how long it takes")
    seconds = measured_seconds(game, information, plan, process_time, executor)
    if seconds >= PATIENCE_S:
        complain(f"{plan.words}: about {duration(seconds)} on one core")


def _verdict(game: Game, terms: Terms, executor: Executor | None, progress: Progress) -> Report:
    from fairfelt.analysis.protection.house import foresee_verdict, verdict
    from fairfelt.engine.exact import duration
    from fairfelt.reports.protection import verdict_report

    if (seconds := foresee_verdict(game)) >= PATIENCE_S:
        complain(f"every leak of {game.title}: about {duration(seconds)}")
    return verdict_report(verdict(game, terms, executor=executor, progress=progress))


def _house(
    limit: int, hours: int, rounds: int | None, processes: int, executor: Executor | None, progress: Progress
) -> Report:
    from fairfelt import games
    from fairfelt.analysis.protection.house import HOUSE_EXACT_S, HOUSE_SAMPLE_S, House, worst_first
    from fairfelt.engine.exact import duration
    from fairfelt.reports.protection import house_report

    house = House(games.catalogue(), (HOUSE_EXACT_S, HOUSE_SAMPLE_S))
    if house.left:
        complain(
            f"{len(house.left)} of {house.asked} figures are not kept yet: about "
            f"{duration(house.seconds / processes)}; each is kept when it is found, so that a run that is stopped "
            "goes on where it was"
        )
    try:
        house.count(processes=processes, executor=executor, progress=progress)
    except KeyboardInterrupt:
        kept = house.asked - len(house.left)
        complain(f"stopped: {kept} of {house.asked} figures are kept, and the same command goes on from there")
        raise
    return house_report(worst_first(house.verdicts(lambda game: _terms(game, limit, hours, rounds))))
