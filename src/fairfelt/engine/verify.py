"""Recomputes every published figure and says where a sheet and its mathematics disagree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from fairfelt.engine.answers.numbers import Root
from fairfelt.engine.answers.par import RoundPar, WagerPar
from fairfelt.engine.answers.verification import BROKEN, UNSOLVED, FigureCheck, Finding, Verification
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.strategy import follow
from fairfelt.rules import ROUND, Game, Published
from fairfelt.rules.cards import parse_cards

from .build_par import par, wager_par
from .core.price import Progress
from .solve import solve

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
    """Recompute one figure."""
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
