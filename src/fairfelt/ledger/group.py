"""A group of commands decided one after another on top of what is committed; nothing here touches a disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from .answer import Answer, Asked
from .book import CLOCK, FAULT, MOST_MICROS, NOTHING, OWN, REFUSED
from .canonical import canonical
from .chain import Entry, Head, Stored, sealed
from .errors import LedgerError, MachineFault
from .machine import Command, Decision, Event, Machine, S

Clock = Callable[[], int]
Lookup = Callable[[str, int], tuple[Stored, int] | None]
Outcome = Answer | LedgerError


@dataclass(frozen=True)
class Committed(Generic[S]):
    """What the journal says up to its head."""

    head: Head
    state: S
    balances: Mapping[str, int]


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
        self.state, self.head = base.state, base.head
        self.entries: list[Entry] = []
        self.balances: dict[str, int] = {}
        """Of the accounts that the group touches."""
        self.last_by_device: dict[str, int] = {}
        self.behind = behind
        """The clock was last seen behind the journal's time."""
        self._machine, self._base, self._base_last = machine, base, last_by_device
        self._clock, self._lookup = clock, lookup
        self._answers: dict[tuple[str, int], tuple[Stored, int]] = {}

    def take(self, asked: Asked) -> Outcome:
        """Decide one command: anew, as before, or not at all."""
        command = asked.command
        last = self._last(command.device)
        if command.sequence == last + 1:
            return self._decide(command, asked.digest)
        if command.sequence > last:
            sentence = f"number {command.sequence} leaves a gap: the next one of {command.device} is {last + 1}"
            return self._refuse(asked, "gap", sentence, last)
        return self._again(asked, last)

    def note(self, kind: str, body: Mapping[str, Any]) -> None:
        """Write an event of the ledger's own."""
        self._append(Entry(0, 0, None, None, kind, canonical(body), (), None))

    def _last(self, device: str) -> int:
        return self.last_by_device.get(device) or self._base_last.get(device, 0)

    def _again(self, asked: Asked, last: int) -> Outcome:
        device, sequence = asked.command.device, asked.command.sequence
        known = self._answers.get((device, sequence)) or self._lookup(device, sequence)
        if known is None:
            sentence = f"number {sequence} of {device} is not known: the next one is {last + 1}"
            return self._refuse(asked, "unknown", sentence, last)
        stored, number = known
        if stored.digest != asked.digest:
            sentence = f"number {sequence} of {device} was another command: the next one is {last + 1}"
            return self._refuse(asked, "changed", sentence, last)
        return Answer(stored.text, stored.refused, number, again=True)

    def _refuse(self, asked: Asked, reason: str, sentence: str, last: int) -> Answer:
        """The number is not used up, so the answer is not kept; the refusal is."""
        command = asked.command
        body = {"command": asked.digest, "kind": command.kind, "reason": reason, "sentence": sentence}
        self._append(Entry(0, 0, command.device, command.sequence, REFUSED, canonical(body), (), None))
        text = canonical({"expected": last + 1, "reason": reason, "sentence": sentence})
        return Answer(text, refused=True, number=self.head.number)

    def _decide(self, command: Command, digest: str) -> Outcome:
        try:
            decision = self._machine.decide(self.state, command)
            entries = self._entries(command, digest, decision)
        except Exception as error:  # a machine never raises: one that does has a fault, whatever it is
            return self._fault(command, error)
        for entry in entries:
            self._append(entry)
        self.state = decision.state
        self.last_by_device[command.device] = command.sequence
        stored, number = entries[-1].answer, self.head.number
        assert stored is not None
        self._answers[command.device, command.sequence] = stored, number
        return Answer(stored.text, stored.refused, number)

    def _entries(self, command: Command, digest: str, decision: Decision[S]) -> list[Entry]:
        """The decision's events without number, time and hash, found fit to be written."""
        stored = Stored(digest, decision.refused, canonical(decision.answer))
        events = decision.events or (Event(NOTHING, {}),)
        last, touched = len(events) - 1, dict[str, int]()
        entries = []
        for line, event in enumerate(events):
            if decision.events and (event.kind.startswith(OWN) or not event.kind.isprintable()):
                raise ValueError(f"{event.kind!r} is no kind for a machine's event")
            entries.append(
                Entry(
                    0,
                    0,
                    command.device,
                    command.sequence,
                    event.kind,
                    canonical(event.body),
                    self._postings(event, touched),
                    stored if line == last else None,
                )
            )
        self.balances.update(touched)
        return entries

    def _postings(self, event: Event, touched: dict[str, int]) -> tuple[tuple[str, int], ...]:
        if not event.postings:
            return ()
        total, pairs = 0, []
        for posting in event.postings:
            account, amount = posting.account, posting.amount_micros
            if type(amount) is not int or not account.isprintable():
                raise ValueError(f"{account!r}: {amount!r} cannot be posted")
            total += amount
            held = touched.get(account)
            touched[account] = after = (self._balance(account) if held is None else held) + amount
            if not -MOST_MICROS <= after <= MOST_MICROS or not -MOST_MICROS <= amount <= MOST_MICROS:
                raise ValueError(f"{account} would hold {after} millionths, more than can be written")
            pairs.append((account, amount))
        if total:
            raise ValueError(f"the postings of {event.kind} sum to {total} millionths, not to 0")
        return tuple(pairs)

    def _balance(self, account: str) -> int:
        held = self.balances.get(account)
        return self._base.balances.get(account, 0) if held is None else held

    def _fault(self, command: Command, error: Exception) -> MachineFault:
        sentence = f"{command.kind} could not be decided: {error!r}".encode(errors="replace").decode()
        body = {"kind": command.kind, "sentence": sentence}
        self._append(Entry(0, 0, command.device, command.sequence, FAULT, canonical(body), (), None))
        return MachineFault(f"{sentence}; nothing was done, and the log says so")

    def _append(self, entry: Entry) -> None:
        now = self._now()
        head = self.head
        entry = sealed(entry._replace(number=head.number + 1, at_micros=now), head.hash)
        self.entries.append(entry)
        self.head = entry.head

    def _now(self) -> int:
        """The clock's time; a clock that has gone back is put on the log once, and the journal's time stands still."""
        now, latest = self._clock(), self.head.at_micros
        if now >= latest:
            self.behind = False
            return now
        if not self.behind:
            self.behind = True
            body = canonical({"clock_micros": now, "journal_micros": latest})
            entry = Entry(self.head.number + 1, latest, None, None, CLOCK, body, (), None)
            self.entries.append(sealed(entry, self.head.hash))
            self.head = self.entries[-1].head
        return latest
