"""Counts whether players lose nothing by a transfer, exactly. It may take a minute: call it off the event loop."""

from __future__ import annotations

from itertools import product

from fairfelt.exact import Unsolved
from fairfelt.law import Finding, Law, LawError, LinkedTable, Rule, check_transfer
from fairfelt.room import Floor
from fairfelt.room.commands.law import ExamineTransfer
from fairfelt.room.law.law_verdict import Said
from fairfelt.room.law.paperwork import Combination, Transfer, transfer_key, wording
from fairfelt.rules import UnknownName

from .link_odds import combination_of, tables_for


def transfer_odds(floor: Floor, transfer: Transfer) -> ExamineTransfer | None:
    """What the room has to be told of a transfer; nothing where no rule asks, no odds are there, or it knows."""
    law, (jackpot, into, level) = floor.jurisdiction.law, transfer
    rule = law.find("jackpot.removal") if law else None
    names = [name for name in (jackpot, into) if name in floor.jackpots and not floor.jackpots[name].retired]
    if law is None or rule is None or len(names) < 2 or not level:
        return None
    try:
        old, heir = (_played_for(floor, name) for name in names)
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


def _played_for(floor: Floor, jackpot: str) -> dict[Combination, LinkedTable]:
    """One table for each game, wager and paytable, over all links of a jackpot."""
    return {combination_of(table): table for table in tables_for(floor, jackpot)}


def _findings(
    law: Law, rule: Rule, transfer: Transfer, tables: tuple[tuple[LinkedTable, ...], tuple[LinkedTable, ...]]
) -> tuple[Said, ...]:
    """Every pair of games; what is the same for several is said once."""
    jackpot, into, level = transfer
    try:
        old, heir = ([one.count() for one in side] for side in tables)
    except (LawError, Unsolved, UnknownName) as uncounted:
        return (Said.of(Finding(rule, f"the odds of {jackpot} and {into} cannot be counted: {uncounted}")),)
    found = [finding for pair in product(old, heir) for finding in check_transfer(law, *pair, level)]
    as_often = f"counted exactly: {level} of {into} is won at least as often as any level of {jackpot} ({rule.cited})"
    return tuple(dict.fromkeys(map(Said.of, found))) or (Said(as_often, rule.layer, binds=False),)
