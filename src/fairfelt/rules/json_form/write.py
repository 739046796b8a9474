"""Writes a game as plain data for JSON; a part that is not known by name is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum, Flag
from typing import Any

from fairfelt.rules.hands import Ranking, Refinement, StartingHands
from fairfelt.rules.hands.known_rankings import known_name
from fairfelt.rules.published import Strategy

from ..courses.course import Course
from ..courses.pai_gow import HouseWay
from ..deal import Cards
from ..facts import Settle
from ..game import Alternative, Game
from ..names import BadDefinition
from ..pays import Envy, Pay, Paytable
from ..settlement import EvenMoneyFrom
from ..wager import Wager
from .known_parts import (
    COURSES,
    HOUSE_WAYS,
    PLAIN_SETTLEMENTS,
    RULES_OF_THUMB,
    SETTLEMENTS_WITH_WORDS,
    PartField,
    fields_of,
    line_names,
    row_names,
    word_of,
    word_of_member,
    write_pay,
)

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
        self.showdown = game.showdown.ranking if game and game.showdown else None

    def fields(self, part: Any, left_out: set[str] = frozenset()) -> dict[str, Any]:  # type: ignore[assignment]
        """What a part says beyond its defaults."""
        found = [field for field in fields_of(type(part)) if field.name not in left_out]
        return {field.name: self.part(getattr(part, field.name)) for field in found if _is_said(part, field)}

    def wager(self, wager: Wager, only: set[str] | None = None) -> dict[str, Any]:
        """A wager, its rows by the names of what it is paid by; with `only`, just those fields, in full."""
        ranking = wager.ranking or self.showdown
        special: dict[str, Callable[[], Any]] = {
            "settle": lambda: self.settlement(wager.settle, wager, ranking),
            "paytables": lambda: [self.paytable(table, wager, ranking) for table in wager.paytables],
            "ranking": lambda: self.ranking(wager.ranking, wager.name) if wager.ranking else None,
        }
        return {
            field.name: special.get(field.name, lambda name=field.name: self.part(getattr(wager, name)))()
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
                return self.ranking(value, "its showdown")
            case Course():
                return self.kind(value, COURSES, "its course of play")
            case HouseWay() if value in HOUSE_WAYS.values():
                return next(name for name, way in HOUSE_WAYS.items() if way == value)
            case tuple():
                return [self.part(each) for each in value]
            case frozenset():
                return sorted(map(self.part, value))
            case Mapping():
                return {str(key): self.part(each) for key, each in value.items()}
        if type(value) in RULES_OF_THUMB.values():
            return self.kind(value, RULES_OF_THUMB, "a rule of thumb")
        if is_dataclass(value):
            return self.fields(value)
        raise NotData(f"{self.title}: {value!r} is Python of its own and no data")

    def kind(self, value: Any, known: Mapping[str, type[Any]], what: str) -> dict[str, Any]:
        """One of several kinds of parts, with its fields."""
        if known.get(word_of(type(value))) is not type(value):
            raise NotData(
                f"{self.title} is no data: {what} is {type(value).__name__}, Python of its own; "
                f"known are {', '.join(known)}"
            )
        return {KIND: word_of(type(value)), **self.fields(value)}

    def ranking(self, ranking: Ranking, what: str) -> Any:
        """A ranking by its name, or what it is cut out of."""
        if name := known_name(ranking):
            return name
        match ranking:
            case Refinement() if type(ranking) is Refinement:
                of = self.ranking(ranking.of, what)
                return {KIND: "refinement", "of": of, "name": ranking.name, "floors": dict(ranking.least_hands)}
            case StartingHands() if type(ranking) is StartingHands:
                return {KIND: "starting_hands", "name": ranking.name, "lines": dict(ranking.holdings)}
        raise NotData(f"{self.title} is no data: the hand of {what} is ranked by {ranking.name!r}, Python of its own")

    def settlement(self, settle: Settle, wager: Wager, ranking: Ranking | None) -> Any:
        """A settlement by its name, with its parameters."""
        name = next((name for name, known in PLAIN_SETTLEMENTS.items() if known is settle), "")
        if name:
            return name
        if SETTLEMENTS_WITH_WORDS.get(word_of(type(settle))) is not type(settle):
            called = getattr(settle, "__qualname__", type(settle).__name__).partition(".")[0]
            raise NotData(
                f"{self.title} is no data: the settlement of {wager.name} is {called}, Python of its own; "
                f"known are {', '.join((*PLAIN_SETTLEMENTS, *SETTLEMENTS_WITH_WORDS))}"
            )
        if isinstance(settle, EvenMoneyFrom):
            return {KIND: word_of(EvenMoneyFrom), "least": _row(settle.least, line_names(ranking))}
        written = {
            field.name: self.settlement(value, wager, ranking) if field.hint == Settle else self.part(value)
            for field in fields_of(type(settle))
            if _is_said(settle, field)
            for value in (getattr(settle, field.name),)
        }
        return {KIND: word_of(type(settle)), **written}

    def paytable(self, table: Paytable, wager: Wager, ranking: Ranking | None) -> dict[str, Any]:
        """A paytable, its rows by name where they have one."""
        rows = row_names(wager.settle, ranking)
        data = self.fields(table, {"pays", "names", "envy"})
        data["pays"] = {_row(line, rows): self.part(pay) for line, pay in table.pays.items()}
        if table.names:
            data["names"] = {_row(line, rows): name for line, name in table.names.items()}
        if table.envy:
            data["envy"] = self.envy(table.envy, rows)
        return data

    def envy(self, envy: Envy, rows: Mapping[str, int]) -> dict[str, Any]:
        """Envy, its rows by the names of what it is paid by."""
        amounts = {_row(line, rows): amount for line, amount in envy.amounts.items()}
        return {"amounts": amounts, **self.fields(envy, {"amounts"})}


def _row(line: int, rows: Mapping[str, int]) -> str:
    return next((name for name, number in rows.items() if number == line), str(int(line)))


def _is_said(part: Any, field: PartField) -> bool:
    return field.required or getattr(part, field.name) != field.default
