"""The JSON Schema of a game, made from the types of the language. Run as a module, it prints itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from fairfelt.rules.deal import Cards
from fairfelt.rules.game import Alternative, Game
from fairfelt.rules.hands import Ranking
from fairfelt.rules.json_form.write import (
    BY_LINE,
    COURSES,
    CUTS,
    FORMAT,
    HOUSE_WAYS,
    KIND,
    KNOWN_RANKINGS,
    PLAIN_SETTLEMENTS,
    RULES_OF_THUMB,
    SETTLEMENTS_WITH_WORDS,
    VERSIONS,
    PartField,
    fields_of,
    word_of_member,
    write_part,
)
from fairfelt.rules.published import Follow
from fairfelt.rules.settlement import Settle

from ..courses.course import Course
from ..courses.pai_gow import HouseWay
from ..pays import Pay
from .read import LONGEST_TEXT, most, most_members

Schema = dict[str, Any]


@cache
def game_schema() -> Schema:
    """What JSON has to look like to be a game."""
    made = _Schema()
    game = made.fields(Game, {VERSIONS})
    game["properties"] = {"format": {"const": FORMAT}, **game["properties"]}
    game["properties"][VERSIONS] = {
        "type": "array", "description": "Further versions of the same game, each complete.",
        "items": {"$ref": "#/$defs/Version"},
    }  # fmt: skip
    game["required"] = ["format", *game["required"]]
    made.parts["Version"] = made.fields(Game, {VERSIONS})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT.replace('/', ':')}",
        "title": "A game of Fairfelt",
        **game,
        "$defs": dict(sorted(made.parts.items())),
    }


class _Schema:
    """Collects the parts while they are described."""

    def __init__(self) -> None:
        self.parts: dict[str, Schema] = {}

    def fields(self, part: type[Any], left_out: set[str] = frozenset(), kind: str = "") -> Schema:  # type: ignore[assignment]
        """An object with the fields of a part."""
        fields = [field for field in fields_of(part) if field.name not in left_out]
        properties = {field.name: self._field(part, field) for field in fields}
        required = [field.name for field in fields if field.required and not field.several]
        if kind:
            properties, required = {KIND: {"const": kind}, **properties}, [KIND, *required]
        told = " ".join((part.__doc__ or "").split("\n\n")[0].split())
        return {"type": "object", "description": told, **_object(properties, required)}

    def _field(self, part: type[Any], field: PartField) -> Schema:
        schema = self.of(field.hint, (field.name,))
        if (part, field.name) in BY_LINE:
            schema = {"type": "string"}
        if not field.required and field.default is not None:
            schema = {**schema, "default": write_part(field.default)}
        return {**schema, "description": field.sentence} if field.sentence else schema

    def of(self, hint: Any, place: tuple[str | int, ...]) -> Schema:
        """What a value of that type looks like."""
        if get_origin(hint) in (Union, UnionType):
            inner = next(arg for arg in get_args(hint) if arg is not NoneType)
            return {"anyOf": [self.of(inner, place), {"type": "null"}]}
        if hint == Settle:
            return self.ref("Settlement", lambda: self._one_of(PLAIN_SETTLEMENTS, SETTLEMENTS_WITH_WORDS))
        if hint == Follow:
            return self.ref("RuleOfThumb", lambda: self._one_of({}, RULES_OF_THUMB))
        origin = get_origin(hint)
        if origin in (tuple, frozenset):
            return {"type": "array", "items": self.of(get_args(hint)[0], place), "maxItems": most_members(place)}
        if origin is Literal:
            return {"enum": list(get_args(hint))}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(get_args(hint)[1], place)}
        if isinstance(origin, type) and issubclass(origin, Course):
            return self.ref("Course", lambda: self._one_of({}, COURSES))
        return self._single(hint, place)

    def _single(self, hint: type[Any], place: tuple[str | int, ...]) -> Schema:
        if hint is bool:
            return {"type": "boolean"}
        if hint is str:
            return {"type": "string", "maxLength": LONGEST_TEXT}
        if hint is int:
            return {"type": "integer", "minimum": 0, "maximum": most(place)}
        if hint is Cards:
            names = [str(each.name).lower() for each in Cards]
            return {"type": "array", "items": {"enum": names}, "minItems": 1}
        if issubclass(hint, Enum):
            return {"enum": [word_of_member(member) for member in hint]}
        if hint is Pay:
            return self.ref("Pay", _pay)
        if issubclass(hint, Ranking):
            return self.ref(hint.__name__, lambda: self._ranking(hint))
        if hint is HouseWay:
            return self.ref("HouseWay", lambda: {"anyOf": [{"enum": list(HOUSE_WAYS)}, self.fields(HouseWay)]})
        if hint is Alternative:
            return self.ref("Alternative", _alternative)
        return self.ref(hint.__name__, lambda: self.fields(hint))

    def ref(self, name: str, describe: Any) -> Schema:
        """A part that is described once."""
        if name not in self.parts:
            self.parts[name] = {}
            self.parts[name] = describe()
        return {"$ref": f"#/$defs/{name}"}

    def _one_of(self, plain: Mapping[str, Any], kinds: Mapping[str, type[Any]]) -> Schema:
        shapes = [self.fields(part, kind=name) for name, part in kinds.items()]
        return {"anyOf": [*([{"enum": list(plain)}] if plain else []), *shapes]}

    def _ranking(self, hint: type[Ranking]) -> Schema:
        known = {"enum": [name for name, ranking in KNOWN_RANKINGS.items() if isinstance(ranking, hint)]}
        if hint is not Ranking:
            return known
        shapes = []
        for kind, (_, names) in CUTS.items():
            properties = {KIND: {"const": kind}, **{name: self.of(hint, (name,)) for name, (_, hint) in names.items()}}
            shapes.append(_object(properties, list(properties)))
        return {"anyOf": [known, *shapes]}


def _object(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _pay() -> Schema:
    told = "40 to 1, 3 to 2, 300 for 1, 100% of the Mega, pushes, loses, loses half, nothing"
    return {"type": "string", "description": told, "maxLength": LONGEST_TEXT}


def _alternative() -> Schema:
    told = "Fields of the game with other values; under wagers, fields of wagers by the wagers' names."
    properties = {"reading": {"type": "string"}, "changes": {"type": "object", "description": told}}
    return _object(properties, list(properties))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(game_schema(), indent=1, ensure_ascii=False) + "\n")
