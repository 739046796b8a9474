"""fairfelt regret: what an agent's play costs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput, check_range
from fairfelt.cli.io.output import counting, report
from fairfelt.reports.report import Report

ALL = "all"
LEAST_ROUNDS, MOST_ROUNDS = 10, 1_000_000


@report
def regret(
    agent: Annotated[str, Parameter(help="random, exact, or module:function of your own.")],
    /,
    *,
    games: Annotated[str, Parameter(help="Names of games with commas between them, or all.")] = ALL,
    rounds: Annotated[int, Parameter(help="Rounds to sample of a game whose regret is not exact.")] = 100,
    seed: Annotated[int, Parameter(help="Seed of the rounds.")] = 1,
) -> Report:
    """What an agent's play costs: regret a round, by the exact value of every action.

    For example:

        fairfelt regret random --games GAME
        fairfelt regret my_agents:careful --games all --rounds 1000 --json

    A function gets an observation and a dictionary with "game", "actions" and "action_mask", and gives the number of an
    action, or the chances of some. Modules are looked for in this folder too.
    """
    from fairfelt.environments.agents import AgentGame
    from fairfelt.environments.regret import find_agent, measure_regret
    from fairfelt.games import catalogue
    from fairfelt.reports.regret import regret_report

    check_range("--rounds", rounds, LEAST_ROUNDS, MOST_ROUNDS)
    if seed < 0:
        raise BadInput(f"--seed {seed} is negative: give 0 or more")
    chosen = catalogue() if games == ALL else tuple(map(find_game, games.split(",")))
    sys.path.append(str(Path.cwd()))
    player, found = find_agent(agent), []
    with counting(f"Asking {agent}") as progress:
        for done, game in enumerate(chosen):
            progress(done, len(chosen), game.title)
            found.append(measure_regret(AgentGame(game), player, rounds=rounds, seed=seed))
    return regret_report(agent, found)
