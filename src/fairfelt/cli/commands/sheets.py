"""fairfelt games, rules, layout, site, playthrough, lint, new, export: what a game's definition alone gives."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import count
from json import dumps, loads
from pathlib import Path
from shutil import rmtree
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose, find_game, is_path
from fairfelt.cli.io.errors import BadInput, complain
from fairfelt.cli.io.output import (
    GameName,
    Json,
    Output,
    Paytables,
    Variant,
    counting,
    destination,
    report,
    write_whole,
)
from fairfelt.engine.answers.answer import Answer
from fairfelt.reports.report import Report
from fairfelt.rules import Game


@report
def rules(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    dealing: Annotated[bool, Parameter(help="The dealer's guide instead.")] = False,
) -> Report:
    """Rules of play, order of hands, paytables and rulings, written from the game's definition.

    For example:

        fairfelt rules GAME
        fairfelt rules GAME --variant v2 -o placard.pdf
        fairfelt rules GAME --dealing -o dealer.pdf
    """
    from fairfelt.reports.placard.dealing import dealing_dict, dealing_guide
    from fairfelt.reports.placard.placard import placard, placard_dict

    found = find_game(game, variant)
    if dealing:
        return Report(dealing_guide(found), dealing_dict(found), "dealing", repeatable=not is_path(game))
    return Report(placard(found), placard_dict(found), repeatable=not is_path(game))


MOST_SEATS = 7


def layout(
    game: GameName,
    /,
    *,
    output: Output = None,
    variant: Variant = "",
    paytable: Paytables = None,
    seats: Annotated[int, Parameter(help="Places around the table.")] = 6,
    rack_card: Annotated[bool, Parameter(help="The rack card instead: paytables and bet sizes.")] = False,
) -> None:
    """The felt of a game, or its rack card, as SVG to print.

    For example:

        fairfelt layout GAME -o layout.svg
        fairfelt layout GAME --variant v2 --rack-card -o card.svg
    """
    from fairfelt.reports.layout import layout_svg, rack_card_svg

    if not 1 <= seats <= MOST_SEATS:
        raise BadInput(f"--seats {seats} is not possible: a table has 1 to {MOST_SEATS}")
    place = destination("text", output=output)
    chosen = choose(game, variant, paytables=paytable or ()).game
    drawn = rack_card_svg(chosen) if rack_card else layout_svg(chosen, seats)
    place.write(drawn.encode())


def site(
    folder: Annotated[Path, Parameter(help="Folder to write: a new or empty one, or that of a site to replace.")],
    /,
    *game: Annotated[str, Parameter(help="Games to show, in all versions; default: all.")],
) -> None:
    """Write the catalogue as a folder of pages that needs no server, with pays to change and price.

    Each game has a page with its rules, felt, figures, strategy and protection, and the same figures as JSON.
    The folder can be opened as files, or put on any web server.

    For example:

        fairfelt site public
        fairfelt site public GAME
    """
    from fairfelt import games
    from fairfelt.reports.site import INDEX, LIST, site_files

    old, there = _files_of_site(folder, LIST), folder.exists()
    chosen = [find_game(name) for name in dict.fromkeys(game)] or games.catalogue()
    with counting("Writing pages") as progress:
        done, total = count(1), sum(len(one.variants) for one in chosen)

        def answer_of(version: Game) -> Answer:
            progress(next(done), total, version.title)
            return answer_for(version, "page")

        files = dict(site_files(chosen, answer_of))  # all of them, before anything is written
    try:
        folder.mkdir(exist_ok=True)
        for name in sorted(files, key=LIST.__ne__):  # the list first: a site that was interrupted is known as one
            write_whole(folder / name, files[name])
    except BaseException as error:
        if not there:
            rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise BadInput(f"{folder} cannot be made: {error.strerror}") from error
        raise
    for name in old - files.keys():
        (folder / name).unlink(missing_ok=True)
    sys.stdout.write(f"{len(files)} files are written. Open {folder / INDEX}\n")


def _files_of_site(folder: Path, listed: str) -> set[str]:
    """The files of games in the site that is there, none if the folder is new; a folder of other things is refused."""
    if not folder.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {folder.parent} to make {folder.name} in: make it first")
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file: name a folder to write pages to")
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        held = loads((folder / listed).read_bytes())
        return {Path(each[kind]).name for each in held["games"] for kind in ("page", "data")}
    except (OSError, ValueError, LookupError, TypeError):
        raise BadInput(f"{folder} holds files that are no site of Fairfelt: name a new or empty folder") from None


def answer_for(game: Game, what: str) -> Answer:
    """The figures of a game for a page or a document, as they were kept or else counted now."""
    from fairfelt.engine.answers.store import kept_answer

    if kept := kept_answer(game):
        return kept
    from fairfelt.engine import exact as engine

    if costly := engine.foresee(game).too_costly:
        raise BadInput(f"{game.title} has no {what}: {costly}. Count it first: fairfelt par {game.slug} --yes")
    return engine.answer(game)


FOLDER = Path("tests/playthroughs")

Write = Annotated[bool, Parameter(help=f"Write it to {FOLDER} of this checkout.")]


def playthrough(game: GameName, /, *, variant: Variant = "", write: Write = False, json: Json = False) -> None:
    """One round in full: every state, choice, card and payment.

    For example:

        fairfelt playthrough GAME
        fairfelt playthrough GAME --variant v2 --write
    """
    from fairfelt.table import playthrough as tell

    found = find_game(game, variant)
    if write and not FOLDER.is_dir():
        raise BadInput(f"there is no folder {FOLDER} here: run this in a checkout of Fairfelt")
    story = tell(found)
    if write:
        file = FOLDER / f"{'-'.join(filter(None, (found.slug, found.variant)))}.txt"
        write_whole(file, story.encode())
        story = f"{file}\n"
    if json:
        story = (
            dumps({"game": found.slug, "variant": found.variant, "text": story}, indent=2, ensure_ascii=False) + "\n"
        )
    sys.stdout.write(story)


@report
def lint(
    *game: Annotated[str, Parameter(help="Games to look at, in all versions; default: all.")],
    fast: Annotated[bool, Parameter(help="Count nothing.")] = False,
    list_checks: Annotated[bool, Parameter(name="--list", help="List the checks instead.")] = False,
    explain: Annotated[str, Parameter(help="Explain a check instead, by its code such as FF101.")] = "",
) -> Report:
    """Look for what a regulator would send back: contradictions and gaps in a rule sheet.

    The exit code is 1 if an error was found. Questions and notes stop nothing.

    For example:

        fairfelt lint GAME
        fairfelt lint --fast
        fairfelt lint --explain FF101
    """
    if list_checks or explain:
        return _about_checks(explain, game)
    from fairfelt import games
    from fairfelt.analysis.lint import lint as look
    from fairfelt.reports.par.checks import lint_sheet

    chosen = [find_game(name) for name in game] or games.catalogue()
    with counting("Linting") as progress:
        found = look(chosen, fast=fast, progress=progress)
    return Report(lint_sheet(found), found.to_dict(), passed=found.clean)


def _about_checks(code: str, games: tuple[str, ...]) -> Report:
    from fairfelt.analysis.lint import CHECKS
    from fairfelt.reports.par.checks import check_sheet, checks_sheet

    if games:
        raise BadInput(f"--list and --explain look at no game: leave out {', '.join(games)}")
    known = [check for check in CHECKS if not code or check.code == code.upper()]
    if not known:
        raise BadInput(f"there is no check {code!r}: 'fairfelt lint --list' has them all")
    return Report(
        check_sheet(known[0]) if code else checks_sheet(known), {"checks": [check.to_dict() for check in known]}
    )


NAME = re.compile(r"[\w'&+.-]+( [\w'&+.-]+)*")


def new(
    name: Annotated[str, Parameter(help="Name of the game.")],
    /,
    *,
    like: Annotated[str, Parameter(help="Game to begin from; default: the smallest.")] = "",
    output: Annotated[
        Path | None, Parameter(name=["--output", "-o"], help="File to write; default: named after the game.")
    ] = None,
) -> None:
    """Write a Python file for a custom game, to begin with.

    With --like it is played as another game, without that game's rulings, strategies, progressive and figures.

    For example:

        fairfelt new "Lucky Ladder"
        fairfelt new "Lucky Ladder" --like solitaire-stud
        fairfelt par ./lucky_ladder.py
    """
    from fairfelt import games

    if not NAME.fullmatch(name):
        raise BadInput(f"{name!r} is no name for a game: use letters, digits and single blanks, such as 'Lucky Ladder'")
    if any(game.name.lower() == name.lower() for game in games.catalogue()):
        raise BadInput(f"there is a game called {name} already; give yours another name")
    text = games.draft(name, like)
    file = output or Path(f"{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_')}.py")
    if file.exists():
        raise BadInput(f"{file} is there already: name another file with -o")
    write_whole(file, text.encode())
    sys.stdout.write(f"{file} is written. Try 'fairfelt par ./{file}' and 'fairfelt rules ./{file}', then change it.\n")


def export(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    output: Annotated[Path | None, Parameter(name=["--out", "--output", "-o"], help="File to write.")] = None,
) -> None:
    """Write a game as JSON: every command takes the file, and it runs nothing.

    A game with custom Python in a settlement, a ranking or a course is refused, and the part is named.

    For example:

        fairfelt export GAME --out game.json
        fairfelt par game.json
    """
    from fairfelt.rules.json_form.read import write_json
    from fairfelt.rules.json_form.write import write_game

    found = find_game(game, variant)
    written = write_game(replace(found, others=()) if variant else found)
    place = destination("json", output=output)
    place.write(write_json(written.data).encode())
    if written.left_out:
        sys.stderr.write(
            f"fairfelt: left out, with the figures of them: {', '.join(written.left_out)}. "
            "These rules of thumb are Python of their own; no rule of play depends on them.\n"
        )


@report
def games() -> Report:
    """List the games there are: versions, wagers with their paytables, approval numbers, seats.

    Games of your own are listed too: from the folders that FAIRFELT_GAMES names, and from installed packages.

    For example:

        fairfelt games
        fairfelt games --json
    """
    from fairfelt.games import catalogue, own_games
    from fairfelt.reports.placard.placard import catalogue_report

    for fault in own_games().faults:
        complain(fault)
    return catalogue_report(catalogue())
