"""Reads the terms of a jackpot from a command, field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from fairfelt.jackpot import FixedPays, Freeze, SeveralWinners, Terms, TermsError

from ..fields import Body, each, nested, one_of, shown, text, whole
from ..refusal import Code, Refusal, refusing

Reader = Callable[[Body, str], Any]


def _whole_or_none(body: Body, name: str) -> int | None:
    return None if body.get(name) is None else whole(body, name)


def _value(body: Body, name: str, kinds: type[SeveralWinners | Freeze | FixedPays]) -> str:
    return str(one_of(body, name, kinds).value)


def _levels(body: Body, name: str) -> list[dict[str, Any]]:
    levels = each(body, name, "a level", nested)
    return [_read(level, _LEVEL, ("name", "seed_micros", "rate_ppm"), "a level") for level in levels]


_LEVEL: Mapping[str, Reader] = {
    "name": text, "seed_micros": whole, "rate_ppm": whole, "reserve_rate_ppm": whole, "limit_micros": _whole_or_none,
}  # fmt: skip
_TERMS: Mapping[str, Reader] = {
    "name": text,
    "levels": _levels,
    "currency": text,
    "payable_micros": whole,
    "largest_increment_micros": whole,
    "executive_from_micros": whole,
    "several_winners": partial(_value, kinds=SeveralWinners),
    "freeze": partial(_value, kinds=Freeze),
    "fixed_pays": partial(_value, kinds=FixedPays),
}
_TERMS_NEED = ("name", "levels", "largest_increment_micros", "executive_from_micros")


def terms(body: Body) -> Terms:
    """The terms in a command."""
    fields = _read(nested(body, "terms"), _TERMS, _TERMS_NEED, "a jackpot")
    with refusing(Code.BAD_TERMS, TermsError):
        return Terms.from_dict(fields)


def _read(given: Body, readers: Mapping[str, Reader], needed: tuple[str, ...], what: str) -> dict[str, Any]:
    """Every field that is there or has to be, each by its reader."""
    for name in given:
        if name not in readers:
            sentence = f"{what} has no {shown(name)}; it has {', '.join(readers)}"
            raise Refusal(Code.BAD_FIELD, sentence, "terms")
    return {name: read(given, name) for name, read in readers.items() if name in given or name in needed}
