"""Reading in short: what the database adds up, finds by time and picks by kind is what the entries say, in both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from fairfelt.ledger import Command, Entry, LedgerUnavailable
from tests.ledger.bank import Ticking, move
from tests.ledger.desk import log, opened

MOVES = [
    {"from": "mint", "to": "a", "micros": 7},
    {"from": "mint", "to": "b", "micros": (1 << 62) - 7},
    {"from": "a", "to": "a", "micros": 5},
    {"from": "b", "to": "a", "micros": 1 << 61},
]


def written(place: str) -> Sequence[Entry]:
    """A journal of several kinds, of events with and without postings, some of them at one moment."""
    with opened(place) as ledger:
        ledger.submit(Command("k", 1, {"kind": "moves", "moves": MOVES}, 0)).result()
        ledger.submit(Command("k", 2, {"kind": "look", "account": "a"}, 0)).result()
        ledger.submit(move("k", 3, giver="nobody")).result()
        ledger.submit(move("k", 4, 3, "b", "c")).result()
    return log(place)


def moved(entries: Sequence[Entry]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for entry in entries:
        for account, micros in entry.postings:
            found.setdefault(entry.kind, Counter())[account] += micros
    return {kind: dict(accounts) for kind, accounts in found.items()}


def test_what_events_moved_is_added_up_by_kind_and_account(place: str) -> None:
    entries = written(place)
    with opened(place, clock=Ticking(entries[-1].at_micros)) as ledger:
        for after in range(len(entries) + 1):
            for last in range(len(entries) + 1):
                assert ledger.moved(after=after, last=last) == moved(entries[after:last])


def test_events_are_found_by_their_time(place: str) -> None:
    entries = written(place)
    assert len({entry.at_micros for entry in entries}) < len(entries)
    with opened(place, clock=Ticking(entries[-1].at_micros)) as ledger:
        for at_micros in range(entries[0].at_micros - 500, entries[-1].at_micros + 1_000, 500):
            assert ledger.first_since(at_micros) == sum(entry.at_micros < at_micros for entry in entries) + 1


def test_nothing_is_found_in_a_journal_that_is_empty(place: str) -> None:
    with opened(place) as ledger:
        assert (ledger.first_since(0), ledger.moved(after=0, last=0)) == (1, {})
        assert list(ledger.recorded(("moved",), after=0, last=9)) == []


@pytest.mark.parametrize("kinds", [("moved",), ("short", "moved"), ("ledger/nothing",), ("no such kind",)])
def test_events_of_some_kinds_are_told(place: str, kinds: tuple[str, ...]) -> None:
    entries = written(place)
    wanted = [entry for entry in entries[1:-1] if entry.kind in kinds]
    with opened(place, clock=Ticking(entries[-1].at_micros)) as ledger:
        told = list(ledger.recorded(kinds, after=1, last=len(entries) - 1))
        assert ledger.entries(after=1, kinds=kinds) == [entry for entry in entries[1:] if entry.kind in kinds]
    assert [(one.number, one.at_micros, one.kind, one.body) for one in told] == [
        (entry.number, entry.at_micros, entry.kind, entry.body) for entry in wanted
    ]
    assert [one.account for one in told] == [entry.postings[0][0] if entry.postings else None for entry in wanted]


def test_a_journal_out_of_reach_is_said_to_be(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("away") / "j.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
        place.rename(place.with_name("gone.db"))
        with pytest.raises(LedgerUnavailable):
            ledger.moved(after=0, last=1)
        with pytest.raises(LedgerUnavailable):
            list(ledger.recorded(("moved",), after=0, last=1))
        place.with_name("gone.db").rename(place)
