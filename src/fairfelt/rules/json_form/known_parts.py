"""The parts that a game as JSON is made of, by name: settlements, courses, house ways, rules of thumb, pays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any

from fairfelt.rules.hands import Ranking

from ..courses.baccarat import Baccarat
from ..courses.blackjack.carried import CarriedWin
from ..courses.blackjack.dealer_alone import DealerAlone, on_bust
from ..courses.blackjack.facts import OnDouble, OnFreeBets, OnHand, TwentyTwo, on_twenty_two
from ..courses.blackjack.round import Blackjack
from ..courses.blackjack.switch import BlackjackSwitch
from ..courses.course import Course
from ..courses.cross import Cross, OnCross
from ..courses.exchange import Exchange, price_of_cards
from ..courses.following import Following, OnFirstRound, OnFollowingRound
from ..courses.pai_gow import MARINA_BAY_SANDS, TRUMP_PLAZA, HouseWay, PaiGowPoker, both_hands
from ..courses.three_hands import ThreeHands
from ..courses.war import War
from ..facts import Result, Settle
from ..pays import LOSE_HALF, NOTHING, Pay, parse_pay
from ..settlement import (
    ByRanking,
    EvenMoneyFrom,
    UnlessDealerQualifies,
    by_hand_if_it_wins,
    by_line,
    by_margin,
    even_money,
    extra_by_line,
    innermost,
    ranking_in,
)
from ..strategy import Always, FromHandOn


def word_of(part: Callable[..., Any]) -> str:
    """What a function or class is called in JSON: a class as its words, with underscores."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", part.__name__).lower()


def _named(*parts: Any) -> Mapping[str, Any]:
    return MappingProxyType({word_of(part): part for part in parts})


PLAIN_SETTLEMENTS: Mapping[str, Settle] = _named(
    even_money,
    by_margin,
    by_hand_if_it_wins,
    by_line,
    extra_by_line,
    on_twenty_two,
    on_bust,
    both_hands,
    price_of_cards,
)
"""Settlements without parameters."""
SETTLEMENTS_WITH_WORDS: Mapping[str, type[Any]] = _named(
    UnlessDealerQualifies,
    ByRanking,
    EvenMoneyFrom,
    OnCross,
    OnHand,
    OnDouble,
    OnFreeBets,
    OnFirstRound,
    OnFollowingRound,
)
"""Settlements with parameters: their fields."""
COURSES: Mapping[str, type[Course[Any]]] = _named(
    Baccarat,
    Blackjack,
    BlackjackSwitch,
    CarriedWin,
    Cross,
    DealerAlone,
    Exchange,
    Following,
    PaiGowPoker,
    ThreeHands,
    War,
)
RULES_OF_THUMB: Mapping[str, type[Any]] = _named(FromHandOn, Always)
HOUSE_WAYS: Mapping[str, HouseWay] = MappingProxyType(
    {"trump_plaza": TRUMP_PLAZA, "marina_bay_sands": MARINA_BAY_SANDS}
)
SPECIAL_PAYS: Mapping[str, Pay] = MappingProxyType({pay.words: pay for pay in (NOTHING, LOSE_HALF)})
"""Pays that are no line of a sheet's paytable, and that settlements give."""

_BY_LINE = (by_line, extra_by_line, by_hand_if_it_wins)
_BY_MEMBER: Mapping[Any, type[IntEnum]] = MappingProxyType({on_twenty_two: TwentyTwo, both_hands: Result})


def row_names(settle: Settle, ranking: Ranking | None) -> Mapping[str, int]:
    """What the rows of a paytable are called, with their numbers; by margin they have numbers alone."""
    inner = innermost(settle)
    inner = inner.settle if isinstance(inner, OnCross) else inner
    if inner in _BY_LINE:
        return line_names(ranking_in(settle) or ranking)
    members = _BY_MEMBER.get(inner)
    return {word_of_member(member): int(member) for member in members} if members else {}


def line_names(ranking: Ranking | None) -> Mapping[str, int]:
    """The lines of a ranking by name; two of one name have only their numbers."""
    names = [line.name for line in ranking.lines] if ranking else []
    return {name: number for number, name in enumerate(names) if names.count(name) == 1}


def word_of_member(member: Any) -> str:
    """A member of an enumeration: "taken_back" is "taken back"."""
    return str(member.name).lower().replace("_", " ")


def write_pay(pay: Pay) -> str:
    """A pay as one word or two, such as "3 to 2"."""
    if pay in SPECIAL_PAYS.values():
        return pay.words
    if parse_pay(pay.words) != pay:
        raise ValueError(f"{pay.words!r} says less than the pay")
    return pay.words


def read_pay(text: str) -> Pay:
    """The pay that was written so."""
    return SPECIAL_PAYS.get(text) or parse_pay(text)
