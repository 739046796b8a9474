"""A refusal is data: a code of a closed set, a sentence, the field it is about. Nothing is decided by its words."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairfelt.ledger.machine import Command
from fairfelt.room.refusal import Code
from tests.room.floors import Pit
from tests.support.floor_plan import SOURCE

SENTENCES = {"reason", "sentence", "detail", "refusal"}
LOOKS_INTO = {"startswith", "endswith", "find", "index", "partition", "count"}


@pytest.mark.parametrize(
    ("kind", "body", "code", "field"),
    [
        ("dance", {}, Code.UNKNOWN_COMMAND, ""),
        ("make link", {"link": "pit", "jackpot": "mega", "location": "x"}, Code.NAME_TAKEN, "link"),
        ("make link", {"link": "new", "jackpot": "giga", "location": "x"}, Code.UNKNOWN_NAME, "jackpot"),
        ("make link", {"link": "new", "jackpot": "mega", "location": 7}, Code.BAD_FIELD, "location"),
        ("make link", {"cards": ["card dan"]}, Code.ROLE_REQUIRED, ""),
        ("make link", {"cards": ["nobody's"]}, Code.CARD_UNKNOWN, ""),
        ("make link", {"cards": [7]}, Code.BAD_FIELD, "cards"),
        ("end game", {"table": "T1"}, Code.WRONG_DEVICE, ""),
        ("enter pin", {"card": "card ann", "right": True}, Code.SERVER_ONLY, ""),
    ],
)
def test_the_answer_and_the_event_carry_the_code_and_the_field(
    kind: str, body: dict[str, Any], code: Code, field: str
) -> None:
    pit = Pit()
    decision = pit.room.decide(pit.floor, Command("console", 1, kind, {"cards": ["card eve"], **body}, 0))
    (event,) = decision.events
    for said in (decision.answer, event.body):
        assert (said["code"], said["field"]) == (code, field), said["reason"]


def test_every_code_is_given_by_some_command() -> None:
    text = "".join(path.read_text() for path in (SOURCE / "room").rglob("*.py") if path.name != "refusal.py")
    assert [code for code in Code if f"Code.{code.name}" not in text] == []


def sentences_looked_into(path: Path) -> Iterator[str]:
    """Places where a program decides by what a sentence says."""
    for node in ast.walk(ast.parse(path.read_text())):
        looked: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOOKS_INTO:
            looked = [node.func.value]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn | ast.Eq):
            looked = [*node.comparators]
        for each in looked:
            name = each.slice.value if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant) else ""
            name = name or getattr(each, "id", "") or getattr(each, "attr", "")
            if name in SENTENCES:
                yield f"{path.relative_to(SOURCE)}:{each.lineno}"


@pytest.mark.parametrize("folder", ["room", "ledger", "controller", "web", "demo", "twin"])
def test_nothing_is_decided_by_looking_into_a_sentence(folder: str) -> None:
    assert [place for path in (SOURCE / folder).rglob("*.py") for place in sentences_looked_into(path)] == []
