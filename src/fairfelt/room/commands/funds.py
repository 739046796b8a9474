"""Commands about the bank account for progressive prizes: entries with documents, statements, the server's look."""

from __future__ import annotations

from fairfelt.law import BankEntryKind
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS

from ..authority import persons, server_only
from ..fields import Body, cards, day, listed, nested, one_of, text, whole
from ..refusal import Code, Refusal
from .command import NewEvent


def book_bank_entry(floor: Floor, device: str, body: Body) -> NewEvent:
    """A deposit, a withdrawal or a seizure, as the bank's paper says."""
    (person,) = persons(floor, cards(body), ADJUSTS)
    amount_micros = whole(body, "amount_micros")
    if amount_micros < 1:
        sentence = f"an entry has an amount above zero; its kind says which way it goes, not {amount_micros}"
        raise Refusal(Code.BAD_FIELD, sentence, "amount_micros")
    return "bank entry booked", {
        "on": _past(floor, body),
        "kind": one_of(body, "kind", BankEntryKind).value,
        "amount_micros": amount_micros,
        "currency": _currency(floor, body),
        "document": text(body, "document"),
        "by": person,
    }


def file_statement(floor: Floor, device: str, body: Body) -> NewEvent:
    """What the bank says it holds, beside what the entries come to."""
    (person,) = persons(floor, cards(body), ADJUSTS)
    on, balance_micros, currency = _past(floor, body), whole(body, "balance_micros"), _currency(floor, body)
    entries = (entry for entry in floor.bank if entry.currency == currency)
    booked = sum(entry.change_micros for entry in entries if entry.on.isoformat() <= on)
    amounts = {"balance_micros": balance_micros, "differs_micros": balance_micros - booked, "currency": currency}
    return "statement filed", {"on": on, **amounts, "document": text(body, "document"), "by": person}


def keep_odds_funds(floor: Floor, device: str, body: Body) -> NewEvent:
    """What is kept in a bank or as a line of credit for odds-based prizes."""
    (person,) = persons(floor, cards(body), ADJUSTS)
    amount_micros = whole(body, "amount_micros")
    if amount_micros < 0:
        sentence = f"an amount that is kept is not below zero, as {amount_micros} is"
        raise Refusal(Code.BAD_FIELD, sentence, "amount_micros")
    kept = {"amount_micros": amount_micros, "currency": _currency(floor, body)}
    return "odds funds kept", {**kept, "document": text(body, "document"), "by": person}


def look_at_funds(floor: Floor, device: str, body: Body) -> NewEvent:
    """What the server found by the whole log; only it reads the log."""
    server_only(device, "how the funds stand")
    seen = nested(body, "accounts")
    accounts = {currency: _amounts(nested(seen, currency)) for currency in seen}
    booked = {currency: floor.booked_micros(currency) for currency in floor.currencies}
    if {currency: amounts["balance_micros"] for currency, amounts in accounts.items()} != booked:
        raise Refusal(Code.NOT_NOW, "the account has moved meanwhile; look again")
    stops, notices = ([str(said) for said in listed(body, name)] for name in ("stops", "notices"))
    said = {"stop": "; ".join(stops), "notices": notices}
    return "funds looked at", {"day": str(floor.jurisdiction.day), "accounts": accounts, **said}


def _amounts(account: Body) -> dict[str, int]:
    return {name: whole(account, name) for name in ("held_micros", "balance_micros", "required_micros", "short_micros")}


def _currency(floor: Floor, body: Body) -> str:
    """One of the room's; it may be left out where there is one only."""
    there = " or ".join(floor.currencies)
    if body.get("currency") is None and len(floor.currencies) > 1:
        raise Refusal(Code.BAD_FIELD, f"say in which currency: {there}", "currency")
    currency = floor.currencies[0] if body.get("currency") is None else text(body, "currency")
    if currency not in floor.currencies:
        sentence = f"no jackpot of this room is in {currency}: the account is in {there}"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "currency")
    return currency


def _past(floor: Floor, body: Body) -> str:
    on = day(body, "on")
    if floor.jurisdiction.day and on > floor.jurisdiction.day:
        raise Refusal(Code.BAD_FIELD, f"{on} has not come yet; today is {floor.jurisdiction.day}", "on")
    return on.isoformat()
