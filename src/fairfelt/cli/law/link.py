"""fairfelt law link, fairfelt law certificate"""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import FormatOption, Json, Output
from fairfelt.cli.io.output import destination
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.read_file import text_of
from fairfelt.reports.report import Report

from .options import On, Profile, law_on, lawful

if TYPE_CHECKING:
    from fairfelt.law import LinkedTable

Tables = Annotated[
    list[str], Parameter(help="GAME/WAGER/PAYTABLE of each table, GAME:VARIANT/… for a version of a game.", negative=())
]
Jackpot = Annotated[str, Parameter(help="The name of the jackpot.")]
Location = Annotated[str, Parameter(help="The licensed location of the tables.")]
Held = Annotated[Path, Parameter(help="A certificate in JSON.")]

REFUSED = 1


def link(
    tables: Tables,
    /,
    *,
    jackpot: Jackpot = "Jackpot",
    location: Location = "this location",
    profile: Profile = "wa-commercial",
    on: On = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """Count every award of every table and compare them; a lawful link gets a certificate, another the exit code 1.

    For example:

        fairfelt law link "GAME/Progressive/01" "OTHER-GAME/Progressive/1" --on 2023-06-14 -o certificate.json
    """
    from fairfelt.law import ProposedLink, certificate, examine
    from fairfelt.reports.law.link import certificate_sheet, link_dict, link_sheet

    place = destination(format, json=json, output=output)
    of = law_on(profile, on)
    asked = tuple(_table(number, text, location) for number, text in enumerate(tables, 1))
    with counting("Counting the awards"), lawful():
        examined = examine(of, ProposedLink(jackpot=jackpot, tables=asked))
        if not examined.is_lawful:
            place.deliver(Report(link_sheet(examined), link_dict(examined)))
            return REFUSED
        held = certificate(examined)
    place.deliver(Report(certificate_sheet(held, (), recounted=True), held))
    return 0


def certificate(file: Held, /, *, json: Json = False) -> int:
    """Check a certificate again: its seal, its arithmetic, its equal odds, and every count of games that are here.

    For example:

        fairfelt law certificate certificate.json
    """
    from fairfelt import games
    from fairfelt.law import faults
    from fairfelt.reports.law.link import certificate_sheet

    held = _read(file)
    with counting("Counting again"):
        found = faults(held, games.find)
    plain = {"file": str(file), "holds": not found, "faults": list(found)}
    destination(json=json).deliver(Report(certificate_sheet(held, found, recounted=True), plain))
    return REFUSED if found else 0


def _table(number: int, text: str, location: str) -> LinkedTable:
    from fairfelt.law import LinkedTable

    parts = text.split("/")
    if len(parts) != 3 or not all(parts):
        raise BadInput(f"{text!r} is not of the form GAME/WAGER/PAYTABLE")
    slug, _, variant = parts[0].partition(":")
    game = find_game(slug, variant)
    wager, table = game.wager(parts[1]), game.paytable(parts[1], parts[2])
    return LinkedTable(table=str(number), game=game, wager=wager.name, paytable=table.name, location=location)


def _read(file: Path) -> dict[str, Any]:
    try:
        held = json_format.loads(text_of(file))
    except ValueError as error:
        raise BadInput(f"{file} cannot be read as JSON: {error}") from error
    if not isinstance(held, dict):
        raise BadInput(f"{file} holds no certificate: give the file that 'fairfelt law link -o' wrote")
    return held
