"""What the API gives of records: gaming days of tables, pays from the tray, and how long records are kept."""

from __future__ import annotations

from fairfelt.room import Role
from fairfelt.room.state.awards import EnvyRow
from fairfelt.room.state.table_counts import TrayPay
from fairfelt.room.views.win_page import Void

from .answers import ApiAnswer


class CountState(ApiAnswer):
    """One count as it stands."""

    number: int
    counted: str
    amount_micros: int
    document: str
    side_handles: dict[str, int]
    """What was bet on each side bet, as it was entered with a closing bank."""
    by: list[str]
    corrections: list[str]
    """What each correction changed and why, the first one first."""


class BetTheory(ApiAnswer):
    """One bet of a table on a day: what the tray should keep of it, and what it kept."""

    bet: str
    paytable: str
    handle_micros: int
    edge: str
    theoretical_win_micros: int
    deviation_micros: int
    win_micros: int | None
    """Null where nothing on record tells it."""
    deviations: float | None


class TableDayState(ApiAnswer):
    """One table on one gaming day; what was not counted is null."""

    table: str
    day: str
    game: str
    currency: str
    opening_micros: int | None
    fill_micros: int | None
    credit_micros: int | None
    drop_micros: int | None
    closing_micros: int | None
    win_micros: int | None
    rounds: int
    handle_micros: int | None
    """What was bet on the opening bets, where somebody has entered it or the keypad reported it."""
    other_bets_micros: int
    """What the keypad reported of all other bets on the game itself."""
    tray_pays: int
    tray_micros: int
    """What was paid on them from the tray, envy included."""
    theoretical_win_micros: int | None
    """Of every bet that the win includes."""
    deviation_micros: int | None
    """How far chance carries it: one standard deviation."""
    deviations: float | None
    """How many of them the win lies away."""
    theory_missing: str
    """Why there is no theoretical win; empty where there is one."""
    bets: list[BetTheory]
    """The same bet by bet, as far as handle and odds are known."""
    odd_hands: list[str]
    """Hands of the progressive bet that came more or less often than once in 1,000 such days; they need review."""
    progressive_handle_micros: int
    awarded_micros: int
    remarks: list[str]
    counts: list[CountState]


class TableRecords(ApiAnswer):
    """Every table of every day that was asked for, also without activity."""

    tables: list[TableDayState]


class RecordsKept(ApiAnswer):
    """How long records are kept, and which may go."""

    keep_years: int | None
    """None where no rule sets them."""
    citation: str
    keep_from: str | None
    """The first day whose records must still be kept."""
    oldest: str | None
    may_go_up_to: int
    """All events up to this one are old enough to go; 0 where none is."""
    says: str


class SlipState(ApiAnswer):
    """One slip of pays from the tray."""

    number: int
    table: str
    round: int
    game: str
    variant: str
    location: str
    pays: list[TrayPay]
    envy: list[EnvyRow]
    amount_micros: int
    """All that left the tray."""
    currency: str
    confirmed_by: str
    role: Role
    at_micros: int
    void: Void | None
    """Who voided it; null while it stands."""


class TrayPays(ApiAnswer):
    """A part of the slips."""

    slips: list[SlipState]
    made: int
    """How many there are in all."""
