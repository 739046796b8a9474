"""A form as a value: what it does, its fields, and what cannot be undone. One template draws them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Choice = tuple[str, str]
"""What is sent, and what is read."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing to be filled in."""

    name: str
    label: str
    sort: Literal["text", "amount", "percent", "choice", "pin", "day", "time", "file", "check", "hidden"] = "text"
    hint: str = ""
    value: str = ""
    """What stands there before anything is typed."""
    choices: tuple[Choice, ...] = ()
    unit: str = ""
    """What stands beside it: a currency, a percent sign."""
    optional: bool = False
    form: str = ""
    """The form it belongs to, for a field that stands outside of it."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """One command, asked for with everything it needs."""

    title: str
    lead: str
    """What it does, in a sentence or two."""
    button: str = ""
    """The title, unless it says something else."""
    back: str = ""
    """Where it leads when it is done or canceled; to the place of the office it belongs to if not given."""
    fields: tuple[Field, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """How things stand now."""
    danger: str = ""
    """What cannot be undone; it has to be ticked off."""
