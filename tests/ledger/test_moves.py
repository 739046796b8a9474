"""Moves of commands are added up, those of one command all or none, and no account leaves its limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.ledger import Posting
from fairfelt.ledger.chain import LEAST_MICROS, MOST_MICROS
from fairfelt.ledger.group import Move, Moves, move_of

ACCOUNTS = ("cash", "meter", "reserve")
Base = dict[str, int]


def between(giver: str, taker: str, micros: int) -> Move:
    return move_of((Posting(giver, -micros), Posting(taker, micros)))


amounts = st.integers(0, 5) | st.integers(0, MOST_MICROS)
moves = st.builds(between, st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), amounts)
held = st.integers(LEAST_MICROS, MOST_MICROS) | st.sampled_from((LEAST_MICROS, MOST_MICROS, 0))


@given(
    base=st.dictionaries(st.sampled_from(ACCOUNTS), held),
    commands=st.lists(st.lists(moves, max_size=3), max_size=20),
    asked_at=st.integers(0, 20),
)
def test_as_if_each_were_added_up(base: Base, commands: list[list[Move]], asked_at: int) -> None:
    noted, expected, postings = Moves(base), dict(base), 0
    for turn, command in enumerate(commands):
        after, fits = dict(expected), True
        for move in command:
            for account, amount in move.by_account:
                after[account] = after.get(account, 0) + amount
                fits = fits and LEAST_MICROS <= after[account] <= MOST_MICROS
        if fits:
            noted.add(command)
            expected, postings = after, postings + sum(move.many for move in command)
        else:
            with pytest.raises(ValueError, match="more than can be written"):
                noted.add(command)
        if turn == asked_at:
            assert {**base, **noted.balances} == expected
    assert {**base, **noted.balances} == expected
    assert noted.postings == postings


def test_equal_amounts_of_another_type_are_posted_as_whole_numbers() -> None:
    move_of((Posting("cash", -7), Posting("meter", 7)))
    found = move_of((Posting("cash", -7.0), Posting("meter", 7.0)))  # type: ignore[arg-type]
    assert found.text == '[["cash",-7],["meter",7]]'
    assert all(type(amount) is int for _, amount in found.by_account)


@pytest.mark.parametrize(
    ("postings", "sentence"),
    [
        ((Posting("cash", 1),), "sum to 1 millionths, not to 0"),
        ((Posting("cash", 0.5), Posting("meter", -0.5)), "0.5 cannot be posted"),  # type: ignore[arg-type]
        ((Posting("cash", MOST_MICROS + 1), Posting("meter", -MOST_MICROS - 1)), "cannot be posted"),
        ((Posting("ca\nsh", 1), Posting("meter", -1)), "is no name for an account"),
    ],
)
def test_what_cannot_be_posted(postings: tuple[Posting, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        move_of(postings)
