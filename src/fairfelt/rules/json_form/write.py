"""Writes a game as plain data for JSON, made of parts known by name; any other part is refused."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, is_dataclass, replace
from dataclasses import fields as dataclass_fields
from enum import Enum, Flag, IntEnum
from types import MappingProxyType
from typing import Any, get_type_hints

from fairfelt.rules import hands
from fairfelt.rules.courses.baccarat import Baccarat
from fairfelt.rules.courses.blackjack.facts import OnDouble, OnFreeBets, OnHand, TwentyTwo, on_twenty_two
from fairfelt.rules.courses.blackjack.round import Blackjack
from fairfelt.rules.courses.blackjack.variants import BlackjackSwitch, CarriedWin, DealerAlone, on_bust
from fairfelt.rules.courses.course import Course
from fairfelt.rules.courses.cross import Cross, OnCross
from fairfelt.rules.courses.exchange import Exchange, price_of_cards
from fairfelt.rules.courses.following import Following, OnFirstRound, OnFollowingRound
from fairfelt.rules.courses.pai_gow import MARINA_BAY_SANDS, TRUMP_PLAZA, HouseWay, PaiGowPoker, both_hands
from fairfelt.rules.courses.three_hands import ThreeHands
from fairfelt.rules.courses.war import War
from fairfelt.rules.deal import Cards
from fairfelt.rules.game import Alternative, Game
from fairfelt.rules.hands import Ranking, Refinement, StartingHands
from fairfelt.rules.names import BadDefinition
from fairfelt.rules.pays import LOSE_HALF, NOTHING, Envy, Pay, Paytable, parse_pay
from fairfelt.rules.published import Always, FromHandOn, Strategy
from fairfelt.rules.settlement import (
    ByRanking,
    EvenMoneyFrom,
    Result,
    Settle,
    UnlessDealerQualifies,
    by_hand_if_it_wins,
    by_line,
    by_margin,
    even_money,
    extra_by_line,
    innermost,
    ranking_in,
)
from fairfelt.rules.wager import Wager
from fairfelt.runtime.formats import sentences_of

KNOWN_RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {name.lower(): value for name in hands.__all__ if isinstance(value := getattr(hands, name), Ranking)}
)
"""By what it is called in Python, in small letters. A ranking is found by being offered by `fairfelt.rules.hands`."""


def is_made_of_known(ranking: Ranking) -> bool:
    """Whether a ranking is known, or derived from one that is: then it contains no custom code."""
    if isinstance(ranking, Refinement):
        return is_made_of_known(ranking.of)
    return isinstance(ranking, StartingHands) or bool(known_name(ranking))


def known_name(ranking: Ranking) -> str:
    """Under which name a ranking is known; empty for one that is not."""
    return next((name for name, known in KNOWN_RANKINGS.items() if known is ranking), "")


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
CUTS: Mapping[str, tuple[type[Ranking], Mapping[str, tuple[str, Any]]]] = MappingProxyType({
    "refinement": (
        Refinement, {"of": ("of", Ranking), "name": ("name", str), "floors": ("least_hands", Mapping[str, str])},
    ),
    "starting_hands": (StartingHands, {"name": ("name", str), "lines": ("holdings", Mapping[str, str])}),
})  # fmt: skip
"""Rankings cut out of others: by their fields, in the order of the constructor, the attribute and its type."""
BY_ROW = frozenset({(Paytable, "pays"), (Paytable, "names"), (Envy, "amounts")})
"""Fields that say something of the rows of a paytable: these go by the names of what the wager is paid by."""
BY_LINE = frozenset({(EvenMoneyFrom, "least")})
"""Fields that name a line of the wager's ranking."""
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
    several = next((field.name for field in fields_of(part) if field.several), None)
    if several is None:
        return part(**values)
    rest = dict(values)
    names = [field.name for field in fields_of(part)]
    before = [rest.pop(name) for name in names[: names.index(several)] if name in rest]
    return part(*before, *rest.pop(several, ()), **rest)


