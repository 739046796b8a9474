"""Names in definitions: of things that are found by them, and of the part that a definition is refused for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TypeVar

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
