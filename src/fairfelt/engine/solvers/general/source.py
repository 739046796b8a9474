"""Writes the kernel that turns over every hidden card in every way and counts how the rounds end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import PLACES, Group, Level, reads, ways_to_turn
from fairfelt.rules import Cards, Showdown
from fairfelt.rules.hands import LINE_BITS, Ranking

from .settlements import Settlements

INDENT = "    "
LETTERS = "pqd"
"""The cards of a place in the source: the player's own, the community's, the dealer's."""


@dataclass(frozen=True)
class Value:
    """Statements that can run once these cards are there."""

    cards: frozenset[str]
    statements: tuple[str, ...]
    sets: str = ""
    """The name of what they work out."""


@dataclass(frozen=True, eq=False)
class CountingPlan:
    """What a kernel does for one information set, whatever language it is written in."""

    seen: tuple[str, ...]
    """The names of the visible cards, in the order of an information set."""
    loops: tuple[tuple[int, str], ...]
    """Number of the group and name of every hidden card that a bet reads or a mark tells."""
    values: tuple[Value, ...]
    """What is worked out of the cards; the last one is the number of the ending."""
    factor: int
    """In how many ways the cards can lie that no bet reads."""
    tables: dict[str, NDArray[Any]]


def counting_plan(
    settlements: Settlements, level: Level, down: Sequence[Group], *, left: int, dead: int = 0
) -> CountingPlan:
    """Which cards are turned over, and what is made of them. What no bet reads and no mark tells stays as it is.

    The number of an ending is `label of the marked cards × endings + ending`. The last columns of a row are dead
    cards: out of the deck, and in no hand that is settled.
    """
    names = [[f"{LETTERS[at]}{n}" for n in range(level.counts[at])] for at in range(3)]
    seen = (*(name for place in names for name in place), *(f"x{n}" for n in range(dead)))
    turned: list[list[str]] = []
    for group in down:
        place = names[PLACES.index(group.place)]
        turned.append([f"{LETTERS[PLACES.index(group.place)]}{len(place) + n}" for n in range(group.size)])
        place += turned[-1]
    values, number, tables = _values(settlements, names)
    needed = {card for value in values for card in value.cards}
    loops, unread, label = list[tuple[int, str]](), list[int](), ""
    for at, (group, cards) in enumerate(zip(down, turned, strict=True)):
        if not group.classes and not needed & set(cards):
            unread.append(group.size)
            continue
        loops += [(at, name) for name in cards]
        if group.classes:
            tables[f"label{at}"] = group.weights
            told = " + ".join(f"label{at}[{name}]" for name in cards)
            label = f"({label}) * {group.labels} + {told}" if label else told
    if label:
        number = f"({label}) * {len(settlements)} + {number}"
    last = Value(frozenset(name for _, name in loops), (f"ending = {number}",))
    return CountingPlan(seen, tuple(loops), (*values, last), ways_to_turn(left - len(loops), unread), tables)


def counting_source(plan: CountingPlan, *, copies: bool) -> str:
    """`count(infosets, faces, held, tally, tables…)`: [infoset, ending] += ways, over all that is face down.

    Ways are deals, which `GeneralProblem.verify_form` keeps below 2^62.
    """
    seen, last = plan.seen, plan.values[-1]
    values = [*plan.values[:-1], Value(last.cards, (*last.statements, "tally[i, ending] += ways"))]
    lines = [f"{name} = infosets[i, {at}]" for at, name in enumerate(seen)]
    lines += ["for f in range(faces.shape[0]): left[f] = held[f]"]
    lines += [f"for f in range(faces.shape[0]): left[f] -= faces[f] == {name}" for name in seen]
    return "\n".join(
        [
            "import numpy as np",
            "from fairfelt.runtime.compute.jit import njit",
            "",
            "@njit(nogil=True, cache=True, boundscheck=False)",
            f"def count(infosets, faces, held, tally{''.join(', ' + name for name in plan.tables)}):",
            f"{INDENT}left = np.zeros(faces.shape[0], np.int64)",
            f"{INDENT}for i in range(infosets.shape[0]):",
            *_indented(2, lines),
            *_loops(plan.loops, values, set(seen), plan.factor, copies),
            "",
        ]
    )


