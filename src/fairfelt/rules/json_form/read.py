"""Reads a game from JSON. Nothing is run: a name is one of the known parts, or it is refused with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum
from functools import reduce
from json.decoder import scanstring  # type: ignore[attr-defined]
from operator import or_
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from fairfelt.rules.cards import DeckError, NotationError, parse_cards
from fairfelt.rules.courses.course import Course
from fairfelt.rules.courses.pai_gow import HouseRule, HouseWay
from fairfelt.rules.courses.three_hands import ThreeRule
from fairfelt.rules.deal import Cards
from fairfelt.rules.game import Alternative, Game, Ruling
from fairfelt.rules.hands import Ranking
from fairfelt.rules.json_form.write import (
    BY_LINE,
    BY_ROW,
    COURSES,
    CUTS,
    FORMAT,
    HOUSE_WAYS,
    KIND,
    KNOWN_RANKINGS,
    PLAIN_SETTLEMENTS,
    RULES_OF_THUMB,
    SETTLEMENTS_WITH_WORDS,
    VERSIONS,
    PartField,
    build,
    fields_of,
    line_names,
    read_pay,
    row_names,
    word_of_member,
    write_game,
)
from fairfelt.rules.names import BadDefinition, UnknownName
from fairfelt.rules.pays import Pay
from fairfelt.rules.published import Follow
from fairfelt.rules.settlement import Settle
from fairfelt.rules.wager import Wager
from fairfelt.runtime.formats import show

# Where in a game as JSON something is wrong, and the sentence that says what would be right.


Place = tuple[str | int, ...]
"""The way to a value: names of fields and numbers of members."""


class BadPart(BadDefinition):
    """A value that is no part of a game: its place and the sentence."""

    def __init__(self, place: Place, sentence: str) -> None:
        super().__init__(sentence, place)


@contextmanager
def at(place: Place) -> Iterator[None]:
    """Attribute what a part refuses while it is made to that place."""
    try:
        yield
    except BadPart:
        raise
    except BadDefinition as error:
        raise BadPart((*place, *error.part), str(error)) from error
    except (ValueError, UnknownName, DeckError, NotationError) as error:
        raise BadPart(place, str(error)) from error
    except (TypeError, KeyError, IndexError, AssertionError, OverflowError, RecursionError) as error:
        raise BadPart(place, "this cannot be dealt; look whether its cards, lines and names fit together") from error


def written_place(place: Place) -> str:
    """A place as people write it: "wagers[2].pays"."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return text.lstrip(".")


# How large a game as JSON may be: a stranger's file never asks for more than a sheet would.


MOST_BYTES: Final = 1_000_000
MOST_MEMBERS: Final = 400
"""Maximum length of a list."""
_FEWER = {
    "wagers": 40,
    "streets": 12,
    "choices": 16,
    "packets": 24,
    "others": 12,
    "paytables": 40,
    "floors": 60,
    "lines": 60,
}
"""Maximum length of lists whose members cost more than a line on a sheet."""
LONGEST_TEXT: Final = 4_000
MOST_NUMBER: Final = 1_000
MOST_MONEY: Final = 10**15
_MONEY = frozenset({"seed_micros", "rate_ppm", "recommended_micros", "amounts"})


def most(place: tuple[str | int, ...]) -> int:
    """The largest number that may stand there."""
    return MOST_MONEY if _MONEY.intersection(place) else MOST_NUMBER


def most_members(place: tuple[str | int, ...]) -> int:
    """How many members may stand there."""
    return _FEWER.get(str(place[-1]), MOST_MEMBERS) if place else MOST_MEMBERS


# What another reading of a sheet changes, as data: fields of the game and fields of its wagers.


@dataclass(frozen=True, eq=False)
class Change:
    """Puts other values into a game."""

    game: Mapping[str, Any]
    """Fields of the game."""
    wagers: Mapping[str, Mapping[str, Any]]
    """Fields of wagers, by the wagers' names."""

    def __call__(self, game: Game) -> Game:
        for name, fields in self.wagers.items():
            game = game.with_wager(name, **fields)
        return replace(game, **self.game)


Rows = Mapping[str, int]
RETIRED: Mapping[type[Any], frozenset[str]] = {HouseRule: frozenset({"words"}), ThreeRule: frozenset({"words"})}
"""Fields that files of earlier versions have; they are passed over."""


