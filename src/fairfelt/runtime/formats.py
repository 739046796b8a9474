"""Amounts of money and dates as people read and write them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

# Values of different types that have fields in common.


def shared_fields(value: Any, kind: Any) -> dict[str, Any]:
    """The fields of a value that another type has as well, by name."""
    own: Any = type(value)
    return {name: getattr(value, name) for name in _names_in_common(own, kind)}


def field_default(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """What a field is where it is not given, as `defstruct` takes it; nothing where it must be given."""
    if field.default_factory is not msgspec.NODEFAULT:
        return (msgspec.field(default_factory=field.default_factory),)
    return () if field.required else (field.default,)


@cache
def _names_in_common(*kinds: Any) -> tuple[str, ...]:
    """The names of fields of two structs or dataclasses."""
    one, other = (
        kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else kind.__dataclass_fields__ for kind in kinds
    )
    return tuple(name for name in one if name in other)


def sentences_of(kind: type[Any]) -> dict[str, str]:
    """The sentence under each field of a class and of those it is made from, as it stands in the source."""
    import ast  # few ask
    import inspect

    classes = (each for each in reversed(kind.__mro__) if each.__module__.startswith("fairfelt."))
    parsed: list[Any] = [ast.parse(inspect.getsource(each)).body[0] for each in classes]
    pairs = (pair for each in parsed for pair in pairwise(each.body))
    told = (pair for pair in pairs if tuple(map(type, pair)) == (ast.AnnAssign, ast.Expr))
    return {field.target.id: " ".join(text.value.value.split()) for field, text in told}


# Days and times as people read them, the one way for every page and sheet; JSON and the journal keep their own.


MICROS_PER_SECOND = 1_000_000


def format_day(on: date) -> str:
    """Write "Jun 14, 2023"."""
    return f"{on:%b} {on.day}, {on.year}"


def format_moment(at_micros: int, zone: str, *, seconds: bool = False) -> str:
    """Write "Nov 15, 2026, 7:51 AM PST" by the clock of that time zone, perhaps with seconds."""
    from zoneinfo import ZoneInfo  # few who write a day need the zones of the world

    at = datetime.fromtimestamp(at_micros // MICROS_PER_SECOND, ZoneInfo(zone))
    return f"{format_day(at)}, {at.hour % 12 or 12}:{at:{'%M:%S' if seconds else '%M'} %p %Z}"


# Types of fields that people and devices send: what each may hold, defined once for checks, documents and sentences.


PPM: Final = 1_000_000
"""Rates are parts per million of the wager."""
MOST_MICROS: Final = 10**15
"""A thousand million units: no seed, limit or bet is larger, and all sums fit in 64 bits."""
MOST_CHARACTERS: Final = 200
MOST_LISTED: Final = 64
MOST_SEATS: Final = 20
SECRET: Final = {"secret": True}
"""Noted beside what no sentence may repeat."""

_HIDDEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""Characters that show nothing, or show other characters in another order."""
_LINE = rf"^[^\s{_HIDDEN}](?:[^{_HIDDEN}]*[^\s{_HIDDEN}])?\Z"
_NAME = rf"^[^/\s{_HIDDEN}](?:[^/{_HIDDEN}]*[^/\s{_HIDDEN}])?\Z"

Micros = Annotated[int, Meta(ge=0, le=MOST_MICROS, description="a whole number of millionths, not below zero")]
Stake = Annotated[int, Meta(ge=1, le=MOST_MICROS, description="a whole number of millionths above zero")]
Change = Annotated[int, Meta(ge=-MOST_MICROS, le=MOST_MICROS, description="a whole number of millionths")]
Ppm = Annotated[int, Meta(ge=0, le=PPM, description="parts per million, from 0 to 1,000,000")]
Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS, description=f"the number of a seat, from 1 to {MOST_SEATS}")]
Hour = Annotated[int, Meta(ge=0, le=23, description="an hour of the day, from 0 to 23")]
Tally = Annotated[int, Meta(ge=0, le=2**63 - 1, description="a whole number, not below zero")]
Count = Annotated[int, Meta(ge=1, le=2**63 - 1, description="a whole number from 1 on")]
Name = Annotated[str, Meta(max_length=80, pattern=_NAME, description="a name of 1 to 80 characters without a slash")]
Line = Annotated[
    str, Meta(max_length=MOST_CHARACTERS, pattern=_LINE, description=f"one line of 1 to {MOST_CHARACTERS} characters")
]
OptionalLine = Annotated[
    str,
    Meta(
        max_length=MOST_CHARACTERS, pattern=rf"^[^{_HIDDEN}]*\Z",
        description=f"one line of at most {MOST_CHARACTERS} characters",
    ),
]  # fmt: skip
Digest = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="a SHA-256 of 64 hexadecimal digits in small letters")
]
OptionalDigest = Annotated[
    str,
    Meta(pattern=r"^([0-9a-f]{64})?\Z", description="a SHA-256 of 64 hexadecimal digits in small letters, or nothing"),
]
Currency = Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z", description="the code of a currency such as USD")]
Day = Annotated[date, Meta(description="a day such as 2023-06-14")]
_SPACE = re.compile(rf"[\s{_HIDDEN}]+")


