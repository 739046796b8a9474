"""Asks the law what it says to the tables as they stand. Only commands do this; events keep the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from msgspec import structs

from fairfelt import games
from fairfelt.law import Finding, Law, LawError, Mode, Offer, cap_micros, check_location, may_open
from fairfelt.room.events.event import ReviewedEvent
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Table
from fairfelt.rules import Kind, UnknownName, format_amount

from ..refusal import Code, Refusal
from .law_verdict import NO_VERDICT, LawVerdict
from .paperwork import Transfer, transfer_key

E = TypeVar("E", bound=ReviewedEvent)
Said = tuple[str, bool]
"""A sentence, and whether the rule behind it binds."""


def lawful(floor: Floor, *checks: Iterable[Finding], said: Iterable[Said] = ()) -> tuple[str, ...]:
    """Refuse what a binding rule is against; otherwise the notices for the event, if there are any."""
    found = [(finding.sentence, finding.rule.binds) for check in checks for finding in check]
    stops, notices = _weighed(floor, (*found, *said))
    if stops:
        raise Refusal(Code.UNLAWFUL, "; ".join(stops))
    return tuple(notices)


def law_today(floor: Floor) -> Law:
    """The law of the day that has begun."""
    law = floor.jurisdiction.law
    if law is None:
        raise Refusal(Code.NO_DAY, "no day has begun yet: the server has to say which day it is")
    return law


def review(floor: Floor) -> dict[str, LawVerdict]:
    """Every table to which the law says something else than it did."""
    found = {name: judge_table(floor, name) for name in floor.tables}
    return {name: now for name, now in found.items() if now != floor.tables[name].law_verdict}


def with_review(floor: Floor, event: E) -> E:
    """An event with what the law says to every table after it."""
    return structs.replace(event, verdicts=review(event.apply(floor)))


def judge_table(floor: Floor, name: str) -> LawVerdict:
    """What the law says to a table as it stands on this floor."""
    law, table = floor.jurisdiction.law, floor.tables[name]
    if law is None or table.retired:
        return NO_VERDICT
    stops, notices = _weighed(floor, _said(floor, table, law))
    most = cap_micros(law, Kind.PROGRESSIVE) if floor.jurisdiction.mode is Mode.ENFORCE else None
    says = ""
    if most is not None and (rule := law.find("wager.cap")):
        says = f"{format_amount(most)} is the most for a single wager ({rule.cited})"
    return LawVerdict(tuple(notices), tuple(stops), most, says)


def _weighed(floor: Floor, said: Iterable[Said]) -> tuple[list[str], list[str]]:
    """What stops, and what is only shown."""
    enforced, told = floor.jurisdiction.mode is Mode.ENFORCE, list(said)
    stops = [sentence for sentence, binds in told if binds and enforced]
    return stops, [sentence for sentence, binds in told if not (binds and enforced)]


def _said(floor: Floor, table: Table, law: Law) -> Iterator[Said]:
    try:
        offer = offer_at(floor, table)
    except (UnknownName, LawError) as error:
        yield str(error), True
        return
    for finding in may_open(law, floor.jurisdiction.mode, offer, floor.paperwork.papers).findings:
        yield finding.sentence, finding.rule.binds
    posting = law.find("posting.table")
    if posting and table.limits.opening is None:
        yield f"no limits of the opening bets are posted; post them ({posting.cited})", posting.binds
    if table.link:
        yield from links_said(floor, floor.links[table.link].jackpot, law)


def offer_at(floor: Floor, table: Table) -> Offer:
    """A table as the law looks at it: game, limits, and the terms of its jackpot, also those that wait."""
    game = games.find(table.game, table.variant)
    offer = table.limits.offer(game, table.seats, table.currency)
    if not table.link:
        return offer
    jackpot = floor.jackpot_of(table)[1]
    filed = floor.paperwork.preset(table.game, table.variant, table.wager, table.paytable)
    terms = jackpot.terms, *([jackpot.awaiting] if jackpot.awaiting else [])
    return replace(
        offer,
        progressive=game.wager(table.wager).name,
        terms=terms,
        filed={table.paytable: filed} if filed else {},
    )


def links_said(floor: Floor, jackpot: str, law: Law) -> Iterator[Said]:
    """What the law says to all links of a jackpot: where its tables stand, and what the exact count found."""
    played, licensed = floor.played_for(jackpot), floor.jurisdiction.location
    one_game = len(played.combinations) < 2
    placed = check_location(law, played.locations, one_game=one_game, licensed=licensed)
    found = {finding.sentence: finding.rule.binds for finding in placed}
    rule = law.find("link.different_games") or law.find("link.same_game")
    if rule and not one_game:
        examined = floor.paperwork.examination(jackpot, law, played)
        joins = f"jackpot {jackpot} joins different games and has no certificate for them; have it examined"
        found |= dict(examined.findings) if examined else {f"{joins} ({rule.cited})": rule.binds}
    yield from found.items()


def location_findings(floor: Floor, jackpot: str, location: str) -> Iterator[Finding]:
    """What the law says to another place from which a jackpot is to be fed; links without tables count too."""
    law = floor.jurisdiction.law
    one_game = len(floor.played_for(jackpot).combinations) < 2
    places = {link.location for link in floor.links.values() if link.jackpot == jackpot} | {location}
    if law:
        yield from check_location(law, places, one_game=one_game, licensed=floor.jurisdiction.location)


def transfer_said(floor: Floor, transfer: Transfer) -> Iterator[Said]:
    """What the exact count found for the odds after a transfer, if a rule on removal is in force.

    Where one of the two has no table nobody can win it now, so nobody's odds can get worse: that is said, and stops
    nothing. Of the rule itself only the title is known; that odds may not get worse is the standard it is read by.
    """
    rule = floor.jurisdiction.law.find("jackpot.removal") if floor.jurisdiction.law else None
    if rule is None:
        return
    jackpot, into, _ = transfer
    old, heir = (floor.played_for(name).combinations for name in (jackpot, into))
    examined = floor.paperwork.transfers.get(transfer_key(transfer))
    if not (old and heir):
        yield f"{into if old else jackpot} has no table: there are no odds to compare ({rule.cited})", False
    elif examined and examined.covers(rule, old, heir):
        yield from examined.findings
    else:
        yield f"the odds of {jackpot} and {into} were not counted as they stand; have them counted ({rule.cited})", True
