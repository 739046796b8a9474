"""The law of the room: which one it is, its day, the verdicts on tables, and what exact counts found for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from msgspec import structs

from fairfelt import games
from fairfelt.law import AggregateLimit, LawError, Mode, Offer, PaymentTerms, by_wager, profile, time_zone
from fairfelt.law.links import certificate_faults
from fairfelt.room.authority import Requester, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.alarms import raise_alarm
from fairfelt.room.event import Code, GatedEvent, Refusal, ReviewedEvent, RoomEvent, refusing
from fairfelt.room.law.ask_law import law_today
from fairfelt.room.law.jurisdiction import Jurisdiction, Lapse, Remark
from fairfelt.room.law.paperwork import (
    Combination,
    LinkExamination,
    RecordedCombination,
    TransferExamination,
    certified_combinations,
    link_rules,
    transfer_key,
)
from fairfelt.room.law.payments import renewed_payments
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import TableLimits
from fairfelt.room.state.people import ADJUSTS, SETS_UP
from fairfelt.rules import Game, UnknownName
from fairfelt.runtime.formats import (
    Currency,
    Day,
    Hour,
    Line,
    Name,
    OptionalLine,
    Seat,
    Stake,
    fit_line,
    shared_fields,
    show,
)


class OtherDay(ReviewedEvent, frozen=True, kw_only=True):
    """The room has another day."""

    day: date
    payments: tuple[PaymentTerms, ...] = ()
    """Payment terms of unpaid awards whose taxes change on this day."""

    def apply(self, floor: Floor) -> Floor:
        due = floor.payments
        renewed = {terms.number: structs.replace(due[terms.number], steps=terms.steps) for terms in self.payments}
        jurisdiction = replace(floor.jurisdiction, day=self.day)
        return replace(floor, jurisdiction=jurisdiction, payments={**due, **renewed})


class TablesReviewed(ReviewedEvent, frozen=True, kw_only=True, tag="tables reviewed/1"):
    """The law was asked again about every table: after a restore, or with other software."""


def with_papers(floor: Floor, **papers: object) -> Floor:
    """The floor with other papers of some kinds."""
    return replace(floor, paperwork=replace(floor.paperwork, **papers))  # type: ignore[arg-type]


@recorded_as("law set/1", ReviewedEvent, at_micros=(int, 0))
class SetLaw(RoomCommand, frozen=True, kw_only=True, tag="set law/1"):
    """Choose the jurisdiction, by two people, and whether its rules stop what breaks them; a round keeps its own."""

    profile: Name
    mode: Mode
    zone: Line
    document: Line
    day_begins_hour: Hour = 0
    """The hour in that zone at which a gaming day begins."""
    location_class: OptionalLine = ""
    location: OptionalLine = ""
    """The licensed location, as the license names it."""

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        who.require_departments(ADJUSTS)
        with refusing(Code.UNKNOWN_NAME, UnknownName, LawError):
            held = profile(self.profile)
            time_zone(self.zone)
            if floor.jurisdiction.day:
                held.on(floor.jurisdiction.day)
        event = self.record(self.recorded, at_micros=who.now_micros)
        before, after = floor.jurisdiction.binds, event.apply(floor).jurisdiction.binds
        if before in ("", after):
            return (event,)
        now = f"{self.profile} in mode {self.mode.value}"
        says = fit_line(f"{before} is no longer enforced: the room is under {now}, by {self.document}")
        about = f"lapse {len(floor.lapses) + 1}"  # each is an alarm of its own, whether or not the one before was seen
        return event, *raise_alarm(floor, who, AlarmKind.ENFORCEMENT_OFF, about, says)

    def apply(self: Any, floor: Floor) -> Floor:
        jurisdiction = replace(floor.jurisdiction, **shared_fields(self, Jurisdiction))
        before, after = floor.jurisdiction.binds, jurisdiction.binds
        floor = replace(floor, jurisdiction=jurisdiction)
        if before == after or not self.at_micros:  # on old logs the journal's time was not kept here
            return floor
        # Binding rules that stop binding are a lapse; those of a profile that binds again end.
        names = tuple(floor.people[person].name for person in self.people)
        over = tuple(
            replace(one, to_micros=self.at_micros, ended_by=names)
            if one.profile == after and not one.to_micros
            else one
            for one in floor.lapses
        )
        new = [Lapse(before, self.at_micros, names, self.document, followed_by=after)] if before else []
        return replace(floor, lapses=(*over, *new))


@recorded_as("day began/1", OtherDay)
class BeginDay(RoomCommand, frozen=True, kw_only=True, tag="begin day/1"):
    """A gaming day begins where the room is. Every table is looked at again, for rules have days."""

    day: Day

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("which day it is")
        last = floor.jurisdiction.day
        if last and self.day <= last:
            raise Refusal(Code.ALREADY_DONE, f"{last} has begun already; the next day is a later one, not {self.day}")
        return self.record(self.recorded, payments=_payments_on(floor, self.day))


def _payments_on(floor: Floor, day: date) -> tuple[PaymentTerms, ...]:
    """Payment terms of unpaid awards whose taxes are others on a day."""
    with refusing(Code.UNLAWFUL, LawError):
        law = profile(floor.jurisdiction.profile).on(day)
    return tuple(renewed_payments(floor, law))


class ReviewTables(RoomCommand, frozen=True, kw_only=True, tag="review tables/1"):
    """Ask the law again about every table: after a restore or an update the log may hold older answers."""

    def decide(self, floor: Floor, who: Requester) -> TablesReviewed:
        who.require_server("that the law has to be asked again")
        return TablesReviewed()


@recorded_as("day corrected/1", OtherDay, instead_of=date)
class CorrectDay(RoomCommand, frozen=True, kw_only=True, tag="correct day/1"):
    """Set the day right, by two people, after the clock had been wrong."""

    day: Day
    document: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_departments(ADJUSTS)
        wrong = floor.jurisdiction.day
        if wrong is None or self.day >= wrong:
            there = f"{wrong} is the day" if wrong else "no day has begun"
            raise Refusal(
                Code.NOT_NOW, f"{there}; only a day that began too early is corrected, to an earlier one", "day"
            )
        return self.record(self.recorded, instead_of=wrong, payments=_payments_on(floor, self.day))


@recorded_as("links examined/1", ReviewedEvent, combinations=tuple[RecordedCombination, ...], rules=tuple[str, ...])
class ExamineLinks(RoomCommand, frozen=True, kw_only=True, tag="examine links/1"):
    """A certificate for all tables of a jackpot whose seal, law and games are right, or what speaks against them."""

    jackpot: Name
    combinations: tuple[Combination, ...]
    locations: tuple[Line, ...]
    findings: tuple[Remark, ...]
    certificate: Mapping[str, Any] | None = None

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("what a count has found")
        law = law_today(floor)
        known(floor.jackpots, self.jackpot, "jackpot")
        if (held := self.certificate) is not None:
            if wrong := certificate_faults(held):
                raise Refusal(Code.BAD_FIELD, "; ".join(wrong), "certificate")
            of, on = held.get("profile"), held.get("on")
            if (of, on) != (law.profile.name, law.on.isoformat()):
                today = f"today it is {law.profile.name} on {law.on}"
                sentence = f"the certificate is one of {show(of)} on {show(on)}; {today}"
                raise Refusal(Code.BAD_FIELD, sentence, "certificate")
            if certified_combinations(held) != {*self.combinations}:
                other = "the certificate is about other games, wagers, paytables or folded hands"
                raise Refusal(Code.BAD_FIELD, f"{other} than those of the jackpot", "certificate")
        return self.record(self.recorded, rules=link_rules(law))

    def apply(self: Any, floor: Floor) -> Floor:
        # Certificates always recorded whether folded hands qualify; combinations of older journals do not.
        certified = tuple(sorted(certified_combinations(self.certificate))) if self.certificate else self.combinations
        examined = LinkExamination(certified, self.locations, self.rules, self.findings, self.certificate)
        stands, held = floor.played_for(self.jackpot).combinations, floor.paperwork.links.get(self.jackpot, ())
        of_what_stands = [one for one in held if stands <= {*one.combinations}][-1:]
        kept = [] if stands == {*certified} else of_what_stands
        links = {**floor.paperwork.links, self.jackpot: (*kept, examined)}
        return with_papers(floor, links=links)


@recorded_as("transfer examined/1", old=tuple[RecordedCombination, ...], heir=tuple[RecordedCombination, ...])
class ExamineTransfer(RoomCommand, frozen=True, kw_only=True, tag="examine transfer/1"):
    """What the odds of a jackpot and of an heir come to; it answers as long as games and rule are those counted."""

    jackpot: Name
    into: Name
    level: Name
    old: tuple[Combination, ...]
    heir: tuple[Combination, ...]
    rule: Line
    findings: tuple[Remark, ...]

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("what a count has found")
        law_today(floor)
        known(floor.jackpots, self.jackpot, "jackpot")
        known(floor.jackpots, self.into, "into", "jackpot")

    def apply(self, floor: Floor) -> Floor:
        key = transfer_key((self.jackpot, self.into, self.level))
        examined = TransferExamination(self.old, self.heir, self.rule, self.findings)
        return with_papers(floor, transfers={**floor.paperwork.transfers, key: examined})


@recorded_as("limits posted/1", GatedEvent, seats=int)
class PostLimits(RoomCommand, frozen=True, kw_only=True, tag="post limits/1"):
    """Post other limits at a table, from its next round on; under a law that binds, only such as it allows."""

    table: Name
    limits: TableLimits
    seats: Seat | None = None
    """Number of seats at the table; defaults to the game's maximum."""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_departments(SETS_UP)
        table = known(floor.tables, self.table, "table")
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            game = games.find(table.game, table.variant)
        limits = check_limits(self.limits, game, {table.wager: table.paytable} if table.link else {})
        return self.record(self.recorded, limits=limits, seats=check_seats(self.seats, game))

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, limits=self.limits, seats=self.seats)