def read_data(data: object) -> Game:
    """The game that plain data holds, with all its versions."""
    fields = dict(_object(data, ()))
    said = fields.pop("format", None)
    if said != FORMAT:
        raise BadPart(("format",), f"the format is {FORMAT!r}, not {show(said)}")
    others = _list(fields.pop(VERSIONS, []), (VERSIONS,))
    versions = tuple(_Reader().game(other, (VERSIONS, at_)) for at_, other in enumerate(others))
    return _Reader().game(fields, (), versions)


class _Reader:
    """Reads one version; the same ranking written twice is one ranking."""

    def __init__(self) -> None:
        self._rankings: dict[str, Ranking] = {}
        self._showdown: Ranking | None = None
        self._ranking_of_wager: Ranking | None = None
        self._rows: Rows = {}

    def game(self, data: object, place: Place, others: tuple[Game, ...] = ()) -> Game:
        """A version with its rulings and their other readings."""
        raw = dict(_object(data, place))
        rulings = _list(raw.pop("rulings", []), (*place, "rulings"))
        plain = self._bare(raw, place)
        with at(place):
            made = tuple(self._ruling(raw, each, (*place, "rulings", n)) for n, each in enumerate(rulings))
            return build(Game, {**plain, "rulings": made, "others": others})  # type: ignore[no-any-return]

    def _bare(self, raw: Mapping[str, Any], place: Place) -> dict[str, Any]:
        """Its fields without the rulings, and proof that they make a game."""
        known = {field.name: field for field in fields_of(Game) if field.name not in ("rulings", "others")}
        _verify_names(raw, known, place)
        first = {name: known[name] for name in ("deck", "course", "showdown") if name in raw}
        values = {name: self.part(field.hint, raw[name], (*place, name)) for name, field in first.items()}
        if values.get("course"):
            self._verify_shoe(values, place)
        self._showdown = values["showdown"].ranking if values.get("showdown") else None
        for name in raw.keys() - first.keys():
            values[name] = self.part(known[name].hint, raw[name], (*place, name))
        with at(place):
            build(Game, values)
        return values

    def _verify_shoe(self, values: Mapping[str, Any], place: Place) -> None:
        """A course of more cards than there are is found before anything is drawn from it."""
        deck = values.get("deck") or next(field.default for field in fields_of(Game) if field.name == "deck")
        with at((*place, "course")):
            needed, runs_out = values["course"].most_cards(1), values["course"].can_run_out(deck)
        if runs_out:
            said = f"a round for one player takes up to {needed} cards, and the deck holds {len(deck)}"
            raise BadPart((*place, "course"), said)

    def _ruling(self, raw: Mapping[str, Any], data: object, place: Place) -> Ruling:
        fields = dict(_object(data, place))
        others = _object(fields.pop("alternatives", {}), (*place, "alternatives"))
        ruling: Ruling = self.fields(Ruling, fields, place)
        made = {name: self._alternative(raw, each, (*place, "alternatives", name)) for name, each in others.items()}
        return Ruling(**{**vars(ruling), "alternatives": made})

    def _alternative(self, raw: Mapping[str, Any], data: object, place: Place) -> Alternative:
        """Another reading: the game is read once more with what it changes, and what it changes is kept."""
        fields = _object(data, place)
        _verify_names(fields, {"reading": None, "changes": None}, place)
        changes = dict(_object(fields.get("changes"), (*place, "changes")))
        wagers = changes.pop("wagers", {})
        other = {**raw, **changes}
        if isinstance(wagers, list):
            other["wagers"] = wagers
        else:
            partial = _object(wagers, (*place, "changes", "wagers"))
            other["wagers"] = [{**wager, **_object(partial.get(wager["name"], {}), place)} for wager in raw["wagers"]]
            for name in partial.keys() - {wager["name"] for wager in raw["wagers"]}:
                raise BadPart(place, str(UnknownName("wager", name, tuple(w["name"] for w in raw["wagers"]))))
        try:
            game: Game = build(Game, _Reader()._bare(other, ()))
        except BadPart as error:
            raise BadPart((*place, "changes"), str(error)) from error
        changed = {name: getattr(game, name) for name in changes}
        if isinstance(wagers, list):
            return Alternative(str(fields.get("reading", "")), Change({**changed, "wagers": game.wagers}, {}))
        by_name = {name: {field: getattr(game.wager(name), field) for field in said} for name, said in wagers.items()}
        return Alternative(str(fields.get("reading", "")), Change(changed, by_name))

    def part(self, hint: Any, data: object, place: Place) -> Any:
        if get_origin(hint) in (Union, UnionType):
            if data is None:
                return None
            hint = next(arg for arg in get_args(hint) if arg is not NoneType)
        if hint == Follow:
            return self._kind(RULES_OF_THUMB, data, place)
        if hint == Settle:
            return self._settlement(data, place)
        match get_origin(hint):
            case origin if origin is tuple:
                (inner, *_) = get_args(hint)
                return tuple(self.part(inner, each, (*place, n)) for n, each in enumerate(_list(data, place)))
            case origin if origin is frozenset:
                (inner,) = get_args(hint)
                return frozenset(self.part(inner, each, (*place, n)) for n, each in enumerate(_list(data, place)))
            case origin if origin is Literal:
                return _one_of({str(word): word for word in get_args(hint)}, data, place)
            case origin if isinstance(origin, type) and issubclass(origin, Mapping):
                inner = get_args(hint)[1]
                said = _object(data, place)
                return {key: self.part(inner, each, (*place, key)) for key, each in said.items()}
            case origin if isinstance(origin, type) and issubclass(origin, Course):
                return self._kind(COURSES, data, place)
        return self._single(hint, data, place)

    def _single(self, hint: type[Any], data: object, place: Place) -> Any:
        if hint is bool or hint is str or hint is int:
            return _plain(hint, data, place)
        if hint is Cards:
            return self._cards(data, place)
        if issubclass(hint, Enum):
            return _one_of({word_of_member(member): member for member in hint}, data, place)
        if hint is Pay:
            with at(place):
                return read_pay(_plain(str, data, place))
        if issubclass(hint, Ranking):
            return self._ranking(hint, data, place)
        if hint is HouseWay and isinstance(data, str):
            return _one_of(HOUSE_WAYS, data, place)
        if hint is Wager:
            return self._wager(data, place)
        assert is_dataclass(hint), f"{hint} is a part that JSON has no form for"
        return self.fields(hint, _object(data, place), place)

    def fields(self, part: type[Any], data: Mapping[str, Any], place: Place) -> Any:
        """A part from its fields."""
        known = {field.name: field for field in fields_of(part)}
        said = {name: each for name, each in data.items() if name not in RETIRED.get(part, ())}
        _verify_names(said, known, place)
        values = {name: self._field(part, known[name], each, (*place, name)) for name, each in said.items()}
        with at(place):
            made = build(part, values)
            if isinstance(least := getattr(made, "least", None), str):
                parse_cards(least)
            return made

    def _field(self, part: type[Any], field: PartField, data: object, place: Place) -> Any:
        if (part, field.name) in BY_ROW:
            by_row = self.part(field.hint, data, place)
            return {_line(row, self._rows, (*place, row)): each for row, each in by_row.items()}
        if (part, field.name) in BY_LINE:
            line = _line(str(data), line_names(self._ranking_of_wager), place)
            if self._ranking_of_wager is None or line >= len(self._ranking_of_wager.lines):
                raise BadPart(place, "there is no such line; it is one of the wager's ranking")
            return line
        return self.part(field.hint, data, place)

    def _kind(
        self, known: Mapping[str, type[Any]], data: object, place: Place, others: Mapping[str, Any] | None = None
    ) -> Any:
        """One of several kinds of parts."""
        fields = dict(_object(data, place))
        return self.fields(_one_of(known, fields.pop(KIND, None), (*place, KIND), others), fields, place)

    def _cards(self, data: object, place: Place) -> Cards:
        names = {str(each.name).lower(): each for each in Cards}
        found = [_one_of(names, each, (*place, n)) for n, each in enumerate(_list(data, place))]
        if not found:
            raise BadPart(place, f"this names no cards; write at least one of {', '.join(names)}")
        return reduce(or_, found, Cards(0))

    def _ranking(self, hint: Any, data: object, place: Place) -> Ranking:
        """A ranking by its name, or cut out of another."""
        if isinstance(data, str):
            fitting = {name: ranking for name, ranking in KNOWN_RANKINGS.items() if isinstance(ranking, hint)}
            return _one_of(fitting, data, place)  # type: ignore[no-any-return]
        key = json.dumps(_object(data, place), sort_keys=True)
        if key not in self._rankings:
            made = self._cut(dict(_object(data, place)), place)
            if not isinstance(made, hint):
                raise BadPart(place, "a ranking of its own does not serve here; name a known one")
            self._rankings[key] = made
        return self._rankings[key]

    def _cut(self, fields: dict[str, Any], place: Place) -> Ranking:
        part, names = _one_of(CUTS, fields.pop(KIND, None), (*place, KIND))
        _verify_names(fields, dict.fromkeys(names), place, required=tuple(names))
        values = [self.part(hint, fields[name], (*place, name)) for name, (_, hint) in names.items()]
        with at((*place, [*names][-1])):
            return part(*values)  # type: ignore[no-any-return]

    def _wager(self, data: object, place: Place) -> Wager:
        """A wager: what its rows and lines are called goes by its ranking and how it is settled."""
        fields = _object(data, place)
        own = self.part(Ranking | None, fields.get("ranking"), (*place, "ranking"))
        self._ranking_of_wager = own or self._showdown
        if "settle" not in fields:
            raise BadPart(place, "settle is missing: how the wager is settled")
        self._rows = row_names(self._settlement(fields["settle"], (*place, "settle")), self._ranking_of_wager)
        if fields.get("paytables") == []:
            raise BadPart((*place, "paytables"), "this is an empty list; leave paytables out, or write one")
        return self.fields(Wager, fields, place)  # type: ignore[no-any-return]

    def _settlement(self, data: object, place: Place) -> Settle:
        if not isinstance(data, Mapping):
            return _one_of(PLAIN_SETTLEMENTS, data, place, others=SETTLEMENTS_WITH_WORDS)  # type: ignore[no-any-return]
        return self._kind(SETTLEMENTS_WITH_WORDS, data, place, others=PLAIN_SETTLEMENTS)  # type: ignore[no-any-return]


