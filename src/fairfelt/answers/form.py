"""An answer as bytes and back: JSON without names, every number exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from fairfelt.rules import Game

from .answer import Answer
from .curve import CurvePoint
from .numbers import Root
from .par import DecisionRow, Par, RoundPar, Uncounted, WagerPar
from .self_check import SelfCheck
from .shares import Share
from .strategy import ShortRule, ShortStrategy, StrategyResult
from .verification import FigureCheck, Finding, Verification


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