def _values(settlements: Settlements, names: list[list[str]]) -> tuple[list[Value], str, dict[str, NDArray[Any]]]:
    """What is worked out of the cards, the number of the ending by it, and the tables for both."""
    found: list[Value] = []
    tables: dict[str, NDArray[Any]] = {}

    def rank(out: str, ranking: Ranking, places: Cards) -> None:
        cards = [name for at in reads(places) for name in names[at]]
        written = ranking.emit(out, cards)
        tables.update(written.tables)
        found.append(Value(frozenset(cards), written.statements, out))

    number = "0"
    showdown = settlements.game.showdown
    if showdown and settlements.rows:
        rank("mine", showdown.ranking, Cards.OWN | showdown.shared)
        rank("theirs", showdown.ranking, Cards.DEALER | showdown.shared)
        tables["rows"] = settlements.rows.index.astype(np.int64)
        number = _row(showdown)
    for at, hand in enumerate(settlements.hands):
        rank(f"hand{at}_", hand.ranking, hand.on)
        line = f"(hand{at}_ >> {LINE_BITS})"
        if hand.against:
            rank(f"other{at}_", hand.ranking, hand.against)
            line = f"({line} * {len(hand.ranking.lines)} + (other{at}_ >> {LINE_BITS}))"
        tables[f"lines{at}"] = hand.numbers
        number = f"({number}) * {len(hand.lines)} + lines{at}[{line}]"
    return found, number, tables


def _row(showdown: Showdown) -> str:
    plays = f"(theirs >= {showdown.qualifying_value}) * 1" if showdown.qualify else "1"
    return f"rows[mine >> {LINE_BITS}, theirs >> {LINE_BITS}, 1 + (mine > theirs) * 1 - (mine < theirs) * 1, {plays}]"


def _loops(
    loops: Sequence[tuple[int, str]], values: list[Value], there: set[str], factor: int, copies: bool
) -> Iterator[str]:
    """A loop for each hidden card, and every value as far out as its cards allow."""
    waiting, depth = list(values), 2
    yield from _indented(depth, [f"ways = {factor}"])
    yield from _ready(depth, waiting, there)
    taken = []
    for at, (place, name) in enumerate(loops):
        same = at > 0 and loops[at - 1][0] == place
        before, start = f"a{at - 1}", "0"
        if same:
            start = before if copies else f"{before} + 1"
        yield from _indented(depth, [f"for a{at} in range({start}, faces.shape[0]):"])
        depth += 1
        lines = [f"l{at} = left[a{at}]", f"if l{at} <= 0: continue", f"{name} = faces[a{at}]"]
        if copies:
            lines.append(f"r{at} = r{at - 1} + 1 if a{at} == {before} else 1" if same else f"r{at} = 1")
            lines += [f"ways{at} = {f'ways{at - 1}' if at else factor} * l{at} // r{at}", f"ways = ways{at}"]
        later = loops[at + 1 :]
        taken.append(any(copies or other != place for other, _ in later))
        if taken[-1]:
            lines.append(f"left[a{at}] = l{at} - 1")
        yield from _indented(depth, lines)
        there.add(name)
        yield from _ready(depth, waiting, there)
    for at in reversed(range(len(loops))):
        if taken[at]:
            yield from _indented(depth, [f"left[a{at}] = l{at}"])
        depth -= 1


def _ready(depth: int, waiting: list[Value], there: set[str]) -> Iterator[str]:
    """The statements of all values whose cards are there by now."""
    for value in [value for value in waiting if value.cards <= there]:
        waiting.remove(value)
        yield from _indented(depth, value.statements)


def _indented(depth: int, lines: Iterable[str]) -> list[str]:
    return [INDENT * depth + part for line in lines for part in line.splitlines()]
