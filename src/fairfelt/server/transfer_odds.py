"""Counts whether players lose nothing by a transfer, exactly. It may take a minute: call it off the event loop."""

from __future__ import annotations

from itertools import product

from fairfelt import games
from fairfelt.engine import Unsolved
from fairfelt.law import Finding, Law, LawError, LinkedTable, Rule, check_transfer
from fairfelt.room import Floor
from fairfelt.room.commands.law import ExamineTransfer
from fairfelt.room.law.law_verdict import Said
from fairfelt.room.law.paperwork import FOLDED_HANDS_QUALIFY, Combination, Transfer, transfer_key, wording
from fairfelt.rules import Game, UnknownName

from .link_odds import combination_of, tables_for


def transfer_odds(floor: Floor, transfer: Transfer, joining: LinkedTable | None = None) -> ExamineTransfer | None:
    """The command about a transfer for the room; None where no rule asks, there are no odds, or it knows.

    After the transfer the heir's tables count, with one that is `joining` them, against what was played for before.
    """
    law, (jackpot, into, level) = floor.jurisdiction.law, transfer
    rule, made = law.find("jackpot.removal") if law else None, floor.inherited.get(transfer_key(transfer))
    there = [name for name in (jackpot, into) if name in floor.jackpots and not floor.jackpots[name].retired]
    if law is None or rule is None or not level or (made is None and len(there) < 2):
        return None
    try:
        old = _tables_of(floor.won_with(jackpot) if made is None else frozenset(made))
        heir = {combination_of(table): table for table in (*tables_for(floor, into), *([joining] if joining else []))}
    except UnknownName:
        return None  # nothing can be counted; the room says that nothing was
    known = floor.paperwork.transfers.get(transfer_key(transfer))
    if not (old and heir) or (known and known.covers(rule, frozenset(old), frozenset(heir))):
        return None
    return ExamineTransfer(
        jackpot=jackpot,
        into=into,
        level=level,
        old=tuple(sorted(old)),
        heir=tuple(sorted(heir)),
        rule=wording(rule),
        findings=_findings(law, rule, transfer, (tuple(old.values()), tuple(heir.values()))),
    )


def _tables_of(played: frozenset[Combination]) -> dict[Combination, LinkedTable]:
    """A table for each game, wager and paytable that a jackpot is or was played for with."""
    found = {}
    for combination in played:
        digits, wager, paytable, folded = combination
        found[combination] = LinkedTable(
            table="",
            game=_game_of(digits),
            wager=wager,
            paytable=paytable,
            location="",
            folded_hands_qualify=folded == FOLDED_HANDS_QUALIFY,
        )
    return found


def _game_of(digits: str) -> Game:
    """The game of the catalogue that has a fingerprint."""
    for game in (version for each in games.catalogue() for version in each.variants):
        if games.fingerprint_of(game.slug, game.variant) == digits:
            return game
    raise UnknownName("game with the fingerprint", digits, ())


def _findings(
    law: Law, rule: Rule, transfer: Transfer, tables: tuple[tuple[LinkedTable, ...], tuple[LinkedTable, ...]]
) -> tuple[Said, ...]:
    """Compare every pair of games; a finding shared by several pairs appears once."""
    jackpot, into, level = transfer
    try:
        old, heir = ([one.count() for one in side] for side in tables)
    except (LawError, Unsolved, UnknownName) as uncounted:
        return (Said.of(Finding(rule, f"the odds of {jackpot} and {into} cannot be counted: {uncounted}")),)
    found = [finding for pair in product(old, heir) for finding in check_transfer(law, *pair, level)]
    as_often = f"counted exactly: {level} of {into} is won at least as often as any level of {jackpot} ({rule.cited})"
    return tuple(dict.fromkeys(map(Said.of, found))) or (Said(as_often, rule.layer, binds=False),)
