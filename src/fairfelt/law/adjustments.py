"""Which adjustments of a progressive the law knows, and what a limit may be set to."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.jackpot import Reason

from .profile import Law
from .verdict import Finding
from .words import money


def check_reason(law: Law, reason: Reason) -> Iterator[Finding]:
    """Whether an amount may be reduced for that reason; a back-out gives money back and reduces nothing."""
    rule = law.find("adjustment.reasons")
    if rule and reason is not Reason.BACK_OUT and reason.value not in rule.names("reasons"):
        yield Finding(
            rule, f"a progressive is not reduced for {reason.value!r}; reasons: {', '.join(rule.names('reasons'))}"
        )


def check_limit(law: Law, level: str, limit_micros: int, standing_micros: int) -> Iterator[Finding]:
    """Whether a limit may be set while a meter stands where it does."""
    rule = law.find("jackpot.limit")
    if rule and rule.flag("at_least_standing") and limit_micros < standing_micros:
        amounts = f"{money(limit_micros)} is below the {money(standing_micros)} that stand"
        yield Finding(rule, f"{level}: a limit of {amounts}")
