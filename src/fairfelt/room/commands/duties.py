"""Commands that a rule asks for: steps of a payment, notices of malfunctions, prizes of the house."""

from __future__ import annotations

from fairfelt.law import HouseJackpot, LawError, check_house_jackpot, check_kind
from fairfelt.law.payouts.payout import verify_turn
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.state.duties import PostedPrize
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import CLOSES, PRINTS, SETS_UP

from ..authority import known, new, persons
from ..fields import Body, cards, each, flag, text, text_or_none, whole
from ..refusal import Code, Refusal, refusing
from .command import NewEvent


def do_payout_step(floor: Floor, device: str, body: Body) -> NewEvent:
    """The next step of a payment, and no other; what has to be written down is."""
    (person,) = persons(floor, cards(body), PRINTS)
    number, step, note = whole(body, "number"), text(body, "step"), text_or_none(body, "note")
    payment = floor.payments.get(number)
    if payment is None:
        raise Refusal(Code.UNKNOWN_NAME, f"win page {number} has no steps to go through", "number")
    with refusing(Code.NOT_NOW, LawError):
        verify_turn(number, payment.steps[len(payment.done) :], step, note)
    return "payout step done", {"number": number, "step": step, "note": note, "by": person}


def report_malfunction(floor: Floor, device: str, body: Body) -> NewEvent:
    """Equipment failed; from now on hours run in which the regulator is to be told."""
    (person,) = persons(floor, cards(body), CLOSES)
    law = floor.jurisdiction.law
    rule = law.find("incident.malfunction") if law else None
    return "malfunction reported", {
        "number": len(floor.malfunctions) + 1,
        "equipment": text(body, "equipment"),
        "what": text(body, "what"),
        "within_hours": rule.number("within_hours") if rule else None,
        "cited": rule.cited if rule else "",
        "by": person,
    }


def tell_malfunction(floor: Floor, device: str, body: Body) -> NewEvent:
    """The notice to the regulator went out."""
    (person,) = persons(floor, cards(body), CLOSES)
    number = whole(body, "number")
    found = floor.malfunctions.get(number)
    if found is None:
        sentence = f"there is no malfunction {number}; {len(floor.malfunctions)} were reported"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "number")
    if found.document:
        sentence = f"the malfunction of {found.equipment} was told already, with {found.document}"
        raise Refusal(Code.ALREADY_DONE, sentence)
    return "malfunction told", {"number": number, "document": text(body, "document"), "by": person}


def post_house_jackpot(floor: Floor, device: str, body: Body) -> NewEvent:
    """A fixed prize from the house to each player with a hand: no players' money, no meter, no line in a report."""
    (person,) = persons(floor, cards(body), SETS_UP)
    table, name = known(floor.tables, body, "table"), new(floor.house_jackpots, body, "name", "house jackpot")
    hand, amount_micros = text(body, "hand"), whole(body, "amount_micros")
    posted = "posted" in body and flag(body, "posted")
    with refusing(Code.BAD_TERMS, LawError):
        jackpot = HouseJackpot(name=name, game=table.game, hand=hand, amount_micros=amount_micros, posted=posted)
    law = floor.jurisdiction.law
    said = lawful(floor, check_kind(law, "house"), check_house_jackpot(law, jackpot)) if law else {}
    return "house jackpot posted", {
        "name": name,
        "table": body["table"],
        "hand": hand,
        "amount_micros": amount_micros,
        "posted": posted,
        "by": person,
        **said,
    }


def pay_house_jackpot(floor: Floor, device: str, body: Body) -> NewEvent:
    """Each player with the hand gets all of it."""
    (person,) = persons(floor, cards(body), PRINTS)
    prize = _prize(floor, body)
    seats = each(body, "seats", "a seat", whole)
    places = floor.tables[prize.table].seats
    if not seats or len(set(seats)) != len(seats) or not all(1 <= seat <= places for seat in seats):
        sentence = f"seats are different ones from 1 to {places}, at least one, not {seats}"
        raise Refusal(Code.BAD_FIELD, sentence, "seats")
    owed = {"amount_micros": prize.jackpot.owed_micros(len(seats)), "document": text(body, "document")}
    return "house jackpot paid", {"name": body["name"], "seats": seats, **owed, "by": person}


def remove_house_jackpot(floor: Floor, device: str, body: Body) -> NewEvent:
    """It may go without notice, as its sign says."""
    (person,) = persons(floor, cards(body), SETS_UP)
    _prize(floor, body)
    return "house jackpot removed", {"name": body["name"], "why": text(body, "why"), "by": person}


def _prize(floor: Floor, body: Body) -> PostedPrize:
    return known(floor.house_jackpots, body, "name", "house jackpot")
