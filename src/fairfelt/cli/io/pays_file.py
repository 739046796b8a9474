"""A TOML file with changed paytables, to see what a game would be with them.

[Bonus]                                         # a wager
name = "what if"
pays = { "7" = 60, "4-card straight" = "3 to 2" }   # by the name of a line, or by a length or margin
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fairfelt.rules import Game, Paytable, UnknownName, Wager

from .errors import BadInput
from .read_file import toml_of

_KEYS = ("name", "pays")


def changed_tables(file: Path, game: Game) -> Iterator[tuple[str, Paytable]]:
    """Each wager of the file with its new paytable."""
    from fairfelt.reports.par.own_pays import BadPay

    for name, section in toml_of(file).items():
        try:
            yield name, _table(file, game, game.wager(name), section)
        except (UnknownName, BadInput, BadPay) as error:
            raise BadInput(f"{file}: {error}") from error


def _table(file: Path, game: Game, wager: Wager, section: object) -> Paytable:
    from fairfelt.reports.par.own_pays import own_table

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
    return own_table(game, wager, name, listed)
