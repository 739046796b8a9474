"""The record of one award, for the accounts: all that the log knows of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Void:
    """The back-out of an award."""

    at_micros: int
    by: tuple[str, ...]
    why: str
    document: str


@dataclass(frozen=True, kw_only=True)
class WinPage:
    """One confirmed award."""

    number: int
    location: str
    table: str
    game: str
    variant: str
    paytable: str
    fingerprint: str
    round: int
    seat: int
    wager_micros: int
    """0 for a hand without the bet: it wins nothing, and pays envy to others."""
    folded: bool
    hand: str
    level: str
    share: str
    meter_before_micros: int
    amount_micros: int
    meter_after_micros: int
    reseed_micros: int
    from_reserve_micros: int
    sharing: int
    """How many awards were confirmed together."""
    policy: str
    currency: str
    confirmed_by: str
    role: str
    cut_micros: int = 0
    """What an aggregate limit has taken off the paytable's amount."""
    claimed_at_micros: int | None = None
    """When the hand was claimed, to stay so until it was confirmed; by the log as well."""
    confirmed_at_micros: int | None = None
    """The time of its event in the log; the floor itself knows no time."""
    void: Void | None = None
    """Who backed it out; None while it stands."""
    copy: int = 0
    """Which print of the page this is; 0 is none."""
