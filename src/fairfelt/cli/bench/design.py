"""fairfelt design, counting and odds: paytables that meet targets, and what a bet from a shoe is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose, pairs
from fairfelt.cli.io.errors import BadInput, check_range
from fairfelt.cli.io.output import GameName, On, Pays, Paytables, Variant, report, working_on, write_whole
from fairfelt.cli.io.output import counting as counting_bar
from fairfelt.reports.report import Report
from fairfelt.rules import Game

if TYPE_CHECKING:
    from fairfelt.analysis.design.lines import Targets


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