def fit_line(text: str) -> str:
    """Our text cut to one line that a command accepts: a long error must still be reported."""
    return _SPACE.sub(" ", text).strip()[:MOST_CHARACTERS].strip()


# Money as whole millionths of the currency unit, read from text and written for people. No float comes near it.


MICROS: Final = 1_000_000
"""Millionths in one currency unit."""

DOLLARS: Final = "USD"
"""The default currency."""

_SIGNS: Final = {DOLLARS: "$", "EUR": "€", "GBP": "£"}
_DECIMALS: Final = 6
_NUMBER: Final = re.compile(r"(-?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]+))?")
_PLAIN: Final = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[0-9]+/[0-9]*[1-9][0-9]*)")


MOST_DIGITS = 30
"""In front of the point; Python itself refuses to read numbers of thousands."""


class AmountError(ValueError):
    """Text that is not an amount, with the sentence that says why."""


def parse_amount(text: str, *, currency: str = DOLLARS) -> int:
    """Read "12.50", "1,250", "$5", "USD 5" or "-$0.25" as millionths."""
    if not isinstance(text, str):
        raise AmountError(f"{text!r} is not an amount: write it as text, such as '12.50'")
    found = _NUMBER.fullmatch(_without_currency(text, currency))
    if not found:
        example = format_amount(1_250 * MICROS, currency, decimals=0)
        raise AmountError(f"{text!r} is not an amount: write it such as 12.50 or {example}")
    sign, units, part = found.groups(default="")
    if len(part) > _DECIMALS:
        raise AmountError(f"{text!r} has more than {_DECIMALS} decimals: amounts are exact to a millionth")
    if len(units) > MOST_DIGITS:
        raise AmountError(f"{text[:20]}… is not an amount: it has {len(units):,} digits")
    micros = int(units.replace(",", "")) * MICROS + int(part.ljust(_DECIMALS, "0"))
    return -micros if sign else micros


def parse_number(text: object) -> Fraction:
    """Read "40", "12.5" or "1/3" exactly. Its length is limited first, and an exponent is none: neither takes long."""
    if not (_PLAIN.fullmatch(str(text)) and len(str(text)) <= MOST_DIGITS):
        raise AmountError(f"{str(text)[:20]!r} is not a number: write it such as 40, 12.5 or 1/3, in {MOST_DIGITS} "
                          "characters at most")  # fmt: skip
    return Fraction(str(text))


def format_amount(micros: int, currency: str = DOLLARS, *, decimals: int | None = None, sign: bool = True) -> str:
    """Write millionths as "$1,250.00", "CHF 1,250.00" or "JPY 1,250", with more decimals only where they are needed.

    A currency is three letters; a sign of its own is written as it is. Without `sign` the bare number is left.
    """
    units, part = divmod(abs(micros), MICROS)
    digits = f"{part:0{_DECIMALS}}"
    kept = max(minor_units(currency) if decimals is None else decimals, len(digits.rstrip("0")))
    point = f".{digits[:kept]}" if kept else ""
    before = _SIGNS.get(currency, currency) if sign else ""
    return f"{'-' if micros < 0 else ''}{before}{' ' if before.isalpha() else ''}{units:,}{point}"


@cache
def minor_units(currency: str) -> int:
    """How many decimals a currency is written with: two for dollars, none for yen."""
    if not currency or currency in _SIGNS:
        return 2  # the library need not be loaded for the commonest
    from babel.numbers import get_currency_precision

    return get_currency_precision(currency)


