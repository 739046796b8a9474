"""The store of answers: shared by the command line, the pages and notebooks, and never trusted beyond its key."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import TypeVar

import msgspec

from fairfelt.rules import Game, Paytable, Wager
from fairfelt.runtime.configuration import keep, read_kept

from .answer import Answer, CurvePoint, SelfCheck, Share, ShortRule, ShortStrategy, StrategyResult
from .key import answer_key, read_shipped
from .numbers import Root
from .par import DecisionRow, Par, RoundPar, Uncounted, WagerPar
from .verification import BROKEN, TEXTS, FigureCheck, Finding, Verification

# An answer as bytes and back: JSON without names, every number exact.


Round = tuple[int, Fraction, Fraction, Fraction | None, tuple[tuple[Fraction, int], ...]]
"""The fields of `RoundPar` in their order, the variance counted."""
Rule = tuple[str, Fraction, Round]
"""What following a rule of the game comes to: the name of the rule, its cost, the round."""
Figure = tuple[tuple[str, ...], bool, Fraction | None, bool]
"""A figure: its texts, whether it agrees, its exact value or the square of that, and whether it is the square."""


class KeptAnswer(msgspec.Struct, array_like=True, frozen=True):
    """All of it; the game itself is not kept, it is what the answer was asked for."""

    wagers: tuple[WagerPar, ...]
    round: Round
    decisions: tuple[DecisionRow, ...]
    warnings: tuple[str, ...]
    uncounted: tuple[Uncounted, ...]
    curve: tuple[CurvePoint, ...]
    shares: dict[str, dict[int, Share]]
    check: SelfCheck
    short: tuple[tuple[ShortRule, ...], Fraction, Fraction, bool, tuple[Rule, ...]] | None
    by_house_way: bool = False
    best: Round | None = None


def verification_to_bytes(found: Verification) -> bytes:
    """Published figures and ours, lossless."""
    figures = [
        (
            tuple(getattr(check, name) for name in TEXTS),
            check.agrees,
            check.exact.square if isinstance(check.exact, Root) else check.exact,
            isinstance(check.exact, Root),
        )
        for check in found.figures
    ]
    return msgspec.json.encode((figures, found.findings), enc_hook=str)


def verification_from_bytes(content: bytes) -> Verification:
    """The same again; raises ValueError for anything else than what was written."""
    figures, findings = msgspec.json.decode(
        content, type=tuple[tuple[Figure, ...], tuple[Finding, ...]], dec_hook=_fraction
    )
    checks = []
    for texts, agrees, exact, is_root in figures:
        found = Root(exact) if is_root and exact is not None else exact
        checks.append(FigureCheck(**dict(zip(TEXTS, texts, strict=True)), agrees=agrees, exact=found))
    return Verification(tuple(checks), findings)


def to_bytes(answer: Answer) -> bytes:
    """The answer, lossless but for its game."""
    par, short = answer.par, answer.short
    rules = tuple((found.strategy.name, found.cost, _round(found)) for found in short.known) if short else ()
    kept = KeptAnswer(
        par.wagers, _round(par.round), par.decisions, par.warnings, par.uncounted, answer.curve,
        {wager: dict(rows) for wager, rows in answer.shares.items()}, answer.check,
        (short.rules, short.house_edge, short.cost, short.against_best, rules) if short else None,
        par.by_house_way, _round(par.best) if par.best else None,
    )  # fmt: skip
    return msgspec.json.encode(kept, enc_hook=str)


def from_bytes(game: Game, content: bytes) -> Answer:
    """The answer for that game; raises ValueError for anything else than what was written."""
    kept = msgspec.json.decode(content, type=KeptAnswer, dec_hook=_fraction)
    short = None
    if kept.short:
        rules, house_edge, cost, against_best, known = kept.short
        followed = (StrategyResult(*round, strategy=game.strategy(name), cost=each) for name, each, round in known)
        short = ShortStrategy(rules, house_edge, cost, against_best, tuple(followed))
    par = Par(
        game, kept.wagers, RoundPar(*kept.round), kept.decisions, kept.warnings, kept.uncounted, kept.by_house_way,
        RoundPar(*kept.best) if kept.best else None,
    )  # fmt: skip
    return Answer(par, kept.curve, kept.shares, kept.check, short)


def _round(round: RoundPar) -> Round:
    return round.total, round.house_edge, round.average_wager, round.variance, round.results


def _fraction(kind: type, text: str) -> Fraction:
    """The only kind of number that JSON has no form for."""
    return Fraction(text)


T = TypeVar("T")


def kept_answer(game: Game, *, bettors: int = 0) -> Answer | None:
    """The answer that was found before, by exactly this code for exactly this game; None if there is none."""
    return _kept(answer_key(game, bettors), lambda content: from_bytes(game, content))


def kept_sheet(game: Game, wager: Wager, table: Paytable) -> WagerPar | None:
    """What the same code counted before of one bet with one paytable; None if it has to be counted."""
    answer = kept_answer(game)
    sheets = answer.par.wagers if answer else ()
    return next((sheet for sheet in sheets if (sheet.wager, sheet.paytable) == (wager.name, table.name)), None)


def keep_answer(answer: Answer, *, bettors: int = 0) -> None:
    """Keep what was counted; where there is no room for it, it is counted again."""
    if key := answer_key(answer.par.game, bettors):
        keep(_name(key), to_bytes(answer))


def kept_verification(game: Game) -> Verification | None:
    """The verification of all versions of a game by this code; None if there is none."""
    return _kept(verification_key(game), verification_from_bytes)


def keep_verification(game: Game, found: Verification) -> None:
    """Keep the figures of all versions of a game; where a solver broke, the next one who asks tries again."""
    key = verification_key(game)
    if key and not any(finding.kind == BROKEN for finding in found.findings):
        keep(_name(key), verification_to_bytes(found))


def verification_key(game: Game) -> str | None:
    """The versions with all that is published of them."""
    keys = [answer_key(version, version.published) for version in game.variants]
    return None if None in keys else hashlib.sha256("".join(filter(None, keys)).encode()).hexdigest()


def _kept(key: str | None, read: Callable[[bytes], T]) -> T | None:
    content = key and (read_shipped(key) or read_kept(_name(key)))
    if not content:
        return None
    with suppress(ValueError, LookupError, TypeError):  # a file that is not whole is as good as none
        return read(content)
    return None


def _name(key: str) -> str:
    return f"fairfelt_answer_{key[:40]}"
