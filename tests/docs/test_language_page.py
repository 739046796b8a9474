"""The page of the language: every ranking, settlement, fact and word is on it, and every example is true."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairfelt import rules
from fairfelt.reports.language import SHOWN_COURSES, Entry, language_sheet, namespace, sections, written
from fairfelt.reports.sheet.html import body_html
from fairfelt.rules import Facts, hands
from fairfelt.rules.json_form.write import COURSES, KNOWN_RANKINGS, PLAIN_SETTLEMENTS, SETTLEMENTS_WITH_WORDS
from tools.language_page import language_page

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
WRITTEN = {name: example for words in written().values() for name, example in words.items()}

HELPERS = frozenset({
    "AmountError", "BadDefinition", "DOLLARS", "MICROS", "MOST_SEATS", "UnknownName", "find_named", "fingerprint",
    "format_amount", "format_day", "format_moment", "parse_amount", "parse_pay", "possible_facts", "rules_data",
    "up_card_words",
})  # fmt: skip
"""What `fairfelt.rules` offers besides, to programs that read games."""


@cache
def told() -> dict[str, dict[str, Entry]]:
    """All entries by section and name: seconds of work, so they are made by the tests that need them."""
    return {title: {entry.name: entry for entry in entries} for title, _, entries in sections()}


def test_the_page_is_the_one_the_language_makes() -> None:
    assert PAGE.read_text() == language_page(), "make docs writes it"


def test_every_word_of_the_language_is_told_or_is_a_helper() -> None:
    settled = {name for name in rules.__all__ if name in {*PLAIN_SETTLEMENTS, *SETTLEMENTS_WITH_WORDS}}
    facts = {name for name in rules.__all__ if _is_facts(getattr(rules, name))}
    assert {*WRITTEN, *HELPERS, *settled, *facts} >= set(rules.__all__)
    assert not set(WRITTEN) & HELPERS


def _is_facts(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Facts)


@pytest.mark.parametrize("name", WRITTEN)
def test_every_example_can_be_written_so(name: str) -> None:
    made = eval(WRITTEN[name], namespace())  # our own words
    assert made is not None
    assert name in WRITTEN[name]


def test_every_ranking_settlement_fact_and_course_is_told() -> None:
    assert set(told()["Rankings"]) == {name.upper() for name in KNOWN_RANKINGS}
    assert set(told()["Settlements"]) == {*PLAIN_SETTLEMENTS, *SETTLEMENTS_WITH_WORDS}
    assert {type(course) for course in SHOWN_COURSES} == set(COURSES.values())
    assert {part.__name__ for part in COURSES.values()} == set(told()["Courses of play"])
    kinds: list[Any] = [
        Facts,
        *(kind for kind in Facts.__subclasses__() if kind.__module__.startswith("fairfelt.rules")),
    ]
    named = {name.rpartition(".")[2] for name in told()["Facts"]}
    assert named >= {field.name for kind in kinds for field in fields(kind)}


def test_every_entry_says_something_and_shows_something() -> None:
    for entries in told().values():
        for entry in entries.values():
            assert isinstance(entry, Entry)
            assert entry.sentence.strip(), entry.name
            assert entry.example.strip(), entry.name


def test_examples_are_what_the_language_does() -> None:
    assert (
        told()["Settlements"]["by_margin"].example == "a four-card run against two cards: won by 2 cards, pays 3 to 1"
    )
    assert told()["Rankings"]["POKER"].example == "As Ks Qs Js Ts is royal flush"
    assert len(told()["Rankings"]) == sum(isinstance(getattr(hands, name), hands.Ranking) for name in hands.__all__)


def test_the_sheet_can_be_drawn() -> None:
    html = str(body_html(language_sheet()))
    assert "unless_dealer_qualifies" in html
