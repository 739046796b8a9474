"""Sentences are put together grammatically."""

import pytest

from fairfelt.reports.sheet.english import capital, count, listed, number, plural, the, times


def test_numbers_are_words_up_to_twelve() -> None:
    assert [number(n) for n in (0, 1, 12, 13, 1000)] == ["no", "one", "twelve", "13", "1,000"]


def test_nouns_agree_with_their_number() -> None:
    assert (count(1, "card"), count(7, "card")) == ("one card", "seven cards")
    assert [plural(noun) for noun in ("Ante", "Bounty", "Play")] == ["Antes", "Bounties", "Plays"]


@pytest.mark.parametrize(("items", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_lists_end_in_and(items: list[str], text: str) -> None:
    assert listed(items) == text


def test_articles_and_capitals() -> None:
    assert capital(the(["Ante", "Blind"])) == "The Ante and the Blind"


@pytest.mark.parametrize(
    ("sizes", "text"),
    [([1], "equal to the Ante"), ([2], "twice the Ante"), ([4, 3], "three or four times the Ante")],
)
def test_sizes_of_bets(sizes: list[int], text: str) -> None:
    assert times(sizes, "Ante") == text
