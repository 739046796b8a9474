"""Certificates: sealed, and checked from the file alone."""

import json
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.law import certificate, certificate_faults
from fairfelt.law.links import seal
from fairfelt.rules import Game, UnknownName, fingerprint
from tests.law.law_days import LETTER
from tests.law.linked_tables import STUD, STUD_ON_THE_LINK, WILD, examined, table


@cache
def held() -> dict[str, Any]:
    """A certificate of a link that a game has joined."""
    return certificate(examined(table("1", WILD), table("2", STUD_ON_THE_LINK)))


@cache
def from_the_catalogue() -> dict[str, Any]:
    """One of games as they are published."""
    return certificate(examined(table("1", WILD, paytable="01"), table("2", STUD, wager="Progressive", paytable="1")))


def resealed(held: dict[str, Any]) -> dict[str, Any]:
    return {**held, "sha256": seal(held)}


def paths(value: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The place of every single value."""
    if isinstance(value, dict):
        return [path for name, inner in value.items() for path in paths(inner, (*at, name))]
    if isinstance(value, list):
        return [path for place, inner in enumerate(value) for path in paths(inner, (*at, place))]
    return [at]


def with_other(held: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    """The same with one value another."""
    changed: Any = deepcopy(held)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    old = inner[path[-1]]
    inner[path[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else f"{old}1"
    assert isinstance(changed, dict)
    return changed


def test_what_a_certificate_says() -> None:
    assert (held()["on"], held()["profile"], held()["jackpot"]) == (LETTER.isoformat(), "wa-commercial", "Mega")
    assert [rule["citation"] for rule in held()["rules"]][:3] == [f"WAC 230-15-685 ({n})" for n in (5, 6, 7)]
    for at, game in zip(held()["tables"], (WILD, STUD_ON_THE_LINK), strict=True):
        assert at["fingerprint"] == fingerprint(game)
        assert [award["probability"] for award in at["awards"]] == ["1/649740", "3/216580"]
    assert "no legal advice" in held()["disclaimer"]


def test_it_holds_by_itself_and_after_a_way_through_a_file() -> None:
    assert certificate_faults(held()) == ()
    assert certificate_faults(json.loads(json.dumps(held()))) == ()
    assert seal(held()) == held()["sha256"] == seal(dict(reversed(held().items())))


def test_games_at_hand_are_counted_again() -> None:
    assert certificate_faults(from_the_catalogue(), games.find) == ()
    (told,) = certificate_faults(held(), games.find)
    assert told == "table 2: Caribbean Stud has another fingerprint here, so it cannot be counted again"


@given(st.deferred(lambda: st.sampled_from(paths(held()))))
def test_any_changed_value_breaks_the_seal(path: tuple[str | int, ...]) -> None:
    assert certificate_faults(with_other(held(), path))


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (("tables", 0, "awards", 0, "combinations"), "combinations and probability disagree"),
        (("tables", 1, "awards", 1, "probability"), "other odds or winning hands than table 1"),
        (("tables", 1, "awards", 0, "hands", 0), "other odds or winning hands than table 1"),
        (("tables", 1, "ranking"), "other odds or winning hands than table 1"),
        (("tables", 0, "deck_cards"), "the total is not the number of all hands"),
    ],
)
def test_a_new_seal_does_not_help_wrong_arithmetic_or_unequal_odds(path: tuple[str | int, ...], fault: str) -> None:
    assert any(fault in told for told in certificate_faults(resealed(with_other(held(), path))))


def test_a_consistent_lie_is_found_by_counting_again() -> None:
    lie = deepcopy(from_the_catalogue())
    for at in lie["tables"]:
        at["awards"][0].update(combinations=8, probability="1/324870")
    assert certificate_faults(resealed(lie)) == (), "the file alone cannot know"
    assert [told.partition(",")[0] for told in certificate_faults(resealed(lie), games.find)] == [
        "table 1: counted again",
        "table 2: counted again",
    ]


def test_what_is_no_certificate_is_told_so() -> None:
    assert "no fairfelt link certificate" in certificate_faults({})[0]
    assert "no fairfelt link certificate" in certificate_faults({**held(), "kind": "recipe"})[0]
    assert "no fairfelt link certificate" in certificate_faults(resealed({**held(), "tables": [7]}))[0]

    def nothing(slug: str, variant: str) -> Game:
        raise UnknownName("game", slug, ())

    assert "cannot be counted again" in certificate_faults(held(), nothing)[0]
