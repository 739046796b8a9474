"""Recommendations for a jackpot, each with the numbers behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairfelt.meters.advice import Severity, advise
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Notice, Table

from ..report import Report
from .meter_report import meter_report

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel


def advice_report(model: JackpotModel) -> Report:
    """Every recommendation; warnings stand above the others once more."""
    advice = advise(model.bet, model.terms, model.others)
    warnings = tuple(each.sentence for each in advice if each.severity is Severity.WARNING)
    rows = tuple((capital(each.topic), each.severity.value, each.sentence) for each in advice)
    table = Table((Column("Topic"), Column("Verdict"), Column("Reason", breaks=True)), rows)
    notices = (Notice("Warnings", warnings),) if warnings else ()
    plain = [{"topic": each.topic, "severity": each.severity.value, "sentence": each.sentence} for each in advice]
    return meter_report(model, "Recommendations", (), {"advice": plain}, top=(*notices, table))