def _line(row: str, rows: Rows, place: Place) -> int:
    """A row of a paytable by its name or its number."""
    if row in rows:
        return rows[row]
    if row.isascii() and row.isdigit() and len(row) <= 3:
        return int(row)
    if not rows:
        raise BadPart(place, f"the rows of this paytable are numbers, not {show(row)}")
    raise BadPart(place, str(UnknownName("row", row, tuple(rows))))


def _verify_names(
    data: Mapping[str, Any], known: Mapping[str, PartField | None], place: Place, required: tuple[str, ...] = ()
) -> None:
    """Check that every field exists and no required one is missing."""
    for name in data:
        if name not in known:
            raise BadPart((*place, name), str(UnknownName("field", str(name), tuple(known))))
    needed = required or tuple(name for name, field in known.items() if field and field.required and not field.several)
    for name in needed:
        if name not in data:
            raise BadPart(place, f"{name} is missing here")


def _object(data: object, place: Place) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise BadPart(place, f"this is an object with names and values, not {show(data)}")
    _verify_count(len(data), place)
    return data


def _list(data: object, place: Place) -> list[Any]:
    if not isinstance(data, list):
        raise BadPart(place, f"this is a list, not {show(data)}")
    _verify_count(len(data), place)
    return data


def _verify_count(count: int, place: Place) -> None:
    if count > most_members(place):
        raise BadPart(place, f"this has {count} members; {most_members(place)} are the most")


