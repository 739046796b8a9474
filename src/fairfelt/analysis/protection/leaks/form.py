"""Findings as plain data and back."""

from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction
from typing import Any

from fairfelt.analysis.protection.information import Information
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.estimate.interval import Interval

from .findings import Finding, Leak


def write_finding(found: Finding) -> dict[str, Any]:
    """As plain data; fractions are text."""
    information = found.information
    return {
        "leak": found.leak.name,
        "information": [
            information.dealer, information.community, information.sorted, information.hands, information.shoe,
            information.counted,
        ],
        "edge": str(found.edge),
        "plain": str(found.plain),
        "interval": found.interval and list(astuple(found.interval)),
        "note": found.note,
        "hit_frequency": _text(found.hit_frequency),
        "variance": _text(found.variance),
        "strategy": [[rule.street, rule.words] for rule in found.strategy],
        "rule_edge": _text(found.rule_edge),
        "rule_interval": found.rule_interval and list(astuple(found.rule_interval)),
        **({"signal": found.signal} if found.signal else {}),
    }  # fmt: skip


def read_finding(plain: dict[str, Any]) -> Finding:
    """As it was written."""
    dealer, community, ranks, hands, shoe, counted = plain["information"]
    information = Information(tuple(dealer), tuple(community), ranks, hands, tuple(shoe), counted)
    interval, of_rule = (Interval(*ends) if ends else None for ends in (plain["interval"], plain.get("rule_interval")))
    edges = Fraction(plain["edge"]), Fraction(plain["plain"])
    rules = tuple(ShortRule(*rule) for rule in plain["strategy"])
    figures = _figure(plain["hit_frequency"]), _figure(plain["variance"])
    rule_edge = _figure(plain.get("rule_edge"))
    signal = _signal(plain["signal"]) if plain.get("signal") else None
    return Finding(
        Leak[plain["leak"]], information, *edges, interval, plain["note"], *figures, rules, rule_edge, of_rule, signal
    )


def _signal(plain: dict[str, Any]) -> dict[str, Any]:
    """Older rows do not say what the sample behind an interval was."""
    unsized = dict.fromkeys(("n", "seed", "standard_error"))
    later = [{**part, "interval": unsized | part["interval"]} for part in plain["later"]]
    return {**plain, "interval": unsized | plain["interval"], "later": later}


def _text(figure: Fraction | None) -> str | None:
    return None if figure is None else str(figure)


def _figure(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
