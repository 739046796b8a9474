"""Alarms, closing and opening the floor, software, clock and log key, devices, the audit log, and the search."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from starlette.responses import Response

from fairfelt.ledger.machine import Answer
from fairfelt.room import DeviceKind, Floor
from fairfelt.room.commands.alarms import AcknowledgeAlarm, PlanBackups
from fairfelt.room.commands.closing import AcceptClock, ApproveSoftware, CloseFloor, OpenFloor, SetCheckpointKey
from fairfelt.room.commands.devices import EnrolDevice, RenewKey, SwitchDevice
from fairfelt.room.registry import label
from fairfelt.room.state.alarms import AlarmKind, TimeState
from fairfelt.room.state.people import SIGNS
from fairfelt.server.cards import key_digest, new_key
from fairfelt.server.watching.runbook import runbook
from fairfelt.web.api import access
from fairfelt.web.desk import Desk, Field, Form, Task
from fairfelt.web.desk import log as audit
from fairfelt.web.desk.desk import go, path_of
from fairfelt.web.desk.log import in_short, log_page, look, who
from fairfelt.web.desk.task import numbered
from fairfelt.web.desk.words import game_titles, shown
from fairfelt.web.http.answers import number_in
from fairfelt.web.pages.awards import Wanted, is_amount, look_back, read_amounts
from fairfelt.web.pages.page import matches

CLOCK = {
    TimeState.SYNCHRONIZED: "Synchronized",
    TimeState.NOT_SYNCHRONIZED: "Not synchronized",
    TimeState.UNKNOWN: "Unknown: the server’s machine does not say",
}


BY_TWO = access.two_people(*SIGNS, departments=True)
"""The two people who acknowledge that enforcement was switched off."""


async def alarms(desk: Desk) -> Response:
    """All alarms, newest first, and the state of clock and backups."""
    floor = desk.floor
    newest = sorted(floor.alarms.items(), reverse=True)
    rows = [
        (number, at, runbook()[at.kind], " and ".join(floor.people[person].name for person in at.acknowledged_by))
        for number, at in newest
    ]
    return desk.draw(
        "manager/alarms.html", rows=rows, acknowledges=desk.may(access.ACKNOWLEDGING),
        reads=desk.may(access.READS_THE_LOG), plans=desk.may(access.SETTING_UP), zone=desk.zone,
        clock=CLOCK[floor.time_service.state], source=floor.time_service.source,
        backups=floor.backups, copied_to=desk.controller.settings.backups,
    )  # fmt: skip


async def advice(desk: Desk) -> Response:
    """What to do about each kind of alarm."""
    return desk.draw("manager/runbook.html", runbook=runbook().values())


async def back_up_now(desk: Desk, form: Form) -> Response:
    """Make a backup at any hour, and go back to the page that says so."""
    await desk.controller.watch.back_up_now(desk.controller.ledger)
    return go("/manager/alarms")


def _backup_fields(desk: Desk, it: None) -> Iterable[Field]:
    plan = desk.floor.backups
    return (
        Field("hour", "Time of day", value=str(plan.hour), hint=f"By the clock of {desk.zone}.",
              choices={str(hour): f"{hour:02}:00" for hour in range(24)}),
        Field("keep", "Copies to keep", value=str(plan.keep), hint="From 1 to 1,000."),
    )  # fmt: skip


async def _change_key(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    form.check()
    named = await asyncio.to_thread(desk.controller.publishing.next_key, desk.controller.ledger)
    return {**fields, "key": named.key, "secret": named.secret}


KEY = "key"
Place = tuple[str, DeviceKind, dict[str, str]]
"""Words, the kind of device, and the terms that name its table or link."""


async def devices(desk: Desk) -> Response:
    """All of them, by what they are."""
    rows = sorted(desk.floor.devices.items(), key=lambda row: (row[1].kind, row[0]))
    return desk.draw("manager/devices.html", rows=rows, sets_up=desk.may(access.SETTING_UP), own=desk.device)


def _places(floor: Floor) -> dict[str, Place]:
    """Every kind of device with the table or the link it would belong to, by what a form sends."""
    unfed = [name for name, link in floor.links.items() if not floor.played_for(link.jackpot).combinations]
    return {
        **{f"table/{at}": (f"Keypad, table {at}", DeviceKind.KEYPAD, {"table": at}) for at in floor.tables},
        **{f"link/{at}": (f"Display, link {at}", DeviceKind.DISPLAY, {"link": at}) for at in floor.links},
        **{
            f"sign/{at}": (f"Sign behind the MQTT bridge, link {at}", DeviceKind.SIGN, {"link": at})
            for at in floor.links
        },
        "console": ("Office console", DeviceKind.CONSOLE, {}),
        "auditor": ("Auditor’s witness", DeviceKind.AUDITOR, {}),
        **{f"room/{at}": (f"Room of this hub, link {at}", DeviceKind.ROOM, {"link": at}) for at in unfed},
    }


async def _enrol_device(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    places = _places(desk.floor)
    _, kind, place = places.get(form.one_of("place", places), places["console"])
    return await _keep_key(desk, form, {**fields, **place, "device_kind": kind})


def _new_key() -> Field:
    """The key comes with the form, so that the form sent twice gives one device one key."""
    return Field(KEY, sort="hidden", value=new_key())


async def _keep_key(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    if len(form.get(KEY)) < len(new_key()):
        form.mistake("", "the key is missing: reload the page and try again")
    return {**fields, "key_sha256": key_digest(form.get(KEY))}


def _show_key(desk: Desk, form: Form, fields: Mapping[str, Any], done: Answer) -> Response:
    name = fields["device"]
    enabled = name in desk.floor.devices and desk.floor.devices[name].enabled
    return desk.draw("manager/key.html", name=name, key=form.get(KEY), done=done, enabled=enabled)


TASKS = [
    Task("/manager/alarms/backups", PlanBackups, fields=_backup_fields),
    Task(
        "/manager/alarms/{number}", AcknowledgeAlarm, lead=lambda desk, alarm: runbook()[alarm.kind].look,
        of=numbered("alarms", "there is no alarm {} on the list; the audit log has them all"),
        by=lambda desk, alarm: BY_TWO if alarm.kind is AlarmKind.ENFORCEMENT_OFF else access.ACKNOWLEDGING,
        facts=lambda desk, alarm: (
            ("Alarm", alarm.says), ("Raised", desk.when(alarm.raised_micros)), ("Status", alarm.status)
        ),
    ),
    Task("/manager/floor/close", CloseFloor),
    Task(
        "/manager/floor/open", OpenFloor,
        facts=lambda desk, it: [("Closed", why) for why in desk.floor.closings] or [("Status", "Open")],
    ),
    Task(
        "/manager/software", ApproveSoftware,
        facts=lambda desk, it: (("Running", desk.floor.found), ("Approved", desk.floor.software)),
        given=lambda desk, it: {"digest": desk.floor.found},
    ),
    Task(
        "/manager/clock", AcceptClock, of=lambda desk: desk.controller.settings.clock(),
        facts=lambda desk, now: (
            ("Server clock", desk.when(now)), ("Status", desk.floor.clock_fault or "The clock is not in doubt")
        ),
        fields=lambda desk, now: (
            Field("clock_micros", sort="hidden", value=str(now)),
            Field("document", "Compared with", hint="For example: wall clock at the cage, incident 12."),
        ),
    ),
    Task(
        "/manager/log-key", SetCheckpointKey, by=access.TWO_TO_OPEN, prepare=_change_key,
        facts=lambda desk, it: [("Key now", desk.floor.checkpoint_key)],
    ),
    Task(
        "/manager/devices/new/device", EnrolDevice, prepare=_enrol_device, show=_show_key,
        fields=lambda desk, it: (
            Field("device", "Device name", hint="For example: keypad T7."),
            Field("place", "Type", choices={sent: words for sent, (words, *_) in _places(desk.floor).items()}),
            _new_key(),
        ),
    ),
    Task(
        "/manager/devices/{device}/switch", SwitchDevice,
        title=lambda desk, at: f"{'Disable' if at.enabled else 'Enable'} {desk.request.path_params['device']}",
        facts=lambda desk, at: (
            ("Status", "Enabled" if at.enabled else "Disabled"), ("Type", f"{at.kind} {at.table or at.link}".strip())
        ),
        fields=lambda desk, at: [Field("to", term="enabled", sort="hidden", value="off" if at.enabled else "on")],
        danger=lambda desk, at: "This is your console. It signs you out immediately."
        if desk.request.path_params["device"] == desk.device and at.enabled else "",
    ),
    Task(
        "/manager/devices/{device}/key", RenewKey, prepare=_keep_key, show=_show_key,
        fields=lambda desk, at: [_new_key()],
    ),
]  # fmt: skip

VERIFY = "/manager/log/verify"


async def log(desk: Desk) -> Response:
    """A page of the log."""
    return await log_page(desk, leads=_leads, verify=VERIFY)


async def verify(desk: Desk, form: Form) -> Response:
    """Verify chain, books, rules and software now; what is wrong closes the floor."""
    return desk.draw("manager/verified.html", check=await desk.controller.check())


def _leads(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """To the jackpot and the tables that an event is about."""
    found = []
    if jackpot := body.get("jackpot"):
        found.append((f"jackpot {jackpot}", path_of("manager", "jackpots", jackpot)))
    if table := body.get("table"):
        found.append((f"table {table}", "/manager/tables"))
    return found


MOST, NEWEST = 12, 100
"""Of each kind; the page of the kind has them all. Awards that are looked through for words."""


Hit = tuple[str, str, str]
"""Title, words and address of something that was found."""
Row = tuple[tuple[str, ...], Hit]
"""What may be asked for, with the hit that it is."""


async def search(desk: Desk) -> Response:
    """Hits for the words in the address, by kind."""
    asked = desk.request.query_params.get("q", "").strip()[:100]
    found = await asyncio.to_thread(_find, desk, asked) if asked else {}
    return desk.draw("manager/search.html", searched=asked, kinds=[row for row in found.items() if row[1]])


def _find(desk: Desk, asked: str) -> dict[str, list[Hit]]:
    """Every kind with its first hits. Reads the log: call it off the event loop."""
    kinds = {
        "Employees": (_people(desk), access.SEES_PEOPLE),
        "Tables": (_tables(desk), access.ANYBODY_SIGNED_IN),
        "Jackpots": (_jackpots(desk), access.ANYBODY_SIGNED_IN),
        "Devices": (_devices(desk), access.SEES_PEOPLE),
        "Wins": (_wins(desk, asked.lstrip("#")), access.SEES_WINS),
    }
    found = {
        kind: list(islice((hit for texts, hit in rows if asked.lstrip("#") in texts or matches(asked, *texts)), MOST))
        for kind, (rows, sees) in kinds.items()
        if desk.may(sees)
    }
    return found | ({"Events": list(islice(_events(desk, asked), MOST))} if desk.may(access.READS_THE_LOG) else {})


def _people(desk: Desk) -> Iterator[Row]:
    floor = desk.floor
    for name, person in floor.people.items():
        cards = [card for card, at in floor.cards.items() if at.person == name]
        hit = person.name, f"{person.role.value}, user ID {name}", f"/manager/people#person-{name}"
        yield (name, person.name, person.role.value, *cards), hit


def _tables(desk: Desk) -> Iterator[Row]:
    games = game_titles(desk.floor)
    for name, table in desk.floor.tables.items():
        status = f"Closed: {table.closed}" if table.closed else "Open"
        hit = f"Table {name}", f"{games[name]}, {status}", f"/manager/tables#table-{name}"
        yield (name, f"table {name}", games[name], table.place), hit


def _jackpots(desk: Desk) -> Iterator[Row]:
    for name, jackpot in desk.floor.jackpots.items():
        levels = [level.name for level in jackpot.terms.levels]
        amount = shown(jackpot.meter(levels[0]), jackpot.terms.currency)
        hit = jackpot.terms.name, f"{levels[0]} {amount}", path_of("manager", "jackpots", name)
        yield (name, jackpot.terms.name, *levels), hit


def _devices(desk: Desk) -> Iterator[Row]:
    for name, device in desk.floor.devices.items():
        status = "Enabled" if device.enabled else "Disabled"
        yield (name, device.kind.value), (name, f"{device.kind.value}, {status}", "/manager/devices")


def _wins(desk: Desk, asked: str) -> Iterator[Row]:
    """Awards by number or by amount, and the newest by words."""
    floor, read, ledger = desk.floor, desk.controller.wins.logged, desk.controller.ledger
    number, amounts = number_in(asked), read_amounts(floor, asked)
    found = read(ledger, after=number - 1, limit=1) if number else []
    found += look_back(desk, Wanted(amounts=amounts), floor.awards)[0] if amounts else []
    found += read(ledger, after=max(0, floor.awards - NEWEST), limit=NEWEST)[::-1]
    for page, entry in {won.page.number: won for won in found}.values():
        amount, names = shown(page.amount_micros, page.currency), who(floor, entry)
        words = f"Table {page.table}, {amount}, {desk.when(page.confirmed_at_micros)}"
        texts = (str(page.number), page.won, f"table {page.table}", page.level, names)
        hit = f"Win {page.number}: {page.won}", words, path_of("manager", "wins", str(page.number))
        yield (*texts, asked if is_amount(page, amounts) else amount), hit


def _events(desk: Desk, asked: str) -> Iterator[Hit]:
    ledger, number = desk.controller.ledger, number_in(asked.lstrip("#"))
    last = ledger.committed.head.number
    one = 1 <= number <= last
    first, last = (number, number) if one else (1, last)
    for entry in look(ledger, audit.Wanted(text="" if one else asked), first=first, last=last).entries:
        words = f"{desk.when(entry.at_micros)} · {in_short(entry)} · {who(desk.floor, entry)}"
        yield (f"#{entry.number:,} {label(entry.kind)}", words, f"/manager/log?number={entry.number}")