FORMAT = "fairfelt-game/1"
KIND = "kind"
VERSIONS = "others"


class NotData(BadDefinition):
    """A part of a game that is its own Python: such a game stays a Python file."""


@dataclass(frozen=True)
class GameData:
    """A game as plain data, and the names of rules of thumb that only Python could say and that are left out."""

    data: dict[str, Any]
    left_out: tuple[str, ...]


def write_game(game: Game) -> GameData:
    """A game with all its versions; what it is fingerprinted by is in it, and what is printed of it."""
    versions = [_game(version) for version in game.variants]
    data = {"format": FORMAT, **versions[0]}
    if versions[1:]:
        data[VERSIONS] = versions[1:]
    left_out = [strategy.name for version in game.variants for strategy in version.strategies if _is_own(strategy)]
    return GameData(data, tuple(dict.fromkeys(left_out)))


def is_data(game: Game) -> bool:
    """Whether a game is made of known parts alone."""
    try:
        write_game(game)
    except NotData:
        return False
    return True


def write_part(value: Any) -> Any:
    """A part that is no whole game, by value or by its name."""
    return _Writer(None).part(value)


def _is_own(strategy: Strategy) -> bool:
    return not isinstance(strategy.choose, tuple(RULES_OF_THUMB.values()))


def _game(game: Game) -> dict[str, Any]:
    data = _bare(game)
    if game.rulings:
        data["rulings"] = [_with_alternatives(game, data, at) for at in range(len(game.rulings))]
    return data


def _bare(game: Game) -> dict[str, Any]:
    """Without rulings and other versions."""
    own = {strategy.name for strategy in game.strategies if _is_own(strategy)}
    told = replace(
        game,
        strategies=tuple(each for each in game.strategies if each.name not in own),
        published=tuple(figure for figure in game.published if figure.strategy not in own),
        rulings=(),
        others=(),
    )
    writer = _Writer(game)
    left_out = {"wagers", "streets"} if game.course else {"wagers"}
    data = writer.fields(told, left_out)
    return {**data, "wagers": [writer.wager(wager) for wager in game.wagers]}


def _with_alternatives(game: Game, data: dict[str, Any], at: int) -> dict[str, Any]:
    """A ruling, and each other reading as what it changes."""
    ruling = game.rulings[at]
    written = _Writer(game).fields(ruling, {"alternatives"})
    if ruling.alternatives:
        written["alternatives"] = {
            name: {"reading": other.reading, "changes": _changes(game, data, ruling.name, other)}
            for name, other in ruling.alternatives.items()
        }
    return written


def _changes(game: Game, data: dict[str, Any], ruling: str, other: Alternative) -> dict[str, Any]:
    try:
        changed = other.change(game)
    except NotData as error:
        raise NotData(f"the ruling {ruling}: {error}") from error
    written = _bare(changed)
    full = _Writer(changed)
    changes = {
        name: written.get(name, full.part(getattr(changed, name))) for name in _differing(data, written) - {"wagers"}
    }
    old, new = ({wager["name"]: wager for wager in each["wagers"]} for each in (data, written))
    if list(old) != list(new):
        changes["wagers"] = written["wagers"]
    else:
        wagers = {name: full.wager(changed.wager(name), _differing(old[name], new[name])) for name in old}
        if any(wagers.values()):
            changes["wagers"] = {name: fields for name, fields in wagers.items() if fields}
    return changes


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> set[str]:
    return {name for name in {**one, **other} if name != "rulings" and one.get(name) != other.get(name)}


