"""Pays typed in the paytable editor: fields of the address such as "pay:Pair Plus:flush=5 to 1", and their mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fairfelt.reports.par.own_pays import WHAT_IF, BadPay, PayLine, pay_lines, read_pay, with_pays
from fairfelt.rules import Game, Pay, Wager

LONGEST = 40
LineChanges = tuple[tuple[int, Pay | None], ...]
"""Lines and what they pay now; None for a line that is no longer listed."""
Pays = tuple[tuple[str, LineChanges], ...]
"""Wagers and the lines of theirs that pay otherwise."""


@dataclass(frozen=True)
class PayOverrides:
    """What the fields change, wager by wager, and the sentence for every field that cannot be read."""

    pays: Pays
    mistakes: Mapping[str, str]


def pay_field(wager: Wager, line: PayLine) -> str:
    """The name of the field for one line of a wager."""
    return f"pay:{wager.name}:{line.name}"


def editable_wagers(game: Game) -> list[Wager]:
    """Wagers paid by a table."""
    return without_shared(game, lambda wager: bool(wager.paytable.pays))


def without_shared(game: Game, is_wanted: Callable[[Wager], bool]) -> list[Wager]:
    """The wanted wagers; of those of the game itself that share their paytables, the first."""
    found: list[Wager] = []
    for wager in game.wagers:
        is_shared = wager.is_base and any(other.is_base and other.paytables == wager.paytables for other in found)
        if is_wanted(wager) and not is_shared:
            found.append(wager)
    return found


def read_pay_overrides(query: Mapping[str, str], game: Game) -> PayOverrides:
    """Read every field; what says the same as the table in play changes nothing."""
    pays: list[tuple[str, LineChanges]] = []
    mistakes: dict[str, str] = {}
    for wager in editable_wagers(game):
        changes, wrong = _read_wager(query, game, wager)
        mistakes.update(wrong)
        if changes:
            pays.append((wager.name, changes))
            if not wrong:
                mistakes.update(_check_table(game, wager, changes))
    return PayOverrides(tuple(pays), mistakes)


def apply_overrides(game: Game, pays: Pays) -> Game:
    """The game with those pays."""
    for name, changes in pays:
        wager = game.wager(name)
        new = {line: pay for line, pay in {**wager.paytable.pays, **dict(changes)}.items() if pay}
        table = with_pays(game, wager, WHAT_IF, dict(sorted(new.items(), reverse=True)))
        game = game.with_pays(name, table)
    return game


def _read_wager(query: Mapping[str, str], game: Game, wager: Wager) -> tuple[LineChanges, dict[str, str]]:
    changes, mistakes = [], {}
    for line in pay_lines(game, wager.name):
        field = pay_field(wager, line)
        if field not in query:
            continue
        try:
            pay = _read_line(query[field].strip(), line)
            if pay and pay.share and not wager.feeds_meter:
                raise BadPay(line.name, f"{wager.name} feeds no meter: pay odds, such as 40")
        except BadPay as error:
            mistakes[field] = error.sentence
            continue
        printed = wager.paytable.pays.get(line.line)
        if (pay and pay.words) != (printed and printed.words):
            changes.append((line.line, pay))
    return tuple(changes), mistakes


def _read_line(text: str, line: PayLine) -> Pay | None:
    if text:
        return read_pay(text[:LONGEST], place=line.name)
    if line.needed:
        raise BadPay(line.name, "this line needs a pay: write 'lose' if it loses")
    return None


def _check_table(game: Game, wager: Wager, changes: LineChanges) -> dict[str, str]:
    """What is wrong with pays that are right one by one, shown at the first that was changed."""
    try:
        apply_overrides(game, ((wager.name, changes),))
    except BadPay as error:
        first = next(line for line in pay_lines(game, wager.name) if line.line == changes[0][0])
        return {pay_field(wager, first): f"{wager.name} {error.sentence}"}
    return {}


def describe_overrides(game: Game, pays: Pays) -> tuple[str, ...]:
    """Where the pays depart from the game, a sentence each."""
    sentences = []
    for name, changes in pays:
        wager = game.wager(name)
        names = {line.line: line.name for line in pay_lines(game, wager.name)}
        parts = [f"{names[line]} {_new_words(pay)} instead of {_printed_words(wager, line)}" for line, pay in changes]
        sentences.append(f"{wager.name} {wager.paytable.name}".strip() + f": {'; '.join(parts)}.")
    return tuple(sentences)


def _new_words(pay: Pay | None) -> str:
    return pay.sentence if pay else "is not listed"


def _printed_words(wager: Wager, line: int) -> str:
    printed = wager.paytable.pays.get(line)
    return printed.words if printed else "nothing of its own"
