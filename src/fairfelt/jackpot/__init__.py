"""Progressive jackpots as pure values: terms, book, contributions, awards, adjustments. No clock, no database."""

from .adjust import AdjustmentError, Reason, adjustment, transfer_in, transfer_out
from .award import Prize, Win, given_back, in_paying_order, pay_prizes, set_aside
from .book import Book, Move, Moves, Unbalanced, at, reverse, transfer
from .change import begun, changed
from .counts import Counts, Won
from .jackpot import Jackpot, contributed, opened, reseed
from .terms import PPM, FixedPays, Freeze, Level, SeveralWinners, Terms, TermsError

__all__ = [
    "PPM", "AdjustmentError", "Book", "Counts", "FixedPays", "Freeze", "Jackpot", "Level", "Move", "Moves", "Prize",
    "Reason", "SeveralWinners", "Terms", "TermsError", "Unbalanced", "Win", "Won", "adjustment", "at", "begun",
    "changed", "contributed", "given_back", "in_paying_order", "opened", "pay_prizes", "reseed", "reverse", "set_aside",
    "transfer", "transfer_in", "transfer_out",
]  # fmt: skip
