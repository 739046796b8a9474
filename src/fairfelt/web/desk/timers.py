"""How long until something is due, or since it was."""

from __future__ import annotations

from fairfelt.law import Due
from fairfelt.web.api.types.law_answers import DueState

MINUTE, HOUR, DAY = 60, 3600, 86_400


def timer_words(due: DueState, now_micros: int) -> str:
    """ "running, 3 h 20 min left"."""
    if due.state is Due.RUNNING:
        return f"running, {span(due.by_micros - now_micros)} left"
    return f"overdue by {span(now_micros - due.by_micros)}" if due.state is Due.OVERDUE else due.state.value


def span(micros: int) -> str:
    """A length of time in its two largest units."""
    seconds = max(0, micros // 1_000_000)
    if seconds >= DAY:
        return f"{seconds // DAY} d {seconds % DAY // HOUR} h"
    return f"{seconds // HOUR} h {seconds % HOUR // MINUTE} min"
