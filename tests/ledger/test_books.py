"""The books on their own: what adds up entry by entry, and what does not although every hash is right."""

from __future__ import annotations

import pytest

from fairfelt.ledger import NOTHING, REFUSED, Entry, LedgerCorrupt
from fairfelt.ledger.chain import Book, Stored, check_equal, postings_text

ANSWER = Stored("0" * 64, False, "{}")


def entry(
    device: str | None,
    sequence: int | None,
    *postings: tuple[str, int],
    kind: str = "moved",
    answer: Stored | None = ANSWER,
) -> Entry:
    """An entry of which only the books matter."""
    return Entry(0, 0, device, sequence, kind, "{}", postings_text(postings), answer, "")


def booked(*entries: Entry) -> Book:
    """The book after these."""
    book = Book()
    for number, each in enumerate(entries, start=1):
        book.enter(each._replace(number=number))
    book.close(f"event {len(entries)}")
    return book


def test_accounts_and_counts_add_up() -> None:
    book = booked(
        entry("k", 1, ("a", -5), ("b", 5), answer=None),
        entry("k", 1, ("b", -2), ("c", 2)),
        entry("j", 7, kind=REFUSED, answer=None),
        entry("j", 1, kind=NOTHING),
        entry("k", 2),
    )
    assert book.balances == {"a": -5, "b": 3, "c": 2}
    assert book.last_by_device == {"k": 2, "j": 1}


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([entry("k", 1, ("a", 1))], "event 1 does not balance: its postings sum to 1 millionths, expected 0"),
        ([entry("k", 2)], "event 1 answers command 2 of device k, expected 1"),
        ([entry("k", 1), entry("k", 1)], "event 2 answers command 1 of device k, expected 2"),
        ([entry(None, None)], "event 1 answers command None of device None, expected 1"),
        ([entry("k", 1, answer=None)], "the command of device k is cut off at event 1: its answer is missing"),
        ([entry("k", 1, answer=None), entry("j", 1)], "event 2 stands in the middle of the command of device k"),
    ],
)
def test_what_does_not_add_up_is_refused(entries: list[Entry], sentence: str) -> None:
    with pytest.raises(LedgerCorrupt, match=f"^{sentence}$"):
        booked(*entries)


def test_two_views_agree_to_the_last_millionth() -> None:
    check_equal({"a": 1, "b": 0}, {"a": 1}, who="the desk shows")
    with pytest.raises(LedgerCorrupt, match=r"^the desk shows 0 millionths in b, expected 2$"):
        check_equal({"a": 1}, {"a": 1, "b": 2}, who="the desk shows")


@pytest.mark.parametrize("posted", ["{}", '[["a"]]', '[["a",1.5],["b",-1.5]]', "[", "5"])
def test_postings_that_are_none_are_refused(posted: str) -> None:
    with pytest.raises(LedgerCorrupt, match=r"^event 1 was changed: its postings cannot be read"):
        booked(entry("k", 1)._replace(posted=posted))
