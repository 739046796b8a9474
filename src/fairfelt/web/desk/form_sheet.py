"""A form as a value: what it does, its fields, and what cannot be undone. The type of a command says how they are read.

A field belongs to the term of the command that has its name, or its name with the unit: `amount` is `amount_micros`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from datetime import date
from enum import Enum
from functools import cache
from typing import Any, Literal, cast, get_type_hints

from fairfelt.room.commands import RoomCommand
from fairfelt.runtime.formats import Currency, Name, bare_type, fits, notes_of
from fairfelt.web.http.request import number_in

from .form import Form

Choice = tuple[str, str]
"""What is sent, and what is read."""
Fact = tuple[str, str]
Sort = Literal["text", "amount", "percent", "choice", "pin", "day", "time", "file", "check", "hidden"]
UNITS: Mapping[str, Sort] = {"": "text", "_micros": "amount", "_ppm": "percent"}
CURRENCY = "currency"
"""The field that names the currency of amounts without a unit, if a form has one."""
INCOMPLETE = "something that this page fills in is missing: reload it and try again"
YES, NO = ("yes", "on"), ("no", "off")
"""What a form sends for true and false."""


@dataclass(frozen=True)
class Field:
    """One thing to be filled in."""

    name: str
    label: str = ""
    _: KW_ONLY
    sort: Sort = "text"
    """How it is drawn; a text is drawn as the type of its term says."""
    hint: str = ""
    value: str = ""
    """What stands there before anything is typed."""
    choices: Mapping[str, str] | Iterable[str | Choice] = ()
    """What there is to choose from; a text alone is sent as it is read."""
    empty: str = ""
    """The hint where there is nothing to choose from."""
    unit: str = ""
    """What stands beside it: a currency, a percent sign."""
    optional: bool | None = None
    """Whether it may be left empty; the type says so where nothing else does."""
    form: str = ""
    """The form it belongs to, for a field that stands outside of it."""
    term: str = ""
    """The term of the command, where it has another name; several with slashes between them, as they are sent."""
    read: Callable[[Form], Any] | None = None
    """How it is read, where the type does not say."""

    def __post_init__(self) -> None:
        pairs = self.choices.items() if isinstance(self.choices, Mapping) else self.choices
        choices = tuple((each, each) if isinstance(each, str) else each for each in pairs)
        object.__setattr__(self, "choices", choices)
        if self.sort == "text" and (choices or self.empty):
            object.__setattr__(self, "sort", "choice")
        if not choices and self.empty:
            object.__setattr__(self, "hint", self.empty)

    @property
    def sent(self) -> list[str]:
        """What may be sent of what there is to choose from."""
        return [sent for sent, _ in cast(tuple[Choice, ...], self.choices)]

    def fit(self, command: type[RoomCommand]) -> Field:
        """Drawn as the type of its term says."""
        term, hint = _term(self, command)
        kind = bare_type(hint)
        if not term or self.sort not in ("text", "hidden"):
            return self
        if isinstance(kind, type) and issubclass(kind, Enum):
            return replace(self, choices=[each.value for each in kind])
        optional = self.optional if self.optional is not None else fits("", hint) or fits(None, hint)
        if self.sort == "hidden":
            return replace(self, optional=optional)
        sort: Sort = "day" if kind is date else "text"
        if kind is int:
            sort = next((drawn for unit, drawn in UNITS.items() if unit and term.endswith(unit)), sort)
        return replace(self, sort=sort, optional=optional)


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
    fields: Iterable[Field] = ()
    facts: Iterable[Fact] = ()
    """How things stand now."""
    danger: str = ""
    """What cannot be undone; it has to be ticked off."""
    given: Mapping[str, Any] | None = None
    """Terms of the command that nobody fills in."""


def read_fields(form: Form, fields: Iterable[Field], command: type[RoomCommand], *, first: bool) -> dict[str, Any]:
    """What was typed, by the terms of the command. A form that is sent again need not fit what there is to choose."""
    found: dict[str, Any] = {}
    for field in fields:
        term, hint = _term(field, command)
        if not term:
            continue
        value = field.read(form) if field.read else _read(form, field, hint, first=first)
        terms = term.split("/")
        if field.sort == "hidden" and form.mistakes.pop(field.name, ""):
            form.mistake("", INCOMPLETE)
        form.names |= dict.fromkeys(terms, "" if field.sort == "hidden" else field.name)
        found |= dict(zip(terms, value.split("/", len(terms) - 1), strict=False)) if len(terms) > 1 else {term: value}
    return found


def read_address(parts: Mapping[str, str], command: type[RoomCommand]) -> Iterator[tuple[str, Any]]:
    """The terms of a command that the address names."""
    for name, hint in _types(command).items():
        if name in parts:
            yield name, number_in(parts[name]) if bare_type(hint) is int else parts[name]


@cache
def _types(command: type[RoomCommand]) -> Mapping[str, Any]:
    return get_type_hints(command, include_extras=True)


def _term(field: Field, command: type[RoomCommand]) -> tuple[str, Any]:
    """The term of a command that a field is for, and its type; nothing where it is for none."""
    types = _types(command)
    names = (field.term,) if field.term else (f"{field.name}{unit}" for unit in UNITS)
    term = next((name for name in names if name.split("/")[0] in types), "")
    return term, types.get(term)


def _read(form: Form, field: Field, hint: Any, *, first: bool) -> Any:
    """What was typed into a field, as a value of this type; what is wrong is said next to it."""
    kind, optional = bare_type(hint), bool(field.optional)
    if field.sort == "choice" and first:
        form.one_of(field.name, field.sent)
    if kind is bool:
        return form.one_of(field.name, (*YES, *NO)) in YES
    if field.sort == "day":
        return form.day(field.name, optional=optional)
    if field.sort == "amount":
        least = next((note.ge for note in notes_of(hint) if note.ge is not None), 0)
        ask = form.amount_or_none if optional else form.amount
        return ask(field.name, field.unit or form.get(CURRENCY), least=int(least))
    if field.sort == "percent":
        return form.rate_ppm(field.name)
    if kind is int:
        return form.number_or_none(field.name) if optional else number_in(form.get(field.name))
    if field.sort == "choice":
        return form.get(field.name)
    if hint == Currency:
        return form.currency(field.name)
    return form.name(field.name) if hint == Name else form.text(field.name, optional=optional)
