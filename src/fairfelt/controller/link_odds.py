"""Counts what the games of a link have in common, exactly. It may take a minute: call it off the event loop."""

from __future__ import annotations

from typing import Any

from fairfelt import games
from fairfelt.exact import Unsolved
from fairfelt.law import Law, LawError, LinkedTable, LinkExamined, ProposedLink, certificate, examine
from fairfelt.room import Floor
from fairfelt.room.commands.odds import ExamineLink
from fairfelt.room.events.law import Finding
from fairfelt.rules import UnknownName


def examination(floor: Floor, link: str, joining: LinkedTable | None = None) -> ExamineLink | None:
    """What the room has to be told of a link; nothing where all is alike, or was examined under these rules."""
    law, held = floor.jurisdiction.law, floor.links.get(link)
    if law is None or held is None or not (law.find("link.different_games") or law.find("link.same_game")):
        return None
    try:
        tables = tables_of(floor, link, joining)
    except UnknownName:
        return None  # the room refuses such a table by itself, and says why
    known = floor.paperwork.links.get(link)
    if len(tables) < 2 or (known and known.covers(law, tables)):
        return None
    proposed = ProposedLink(jackpot=held.jackpot, tables=tuple(tables.values()))
    findings, certified = _count(law, proposed)
    return ExamineLink(link=link, combinations=tuple(sorted(tables)), findings=findings, certificate=certified)


def tables_of(floor: Floor, link: str, joining: LinkedTable | None = None) -> dict[tuple[str, str, str], LinkedTable]:
    """One table for each game, wager and paytable."""
    location = floor.links[link].location
    standing = [
        LinkedTable(
            table=name,
            game=games.find(at.game, at.variant),
            wager=at.wager,
            paytable=at.paytable,
            location=location,
        )
        for name, at in floor.tables.items()
        if at.link == link
    ]
    return {_combination(table): table for table in (*standing, *([joining] if joining else []))}


def _combination(table: LinkedTable) -> tuple[str, str, str]:
    game = table.game
    return games.fingerprint_of(game.slug, game.variant), table.wager.lower(), table.paytable.lower()


def _count(law: Law, proposed: ProposedLink) -> tuple[tuple[Finding, ...], dict[str, Any] | None]:
    """The certificate, or the findings; where nothing can be counted, that."""
    try:
        examined = examine(law, proposed)
    except (LawError, Unsolved, UnknownName) as uncounted:
        return ((f"the link cannot be certified: {uncounted}", True),), None
    return tuple((finding.sentence, finding.rule.binds) for finding in examined.findings), _certified(examined)


def _certified(examined: LinkExamined) -> dict[str, Any] | None:
    try:
        return certificate(examined)
    except LawError:
        return None
