"""Reads the terms of a jackpot from a command: the fields are those of `Terms` and `Level`, each read by its type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import partial
from typing import Any, get_type_hints

from fairfelt.jackpot import FixedPays, Freeze, Level, SeveralWinners, Terms, TermsError

from ..fields import Body, each, nested, one_of, shown, text, whole
from ..refusal import Code, Refusal, refusing

Reader = Callable[[Body, str], Any]


def terms(body: Body) -> Terms:
    """The terms in a command."""
    given = _read(nested(body, "terms"), Terms, "a jackpot")
    with refusing(Code.BAD_TERMS, TermsError):
        return Terms.from_dict(given)


def _read(given: Body, kind: type[Terms | Level], what: str) -> dict[str, Any]:
    """Every field that is there, or has to be because it has no default."""
    known, types = fields(kind), get_type_hints(kind)
    names = [field.name for field in known]
    for name in given:
        if name not in names:
            raise Refusal(Code.BAD_FIELD, f"{what} has no {shown(name)}; it has {', '.join(names)}", "terms")
    there = [field.name for field in known if field.name in given or field.default is MISSING]
    return {name: _READERS[types[name]](given, name) for name in there}


def _read_whole_or_none(body: Body, name: str) -> int | None:
    return None if body.get(name) is None else whole(body, name)


def _read_choice(body: Body, name: str, kinds: type[SeveralWinners | Freeze | FixedPays]) -> str:
    return str(one_of(body, name, kinds).value)


def _read_levels(body: Body, name: str) -> list[dict[str, Any]]:
    return [_read(level, Level, "a level") for level in each(body, name, "a level", nested)]


_READERS: Mapping[Any, Reader] = {
    str: text,
    int: whole,
    int | None: _read_whole_or_none,
    tuple[Level, ...]: _read_levels,
    **{kinds: partial(_read_choice, kinds=kinds) for kinds in (SeveralWinners, Freeze, FixedPays)},
}
