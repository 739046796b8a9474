"""fairfelt par, strategy, simulate, verify, regret: the mathematics of a game, and what an agent's play costs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose, find_game, is_path
from fairfelt.cli.io.errors import BadInput, bad_input, check_range
from fairfelt.cli.io.output import (
    GameName,
    On,
    Pays,
    Paytables,
    Variant,
    Yes,
    agreed,
    counting,
    counting_on,
    report,
    show_duration,
)
from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.store import kept_answer, kept_verification
from fairfelt.engine.answers.verification import BROKEN, Finding, Verification, merge_verifications
from fairfelt.reports.par.checks import Origin, simulation_dict, simulation_sheet, verification_sheet
from fairfelt.reports.par.par_sheet import (
    AdvisedHand,
    estimated_sheet,
    par_dict,
    par_sheet,
    strategy_dict,
    strategy_sheet,
)
from fairfelt.reports.report import Report
from fairfelt.rules import Game
from fairfelt.rules.cards import Card, parse_cards

if TYPE_CHECKING:
    from fairfelt.engine.exact import Progress, Solution


HERE = "threads"
SAMPLING_S = 20
"""About what a bracket takes, whatever the game."""


@report
def par(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    paytable: Paytables = None,
    ruling: Annotated[list[str] | None, Parameter(help="NAME=CHOICE: another reading of the rule sheet.")] = None,
    pays: Pays = None,
    decks: Annotated[int | None, Parameter(help="Number of decks; default: usual for the game.")] = None,
    bettors: Annotated[int, Parameter(help="Other players, whose hands pay envy.")] = 0,
    on: On = HERE,
    yes: Yes = False,
) -> Report:
    """The PAR sheet: every outcome of every wager, the round and the best play, counted exactly.

    For example:

        fairfelt par GAME --paytable Bonus=2 --paytable Blind=1
        fairfelt par GAME --variant v2 -o sheet.pdf
        fairfelt par GAME --pays what-if.toml --json

    A file for --pays names wagers and what their lines pay:

        [Bonus]
        name = "what if"
        pays = { "7" = 60, "6" = "20 to 1", "4-card straight" = "3 to 2" }

    A round that costs more than some minutes is asked about; without a yes it is sampled, which gives a bracket.
    """
    chosen = choose(game, variant, paytables=paytable or (), rulings=ruling or (), pays=pays, decks=decks)
    seats = chosen.game.seats
    if not 0 <= bettors < seats:
        raise BadInput(f"--bettors {bettors} is not possible: with {seats} seats there are 0 to {seats - 1} others")
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
    from fairfelt.engine import exact as engine

    with agreed(game, yes=yes) as seen:
        if seen.too_costly:
            return _sampled(game, str(seen.too_costly), fits=seen.too_costly.fits)
        with counting_on(on, f"Counting {game.title}") as run:
            return engine.answer(game, bettors=bettors, **run)


def _sampled(game: Game, reason: str, *, fits: bool) -> Report:
    from fairfelt.engine import exact as engine

    show_duration(f"sampling {game.title}", SAMPLING_S)
    with counting(f"Sampling {game.title}"):
        estimated = engine.estimated_par(game, reason + ("; say --yes to count it all the same" if fits else ""))
    return Report(estimated_sheet(estimated), estimated.to_dict())


@report
def strategy(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    hand: Annotated[str, Parameter(help='Your cards, such as "As Kd 7c".')] = "",
    community: Annotated[str, Parameter(help="Visible community cards.")] = "",
    dealer: Annotated[str, Parameter(help="Visible cards of the dealer.")] = "",
    best: Annotated[bool, Parameter(help="Count the best setting of all hands too, however long it takes.")] = False,
) -> Report:
    """A strategy to remember and what it costs; with a hand, the exact value of every choice.

    For example:

        fairfelt strategy GAME
        fairfelt strategy GAME --hand "Qs 6d 4c"
        fairfelt strategy GAME --best
    """
    from fairfelt.analysis.advisers import find_adviser
    from fairfelt.engine import exact as engine
    from fairfelt.engine.answers.store import kept_answer

    found = find_game(game, variant)
    cards, shared, shown = parse_cards(hand), parse_cards(community), parse_cards(dealer)
    if (shared or shown) and not cards:
        raise BadInput(f"{'--community' if shared else '--dealer'} needs a --hand to go with")
    takes = _foresee_best(found) if best else ""
    with counting(f"Solving {found.title}{takes}"):
        asked = _asked(find_adviser(found), cards, shared, shown) if cards else None
        kept = None if best else kept_answer(found)
        short = (kept and kept.short) or engine.short_strategy_of(engine.solve(found), best_s=inf if best else 0)
    printed, plain = strategy_sheet(found, short, asked), strategy_dict(found, short, asked)
    return Report(printed, plain, repeatable=not is_path(game))


def _foresee_best(game: Game) -> str:
    """About what the best setting takes; refused before anything is counted where there is none to count."""
    from fairfelt.engine.solve import core_game, solver_of

    seconds = solver_of(core_game(game)).best_seconds(game)
    if not seconds:
        raise BadInput(
            f"--best is for games whose hands are set by a house way without exposed dealer cards; the strategy of "
            f"{game.title} is the best without it"
        )
    return f" and the best setting, about {max(1, round(seconds / 60))} min of one core unless it is kept"


def _asked(
    solution: Solution, cards: tuple[Card, ...], shared: tuple[Card, ...], shown: tuple[Card, ...]
) -> AdvisedHand:
    with bad_input(ValueError):
        return AdvisedHand(cards, shared, solution.advise(cards, shared, shown), shown)


@report
def simulate(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    rounds: Annotated[int, Parameter(help="Rounds to deal.")] = 1_000_000,
    seed: Annotated[int, Parameter(help="Seed of the shuffle.")] = 1,
    seats: Annotated[int, Parameter(help="Players at the table.")] = 1,
    round_only: Annotated[
        bool,
        Parameter(help="Results of rounds, not of wagers: faster for blackjack on a GPU.", negative="--no-round-only"),
    ] = False,
    on: On = "threads",
) -> Report:
    """Deal rounds at random, and set the results beside the exact ones.

    For example:

        fairfelt simulate GAME --rounds 10000000 --seed 7 --seats 6
        fairfelt simulate GAME --rounds 100000000000 --round-only --on gpu
    """
    found = find_game(game, variant)
    if rounds < 1:
        raise BadInput(f"--rounds {rounds} is too few: give 1 or more")
    if seed < 0:
        raise BadInput(f"--seed {seed} is negative: give 0 or more")
    if not 1 <= seats <= found.seats:
        raise BadInput(f"--seats {seats} is not possible: {found.name} seats 1 to {found.seats}")
    from fairfelt.engine.exact import foresee
    from fairfelt.engine.simulation import simulate as deal
    from fairfelt.engine.solve import core_game, is_at_hand

    if not is_at_hand(found):
        show_duration(f"counting {found.title} first", foresee(core_game(found)).seconds)
    with counting_on(on, f"Dealing {found.title}") as run:
        dealt = deal(found, rounds=rounds, seed=seed, seats=seats, round_only=round_only, **run)
    return Report(simulation_sheet(dealt), simulation_dict(dealt))


Names = Annotated[str, Parameter(help="Games to verify; default: all.")]
Recompute = Annotated[bool, Parameter(help="Count everything again, and compare with kept answers.")]


@report
def verify(*game: Names, recompute: Recompute = False) -> Report:
    """Compare every published figure with the exact one; the exit code is 1 if one differs.

    Exact figures that come with Fairfelt or were counted before are read, the others counted.

    For example:

        fairfelt verify
        fairfelt verify GAME --json
        fairfelt verify --recompute
    """
    from fairfelt import games

    chosen, unread = _found(game) if game else (list(games.catalogue()), list(games.own_games().faults))
    with counting("Verifying") as progress:
        parts, origin = _verified(chosen, progress, recompute=recompute)
    broken = (Finding("a game of your own", "", BROKEN, fault) for fault in unread)
    found = merge_verifications(parts)
    found = replace(found, findings=(*found.findings, *broken))
    return Report(
        verification_sheet(found, origin), {**found.to_dict(), "answers": asdict(origin)}, passed=found.agrees
    )


def _verified(chosen: Sequence[Game], progress: Progress, *, recompute: bool) -> tuple[list[Verification], Origin]:
    """Each game's figures as they are kept, or else counted and kept; or all counted, with a finding for each kept
    answer that comes out otherwise."""
    kept = [None if recompute else kept_verification(game) for game in chosen]
    left = [game for game, found in zip(chosen, kept, strict=True) if found is None]
    if not left:
        return [found for found in kept if found], Origin(len(chosen))
    from fairfelt.engine import exact as engine

    seen = [engine.foresee(version) for game in left for version in game.variants]
    checking = sum(each.check_seconds for each in seen) if recompute else 0
    show_duration("counting all again" if recompute else "verifying", sum(each.seconds for each in seen) + checking)
    compared, parts = 0, list[Verification]()
    for found, game in zip(kept, chosen, strict=True):

        def told(done: int, total: int, what: str) -> None:
            progress(len(parts), len(chosen), what)

        if recompute:
            again = engine.recount(game, progress=told)
            compared += again.compared
            found = again.verification
        parts.append(found or engine.verification(game, progress=told))
    return parts, Origin(len(chosen) - len(left), len(left), compared if recompute else None)


def _found(names: Sequence[str]) -> tuple[list[Game], list[str]]:
    """The games of those names, and why files among them hold none: one bad file does not stop the others."""
    from fairfelt.games import BadGameFile

    found: list[Game] = []
    unread: list[str] = []
    for name in names:
        try:
            found.append(find_game(name))
        except BadGameFile as error:
            unread.append(str(error))
    return found, unread


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
