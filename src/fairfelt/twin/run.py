"""A whole run: the pit is opened in a room of its own, played, audited and reported."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.law import time_zone
from fairfelt.ledger import Entry, LedgerError
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Column, Facts, Notice, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import footnotes
from fairfelt.room import Room
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.event import RoomEvent
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.rules import format_amount
from fairfelt.twin.agenda import HOUR_S, SECOND, Agenda, SimulatedClock
from fairfelt.twin.demo import LAW
from fairfelt.twin.device import Device, short_digest
from fairfelt.twin.pit import Habits, Hours, Pit
from fairfelt.twin.server import clock_for, own_room
from fairfelt.twin.tally import GameTally, HandOutcome, Tally
from fairfelt.twin.twin import Twin

# Afterwards: the journal is verified and played again, and compared with what the devices of the twin remember.


PAGE = 1_000
KINDS = kinds_of(GameStarted, AwardsConfirmed)
"""Events whose contents are compared."""


class LoggedEvent(NamedTuple):
    """An event as far as it can be compared with a device's memory."""

    number: int
    device: str
    sequence: int
    event: RoomEvent | None
    """The event, if its contents are compared."""
    digest: int | None
    """Digest of the answer; None for an event that answers nobody."""


@dataclass(frozen=True)
class Audit:
    """The result of the audit of the journal."""

    events: int
    head: str
    answers: int
    """Acknowledged to the twin, each found once."""
    problems: tuple[str, ...]


def audit_journal(address: str | Path, twin: Twin) -> Audit:
    """Verify chain, books and every answer of a database; every movement of money must be what the rules make of it."""
    try:
        replayed = verify(address, Room())
    except LedgerError as error:
        return Audit(0, "", 0, (f"the journal does not verify: {error}",))
    unbalanced = [name for name, one in replayed.state.jackpots.items() if not one.book.is_balanced]
    problems = [f"the book of {name} is not balanced" for name in unbalanced]
    with snapshot(address) as taken:
        problems += compare(twin, map(_read_entry, taken.entries(after=twin.last_event_before)))
    return Audit(replayed.head.number, replayed.head.hash, _count_answers(twin), tuple(problems))


def compare(twin: Twin, log: Iterable[LoggedEvent]) -> list[str]:
    """Every acknowledged answer is on the log once and as it was heard; bets and awards are those of the twin."""
    devices = {device.name: device for device in twin.devices}
    found = {name: bytearray(len(device.answers.numbers)) for name, device in devices.items()}
    problems: list[str] = []
    wagered, awards = 0, Counter[str]()
    for (name, _), events in groupby(log, lambda logged: (logged.device, logged.sequence)):
        if name not in devices:
            continue
        *_, logged = events  # a command that leads to several is answered with the last
        problems += _compare_answer(devices[name], logged, found[name])
        if isinstance(logged.event, GameStarted):
            wagered += sum(amount for _, amount in logged.event.bets)
        elif isinstance(logged.event, AwardsConfirmed):
            awards.update(award.hand for award in logged.event.awards)
    missing = {name: marks.count(0) for name, marks in found.items() if marks.count(0)}
    problems += [f"{times:,} answers to {name} are not on the log" for name, times in missing.items()]
    return [*problems, *_compare_money(twin, wagered, awards)]


def _compare_answer(device: Device, event: LoggedEvent, found: bytearray) -> Iterator[str]:
    at = event.sequence - device.answers.first
    if not 0 <= at < len(found):
        return
    if found[at]:
        yield f"command {event.sequence} of {device.name} is on the log twice, again as event {event.number}"
    found[at] = 1
    number, digest = device.answers.numbers[at], device.answers.digests[at]
    if number != event.number or digest not in (0, event.digest):
        yield f"event {event.number} is not what {device.name} was answered to command {event.sequence}"


def _compare_money(twin: Twin, wagered_micros: int, awards: Counter[str]) -> Iterator[str]:
    """A command that was not answered when the twin was stopped may have been done."""
    if any(device.waits for device in twin.devices) or twin.stopped:
        return
    games = twin.pit.tally.games.values()
    made = sum(game.wagered_micros for game in games)
    if made != wagered_micros:
        yield f"the twin wagered {made} millionths, and {wagered_micros} are on the log"
    paid = Counter[str]()
    for game in games:
        paid.update({name: hand.paid for name, hand in game.hands.items()})
    if +paid != +awards:
        yield f"the twin saw these awards: {dict(+paid)}; on the log are {dict(awards)}"


