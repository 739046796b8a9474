"""The bank account for progressive prizes, and what the server finds when it holds the books against it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from fairfelt.law import BankEntry, BankEntryKind
from fairfelt.room.state.floor import Floor

from ..fields import Body
from .closing import darkened


def bank_entry_booked(floor: Floor, body: Body) -> Floor:
    kind, on = BankEntryKind(body["kind"]), date.fromisoformat(body["on"])
    entry = BankEntry(on, kind, body["amount_micros"], body["document"], _currency(floor, body))
    return replace(floor, bank=(*floor.bank, entry))


def statement_filed(floor: Floor, body: Body) -> Floor:
    """What the bank says; it changes no book."""
    return floor


def odds_funds_kept(floor: Floor, body: Body) -> Floor:
    kept = {**floor.funds.odds_micros, _currency(floor, body): body["amount_micros"]}
    return replace(floor, funds=replace(floor.funds, odds_micros=kept))


def funds_looked_at(floor: Floor, body: Body) -> Floor:
    looked = replace(floor, funds=replace(floor.funds, stop=body["stop"], notices=tuple(body["notices"])))
    return darkened(looked) if body["stop"] else looked


def _currency(floor: Floor, body: Body) -> str:
    """What the event says; the first logs knew one account, in the currency of the room."""
    return str(body.get("currency", floor.currencies[0]))
