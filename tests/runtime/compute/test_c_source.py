"""The straight-line source in C: ranges that hold, the narrowest types, and sentences for what has no C."""

from __future__ import annotations

import ast
from operator import add, and_, lshift, mul, or_, rshift, sub, xor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.runtime.compute.cuda import (
    SIGNED,
    UNSIGNED,
    Range,
    Scope,
    Table,
    Untranslated,
    arithmetic_range,
    bitwise_range,
    declare,
    expression,
    narrow,
    shared_names,
    shift_range,
    translate,
)

Array = np.ndarray
NUMBERS = st.integers(-(1 << 20), 1 << 40)
BITS = st.integers(0, 12)


@st.composite
def inside(draw: st.DrawFn, numbers: st.SearchStrategy[int] = NUMBERS) -> tuple[Range, int]:
    """A range and a number in it."""
    least, number, most = sorted(draw(st.tuples(numbers, numbers, numbers)))
    return Range(least, most), number


@given(inside(), inside())
def test_a_result_lies_in_its_range(one: tuple[Range, int], other: tuple[Range, int]) -> None:
    (a_range, a), (b_range, b) = one, other
    for sign, operation in (("+", add), ("-", sub), ("*", mul)):
        assert Range(operation(a, b), operation(a, b)) in arithmetic_range(a_range, b_range, sign)
    for sign, operation in (("&", and_), ("|", or_), ("^", xor)):
        assert Range(operation(a, b), operation(a, b)) in bitwise_range(a_range, b_range, sign)


@given(inside(), inside(BITS))
def test_a_shifted_number_lies_in_its_range(one: tuple[Range, int], bits: tuple[Range, int]) -> None:
    (a_range, a), (b_range, b) = one, bits
    for sign, operation in (("<<", lshift), (">>", rshift)):
        assert Range(operation(a, b), operation(a, b)) in shift_range(a_range, b_range, sign)


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (Range(0, 52), "int"),
        (Range(-1, 3), "int"),
        (Range(0, (1 << 32) - 1), "unsigned"),
        (Range(-1, 1 << 32), "long long"),
        (UNSIGNED, "unsigned long long"),
        (Range(0, 1 << 70), "unsigned long long"),
        (Range(-(1 << 70), 0), "long long"),
    ],
)
def test_the_narrowest_type(held: Range, kind: str) -> None:
    assert held.type == kind


def in_c(source: str, scope: Scope) -> list[str]:
    return translate(ast.parse(source).body, scope)


def test_a_digit_of_a_random_number_is_small() -> None:
    """64 bits wrap as in numpy; what is left of them after a shift is an int again."""
    scope = Scope({}, {"r": UNSIGNED})
    assert in_c("r *= np.uint64(52)\ndigit = r >> np.uint64(58)", scope) == [
        "r = (r * (unsigned long long)(52));",
        "digit = (int)((r >> 58));",
    ]
    assert declare(scope, but=["r"]) == ["int digit = 0;"]


def test_looking_into_a_table_of_two_dimensions() -> None:
    table = Table.of("values", np.array([[0, 7], [1 << 20, 9]], np.int32))
    scope = Scope({"values": table}, {"row": Range(0, 1), "key": Range(0, 1)})
    assert in_c("line = values[row, key & 1] >> 20", scope) == ["line = (values[(row) * 2 + ((key & 1))] >> 20);"]
    assert scope.variables["line"] == Range(0, 1)


def test_two_are_exchanged_through_a_third() -> None:
    scope = Scope({}, {"a": Range(0, 9), "b": Range(0, 9)})
    lines = in_c("a, b = min(a, b), max(a, b)", scope)
    assert [line.strip() for line in lines[1:-1]] == [
        "int new0 = min(a, b);",
        "int new1 = max(a, b);",
        "a = new0;",
        "b = new1;",
    ]


def test_a_number_that_grows_in_a_loop_gets_all_the_room() -> None:
    scope = Scope({}, {"rounds": SIGNED})
    in_c("total = 0\nfor i in range(rounds):\n    total += i", scope)
    assert scope.variables["total"].type in ("long long", "unsigned long long")


@pytest.mark.parametrize(
    "source", ["x = {1: 2}", "with a: pass", "x = a @ b", "for i in cards: pass", "for i in (1, 2): break"]
)
def test_what_has_no_c_is_told(source: str) -> None:
    with pytest.raises((Untranslated, KeyError)):
        in_c(source, Scope({}))


def test_numbers_are_written_as_they_stand() -> None:
    texts = [expression(ast.parse(text, mode="eval").body, Scope({})).text for text in ("3000000000", "1 << 40")]
    assert texts == ["3000000000u", "((long long)(1) << 40)"]


def test_an_array_of_the_source_is_declared_and_holds_what_its_type_does() -> None:
    scope = Scope({})
    assert in_c("kept = np.zeros((2, 3), np.uint16)\nkept[1, 2] = 7\nx = kept[0, 1]", scope) == [
        "int kept[6] = {0};",
        "kept[(1) * 3 + (2)] = 7;",
        "x = kept[(0) * 3 + (1)];",
    ]
    assert scope.variables["x"] == Range(0, 65_535)


def test_a_number_that_a_mask_bounds_stays_small() -> None:
    """A place in a shoe, moved on and on: it was given 64 bits."""
    scope = Scope({}, {"more": Range(0, 1)})
    in_c("at = 0\nwhile more:\n    at = at + 3 & 511", scope)
    assert scope.variables["at"].most <= 65_535


def test_tables_are_kept_once_and_in_few_bytes() -> None:
    ways, same, other = (np.arange(first, 60, dtype=np.int32) for first in (0, 0, -1))
    assert shared_names({"a": ways, "b": same, "c": other}.items()) == {"a": "a", "b": "a", "c": "c"}
    assert narrow(ways).dtype == np.uint8
    assert narrow(other).dtype == np.int8
    assert (narrow(other) == other).all()


def test_a_shift_by_more_bits_than_a_word_has_is_made_in_a_longer_one() -> None:
    """Of 32 bits shifted by 40 C may make anything: a processor takes the 40 for an 8."""
    scope = Scope({}, {"bits": Range(0, 255), "by": Range(0, 51), "near": Range(0, 31)})
    assert in_c("far = bits >> by\nhere = bits >> near", scope) == [
        "far = (int)(((long long)(bits) >> by));",
        "here = (bits >> near);",
    ]