def _count_answers(twin: Twin) -> int:
    return sum(len(device.answers.numbers) for device in twin.devices)


def _read_entry(entry: Entry) -> LoggedEvent:
    digest = None
    if entry.answer:
        text = entry.answer.text
        if entry.answer.refused:  # as a device hears it: a sentence with a capital letter
            reason = json.loads(text)["reason"]
            text = f"{reason[:1].upper()}{reason[1:]}"
        digest = short_digest(text.encode())
    event = read_event(entry.body) if entry.kind in KINDS else None
    return LoggedEvent(entry.number, entry.device or "", entry.device_sequence or 0, event, digest)


Watch = Callable[[Twin], None]
"""Called a few times a second with the twin that plays."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Options of a run."""

    hours: float
    seed: int = 1
    speed: float | None = None
    """Simulated seconds in a real one; None for as fast as it goes."""
    habits: Habits = field(default_factory=Habits)


@dataclass(frozen=True)
class TwinResult:
    """The result of a run: its counts, and its audit."""

    twin: Twin
    audit: Audit

    @property
    def tally(self) -> Tally:
        return self.twin.pit.tally

    @cached_property
    def outcomes(self) -> tuple[tuple[GameTally, tuple[HandOutcome, ...]], ...]:
        """Every game with its hands beside what was to be expected, counted exactly."""
        return tuple((game, game.outcomes()) for game in self.tally.games.values())

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """Every sentence about what must not be."""
        lucky = (
            f"{game.title}, {row.name}: {row.made} were made, {row.expected:.1f} expected (z = {row.z:+.1f})"
            for game, rows in self.outcomes
            for row in rows
            if row.is_wrong
        )
        return (*self.tally.problems, *self.audit.problems, *lucky)


def play_here(options: RunOptions, address: str | Path, tables: int, watch: Watch) -> TwinResult:
    """Play in a separate room, served on a journal for the duration."""
    clock = clock_for(address)
    with own_room(address, clock, tables, options.habits.sensor_tables) as (server, keys):
        twin = _play(Twin(_pit(options, server.url, clock), keys, server), watch)
    return TwinResult(twin, audit_journal(address, twin))


def _pit(options: RunOptions, url: str, clock: SimulatedClock) -> Pit:
    habits = options.habits
    agenda = Agenda(clock, clock.now_micros + int(options.hours * HOUR_S) * SECOND, options.speed)
    hours = Hours(habits.opens_hour, habits.closes_hour, time_zone(LAW.zone))
    return Pit(url, options.seed, habits, agenda, hours)


def _play(twin: Twin, watch: Watch) -> Twin:
    twin.pit.agenda.watch = lambda: watch(twin)
    twin.play()
    return twin


MOST_SENTENCES = 25


def twin_report(result: TwinResult) -> Report:
    sheet = Sheet(
        "Digital twin",
        f"{len(result.twin.keys.keypads)} tables, {_duration(result.twin.pit.agenda.simulated_s)} simulated",
        *_sections(result),
        footnotes=footnotes("twin"),
    )
    return Report(sheet, _plain(result), name="twin", passed=not result.problems)


def _sections(result: TwinResult) -> Iterator[Section]:
    tally = result.tally
    yield Section("Summary", Facts(*_facts(result)))
    columns = (Column("Hand"), Column("Level"), *right("Hits", "Expected", "z", "Paid", "Amount"))
    for game, outcomes in result.outcomes:
        action = f"{game.rounds:,} rounds, {game.bets:,} bets, {_amount(game.wagered_micros)} total action"
        hands = Table(columns, tuple(_hand(row) for row in outcomes))
        offer = game.offer
        yield Section(f"{game.title}, {offer.wager} {offer.paytable}", Words(action), hands)
    meters = tuple(
        (link, level, _amount(tally.meters_micros[link][level]), _amount(peak))
        for (link, level), peak in sorted(tally.largest_micros.items())
    )
    yield Section("Meters", Table((Column("Link"), Column("Level"), *right("Current", "Peak")), meters))
    yield _counts("Mistakes", "Mistake", tally.mistakes)
    yield _counts("Refusals", "Reason", tally.refusals)
    yield _counts("Sensors", "What happened", tally.hardware)
    yield _counts("Office", "Task", tally.office)
    yield Section("Audit", _verdict(result))


