"""Writes a game of known parts as the Python that defines it, in the words of the language."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from enum import Enum
from typing import Any

from fairfelt import rules
from fairfelt.rules import hands
from fairfelt.rules.cards import Deck
from fairfelt.rules.deal import CHECK, FOLD, Cards, Choice, bet, take_back
from fairfelt.rules.game import Alternative, Game
from fairfelt.rules.hands import Ranking
from fairfelt.rules.json_form.write import (
    CUTS,
    HOUSE_WAYS,
    fields_of,
    known_name,
    row_names,
    word_of,
    write_game,
)
from fairfelt.rules.settlement import by_line, extra_by_line

from ..courses.pai_gow import HouseWay
from ..pays import EVEN, LOSE, LOSE_HALF, NOTHING, PUSH, Basis, Pay, Paytable
from ..wager import Kind, Wager
from .read import Change, read_data

WIDTH = 120
NAMED: Mapping[Any, str] = {
    FOLD: "FOLD", CHECK: "CHECK", EVEN: "EVEN", LOSE: "LOSE", LOSE_HALF: "LOSE_HALF", NOTHING: "NOTHING", PUSH: "PUSH",
}  # fmt: skip
WORD_OF_KIND = {
    Kind.OPENING: "opening", Kind.RAISE: "raised", Kind.BONUS: "bonus", Kind.SIDE: "side_bet",
    Kind.PROGRESSIVE: "progressive",
}  # fmt: skip


@dataclass(frozen=True)
class Call:
    """Something with parts between brackets, which may be folded over lines."""

    opens: str
    parts: tuple[tuple[str, Any], ...]
    """What stands before each part, and the part: text, or another of these."""
    closes: str = ")"


def written(part: Any, margin: str | None = None, lead: int = 0) -> str:
    """On one line, always without a margin and else if it fits behind so much lead; or a line for each part."""
    if not isinstance(part, Call):
        return str(part)
    lone = len(part.parts) == 1 and part.opens == "("
    flat = part.opens + ", ".join(f"{before}{written(each)}" for before, each in part.parts) + "," * lone + part.closes
    if margin is None or len(margin) + lead + len(flat) < WIDTH or not part.parts:
        return flat
    inner = margin + "    "
    rows = [f"{inner}{before}{written(each, inner, len(before))}," for before, each in part.parts]
    return "\n".join([part.opens, *rows, f"{margin}{part.closes}"])


def python_text(game: Game) -> str:
    """The source of a file that defines the game, with all its versions."""
    source = _Source()
    bodies = source.game(read_data(write_game(game).data))
    imports = "".join(f"from {module} import {_names(names)}\n" for module, names in sorted(source.imports.items()))
    rankings = "".join(f"{name} = {written(call, '', len(name) + 3)}\n" for name, call in source.rankings.values())
    name = game.name.replace("\\", "").replace('"', "")
    told = f'"""{name}: a game of your own."""\n\n{imports}'
    return "\n".join(filter(None, [told, rankings, f"game = {written(bodies, '', 7)}\n"]))


def _names(names: Iterable[str]) -> str:
    text = ", ".join(sorted(names))
    return text if len(text) < 80 else "(\n" + "".join(f"    {name},\n" for name in sorted(names)) + ")"


def _can_say(wager: Wager) -> bool:
    """Whether the word for its kind can say all of a wager."""
    more = {each.name for each in fields_of(Wager) if getattr(wager, each.name) != each.default}
    more &= {"against", "first", "survives_fold", "alone"}
    if wager.kind is Kind.BONUS and (not wager.ranking or wager.settle is not extra_by_line):
        return False
    return wager.kind is Kind.SIDE or not more - ({"survives_fold"} if wager.kind is Kind.PROGRESSIVE else set())


def _quoted(text: Any) -> str:
    """Text in double quotation marks, as Python and JSON both read it; any other key as it is."""
    return json.dumps(text, ensure_ascii=False) if isinstance(text, str) else repr(text)


@dataclass
class _Source:
    """The text of a game, and what has to be imported and named before it."""

    imports: dict[str, set[str]] = field(default_factory=dict)
    rankings: dict[int, tuple[str, Call]] = field(default_factory=dict)

    def use(self, name: str, home: str = "") -> str:
        """A name of the language, imported."""
        for module in (rules, hands):
            if not home and name in module.__all__:
                home = module.__name__
        self.imports.setdefault(home, set()).add(name)
        return name

    def game(self, game: Game) -> Call:
        """A version with those after it."""
        self._showdown = game.showdown.ranking if game.showdown else None
        skipped = {"streets"} if game.course else set()
        told = replace(game, others=())
        parts = [*self._said(told, skipped)]
        if game.others:
            parts.append(("others=", self._tuple([self.game(other) for other in game.others])))
        return Call(f"{self.use('Game')}(", tuple(parts))

    def _said(self, part: Any, skipped: Iterable[str] = ()) -> Iterable[tuple[str, Any]]:
        fields = fields_of(type(part))
        before_several = next((at for at, each in enumerate(fields) if each.several), 0)
        for at, each in enumerate(fields):
            value = getattr(part, each.name)
            if each.name not in skipped and (each.required or value != each.default):
                if each.several:
                    yield from (("", self.value(member)) for member in value)
                else:
                    yield "" if at < before_several else f"{each.name}=", self.value(value)

    def _tuple(self, parts: list[Any]) -> Call:
        return Call("(", tuple(("", part) for part in parts))

    def _mapping(self, parts: Iterable[tuple[str, Any]]) -> Call:
        return Call("{", tuple((f"{key}: ", part) for key, part in parts), "}")

    def value(self, value: Any) -> Any:
        """Any part as it is written."""
        match value:
            case Wager():
                return self.wager(value)
            case Choice() | Pay() if value in NAMED:
                return self.use(NAMED[value])
            case Choice():
                return self._choice(value)
            case Pay():
                return self._pay(value)
            case Cards():
                self.use("Cards")
                return " | ".join(f"Cards.{place.name}" for place in Cards if place in value)
            case Enum():
                return f"{self.use(type(value).__name__, self._home(type(value)))}.{value.name}"
            case str():
                return _quoted(value)
            case bool() | int() | None:
                return repr(value)
            case Ranking():
                return self.ranking(value)
            case HouseWay() if value in HOUSE_WAYS.values():
                return self.use(next(name for name, way in HOUSE_WAYS.items() if way == value).upper())
            case Alternative(change=Change() as change):
                return self._alternative(value, change)
            case tuple():
                return self._tuple([self.value(each) for each in value])
            case frozenset():
                return Call("frozenset({", tuple(("", self.value(each)) for each in sorted(value)), "})")
            case Mapping():
                return self._mapping((_quoted(key), self.value(each)) for key, each in value.items())
        if is_dataclass(value) and getattr(rules, word := word_of(type(value)), None) is type(value):
            required = {f"{each.name}=" for each in fields_of(type(value)) if each.required}
            said = (("" if lead in required else lead, part) for lead, part in self._said(value))
            return Call(f"{self.use(word)}(", tuple(said))
        if is_dataclass(value):
            return Call(f"{self.use(type(value).__name__, self._home(type(value)))}(", tuple(self._said(value)))
        return self.use(value.__name__, self._home(value))

    def _home(self, part: Any) -> str:
        """Where a name is imported from: the front of the language, or the module itself."""
        if part is Deck:
            return "fairfelt.rules.cards"
        fronts = [module.__name__ for module in (rules, hands) if part.__name__ in module.__all__]
        return fronts[0] if fronts else str(part.__module__)

    def _choice(self, choice: Choice) -> Any:
        words: list[tuple[str, Any]] = [("", _quoted(choice.bet))]
        if choice.times != 1:
            words.append(("times=", str(choice.times)))
        if choice.holding:
            words.append(("holding=", self.value(choice.holding)))
        if choice.bet and choice == bet(choice.bet, times=choice.times, holding=choice.holding):
            return Call(f"{self.use('bet')}(", tuple(words))
        if choice.takes_back and choice == take_back(choice.takes_back):
            return f"{self.use('take_back')}({_quoted(choice.takes_back)})"
        return Call(f"{self.use('Choice')}(", tuple(self._said(choice)))

    def _pay(self, pay: Pay) -> str:
        if pay.basis is Basis.FOR:
            return f"{self.use('for_one')}({pay.net + 1})"
        if pay.basis is Basis.SHARE:
            return f"{self.use('percent')}({pay.share * 100}, of={_quoted(pay.level)})"
        odds, _, one = pay.words.replace(",", "").partition(" to ")
        return f"{self.use('to')}({odds})" if one == "1" else f"{self.use('to')}({odds}, {one})"

    def ranking(self, ranking: Ranking) -> str:
        """A known one by its name; one that is cut out of another gets a name before the game."""
        if name := known_name(ranking):
            return self.use(name.upper())
        if id(ranking) not in self.rankings:
            part, fields = next(each for each in CUTS.values() if each[0] is type(ranking))
            values = (getattr(ranking, attribute) for attribute, _ in fields.values())
            call = Call(f"{self.use(part.__name__)}(", tuple(("", self.value(value)) for value in values))
            self.rankings[id(ranking)] = (f"HAND_{len(self.rankings) + 1}", call)
        return self.rankings[id(ranking)][0]

    def wager(self, wager: Wager) -> Call:
        """A wager by the word for its kind."""
        if not _can_say(wager):
            return Call(f"{self.use('Wager')}(", tuple(self._said(wager)))
        ranking, word = wager.ranking or self._showdown, self.use(WORD_OF_KIND[wager.kind])
        parts: list[tuple[str, Any]] = [("", _quoted(wager.name))]
        if wager.is_base and wager.kind is not Kind.BONUS:
            parts.append(("", self.value(wager.settle)))
        elif wager.kind is not Kind.BONUS and wager.settle is not by_line:
            parts.append(("settle=", self.value(wager.settle)))
        if wager.ranking:
            parts.append(("hand=", self.ranking(wager.ranking)))
        if wager.paytables != fields_of(Wager)[3].default or wager.is_optional:
            parts.append(("pays=", self._tuple([self.paytable(table, wager, ranking) for table in wager.paytables])))
        for each in fields_of(Wager):
            if each.name in ("on", "against", "first", "alone") and getattr(wager, each.name) != each.default:
                parts.append((f"{each.name}=", self.value(getattr(wager, each.name))))
        if wager.is_optional:
            parts.append(("survives_fold=", repr(wager.survives_fold)))
        return Call(f"{word}(", tuple(parts))

    def paytable(self, table: Paytable, wager: Wager, ranking: Ranking | None) -> Call:
        """A paytable, its rows by the names of their lines."""
        names = {number: name for name, number in row_names(wager.settle, ranking).items()}

        def row(line: int) -> str:
            named = ranking and ranking.lines[line : line + 1] and names.get(line) == ranking.lines[line].name
            return f"{self.ranking(ranking)}.line({_quoted(names[line])})" if ranking and named else str(line)

        pays = self._mapping((row(line), self._odds(pay)) for line, pay in table.pays.items())
        parts: list[tuple[str, Any]] = [("", _quoted(table.name)), ("", pays)]
        if table.names:
            parts.append(("names=", self._mapping((row(line), _quoted(text)) for line, text in table.names.items())))
        if table.envy:
            amounts = self._mapping((row(line), str(amount)) for line, amount in table.envy.amounts.items())
            others = [(lead, part) for lead, part in self._said(table.envy) if lead != "amounts="]
            parts.append(("envy=", Call(f"{self.use('Envy')}(", (("", amounts), *others))))
        rest = self._said(table, ("name", "pays", "names", "envy"))
        return Call(f"{self.use('Paytable')}(", (*parts, *rest))

    def _odds(self, pay: Pay) -> str:
        """An integer stands for that many to 1."""
        whole = pay.basis is Basis.TO and pay.net.denominator == 1 and pay.words == f"{int(pay.net):,} to 1"
        return str(pay.net) if whole else written(self.value(pay))

    def _alternative(self, other: Alternative, change: Change) -> Call:
        wagers = self._mapping(
            (
                _quoted(name),
                self._mapping((_quoted(key), self._of_wager(key, value, name)) for key, value in fields.items()),
            )
            for name, fields in change.wagers.items()
        )
        game = self._mapping((_quoted(name), self.value(value)) for name, value in change.game.items())
        made = Call(f"{self.use('Change', Change.__module__)}(", (("", game), ("", wagers)))
        return Call(f"{self.use('Alternative')}(", (("", _quoted(other.reading)), ("", made)))

    def _of_wager(self, key: str, value: Any, name: str) -> Any:
        if key != "paytables":
            return self.value(value)
        bare = Wager(name=name, kind=Kind.SIDE, settle=even_rows)
        return self._tuple([self.paytable(table, bare, None) for table in value])


def even_rows(facts: Any, reading: Any) -> Any:
    """No settlement: rows of a paytable that are written by number."""
    raise AssertionError("nothing is settled by this")
