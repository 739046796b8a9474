"""Where in a game as JSON something is wrong, and the sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fairfelt.rules.cards import DeckError, NotationError

from ..names import BadDefinition, UnknownName

Place = tuple[str | int, ...]
"""The way to a value: names of fields and numbers of members."""


class BadPart(BadDefinition):
    """A value that is no part of a game: its place and the sentence."""

    def __init__(self, place: Place, sentence: str) -> None:
        super().__init__(sentence, place)


@contextmanager
def at(place: Place) -> Iterator[None]:
    """Attribute what a part refuses while it is made to that place."""
    try:
        yield
    except BadPart:
        raise
    except BadDefinition as error:
        raise BadPart((*place, *error.part), str(error)) from error
    except (ValueError, UnknownName, DeckError, NotationError) as error:
        raise BadPart(place, str(error)) from error
    except (TypeError, KeyError, IndexError, AssertionError, OverflowError, RecursionError) as error:
        raise BadPart(place, "this cannot be dealt; look whether its cards, lines and names fit together") from error


def written_place(place: Place) -> str:
    """A place as people write it: "wagers[2].pays"."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return text.lstrip(".")