class _Writer:
    """Writes the parts of one game."""

    def __init__(self, game: Game | None) -> None:
        self.title = game.title if game else "this"
        self._showdown = game.showdown.ranking if game and game.showdown else None
        self._wager: Wager | None = None
        """Whose parts are written."""

    @property
    def _ranking(self) -> Ranking | None:
        return self._wager.ranking or self._showdown if self._wager else self._showdown

    def fields(self, part: Any, left_out: set[str] = frozenset()) -> dict[str, Any]:  # type: ignore[assignment]
        """What a part says beyond its defaults."""
        found = [field for field in fields_of(type(part)) if field.name not in left_out]
        return {field.name: self._field(part, field.name) for field in found if _is_said(part, field)}

    def _field(self, part: Any, name: str) -> Any:
        value = getattr(part, name)
        if (type(part), name) in BY_ROW:
            rows = row_names(self._wager.settle, self._ranking) if self._wager else {}
            return {_row(line, rows): self.part(each) for line, each in value.items()}
        return _row(value, line_names(self._ranking)) if (type(part), name) in BY_LINE else self.part(value)

    def wager(self, wager: Wager, only: set[str] | None = None) -> dict[str, Any]:
        """A wager, its rows by the names of what it is paid by; with `only`, just those fields, in full."""
        self._wager = wager
        return {
            field.name: self._field(wager, field.name)
            for field in fields_of(Wager)
            if (field.name in only if only is not None else _is_said(wager, field))
        }

    def part(self, value: Any) -> Any:
        """Any part by value; what has a name of its own by that."""
        match value:
            case None | str() | bool():
                return value
            case Cards():
                return [place.name.lower() for place in Cards if place in value and place.name]
            case Enum() if not isinstance(value, Flag):
                return word_of_member(value)
            case int():
                return int(value)
            case Pay():
                return write_pay(value)
            case Ranking():
                return self._named_ranking(value)
            case Course():
                return self._kind(value, COURSES, "its course of play")
            case HouseWay() if value in HOUSE_WAYS.values():
                return next(name for name, way in HOUSE_WAYS.items() if way == value)
            case tuple():
                return [self.part(each) for each in value]
            case frozenset():
                return sorted(map(self.part, value))
            case Mapping():
                return {str(key): self.part(each) for key, each in value.items()}
        if type(value) in RULES_OF_THUMB.values():
            return self._kind(value, RULES_OF_THUMB, "a rule of thumb")
        if callable(value):
            return self._settlement(value)
        if is_dataclass(value):
            return self.fields(value)
        raise NotData(f"{self.title}: {value!r} is Python of its own and no data")

    def _kind(self, value: Any, known: Mapping[str, type[Any]], what: str) -> dict[str, Any]:
        """One of several kinds of parts, with its fields."""
        if known.get(word_of(type(value))) is not type(value):
            raise NotData(
                f"{self.title} is no data: {what} is {type(value).__name__}, Python of its own; "
                f"known are {', '.join(known)}"
            )
        return {KIND: word_of(type(value)), **self.fields(value)}

    def _named_ranking(self, ranking: Ranking) -> Any:
        """A ranking by its name, or what it is cut out of."""
        if name := known_name(ranking):
            return name
        for kind, (part, fields) in CUTS.items():
            if type(ranking) is part:
                values = {name: self.part(getattr(ranking, attribute)) for name, (attribute, _) in fields.items()}
                return {KIND: kind, **values}
        what = self._wager.name if self._wager else "its showdown"
        raise NotData(f"{self.title} is no data: the hand of {what} is ranked by {ranking.name!r}, Python of its own")

    def _settlement(self, settle: Settle) -> Any:
        """A settlement by its name, with its parameters."""
        if name := next((name for name, known in PLAIN_SETTLEMENTS.items() if known is settle), ""):
            return name
        if type(settle) in SETTLEMENTS_WITH_WORDS.values():
            return {KIND: word_of(type(settle)), **self.fields(settle)}
        called = getattr(settle, "__qualname__", type(settle).__name__).partition(".")[0]
        raise NotData(
            f"{self.title} is no data: the settlement of {self._wager.name if self._wager else 'a wager'} is {called}, "
            f"Python of its own; known are {', '.join((*PLAIN_SETTLEMENTS, *SETTLEMENTS_WITH_WORDS))}"
        )


def _row(line: int, rows: Mapping[str, int]) -> str:
    return next((name for name, number in rows.items() if number == line), str(int(line)))


def _is_said(part: Any, field: PartField) -> bool:
    return field.required or getattr(part, field.name) != field.default
