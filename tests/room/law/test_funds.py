"""Entries of the bank account are on the log; what the server finds by them closes the floor and opens it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from fairfelt.law import BankEntry, BankEntryKind
from tests.room.floors import UNIT
from tests.room.law.lawful_pit import LETTER, OFFICE, SET_UP, LawfulPit

ENTRY: dict[str, Any] = {
    "on": LETTER, "entry_kind": "deposit", "amount_micros": 5 * UNIT, "document": "slip 1", "cards": OFFICE,
}  # fmt: skip
SEEN: dict[str, Any] = {
    "accounts": {
        "USD": {
            "held_micros": 11_000 * UNIT, "balance_micros": 0, "required_micros": 11_000 * UNIT,
            "short_micros": 11_000 * UNIT,
        },
    },
    "stops": ["the account holds too little"], "notices": [],
}  # fmt: skip


def test_entries_have_a_day_a_kind_an_amount_and_a_document() -> None:
    pit = LawfulPit()
    pit.do("book bank entry", **ENTRY)
    (booked,) = pit.floor.bank
    assert (booked, booked.kind) == (BankEntry(booked.on, booked.kind, 5 * UNIT, "slip 1"), BankEntryKind.DEPOSIT)
    pit.do("book bank entry", **{**ENTRY, "entry_kind": "seizure", "amount_micros": UNIT})
    assert sum(entry.change_micros for entry in pit.floor.bank) == 4 * UNIT
    assert pit.replayed()


def test_a_slip_that_was_booked_is_not_booked_again() -> None:
    """The same deposit twice made up for money that was missing."""
    pit = LawfulPit()
    pit.do("book bank entry", **ENTRY)
    refused = pit.refused("book bank entry", **ENTRY)
    assert refused == "slip 1 is booked already, with that day and amount; name another document"
    for other in ({"document": "slip 2"}, {"amount_micros": UNIT}, {"on": "2023-06-13"}, {"entry_kind": "withdrawal"}):
        pit.do("book bank entry", **{**ENTRY, **other})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"on": "2023-06-15"}, "has not come yet"),
        ({"entry_kind": "gift"}, "entry_kind is one of deposit, withdrawal, seizure"),
        ({"amount_micros": 0}, "a whole number of millionths above zero"),
        ({"document": ""}, "document is one line"),
        ({"cards": ["card sue"]}, "accounting or executive"),
        ({"cards": ["card ann"]}, "two cards of different departments required: accounting or executive"),
        ({"cards": ["card eve"]}, "two cards of different departments required"),
        ({"cards": ["card ann", "card bob"]}, "two cards of different departments required"),
        ({"cards": ["card sue", "card ida"]}, "two cards of different departments required"),
    ],
)
def test_entries_that_cannot_be_or_are_one_departments_word(wrong: dict[str, Any], says: str) -> None:
    """One accountant alone booked a deposit that never was, and the floor opened."""
    assert says in LawfulPit().refused("book bank entry", **{**ENTRY, **wrong})


def test_a_statement_is_held_against_the_entries() -> None:
    pit = LawfulPit()
    pit.do("book bank entry", **ENTRY)
    pit.do("file statement", on=LETTER, balance_micros=4 * UNIT, document="statement 1", cards=OFFICE)
    assert pit.events[-1].body.differs_micros == -UNIT


def test_the_servers_look_closes_the_floor_and_the_next_one_opens_it() -> None:
    pit = LawfulPit()
    pit.press("place bets", bets={"1": UNIT})
    pit.serves("look at funds", **SEEN)
    assert pit.floor.closed == "the account holds too little"
    assert pit.floor.tables["T1"].lit == {}
    assert "the floor is closed: the account" in pit.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    assert pit.refused("open floor", why="x", cards=["card ida", "card eve"]) == "the floor is open", "not by hand"
    pit.do("book bank entry", **{**ENTRY, "amount_micros": 11_000 * UNIT})
    enough = {**SEEN["accounts"]["USD"], "balance_micros": 11_000 * UNIT, "short_micros": 0}
    cured = {**SEEN, "accounts": {"USD": enough}, "stops": []}
    pit.serves("look at funds", **cured)
    pit.start()
    assert pit.replayed()


def test_a_look_at_another_balance_is_too_late() -> None:
    pit = LawfulPit()
    pit.do("book bank entry", **ENTRY)
    assert "look again" in pit.refused("look at funds", "server", **SEEN)
    assert "comes from the server only" in pit.refused("look at funds", **SEEN)


def test_each_reason_for_a_closed_floor_ends_on_its_own() -> None:
    pit = LawfulPit()
    pit.do("close floor", reason="fire drill", cards=["card sue"])
    pit.serves("look at funds", **SEEN)
    assert pit.floor.closed == "fire drill; the account holds too little"
    pit.do("open floor", why="over", cards=["card ida", "card eve"])
    assert pit.floor.closed == "the account holds too little"


def test_what_is_kept_for_odds_prizes() -> None:
    pit = LawfulPit()
    pit.do("keep odds funds", amount_micros=30_000 * UNIT, document="credit line 1", cards=OFFICE)
    assert pit.floor.funds.odds_micros == {"USD": 30_000 * UNIT}
    assert "not below zero" in pit.refused("keep odds funds", amount_micros=-1, document="D", cards=OFFICE)


def in_two_currencies() -> LawfulPit:
    """The first jackpot is in dollars, a second one in euros."""
    pit = LawfulPit()
    terms = replace(pit.floor.jackpots["mega"].terms, name="Euro", currency="EUR")
    pit.do("open jackpot", jackpot="euro", terms=terms, cards=SET_UP)
    return pit


def test_each_currency_has_an_account_of_its_own() -> None:
    pit = in_two_currencies()
    assert pit.floor.currencies == ("USD", "EUR")
    assert pit.refused("book bank entry", **ENTRY) == "say in which currency: USD or EUR"
    assert "no jackpot of this room is in GBP" in pit.refused("book bank entry", **ENTRY, currency="GBP")
    pit.do("book bank entry", **ENTRY, currency="EUR")
    assert (pit.floor.booked_micros("USD"), pit.floor.booked_micros("EUR")) == (0, 5 * UNIT)
    statement = {"on": LETTER, "balance_micros": 4 * UNIT, "document": "statement 1", "cards": OFFICE[:1]}
    for currency, differs in (("USD", 4 * UNIT), ("EUR", -UNIT)):
        pit.do("file statement", **statement, currency=currency)
        assert pit.events[-1].body.differs_micros == differs
    for currency in ("USD", "EUR"):
        pit.do("keep odds funds", amount_micros=UNIT, currency=currency, document="line 1", cards=OFFICE)
    assert pit.floor.funds.odds_micros == {"USD": UNIT, "EUR": UNIT}
    assert pit.replayed()


def test_a_look_has_to_see_every_account() -> None:
    pit = in_two_currencies()
    assert "look again" in pit.refused("look at funds", "server", **SEEN)
    both = dict.fromkeys(("USD", "EUR"), SEEN["accounts"]["USD"])
    pit.serves("look at funds", **{**SEEN, "accounts": both})
    assert to_builtins(pit.events[-1].body.accounts) == both
