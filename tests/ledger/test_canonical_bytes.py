"""Canonical JSON: equal data, equal bytes; nothing inexact gets in or out."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.ledger import Malformed
from fairfelt.ledger.canonical import canonical, digest, parsed, quoted

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
ATOMS = st.none() | st.booleans() | st.integers() | TEXTS
PLAIN = st.recursive(ATOMS, lambda held: st.lists(held, max_size=4) | st.dictionaries(TEXTS, held, max_size=4))


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
    assert quoted('a"b\n') == '"a\\"b\\n"'


@pytest.mark.parametrize("text", ["1.0", "[1e5]", '{"a":NaN}', "Infinity"])
def test_a_float_is_refused_on_the_way_in(text: str) -> None:
    with pytest.raises(Malformed, match="is not an integer"):
        parsed(text)


@pytest.mark.parametrize("value", [{1, 2}, b"x", object(), "\ud800", {"\udfff": 1}, {1: 2, "a": 3}])
def test_what_is_not_plain_is_refused(value: object) -> None:
    with pytest.raises(Malformed):
        canonical(value)


def test_what_is_too_large_or_endless_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(Malformed, match="contains itself"):
        canonical(endless)
    with pytest.raises(Malformed, match="too much for one record"):
        canonical("x" * (1 << 20))


def test_the_digest_is_sha_256_of_utf_8() -> None:
    assert digest("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