@recorded_as("wagers limited/1", GatedEvent)
class LimitWagers(RoomCommand, frozen=True, kw_only=True, tag="limit wagers/1"):
    """Set the house's own largest single wager in a currency, by two people; with no amount it is taken away.

    It holds from the next round of each table on.
    """

    currency: Currency
    largest_micros: Stake | None = None
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_departments(ADJUSTS)
        if floor.house_rules.most_wager.get(self.currency) == self.largest_micros:
            raise Refusal(Code.ALREADY_DONE, "the house rules say so already")

    def apply(self, floor: Floor) -> Floor:
        others = {name: most for name, most in floor.house_rules.most_wager.items() if name != self.currency}
        most = others if self.largest_micros is None else {**others, self.currency: self.largest_micros}
        return replace(floor, house_rules=replace(floor.house_rules, most_wager=most))


def check_seats(seats: int | None, game: Game) -> int:
    """Places at the table: as many as the game allows, or fewer."""
    if seats is not None and seats > game.seats:
        raise Refusal(Code.BAD_FIELD, f"{game.title} has 1 to {game.seats} seats, not {seats}", "seats")
    return game.seats if seats is None else seats


def check_limits(limits: TableLimits, game: Game, progressive: Mapping[str, str]) -> TableLimits:
    """Limits with wagers as the game names them, and the paytable of each bet that can be made.

    The progressive of the table is paid by the paytable it was set up with; a table without one offers none.
    """
    with refusing(Code.BAD_FIELD, LawError, UnknownName, field="limits"):
        won = by_wager(game, progressive)
        side_bets = by_wager(game, limits.side_bets)
        if beyond := [name for name in side_bets if game.wager(name).feeds_meter and name not in won]:
            sentence = f"{beyond[0]} is a progressive that this table has no link for; set the table up with it first"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.side_bets")
        openings = by_wager(game, limits.openings)
        if limits.opening:
            openings = {name: limits.opening for name in won if not game.wager(name).is_optional} | openings
        posted = structs.replace(
            limits,
            openings=openings,
            side_bets=side_bets,
            paytables=_in_play(game, {*side_bets, *won}, {**by_wager(game, limits.paytables), **won}),
            aggregates=tuple(
                structs.replace(limit, wagers=tuple(game.wager(name).name for name in limit.wagers))
                for limit in limits.aggregates
            ),
        )
        _check_offered(posted.aggregates, posted.offer(game, 0))
        return posted


