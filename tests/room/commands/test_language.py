"""The room's language: every tag stands once and for ever, and is spelled in one place."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Union

import pytest
from msgspec import Struct, inspect
from msgspec.json import Decoder

from fairfelt.ledger.canonical import canonical
from fairfelt.ledger.chain import OWN
from fairfelt.room import Floor, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.round_events import GameStarted
from fairfelt.room.commands.rounds import EndGame
from fairfelt.room.event import Refused, RoomEvent
from fairfelt.room.registry import COMMANDS, EVENTS, NAMES, kinds_of, label, name_of, read_event, tagged_types
from fairfelt.runtime.formats import FieldError, decode
from tests.room.events import build_event
from tests.support.floor_plan import SOURCE

LANGUAGE = (
    SOURCE / "room" / "commands", SOURCE / "room" / "event.py", SOURCE / "room" / "hub",
    SOURCE / "room" / "projections" / "parameters.py",  # a table of names, each held against the registry on loading
)  # fmt: skip
ALLOWED: dict[str, str] = {
    "reports/room/period.py: signed out": "how a shift ended, in the words of the report",
    "twin/people.py: card unlocked": "what the end of an address does, as the twin counts it",
    "table/operations.py: foul hand": "an operation at a table that is dealt, which knows no room",
    "table/operations.py: void round": "the same",
    "table/operations.py: place bets": "the same",
    "table/round.py: place bets": "the same",
    "ledger/transparency/checkpoint.py: checkpoint key posted/1": "a witness reads it, and knows no room",
}
"""Words of a tag that stand as a text elsewhere, by where and what, each with its reason."""


def tags(types: tuple[type[Struct], ...]) -> list[str]:
    return [str(each.__struct_config__.tag) for each in types]


def test_every_tag_is_a_name_and_a_version_and_stands_once() -> None:
    every = [*tags(COMMANDS), *tags(EVENTS)]
    assert [tag for tag, times in Counter(every).items() if times > 1] == []
    assert [tag for tag in every if not re.fullmatch(r"[a-z]+( [a-z]+)*/[1-9][0-9]*", tag)] == []
    assert not any(tag.startswith(OWN) for tag in every), "the ledger's own events are called otherwise"


def test_every_event_is_named_and_no_command_is_called_like_one() -> None:
    assert set(NAMES) == set(tags(EVENTS))
    assert all(NAMES[tag] == label(tag) for tag in tags(EVENTS))
    assert not {label(tag) for tag in tags(COMMANDS)} & set(NAMES.values()), "what is asked for has not happened yet"


def test_every_type_of_the_language_is_in_its_union() -> None:
    def below(kind: type[Any]) -> Iterator[type[Any]]:
        for found in kind.__subclasses__():
            yield from (found, *below(found))

    for kind, types in ((RoomCommand, COMMANDS), (RoomEvent, EVENTS)):
        made = {each for each in below(kind) if each.__module__.startswith("fairfelt.")}
        made -= {each for each in made if any(one.__name__ == each.__name__ for one in each.__subclasses__())}
        assert {each for each in made if "/" in str(each.__struct_config__.tag)} == set(types)


def test_every_type_is_frozen_strict_and_says_what_it_is() -> None:
    for each in (*COMMANDS, *EVENTS):
        assert each.__struct_config__.frozen, each
        assert each.__struct_config__.forbid_unknown_fields, each
        assert each.__struct_config__.tag_field == "kind", each
        assert each.__doc__, each


def loose_parts(kind: inspect.Type) -> Iterator[str]:
    """The values within a type that would take a field nobody knows: dataclasses, and structs that do not refuse it."""
    if isinstance(kind, inspect.DataclassType) or (
        isinstance(kind, inspect.StructType) and not kind.forbid_unknown_fields
    ):
        yield kind.cls.__name__
    if isinstance(kind, inspect.StructType | inspect.DataclassType):
        for field in kind.fields:
            yield from loose_parts(field.type)
    for name in ("item_type", "key_type", "value_type", "type"):
        if isinstance(inner := getattr(kind, name, None), inspect.Type):
            yield from loose_parts(inner)
    for name in ("types", "item_types"):
        for inner in getattr(kind, name, ()):
            yield from loose_parts(inner)


@pytest.mark.parametrize("kind", [*COMMANDS, *EVENTS], ids=lambda kind: str(kind.__struct_config__.tag))
def test_everything_within_a_type_refuses_fields_that_nobody_knows(kind: type[Struct]) -> None:
    """The scores of a training session were dataclasses: they took any field, and what was wrong was said in
    the words of the decoder."""
    assert [*loose_parts(inspect.type_info(kind))] == []


class GameEndedLongAgo(RoomEvent, frozen=True, kw_only=True, tag="game ended/0"):
    """As it might have been written before there were names of tables."""

    number: int

    def current(self) -> RoomEvent:
        return build_event(EndGame.recorded, table=f"T{self.number}", by=self.by)


def test_an_old_version_is_read_as_todays() -> None:
    """The way of `read_event`, with a version made up here."""
    union: Any = Union[(*EVENTS, GameEndedLongAgo)]
    text = '{"by":[{"card":"D-1","person":"dan"}],"kind":"game ended/0","number":7}'
    found: RoomEvent = decode(text, union, Decoder(union).decode)
    today = found.current()
    assert today == build_event(EndGame.recorded, table="T7", by=found.by)
    assert read_event(canonical(today)) == today
    assert name_of(GameEndedLongAgo) == name_of(EndGame.recorded) == "game ended"
    with pytest.raises(FieldError, match=r'there is no kind "game ended/0"; there is'):
        read_event(text)


def test_todays_events_are_read_as_they_are() -> None:
    started = GameStarted(table="T1", round=1, bets=((1, 5),))
    assert read_event(canonical(started)) == started == started.current()
    assert kinds_of(GameStarted, Refused) == ("game started/1", "refused/1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"kind":"game lost/1","table":"T1"}', 'there is no kind "game lost/1"'),
        ('{"table":"T1"}', "kind is missing"),
        ('{"kind":"game ended/1"}', "table is missing"),
        ('{"kind":"game ended/1","table":"T1","colour":"red"}', 'there is no field "colour" here'),
        ('{"kind":"game ended/1","table":7}', "table is text, not 7"),
        ("[]", "what was sent is not an object"),
    ],
)
def test_an_event_that_nobody_wrote_is_an_error_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FieldError, match=re.escape(sentence)):
        Room().read_event(text)


def test_a_helper_beside_the_types_is_in_no_union() -> None:
    assert tagged_types(RoomEvent) == ()
    assert not {"JackpotEnded", "ReviewedEvent", "RoomEvent"} & {each.__name__ for each in EVENTS}
    assert Refused(command="end game/1", code="x", reason="y").apply(Floor()) == Floor()


QUOTED = re.compile(r'"([^"\n]*)"')


@cache
def kinds() -> frozenset[str]:
    """Every tag, and the words of those of several words."""
    every = {*tags(COMMANDS), *tags(EVENTS)}
    return frozenset({*every, *(label(tag) for tag in every if " " in tag)})


def spelled(path: Path) -> Iterator[str]:
    """Texts of a file that are a tag, or the words of one of several words."""
    documented: set[int] = set()
    texts: dict[int, str] = {}
    written = path.read_text()
    if kinds().isdisjoint(QUOTED.findall(written)):
        return  # to read its tree takes a hundred times as long
    for node in ast.walk(ast.parse(written)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in kinds():
            texts[id(node)] = node.value
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            documented |= {id(first.value) for first in node.body[:1] if isinstance(first, ast.Expr)}
    yield from (f"{path.relative_to(SOURCE)}: {text}" for at, text in texts.items() if at not in documented)


def test_no_kind_is_spelled_anywhere_else() -> None:
    places = [path for path in SOURCE.rglob("*.py") if not any(place in (path, *path.parents) for place in LANGUAGE)]
    found = {place for path in places for place in spelled(path)}
    assert sorted(found - set(ALLOWED)) == []
    assert sorted(set(ALLOWED) - found) == [], "what is no longer there needs no leave"