def _plain(hint: type[Any], data: object, place: Place) -> Any:
    words = {bool: "true or false", str: "text", int: "a whole number"}
    if not isinstance(data, hint) or (hint is int and isinstance(data, bool)):
        raise BadPart(place, f"this is {words[hint]}, not {show(data)}")
    if isinstance(data, str) and (len(data) > LONGEST_TEXT or not data.isprintable()):
        raise BadPart(place, f"this text has up to {LONGEST_TEXT} letters, digits and signs, and no line breaks")
    if hint is int and not 0 <= data <= most(place):
        raise BadPart(place, f"this is a whole number from 0 to {most(place):,}, not {show(data)}")
    return data


def _one_of(known: Mapping[str, Any], data: object, place: Place, others: Mapping[str, Any] | None = None) -> Any:
    names = (*known, *(others or ()))
    if data is None and place[-1:] == (KIND,):
        raise BadPart(place[:-1], f"{KIND} is missing here; it is one of {', '.join(names)}")
    if not isinstance(data, str):
        raise BadPart(place, f"this is one of {', '.join(names)}, not {show(data)}")
    if data not in known:
        if others and data in others:
            need = "needs" if others is SETTLEMENTS_WITH_WORDS else "takes"
            more = (
                "something said of it: write an object with its kind" if need == "needs" else "nothing: write its name"
            )
            raise BadPart(place, f"{data} {need} {more}")
        raise BadPart(place, str(UnknownName("part", data, names)))
    return known[data]


