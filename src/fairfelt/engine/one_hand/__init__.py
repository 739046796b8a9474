"""What one hand is worth, counted by itself: a coach needs no solved game and nothing compiled to answer."""

from .opening import is_opening_as_counted, opening_name, pack_opening
from .solution import OneHand, find_one_hand, needs_opening, values_alone

__all__ = [
    "OneHand",
    "find_one_hand",
    "is_opening_as_counted",
    "needs_opening",
    "opening_name",
    "pack_opening",
    "values_alone",
]
