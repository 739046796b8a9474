"""A rule of law as data: what it says, where it stands, from when until when, and how sure we are of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from fairfelt.engine.answers.numbers import as_plain

Parameter = int | bool | str | list[str]


class Certainty(StrEnum):
    """How well a rule is known here."""

    QUOTED = "quoted"
    """Some of its own words were read."""
    PARAPHRASED = "paraphrased"
    """The text was read and is paraphrased."""
    SECONDARY = "secondary"
    """A secondary source about it was read."""
    RECALLED = "recalled"
    """From general knowledge; verify it before you rely on it."""


class Layer(StrEnum):
    """Whose rule it is, in order of precedence."""

    LAW = "law"
    MAKER = "maker"
    HOUSE = "house"
    PRACTICE = "practice"
    """What others ask for: advice, never a stop."""

    @property
    def rank(self) -> int:
        """0 for the layer that goes first."""
        return list(Layer).index(self)

    @property
    def words(self) -> str:
        """Whose rules these are, as a page says it."""
        return _OWNERS[self]


_OWNERS = {
    Layer.LAW: "law",
    Layer.MAKER: "the manufacturer’s rules",
    Layer.HOUSE: "house rules",
    Layer.PRACTICE: "custom",
}


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One rule in one wording."""

    id: str
    title: str
    citation: str
    certainty: Certainty
    layer: Layer
    says: str
    since: date | None = None
    """The first day in force; None if it is not known, or always."""
    until: date | None = None
    """The first day no longer in force."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    note: str = ""

    @property
    def binds(self) -> bool:
        """Whether a breach can stop anything."""
        return self.layer is not Layer.PRACTICE

    @property
    def cited(self) -> str:
        """The citation, and that it was not read where it was not."""
        unread = {Certainty.SECONDARY: ", from a secondary source", Certainty.RECALLED: ", recalled and not confirmed"}
        return self.citation + unread.get(self.certainty, "")

    def in_force(self, on: date) -> bool:
        """Whether it holds on a day."""
        return (self.since is None or self.since <= on) and (self.until is None or on < self.until)

    def number(self, name: str) -> int:
        """A parameter that is a whole number."""
        value = self.parameters[name]
        assert isinstance(value, int) and not isinstance(value, bool), f"{self.id}: {name} is no whole number"
        return value

    def flag(self, name: str) -> bool:
        """A parameter that is yes or no."""
        value = self.parameters[name]
        assert isinstance(value, bool), f"{self.id}: {name} is neither true nor false"
        return value

    def text(self, name: str) -> str:
        """A parameter that is a word."""
        value = self.parameters[name]
        assert isinstance(value, str), f"{self.id}: {name} is no word"
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """A parameter that is a list of names."""
        value = self.parameters[name]
        assert isinstance(value, list), f"{self.id}: {name} is no list"
        return tuple(value)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        fields = as_plain(self, "id", "title", "citation", "certainty", "layer")
        return {**fields, "from": self.since, "to": self.until, **as_plain(self, "says", "parameters", "note")}
