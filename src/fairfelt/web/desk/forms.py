"""A form: its fields, how each is drawn, and how what was typed is read.

A field belongs to the term of the command that has its name, or its name with the unit: `amount` is `amount_micros`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, replace
from datetime import date
from enum import Enum
from functools import cache
from itertools import groupby
from typing import Any, Literal, cast, get_type_hints

from starlette.requests import Request

from fairfelt.jackpot import PPM
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.room.command import RoomCommand
from fairfelt.runtime.formats import (
    AmountError,
    OptionalLine,
    bare_type,
    fits,
    format_amount,
    notes_of,
    parse_amount,
)
from fairfelt.web.http.answers import number_in, read_form, read_form_with_files, read_integer

NUMBER = "number"
"""The hidden field with the command's number, under which it is carried out once."""
MICROS_PER_PPM = 100
"""Of a percentage that is read as an amount: 1% is 10,000 parts per million."""


class Mistaken(Exception):  # noqa: N818  (it reads as what happened)
    """Something in a form is not right; the form knows what."""


class Form:
    """The fields as they were sent, and the mistakes that were found in them."""

    def __init__(self, sent: Mapping[str, str] | None = None, files: Mapping[str, bytes] | None = None) -> None:
        self.sent, self.files = dict(sent or {}), dict(files or {})
        self.mistakes: dict[str, str] = {}
        """A sentence by the name of its field; under the empty name what is wrong with the whole."""
        self.names: dict[str, str] = {}
        """The field that each term of the command was read from; none where nobody sees it."""

    def get(self, name: str, default: str = "") -> str:
        """A field as it was typed."""
        return self.sent.get(name, default).strip()

    def mistake(self, name: str, sentence: str) -> None:
        """Say what is wrong with a field; the first sentence stays."""
        self.mistakes.setdefault(name, sentence)

    def check(self) -> None:
        """Go on only if nothing is wrong."""
        if self.mistakes:
            raise Mistaken

    def refuse(self, sentence: str, name: str = "") -> Mistaken:
        """The one thing that is wrong, to be raised."""
        self.mistake(name, sentence)
        return Mistaken()

    @contextmanager
    def refusing(self, name: str, *kinds: type[Exception]) -> Iterator[None]:
        """Report these errors as what is wrong with a field."""
        try:
            yield
        except kinds as error:
            raise self.refuse(str(error), name) from error

    def text(self, name: str, kind: Any = OptionalLine, *, optional: bool = False) -> str:
        """A text of this type; whether a name is taken only the room knows, for this may be sent twice."""
        value = self.get(name)
        if not value and not optional:
            self.mistake(name, "required")
        elif value and not fits(value, kind):
            self.mistake(name, f"enter {next((note.description for note in notes_of(kind)), 'another text')}")
        return value

    def own(self, field: str) -> str:
        """The field that a refusal of the room is about; none where the form does not have it."""
        name = self.names.get(field, field.rpartition(".")[2])
        return name if name in self.sent and name != NUMBER else ""

    def one_of(self, name: str, choices: Collection[str]) -> str:
        """One of what was offered."""
        value = self.get(name)
        if value not in choices:
            self.mistake(name, "choose from the list")
        return value

    def day(self, name: str, *, optional: bool = False) -> date | None:
        """A day, or nothing where the field was left empty or holds none."""
        if not self.get(name):
            if not optional:
                self.mistake(name, "required")
            return None
        try:
            return date.fromisoformat(self.get(name))
        except ValueError:
            self.mistake(name, f"{self.get(name)!r} is not a date: enter it as 2026-10-31")
            return None

    def amount(self, name: str, currency: str, *, least: int = 0, most: int = MOST_MICROS) -> int:
        """An amount of money in millionths."""
        if not self.get(name):
            self.mistake(name, "required")
        return self.amount_or_none(name, currency, least=least, most=most) or 0

    def amount_or_none(self, name: str, currency: str, *, least: int = 0, most: int = MOST_MICROS) -> int | None:
        """The same, or nothing where the field was left empty."""
        if not self.get(name):
            return None
        try:
            micros = parse_amount(self.get(name), currency=currency)
        except AmountError:
            self.mistake(name, f"{self.get(name)!r} is not an amount: enter it as 12,500.00")
            return 0
        if micros > most:
            self.mistake(name, f"too large: enter at most {format_amount(most, currency, decimals=0)}")
        elif micros < least:
            self.mistake(name, "the amount must be above zero" if least > 0 else "the amount is too small")
        return micros

    def number_or_none(self, name: str) -> int | None:
        """A number from 1 on, or nothing where the field was left empty."""
        if self.get(name) and not number_in(self.get(name)):
            self.mistake(name, "enter a whole number")
        return number_in(self.get(name)) or None

    def whole(self, name: str, least: int, most: int, *, optional: bool = True) -> int | None:
        """A whole number from `least` to `most`; None where the field was left empty, or holds none of them."""
        found = read_integer(self.get(name).replace(",", ""), least, most)
        if found is None and (self.get(name) or not optional):
            self.mistake(name, f"enter a whole number from {least:,} to {most:,}")
        return found

    def rate_ppm(self, name: str) -> int:
        """A share of the wager, typed in percent."""
        try:
            millionths = parse_amount(self.get(name) or "0", currency="%")
        except AmountError:
            self.mistake(name, f"{self.get(name)!r} is not a percentage: enter it as 15 or 1.25")
            return 0
        rate_ppm, rest = divmod(millionths, MICROS_PER_PPM)
        if rest:
            self.mistake(name, "a rate has at most four decimals")
        elif not 0 <= rate_ppm <= PPM:
            self.mistake(name, "a rate is 0 to 100 percent of the wager")
        return rate_ppm


