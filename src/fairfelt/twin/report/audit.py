"""Afterwards: the journal is verified and played again, and held against what the devices of the twin remember."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from fairfelt.ledger import Entry, LedgerError
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from fairfelt.room import Room
from fairfelt.twin.wire.device import Device, short_digest

from ..twin import Twin, at_once

PAGE = 1_000
STARTED, CONFIRMED = "game started", "awards confirmed"


class Row(NamedTuple):
    """An event as far as it can be held against a device's memory."""

    number: int
    device: str
    sequence: int
    kind: str
    body: Any
    said: int | None
    """The digest of what was answered; None where the journal is only seen over the API."""


@dataclass(frozen=True)
class Audit:
    """What the look at the journal found."""

    events: int
    head: str
    answers: int
    """Acknowledged to the twin, each found once."""
    wrong: tuple[str, ...]


def audit_journal(address: str | Path, twin: Twin) -> Audit:
    """Verify chain, books and every answer of a database; every movement of money must be what the rules make of it."""
    try:
        replayed = verify(address, Room())
    except LedgerError as error:
        return Audit(0, "", 0, (f"the journal does not verify: {error}",))
    unbalanced = [name for name, one in replayed.state.jackpots.items() if not one.book.is_balanced]
    wrong = [f"the book of {name} is not balanced" for name in unbalanced]
    with snapshot(address) as taken:
        held = hold_against(twin, map(_row, taken.entries(after=twin.began)))
    return Audit(replayed.head.number, replayed.head.hash, _answers(twin), (*wrong, *held))


def audit_over_http(twin: Twin) -> Audit:
    """The same as far as a console can: the server verifies, and its events are read."""
    console = twin.devices[0]
    token = at_once(console.sign_in(twin.keys.badges[0]))
    found = at_once(console.ask("POST", "/api/verification", {}, [token])).plain
    wrong = [] if found.get("passed") else [f"the server finds: {found.get('wrong') or found.get('detail')}"]
    held = hold_against(twin, _pages(console, token, twin.began))
    return Audit(found.get("events", 0), found.get("head", ""), _answers(twin), (*wrong, *held))


def hold_against(twin: Twin, rows: Iterable[Row]) -> list[str]:
    """Every acknowledged answer stands there once and as it was heard; bets and awards are those of the twin."""
    devices = {device.name: device for device in twin.devices}
    found = {name: bytearray(len(device.heard.numbers)) for name, device in devices.items()}
    wrong: list[str] = []
    wagered, awards = 0, Counter[str]()
    for row in rows:
        if row.device not in devices:
            continue
        wrong += _held(devices[row.device], row, found[row.device])
        if row.kind == STARTED:
            wagered += sum(amount for _, amount in row.body["bets"])
        elif row.kind == CONFIRMED:
            awards.update(award["hand"] for award in row.body["awards"])
    missing = {name: marks.count(0) for name, marks in found.items() if marks.count(0)}
    wrong += [f"{times:,} answers to {name} are not on the log" for name, times in missing.items()]
    return [*wrong, *_compared(twin, wagered, awards)]


def _held(device: Device, row: Row, found: bytearray) -> Iterator[str]:
    at = row.sequence - device.heard.first
    if not 0 <= at < len(found):
        return
    if found[at]:
        yield f"command {row.sequence} of {device.name} stands on the log twice, again as event {row.number}"
    found[at] = 1
    heard, digest = device.heard.numbers[at], device.heard.digests[at]
    if heard != row.number or (digest and row.said not in (None, digest)):
        yield f"event {row.number} is not what {device.name} was answered to command {row.sequence}"


def _compared(twin: Twin, wagered_micros: int, awards: Counter[str]) -> Iterator[str]:
    """A command that was not answered when the twin was stopped may have been done."""
    if any(device.drops for device in twin.devices) or twin.stopped:
        return
    made = sum(played.wagered_micros for played in twin.seen.played.values())
    if made != wagered_micros:
        yield f"the twin wagered {made} millionths, and {wagered_micros} are on the log"
    paid = Counter[str]()
    for name, hand in chain.from_iterable(played.hands.items() for played in twin.seen.played.values()):
        paid[name] += hand.paid
    if +paid != +awards:
        yield f"the twin saw these awards: {dict(+paid)}; on the log are {dict(awards)}"


def _answers(twin: Twin) -> int:
    return sum(len(device.heard.numbers) for device in twin.devices)


def _row(entry: Entry) -> Row:
    said = _said(entry) if entry.answer else None
    body = json.loads(entry.body) if entry.kind in (STARTED, CONFIRMED) else None
    return Row(entry.number, entry.device or "", entry.device_sequence or 0, entry.kind, body, said)


def _said(entry: Entry) -> int:
    """As a device hears it: a refusal is a sentence with a capital letter."""
    assert entry.answer
    if not entry.answer.refused:
        return short_digest(entry.answer.text.encode())
    reason = json.loads(entry.answer.text)["reason"]
    return short_digest(f"{reason[:1].upper()}{reason[1:]}".encode())


def _pages(console: Device, token: str, after: int) -> Iterator[Row]:
    while True:
        path = f"/api/events?after={after}&limit={PAGE}"
        told = at_once(console.ask("GET", path, tokens=[token])).plain
        for event in told["events"]:
            sequence, after = event["device_sequence"] or 0, event["number"]
            yield Row(after, event["device"] or "", sequence, event["kind"], event["body"], None)
        if after >= told["last"] or not told["events"]:
            return
