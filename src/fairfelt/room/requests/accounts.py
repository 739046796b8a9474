"""Requests of the accounts: adjustments, new terms, the end of a jackpot, printed win pages. Two people move money."""

from __future__ import annotations

from fairfelt.jackpot import AdjustmentError, Jackpot, Reason, TermsError, adjustment, changed

from ..authority import known, persons
from ..fields import Body, cards, one_of, text, whole
from ..floor import Floor
from ..people import ADJUSTS, PRINTS
from ..refusal import Refusal
from ..table import Phase
from .request import Asked, Request
from .terms import terms


def adjust(floor: Floor, device: str, asked: Body) -> Asked:
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    jackpot = known(floor.jackpots, text(asked, "jackpot"), "jackpot")
    body = {
        "jackpot": asked["jackpot"],
        "level": text(asked, "level"),
        "reason": one_of(asked, "reason", Reason).value,
        "amount_micros": whole(asked, "amount_micros"),
        "document": text(asked, "document"),
        "by": people,
    }
    try:
        adjustment(jackpot, asked["level"], Reason(asked["reason"]), asked["amount_micros"])
    except (AdjustmentError, TermsError) as not_allowed:
        raise Refusal(str(not_allowed)) from None
    return "adjusted", body


def change_terms(floor: Floor, device: str, asked: Body) -> Asked:
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    jackpot = known(floor.jackpots, text(asked, "jackpot"), "jackpot")
    begin = terms(asked)
    try:
        changed(jackpot, begin)
    except TermsError as not_allowed:
        raise Refusal(str(not_allowed)) from None
    body = {"jackpot": asked["jackpot"], "terms": begin.to_dict(), "why": text(asked, "why"), "by": people}
    return "terms changed", body


def retire_jackpot(floor: Floor, device: str, asked: Body) -> Asked:
    """End a jackpot: all money held for players goes to the meter of another."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    old, heir = (known(floor.jackpots, text(asked, name), "jackpot") for name in ("jackpot", "into"))
    body = {"jackpot": asked["jackpot"], "into": asked["into"], "level": text(asked, "level")}
    if old is heir or old.retired or heir.retired:
        raise Refusal("a running jackpot is retired into another running one")
    _verify_idle(floor, old)
    if old.terms.currency != heir.terms.currency:
        raise Refusal(f"{asked['into']} is in {heir.terms.currency}, not in {old.terms.currency}")
    if asked["level"] not in (there := [level.name for level in heir.terms.levels]):
        raise Refusal(f"{asked['into']} has no level {asked['level']!r}; it has {', '.join(there)}")
    return "jackpot retired", {**body, "document": text(asked, "document"), "by": people}


def _verify_idle(floor: Floor, jackpot: Jackpot) -> None:
    """Nobody loses a jackpot that they are playing for."""
    for name, table in floor.tables.items():
        if table.phase is not Phase.BETTING and floor.jackpot_of(table)[1] is jackpot:
            raise Refusal(f"table {name} is playing for this jackpot; end the game first")


def print_win_page(floor: Floor, device: str, asked: Body) -> Asked:
    """Every print is on the log; the second one of a page is a reprint."""
    (person,) = persons(floor, cards(asked), PRINTS)
    number = whole(asked, "number")
    if not 1 <= number <= floor.awards:
        there = f"1 to {floor.awards}" if floor.awards else "none yet"
        raise Refusal(f"there is no win page {number}; there is {there}")
    return "win page printed", {"number": number, "copy": floor.prints.get(number, 0) + 1, "by": person}


REQUESTS: tuple[Request, ...] = (adjust, change_terms, retire_jackpot, print_win_page)
