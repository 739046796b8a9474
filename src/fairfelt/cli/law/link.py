"""fairfelt law link, fairfelt law certificate"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.read_file import text_of
from fairfelt.cli.io.report_command import report

from .options import On, Profile, law_on, lawful

if TYPE_CHECKING:
    from fairfelt.law import LinkedTable
    from fairfelt.reports.report import Report

Tables = Annotated[
    list[str], Parameter(help="GAME/WAGER/PAYTABLE of each table, GAME:VARIANT/… for a version of a game.", negative=())
]
Jackpot = Annotated[str, Parameter(help="The name of the jackpot.")]
Location = Annotated[
    list[str], Parameter(help="The licensed location of the tables: one for all, or one for each.", negative=())
]
Maker = Annotated[
    list[str], Parameter(help="Who made the progressive equipment: one for all, or one for each table.", negative=())
]
Folded = Annotated[
    Literal["as the sheet", "qualify", "do not qualify"],
    Parameter(help="The link's rule on folded hands, for games whose sheet leaves it to the casino."),
]
Tested = Annotated[str, Parameter(help="The test report on how equipment of different makers works together.")]
HERE = "this location"
Held = Annotated[Path, Parameter(help="A certificate in JSON.")]


@report
def link(
    tables: Tables,
    /,
    *,
    jackpot: Jackpot = "Jackpot",
    location: Location = (),  # type: ignore[assignment]
    maker: Maker = (),  # type: ignore[assignment]
    test_report: Tested = "",
    folded_hands: Folded = "as the sheet",
    profile: Profile = "wa-commercial",
    on: On = None,
) -> Report:
    """Count and compare every award of every table; a lawful link gets a certificate, another the exit code 1.

    Where folded hands do not qualify, only hands count that the best strategy of the game plays.

    For example:

        fairfelt law link "GAME/Progressive/01" "OTHER-GAME/Progressive/1" --on 2023-06-14 -o certificate.json
    """
    from fairfelt.law import ProposedLink, certificate, examine
    from fairfelt.reports.law.proposal import certificate_report, link_report

    law = law_on(profile, on)
    places, makers = _for_each("--location", location or [HERE], tables), _for_each("--maker", maker or [""], tables)
    described = zip(tables, places, makers, strict=True)
    proposed = tuple(_table(number, *each, folded_hands) for number, each in enumerate(described, 1))
    with counting("Counting the awards"), lawful():
        examined = examine(law, ProposedLink(jackpot=jackpot, tables=proposed, test_report=test_report))
        if not examined.is_lawful:
            return link_report(examined)
        return certificate_report(certificate(examined), (), recounted=True)


@report
def certificate(file: Held, /) -> Report:
    """Verify a certificate: its seal, its arithmetic, its equal odds, and every count of games that are here.

    For example:

        fairfelt law certificate certificate.json
    """
    from fairfelt import games
    from fairfelt.law import certificate_faults
    from fairfelt.reports.law.proposal import certificate_report

    held = _read(file)
    with counting("Counting again"):
        faults = certificate_faults(held, games.find)
    plain = {"file": str(file), "holds": not faults, "faults": list(faults)}
    return replace(certificate_report(held, faults, recounted=True), plain=plain)


def _for_each(option: str, said: Sequence[str], tables: Sequence[str]) -> Sequence[str]:
    """What was said once for all tables, or once for each."""
    if len(said) not in (1, len(tables)):
        raise BadInput(f"{option} is given once, or once for each of the {len(tables)} tables, not {len(said)} times")
    return said if len(said) > 1 else [said[0]] * len(tables)


def _table(number: int, text: str, location: str, maker: str, folded_hands: str) -> LinkedTable:
    from fairfelt.law import LinkedTable
    from fairfelt.room.state.links import FoldedHands

    parts = text.split("/")
    if len(parts) != 3 or not all(parts):
        raise BadInput(f"{text!r} is not of the form GAME/WAGER/PAYTABLE")
    slug, _, variant = parts[0].partition(":")
    game = find_game(slug, variant)
    wager, table = game.wager(parts[1]), game.paytable(parts[1], parts[2])
    return LinkedTable(
        table=str(number),
        game=game,
        wager=wager.name,
        paytable=table.name,
        location=location,
        maker=maker,
        folded_hands_qualify=FoldedHands(folded_hands).qualify(game, wager.name),
    )


def _read(file: Path) -> dict[str, Any]:
    try:
        held = json.loads(text_of(file))
    except ValueError as error:
        raise BadInput(f"{file} cannot be read as JSON: {error}") from error
    if not isinstance(held, dict):
        raise BadInput(f"{file} holds no certificate: give the file that 'fairfelt law link -o' wrote")
    return held
