"""A group of commands decided one after another on top of what is committed; nothing here touches a disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic

from fairfelt.transparency.merkle import Frontier, Growth, hash_leaf

from .answer import Answer, CheckedCommand
from .book import CLOCK, FAULT, LEAST_MICROS, MOST_MICROS, NOTHING, OWN, REFUSED
from .canonical import canonical
from .chain import NO_POSTINGS, Entry, Head, Stored, postings_text, written
from .errors import ArchiveMissing, LedgerError, MachineFault
from .machine import Command, Event, Machine, S, kind_of

Clock = Callable[[], int]
Lookup = Callable[[str, int], tuple[Stored, int] | None]
Outcome = Answer | LedgerError
_NOTHING = canonical({"kind": NOTHING})
_new = tuple.__new__
"""Makes a named tuple without the detour through its own constructor: a group has thousands."""


@dataclass(frozen=True)
class Committed(Generic[S]):
    """What the journal says up to its head."""

    head: Head
    state: S
    balances: Mapping[str, int]
    tree: Frontier
    """The Merkle tree over the events."""


@lru_cache(maxsize=1024)
def _fit_kind(kind: str) -> str:
    """A kind that a machine's event may have."""
    if kind.startswith(OWN) or not kind.isprintable():
        raise ValueError(f"{kind!r} is no kind for a machine's event")
    return kind


def _nothing_in(account: str) -> int:
    """What a new account holds, if its name can be written."""
    if not account.isprintable():
        raise ValueError(f"{account!r} is no name for an account")
    return 0


