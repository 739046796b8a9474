"""A group of commands decided one after another on top of what is committed; nothing here touches a disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, NamedTuple

from fairfelt.ledger.transparency.merkle import Frontier, Growth, hash_leaf

from .canonical import canonical
from .chain import (
    CLOCK,
    FAULT,
    GAP,
    LEAST_MICROS,
    MOST_MICROS,
    NOTHING,
    OWN,
    REFUSED,
    Entry,
    Head,
    Postings,
    Stored,
    postings_text,
    written,
)
from .errors import ArchiveMissing, LedgerError, MachineFault
from .machine import Answer, CheckedCommand, Command, Event, Machine, S, kind_of

# What the postings of a group move.


class Move(NamedTuple):
    """The postings of one event, found fit to be written."""

    text: str
    """Canonical JSON."""
    many: int
    """The number of postings."""
    by_account: tuple[tuple[str, int], ...]
    """Each account once."""


@lru_cache(maxsize=4096)
def move_of(postings: Postings) -> Move:
    """Look through postings. Those of a table's rounds come again and again: each is looked at once."""
    moved: dict[str, int] = {}
    for account, amount in postings:
        if type(amount) is not int or not LEAST_MICROS <= amount <= MOST_MICROS:
            raise ValueError(f"{account!r}: {amount!r} cannot be posted")
        if not account.isprintable():
            raise ValueError(f"{account!r} is no name for an account")
        moved[account] = moved.get(account, 0) + amount
    if total := sum(moved.values()):
        raise ValueError(f"its postings sum to {total} millionths, not to 0")
    return Move(postings_text(postings), len(postings), tuple(moved.items()))


NO_MOVE = move_of(())
"""The move of an event that moves nothing."""


class Moves:
    """Moves on top of balances. Every account stays within what can be written."""

    def __init__(self, base: Mapping[str, int]) -> None:
        self._base = base
        self.balances: dict[str, int] = {}
        """The balances of the accounts that were moved."""
        self.postings = 0

    def add(self, moves: Iterable[Move]) -> None:
        """Take in the moves of one command, all of them or, with a ValueError, none."""
        moved, many = dict[str, int](), 0
        for _, postings, by_account in moves:
            many += postings
            for account, amount in by_account:
                before = moved.get(account, self.balances.get(account, self._base.get(account, 0)))
                after = moved[account] = before + amount
                if not LEAST_MICROS <= after <= MOST_MICROS:
                    raise ValueError(f"{account} would hold {after} millionths, more than can be written")
        self.balances |= moved
        self.postings += many


Clock = Callable[[], int]
Lookup = Callable[[str, int], tuple[Stored, int] | None]
Outcome = Answer | LedgerError
_Fit = tuple[str, str, Move]
_NOTHING: _Fit = (NOTHING, canonical({"kind": NOTHING}), NO_MOVE)
"""The entry of a command that led to no event."""


@dataclass(frozen=True)
class Committed(Generic[S]):
    """The journal's state up to its head."""

    head: Head
    state: S
    balances: Mapping[str, int]
    tree: Frontier
    """The Merkle tree over the events."""


def _fit_event(event: Event) -> _Fit:
    """An event found fit to be written."""
    kind = event.kind
    if kind.startswith(OWN) or not kind.isprintable():
        raise ValueError(f"{kind!r} is no kind for a machine's event")
    return kind, canonical(event.body), move_of(event.postings)