def _in_play(game: Game, offered: Collection[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """The paytable of every bet that can be made here: the one that was chosen, or else the game's first."""
    named = {name: game.paytable(name, table).name for name, table in chosen.items()}
    bets = (wager for wager in game.wagers if wager.paytables and (wager.name in offered or not wager.is_optional))
    found: dict[str, str] = {}
    for bet in bets:
        alike = [each.name for each in game.paid_alike(bet.name)]
        tables = {named[name] for name in alike if name in named}
        if len(tables) > 1:
            sentence = f"{' and '.join(alike)} are paid by one paytable, not by {' and '.join(sorted(tables))}"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.paytables")
        found[bet.name] = next(iter(tables), bet.paytable.name)
    return {name: table for name, table in found.items() if table}


def _check_offered(limits: Sequence[AggregateLimit], offer: Offer) -> None:
    """A payout is limited on bets that can be made here, and on no others; on the same bets by one limit."""
    for limit in limits:
        if sum(sorted(each.wagers) == sorted(limit.wagers) for each in limits) > 1:
            sentence = f"{' and '.join(limit.wagers)} has more than one aggregate limit: give it one"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.aggregates")
    for name in (name for limit in limits for name in limit.wagers):
        if name not in offer.wagers:
            sentence = f"the aggregate limit on {name} is for a bet that is not offered; offer it or drop the limit"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.aggregates")