class Group(Generic[S]):
    """What a group would add. It is adopted whole after its commit, or forgotten."""

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
        self.leaves: list[bytes] = []
        """Of the entries, in the tree."""
        self._growth, self._grown = Growth(base.tree), 0
        self.balances: dict[str, int] = {}
        """Of the accounts that the group touches."""
        self.last_by_device: dict[str, int] = {}
        self.postings = 0
        """How many it writes."""
        self.behind = behind
        """The clock was last seen behind the journal's time."""
        self._machine, self._base, self._base_last = machine, base, last_by_device
        self._clock, self._lookup = clock, lookup
        self._answers: dict[tuple[str, int], Entry] = {}

    def take(self, checked: CheckedCommand) -> Outcome:
        """Decide one command: anew, as before, or not at all."""
        command = checked.command
        last = self._last(command.device)
        if command.sequence == last + 1:
            return self._decide(checked)
        if command.sequence > last:
            sentence = f"number {command.sequence} leaves a gap: the next one of {command.device} is {last + 1}"
            return self._refuse(checked, "gap", sentence, last)
        return self._again(checked, last)

    @property
    def head(self) -> Head:
        """Where the journal would stand."""
        return self.entries[-1].head if self.entries else self._base.head

    @property
    def tree(self) -> Frontier:
        """The tree over the events as it would be."""
        return self._grow().frontier

    @property
    def filled(self) -> list[bytes]:
        """The root of every tile that its leaves fill."""
        return self._grow().filled

    def _grow(self) -> Growth:
        self._growth.extend(self.leaves[self._grown :])
        self._grown = len(self.leaves)
        return self._growth

    def note(self, kind: str, body: Mapping[str, Any]) -> None:
        """Write an event of the ledger's own."""
        self._write(self._now(), None, None, kind, canonical({"kind": kind, **body}))

    def note_on_head(self, kind: str, say: Callable[[Head, Frontier], Mapping[str, Any]]) -> None:
        """Write an event of the ledger's own that speaks of the one right before it."""
        now = self._now()
        self._write(now, None, None, kind, canonical({"kind": kind, **say(self.head, self.tree)}))

    def _last(self, device: str) -> int:
        return self.last_by_device.get(device) or self._base_last.get(device, 0)

    def _again(self, checked: CheckedCommand, last: int) -> Outcome:
        device, sequence = checked.command.device, checked.command.sequence
        given = self._answers.get((device, sequence))
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

    def _refuse(self, checked: CheckedCommand, reason: str, sentence: str, last: int) -> Answer:
        """The number is not used up, so the answer is not kept; the refusal is."""
        command = checked.command
        asked = {"command": checked.digest, "asked": command.kind}
        body = {"kind": REFUSED, **asked, "reason": reason, "sentence": sentence}
        self._write(self._now(), command.device, command.sequence, REFUSED, canonical(body))
        text = canonical({"expected": last + 1, "reason": reason, "sentence": sentence})
        return Answer(text, refused=True, number=self._number)

    def _decide(self, checked: CheckedCommand) -> Outcome:
        command = checked.command
        device, sequence = command.device, command.sequence
        now = self._now()
        try:
            decision = self._machine.decide(self.state, Command(device, sequence, command.body, now))
            answer = _new(Stored, (checked.digest, decision.refused, canonical(decision.answer)))
            events, touched, postings = self._checked(decision.events)
        except Exception as error:  # a machine never raises: one that does has a fault, whatever it is
            return self._fault(command, error)
        last = events.pop()
        for event in events:
            self._write(now, device, sequence, *event)
        entry = self._write(now, device, sequence, *last, answer)
        self.state = decision.state
        self.balances.update(touched)
        self.postings += postings
        self.last_by_device[device] = sequence
        self._answers[device, sequence] = entry
        return Answer(answer.text, answer.refused, self._number)

    def _checked(self, events: Sequence[Event]) -> tuple[list[tuple[str, str, str]], dict[str, int], int]:
        """Events found fit to be written, what the accounts they touch will hold, and how many postings they have."""
        if not events:
            return [(NOTHING, _NOTHING, NO_POSTINGS)], {}, 0
        touched: dict[str, int] = {}
        fit, postings = [], 0
        for event in events:
            body = event.body
            fit.append((_fit_kind(kind_of(body)), canonical(body), self._post(event, touched)))
            postings += len(event.postings)
        return fit, touched, postings

    def _post(self, event: Event, touched: dict[str, int]) -> str:
        if not event.postings:
            return NO_POSTINGS
        total = 0
        balances, base = self.balances, self._base.balances
        for account, amount in event.postings:
            if type(amount) is not int or not LEAST_MICROS <= amount <= MOST_MICROS:
                raise ValueError(f"{account!r}: {amount!r} cannot be posted")
            total += amount
            if account in touched:
                after = touched[account] + amount
            elif account in balances:
                after = balances[account] + amount
            else:
                after = (base[account] if account in base else _nothing_in(account)) + amount
            if not LEAST_MICROS <= after <= MOST_MICROS:
                raise ValueError(f"{account} would hold {after} millionths, more than can be written")
            touched[account] = after
        if total:
            raise ValueError(f"the postings of {event.kind} sum to {total} millionths, not to 0")
        return postings_text(event.postings)

    def _fault(self, command: Command, error: Exception) -> MachineFault:
        sentence = f"{command.kind} could not be decided: {error!r}".encode(errors="replace").decode()
        body = {"kind": FAULT, "asked": command.kind, "sentence": sentence}
        self._write(self._now(), command.device, command.sequence, FAULT, canonical(body))
        return MachineFault(f"{sentence}; nothing was done, and the log says so")

    def _now(self) -> int:
        """The journal's time: the clock's, or standing still where the clock has gone back, which is logged once."""
        now, latest = self._clock(), self._at_micros
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
        posted: str = NO_POSTINGS,
        answer: Stored | None = None,
    ) -> Entry:
        """Add an entry at the end of the chain."""
        number = self._number + 1
        sealed = sha256(written(self._hash, number, at_micros, device, sequence, body, posted, answer))
        hash_ = sealed.hexdigest()
        entry = _new(Entry, (number, at_micros, device, sequence, kind, body, posted, answer, hash_))
        self.entries.append(entry)
        self.leaves.append(hash_leaf(sealed.digest()))
        self._number, self._hash, self._at_micros = number, hash_, at_micros
        return entry
