"""Durable truth: a balanced, hash-chained journal that runs any pure machine."""

from .chain import CLOCK, FAULT, GAP, NOTHING, OWN, REFUSED, SNAPSHOT, TAKEOVER, Entry, Head, RecordedEvent
from .clock import WatchedClock
from .engine import Verified
from .errors import (
    ArchiveMissing,
    JournalHeld,
    LedgerCorrupt,
    LedgerError,
    LedgerUnavailable,
    MachineFault,
    Malformed,
    NoJournal,
    NotReplayed,
    WrongJournal,
    WrongPassphrase,
)
from .group import Committed
from .ledger import Answered, Awaited, Follower, Ledger, Opening, Standby, open_ledger, settle
from .machine import (
    Answer,
    Balanced,
    CheckedCommand,
    Command,
    Decision,
    Event,
    Machine,
    Posting,
    Restorable,
    check_command,
)
from .replay import Replayed, SavedProjection
from .store import Secrets

__all__ = [
    "CLOCK", "FAULT", "GAP", "NOTHING", "OWN", "REFUSED", "SNAPSHOT", "TAKEOVER", "Answer", "Answered",
    "ArchiveMissing", "Awaited", "Balanced", "CheckedCommand", "Command", "Committed", "Decision", "Entry", "Event",
    "Follower", "Head", "JournalHeld", "Ledger", "LedgerCorrupt", "LedgerError", "LedgerUnavailable", "Machine",
    "MachineFault", "Malformed", "NoJournal", "NotReplayed", "Opening", "Posting", "RecordedEvent", "Replayed",
    "Restorable", "SavedProjection", "Secrets", "Standby", "Verified", "WatchedClock", "WrongJournal",
    "WrongPassphrase", "check_command", "open_ledger", "settle",
]  # fmt: skip
