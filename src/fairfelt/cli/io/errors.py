"""What a person can get wrong, and how it is told: one sentence, no traceback."""

from __future__ import annotations

import sys


class BadInput(Exception):  # noqa: N818  (it reads as what happened)
    """Something asked for that cannot be done, with the sentence that says what would be right."""


class NotVerified(BadInput):
    """A file that was read and is not what it was: the answer to a check, not a mistake of who asked."""


def is_bad_input(error: Exception) -> bool:
    """Whether its message is written for the person at the keyboard; what may say so is loaded only then."""
    from fairfelt.rules import BadDefinition, UnknownName
    from fairfelt.rules.cards import DeckError, NotationError
    from fairfelt.runtime.compute.compile import NoNumba
    from fairfelt.runtime.configuration import BadConfiguration

    told = (BadInput, BadConfiguration, BadDefinition, UnknownName, NotationError, DeckError, NoNumba)
    return isinstance(error, told)


def complain(sentence: str) -> None:
    """Say what was wrong."""
    sys.stderr.write(f"fairfelt: {sentence}\n")
