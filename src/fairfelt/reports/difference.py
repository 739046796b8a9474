"""What differs between two versions of a game, two definitions, or what two releases of the software found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from fairfelt.engine.answers.numbers import to_decimal
from fairfelt.engine.answers.par import Par
from fairfelt.reports.par.par_sheet import par_dict
from fairfelt.reports.placard.placard import placard_dict
from fairfelt.reports.report import Report, plain_data
from fairfelt.reports.sheet import Facts, Section, Sheet, Words, num, table
from fairfelt.reports.sheet.english import capital, count
from fairfelt.rules import Game

Path = tuple[str, ...]
NAMES = (("wager", "paytable"), ("street", "choice"), ("paytable",), ("ruling",), ("net",), ("hand",), ("name",),
         ("when",))  # fmt: skip
"""The fields by which an entry of a list is known; entries of other lists are known by their place."""
CONTAINERS = ("wagers", "paytables", "outcomes")
"""Lists whose name says nothing beside those of their entries."""
MATHEMATICS = ("wagers", "headline", "round", "best_setting", "decisions", "warnings", "uncounted")
RULES = ("name", "summary", "headlines", "deck", "most_seats", "rules_of_play", "order_of_hands", "tie_breaks",
         "table_procedure", "lists", "wagers", "rulings")  # fmt: skip
MISSING = "–"
LONGEST = 24


@dataclass(frozen=True)
class Subject:
    """One side: what it is called, the fingerprint of its rules, and what is known of it."""

    title: str
    fingerprint: str
    rules: Mapping[str, Any] | None = None
    mathematics: Mapping[str, Any] | None = None
    """None where only the rules are compared."""


@dataclass(frozen=True)
class Changed:
    """Something that is said on both sides otherwise, or on one side only."""

    where: str
    before: str = MISSING
    after: str = MISSING


def game_subject(game: Game, par: Par | None) -> Subject:
    """A game as it is here, with its figures where they are counted."""
    rules = placard_dict(game)
    return Subject(game.title, rules["fingerprint"], rules, plain_data(par_dict(par)) if par else None)


def bet_subject(title: str, found: Subject, wager: str, paytable: str) -> Subject:
    """One bet of it with one paytable, whatever the paytable is called."""
    pays = next(each for each in _wager(found.rules, wager)["paytables"] if each["paytable"] == paytable)
    rules = {
        "wagers": [
            {"wager": wager, "rules": _wager(found.rules, wager)["rules"], "paytables": [{**pays, "paytable": ""}]}
        ]
    }
    sheets = found.mathematics["wagers"] if found.mathematics else []
    figures = [{**each, "paytable": ""} for each in sheets if (each["wager"], each["paytable"]) == (wager, paytable)]
    return Subject(title, found.fingerprint, rules, {"wagers": figures} if found.mathematics else None)


def _wager(rules: Mapping[str, Any] | None, name: str) -> dict[str, Any]:
    assert rules, "a game has rules"
    return next(each for each in rules["wagers"] if each["wager"] == name)


def file_subject(title: str, held: Mapping[str, Any]) -> Subject | None:
    """What `fairfelt rules`, `par` or `report` wrote with --json; None where it is none of these."""
    made = held.get("imprint", {}).get("fairfelt", "")
    named = f"{title}{f', by Fairfelt {made}' if made else ''}"
    if "rules_of_play" in held:
        return Subject(named, held["fingerprint"], held)
    return Subject(named, held["fingerprint"], mathematics=held) if "round" in held else None


def difference_report(a: Subject, b: Subject) -> Report:
    """All that differs; it passes where nothing does."""
    rules = list(changes(_part(a.rules, RULES), _part(b.rules, RULES))) if a.rules and b.rules else []
    both = a.mathematics and b.mathematics
    figures = list(changes(_part(a.mathematics, MATHEMATICS), _part(b.mathematics, MATHEMATICS))) if both else []
    other = a.fingerprint != b.fingerprint
    same = not (rules or figures or other)
    counted = f"{count(len(rules), 'difference')} in rules and pays, {count(len(figures), 'difference')} in figures."
    left_out = [name for name, there in (("rules", a.rules and b.rules), ("figures", both)) if not there]
    sheet = Sheet(
        "Difference",
        f"{a.title} and {b.title}",
        Section(
            "",
            Words("They are the same." if same else capital(counted)),
            Facts(("A", a.title), ("Fingerprint", a.fingerprint), ("B", b.title), ("Fingerprint", b.fingerprint)),
            Words(f"Not compared, for one side says nothing of them: {' and '.join(left_out)}.") if left_out else None,
        ),
        Section("Rules and pays", table(rules, *_COLUMNS)) if rules else None,
        Section("Figures", table(figures, *_COLUMNS, (num("B minus A"), _moved))) if figures else None,
    )
    plain = {
        "same": same,
        "a": {"title": a.title, "fingerprint": a.fingerprint},
        "b": {"title": b.title, "fingerprint": b.fingerprint},
        "rules": [vars(each) for each in rules],
        "figures": [vars(each) for each in figures],
        "not_compared": left_out,
    }
    return Report(sheet, plain, "difference", passed=same)


_COLUMNS = (
    ("Where", lambda each: capital(each.where)), ("A", lambda each: _shown(each.before)),
    ("B", lambda each: _shown(each.after)),
)  # fmt: skip


def _part(held: Mapping[str, Any] | None, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: held[name] for name in names if name in held} if held else {}


def changes(a: Any, b: Any, path: Path = ()) -> Iterator[Changed]:
    """Leaf by leaf; sentences of a list are set side by side, so that a new one does not move all that follow."""
    if a == b:
        return
    alone = path and (a is None or b is None)
    if alone or _is_number(a) or _is_number(b) or not (isinstance(a, (dict, list)) or isinstance(b, (dict, list))):
        yield Changed(", ".join(path), _written(a), _written(b))
    elif _is_sentences(a) and _is_sentences(b):
        yield from _sentences(a or [], b or [], ", ".join(path))
    else:
        first, second = (_entries(side) for side in (a, b))
        for name in dict.fromkeys((*first, *second)):
            below = path if name in CONTAINERS else (*path, name.replace("_", " "))
            yield from changes(first.get(name), second.get(name), below)


def _is_number(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"decimal", "fraction"}


def _is_sentences(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(each, str) for each in value))


def _sentences(a: list[str], b: list[str], where: str) -> Iterator[Changed]:
    for tag, a_from, a_to, b_from, b_to in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            for before, after in zip_longest(a[a_from:a_to], b[b_from:b_to], fillvalue=MISSING):
                yield Changed(where, before, after)


def _entries(value: Any) -> dict[str, Any]:
    """The parts of a value by their names."""
    if isinstance(value, dict):
        return value
    found = dict[str, Any]()
    for at, each in enumerate(value or (), 1):
        fields = next((names for names in NAMES if isinstance(each, dict) and names[0] in each), ())
        name = " ".join(filter(None, (_written(each.get(field, "")) for field in fields))) or str(at)
        found[name if name not in found else f"{name} ({at})"] = each
    return found


def _written(value: Any) -> str:
    match value:
        case None:
            return MISSING
        case {"decimal": _, "fraction": fraction}:
            return str(fraction)
        case dict():
            return "; ".join(f"{name.replace('_', ' ')} {_written(each)}" for name, each in value.items() if each)
        case list():
            return "; ".join(map(_written, value))
    return str(value)


def _shown(text: str) -> str:
    """A long fraction as a decimal number: the data have it whole."""
    try:
        return text if len(text) <= LONGEST else f"{to_decimal(Fraction(text)):.10f}"
    except ValueError:
        return text


def _moved(each: Changed) -> str:
    """By how much an exact number differs; blank for what is none."""
    try:
        return f"{to_decimal(Fraction(each.after) - Fraction(each.before)):+.10f}"
    except ValueError:
        return ""
