"""What a part of the language is made of: its fields with their types, defaults and the sentence beside each."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from dataclasses import fields as dataclass_fields
from typing import Any, get_type_hints

REQUIRED = object()


@dataclass(frozen=True)
class PartField:
    """One field of a part."""

    name: str
    hint: Any
    default: Any
    sentence: str = ""
    several: bool = False
    """Whether the constructor takes its members one after the other."""

    @property
    def required(self) -> bool:
        """Whether it is required."""
        return self.default is REQUIRED


_FIELDS: dict[Any, tuple[PartField, ...]] = {}


def fields_of(part: type[Any]) -> tuple[PartField, ...]:
    """The fields of a dataclass as its constructor takes them."""
    if part not in _FIELDS:
        _FIELDS[part] = _read_fields(part)
    return _FIELDS[part]


def _read_fields(part: type[Any]) -> tuple[PartField, ...]:
    hints, told = get_type_hints(part), sentences_of(part)
    factories = {f.name: f.default_factory for f in dataclass_fields(part) if f.default_factory is not MISSING}
    found = []
    for name, parameter in inspect.signature(part).parameters.items():
        several = parameter.kind is parameter.VAR_POSITIONAL
        default = REQUIRED if parameter.default is parameter.empty else parameter.default
        if name in factories:
            default = factories[name]()
        found.append(PartField(name, hints[name], default, told.get(name, ""), several))
    return tuple(found)


def build(part: type[Any], values: Mapping[str, Any]) -> Any:
    """The part with those fields."""
    several = next((field.name for field in fields_of(part) if field.several), None)
    if several is None:
        return part(**values)
    rest = dict(values)
    before = [rest.pop(field.name) for field in _before(part, several) if field.name in rest]
    return part(*before, *rest.pop(several, ()), **rest)


def _before(part: type[Any], name: str) -> list[PartField]:
    names = [field.name for field in fields_of(part)]
    return list(fields_of(part)[: names.index(name)])


def sentences_of(part: type[Any]) -> Mapping[str, str]:
    """The sentence under each field, as it stands in the source, for this class and those it is made from."""
    told: dict[str, str] = {}
    for each in reversed(part.__mro__[:-1]):
        if each.__module__.startswith("fairfelt."):
            told |= _sentences(each)
    return told


def _sentences(part: type[Any]) -> Mapping[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(part))).body[0]
    assert isinstance(tree, ast.ClassDef)
    told = {}
    for above, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(above, ast.AnnAssign) and isinstance(above.target, ast.Name) and isinstance(below, ast.Expr):
            told[above.target.id] = " ".join(str(ast.literal_eval(below.value)).split())
    return told