WIDTH = 110
_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class BadGameText(BadPart):
    """Text that is no game: the line, the place and the sentence."""

    def __init__(self, place: Place, line: int, sentence: str) -> None:
        super().__init__(place, sentence)
        self.line = line
        self.sentence = f"{written_place(place)}: {sentence}" if place else sentence


def game_text(game: Game) -> str:
    """A game as JSON, the same for the same game."""
    return write_json(write_game(game).data)


def write_json(data: Any) -> str:
    """JSON in which a part that fits a line is one line."""
    return _folded(data, "") + "\n"


def _folded(data: Any, margin: str) -> str:
    flat = json.dumps(data, ensure_ascii=False)
    if not data or not isinstance(data, dict | list) or (margin and len(margin) + len(flat) <= WIDTH):
        return flat
    inner = margin + "  "
    if isinstance(data, dict):
        rows: Iterable[str] = (f"{json.dumps(k, ensure_ascii=False)}: {_folded(v, inner)}" for k, v in data.items())
        opens, closes = "{", "}"
    else:
        rows, opens, closes = (_folded(each, inner) for each in data), "[", "]"
    return f"{opens}\n" + ",\n".join(f"{inner}{row}" for row in rows) + f"\n{margin}{closes}"


def read_text(text: bytes | str) -> Game:
    """The game that JSON holds; the sentence of a mistake says where it stands."""
    data, source = parse_json(text)
    try:
        return read_data(data)
    except BadPart as error:
        raise BadGameText(error.part, line_of(source, error.part), str(error)) from error


def parse_json(text: bytes | str) -> tuple[Any, str]:
    """The data and its source; a name twice in one object, which JSON leaves open, is a mistake."""
    if len(text) > MOST_BYTES:
        raise BadGameText((), 0, f"this is longer than {MOST_BYTES:,} bytes; no game is")
    try:
        source = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        return json.loads(source, object_pairs_hook=_once, parse_constant=_no_number), source
    except UnicodeDecodeError:
        raise BadGameText((), 0, "this is no text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadGameText((), error.lineno, f"this is no JSON: {error.msg}, at column {error.colno}") from None
    except RecursionError:
        raise BadGameText((), 0, "this is nested more deeply than any game") from None
    except ValueError as error:
        raise BadGameText((), 0, str(error)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} stands twice in one object; a name stands once")
    return found


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def line_of(source: str, place: Place) -> int:
    """The line where the value at that place begins, or the last one on the way to it that is there."""
    position = _skip(source, 0)
    for step in place:
        found = _step(source, position, step)
        if found is None:
            break
        position = found
    return source.count("\n", 0, position) + 1


def _skip(source: str, position: int) -> int:
    found = _BLANK.match(source, position)
    return found.end() if found else position


def _step(source: str, position: int, step: str | int) -> int | None:
    """Where the member of that name or number begins."""
    if source[position] not in "{[":
        return None
    number, closes = 0, {"{": "}", "[": "]"}[source[position]]
    position = _skip(source, position + 1)
    while source[position] != closes:
        name: str | int = number
        if closes == "}":
            name, position = scanstring(source, position + 1)
            position = _skip(source, _skip(source, position) + 1)
        if name == step:
            return position
        position = _skip(source, _DECODER.raw_decode(source, position)[1])
        position, number = _skip(source, position + 1) if source[position] == "," else position, number + 1
    return None
