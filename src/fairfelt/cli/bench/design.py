"""fairfelt design"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose, pairs
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import GameName, On, Variant, report, write_whole
from fairfelt.cli.io.progress import counting, working_on
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from fairfelt.analysis.design.lines import Targets
    from fairfelt.rules import Game

WagerName = Annotated[str, Parameter(name="--wager", help="The bet whose paytable is designed; left out with --knob.")]
Keep = Annotated[list[str] | None, Parameter(help="LINE=PAY: that line pays that. May be given several times.")]
Paytables = Annotated[list[str] | None, Parameter(name="--paytable", help="WAGER=NAME: begin with that paytable.")]
Write = Annotated[Path | None, Parameter(help="A file for the best design, to be given to 'fairfelt par GAME --pays'.")]
MOST_DESIGNS = 50


@report
def design(
    game: GameName,
    /,
    *,
    wager: WagerName = "",
    knob: Annotated[
        list[str] | None,
        Parameter(
            name="--knob",
            help="A rule and its settings, all counted: "
            '"qualifier=Qh 3d 2c|Kh 3d 2c", "copies=push|player", "decks=1|2", '
            'or the size of a raise, "Play=1|2". May be given several times.',
        ),
    ] = None,
    edge: Annotated[str, Parameter(help="House edge, such as 3..4%; one end may be open.")] = "",
    hit: Annotated[str, Parameter(help="How often it wins, such as 20..30%.")] = "",
    volatility: Annotated[str, Parameter(help="Standard deviation, such as 2..5.")] = "",
    top: Annotated[str, Parameter(help="The greatest fixed pay, such as 50..200.")] = "",
    break_even: Annotated[str, Parameter(help="The meter in bets at which there is no edge, such as 5000..8000.")] = "",
    run_dry: Annotated[
        str,
        Parameter(
            help="The risk that a meter which pays everything runs dry before it is won, such as ..1%; by its seed and "
            "contribution."
        ),
    ] = "",
    whole_numbers: Annotated[bool, Parameter(name="--whole-numbers", help="No odds such as 3 to 2.")] = False,
    keep: Keep = None,
    may_pay: Annotated[
        list[str] | None, Parameter(help="A line that is not paid today and may be. May be given several times.")
    ] = None,
    variant: Variant = "",
    paytable: Paytables = None,
    designs: Annotated[int, Parameter(help="How many designs to look for.")] = 10,
    write: Write = None,
    on: On = "threads",
) -> Report:
    """Paytables that meet targets for edge, hits and volatility, with pays that look like pays, the best first.

    For example:

        fairfelt design GAME --wager "Side Bet" --edge 3..4% --hit 20..30% --whole-numbers
        fairfelt design GAME --wager Blind --edge 2..2.5% --keep "straight=1" --write blind.toml
        fairfelt design GAME --knob "qualifier=Qh 3d 2c|Kh 3d 2c" --knob "Play=1|2" --edge 2..4%

    Every design is counted exactly by the ordinary solver before it is shown. Where the pays change the best play,
    it is worked out anew for every design.
    """
    from fairfelt.analysis.design.lines import Range, Targets, parse_range
    from fairfelt.analysis.design.search import frontier, search
    from fairfelt.reports.design import design_problem, design_report
    from fairfelt.reports.par.checks import pays_text

    def read(text: str, option: str, *, percent: bool = False) -> Range:
        return parse_range(text, what=option, percent=percent) if text else Range()

    if not 1 <= designs <= MOST_DESIGNS:
        raise BadInput(f"--designs {designs} is not possible: ask for 1 to {MOST_DESIGNS}")
    if bool(wager) == bool(knob):
        raise BadInput("say what is designed: a paytable by --wager, or rules by --knob")
    if knob and (top or break_even or run_dry or keep or may_pay or write):
        raise BadInput(
            "--top, --break-even, --run-dry, --keep, --may-pay and --write are for paytables: give none with --knob"
        )
    if not edge and not break_even and not knob:
        raise BadInput("there is no target: give --edge, such as --edge 3..4%")
    chosen = choose(game, variant, paytables=paytable or ()).game
    kept = dict(pairs(keep or (), "--keep", "LINE=PAY"))
    targets = Targets(
        edge=read(edge, "--edge", percent=True),
        hit=read(hit, "--hit", percent=True),
        volatility=read(volatility, "--volatility"),
        top=read(top, "--top"),
        break_even=read(break_even, "--break-even"),
        run_dry=read(run_dry, "--run-dry", percent=True),
        whole_numbers=whole_numbers,
    )
    if knob:
        return _rules(chosen, knob, targets, on)
    with working_on(on) as executor, counting(f"Designing {chosen.wager(wager).name}") as progress:
        problem = design_problem(chosen, wager, targets, keep=kept, may_pay=may_pay or (), executor=executor)
        found = search(problem, designs, progress=progress, executor=executor)
        points = frontier(problem, progress=progress, executor=executor) if found.designs else ()
    if write and found.designs:
        write_whole(write, pays_text({problem.wager.name: found.designs[0].table}, chosen).encode())
    return design_report(found, points)


def _rules(game: Game, texts: list[str], targets: Targets, on: str) -> Report:
    from fairfelt.analysis.design.knobs import count_settings, read_knob
    from fairfelt.reports.design import knobs_report

    knobs = [read_knob(game, text) for text in texts]
    with working_on(on) as executor, counting(f"Counting {game.title}") as progress:
        return knobs_report(game, knobs, count_settings(game, knobs, targets, progress=progress, executor=executor))
