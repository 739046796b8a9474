"""Changes of terms: which begin at once, which wait for the next 100% award, and which are refused."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from .jackpot import Jackpot
from .terms import Level, Terms, TermsError


def changed(jackpot: Jackpot, terms: Terms) -> Jackpot:
    """The jackpot with new terms: rates and seeds wait for the next 100% award, limits begin at once.

    A limit lies at or above the amount that stands; levels and currency of a running jackpot stay.
    """
    if [level.name for level in terms.levels] != [level.name for level in jackpot.terms.levels]:
        raise TermsError("the levels of a running jackpot stay as they are; retire it and open another")
    if terms.currency != jackpot.terms.currency:
        raise TermsError("the currency of a running jackpot stays as it is")
    for level in terms.levels:
        standing = jackpot.meter(level.name)
        if level.limit_micros is not None and level.limit_micros < standing:
            raise TermsError(f"level {level.name} stands above that limit; set it at or above what stands")
    now = structs.replace(terms, levels=tuple(map(_limit_only, jackpot.terms.levels, terms.levels)))
    waiting = terms if now != terms else None
    return replace(jackpot, terms=now, awaiting=waiting)


def _limit_only(old: Level, new: Level) -> Level:
    return structs.replace(old, limit_micros=new.limit_micros)


def begun(jackpot: Jackpot) -> Jackpot:
    """The jackpot after a 100% award was confirmed: terms that waited begin."""
    return replace(jackpot, terms=jackpot.awaiting, awaiting=None) if jackpot.awaiting else jackpot
