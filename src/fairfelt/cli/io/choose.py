"""Reads what a command names: files, passphrases, changed pays, a game with its paytables, the journal of a room."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairfelt.cli.io.errors import BadInput, bad_input, complain
from fairfelt.rules import Game, Paytable, UnknownName, Wager

if TYPE_CHECKING:
    from fairfelt.room.event import RoomEvent


def text_of(file: Path, option: str = "") -> str:
    """The text of a file, perhaps of one that an option or a setting names."""
    named = f"{option} {file}".strip()
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{named} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{named} is not a text file in UTF-8") from error


def toml_of(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text_of(file))
    except ValueError as error:  # not only TOMLDecodeError: a whole number may have too many digits
        raise BadInput(f"{file} is not TOML: {error}") from error


def read_passphrase(file: Path | None, option: str = "--passphrase-file") -> str | None:
    """The first line of a file; None if no file is named."""
    return None if file is None else text_of(file, option).partition("\n")[0].rstrip("\r")


_KEYS = ("name", "pays")


def changed_tables(file: Path, game: Game) -> Iterator[tuple[str, Paytable]]:
    """Each wager of the file with its new paytable."""
    from fairfelt.analysis.design.pays import BadPay

    for name, section in toml_of(file).items():
        with bad_input(UnknownName, BadInput, BadPay, where=str(file)):
            yield name, _table(file, game, game.wager(name), section)


def _table(file: Path, game: Game, wager: Wager, section: object) -> Paytable:
    from fairfelt.analysis.design.pays import own_table

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


@dataclass(frozen=True)
class Chosen:
    """A game, and in words where it departs from its definition."""

    game: Game
    changes: tuple[str, ...] = ()


def find_game(name: str, variant: str = "") -> Game:
    """The game of that name and version, or of a file: what looks like a path is one, and Python in it is run."""
    from fairfelt import games

    if is_path(name):
        game = games.read_game(Path(name))
    else:
        try:
            game = games.find(name)
        except UnknownName as error:
            faults = "".join(f"\n  {fault}" for fault in games.own_games().faults)
            said = error if error.nearest else f"there is no game {name!r}; 'fairfelt games' lists those there are"
            raise BadInput(f"{said}{faults and '; these games of your own could not be read:'}{faults}") from None
    if variant and game.variants == (game,) and not game.variant:
        raise BadInput(f"{game.name} has only one version: leave out --variant {variant}")
    return game[variant] if variant else game


def is_path(name: str) -> bool:
    """True for the name of a file, not of a game in the catalogue."""
    return name.endswith((".py", ".json")) or "/" in name or "\\" in name


def choose(
    name: str,
    variant: str = "",
    *,
    paytables: Sequence[str] = (),
    rulings: Sequence[str] = (),
    pays: Path | None = None,
    decks: int | None = None,
) -> Chosen:
    """That game with the decks, rulings, paytables and changed pays that were asked for."""
    game = find_game(name, variant)
    changes = []
    if decks is not None:
        if decks not in (counted := game.countable_decks):
            raise BadInput(f"--decks {decks} is not possible: {game.name} is dealt from {', '.join(map(str, counted))}")
        named = game.decks or (game.deck.copies,)
        beyond = "" if decks in named else f" Its sheet names {' or '.join(map(str, named))}."
        changes.append(f"Decks: {decks} instead of {game.deck.copies}.{beyond}")
        game = game.with_decks(decks)
    for ruling, choice in pairs(rulings, "--ruling", "NAME=CHOICE"):
        changes.append(_ruling_words(game, ruling, choice))
        game = game.with_ruling(ruling, choice)
    for wager, table in pairs(paytables, "--paytable", "WAGER=NAME"):
        game = game.with_paytable(wager, table)
    for wager, new in changed_tables(pays, game) if pays else ():
        old = game.wager(wager).paytable.name
        changes.append(f"{game.wager(wager).name} is paid by the table “{new.name}” instead of “{old}”.")
        game = game.with_pays(wager, new)
    return Chosen(game, tuple(changes))


def pairs(texts: Sequence[str], option: str, form: str) -> list[tuple[str, str]]:
    """Read what stands on both sides of an equals sign in each of the texts."""
    pairs = [text.partition("=") for text in texts]
    for text, (left, equals, right) in zip(texts, pairs, strict=True):
        if not (left.strip() and equals and right.strip()):
            raise BadInput(f"{option} {text!r} is not of the form {form}")
    return [(left.strip(), right.strip()) for left, _, right in pairs]


def _ruling_words(game: Game, name: str, choice: str) -> str:
    for ruling in game.rulings:
        if ruling.name == name and choice in ruling.alternatives:
            return f"Ruling {name}, read as “{choice}”: {ruling.alternatives[choice].reading}"
    return ""


def check_room(database: str) -> None:
    """Refuse a place that holds no journal, and leave nothing there; a database that is away is waited for."""
    from fairfelt.ledger import LedgerUnavailable, NoJournal
    from fairfelt.ledger.store import shown, snapshot

    try:
        with snapshot(database):
            pass
    except NoJournal as error:
        new = f"fairfelt room found {shown(database)} --name NAME --second NAME"
        raise BadInput(f"{error}; a new room is made with: {new}") from error
    except LedgerUnavailable as error:
        complain(f"WARNING: {error}: the server waits for it")


def check_demonstration(database: str) -> None:
    """Refuse to play a demonstration in the journal of a real room: nothing is written there."""
    from fairfelt.twin.demo import CONSOLE, NOT_ONE

    devices = _devices(database)
    if devices and CONSOLE not in devices:
        raise BadInput(NOT_ONE)


def check_not_founded(database: str) -> None:
    """Refuse a journal that has a room, at once: to start its server takes a while."""
    from fairfelt.server.founding import FOUNDED

    if _devices(database):
        raise BadInput(FOUNDED)


def _devices(database: str) -> list[str]:
    """Every device that was ever enrolled; none where there is no journal yet."""
    from fairfelt.ledger import NoJournal
    from fairfelt.room.commands.devices import EnrolDevice

    try:
        return [each["device"] for each in _recorded(database, EnrolDevice.recorded)]
    except NoJournal:
        return []


def enforces_law(database: str) -> bool:
    """True if the law of a room is enforced, by its log; LedgerUnavailable where that cannot be read."""
    from fairfelt.law import Mode
    from fairfelt.room.commands.law import SetLaw

    chosen = _recorded(database, SetLaw.recorded)
    return bool(chosen) and chosen[-1]["mode"] == Mode.ENFORCE


def _recorded(database: str, event: type[RoomEvent]) -> list[dict[str, Any]]:
    """The events of one kind on the log of a room: nothing is replayed for it."""
    import json

    from fairfelt.ledger.store import snapshot

    with snapshot(database) as taken:
        found = taken.recorded({str(event.__struct_config__.tag)}, after=0, last=taken.head.number)
        return [json.loads(each.body) for each in found]


def check_folder(database: str) -> None:
    """Refuse a file in a folder that is not there."""
    from fairfelt.ledger.store import file_of, place_of

    file = file_of(place_of(database))
    if file and not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} for a journal: make it first")
    if file and not os.access(file.parent, os.W_OK | os.X_OK):
        raise BadInput(f"this user may not write in the folder {file.parent}: give it the right to, or choose another")
