"""Progressive jackpots as pure values: terms, book, contributions, awards, adjustments. No clock, no database."""

from .adjust import (
    AdjustmentError,
    Reason,
    adjusted,
    adjustment,
    bought_from_reserve,
    paid_in_kind,
    standing_seed,
    transfer_in,
    transfer_out,
)  # fmt: skip
from .award import (
    Prize,
    Win,
    backed_out,
    given_back,
    in_paying_order,
    pay_envy,
    pay_prizes,
    set_aside,
    set_aside_later,
)  # fmt: skip
from .book import Book, Move, Moves, Unbalanced, at, reverse, transfer
from .change import begun, changed
from .counts import Counts, Won
from .jackpot import Feeds, Jackpot, contributed, given_back_wagers, opened, reseed
from .terms import PPM, FixedPays, Freeze, Level, SeveralWinners, Terms, TermsError

__all__ = [
    "PPM",
    "AdjustmentError",
    "Book",
    "Counts",
    "Feeds",
    "FixedPays",
    "Freeze",
    "Jackpot",
    "Level",
    "Move",
    "Moves",
    "Prize",
    "Reason",
    "SeveralWinners",
    "Terms",
    "TermsError",
    "Unbalanced",
    "Win",
    "Won",
    "adjusted",
    "adjustment",
    "at",
    "backed_out",
    "begun",
    "bought_from_reserve",
    "changed",
    "contributed",
    "given_back",
    "given_back_wagers",
    "in_paying_order",
    "opened",
    "paid_in_kind",
    "pay_envy",
    "pay_prizes",
    "reseed",
    "reverse",
    "set_aside",
    "set_aside_later",
    "standing_seed",
    "transfer",
    "transfer_in",
    "transfer_out",
]  # fmt: skip
