"""House ways that are in print."""

from __future__ import annotations

from fairfelt.hands import PaiGow

from .house_way import Aim, HouseRule, HouseWay

MADE = (PaiGow.STRAIGHT, PaiGow.FLUSH, PaiGow.STRAIGHT_FLUSH, PaiGow.ROYAL_FLUSH)
PAIR_IN_FRONT = Aim(front="22")


def _behind(*lines: PaiGow, front: str = "3") -> Aim:
    return Aim(behind=lines, front=front)


def _two_pair(higher: str, lower: str, *, unless_in_front: str = "") -> HouseRule:
    """Split, unless that can go in front of the two pair."""
    together = (_behind(PaiGow.TWO_PAIR, front=unless_in_front),) if unless_in_front else ()
    return HouseRule(("2 2",), (*together, PAIR_IN_FRONT), ranks=(higher, lower))


def _quads(rank: str, *aims: Aim) -> HouseRule:
    return HouseRule(("4",), aims, ranks=(rank,))


_FIVE_ACES = HouseRule(("5", "5 2"), (_behind(PaiGow.FIVE_ACES, front="KK"), Aim(front="AA")))
_QUADS_AND_MORE = HouseRule(("4 2", "4 3"), (_behind(PaiGow.FOUR_OF_A_KIND, front="22"),))
_LOW_QUADS = _quads("2-6", _behind(PaiGow.FOUR_OF_A_KIND))

_FROM_FULL_HOUSE_DOWN = (
    HouseRule(("3 3",), (_behind(PaiGow.THREE_OF_A_KIND, front="22"),)),
    HouseRule(("3 2 2",), (_behind(PaiGow.FULL_HOUSE, front="22"),)),
    HouseRule(("3 2",), (_behind(PaiGow.FULL_HOUSE, front="AK"),), ranks=("2-A", "2")),
    HouseRule(("3 2",), (_behind(PaiGow.THREE_OF_A_KIND, front="22"),)),
    HouseRule(("2 2 2",), (_behind(PaiGow.TWO_PAIR, front="22"),)),
    _two_pair("2-T", "2-6", unless_in_front="K"),
    _two_pair("J-K", "2-6", unless_in_front="A"),
    _two_pair("7-T", "7-T", unless_in_front="A"),
    _two_pair("J-A", "2-K"),
    HouseRule(("3",), (_behind(*MADE, front="22"),)),
    HouseRule(("3",), (_behind(PaiGow.PAIR),), ranks=("A",)),
    HouseRule(("3",), (_behind(PaiGow.THREE_OF_A_KIND),)),
    HouseRule(("2", ""), (_behind(*MADE),)),
    HouseRule(("2",), (_behind(PaiGow.PAIR),)),
    HouseRule(("",), (_behind(PaiGow.HIGH_CARD),)),
)

TRUMP_PLAZA = HouseWay(
    "Trump Plaza way",
    (
        _FIVE_ACES,
        _QUADS_AND_MORE,
        _LOW_QUADS,
        _quads("7-T", _behind(PaiGow.FOUR_OF_A_KIND, front="K"), PAIR_IN_FRONT),
        _quads("J-K", _behind(PaiGow.FOUR_OF_A_KIND, front="A"), PAIR_IN_FRONT),
        _quads("A", PAIR_IN_FRONT),
        *_FROM_FULL_HOUSE_DOWN,
    ),
)

MARINA_BAY_SANDS = HouseWay(
    "Marina Bay Sands way",
    (
        _FIVE_ACES,
        HouseRule(("4", "4 2", "4 3"), (_behind(PaiGow.FOUR_OF_A_KIND, front="KK"), Aim(front="AA")), ranks=("A",)),
        _QUADS_AND_MORE,
        _LOW_QUADS,
        _quads("7-T", _behind(PaiGow.FOUR_OF_A_KIND, front="A"), PAIR_IN_FRONT),
        _quads("J-K", PAIR_IN_FRONT),
        *_FROM_FULL_HOUSE_DOWN,
    ),
)
