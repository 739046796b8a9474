"""Writes a file for a new game from the file of one that is there, to begin with."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from inspect import getsource
from types import ModuleType

from fairfelt.rules import Game

ITS_OWN = frozenset({"approvals", "published", "rulings", "strategies"})
"""What was said, read and printed of the other game, and not of the new one."""
Span = tuple[int, int]
BLANK = '''"""{name}: a game of your own."""

from fairfelt.rules.hands import THREE_CARD
from fairfelt.rules import FOLD, Cards, Deal, Game, Packet, Showdown, Street, bet, even_money, opening, raised

game = Game(
    name={quoted},
    summary="Make a better hand than the dealer.",
    # Who gets how many cards; Packet(2, to=Cards.COMMUNITY) deals shared ones.
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    # How hands are compared; with qualify=Qualify("queen high", "Qc 3d 2h") the dealer plays from there on.
    showdown=Showdown(THREE_CARD),
    # Decisions in order; community=1 turns over a shared card before one.
    streets=(Street("Three cards", FOLD, bet("Play")),),
    # Bets and how they are settled; side_bet("Bonus", hand=THREE_CARD, pays=(…,)) adds one on the hand alone.
    wagers=(opening("Ante", even_money), raised("Play", even_money)),
)
'''
"""The smallest game of a deal, a decision and a showdown."""


def blank_game(name: str) -> str:
    """The source of a game that begins with nothing of another."""
    return BLANK.format(name=name, quoted=json.dumps(name, ensure_ascii=False))


def draft_game(name: str, like: Game, module: ModuleType) -> str:
    """The source of a game that is played as the other, under a new name and without what belongs to it alone.

    Its progressive goes too, unless the rest cannot be read without it.
    """
    source = getsource(module)
    for more in (list(_progressives(source, module)), []):
        text = _edited(source, [*_changes(source, name, like), *more])
        text = _tidied(_without_unused(text.replace("from ._", "from fairfelt.games._")))
        with suppress(Exception):
            exec(compile(text, "<draft>", "exec"), {"__name__": module.__name__})
            return text
    raise AssertionError(f"the file of {like.title} cannot be drafted")


def _progressives(source: str, module: ModuleType) -> Iterator[tuple[Span, str]]:
    """Members of the wagers that feed a meter; those that are made in a function are left as they are."""
    places = _places(source)
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    lists = (keyword.value for call in calls for keyword in call.keywords if keyword.arg == "wagers")
    for node in (member for tuple_of in lists if isinstance(tuple_of, ast.Tuple) for member in tuple_of.elts):
        inner = node.value if isinstance(node, ast.Starred) else node
        with suppress(Exception):  # a name that only a function has
            found = eval(compile(ast.Expression(inner), "<wager>", "eval"), vars(module))
            wagers = found if isinstance(node, ast.Starred) else (found,)
            if all(any(pay.level for table in wager.paytables for pay in table.pays.values()) for wager in wagers):
                yield _with_comma(source, _span(node, places)), ""


def _changes(source: str, name: str, like: Game) -> Iterator[tuple[Span, str]]:
    """Other words for the docstring and the name; what is the other game's own goes."""
    tree, places = ast.parse(source), _places(source)
    said = tree.body[0]
    yield _span(said, places), f'"""{name}: a game of your own, begun from {like.name}."""'
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for keyword in call.keywords:
            if keyword.arg in ITS_OWN:
                yield _with_comma(source, _span(keyword, places)), ""
            elif keyword.arg == "name" and isinstance(call.func, ast.Name) and call.func.id == Game.__name__:
                yield _span(keyword.value, places), json.dumps(name, ensure_ascii=False)


def _places(source: str) -> list[int]:
    lengths = [len(line) for line in source.splitlines(keepends=True)]
    return [sum(lengths[:at]) for at in range(len(lengths) + 1)]


def _span(node: ast.stmt | ast.expr | ast.keyword, places: list[int]) -> Span:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return places[node.lineno - 1] + node.col_offset, places[node.end_lineno - 1] + node.end_col_offset


def _with_comma(source: str, span: Span) -> Span:
    """With the comma behind it and the blanks before it."""
    before = len(source[: span[0]].rstrip())
    found = re.compile(r"\s*,").match(source, span[1])
    return before, found.end() if found else span[1]


def _edited(source: str, changes: Iterable[tuple[Span, str]]) -> str:
    outer: list[tuple[Span, str]] = []
    for span, text in sorted(changes):
        if not outer or span[0] >= outer[-1][0][1]:
            outer.append((span, text))
    for (first, last), text in reversed(outer):
        source = source[:first] + text + source[last:]
    return source


def _without_unused(text: str) -> str:
    """Without what only the figures needed: helpers, constants and imports that nothing names any more."""
    while True:
        tree, places = ast.parse(text), _places(text)
        named = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        changes = [change for node in tree.body[1:] for change in _unused(text, node, set(named), places)]
        if not changes:
            return text
        text = _edited(text, changes)


def _unused(text: str, node: ast.stmt, named: set[str], places: list[int]) -> Iterator[tuple[Span, str]]:
    match node:
        case ast.ImportFrom(module=module, names=aliases):
            kept = [alias.asname or alias.name for alias in aliases if (alias.asname or alias.name) in {*named, "*"}]
            if len(kept) < len(aliases) and module != "__future__":
                line = f"from {module} import {', '.join(kept)}"
                yield _span(node, places), "" if not kept else line if len(line) <= 120 else _folded(str(module), kept)
        case ast.FunctionDef(name=name) if name not in named:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            yield _with_doc(text, (places[first - 1], _span(node, places)[1])), ""
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            if name != "game" and name not in named:
                yield _with_doc(text, _span(node, places)), ""


def _with_doc(text: str, span: Span) -> Span:
    """With the comment behind it, and the sentence in quotation marks under a constant."""
    found = re.compile(r'([ \t]*#[^\n]*)?(\n"""[^"]*""")?').match(text, span[1])
    return span[0], found.end() if found else span[1]


def _folded(module: str, names: list[str]) -> str:
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


def _tidied(text: str) -> str:
    """At most two empty lines, and an end."""
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{4,}", "\n\n\n", lines).strip() + "\n"
