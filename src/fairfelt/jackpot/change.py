"""Changes of terms: which begin at once, which wait for a level's own 100% award, and which are refused."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from msgspec import structs

from .jackpot import Jackpot
from .terms import PPM, Level, Terms, TermsError

__all__ = ["begun", "changed"]


def changed(jackpot: Jackpot, terms: Terms) -> Jackpot:
    """The jackpot with new terms: rates and seeds of a level wait for its own 100% award, limits begin at once.

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
    _check_mixed_rates(jackpot.terms, terms)
    now = structs.replace(terms, levels=tuple(map(_limit_only, jackpot.terms.levels, terms.levels)))
    waiting = terms if now != terms else None
    return jackpot.with_terms(now, waiting)


def _limit_only(old: Level, new: Level) -> Level:
    return structs.replace(old, limit_micros=new.limit_micros)


def _check_mixed_rates(old: Terms, new: Terms) -> None:
    """Levels are won in any order: whichever of them have begun, their rates fit into a wager."""
    most = sum(max(map(_share_ppm, pair)) for pair in zip(old.levels, new.levels, strict=True))
    if most > PPM:
        raise TermsError(
            "each level takes its new rates with its own 100% award, and until all have done so old and new rates "
            "would come to more than the whole wager; lower some levels first, and raise the others after their awards"
        )


def _share_ppm(level: Level) -> int:
    return level.rate_ppm + level.reserve_rate_ppm


def begun(jackpot: Jackpot, won: Collection[str], *, terms_wait: bool = False) -> Jackpot:
    """The jackpot after these levels were won whole: what waited for one of them begins, and the rest waits on.

    `terms_wait` where the terms came after the round had started: they begin with a later award.
    """
    if not won:
        return jackpot
    corrected = {level: micros for level, micros in jackpot.corrected.items() if level not in won}
    won_at = {**jackpot.won_at, **dict.fromkeys(won, jackpot.in_micros)}
    jackpot = replace(jackpot, won_at=won_at, corrected=corrected)
    if not jackpot.awaiting or terms_wait:
        return jackpot
    pairs = zip(jackpot.terms.levels, jackpot.awaiting.levels, strict=True)
    levels = tuple(new if new.name in won else old for old, new in pairs)
    terms = structs.replace(jackpot.terms, levels=levels)
    return jackpot.with_terms(terms, None if terms == jackpot.awaiting else jackpot.awaiting)
