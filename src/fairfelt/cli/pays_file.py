"""A TOML file with changed paytables, to see what a game would be with them.

[Bonus]                                         # a wager
name = "what if"
pays = { "7" = 60, "4-card straight" = "3 to 2" }   # by the name of a line, or by a length or margin
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairfelt.rules import Envy, Game, Pay, Paytable, UnknownName, Wager, parse_pay

from .errors import BadInput

_KEYS = ("name", "pays")


def changed_tables(file: Path, game: Game) -> Iterator[tuple[str, Paytable]]:
    """Each wager of the file with its new paytable."""
    for name, section in _read(file).items():
        try:
            yield name, _table(file, game, game.wager(name), section)
        except (UnknownName, BadInput) as error:
            raise BadInput(f"{file}: {error}") from error


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not a text file in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{file} is not TOML: {error}") from error


def _table(file: Path, game: Game, wager: Wager, section: object) -> Paytable:
    if not isinstance(section, dict):
        raise BadInput(f"{wager.name!r} is not a table: write [{wager.name}] and below it pays = {{ … }}")
    for key in section:
        if key not in _KEYS:
            raise BadInput(f"[{wager.name}] has no setting {key!r}: there is {' and '.join(_KEYS)}")
    if not wager.paytable.pays:
        paid = ", ".join(w.name for w in game.wagers if w.paytable.pays)
        raise BadInput(f"[{wager.name}] is not paid by a table; {paid} are")
    listed = section.get("pays")
    if not isinstance(listed, dict) or not listed:
        raise BadInput(f'[{wager.name}] needs its pays: write pays = {{ "line" = 40 }}')
    name = section.get("name", file.stem)
    if not isinstance(name, str) or not name:
        raise BadInput(f'[{wager.name}] has no good name: write name = "what if"')
    return _kept(wager.paytable, name, _pays(game, wager, listed))


def _pays(game: Game, wager: Wager, listed: Mapping[str, Any]) -> dict[int, Pay]:
    names = line_names(game, wager)
    pays: dict[int, Pay] = {}
    for key, text in listed.items():
        line = _line(wager, key, names)
        if line in pays:
            raise BadInput(f"[{wager.name}] lists {key!r} twice, once by another name")
        try:
            pays[line] = parse_pay(text)
        except ValueError as error:
            raise BadInput(f"[{wager.name}] {key!r}: {error}") from error
    return pays


def line_names(game: Game, wager: Wager) -> dict[str, int]:
    """What the lines of a wager's table can be called, in small letters."""
    from fairfelt.reports.settled import paid_by_line

    table = wager.paytable
    if not paid_by_line(game, wager):
        return {str(margin): margin for margin in range(max(table.pays) + 1)} | {
            f"win by {margin}": margin for margin in range(max(table.pays) + 1)
        }
    ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
    assert ranking, "a wager paid by line needs a ranking"
    names = {line.name.lower(): number for number, line in enumerate(ranking.lines)}
    names |= {text.lower(): number for number, text in table.names.items()}
    return names | _lengths(names)


def _lengths(names: Mapping[str, int]) -> dict[str, int]:
    """Bare numbers, for rankings whose lines are lengths and where a number can mean only one of them."""
    numbered = {number for name, number in names.items() if name.startswith(f"{number}-card ")}
    if len(numbered) < sum(name[0].isdigit() for name in names):
        return {}
    return {str(number): number for number in set(names.values())} if numbered else {}


def _line(wager: Wager, key: str, names: Mapping[str, int]) -> int:
    name = key.lower().strip()
    if name not in names:
        raise UnknownName(f"line in the table of {wager.name}", key, tuple(names))
    return names[name]


def _kept(old: Paytable, name: str, pays: dict[int, Pay]) -> Paytable:
    """The new pays with what still applies of the old table: names, envy, or-more."""
    names = {line: text for line, text in old.names.items() if line in pays}
    return Paytable(name, pays, names=names, envy=_kept_envy(old.envy, pays), or_more=old.or_more)


def _kept_envy(envy: Envy | None, pays: Mapping[int, Pay]) -> Envy | None:
    amounts = {line: amount for line, amount in envy.amounts.items() if line in pays} if envy else {}
    return replace(envy, amounts=amounts) if envy and amounts else None
