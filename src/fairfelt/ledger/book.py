"""The books: what every account holds and how far every device has counted, from the entries alone."""

from __future__ import annotations

from collections.abc import Mapping

from .chain import NO_POSTINGS, Entry, Place, Postings, event_place, read_postings
from .errors import LedgerCorrupt

OWN = "ledger/"
"""Kinds of the ledger's own events begin with this; a machine neither makes nor replays them."""
GAP = "gap"
"""Why a number was refused: those before it are not in the journal."""
REFUSED, FAULT, NOTHING = "ledger/refused", "ledger/fault", "ledger/nothing"
CLOCK, TAKEOVER, SNAPSHOT = "ledger/clock", "ledger/takeover", "ledger/snapshot"
MOST_MICROS = (1 << 63) - 1
LEAST_MICROS = -MOST_MICROS


class Book:
    """Balances and counts, built up entry by entry; what does not add up is refused."""

    def __init__(
        self, balances: dict[str, int] | None = None, last_by_device: dict[str, int] | None = None, postings: int = 0
    ) -> None:
        self.balances = {} if balances is None else balances
        self.last_by_device = {} if last_by_device is None else last_by_device
        self.postings = postings
        """The number of postings entered."""
        self._open: tuple[str | None, int | None] | None = None

    def copy(self) -> Book:
        """Another one that holds the same."""
        other = Book(self.balances.copy(), self.last_by_device.copy(), self.postings)
        other._open = self._open
        return other

    def enter(self, entry: Entry, place: Place = event_place) -> Postings:
        """Take one entry into the books; what it moved."""
        if entry.posted == NO_POSTINGS:
            self._count(entry, place)
            return ()
        excess, balances = 0, self.balances
        try:
            postings = read_postings(entry.posted)
        except (ValueError, TypeError) as error:
            raise LedgerCorrupt(f"{place(entry.number)} was changed: its postings cannot be read ({error})") from error
        for account, amount in postings:
            balances[account] = balances.get(account, 0) + amount
            excess += amount
        if excess:
            where = place(entry.number)
            raise LedgerCorrupt(f"{where} does not balance: its postings sum to {excess} millionths, expected 0")
        self.postings += len(postings)
        self._count(entry, place)
        return postings

    def close(self, where: str) -> None:
        """Check that no command is incomplete at the end."""
        if self._open:
            raise LedgerCorrupt(f"the command of device {self._open[0]} is cut off at {where}: its answer is missing")

    def _count(self, entry: Entry, place: Place) -> None:
        _, _, device, sequence, kind, _, _, answer, _ = entry
        if self._open and self._open != (device, sequence):
            raise LedgerCorrupt(f"{place(entry.number)} stands in the middle of the command of device {self._open[0]}")
        if answer is None:
            self._open = None if kind.startswith(OWN) else (device, sequence)
            return
        self._open = None
        expected = self.last_by_device.get(device or "", 0) + 1
        if device is None or sequence != expected:
            where = place(entry.number)
            raise LedgerCorrupt(f"{where} answers command {sequence} of device {device}, expected {expected}")
        self.last_by_device[device] = expected


def check_equal(found: Mapping[str, int], expected: Mapping[str, int], *, who: str) -> None:
    """Two views of the same money agree to the last millionth."""
    for account in sorted(found.keys() | expected.keys()):
        held, due = found.get(account, 0), expected.get(account, 0)
        if held != due:
            raise LedgerCorrupt(f"{who} {held} millionths in {account}, expected {due}")
