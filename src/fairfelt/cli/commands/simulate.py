"""fairfelt simulate"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.agree import tell_how_long
from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.executors import working_on
from fairfelt.cli.io.options import GameName, On, Variant
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report
from fairfelt.rules import Game

Rounds = Annotated[int, Parameter(help="How many rounds to deal.")]
Seed = Annotated[int, Parameter(help="The same seed deals the same cards.")]
Seats = Annotated[int, Parameter(help="Players at the table.")]
RoundOnly = Annotated[
    bool, Parameter(help="Count the result of each round only, not its wagers: far faster for blackjack on a GPU.")
]


@report
def simulate(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    rounds: Rounds = 1_000_000,
    seed: Seed = 1,
    seats: Seats = 1,
    round_only: RoundOnly = False,
    on: On = "threads",
) -> Report:
    """Deal rounds at random, play them as well as can be, and set the results beside the exact ones.

    For example:

        fairfelt simulate GAME --rounds 10000000 --seed 7
        fairfelt simulate GAME --seats 6 --json
        fairfelt simulate GAME --rounds 100000000000 --round-only --on gpu
    """
    found = find_game(game, variant)
    _check(found, rounds=rounds, seed=seed, seats=seats)
    from fairfelt.exact import foresee
    from fairfelt.exact.solve import core_game, is_at_hand
    from fairfelt.reports.par.checks import simulation_dict, simulation_sheet
    from fairfelt.simulation import simulate as deal

    if not is_at_hand(found):
        tell_how_long(f"counting {found.title} first", foresee(core_game(found)).seconds)
    with working_on(on) as executor, counting(f"Dealing {found.title}") as progress:
        dealt = deal(
            found, rounds=rounds, seed=seed, seats=seats, round_only=round_only, executor=executor, progress=progress
        )
    return Report(simulation_sheet(dealt), simulation_dict(dealt))


def _check(game: Game, *, rounds: int, seed: int, seats: int) -> None:
    if rounds < 1:
        raise BadInput(f"--rounds {rounds} is too few: give 1 or more")
    if seed < 0:
        raise BadInput(f"--seed {seed} is negative: give 0 or more")
    if not 1 <= seats <= game.seats:
        raise BadInput(f"--seats {seats} is not possible: {game.name} seats 1 to {game.seats}")
