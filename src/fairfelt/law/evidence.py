"""What a progressive system is asked for, clause by clause: how it is met, by which tests, with which last result."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from msgspec import Struct, convert

from .core import DATA, Certainty, data_file


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the seventy."""

    number: int
    says: str
    clause: str
    verdict: str
    tests: tuple[str, ...]
    code: tuple[str, ...]
    missing: str = ""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How its tests ended when they last ran."""

    tests: tuple[str, ...]
    passed: int
    failed: int
    on: str
    commit: str


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """A topic of a standard whose text was not read."""

    standard: str
    topic: str
    certainty: Certainty
    requirements: tuple[int, ...]
    why: str = ""
    """Where no requirement answers it."""


class Clause(Struct, frozen=True):
    """A clause or a topic, and one requirement that answers it; None where none does."""

    clause: str
    requirement: Requirement | None
    result: Result | None
    certainty: str = ""
    why: str = ""


@cache
def requirements() -> dict[int, Requirement]:
    held = convert(data_file("evidence", "requirements")["requirement"], tuple[Requirement, ...])
    return {each.number: each for each in held}


@cache
def results() -> dict[int, Result]:
    held = json.loads((DATA / "evidence" / "results.json").read_text("utf-8"))
    return {int(number): convert(result, Result) for number, result in held.items()}


def clauses() -> Iterator[Clause]:
    """Every clause and topic with each requirement that answers it, standard by standard."""
    named = (
        Clause(clause.strip(), each, results().get(each.number))
        for each in requirements().values()
        for clause in each.clause.split(";")
    )
    yield from sorted(chain(named, _topics()), key=lambda each: _by_number(each.clause))


def _topics() -> Iterator[Clause]:
    for each in convert(data_file("evidence", "standards")["topics"], tuple[Topic, ...]):
        name = f"{each.standard}: {each.topic}"
        for number in each.requirements:
            yield Clause(name, requirements()[number], results().get(number), each.certainty.value)
        if not each.requirements:
            yield Clause(name, None, None, each.certainty.value, each.why)


def _by_number(clause: str) -> list[tuple[int, str]]:
    """Clause 2.10 after clause 2.9."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", clause)]
