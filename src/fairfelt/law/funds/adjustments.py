"""Which adjustments of a progressive the law knows, and what a limit may be set to."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.jackpot import Reason
from fairfelt.law.core.profile import Law
from fairfelt.law.core.verdict import Finding
from fairfelt.rules import DOLLARS, format_amount


def check_reason(law: Law, reason: Reason) -> Iterator[Finding]:
    """Whether an amount may be reduced for that reason."""
    rule = law.find("adjustment.reasons")
    if rule and reason.value not in rule.names("reasons"):
        yield Finding(
            rule, f"a progressive is not reduced for {reason.value!r}; reasons: {', '.join(rule.names('reasons'))}"
        )


def check_limit(
    law: Law, level: str, limit_micros: int, standing_micros: int, currency: str = DOLLARS
) -> Iterator[Finding]:
    """Whether a limit may be set while a meter stands where it does."""
    rule = law.find("jackpot.limit")
    if rule and rule.flag("at_least_standing") and limit_micros < standing_micros:
        limit, current = (format_amount(micros, currency) for micros in (limit_micros, standing_micros))
        yield Finding(rule, f"{level}: a limit of {limit} is below the current {current}")
