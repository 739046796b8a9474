"""What a form would do, before anybody signs it: the room decides on a copy of the floor, and nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.jackpot import Terms
from fairfelt.jackpot.book import HELD
from fairfelt.ledger.machine import Command, Decision
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor
from fairfelt.room.commands import RoomCommand
from fairfelt.room.machine import Room
from fairfelt.room.refusal import Code
from fairfelt.runtime.formats import FieldError, convert
from fairfelt.web.api.access import Access

from .desk import Desk
from .form import Form
from .words import money, percent

Change = tuple[str, str, str]
"""What changes, from what, to what."""
NONE = "none"
_UNSIGNED = {Code.ROLE_REQUIRED.value, Code.NOT_INDEPENDENT.value}
"""Refused because of who signs, which is seen when they do."""


@dataclass(frozen=True)
class Review:
    """What a form would do: every change, what follows from them, and what has to be ticked off."""

    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    danger: str = ""


def preview(desk: Desk, form: Form, access: Access, kind: type[RoomCommand], fields: Mapping[str, Any]) -> Floor:
    """The floor as it would be; what the room would refuse is said in the form. The second person signs later."""
    form.check()
    try:
        decision = _decide(desk, access, kind, fields)
    except FieldError as error:
        raise form.refuse(str(error), form.own(error.field)) from error
    said = decision.answer
    if decision.refused and said["code"] not in _UNSIGNED:
        raise form.refuse(said["reason"], form.own(said["field"]))
    return desk.floor if decision.refused else decision.state


def _decide(desk: Desk, access: Access, kind: type[RoomCommand], fields: Mapping[str, Any]) -> Decision[Floor]:
    """As if somebody who may had signed beside who fills it in."""
    decision: Decision[Floor] | None = None
    for second in _seconds(desk, access):
        command = convert({**fields, "cards": sorted({desk.session.card, *second})}, kind)
        now_micros = desk.controller.settings.clock()
        decision = Room().decide(desk.floor, Command(desk.device, 0, command, now_micros))
        if not (decision.refused and decision.answer["code"] in _UNSIGNED):
            break
    assert decision
    return decision


def _seconds(desk: Desk, access: Access) -> Iterator[tuple[str, ...]]:
    floor, own = desk.floor, desk.session
    for card, at in floor.cards.items() if access.people == 2 else ():
        if at.person != own.person and access.suffices((desk.person.role, floor.people[at.person].role)):
            yield (card,)
    yield ()


def changes_between(before: Floor, after: Floor) -> Iterator[Change]:
    """Money that moves and terms that change, in words."""
    for name in dict.fromkeys((*before.jackpots, *after.jackpots)):
        was, now = before.jackpots.get(name), after.jackpots.get(name)
        if was is now:
            continue
        yield from _accounts(name, before, after)
        if was and now:
            yield from terms_changes(was.awaiting or was.terms, now.awaiting or now.terms)
    for currency in dict.fromkeys((*before.currencies, *after.currencies)):
        yield from _house(before, after, currency)


def _house(before: Floor, after: Floor, currency: str) -> Iterator[Change]:
    """What the house keeps beside its jackpots, and from which pay on somebody else confirms."""
    yield from _amount(
        f"Bank account, {currency}", before.booked_micros(currency), after.booked_micros(currency), currency
    )
    was_kept, kept = (floor.funds.odds_micros.get(currency, 0) for floor in (before, after))
    yield from _amount(f"Kept for awards at odds, {currency}", was_kept, kept, currency)
    was, now = (floor.house_rules.pays_in(currency) for floor in (before, after))
    for field in ("supervisor", "executive", "two_people"):
        old, new = (getattr(rules, f"{field}_from_micros") for rules in (was, now))
        yield from _amount(f"{capital(field.replace('_', ' '))} from", old, new, currency)


def _accounts(name: str, before: Floor, after: Floor) -> Iterator[Change]:
    """What players' accounts of a jackpot hold, and what it cost the house."""
    jackpot = after.jackpots.get(name) or before.jackpots[name]
    currency = jackpot.terms.currency
    was = before.jackpots[name].book.balances if name in before.jackpots else {}
    now = after.jackpots[name].book.balances if name in after.jackpots else {}
    for account in dict.fromkeys((*was, *now)):
        kind, _, level = account.partition("/")
        words = f"{level}: {kind}" if level else kind
        sign = 1 if kind in HELD else -1
        yield from _amount(f"{name}, {words}", sign * was.get(account, 0), sign * now.get(account, 0), currency)


def terms_changes(was: Terms, now: Terms) -> Iterator[Change]:
    """Every term that differs, the levels first."""
    old = {level.name: level for level in was.levels}
    for level in now.levels:
        before = old.get(level.name)
        yield from _amount(
            f"{level.name}: seed", before.seed_micros if before else None, level.seed_micros, now.currency
        )
        yield from _rate(f"{level.name}: meter rate", before.rate_ppm if before else None, level.rate_ppm)
        reserve = before.reserve_rate_ppm if before else None
        yield from _rate(f"{level.name}: reserve rate", reserve, level.reserve_rate_ppm)
        yield from _amount(
            f"{level.name}: limit", before.limit_micros if before else None, level.limit_micros, now.currency
        )
    if was.name != now.name:
        yield "Name on displays", was.name, now.name
    for field, words in (
        ("largest_increment_micros", "Max bet"),
        ("executive_from_micros", "Executive confirms from"),
        ("payable_micros", "Round payouts up to"),
    ):
        yield from _amount(words, getattr(was, field), getattr(now, field), now.currency)
    for field, words in (
        ("several_winners", "Several winners in one round"),
        ("freeze", "Amount locks"),
        ("fixed_pays", "Fixed pays come from the"),
    ):
        if getattr(was, field) is not getattr(now, field):
            yield words, getattr(was, field).value, getattr(now, field).value


def _amount(words: str, before: int | None, after: int | None, currency: str) -> Iterator[Change]:
    if before != after:
        old, new = (NONE if each is None else money(each, currency) for each in (before, after))
        yield words, old, new


def _rate(words: str, before: int | None, after: int) -> Iterator[Change]:
    if before != after:
        yield words, NONE if before is None else f"{percent(before)}%", f"{percent(after)}%"
