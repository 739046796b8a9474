"""Counts all that is shown of a game, or reads what was counted before; recomputes every published figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.numbers import Root
from fairfelt.engine.answers.par import RoundPar, WagerPar
from fairfelt.engine.answers.store import keep_answer, keep_verification, kept_answer, kept_verification
from fairfelt.engine.answers.verification import BROKEN, DIFFERS, UNSOLVED, FigureCheck, Finding, Verification
from fairfelt.engine.build_par import BEST_SETTING_S, par, par_of, shares_by_wager, wager_par
from fairfelt.engine.core.price import Progress
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.one_hand import is_opening_as_counted
from fairfelt.engine.small_deck_check import self_check
from fairfelt.engine.solution import Solution
from fairfelt.engine.solve import advisor, core_game, forget, is_as_kept, result_of, solve, solver_of
from fairfelt.engine.strategy import follow, short_strategy_of
from fairfelt.rules import ROUND, Game, Published
from fairfelt.rules.cards import parse_cards


def answer(
    game: Game, *, bettors: int = 0, executor: Executor | None = None, progress: Progress | None = None
) -> Answer:
    """The figures of a game, kept by its fingerprint and by the code that counts."""
    found = kept_answer(game, bettors=bettors)
    if found is None:
        if progress:
            progress(0, 1, f"solving {game.title}")
        found = answer_of(advisor(game, executor=executor), bettors=bettors, progress=progress)
        keep_answer(found, bettors=bettors)
    return found


def answer_of(solution: Solution, *, bettors: int = 0, progress: Progress | None = None) -> Answer:
    """The same of a game that is solved already; nothing is kept."""
    game, short = solution.game, None
    par = par_of(solution, bettors=bettors, progress=progress, best_s=BEST_SETTING_S)
    with suppress(Unsolved):
        short = short_strategy_of(solution, best_s=BEST_SETTING_S)
    shares = shares_by_wager(solution)
    if progress:
        progress(1, 2, f"self-check of {game.title}")
    return Answer(par, solution.curve, shares, self_check(game), short)


def verification(game: Game, *, executor: Executor | None = None, progress: Progress | None = None) -> Verification:
    """The published figures of a game in all its versions, kept like its answer."""
    found = kept_verification(game)
    if found is None:
        for version in game.variants:
            with suppress(Unsolved):
                advisor(version, executor=executor)
        found = verify([game], progress=progress)
        keep_verification(game, found)
    return found


# Counts a game from nothing, whatever is kept of it, and says which kept answers come out otherwise.


@dataclass(frozen=True)
class Recount:
    """A verification without any kept answer, and how many of these were held against it."""

    verification: Verification
    """With a finding for each kept answer that comes out otherwise."""
    compared: int


def recount(game: Game, *, progress: Progress | None = None) -> Recount:
    """Count the published figures, and every kept answer, of all versions of a game."""
    forget()
    found = verify([game], progress=progress)
    kept = kept_verification(game)
    compared = [] if kept is None else [(game, "verification of its published figures", kept == found)]
    broken = {finding.variant for finding in found.findings if finding.kind == BROKEN}
    for version in game.variants:
        if version.variant not in broken:  # which is told already
            compared += [(version, what, same) for what, same in _compare(version)]
    differing = [
        Finding(version.slug, version.variant, DIFFERS, f"The kept {what} is not what is counted.")
        for version, what, same in compared
        if not same
    ]
    return Recount(replace(found, findings=(*found.findings, *differing)), len(compared))


def _compare(version: Game) -> Iterator[tuple[str, bool]]:
    """What is kept of a version, and whether it is what is counted."""
    solution = None
    with suppress(Unsolved):
        solution = solve(version)
    if solution:
        core = core_game(version)
        same = is_as_kept(solver_of(core), core, result_of(version))
        if same is not None:
            yield "result of its solver", same
        found = [same for table in solver_of(core).tables(core) if (same := table.is_as_made) is not None]
        yield from (("table that its advice looks into", same) for same in found)
        if (same := is_opening_as_counted(core, solution)) is not None:
            yield "value of every hand at the first decision", same
    if kept := kept_answer(version):
        yield "answer", solution is not None and kept == answer_of(solution)


# Every published figure is recomputed, and said where a sheet and its mathematics disagree.


NOT_COMPUTED = "not computed"


def verify(games: Sequence[Game], *, progress: Progress | None = None) -> Verification:
    """Check all figures of these games in all their versions."""
    versions = [version for game in games for version in game.variants]
    figures: list[FigureCheck] = []
    findings: list[Finding] = []
    for done, game in enumerate(versions):
        if progress:
            progress(done, len(versions), game.title)
        checked = [_check(game, published) for published in game.published]
        figures += [check for check, _ in checked]
        failed = [finding for _, finding in checked if finding]
        disagreed = [_disagreement(check) for check, finding in checked if not finding and not check.agrees]
        findings += dict.fromkeys([*disagreed, *failed, *_warnings(game)])
    if progress:
        progress(len(versions), len(versions), "done")
    return Verification(tuple(figures), tuple(findings))


def check_figure(game: Game, published: Published) -> FigureCheck:
    exact = _compute(game, published)
    number = exact.decimal if isinstance(exact, Root) else exact
    computed, agrees = published.as_printed(number), published.agrees(number)
    in_play = "" if published.wager == ROUND else game.wager(published.wager).paytable.name
    return _figure_check(game, published, published.paytable_label or in_play, computed, agrees=agrees, exact=exact)


def _check(game: Game, published: Published) -> tuple[FigureCheck, Finding | None]:
    """The figure, or what stands for it and why, if it cannot be computed; the other games go on."""
    try:
        return check_figure(game, published), None
    except Exception as error:
        check = _figure_check(game, published, published.paytable, NOT_COMPUTED, agrees=False, exact=None)
        return check, _failure(game, error)


def _figure_check(
    game: Game, published: Published, paytable: str, computed: str, *, agrees: bool, exact: Fraction | Root | None
) -> FigureCheck:
    decks = f"from {published.decks} deck{'s' * (published.decks > 1)}" if published.decks else ""
    return FigureCheck(
        game.slug, game.variant, published.wager, paytable, published.figure, published.printed, computed, agrees,
        published.source, exact, ", ".join(filter(None, (_of_what(published), decks))),
    )  # fmt: skip


def _failure(game: Game, error: Exception) -> Finding:
    """Why a game could not be computed: there is no solver, or it breaks one."""
    if isinstance(error, Unsolved):
        return Finding(game.slug, game.variant, UNSOLVED, str(error))
    return Finding(game.slug, game.variant, BROKEN, f"{type(error).__name__}: {error}")


def _of_what(published: Published) -> str:
    if published.outcome:
        return f"of “{published.outcome}”"
    if published.strategy:
        return f"by {published.strategy}"
    if published.hand:
        return f"of {published.choice} with {published.hand}"
    return f"with {published.bettors} other bettors" if published.bettors else ""


def _compute(game: Game, published: Published) -> Fraction | Root:
    if published.decks:
        game = game.with_decks(published.decks)
    if published.wager != ROUND:
        wager = game.wager(published.wager)
        named = game.with_paytable(wager.name, published.paytable) if published.paytable else game
        sheet = wager_par(solve(game), wager, named.wager(wager.name).paytable, published.bettors)
        if not published.outcome:
            return _counted(game, sheet, published)
        row = sheet.outcome(published.outcome)
        if not published.beside:
            return Fraction(getattr(row, published.figure))
        return Fraction(row.combinations, row.combinations + sheet.outcome(published.beside).combinations)
    if published.paytable:
        game = game.with_paytable(published.paytable_of, published.paytable)
    solution = solve(game)
    if published.strategy:
        return _counted(game, follow(solution, game.strategy(published.strategy)), published)
    if published.figure == "value":
        return dict(solution.advise(parse_cards(published.hand)).values)[published.choice]
    return _counted(game, solution.round, published)


def _counted(game: Game, sheet: WagerPar | RoundPar, published: Published) -> Fraction | Root:
    figure: Fraction | Root | None = getattr(sheet, published.figure)
    if figure is None:
        what = " ".join(filter(None, (published.figure.replace("_", " "), _of_what(published))))
        raise Unsolved(f"{game.title}: the {what} is not counted")
    return figure


def _disagreement(check: FigureCheck) -> Finding:
    what = f"{check.wager} {check.paytable}: {check.figure}"
    text = f"{what} is printed as {check.published}, computed {check.computed}."
    return Finding(check.game, check.variant, "disagreement", text)


def _warnings(game: Game) -> Iterable[Finding]:
    try:
        sheet = par(game)
    except Exception as error:
        yield _failure(game, error)
        return
    for text in sheet.warnings:
        yield Finding(game.slug, game.variant, "warning", text)
    for missing in sheet.uncounted:
        yield Finding(game.slug, game.variant, UNSOLVED, str(missing))
