"""fairfelt verify"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.agree import tell_how_long
from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.progress import progress_bar
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from fairfelt.exact import Progress, Verification
    from fairfelt.reports.par.checks import Origin
    from fairfelt.rules import Game

Names = Annotated[str, Parameter(help="Games to verify; all of them if none is named.")]

Recompute = Annotated[
    bool,
    Parameter(help="Count everything again, and compare with what comes with Fairfelt or was kept.", negative=()),
]


@report
def verify(*game: Names, recompute: Recompute = False) -> Report:
    """Compare every published figure with the exact one to its printed digits; the exit code is 1 if one differs.

    Exact figures that come with Fairfelt, or that were counted here before by the same rules and code, are read; the
    others are counted. The last lines say how many were read and how many counted.

    For example:

        fairfelt verify
        fairfelt verify GAME --json
        fairfelt verify --recompute
    """
    from fairfelt import games
    from fairfelt.answers.verification import BROKEN, Finding, merge_verifications
    from fairfelt.reports.par.checks import verification_sheet

    chosen, unread = _found(game) if game else (list(games.catalogue()), list(games.own_games().faults))
    with progress_bar("Verifying") as progress:
        parts, origin = _counted_again(chosen, progress) if recompute else _read_or_counted(chosen, progress)
    broken = (Finding("a game of your own", "", BROKEN, fault) for fault in unread)
    found = merge_verifications(parts)
    found = replace(found, findings=(*found.findings, *broken))
    return Report(
        verification_sheet(found, origin), {**found.to_dict(), "answers": asdict(origin)}, passed=found.agrees
    )


def _read_or_counted(chosen: Sequence[Game], progress: Progress) -> tuple[list[Verification], Origin]:
    """Each game's figures as they are kept, or else counted and kept."""
    from fairfelt.answers.store import kept_verification
    from fairfelt.reports.par.checks import Origin

    found: list[Verification | None] = []
    for done, game in enumerate(chosen):
        progress(done, len(chosen), game.title)
        found.append(kept_verification(game))
    missing = [at for at, kept in enumerate(found) if kept is None]
    if missing:
        from fairfelt import exact

        left = [chosen[at] for at in missing]
        tell_how_long("verifying", sum(exact.foresee(version).seconds for game in left for version in game.variants))
        for at, told in zip(missing, _shares(left, progress), strict=True):
            found[at] = exact.verification(chosen[at], progress=told)
    return [each for each in found if each], Origin(len(chosen) - len(missing), len(missing))


def _counted_again(chosen: Sequence[Game], progress: Progress) -> tuple[list[Verification], Origin]:
    """Each game's figures counted, with a finding for each kept answer that comes out otherwise."""
    from fairfelt import exact
    from fairfelt.reports.par.checks import Origin

    seen = [exact.foresee(version) for game in chosen for version in game.variants]
    tell_how_long("counting all again", sum(each.seconds + each.check_seconds for each in seen))
    found = [exact.recount(game, progress=told) for game, told in zip(chosen, _shares(chosen, progress), strict=True)]
    compared = sum(each.compared for each in found)
    return [each.verification for each in found], Origin(counted=len(chosen), compared=compared)


def _shares(chosen: Sequence[Game], progress: Progress) -> Iterator[Progress]:
    """For each game, its stretch of one bar over the versions of all."""
    versions, before = sum(len(game.variants) for game in chosen), 0
    for game in chosen:

        def told(done: int, total: int, what: str, before: int = before) -> None:
            progress(before + done, versions, what)

        yield told
        before += len(game.variants)


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
