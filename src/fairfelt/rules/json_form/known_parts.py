"""The parts that a game as JSON is made of: by name, and their fields with types, defaults and sentences."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from dataclasses import fields as dataclass_fields
from enum import IntEnum
from types import MappingProxyType
from typing import Any, get_type_hints

from fairfelt.rules.courses.baccarat import Baccarat
from fairfelt.rules.courses.blackjack.carried import CarriedWin
from fairfelt.rules.courses.blackjack.dealer_alone import DealerAlone, on_bust
from fairfelt.rules.courses.blackjack.facts import OnDouble, OnFreeBets, OnHand, TwentyTwo, on_twenty_two
from fairfelt.rules.courses.blackjack.round import Blackjack
from fairfelt.rules.courses.blackjack.switch import BlackjackSwitch
from fairfelt.rules.courses.course import Course
from fairfelt.rules.courses.cross import Cross, OnCross
from fairfelt.rules.courses.exchange import Exchange, price_of_cards
from fairfelt.rules.courses.following import Following, OnFirstRound, OnFollowingRound
from fairfelt.rules.courses.pai_gow import MARINA_BAY_SANDS, TRUMP_PLAZA, HouseWay, PaiGowPoker, both_hands
from fairfelt.rules.courses.three_hands import ThreeHands
from fairfelt.rules.courses.war import War
from fairfelt.rules.facts import Result, Settle
from fairfelt.rules.hands import Ranking
from fairfelt.rules.pays import LOSE_HALF, NOTHING, Pay, parse_pay
from fairfelt.rules.published import Always, FromHandOn
from fairfelt.rules.settlement import (
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


REQUIRED = object()


@dataclass(frozen=True)
class PartField:
    """One field of a part."""

    name: str
    hint: Any
    default: Any
    sentence: str = ""
    several: bool = False
    """Whether the constructor takes its members one after the other."""

    @property
    def required(self) -> bool:
        """Whether it is required."""
        return self.default is REQUIRED


_FIELDS: dict[Any, tuple[PartField, ...]] = {}


def fields_of(part: type[Any]) -> tuple[PartField, ...]:
    """The fields of a dataclass as its constructor takes them."""
    if part not in _FIELDS:
        _FIELDS[part] = _read_fields(part)
    return _FIELDS[part]


def _read_fields(part: type[Any]) -> tuple[PartField, ...]:
    hints, told = get_type_hints(part), sentences_of(part)
    factories = {f.name: f.default_factory for f in dataclass_fields(part) if f.default_factory is not MISSING}
    found = []
    for name, parameter in inspect.signature(part).parameters.items():
        several = parameter.kind is parameter.VAR_POSITIONAL
        default = REQUIRED if parameter.default is parameter.empty else parameter.default
        if name in factories:
            default = factories[name]()
        found.append(PartField(name, hints[name], default, told.get(name, ""), several))
    return tuple(found)


def build(part: type[Any], values: Mapping[str, Any]) -> Any:
    """The part with those fields."""
    several = next((field.name for field in fields_of(part) if field.several), None)
    if several is None:
        return part(**values)
    rest = dict(values)
    before = [rest.pop(field.name) for field in _before(part, several) if field.name in rest]
    return part(*before, *rest.pop(several, ()), **rest)


def _before(part: type[Any], name: str) -> list[PartField]:
    names = [field.name for field in fields_of(part)]
    return list(fields_of(part)[: names.index(name)])


def sentences_of(part: type[Any]) -> Mapping[str, str]:
    """The sentence under each field, as it stands in the source, for this class and those it is made from."""
    told: dict[str, str] = {}
    for each in reversed(part.__mro__[:-1]):
        if each.__module__.startswith("fairfelt."):
            told |= _sentences(each)
    return told


def _sentences(part: type[Any]) -> Mapping[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(part))).body[0]
    assert isinstance(tree, ast.ClassDef)
    told = {}
    for above, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(above, ast.AnnAssign) and isinstance(above.target, ast.Name) and isinstance(below, ast.Expr):
            told[above.target.id] = " ".join(str(ast.literal_eval(below.value)).split())
    return told
