"""The store of answers: shared by the command line, the pages and notebooks, and never trusted beyond its key."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fairfelt.rules import Game
from fairfelt.runtime.compute.compile import write_whole
from fairfelt.runtime.configuration import cache_folder, seal, unseal

from .answer import Answer
from .curve import CurvePoint
from .key import answer_key
from .numbers import Root
from .par import DecisionRow, Par, RoundPar, Uncounted, WagerPar
from .self_check import SelfCheck
from .shares import Share
from .shipped import read_shipped
from .strategy import ShortRule, ShortStrategy, StrategyResult
from .verification import BROKEN, FigureCheck, Finding, Verification

# An answer as bytes and back: JSON without names, every number exact.


class KeptRound(msgspec.Struct, array_like=True, frozen=True):
    """A round with its variance counted."""

    total: int
    house_edge: Fraction
    average_wager: Fraction
    variance: Fraction | None
    results: tuple[tuple[Fraction, int], ...]


class KeptRule(msgspec.Struct, array_like=True, frozen=True):
    """What following a rule of the game comes to; the rule goes by its name."""

    strategy: str
    cost: Fraction
    round: KeptRound


class KeptShort(msgspec.Struct, array_like=True, frozen=True):
    """A short strategy."""

    rules: tuple[ShortRule, ...]
    house_edge: Fraction
    cost: Fraction
    against_best: bool
    known: tuple[KeptRule, ...]


class KeptAnswer(msgspec.Struct, array_like=True, frozen=True):
    """All of it; the game itself is not kept, it is what the answer was asked for."""

    wagers: tuple[WagerPar, ...]
    round: KeptRound
    decisions: tuple[DecisionRow, ...]
    warnings: tuple[str, ...]
    uncounted: tuple[Uncounted, ...]
    curve: tuple[CurvePoint, ...]
    shares: dict[str, dict[int, Share]]
    check: SelfCheck
    short: KeptShort | None
    by_house_way: bool = False
    best: KeptRound | None = None


class KeptFigure(msgspec.Struct, array_like=True, frozen=True):
    """A figure; its exact value is a fraction, or the root of one."""

    texts: tuple[str, ...]
    agrees: bool
    exact: Fraction | None
    is_root: bool


class KeptVerification(msgspec.Struct, array_like=True, frozen=True):
    """Figures and findings."""

    figures: tuple[KeptFigure, ...]
    findings: tuple[Finding, ...]


TEXTS = ("game", "variant", "wager", "paytable", "figure", "published", "computed", "source", "detail")


def verification_to_bytes(found: Verification) -> bytes:
    """Published figures and ours, lossless."""
    return msgspec.json.encode(
        KeptVerification(tuple(map(_keep_figure, found.figures)), found.findings), enc_hook=_to_text
    )


def verification_from_bytes(content: bytes) -> Verification:
    """The same again; raises ValueError for anything else than what was written."""
    kept = msgspec.json.decode(content, type=KeptVerification, dec_hook=_from_text)
    return Verification(tuple(map(_figure, kept.figures)), kept.findings)


def _keep_figure(check: FigureCheck) -> KeptFigure:
    is_root = isinstance(check.exact, Root)
    exact = check.exact.square if isinstance(check.exact, Root) else check.exact
    return KeptFigure(tuple(getattr(check, name) for name in TEXTS), check.agrees, exact, is_root)


def _figure(kept: KeptFigure) -> FigureCheck:
    exact = Root(kept.exact) if kept.is_root and kept.exact is not None else kept.exact
    return FigureCheck(**dict(zip(TEXTS, kept.texts, strict=True)), agrees=kept.agrees, exact=exact)


def to_bytes(answer: Answer) -> bytes:
    """The answer, lossless but for its game."""
    par, short = answer.par, answer.short
    kept = KeptAnswer(
        par.wagers, _keep_round(par.round), par.decisions, par.warnings, par.uncounted, answer.curve,
        {wager: dict(rows) for wager, rows in answer.shares.items()}, answer.check,
        _keep_short(short) if short else None, par.by_house_way, _keep_round(par.best) if par.best else None,
    )  # fmt: skip
    return msgspec.json.encode(kept, enc_hook=_to_text)


def from_bytes(game: Game, content: bytes) -> Answer:
    """The answer for that game; raises ValueError for anything else than what was written."""
    kept = msgspec.json.decode(content, type=KeptAnswer, dec_hook=_from_text)
    best = _round(kept.best) if kept.best else None
    rows = kept.wagers, _round(kept.round), kept.decisions, kept.warnings, kept.uncounted
    par = Par(game, *rows, kept.by_house_way, best)
    return Answer(par, kept.curve, kept.shares, kept.check, _short(game, kept.short) if kept.short else None)


def _keep_round(round: RoundPar) -> KeptRound:
    return KeptRound(round.total, round.house_edge, round.average_wager, round.variance, round.results)


def _round(kept: KeptRound) -> RoundPar:
    return RoundPar(kept.total, kept.house_edge, kept.average_wager, kept.variance, kept.results)


def _keep_short(short: ShortStrategy) -> KeptShort:
    known = tuple(KeptRule(found.strategy.name, found.cost, _keep_round(found)) for found in short.known)
    return KeptShort(short.rules, short.house_edge, short.cost, short.against_best, known)


def _short(game: Game, kept: KeptShort) -> ShortStrategy:
    known = tuple(
        StrategyResult(**vars(_round(rule.round)), strategy=game.strategy(rule.strategy), cost=rule.cost)
        for rule in kept.known
    )
    return ShortStrategy(kept.rules, kept.house_edge, kept.cost, kept.against_best, known)


def _to_text(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{value!r} is not kept")


def _from_text(kind: type, text: Any) -> Any:
    if kind is Fraction:
        return Fraction(text)
    raise TypeError(f"{kind} is not kept")


T = TypeVar("T")


def kept_answer(game: Game, *, bettors: int = 0) -> Answer | None:
    """The answer that was found before, by exactly this code for exactly this game; None if there is none."""
    return _kept(answer_key(game, bettors), lambda content: from_bytes(game, content))


def keep_answer(answer: Answer, *, bettors: int = 0) -> None:
    """Keep what was counted; where there is no room for it, it is counted again."""
    _keep(answer_key(answer.par.game, bettors), to_bytes(answer))


def kept_verification(game: Game) -> Verification | None:
    """The verification of all versions of a game by this code; None if there is none."""
    return _kept(verification_key(game), verification_from_bytes)


def keep_verification(game: Game, found: Verification) -> None:
    """Keep the figures of all versions of a game; where a solver broke, the next one who asks tries again."""
    if not any(finding.kind == BROKEN for finding in found.findings):
        _keep(verification_key(game), verification_to_bytes(found))


def verification_key(game: Game) -> str | None:
    """The versions with all that is published of them."""
    keys = [answer_key(version, version.published) for version in game.variants]
    return None if None in keys else hashlib.sha256("".join(filter(None, keys)).encode()).hexdigest()


def _kept(key: str | None, read: Callable[[bytes], T]) -> T | None:
    content = key and (read_shipped(key) or _read(_file(key)))
    if not content:
        return None
    with suppress(ValueError, LookupError, TypeError):  # a file that is not whole is as good as none
        return read(content)
    return None


def _keep(key: str | None, plain: bytes) -> None:
    if key:
        with suppress(OSError):
            write_whole(_file(key), seal(_file(key).name, zlib.compress(plain)))


def _file(key: str) -> Path:
    return cache_folder() / f"fairfelt_answer_{key[:40]}"


def _read(file: Path) -> bytes | None:
    """What a file says, if it is what this user has written."""
    with suppress(OSError, zlib.error):
        content = unseal(file.name, file.read_bytes())
        return content and zlib.decompress(content)
    return None
