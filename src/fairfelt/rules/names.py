"""Names of a definition, what is said of those there are not, and values of the right kind in every field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Thing = TypeVar("Thing")


Part = tuple[str | int, ...]
"""The way to a part of a definition: names of fields and numbers of members, such as ("wagers", 2, "ranking")."""


class BadDefinition(ValueError):  # noqa: N818  (it reads as what happened)
    """A definition that cannot be meant, with the sentence that says what would be right, and the part it is of."""

    def __init__(self, sentence: str, part: Part = ()) -> None:
        super().__init__(sentence)
        self.part = part


class UnknownName(LookupError):  # noqa: N818  (it reads as what happened)
    """A name that is not there, with the nearest that is."""

    def __init__(self, what: str, name: str, known: tuple[str, ...]) -> None:
        near = get_close_matches(name.lower(), [k.lower() for k in known], n=1, cutoff=0.6)
        nearest = next((k for k in known if near and k.lower() == near[0]), "")
        self.what, self.nearest = what, nearest
        hint = f"did you mean {nearest!r}?" if nearest else f"there is {', '.join(known) or 'none'}"
        super().__init__(f"there is no {what} {name!r}; {hint}")

    def __str__(self) -> str:
        return str(self.args[0])


def find_named(what: str, name: str, things: Iterable[tuple[str, Thing]]) -> Thing:
    """The first thing of that name; capitals do not matter."""
    names = []
    for known, thing in things:
        if known.lower() == name.lower():
            return thing
        names.append(known)
    raise UnknownName(what, name, tuple(filter(None, names)))


FIELDS = "__dataclass_fields__"
Check = Callable[[Any], bool]
WORDS = {bool: "True or False", int: "a whole number", str: "words in quotes", Fraction: "a whole number or a Fraction"}


def verify_fields(value: Any, part: Part = ()) -> None:
    """Refuse a dataclass with a field of another kind than it declares, however deep; say what would be right."""
    for name, hint, fits in _checks(value.__class__):
        found = getattr(value, name, None)
        if not fits(found):
            said = f"{type(value).__name__}: {name} is {_meant(hint)}, not {found!r}"
            raise BadDefinition(said, (*part, name))
        if isinstance(found, tuple):
            for at, each in enumerate(found):
                if hasattr(each, FIELDS) and type(each) is not type(value):  # its own kind is asked when it is made
                    verify_fields(each, (*part, name, at))
        elif hasattr(found, FIELDS):
            verify_fields(found, (*part, name))


@lru_cache(maxsize=256)
def _checks(kind: type) -> tuple[tuple[str, Any, Check], ...]:
    """The fields that a user sets; none where they cannot be read, as in a course with names of its own."""
    try:
        hints = get_type_hints(kind)
    except (NameError, TypeError, AttributeError):
        return ()
    return tuple((each.name, hints[each.name], _check(hints[each.name])) for each in fields(kind) if each.init)


def _check(hint: Any) -> Check:
    """Whether a value is of a kind; what is no plain kind, as a protocol or a mapping, is not looked at."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        any_of = [_check(each) for each in inside]
        return lambda value: any(fits(value) for fits in any_of)
    if origin in (tuple, frozenset) and len(inside) == 1 + (origin is tuple) and inside[-1] in (Ellipsis, inside[0]):
        each_of = _check(inside[0])
        return lambda value: isinstance(value, origin) and all(map(each_of, value))
    if origin is Callable:
        return callable
    if hint is int or hint is Fraction:
        return lambda value: isinstance(value, int | hint) and not isinstance(value, bool)
    if hint in (bool, str, NoneType) or (isinstance(hint, type) and (issubclass(hint, Enum) or is_dataclass(hint))):
        return lambda value: isinstance(value, hint)
    return lambda _: True


def _meant(hint: Any) -> str:
    """What would be right, in words."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(_meant(each) for each in inside if each is not NoneType)
    if origin in (tuple, frozenset):
        return f"a {origin.__name__} in which each is {_meant(inside[0])}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        *others, last = (f"{hint.__name__}.{member.name}" for member in hint)
        return f"{', '.join(others)} or {last}" if others else last
    return WORDS.get(hint) or f"a {getattr(hint, '__name__', hint)}"
