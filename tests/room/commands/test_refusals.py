"""A refusal is data: a code of a closed set, a sentence, the field it is about. Nothing is decided by its words."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from fairfelt.ledger import Malformed
from fairfelt.room import Room
from fairfelt.room.event import Code, Refused
from fairfelt.runtime.formats import FieldError
from tests.room.floors import Pit, command
from tests.support.floor_plan import SOURCE

LINK = {"link": "new", "jackpot": "mega", "location": "x"}
TWO = ["card eve", "card ida"]
SENTENCES = {"reason", "sentence", "detail", "refusal"}
LOOKS_INTO = {"startswith", "endswith", "find", "index", "partition", "count"}


@pytest.mark.parametrize(
    ("kind", "body", "code", "field"),
    [
        ("make link", {**LINK, "link": "pit", "cards": TWO}, Code.NAME_TAKEN, "link"),
        ("make link", {**LINK, "jackpot": "giga", "cards": TWO}, Code.UNKNOWN_NAME, "jackpot"),
        ("make link", {**LINK, "cards": ["card dan"]}, Code.ROLE_REQUIRED, ""),
        ("make link", {**LINK, "cards": ["nobody's"]}, Code.CARD_UNKNOWN, ""),
        ("make link", {**LINK, "cards": ["card eve", "nobody's"]}, Code.CARD_UNKNOWN, ""),
        ("end game", {"table": "T1"}, Code.WRONG_DEVICE, ""),
        ("enter pin", {"card": "card ann", "device": "console", "right": True}, Code.SERVER_ONLY, ""),
    ],
)
def test_the_answer_and_the_event_carry_the_code_and_the_field(
    kind: str, body: dict[str, Any], code: Code, field: str
) -> None:
    pit = Pit()
    answer = pit.ask(kind, **{"cards": ["card eve"], **body})
    refused = pit.events[-1].body
    assert isinstance(refused, Refused)
    assert (answer["code"], answer["field"]) == (refused.code, refused.field) == (code, field)
    assert answer["reason"] == refused.reason
    assert refused.command == f"{kind}/1"


@pytest.mark.parametrize(
    ("kind", "body", "field"),
    [
        ("dance", {}, "kind"),
        ("make link", {**LINK, "location": 7}, "location"),
        ("make link", {**LINK, "cards": [7]}, "cards[0]"),
        ("make link", {**LINK, "colour": "red"}, "colour"),
        ("make link", {"link": "new", "jackpot": "mega"}, "location"),
        ("start game", {"table": "T1", "bets": {"1": "much"}}, "bets[0].amount_micros"),
    ],
)
def test_what_cannot_be_read_names_its_field_and_is_no_command(kind: str, body: dict[str, Any], field: str) -> None:
    with pytest.raises(FieldError) as wrong:
        command(kind, **body)
    assert wrong.value.field == field
    with pytest.raises(Malformed) as malformed:
        Room().read_command(json.dumps({"kind": f"{kind}/1", **to_builtins(body)}))
    if "bets" not in body:
        assert (malformed.value.field, str(malformed.value)) == (field, str(wrong.value))


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
