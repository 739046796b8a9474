"""Amounts, rates and times as the pages of a desk write them."""

from __future__ import annotations

from datetime import UTC, datetime

from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.law import Due
from fairfelt.rules.money import format_amount
from fairfelt.web.api.types.law_answers import DueState

MICROS_PER_SECOND = 1_000_000
MINUTE, HOUR, DAY = 60, 3600, 86_400


def money(micros: int, currency: str) -> str:
    """An amount to its last millionth: "USD 12,500.00"."""
    return format_amount(micros, currency)


def plain(micros: int | None) -> str:
    """An amount as it is typed into a form, without its currency; nothing for none."""
    return "" if micros is None else format_amount(micros, "")


def shown(micros: int) -> str:
    """What a display shows of an amount: whole cents, none of them rounded up."""
    return format_amount(micros - micros % CENT_MICROS, "")


def percent(rate_ppm: int) -> str:
    """A rate as it is typed: "15", "1.25"."""
    return format_amount(rate_ppm * 100, "", decimals=0)


def when(at_micros: int | None) -> str:
    """A moment: "15 October 2026, 14:05:09 UTC"."""
    if at_micros is None:
        return ""
    moment = datetime.fromtimestamp(at_micros // MICROS_PER_SECOND, UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M:%S} UTC"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    ended = text if text[-1:] in ".?!" else f"{text}."
    return ended[:1].upper() + ended[1:]


def timer_words(due: DueState, now_micros: int) -> str:
    """ "running, 3 h 20 min left"."""
    if due.state is Due.RUNNING:
        return f"running, {span(due.by_micros - now_micros)} left"
    return f"overdue by {span(now_micros - due.by_micros)}" if due.state is Due.OVERDUE else due.state.value


def span(micros: int) -> str:
    """A length of time in its two largest units."""
    seconds = max(0, micros // MICROS_PER_SECOND)
    if seconds >= DAY:
        return f"{seconds // DAY} d {seconds % DAY // HOUR} h"
    return f"{seconds // HOUR} h {seconds % HOUR // MINUTE} min"
