"""Commands of the accounts: adjustments, new terms, printed win pages. Two people move money."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.jackpot import AdjustmentError, Jackpot, Reason, Terms, TermsError, adjustment, changed
from fairfelt.law import Finding, Law, check_limit, check_reason
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS, PRINTS

from ..authority import known, persons
from ..fields import Body, cards, one_of, text, whole
from ..refusal import Code, Refusal, refusing
from .command import NewEvent
from .terms import terms


def adjust(floor: Floor, device: str, body: Body) -> NewEvent:
    people = persons(floor, cards(body), ADJUSTS, count=2)
    jackpot = known(floor.jackpots, body, "jackpot")
    event = {
        "jackpot": body["jackpot"],
        "level": text(body, "level"),
        "reason": one_of(body, "reason", Reason).value,
        "amount_micros": whole(body, "amount_micros"),
        "document": text(body, "document"),
        "by": people,
    }
    with refusing(Code.BAD_TERMS, AdjustmentError, TermsError):
        adjustment(jackpot, body["level"], Reason(body["reason"]), body["amount_micros"])
    law = floor.jurisdiction.law
    return "adjusted", {**event, **lawful(floor, check_reason(law, Reason(body["reason"])) if law else ())}


def change_terms(floor: Floor, device: str, body: Body) -> NewEvent:
    people = persons(floor, cards(body), ADJUSTS, count=2)
    jackpot = known(floor.jackpots, body, "jackpot")
    begin, law = terms(body), floor.jurisdiction.law
    said = lawful(floor, _limits(law, jackpot, begin) if law else ())
    with refusing(Code.BAD_TERMS, TermsError):
        changed(jackpot, begin)
    event = {"jackpot": body["jackpot"], "terms": begin.to_dict(), "why": text(body, "why"), "by": people}
    return "terms changed", {**event, **said}


def _limits(law: Law, jackpot: Jackpot, begin: Terms) -> Iterator[Finding]:
    """Every limit against the amount that stands."""
    for level in begin.levels:
        if level.limit_micros is not None:
            stands = jackpot.meter(level.name)
            yield from check_limit(law, level.name, level.limit_micros, stands, begin.currency)


def print_win_page(floor: Floor, device: str, body: Body) -> NewEvent:
    """Every print is on the log; the second one of a page is a reprint."""
    (person,) = persons(floor, cards(body), PRINTS)
    number = whole(body, "number")
    if not 1 <= number <= floor.awards:
        there = f"1 to {floor.awards}" if floor.awards else "none yet"
        raise Refusal(Code.UNKNOWN_NAME, f"there is no win page {number}; there is {there}", "number")
    return "win page printed", {"number": number, "copy": floor.prints.get(number, 0) + 1, "by": person}
