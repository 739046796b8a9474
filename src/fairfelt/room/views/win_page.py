"""The record of one award or large pay, for the accounts: all that the log knows of it."""

from __future__ import annotations

from dataclasses import dataclass

from fairfelt.room.state.awards import envy_words


@dataclass(frozen=True, kw_only=True)
class Void:
    """The back-out of an award, or of the slip that paid it."""

    at_micros: int
    by: tuple[str, ...]
    why: str
    document: str


@dataclass(frozen=True, kw_only=True)
class WinPage:
    """One confirmed award, or one pay from the tray for which a rule asks for more than paying."""

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
    """0 for a prize of the house, and on an old log for a hand without the bet, which only brought envy to others."""
    folded: bool = False
    hand: str
    level: str = ""
    share: str = "0"
    meter_before_micros: int = 0
    amount_micros: int
    meter_after_micros: int = 0
    reseed_micros: int = 0
    from_reserve_micros: int = 0
    sharing: int = 1
    """The number of awards confirmed together."""
    policy: str = ""
    currency: str
    confirmed_by: str
    role: str
    cut_micros: int = 0
    """The cut of the paytable's amount by an aggregate limit."""
    instead_of: int = 0
    """The win page that was backed out, and in whose place it is paid; 0 for none."""
    bet: str = ""
    """The bet on the game itself that was paid from the tray; empty for a progressive award."""
    slip: int = 0
    """The slip of such a pay; 0 for a progressive award."""
    envy_for_seat: int | None = None
    """The seat whose hand it is envy for, 0 if no spot was entered; None for every other award."""
    house_jackpot: str = ""
    """The prize of the house that it is; empty for all others."""
    claimed_at_micros: int | None = None
    """When the hand was claimed, to stay so until it was confirmed; by the log as well."""
    confirmed_at_micros: int | None = None
    """The time of its event in the log; the floor itself knows no time."""
    void: Void | None = None
    """The back-out; None while it stands."""
    copy: int = 0
    """Number of this print of the page; 0 for none."""

    @property
    def won(self) -> str:
        """The win in words: the hand, or whose hand it is envy for."""
        if self.envy_for_seat is None:
            return f"{self.hand}, folded" if self.folded else self.hand
        return envy_words(self.envy_for_seat, self.hand)

    @property
    def source(self) -> str:
        """Its source: a level, a bet on the game itself, a prize of the house, envy, or a fixed pay."""
        if self.house_jackpot:
            return f"house jackpot {self.house_jackpot}"
        if self.envy_for_seat is not None:
            return f"{self.bet}, envy" if self.bet else "envy"
        return self.bet or self.level or ("fixed pay" if self.wager_micros else "envy only")