async def form_of(request: Request) -> Form:
    """The form that was sent."""
    return Form(await read_form(request.receive))


async def form_with_files(request: Request) -> Form:
    """The form that a person who is signed in has sent, perhaps with files."""
    return Form(*await read_form_with_files(request.headers.get("content-type", ""), request.receive))


Choice = tuple[str, str]
"""The value that is sent, and the text that is shown."""
Fact = tuple[str, str]
Sort = Literal["text", "amount", "percent", "choice", "pin", "day", "time", "file", "check", "hidden"]
UNITS: Mapping[str, Sort] = {"": "text", "_micros": "amount", "_ppm": "percent"}
CURRENCY = "currency"
"""The field that names the currency of amounts without a unit, if a form has one."""
INCOMPLETE = "something that this page fills in is missing: reload it and try again"
YES, NO = ("yes", "on"), ("no", "off")
"""The values that a form sends for true and false."""


@dataclass(frozen=True)
class Field:
    """One thing to be filled in."""

    name: str
    label: str = ""
    _: KW_ONLY
    sort: Sort = "text"
    """The kind of input; a text is drawn as the type of its term says."""
    hint: str = ""
    value: str = ""
    """The first value."""
    choices: Mapping[str, str] | Iterable[str | Choice] = ()
    """The options; a text alone is sent as it is shown."""
    empty: str = ""
    """The hint where there is nothing to choose from."""
    unit: str = ""
    """A currency or a percent sign beside it."""
    optional: bool | None = None
    """True if it may be left empty; the type says so where nothing else does."""
    form: str = ""
    """The form it belongs to, for a field that stands outside of it."""
    group: str = ""
    """The heading it stands under, together with its neighbors of the same."""
    term: str = ""
    """The term of the command, where it has another name; several with slashes between them, as they are sent."""
    read: Callable[[Form], Any] | None = None
    """Reads it, where the type does not say how."""

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
        """The values of the options."""
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
    """The form of one task as it is drawn."""

    title: str
    lead: str
    button: str
    back: str
    fields: tuple[Field, ...]
    facts: tuple[Fact, ...]
    danger: str
    given: Mapping[str, Any]

    @property
    def groups(self) -> list[tuple[str, list[Field]]]:
        """The fields under their headings."""
        return [(group, list(fields)) for group, fields in groupby(self.fields, key=lambda field: field.group)]


REASONS = {"why": "Reason", "document": "Document"}
"""Terms that a form asks for last, where its fields do not ask for them in other words."""


def fit_fields(fields: Iterable[Field], command: type[RoomCommand]) -> tuple[Field, ...]:
    """The fields as the types of their terms say, and the reason for it all where the command has one."""
    asked = tuple(fields)
    there, terms = {field.term or field.name for field in asked}, _types(command)
    reasons = (Field(name, label) for name, label in REASONS.items() if name in terms and name not in there)
    return tuple(field.fit(command) for field in (*asked, *reasons))


def read_fields(form: Form, fields: Iterable[Field], command: type[RoomCommand], *, first: bool) -> dict[str, Any]:
    """Read the terms of the command. The options of a form that is sent again may be gone."""
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
    """Read a field as a value of this type; a mistake is shown next to it."""
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
    return form.text(field.name, hint, optional=optional)
