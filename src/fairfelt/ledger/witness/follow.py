"""The witness: it remembers a room's last checkpoint, holds the next one against it, cosigns and alarms."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event as Flag
from typing import NoReturn
from urllib.parse import unquote

from msgspec import MsgspecError, Struct, json

from fairfelt.runtime.http_client import HttpClient, NoAnswer

from .. import Entry, LedgerCorrupt
from ..chain import Book, Head, followed, genesis, leaf_of, read_line
from ..store.witness import write_durably
from ..transparency import (
    Checkpoint,
    Frontier,
    Growth,
    KeyType,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    VerifierKey,
    cosign,
    new_signer_key,
    next_key,
    read_frontier,
    read_signed_checkpoint,
    read_signer_key,
    read_verifier_key,
)
from ..transparency.checkpoint import ORIGIN
from .room_client import AGENT, TIMEOUT_S, Alarm, AlarmKind, Refused, RoomClient

KEY, SEEN, CHECKPOINT, EVIDENCE = "key", "seen.json", "checkpoint", "evidence"


class Handover(Struct, frozen=True, forbid_unknown_fields=True):
    """That a key gave way to another, proved on the log by a checkpoint that the old one signed."""

    old: str
    new: str
    number: int
    """The event that says so; the old key signs nothing longer than up to there."""


class Books(Struct, frozen=True, forbid_unknown_fields=True):
    """The events replayed so far, up to a checkpoint: where the chain stands, the tree and what the accounts hold."""

    hash: str
    at_micros: int
    tree: str
    """The frontier, as text."""
    balances: dict[str, int]
    devices: dict[str, int]
    """The number of the last command of each."""


class WitnessState(Struct, frozen=True, forbid_unknown_fields=True):
    """The last checkpoint that was found right."""

    checkpoint: str
    """The note, with this witness's cosignature."""
    grew_at_s: int
    """When the log was last seen to grow, since 1970."""
    books: Books | None = None
    handovers: tuple[Handover, ...] = ()
    """The keys that followed those which this witness was given."""

    @property
    def signed(self) -> SignedCheckpoint:
        """The checkpoint, read; NotProved if it was damaged."""
        return read_signed_checkpoint(self.checkpoint)


class StateFolder:
    """A folder that only this witness writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def key(self, name: str = "") -> SignerKey:
        return self._key(self.folder / KEY, name, KeyType.COSIGNATURE)

    def keys(self, name: str = "") -> tuple[SignerKey, SignerKey]:
        """The key with Ed25519, and one of the same name with ML-DSA-44."""
        first = self.key(name)
        return first, self._key(self.folder / f"{KEY}-ml-dsa-44", first.name, KeyType.ML_DSA_COSIGNATURE)

    def _key(self, file: Path, name: str, kind: KeyType) -> SignerKey:
        """A key of the witness's own, made on the first run and readable by nobody else."""
        if file.exists():
            key = read_signer_key(file.read_text().strip())
            if name and name != key.name:
                raise NotProved(f"the witness in {self.folder} is {key.name}: {name} needs a folder of its own")
            return key
        key = new_signer_key(name or f"witness/{os.urandom(6).hex()}", kind)
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_durably(file, f"{key.text}\n".encode())
        return key

    def seen(self) -> WitnessState | None:
        """What was seen last; nothing on the first run. NotProved if the folder was damaged."""
        file = self.folder / SEEN
        try:
            seen = json.decode(file.read_bytes(), type=WitnessState)
            read_signed_checkpoint(seen.checkpoint)
            read_frontier(seen.books.tree if seen.books else Frontier().text)
            return seen
        except FileNotFoundError:
            return None
        except (OSError, MsgspecError, NotProved) as error:
            raise NotProved(f"{file} cannot be read ({error}): restore it, or begin again in another folder") from error

    def save(self, seen: WitnessState) -> None:
        """Remember what was seen: on disk when this returns, all of it or nothing."""
        content = json.format(json.encode(seen), indent=1) + b"\n"
        write_durably(self.folder / SEEN, content, 0o644)
        write_durably(self.folder / CHECKPOINT, seen.checkpoint.encode(), 0o644)

    def keep_evidence(self, name: str, sentence: str, *notes: str) -> Path:
        """Keep what proves an alarm: the room's own signatures."""
        folder = self.folder / EVIDENCE
        folder.mkdir(exist_ok=True)
        file = folder / f"{name}.txt"
        write_durably(file, "\n".join((f"{sentence}\n", *notes)).encode(), 0o644)
        return file


