"""The language in which a game is written."""

from .canonical import canonical, fingerprint, possible_facts
from .deal import MOST_SEATS, Cards, Deal, Packet
from .facts import Facts, Outcome, Reading, Result, Settle
from .game import Game, UnknownName
from .money import MICROS, AmountError, format_amount, parse_amount
from .pays import EVEN, LOSE, NOTHING, PUSH, Pay, for_one, parse_pay, percent, to
from .paytable import Envy, Paytable
from .published import ROUND, Figure, Published
from .ruling import Alternative, Ruling
from .settlement import (
    by_hand_if_it_wins,
    by_line,
    by_margin,
    even_money,
    even_money_from,
    unless_dealer_qualifies,
)
from .showdown import Qualify, Showdown
from .street import CHECK, FOLD, Choice, Street, bet, take_back
from .wager import Kind, Wager, bonus, opening, progressive, raised, side_bet

__all__ = [
    "CHECK", "EVEN", "FOLD", "LOSE", "MICROS", "MOST_SEATS", "NOTHING", "PUSH", "ROUND", "Alternative",
    "AmountError", "Cards", "Choice", "Deal", "Envy", "Facts", "Figure", "Game", "Kind", "Outcome", "Packet", "Pay",
    "Paytable", "Published", "Qualify", "Reading", "Result", "Ruling", "Settle", "Showdown", "Street",
    "UnknownName", "Wager", "bet", "bonus", "by_hand_if_it_wins", "by_line", "by_margin", "canonical", "even_money",
    "even_money_from", "fingerprint", "for_one", "format_amount", "opening", "parse_amount", "parse_pay", "percent",
    "possible_facts", "progressive", "raised", "side_bet", "take_back", "to", "unless_dealer_qualifies",
]  # fmt: skip
