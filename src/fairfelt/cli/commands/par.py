"""fairfelt par"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.agree import Yes, agreed, tell_how_long
from fairfelt.cli.io.choose import choose, is_path
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.executors import working_on
from fairfelt.cli.io.options import GameName, On, Variant
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from fairfelt.answers.answer import Answer
    from fairfelt.rules import Game

Paytables = Annotated[
    list[str] | None,
    Parameter(
        name="--paytable", help="WAGER=NAME: put that paytable in play. May be given several times.", negative=()
    ),
]
Rulings = Annotated[
    list[str] | None,
    Parameter(
        name="--ruling", help="NAME=CHOICE: read the rule sheet another way. May be given several times.", negative=()
    ),
]
Pays = Annotated[Path | None, Parameter(help="A TOML file with changed pays, to see what they would do.")]
Decks = Annotated[
    int | None, Parameter(help="Deal from so many decks; as many as usual if not given.", show_default=False)
]
HERE = "threads"
SAMPLING_S = 20
"""About what a bracket takes, whatever the game."""
Bettors = Annotated[int, Parameter(help="Other players at the table, whose hands pay envy.")]


@report
def par(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    paytable: Paytables = None,
    ruling: Rulings = None,
    pays: Pays = None,
    decks: Decks = None,
    bettors: Bettors = 0,
    on: On = HERE,
    yes: Yes = False,
) -> Report:
    """The PAR sheet: every outcome of every wager, the round, the best play, all counted exactly.

    For example:

        fairfelt par GAME --paytable Bonus=2 --paytable Blind=1
        fairfelt par GAME --variant v2 -o sheet.pdf
        fairfelt par GAME --pays what-if.toml --json

    A file for --pays names wagers and what their lines pay:

        [Bonus]
        name = "what if"
        pays = { "7" = 60, "6" = "20 to 1", "4-card straight" = "3 to 2" }

    What takes long says so first. A round that costs more than some minutes is asked about; without a yes it is sampled
    instead, and the sheet gives a bracket around its house edge.
    """
    from fairfelt.answers.store import kept_answer
    from fairfelt.reports.par.par_sheet import par_dict, par_sheet

    chosen = choose(game, variant, paytables=paytable or (), rulings=ruling or (), pays=pays, decks=decks)
    _check_bettors(bettors, chosen.game.seats)
    kept = kept_answer(chosen.game, bettors=bettors) if on == HERE else None  # who names a place wants it counted there
    answer = kept or _count(chosen.game, bettors, on, yes=yes)
    if isinstance(answer, Report):
        return answer
    printed = par_sheet(answer.par, curve=answer.curve, changes=chosen.changes, check=answer.check)
    plain = par_dict(answer.par) | {"self_check": answer.check.to_dict()}
    repeatable = not (pays or is_path(game) or on != HERE)
    return Report(printed, plain, passed=answer.check.agrees, repeatable=repeatable)


def _count(game: Game, bettors: int, on: str, *, yes: bool) -> Answer | Report:
    """Count what was not kept; a round that costs too much is sampled."""
    from fairfelt import exact  # which loads the solvers

    with agreed(game, yes=yes) as seen:
        if seen.too_costly:
            return _sampled(game, str(seen.too_costly), fits=seen.too_costly.fits)
        with working_on(on) as executor, counting(f"Counting {game.title}") as progress:
            return exact.answer(game, bettors=bettors, executor=executor, progress=progress)


def _sampled(game: Game, reason: str, *, fits: bool) -> Report:
    from fairfelt import exact
    from fairfelt.reports.par.par_sheet import estimated_sheet

    tell_how_long(f"sampling {game.title}", SAMPLING_S)
    with counting(f"Sampling {game.title}"):
        estimated = exact.estimated_par(game, reason + ("; say --yes to count it all the same" if fits else ""))
    return Report(estimated_sheet(estimated), estimated.to_dict())


def _check_bettors(bettors: int, seats: int) -> None:
    if not 0 <= bettors < seats:
        raise BadInput(f"--bettors {bettors} is not possible: with {seats} seats there are 0 to {seats - 1} others")
