"""Errors of the ledger, each with one sentence for the person who has to act on it."""

# ruff: noqa: N818  (they read as what happened)

from __future__ import annotations


class LedgerError(Exception):
    """Anything the ledger has to complain about."""


class LedgerUnavailable(LedgerError):
    """The journal cannot be written now; nothing was acknowledged, and the same command may be sent again."""


class JournalHeld(LedgerUnavailable):
    """Another server writes this journal."""


class ArchiveMissing(LedgerUnavailable):
    """Events that were moved out to a file cannot be read now; the rest of the journal can."""


class LedgerCorrupt(LedgerError):
    """The journal is not what it must be: the floor stays closed."""


class NotReplayed(LedgerCorrupt):
    """An event whose bytes are as they were written, and that this machine's rules do not lead to."""


class WrongJournal(LedgerError):
    """The place given holds no journal, or one that this program must not touch."""


class NoJournal(WrongJournal):
    """There is nothing in the place given: a new journal may be begun there."""


class WrongPassphrase(LedgerError):
    """A passphrase that does not open a copy's secrets, or will not do to seal them."""


class MachineFault(LedgerError):
    """The machine broke its promise on one command: it was not carried out, and that is on the log."""


class Malformed(LedgerError, ValueError):
    """A command or an event that cannot be written down exactly, and the field that it is about."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field
