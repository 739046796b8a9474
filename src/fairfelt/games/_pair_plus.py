"""Paytables on three cards by themselves, as the Pair Plus and the 3 Card Bonus of several games have them."""

from fairfelt.language import *


def pair_plus(*pays: int) -> Paytable:
    """A table by its pays from the pair up, written as usual from the top down; they are also its name."""
    lines = (
        ThreeCard.PAIR, ThreeCard.FLUSH, ThreeCard.STRAIGHT, ThreeCard.THREE_OF_A_KIND, ThreeCard.STRAIGHT_FLUSH,
        ThreeCard.ROYAL,
    )  # fmt: skip
    return Paytable("/".join(map(str, pays)), dict(zip(lines, reversed(pays), strict=False)))
