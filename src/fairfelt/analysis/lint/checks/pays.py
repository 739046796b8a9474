"""Paytables by themselves: names, order, and what their pays are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import lcm

from fairfelt.engine.warnings import pays_out_of_order
from fairfelt.rules import Basis, Paytable

from ..check import Stage, check
from ..finding import Finding, Place, error, note
from ..subject import Subject, place_of


@check("FF103", "two paytables of one name", Stage.SHEET)
def names_twice(subject: Subject) -> Iterable[Finding]:
    """A paytable is chosen and approved by its name. If two tables of a wager share one, nobody can say which of them
    is in play."""
    for wager in subject.game.wagers:
        for name, times in Counter(table.name.lower() for table in wager.paytables).items():
            if times > 1:
                text = f"{times} paytables of {wager.name} are called “{name}”."
                yield error(Place(wager.name, name), text, right="Give each table a name of its own.")


@check("FF104", "one paytable under two names", Stage.SHEET)
def tables_alike(subject: Subject) -> Iterable[Finding]:
    """Two tables that pay the same for every hand, envy included, are one table that was approved twice, or one of
    them has a misprint."""
    for wager in subject.game.wagers:
        for a, b in combinations(wager.paytables, 2):
            if (a.pays, a.envy, a.or_more) == (b.pays, b.envy, b.or_more):
                text = f"{wager.name} {b.name} pays line by line what {a.name} pays."
                yield note(place_of(wager, b), text, right="Keep one of them, or correct the pay in which they differ.")


@check("FF105", "a better hand pays less", Stage.SHEET)
def out_of_order(subject: Subject) -> Iterable[Finding]:
    """A hand is paid by the best line it makes. If a better line pays less than a lower one, a player is paid less for
    the better hand, and the order of hands or the pay is wrong."""
    for flaw in pays_out_of_order(subject.game):
        place = Place(flaw.wager, flaw.paytable, flaw.line)
        yield error(place, flaw.text, right="Pay the better hand as much or more, or pay the best pay a hand makes.")


@check("FF106", "a special case that pays no more", Stage.SHEET)
def case_for_nothing(subject: Subject) -> Iterable[Finding]:
    """A line that is a special case of another and pays the same could be left out; printed apart, it looks as if it
    was meant to pay more."""
    for wager, table in subject.tables:
        for line, pay in table.pays.items():
            general = wager.ranking.lines[line].kind_of if wager.ranking and line < len(wager.ranking.lines) else None
            if general is not None and table.pays.get(general) == pay and _no_envy_apart(table, line, general):
                name = table.line_name(general, wager.ranking)
                text = f"{table.line_name(line, wager.ranking)} pays {pay.words}, as every {name} does."
                yield note(place_of(wager, table, line), text, right="Leave the line out, or pay it more.")


def _no_envy_apart(table: Paytable, line: int, general: int) -> bool:
    return not table.envy or table.envy.per_unit(line) == table.envy.per_unit(general)


@check("FF107", "“to 1” and “for 1” in one table", Stage.SHEET)
def to_and_for(subject: Subject) -> Iterable[Finding]:
    """A pay “to 1” returns the stake and a pay “for 1” keeps it. A table that mixes them is paid wrongly by a dealer
    who knows the one and not the other."""
    for wager, table in subject.tables:
        bases = {pay.basis for pay in table.pays.values() if pay.net > 0}
        if {Basis.TO, Basis.FOR} <= bases:
            text = f"{wager.name} {table.name} has pays “to 1” and pays “for 1”."
            yield error(place_of(wager, table), text, right="Print all pays of a table in one form.")


@check("FF108", "a pay that chips cannot make", Stage.SHEET)
def broken_chips(subject: Subject) -> Iterable[Finding]:
    """A pay such as 3 to 2 is a whole amount only for some bets. The sheet should say which bets may be made, or how
    the rest is rounded."""
    for wager, table in subject.tables:
        unit = lcm(*(pay.net.denominator for pay in table.pays.values()))
        if unit > 1:
            odds = next(pay.words for pay in table.pays.values() if pay.net.denominator > 1)
            text = f"{odds} is a whole number of chips only for a bet of {unit} chips, or of a multiple of that."
            right = f"Take bets in steps of {unit} of the least chip, or say how a part of a chip is rounded."
            yield note(place_of(wager, table), text, right=right)