def _without_currency(text: str, currency: str) -> str:
    """The number with its sign; the currency may stand before it or after it."""
    bare = text.strip()
    sign = "-" if bare.startswith("-") else ""
    bare = bare.removeprefix("-").strip()
    name = currency if currency in bare else _SIGNS.get(currency, currency)
    bare = bare.removeprefix(name) if bare.startswith(name) else bare.removesuffix(name)
    return sign + bare.strip()


# Reads typed values from JSON; a misfit is reported in one sentence, with its field.


T = TypeVar("T")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_SOME = "..."
"""How msgspec writes a value under an unnamed key."""
_NAMES = "`key` in"
"""How msgspec begins a place where a name is wrong, and not what stands under it."""
_READING_PLAIN: Mapping[Any, str] = {
    bool: "true or false", int: "a whole number", str: "text", date: "a day such as 2023-06-14",
    Path: "a path",
}  # fmt: skip


class FieldError(ValueError):
    """Something that was sent is not what it should be: the sentence, and the field it is about."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


def show(value: object) -> str:
    """A value as it was sent, cut short."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    return written if len(written) <= 40 else f"{written[:40]}…"


def decode(text: str | bytes, kind: Any, decoder: Callable[[str | bytes], T]) -> T:
    """A value of a type from JSON by its decoder."""
    try:
        return decoder(text)
    except msgspec.ValidationError as error:
        raise explain(error, kind, _plain(text)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise FieldError(f"this is not JSON: {error}") from None


def _plain(text: str | bytes) -> object:
    """What was sent, to say what is wrong with it; nothing where it is nested too deeply even for that."""
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        return None


def convert(data: object, kind: type[T], *, strict: bool = True) -> T:
    """A value of a type from plain data."""
    try:
        return msgspec.convert(data, kind, strict=strict, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise explain(error, kind, data) from None


def read_toml(text: str, kind: type[T]) -> T:
    """A value of a type from TOML; what is not named has its default."""
    try:
        return convert(tomllib.loads(text), kind)
    except tomllib.TOMLDecodeError as error:
        raise FieldError(f"this is not TOML: {error}") from error


def _path(kind: type, data: object) -> object:
    """A path from a text; msgspec knows everything else by itself."""
    if kind is Path and isinstance(data, str):
        return Path(data)
    raise NotImplementedError


def explain(error: msgspec.ValidationError, kind: Any, data: object) -> FieldError:
    """What msgspec found, in words: it names the place, the type says what would be right."""
    message, _, place = str(error).partition(" - at ")
    steps = [name or (index if index == _SOME else int(index)) for name, index in _STEP.findall(place)]
    path, wrong, hint = _walk(kind, data, steps)
    if place.startswith(_NAMES) and isinstance(wrong, Mapping):
        right = get_args(bare_type(hint))[0]
        name = next((name for name in wrong if not fits(name, right)), "")
        return FieldError(f"a name in {path} is {_describe(right)}, not {show(name)}", path)
    if isinstance(error.__cause__, ValueError):
        return FieldError(str(error.__cause__), path)
    if isinstance(wrong, Mapping) and (found := _wrong_names(hint, wrong, path)):
        return found
    right = _describe(hint)
    if not right:
        return FieldError(message[:1].lower() + message[1:].replace("`", ""), path)
    if not path:  # all of it may hold a secret
        return FieldError(f"what was sent is not {right}")
    shown = "" if is_secret(hint) else f", not {show(wrong)}"
    return FieldError(f"{path} is {right}{shown}", path)


def _wrong_names(hint: Any, data: Mapping[str, Any], path: str) -> FieldError | None:
    """A tag or field of an object that is missing or not known, if one is."""
    struct, tags = _struct(hint, data), _tags(hint)
    if struct is None:
        if not tags:
            return None
        tag, first = tags[0], f"there is {tags[1][0]!r} and {len(tags[1]) - 1} more"
        lacks = f"there is no {tag} {show(data[tag])}" if tag in data else f"{_below(path, tag)} is missing"
        return FieldError(f"{lacks}; {first}", _below(path, tag))
    known = {field.encode_name: field.required for field in msgspec.structs.fields(struct)}
    for name in data:
        if name not in known and name != struct.__struct_config__.tag_field:
            there = ", ".join(known) or "no fields"
            return FieldError(f"there is no field {show(name)} here; there is {there}", _below(path, str(name)))
    missing = next((_below(path, name) for name, required in known.items() if required and name not in data), "")
    return FieldError(f"{missing} is missing", missing) if missing else None


def _walk(kind: Any, data: object, steps: list[str | int]) -> tuple[str, object, Any]:
    """The place as a path, what stands there, and the type it should have."""
    path, hint = "", kind
    for step in steps:
        struct = _struct(hint, data)
        if isinstance(step, str) and struct is not None and isinstance(data, Mapping) and step in data:
            hint, data = get_type_hints(struct, include_extras=True)[step], data[step]
            path = _below(path, step)
        elif isinstance(step, int) and isinstance(data, list | tuple) and step < len(data):
            inner = [arg for arg in get_args(bare_type(hint)) if arg is not ...]
            hint, data = inner[step] if step < len(inner) and len(inner) > 1 else (inner or [Any])[0], data[step]
            path = f"{path}[{step}]"
        elif step == _SOME and isinstance(data, Mapping) and (named := get_args(bare_type(hint))):
            name = next((name for name, value in data.items() if not fits(value, named[1])), None)
            if name is None:
                break
            hint, data, path = named[1], data[name], _below(path, str(name))
        else:
            break
    return path, data, hint


def fits(data: object, kind: Any) -> bool:
    """Whether plain data is of a type."""
    try:
        msgspec.convert(data, kind, dec_hook=_path)
    except msgspec.ValidationError:
        return False
    return True


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def bare_type(hint: Any) -> Any:
    """A type without what is noted beside it, and without None."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        others = [arg for arg in get_args(hint) if arg is not NoneType]
        return bare_type(others[0]) if len(others) == 1 else hint
    return hint


def _struct(hint: Any, data: object) -> type[msgspec.Struct] | None:
    """The struct that is meant; of several, the one whose tag the data has."""
    bare = bare_type(hint)
    kinds = get_args(bare) if get_origin(bare) in (Union, UnionType) else (bare,)
    structs = [one for one in kinds if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    if len(structs) == 1:
        return structs[0]
    tagged = {one.__struct_config__.tag: one for one in structs}
    field = structs[0].__struct_config__.tag_field if structs else None
    tag = data.get(field) if isinstance(data, Mapping) and field else None
    return tagged.get(tag) if isinstance(tag, str) else None


def _tags(hint: Any) -> tuple[str, list[str]] | None:
    """The field that distinguishes the structs of a union, and its possible values."""
    structs = [one for one in get_args(bare_type(hint)) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    field = structs[0].__struct_config__.tag_field if structs else None
    return (field, [str(one.__struct_config__.tag) for one in structs]) if field else None


def notes_of(hint: Any) -> Iterator[msgspec.Meta]:
    """What is noted beside a type."""
    for part in (hint, *(get_args(hint) if get_origin(hint) in (Union, UnionType) else ())):
        if get_origin(part) is Annotated:
            yield from (note for note in get_args(part)[1:] if isinstance(note, msgspec.Meta))


def is_secret(hint: Any, above: tuple[type, ...] = ()) -> bool:
    """Whether a value is never shown, not even a wrong one: it is a secret, or holds one."""
    if any(SECRET.items() <= (note.extra or {}).items() for note in notes_of(hint)):
        return True
    bare = bare_type(hint)
    if isinstance(bare, type) and issubclass(bare, msgspec.Struct):
        held = () if bare in above else get_type_hints(bare, include_extras=True).values()
        return any(is_secret(inner, (*above, bare)) for inner in held)
    return get_origin(bare) is not Literal and any(is_secret(inner, above) for inner in get_args(bare))


def _describe(hint: Any) -> str:
    """What a type holds, in words."""
    for note in notes_of(hint):
        if note.description:
            return note.description
    bare = bare_type(hint)
    if isinstance(bare, type) and issubclass(bare, Enum):
        return f"one of {', '.join(str(kind.value) for kind in bare)}"
    if get_origin(bare) is Literal:
        return f"one of {', '.join(map(str, get_args(bare)))}"
    if get_origin(bare) in (list, tuple, frozenset):
        return "a list"
    if _struct(hint, None) is not None or get_origin(bare) is not None:
        return "an object with names and values"
    return _READING_PLAIN.get(bare, "")