def _facts(result: TwinResult) -> Iterator[tuple[str, str]]:
    tally, agenda = result.tally, result.twin.pit.agenda
    took_s, (slowest_s, request) = max(agenda.took_s, 1e-9), tally.slowest
    yield "Seed", str(result.twin.pit.seed)
    yield "Simulated time", _duration(agenda.simulated_s) + (", stopped early" if result.twin.stopped else "")
    yield "Run time", f"{took_s:.1f} s, {agenda.simulated_s / took_s:,.0f} times as fast as real time"
    yield "Rounds", f"{tally.rounds:,}"
    yield "Total action", _amount(sum(game.wagered_micros for game, _ in result.outcomes))
    yield "Jackpot claims", f"{tally.claims:,}, {tally.awards:,} confirmed"
    yield "Jackpots paid", _amount(sum(row.paid_micros for _, rows in result.outcomes for row in rows))
    yield "Requests", f"{tally.requests:,}, {tally.requests / took_s:,.0f} per second"
    yield "Requests sent again", str(sum(device.sent_again for device in result.twin.devices))
    yield "Slowest response", f"{slowest_s * 1_000:,.0f} ms, {request}"


def _amount(micros: int) -> str:
    """Without a currency, which each link of a room has for itself."""
    return format_amount(micros, "")


def _hand(row: HandOutcome) -> tuple[str, ...]:
    expected = "" if row.expected is None else f"{row.expected:,.2f}"
    z = "" if row.z is None else f"{row.z:+.2f}"
    return row.name, row.level, f"{row.made:,}", expected, z, f"{row.paid:,}", _amount(row.paid_micros)


def _counts(title: str, what: str, counts: Counter[str]) -> Section:
    most = counts.most_common(MOST_SENTENCES)
    rows = tuple((sentence, f"{times:,}") for sentence, times in most)
    others = counts.total() - sum(times for _, times in most)
    totals = (("Others", f"{others:,}"),) if others else ()
    return Section(title, Table((Column(what), *right("Count")), rows, totals) if rows else Words("None."))


def _verdict(result: TwinResult) -> Facts | Notice:
    if result.problems:
        return Notice("Problems found", *result.problems)
    audit = result.audit
    return Facts(
        ("Event log", f"verified, {audit.events:,} events; the last is {audit.events}:{audit.head}"),
        ("Books", "balanced; every movement of money is what the rules make of its event"),
        ("Answers", f"{audit.answers:,} acknowledged, each found once and unchanged"),
    )


def _duration(seconds: float) -> str:
    hours = seconds / HOUR_S
    return f"{hours:,.1f} hours" if hours < 48 else f"{hours / 24:,.1f} days"


def _plain(result: TwinResult) -> dict[str, Any]:
    twin, tally, audit = result.twin, result.tally, result.audit
    return {
        "seed": twin.pit.seed,
        "tables": len(twin.keys.keypads),
        "simulated_s": round(twin.pit.agenda.simulated_s, 3),
        "took_s": round(twin.pit.agenda.took_s, 3),
        "stopped": twin.stopped,
        **as_plain(tally, "rounds", "claims", "awards", "requests"),
        "slowest": {"seconds": round(tally.slowest[0], 4), "asked": tally.slowest[1]},
        "games": [
            {
                "game": game.title,
                **as_plain(game.offer, "wager", "paytable"),
                **as_plain(game, "rounds", "bets", "wagered_micros"),
                "hands": [vars(row) for row in outcomes],
            }
            for game, outcomes in result.outcomes
        ],
        "meters_micros": tally.meters_micros,
        "largest_micros": [[link, level, micros] for (link, level), micros in sorted(tally.largest_micros.items())],
        **{name: dict(getattr(tally, name)) for name in ("mistakes", "refusals", "office", "hardware")},
        "sent_again": sum(device.sent_again for device in twin.devices),
        **as_plain(audit, "events", "head", "answers"),
        "wrong": list(result.problems),
    }
