"""House ways that are in print."""

from __future__ import annotations

from fairfelt.hands import PaiGow

from .house_way import Aim, HouseRule, HouseWay

MADE = (PaiGow.STRAIGHT, PaiGow.FLUSH, PaiGow.STRAIGHT_FLUSH, PaiGow.ROYAL_FLUSH)
PAIR_IN_FRONT = Aim(front="22")


def _behind(*lines: PaiGow, front: str = "3") -> Aim:
    return Aim(behind=lines, front=front)


def _two_pair(words: str, higher: str, lower: str, *, unless_in_front: str = "") -> HouseRule:
    """Split, unless that can go in front of the two pair."""
    together = (_behind(PaiGow.TWO_PAIR, front=unless_in_front),) if unless_in_front else ()
    return HouseRule(words, ("2 2",), (*together, PAIR_IN_FRONT), ranks=(higher, lower))


def _quads(words: str, rank: str, *aims: Aim) -> HouseRule:
    return HouseRule(words, ("4",), aims, ranks=(rank,))


_FIVE_ACES = HouseRule(
    "Five aces: two in front, unless a pair of kings can go there.",
    ("5", "5 2"),
    (_behind(PaiGow.FIVE_ACES, front="KK"), Aim(front="AA")),
)
_QUADS_AND_MORE = HouseRule(
    "Four of a kind with a pair or with three of a kind: a pair of those in front.",
    ("4 2", "4 3"),
    (_behind(PaiGow.FOUR_OF_A_KIND, front="22"),),
)
_LOW_QUADS = _quads("Four of a kind, 2 to 6: together.", "2-6", _behind(PaiGow.FOUR_OF_A_KIND))

_FROM_FULL_HOUSE_DOWN = (
    HouseRule(
        "Twice three of a kind: a pair of the higher in front.",
        ("3 3",),
        (_behind(PaiGow.THREE_OF_A_KIND, front="22"),),
    ),
    HouseRule(
        "Full house with another pair: the higher pair in front.",
        ("3 2 2",),
        (_behind(PaiGow.FULL_HOUSE, front="22"),),
    ),
    HouseRule(
        "Full house with a pair of 2s: ace-king in front if they are there.",
        ("3 2",),
        (_behind(PaiGow.FULL_HOUSE, front="AK"),),
        ranks=("2-A", "2"),
    ),
    HouseRule("Other full houses: the pair in front.", ("3 2",), (_behind(PaiGow.THREE_OF_A_KIND, front="22"),)),
    HouseRule("Three pair: the highest in front.", ("2 2 2",), (_behind(PaiGow.TWO_PAIR, front="22"),)),
    _two_pair(
        "Two pair, 2 to 6 with 2 to 10: split unless a king or better can go in front.", "2-T", "2-6",
        unless_in_front="K",
    ),
    _two_pair(
        "Two pair, 2 to 6 with jack to king: split unless an ace can go in front.", "J-K", "2-6", unless_in_front="A"
    ),
    _two_pair("Two pair, both 7 to 10: split unless an ace can go in front.", "7-T", "7-T", unless_in_front="A"),
    _two_pair("Other two pair: split.", "J-A", "2-K"),
    HouseRule(
        "Three of a kind with a straight or a flush: that behind, if it leaves a pair for the front.",
        ("3",),
        (_behind(*MADE, front="22"),),
    ),
    HouseRule("Three aces: two behind, the third in front.", ("3",), (_behind(PaiGow.PAIR),), ranks=("A",)),
    HouseRule("Other three of a kind: behind.", ("3",), (_behind(PaiGow.THREE_OF_A_KIND),)),
    HouseRule(
        "Straight, flush or straight flush with one pair or none: behind, so that the best two are left for the front.",
        ("2", ""),
        (_behind(*MADE),),
    ),
    HouseRule("One pair: behind, with the next two cards in front.", ("2",), (_behind(PaiGow.PAIR),)),
    HouseRule("No pair: the highest card behind, the next two in front.", ("",), (_behind(PaiGow.HIGH_CARD),)),
)  # fmt: skip

TRUMP_PLAZA = HouseWay(
    "Trump Plaza way",
    (
        _FIVE_ACES,
        _QUADS_AND_MORE,
        _LOW_QUADS,
        _quads(
            "Four of a kind, 7 to 10: split unless a king or better can go in front.", "7-T",
            _behind(PaiGow.FOUR_OF_A_KIND, front="K"), PAIR_IN_FRONT,
        ),
        _quads(
            "Four of a kind, jack to king: split unless an ace can go in front.", "J-K",
            _behind(PaiGow.FOUR_OF_A_KIND, front="A"), PAIR_IN_FRONT,
        ),
        _quads("Four aces: split.", "A", PAIR_IN_FRONT),
        *_FROM_FULL_HOUSE_DOWN,
    ),
)  # fmt: skip

MARINA_BAY_SANDS = HouseWay(
    "Marina Bay Sands way",
    (
        _FIVE_ACES,
        HouseRule(
            "Four aces: split unless a pair of kings can go in front.",
            ("4", "4 2", "4 3"),
            (_behind(PaiGow.FOUR_OF_A_KIND, front="KK"), Aim(front="AA")),
            ranks=("A",),
        ),
        _QUADS_AND_MORE,
        _LOW_QUADS,
        _quads(
            "Four of a kind, 7 to 10: split unless an ace can go in front.", "7-T",
            _behind(PaiGow.FOUR_OF_A_KIND, front="A"), PAIR_IN_FRONT,
        ),
        _quads("Four of a kind, jack to king: split.", "J-K", PAIR_IN_FRONT),
        *_FROM_FULL_HOUSE_DOWN,
    ),
)  # fmt: skip
