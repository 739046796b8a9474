"""Amounts, rates and sentences as the pages of a desk write them."""

from __future__ import annotations

from fairfelt import games
from fairfelt.jackpot.book import METER, PAID, PROMISED, REVENUE, SEEDS, WAGERS
from fairfelt.law import DeadlineState
from fairfelt.room import Floor
from fairfelt.runtime.formats import MICROS_PER_SECOND, format_amount, minor_units
from fairfelt.web.api.handlers.law import DueState

MINUTE, HOUR, DAY = 60, 3600, 86_400


_ACCOUNTS = {
    PROMISED: "promised", PAID: "paid to players", REVENUE: "the house's share", SEEDS: "seeds from the house",
    WAGERS: "wagers taken",
}  # fmt: skip


money = format_amount
"""An amount to its last millionth: "$12,500.00"."""


def plain(micros: int | None) -> str:
    """An amount as it is typed into a form, without its currency; nothing for none."""
    return "" if micros is None else format_amount(micros, "")


def shown(micros: int, currency: str = "") -> str:
    """An amount as a display shows it: whole cents or the currency's smallest unit, never rounded up."""
    return format_amount(micros - micros % 10 ** (6 - minor_units(currency)), currency)


def percent(rate_ppm: int) -> str:
    """A rate as it is typed: "15", "1.25"."""
    return format_amount(rate_ppm * 100, "", decimals=0)


def account(name: str) -> str:
    """An account of a jackpot's book as accounting calls it: "Major: reserve"."""
    kind, _, level = name.partition("/")
    said = _ACCOUNTS.get(kind, kind)
    return said[:1].upper() + said[1:] if level in ("", kind, METER) else f"{level}: {said}"


def game_titles(floor: Floor) -> dict[str, str]:
    """The game of every table, as people call it."""
    return {name: games.title_of(table.game, table.variant) for name, table in floor.tables.items()}


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    ended = text if text[-1:] in ".?!" else f"{text}."
    return ended[:1].upper() + ended[1:]


def timer_words(due: DueState, now_micros: int) -> str:
    """ "running, 3 h 20 min left"."""
    if due.state is DeadlineState.RUNNING:
        return f"running, {span(due.by_micros - now_micros)} left"
    return f"overdue by {span(now_micros - due.by_micros)}" if due.state is DeadlineState.OVERDUE else due.state.value


def span(micros: int) -> str:
    """A length of time in its two largest units, or in seconds."""
    seconds = max(0, micros // MICROS_PER_SECOND)
    if seconds < MINUTE:
        return f"{seconds} s"
    if seconds >= DAY:
        return f"{seconds // DAY} d {seconds % DAY // HOUR} h"
    return f"{seconds // HOUR} h {seconds % HOUR // MINUTE} min"