MOST_HANDOVERS = 100
"""Maximum number of new keys followed at once; a room that shows more is in a loop."""


class LogKeys:
    """The keys that may sign for a room."""

    def __init__(self, given: Sequence[VerifierKey], handovers: Sequence[Handover] = ()) -> None:
        self._given = tuple(given)
        self.handovers = tuple(handovers)

    @property
    def _keys(self) -> list[VerifierKey]:
        return [*self._given, *(read_verifier_key(one.new) for one in self.handovers)]

    def check(self, signed: SignedCheckpoint) -> None:
        """That a checkpoint is signed with a key that may sign a log of that length; NotProved if not."""
        by = signed.check_log(self._keys).key
        for one in self.handovers:
            if one.old == by.text and signed.checkpoint.size > one.number:
                raise NotProved(
                    f"it is signed with the key {by.id.hex()}, which another key replaced with event {one.number:,}"
                )

    def follow(self, room: RoomClient, signed: SignedCheckpoint) -> LogKeys:
        """The keys with those that the room proves to have followed, until one of them signed the checkpoint.

        Each is recorded by an event under a checkpoint of the key before it, and that log is the beginning of this one.
        """
        found = self
        for _ in range(MOST_HANDOVERS):
            try:
                found.check(signed)
            except NotProved as error:
                found = found._with_next(room, signed.checkpoint, error)
            else:
                return found
        raise NotProved(f"more than {MOST_HANDOVERS} new keys in a row are not followed")

    def _with_next(self, room: RoomClient, now: Checkpoint, wrong: NotProved) -> LogKeys:
        replaced = {one.old for one in self.handovers}
        why = ""
        for key in self._keys:
            if key.text in replaced or key.name != now.origin:
                continue
            try:
                return LogKeys(self._given, (*self.handovers, _handover(room, key, now)))
            except Refused as error:
                why = f"; a new key in the place of {key.id.hex()} is not proved: {error}"
            except NotProved as error:
                why = f"; the new key that is shown in the place of {key.id.hex()} is not proved: {error}"
        raise NotProved(f"{wrong}{why}")


def _handover(room: RoomClient, old: VerifierKey, now: Checkpoint) -> Handover:
    """What the room shows of the key after another, verified down to the old key and up to the log of today."""
    proof = room.handover(old)
    proof.check([old])
    new, then = next_key(proof.line, old), proof.signed.checkpoint
    room.check_growth(then, now)
    return Handover(old.text, new.text, proof.index + 1)


CHUNK_EVENTS = 1_000
_log = logging.getLogger(__name__)


