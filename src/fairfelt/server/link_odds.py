"""Counts what the games of a jackpot have in common, exactly. It may take a minute: call it off the event loop."""

from __future__ import annotations

from typing import Any

from fairfelt import games
from fairfelt.engine.exact import Unsolved
from fairfelt.law import Law, LawError, Layer, LinkedTable, LinkExamined, ProposedLink, certificate, examine
from fairfelt.law.links import is_counted_by_hands
from fairfelt.room import Floor
from fairfelt.room.commands.law import ExamineLinks
from fairfelt.room.law.jurisdiction import Said
from fairfelt.room.law.paperwork import Combination, Played, combination
from fairfelt.rules import UnknownName


def examination(
    floor: Floor, jackpot: str, joining: LinkedTable | None = None, *, one_game: bool = False
) -> ExamineLinks | None:
    """The command about a jackpot's tables for the room; None where all are alike, or already examined.

    With `one_game` a single game is counted too, if no quick count shows how rare its awards are.
    """
    law = floor.jurisdiction.law
    if law is None or not (law.find("link.different_games") or law.find("link.same_game")):
        return None
    try:
        standing = [table for table in tables_for(floor, jackpot) if not (joining and table.table == joining.table)]
        tables = (*standing, *([joining] if joining else []))
        combinations = frozenset(map(combination_of, tables))
    except UnknownName:
        return None  # the room refuses such a table by itself, and says why
    played = Played(combinations, frozenset(table.location for table in tables))
    games_there = len(played.combinations)
    asked = games_there == 1 and _is_uncounted(law, tables[0]) if one_game else games_there > 1
    if not asked or floor.paperwork.examination(jackpot, law, played):
        return None
    findings, certified = _count(law, ProposedLink(jackpot=jackpot, tables=_one_of_each(tables)))
    return ExamineLinks(
        jackpot=jackpot,
        combinations=tuple(sorted(combinations)),
        locations=tuple(sorted(played.locations)),
        findings=findings,
        certificate=certified,
    )


def _is_uncounted(law: Law, table: LinkedTable) -> bool:
    by_hands = table.qualify and is_counted_by_hands(table.game.wager(table.wager))
    return law.find("award.odds") is not None and not by_hands


def tables_for(floor: Floor, jackpot: str) -> tuple[LinkedTable, ...]:
    """All tables at which a jackpot is played for, whatever number of links feeds it."""
    return tuple(
        LinkedTable(
            table=name,
            game=games.find(at.game, at.variant),
            wager=at.wager,
            paytable=at.paytable,
            location=floor.links[at.link].location,
            folded_hands_qualify=at.folded_hands_qualify,
        )
        for name, at in floor.tables.items()
        if at.link and floor.links[at.link].jackpot == jackpot
    )


def combination_of(table: LinkedTable) -> Combination:
    """The combination played at a table, which identifies it for the room."""
    game = table.game
    print_ = games.fingerprint_of(game.slug, game.variant)
    return combination(print_, table.wager, table.paytable, folded_hands_qualify=table.qualify)


def _one_of_each(tables: tuple[LinkedTable, ...]) -> tuple[LinkedTable, ...]:
    """One table for each game, wager, paytable and place: the others are as it is."""
    return tuple({(combination_of(table), table.location): table for table in tables}.values())


def _count(law: Law, proposed: ProposedLink) -> tuple[tuple[Said, ...], dict[str, Any] | None]:
    """The certificate, or the findings; where nothing can be counted, that."""
    try:
        examined = examine(law, proposed)
    except (LawError, Unsolved, UnknownName) as uncounted:
        uncertified = f"the tables of {proposed.jackpot} cannot be certified: {uncounted}"
        return (Said(uncertified, Layer.LAW, binds=len(proposed.tables) > 1),), None
    return tuple(map(Said.of, examined.findings)), _certified(examined)


def _certified(examined: LinkExamined) -> dict[str, Any] | None:
    try:
        return certificate(examined)
    except LawError:
        return None
