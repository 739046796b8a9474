"""The chain on its own: what a line is, what a hash covers, and what is found when something moved."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.ledger import Entry, Head, LedgerCorrupt
from fairfelt.ledger.canonical import canonical, parsed, seal
from fairfelt.ledger.chain import Stored, check_head, exported, followed, genesis, read_line, written

JOURNAL = "j"
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
STORED = st.builds(lambda body, refused: Stored("0" * 64, refused, canonical(body)), st.lists(TEXTS), st.booleans())
BODY = '{"kind":"k"}'


def filed(kind: str, body: dict[str, object], **fields: Any) -> Entry:
    """An entry under the kind that its body says."""
    return Entry(kind=kind, body=canonical({**body, "kind": kind}), **fields)


ENTRIES = st.builds(
    filed,
    number=st.just(0),
    at_micros=st.integers(0, 10**18),
    device=st.none() | TEXTS,
    device_sequence=st.none() | st.integers(1, 10**18),
    kind=TEXTS,
    body=st.dictionaries(TEXTS, st.integers() | TEXTS, max_size=3),
    posted=st.lists(st.tuples(TEXTS, st.integers()), max_size=3).map(canonical),
    answer=st.none() | STORED,
    hash=st.just(""),
)


def chained(entries: Sequence[Entry]) -> list[Entry]:
    """The same with numbers, times that never fall, and hashes."""
    head, done = genesis(JOURNAL), []
    for entry in entries:
        entry = entry._replace(number=head.number + 1, at_micros=max(head.at_micros, entry.at_micros))
        done.append(entry._replace(hash=seal(written(head.hash, *entry[:4], *entry[5:8]))))
        head = done[-1].head
    return done


def broken(entries: Sequence[Entry]) -> str:
    """What the verifier says."""
    with pytest.raises(LedgerCorrupt) as caught:
        list(followed(entries, genesis(JOURNAL)))
    return str(caught.value)


@given(ENTRIES)
def test_a_line_is_the_canonical_json_of_its_fields(entry: Entry) -> None:
    entry = entry._replace(hash="f" * 64)
    line = exported(entry, "e" * 64)
    assert read_line(line) == (entry, "e" * 64)
    assert line.decode() == canonical(parsed(line.decode()))
    without = {key: value for key, value in json.loads(line).items() if key != "hash"}
    assert written("e" * 64, *entry[:4], *entry[5:8]).decode() == canonical(without)


@given(st.lists(ENTRIES, min_size=3, max_size=6), st.data())
def test_change_removal_and_reordering_are_found(entries: list[Entry], data: st.DataObject) -> None:
    chain = chained(entries)
    assert list(followed(chain, genesis(JOURNAL))) == chain
    at = data.draw(st.integers(0, len(chain) - 2))
    changed = data.draw(ENTRIES)._replace(number=at + 1, at_micros=chain[at].at_micros, hash=chain[at].hash)
    if changed != chain[at]:
        assert f"event {at + 1} was changed" in broken([*chain[:at], changed, *chain[at + 1 :]])
    assert f"event {at + 1} is missing or out of place" in broken([*chain[:at], *chain[at + 1 :]])
    assert f"event {at + 1}" in broken([*chain[:at], chain[at + 1], chain[at], *chain[at + 2 :]])
    renumbered = [entry._replace(number=n) for n, entry in enumerate([*chain[:at], *chain[at + 1 :]], start=1)]
    assert f"event {at + 1} was changed, or one before it" in broken(renumbered)


def test_a_chain_begins_with_the_name_of_its_journal() -> None:
    text = '{"format":"fairfelt-ledger-2","journal":"j"}'
    assert genesis("j") == Head(0, hashlib.sha256(text.encode()).hexdigest())
    chain = chained([Entry(0, 5, None, None, "k", BODY, "[]", None, "")])
    with pytest.raises(LedgerCorrupt, match="event 1 was changed"):
        list(followed(chain, genesis("another")))


def test_time_never_runs_back() -> None:
    first = chained([Entry(0, 5, None, None, "k", BODY, "[]", None, "")])[0]
    second = Entry(2, 4, None, None, "k", BODY, "[]", None, "")
    second = second._replace(hash=seal(written(first.hash, *second[:4], *second[5:8])))
    assert "event 2 is dated before the one it follows" in broken([first, second])


def test_a_cut_is_found_against_a_known_head() -> None:
    known = Head(7, "a" * 64)
    check_head(Head(9, "b" * 64), known, "a" * 64)
    with pytest.raises(LedgerCorrupt, match="ends at event 6, but event 7 is known: it was cut"):
        check_head(Head(6, "a" * 64), known, "")
    with pytest.raises(LedgerCorrupt, match=r"event 7 is known with hash a+, but b+ was found"):
        check_head(Head(7, "b" * 64), known, "b" * 64)