class Witness:
    """Follows one room, and remembers in one folder."""

    def __init__(
        self,
        room: RoomClient,
        keys: Sequence[VerifierKey],
        state: StateFolder,
        *,
        name: str = "",
        stopped_after_s: int | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._room, self._state, self._clock = room, state, clock
        self._stopped_after_s = stopped_after_s
        self._key = state.key(name)
        self.seen = state.seen()
        self._log_keys = LogKeys(keys, self.seen.handovers if self.seen else ())

    @property
    def verifier(self) -> str:
        """The key by which others know its cosignatures."""
        return self._key.verifier.text

    def look(self) -> WitnessState:
        """One look at the room. What was found right is cosigned and on disk; anything else is an Alarm."""
        signed = self._checkpoint()
        self._hold_against_last(signed)
        books = self._replayed(signed) if self._room.sees_events else None
        now, last = int(self._clock()), self.seen
        grew = last is None or signed.checkpoint.size > last.signed.checkpoint.size
        grew_at_s = now if grew or last is None else last.grew_at_s
        books = books or (last and last.books) or None
        cosigned = cosign(signed, self._key, now)
        seen = WitnessState(cosigned.note.written, grew_at_s, books, self._log_keys.handovers)
        self._state.save(seen)
        self.seen = seen
        try:
            self._room.hand_in(cosigned, self._key.verifier)
        except (Refused, Alarm) as error:  # the room wants it for its proofs; whether it takes it changes nothing here
            _log.warning("the room did not take the cosignature: %s", error)
        quiet_s = now - grew_at_s
        if self._stopped_after_s is not None and quiet_s > self._stopped_after_s:
            size = signed.checkpoint.size
            raise Alarm(AlarmKind.STOPPED, f"the log has stopped: {size:,} events for {quiet_s:,} seconds, none since")
        return seen

    def _checkpoint(self) -> SignedCheckpoint:
        written = ""
        try:
            written = self._room.checkpoint()
            signed = read_signed_checkpoint(written)
            self._log_keys = self._log_keys.follow(self._room, signed)
        except (NotProved, Refused) as error:
            self._raise(
                AlarmKind.SIGNATURE, f"{self._room.url} shows no checkpoint that can be trusted: {error}", written
            )
        return signed

    def _hold_against_last(self, signed: SignedCheckpoint) -> None:
        if self.seen is None:
            return
        last, now = self.seen.signed.checkpoint, signed.checkpoint
        if now.origin != last.origin:
            self._raise(AlarmKind.FORKED, f"the log was {last.origin}, and is now called {now.origin}", signed)
        if now.size < last.size:
            sentence = (
                f"the log was rolled back: {last.size:,} events were signed before, now only {now.size:,} are shown"
            )
            self._raise(AlarmKind.ROLLED_BACK, sentence, signed)
        if now.size == last.size and now.root != last.root:
            sentence = f"the log was forked: two different histories of {now.size:,} events are signed"
            self._raise(AlarmKind.FORKED, sentence, signed)
        try:
            self._room.check_growth(last, now)
        except (NotProved, Refused) as error:
            sentence = (
                f"the log was rewritten: its {now.size:,} events are not shown to begin with the "
                f"{last.size:,} that were signed before ({error})"
            )
            self._raise(AlarmKind.REWRITTEN, sentence, signed)

    def _replayed(self, signed: SignedCheckpoint) -> Books:
        """Every event since the last look, down to the root that was signed."""
        checkpoint = signed.checkpoint
        book, growth = Book(), Growth(Frontier())
        head = genesis(unquote(checkpoint.origin.removeprefix(ORIGIN)))
        if begun := self.seen and self.seen.books:
            tree = read_frontier(begun.tree)
            book, growth = Book(dict(begun.balances), dict(begun.devices)), Growth(tree)
            head = Head(tree.size, begun.hash, begun.at_micros)
        try:
            for entry in followed(self._events(head.number, checkpoint.size), head):
                book.enter(entry)
                growth.extend([leaf_of(entry.hash)])
                head = entry.head
            book.close(f"event {head.number}")
        except (LedgerCorrupt, Refused) as error:
            self._raise(AlarmKind.BOOKS, f"the events shown are not a journal that is in order: {error}", signed)
        if growth.frontier.root != checkpoint.root:
            sentence = f"the {checkpoint.size:,} events shown are not those that were signed: their root is another"
            self._raise(AlarmKind.BOOKS, sentence, signed)
        return Books(head.hash, head.at_micros, growth.frontier.text, book.balances, book.last_by_device)

    def _events(self, after: int, last: int) -> Iterator[Entry]:
        while after < last:
            lines = self._room.events(after, min(CHUNK_EVENTS, last - after))
            if not lines:
                raise LedgerCorrupt(f"event {after + 1} is missing")
            for line in lines:
                try:
                    entry, _ = read_line(line)
                except ValueError as error:
                    raise LedgerCorrupt(f"event {after + 1} {error}") from error
                yield entry
                after += 1

    def _raise(self, kind: AlarmKind, sentence: str, shown: SignedCheckpoint | str) -> NoReturn:
        """Keep what proves it, and say so."""
        found = shown if isinstance(shown, str) else shown.note.written
        before = self.seen.signed.note.written if self.seen else ""
        file = self._state.keep_evidence(f"{int(self._clock())}-{kind.name.lower()}", sentence, before, found)
        raise Alarm(kind, f"{sentence}; the evidence is in {file}")


class Watch:
    """A witness that keeps looking. A temporary problem is reported when it begins and when it is over."""

    def __init__(
        self,
        witness: Witness,
        room: str,
        *,
        told: Callable[[WitnessState], None],
        alarmed: Callable[[Alarm], None],
        webhook: str = "",
    ) -> None:
        self._witness, self._room, self._webhook = witness, room, webhook
        self._told, self._alarmed = told, alarmed
        self._standing: AlarmKind | None = None
        self._size = -1
        self._stopped = Flag()
        self._http = HttpClient(timeout_s=TIMEOUT_S, headers=AGENT)

    def run(self, *, once: bool, every_s: float) -> int:
        """Look until something is found that stays; gives the exit code."""
        while True:
            alarm = self.step()
            if alarm and (once or not alarm.kind.passes):
                return int(alarm.kind.value)
            if once or self._stopped.wait(every_s):
                return 0

    def stop(self) -> None:
        self._stopped.set()

    def step(self) -> Alarm | None:
        """Look once, and report what changed."""
        try:
            seen = self._witness.look()
        except Alarm as alarm:
            if alarm.kind is not self._standing:
                self._standing = alarm.kind
                self._alarmed(alarm)
                self._post(alarm.kind.word, str(alarm))
            return alarm
        if self._standing:
            self._post("over", f"the room's log is followed again after it was {self._standing.word}")
            self._standing = None
        if seen.signed.checkpoint.size != self._size:
            self._size = seen.signed.checkpoint.size
            self._told(seen)
        return None

    def _post(self, alarm: str, sentence: str) -> None:
        if not self._webhook:
            return
        seen = self._witness.seen
        size = seen.signed.checkpoint.size if seen else None
        body = {"alarm": alarm, "room": self._room, "sentence": sentence, "events_seen": size}
        try:
            answer = self._http.ask("POST", self._webhook, body={**body, "witness": self._witness.verifier})
        except NoAnswer as error:
            _log.warning("the webhook cannot be told: %s", error)
        else:
            if not 200 <= answer.status < 300:
                _log.warning("the webhook cannot be told: it answers %d", answer.status)


def compare(one: StateFolder, other: StateFolder, room: RoomClient | None = None) -> str:
    """What two witnesses have in common, in a sentence; an Alarm if the room showed them different histories.

    Where one has seen more than the other, the room must prove that the longer history begins with the shorter.
    """
    found = []
    for state in (one, other):
        seen = state.seen()
        if seen is None:
            raise NotProved(f"the witness in {state.folder} has seen no checkpoint yet")
        found.append(seen.signed.checkpoint)
    shorter, longer = sorted(found, key=lambda checkpoint: checkpoint.size)
    if shorter.origin != longer.origin:
        raise NotProved(f"these are witnesses of two logs, {shorter.origin} and {longer.origin}")
    if shorter.size == longer.size:
        if shorter.root != longer.root:
            raise Alarm(
                AlarmKind.FORKED,
                f"the log was forked: {one.folder} and {other.folder} were shown different histories of "
                f"{shorter.size:,} events, both signed by the room",
            )
        return f"Both witnesses saw the same {shorter.size:,} events."
    if room is None:
        raise NotProved(
            f"one witness saw {shorter.size:,} events and the other {longer.size:,}: give --url, so that the room can "
            "prove that the longer history begins with the shorter"
        )
    try:
        room.check_growth(shorter, longer)
    except (NotProved, Refused) as error:
        sentence = (
            f"the log was forked: the {longer.size:,} events that one witness saw are not shown to begin with the "
            f"{shorter.size:,} that the other saw ({error})"
        )
        raise Alarm(AlarmKind.FORKED, sentence) from error
    return f"The {longer.size:,} events that one witness saw begin with the {shorter.size:,} that the other saw."
