"""The controller's look at itself: chain, books and software, at the start and every day."""

from __future__ import annotations

from dataclasses import dataclass

from fairfelt import games
from fairfelt.law import Mode
from fairfelt.ledger import Ledger, LedgerError
from fairfelt.room import Floor
from fairfelt.rules import UnknownName

EVERY_S = 24 * 3600.0
PLAIN_HTTP = (
    "other machines would send keys and PINs in the clear over plain http: set tls.certificate_file and tls.key_file, "
    "or listen at 127.0.0.1 behind a proxy that speaks https, or name such a proxy in server.trusted_proxies"
)


@dataclass(frozen=True)
class Check:
    """The result of one self-check."""

    at_micros: int
    events: int
    head: str
    software: str
    wrong: str = ""
    """Empty if all was as it must be."""

    @property
    def passed(self) -> bool:
        """All was right."""
        return not self.wrong


def broken_journal(ledger: Ledger[Floor]) -> str:
    """The fault of the journal, as a sentence; empty if there is none."""
    try:
        ledger.verify()
    except LedgerError as error:
        return str(error)
    return ""


def changed_games(floor: Floor) -> str:
    """The first table whose game is no longer the one it was set up with, as a sentence; empty if there is none."""
    for name, table in floor.tables.items():
        now = fingerprint_here(table.game, table.variant)
        if now != table.fingerprint:
            return (
                f"the rules of the game at table {name} are not those it was set up with "
                f"(fingerprint {now[:12] or 'none'}, set up with {table.fingerprint[:12]})"
            )
    return ""


def unlawful_line(floor: Floor, *, plain_http: bool) -> str:
    """Why no game may start over the lines that lead here, as a sentence; empty if it may."""
    return PLAIN_HTTP if plain_http and floor.jurisdiction.mode is Mode.ENFORCE else ""


def fingerprint_here(game: str, variant: str) -> str:
    """The fingerprint of a game as it runs here; empty where it is not here."""
    try:
        return games.fingerprint_of(game, variant)
    except UnknownName:
        return ""
