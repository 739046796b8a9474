"""Pays somebody typed: fields of the address such as "pay:Pair Plus:flush=5 to 1", and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fairfelt.reports.par.own_pays import WHAT_IF, BadPay, PayLine, pay_lines, read_pay, with_pays
from fairfelt.rules import Game, Wager, parse_pay

LONGEST = 40
Changes = tuple[tuple[int, str], ...]
"""Lines and what they pay now, in words; no words for a line that is no longer listed."""


@dataclass(frozen=True)
class Typed:
    """What the fields change, wager by wager, and the sentence for every field that cannot be read."""

    pays: tuple[tuple[str, Changes], ...]
    mistakes: Mapping[str, str]


def field_of(wager: Wager, line: PayLine) -> str:
    """The name of the field for one line of a wager."""
    return f"pay:{wager.name}:{line.name}"


def editable(game: Game) -> list[Wager]:
    """Wagers paid by a table; of those of the game itself that share theirs, the first."""
    found: list[Wager] = []
    for wager in game.wagers:
        shared = wager.is_base and any(other.is_base and other.paytables == wager.paytables for other in found)
        if wager.paytable.pays and not shared:
            found.append(wager)
    return found


def typed_of(query: Mapping[str, str], game: Game) -> Typed:
    """Read every field; what says the same as the table in play changes nothing."""
    pays, mistakes = [], {}
    for wager in editable(game):
        changes, wrong = _read(query, game, wager)
        mistakes.update(wrong)
        if changes and not wrong:
            mistakes.update(_together(game, wager, changes))
        if changes:
            pays.append((wager.name, changes))
    return Typed(tuple(pays), mistakes)


def repriced(game: Game, pays: tuple[tuple[str, Changes], ...]) -> Game:
    """The game with those pays."""
    for name, changes in pays:
        wager = game.wager(name)
        new = {line: pay for line, pay in wager.paytable.pays.items() if line not in dict(changes)}
        new |= {line: read_pay(words, place=name) for line, words in changes if words}
        table = with_pays(game, wager, WHAT_IF, dict(sorted(new.items(), reverse=True)))
        game = game.with_pays(name, table)
    return game


def _read(query: Mapping[str, str], game: Game, wager: Wager) -> tuple[Changes, dict[str, str]]:
    changes, mistakes = [], {}
    for line in pay_lines(game, wager.name):
        field = field_of(wager, line)
        text = query.get(field)
        if text is None:
            continue
        try:
            words = _words(text.strip(), line)
        except BadPay as error:
            mistakes[field] = error.sentence
            continue
        printed = wager.paytable.pays.get(line.line)
        if words != (printed.words if printed else ""):
            changes.append((line.line, words))
    return tuple(changes), mistakes


def _words(text: str, line: PayLine) -> str:
    if text:
        return read_pay(text[:LONGEST], place=line.name).words
    if line.needed:
        raise BadPay(line.name, "this line needs a pay: write 'lose' if it loses")
    return ""


def _together(game: Game, wager: Wager, changes: Changes) -> dict[str, str]:
    """What is wrong with pays that are right one by one, told at the first that was changed."""
    try:
        repriced(game, ((wager.name, changes),))
    except BadPay as error:
        first = next(line for line in pay_lines(game, wager.name) if line.line == changes[0][0])
        return {field_of(wager, first): f"{wager.name} {error.sentence}"}
    return {}


def table_words(game: Game, pays: tuple[tuple[str, Changes], ...]) -> tuple[str, ...]:
    """Where the pays depart from the game, a sentence each."""
    sentences = []
    for name, changes in pays:
        wager = game.wager(name)
        names = {line.line: line.name for line in pay_lines(game, wager.name)}
        told = [f"{names[line]} {_paid(words)} instead of {_printed(wager, line)}" for line, words in changes]
        sentences.append(f"{wager.name} {wager.paytable.name}".strip() + f": {'; '.join(told)}.")
    return tuple(sentences)


def _paid(words: str) -> str:
    return parse_pay(words).sentence if words else "is not listed"


def _printed(wager: Wager, line: int) -> str:
    printed = wager.paytable.pays.get(line)
    return printed.words if printed else "nothing of its own"
