"""fairfelt dossier and report: what a regulator and a laboratory are given of a game."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from fairfelt import law as statutes
from fairfelt.cli.io.choose import find_game, is_path, text_of
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import Day, GameName, Variant, counting, destination, write_whole
from fairfelt.cli.io.output import report as prints
from fairfelt.cli.io.table_file import read_table
from fairfelt.cli.law import papers
from fairfelt.cli.law.law import proposal_of
from fairfelt.engine import exact as engine
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Sheet
from fairfelt.rules import Game

if TYPE_CHECKING:
    from fairfelt.reports.comparison import Subject
    from fairfelt.reports.law.dossier import Dossier
    from fairfelt.reports.par.lab_report import Study

WithTable = Annotated[Path | None, Parameter(name="--table", help="Table whose progressive is proposed.")]
WithRoom = Annotated[str | None, Parameter(name="--room", help="Journal of a room: its internal controls go in.")]
Regulator = Annotated[Literal["md", "nj", "nv", "pa", "wa"], Parameter(name="--for", help="Regulator it is for.")]
Place = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="Folder, or file: .zip, .pdf, .html, .txt or .json.")
]


def dossier(
    game: GameName,
    /,
    *,
    regulator: Regulator,
    output: Place = None,
    variant: Variant = "",
    table_file: WithTable = None,
    room: WithRoom = None,
    profile: Annotated[str, Parameter(help="Jurisdiction whose law goes with it; default: the regulator's own.")] = "",
    on: Day = None,
) -> None:
    """Write all that a regulator asks a new game to come with, in its order; without -o, the checklist alone.

    A folder and a .zip hold the document as PDF, its drawings, and the files for machines with their hashes.

    For example:

        fairfelt dossier GAME --for nv
        fairfelt dossier GAME --for wa --table table-7.toml -o submission.zip
    """
    from fairfelt.law.dossiers import checklist
    from fairfelt.reports.law.dossier import dossier_files, dossier_report, zipped

    packed = output is not None and output.suffix in ("", ".zip")
    place = destination("json" if packed else None, output=output if output and output.suffix else None)
    if output and not output.suffix:
        _check_folder(output)
    law = papers.law_on(profile or checklist(regulator).profile, on)
    made = _dossier(regulator, game, variant, law, table_file, room, on)
    if output and packed:
        files = dossier_files(made)
        if output.suffix:
            write_whole(output, zipped(files))
            return
        output.mkdir(parents=True, exist_ok=True)  # it can be made: that was looked at before anything was counted
        for file in files:
            write_whole(output / file.name, file.content)
        return
    whole = dossier_report(made)
    sheet = whole.sheet
    place.deliver(whole if output else replace(whole, sheet=Sheet(sheet.title, sheet.subtitle, *sheet.sections[:2])))


def _dossier(
    regulator: str, name: str, variant: str, law: statutes.Law, table_file: Path | None, room: str | None, on: Day
) -> Dossier:
    from fairfelt.law.dossiers import checklist
    from fairfelt.reports.law.dossier import Dossier, verdict_of
    from fairfelt.reports.papers.controls import controls_report

    game, described = find_game(name, variant), read_table(table_file) if table_file else None
    other = described.offer.game if described else game
    if (other.slug, other.variant) != (game.slug, game.variant):
        raise BadInput(f"{table_file} is a table of {other.title}, not of {game.title}: name its own")
    controls = controls_report(papers.facts_of(room, on)) if room else None
    with counting(f"Writing the dossier of {game.title}", lines=True) as progress:
        study = _study(game, "dossier", progress)
        progress(3, 4, "Looking for what exposed cards are worth")
        return Dossier(
            checklist=checklist(regulator),
            law=law,
            letter=statutes.letter(),
            study=study,
            protection=verdict_of(game),
            proposals=(proposal_of(law, described),) if described else (),
            controls=controls,
        )


def _study(game: Game, what: str, progress: engine.Progress) -> Study:
    """Everything that is counted for a laboratory."""
    from fairfelt.cli.commands.sheets import answer_for
    from fairfelt.reports.par.lab_report import study_of

    progress(0, 4, f"Counting {game.title}")
    found = answer_for(game, what)
    progress(1, 4, "Comparing published figures")
    verification = engine.verification(game)
    progress(2, 4, "Counting other paytables and readings")
    return study_of(found, verification)


@prints
def report(game: GameName, /, *, variant: Variant = "") -> Report:
    """Write the mathematics of a game as a laboratory asks for it: method, all figures, checks, software.

    For example:

        fairfelt report GAME -o report.pdf
        fairfelt report GAME --variant v2 --json
    """
    from fairfelt.reports.par.lab_report import lab_report

    found = find_game(game, variant)
    with counting(f"Writing the report on {found.title}", lines=True) as progress:
        return replace(lab_report(_study(found, "report", progress)), repeatable=not is_path(game))


Compared = Annotated[
    str, Parameter(help="A game, GAME@VERSION:WAGER:PAYTABLE, a file with a game or with --json output, a fingerprint.")
]


@prints
def diff(a: Compared, b: Compared, /) -> Report:
    """What differs between two games, versions, paytables or releases: rules in words, pays, figures.

    The exit code is 0 if nothing differs, 1 if something does. A fingerprint compares rules alone. What another release
    of Fairfelt found comes as a file of fairfelt par, rules or report with --json.

    For example:

        fairfelt diff GAME@v1 GAME@v2
        fairfelt diff "GAME:Side Bet:1" "GAME:Side Bet:2"
        fairfelt diff my-game.json approved.json --json
        fairfelt diff GAME 6cc814ab1d1f0f192cf1a9f67b42fd690085a19d387e4caeadf16d4f5904d2fa
    """
    from fairfelt.reports.comparison import difference_report

    with counting("Comparing"):
        return difference_report(_subject(a), _subject(b))


def _subject(text: str) -> Subject:
    """What was named: a fingerprint, a file that was exported, or a game with its figures."""
    from fairfelt.cli.commands.bench import find_side
    from fairfelt.cli.commands.sheets import answer_for
    from fairfelt.reports.comparison import Subject, bet_subject, file_subject, game_subject

    if re.fullmatch("[0-9a-f]{64}", text):
        return Subject("The fingerprint", text, {})
    if text.endswith(".json"):
        with suppress(ValueError):  # what is no JSON is told as of a game
            held = json.loads(text_of(Path(text)))
            if isinstance(held, dict) and (found := file_subject(text, held)):
                return found
    if is_path(text):
        game = find_game(text)
        return game_subject(game, answer_for(game, "figures to compare").par)
    name, game = find_side(text)
    found = game_subject(game, answer_for(game, "figures to compare").par)
    return bet_subject(f"{game.title}: {name.words}", found, name.wager, name.paytable) if name.wager else found


def _check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made or written, before anything is counted for it."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise BadInput(f"{folder} cannot be made: {there} is not a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise BadInput(f"{folder} cannot be written: this user may not write in the folder {there}")