class Group(Generic[S]):
    """The additions of a group. They are adopted whole after its commit, or forgotten."""

    def __init__(
        self,
        machine: Machine[S],
        base: Committed[S],
        last_by_device: Mapping[str, int],
        clock: Clock,
        lookup: Lookup,
        *,
        behind: bool = False,
    ) -> None:
        self.state = base.state
        self._number, self._hash, self._at_micros = base.head
        self.entries: list[Entry] = []
        self._growth = Growth(base.tree)
        self._leaves: list[bytes] = []
        """Leaves of the entries that the tree has not got yet."""
        self.last_by_device: dict[str, int] = {}
        self.moves = Moves(base.balances)
        self.behind = behind
        """The clock was last seen behind the journal's time."""
        self._machine, self._base, self._base_last = machine, base, last_by_device
        self._clock, self._lookup = clock, lookup

    def take(self, checked: CheckedCommand) -> Outcome:
        """Decide one command: anew, as before, or not at all."""
        device, sequence, body, digest = checked
        last = self.last_by_device.get(device) or self._base_last.get(device, 0)
        if sequence != last + 1:
            return self._out_of_turn(checked, last)
        now = self._clock()
        if now < self._at_micros or self.behind:
            now = self._now(now)
        command = Command(device, sequence, body, now)
        try:
            decision = self._machine.decide(self.state, command)
            answer = Stored(digest, decision.refused, canonical(decision.answer))
            fit = [_fit_event(event) for event in decision.events]
            self.moves.add([move for _, _, move in fit])
        except Exception as error:  # a machine never raises: one that does has a fault, whatever it is
            return self._fault(command, error)
        kind, text, move = fit.pop() if fit else _NOTHING
        for before in fit:
            self._write(now, device, sequence, *before)
        self._write(now, device, sequence, kind, text, move, answer)
        self.state = decision.state
        self.last_by_device[device] = sequence
        return Answer(answer.text, answer.refused, self._number)

    @property
    def head(self) -> Head:
        return self.entries[-1].head if self.entries else self._base.head

    @property
    def tree(self) -> Frontier:
        self._growth.extend(self._leaves)
        self._leaves = []
        return self._growth.frontier

    def note(self, kind: str, body: Mapping[str, Any]) -> None:
        """Write an event of the ledger's own."""
        self._write(self._now(), None, None, kind, canonical({"kind": kind, **body}))

    def note_on_head(self, kind: str, say: Callable[[Head, Frontier], Mapping[str, Any]]) -> None:
        """Write an event of the ledger's own that speaks of the one right before it."""
        now = self._now()
        self._write(now, None, None, kind, canonical({"kind": kind, **say(self.head, self.tree)}))

    def _out_of_turn(self, checked: CheckedCommand, last: int) -> Outcome:
        """Answer a command of another number than the next: as before, if it is the same as then."""
        device, sequence = checked.device, checked.sequence
        if sequence > last:
            sentence = f"number {sequence} leaves a gap: the next one of {device} is {last + 1}"
            return self._refuse(checked, GAP, sentence, last)
        given = self._answer_to(device, sequence)
        try:
            known = (given.answer, given.number) if given and given.answer else self._lookup(device, sequence)
        except ArchiveMissing as error:
            return error  # nothing is known of this one command, and everything else goes on
        if known is None:
            sentence = f"number {sequence} of {device} is not known: the next one is {last + 1}"
            return self._refuse(checked, "unknown", sentence, last)
        stored, number = known
        if stored.digest != checked.digest:
            sentence = f"number {sequence} of {device} was another command: the next one is {last + 1}"
            return self._refuse(checked, "changed", sentence, last)
        return Answer(stored.text, stored.refused, number, again=True)

    def _answer_to(self, device: str, sequence: int) -> Entry | None:
        """The entry of this very group that answers a command."""
        asked = device, sequence
        return next((one for one in self.entries if one.answer and (one.device, one.device_sequence) == asked), None)

    def _refuse(self, checked: CheckedCommand, reason: str, sentence: str, last: int) -> Answer:
        """The number is not used up, so the answer is not kept; the refusal is."""
        asked = {"command": checked.digest, "asked": kind_of(checked.body)}
        body = {"kind": REFUSED, **asked, "reason": reason, "sentence": sentence}
        self._write(self._now(), checked.device, checked.sequence, REFUSED, canonical(body))
        number = {"device": checked.device, "expected": last + 1}
        text = canonical({**number, "reason": reason, "sentence": sentence})
        return Answer(text, refused=True, number=self._number)

    def _fault(self, command: Command, error: Exception) -> MachineFault:
        sentence = f"{command.kind} could not be decided: {error!r}".encode(errors="replace").decode()
        body = {"kind": FAULT, "asked": command.kind, "sentence": sentence}
        self._write(self._now(), command.device, command.sequence, FAULT, canonical(body))
        return MachineFault(f"{sentence}; nothing was done, and the log says so")

    def _now(self, now: int | None = None) -> int:
        """The journal's time: the clock's, or standing still where the clock has gone back, which is logged once."""
        now, latest = self._clock() if now is None else now, self._at_micros
        if now >= latest:
            self.behind = False
            return now
        if not self.behind:
            self.behind = True
            body = canonical({"kind": CLOCK, "clock_micros": now, "journal_micros": latest})
            self._write(latest, None, None, CLOCK, body)
        return latest

    def _write(
        self,
        at_micros: int,
        device: str | None,
        sequence: int | None,
        kind: str,
        body: str,
        move: Move = NO_MOVE,
        answer: Stored | None = None,
    ) -> Entry:
        """Add an entry at the end of the chain."""
        number, posted = self._number + 1, move.text
        sealed = sha256(written(self._hash, number, at_micros, device, sequence, body, posted, answer)).digest()
        hash_ = sealed.hex()
        entry = Entry(number, at_micros, device, sequence, kind, body, posted, answer, hash_)
        self.entries.append(entry)
        self._leaves.append(hash_leaf(sealed))
        self._number, self._hash, self._at_micros = number, hash_, at_micros
        return entry
