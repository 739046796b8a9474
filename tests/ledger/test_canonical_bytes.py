"""Canonical JSON: equal data, equal bytes; nothing inexact gets in or out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.ledger import Head, Malformed
from fairfelt.ledger.canonical import canonical, digest, parsed

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
ATOMS = st.none() | st.booleans() | st.integers() | TEXTS
PLAIN = st.recursive(ATOMS, lambda held: st.lists(held, max_size=4) | st.dictionaries(TEXTS, held, max_size=4))


class Color(Enum):
    """Not plain data."""

    RED = "red"


@dataclass(frozen=True)
class Seat:
    """Not plain data either."""

    number: int


@given(PLAIN)
def test_what_is_written_is_read_again_and_written_the_same(value: Any) -> None:
    text = canonical(value)
    assert parsed(text) == value
    assert canonical(parsed(text)) == text
    assert text == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@given(PLAIN, st.floats())
def test_a_float_is_refused_wherever_it_hides(value: Any, number: float) -> None:
    for hidden in (number, [value, number], {"a": {"b": [number]}}, (value, {"x": number})):
        with pytest.raises(Malformed):
            canonical(hidden)


def test_numbers_keep_all_their_digits_and_texts_may_look_like_floats() -> None:
    assert canonical({"b": 10**40, "a": "1.5 and 1e-7", "é": [True, None]}) == (
        '{"a":"1.5 and 1e-7","b":' + "1" + "0" * 40 + ',"é":[true,null]}'
    )
    assert canonical(MappingProxyType({"a": ()})) == '{"a":[]}'


@pytest.mark.parametrize("text", ["1.0", "[1e5]", '{"a":NaN}', "Infinity"])
def test_a_float_is_refused_on_the_way_in(text: str) -> None:
    with pytest.raises(Malformed, match="is not an integer"):
        parsed(text)


@pytest.mark.parametrize(
    "value",
    [
        {1, 2},
        b"x",
        bytearray(b"x"),
        object(),
        "\ud800",
        {"\udfff": 1},
        {1: 2, "a": 3},
        Decimal(1),
        date(2026, 1, 1),
        timedelta(1),
        UUID(int=1),
        Color.RED,
        Head(0, "")._replace(at_micros=1.5),  # type: ignore[arg-type]
        Seat(1),
        float("nan"),
        [None, float("inf")],
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_plain_is_refused_and_so_is_what_holds_it(value: object) -> None:
    for held in (value, [value], {"a": (value,)}, MappingProxyType({"a": value})):
        with pytest.raises(Malformed):
            canonical(held)


@given(PLAIN)
def test_tuples_and_mappings_of_any_make_are_written_like_lists_and_objects(value: Any) -> None:
    assert canonical((value, MappingProxyType({"a": value}))) == canonical([value, {"a": value}])


def test_every_character_is_written_in_one_way() -> None:
    text = "".join(chr(point) for point in (*range(0x300), *range(0x2000, 0x2100), 0xE000, 0xFFFF, 0x10000, 0x10FFFF))
    assert canonical([text, {text: text}]) == json.dumps(
        [text, {text: text}], separators=(",", ":"), ensure_ascii=False
    )
    keys = {"\ue000": 1, "\U00010000": 2, "\uffff": 3, "Z": 4, "a": 5, "": 6}
    assert list(parsed(canonical(keys))) == sorted(keys)


def test_what_is_too_large_or_endless_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(Malformed, match="contains itself"):
        canonical(endless)
    with pytest.raises(Malformed, match="too much for one record"):
        canonical("x" * (1 << 20))


def test_the_digest_is_sha_256_of_utf_8() -> None:
    assert digest("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
