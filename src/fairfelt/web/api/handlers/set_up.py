"""The room itself: jackpots, links, tables, devices, people and their cards."""

from __future__ import annotations

import asyncio

from fairfelt.ledger import Answer
from fairfelt.room.commands.closing import CloseTable, OpenTable, ResumePlay, SuspendPlay
from fairfelt.room.commands.devices import EnrolDevice, RenewKey, SwitchDevice
from fairfelt.room.commands.people import (
    AddPerson,
    ChangePin,
    ChangeRole,
    IssueCard,
    RecordLeave,
    RecordReturn,
    ResetPin,
    SetHouseRules,
    UnlockCard,
    WithdrawCard,
)
from fairfelt.room.commands.set_up import (
    ArrangeTables,
    ChangeTable,
    MakeLink,
    MoveTable,
    OpenJackpot,
    RetireTable,
    SetUpTable,
    TablePlan,
)
from fairfelt.room.state.people import CLOSES, SETS_UP

from ..access import ANYBODY_SIGNED_IN, person, two_people
from ..call import Call
from ..endpoint import command
from ..problem import bad_request

SETTING_UP = person(*SETS_UP)
TWO_TO_SET_UP = two_people(*SETS_UP)
TWO_DEPARTMENTS = two_people(*SETS_UP, departments=True)
ON_THE_FLOOR = person(*CLOSES)


async def _count_joined_odds(call: Call, asked: TablePlan) -> None:
    await call.controller.law.examine_joining(call.controller.ledger, asked)


async def _look_at_funds(call: Call, answer: Answer) -> None:
    """Another table may have prizes that ask for more money in the bank."""
    await call.controller.law.look_at_funds(call.controller.ledger)


async def _check_pin_is_kept(call: Call, asked: ChangePin) -> None:
    if not await asyncio.to_thread(call.controller.pins.known, asked.secret):
        raise bad_request("no PIN is kept under this digest: send it to /api/pins first", "secret")


async def _check_code_is_kept(call: Call, asked: IssueCard | ResetPin) -> None:
    if not await asyncio.to_thread(call.controller.pins.known, asked.secret):
        raise bad_request("no one-time code is kept under this digest: get one from /api/codes first", "secret")


ENDPOINTS = [
    command("jackpots", OpenJackpot, TWO_TO_SET_UP),
    command("links", MakeLink, TWO_DEPARTMENTS),
    command("tables", SetUpTable, TWO_DEPARTMENTS, before=_count_joined_odds, after=_look_at_funds),
    command("tables/{table}/change", ChangeTable, TWO_DEPARTMENTS, before=_count_joined_odds, after=_look_at_funds),
    command("tables/{table}/place", MoveTable, SETTING_UP),
    command("floor-map", ArrangeTables, SETTING_UP),
    command("tables/{table}/retirement", RetireTable, SETTING_UP, after=_look_at_funds),
    command("suspensions", SuspendPlay, ON_THE_FLOOR),
    command("suspensions/end", ResumePlay, ON_THE_FLOOR),
    command("tables/{table}/closing", CloseTable, ON_THE_FLOOR),
    command("tables/{table}/opening", OpenTable, ON_THE_FLOOR),
    command("devices", EnrolDevice, TWO_TO_SET_UP),
    command("devices/{device}/switch", SwitchDevice, SETTING_UP),
    command("devices/{device}/key", RenewKey, TWO_TO_SET_UP),
    command("people", AddPerson, TWO_TO_SET_UP),
    command("people/{person}/role", ChangeRole, TWO_TO_SET_UP),
    command("people/{person}/leave", RecordLeave, SETTING_UP),
    command("people/{person}/return", RecordReturn, TWO_TO_SET_UP),
    command("cards", IssueCard, TWO_TO_SET_UP, before=_check_code_is_kept),
    command("cards/{card}/reset", ResetPin, TWO_TO_SET_UP, before=_check_code_is_kept),
    command("cards/{card}/unlocking", UnlockCard, SETTING_UP),
    command("cards/{card}/withdrawal", WithdrawCard, SETTING_UP),
    command("cards/{card}/pin", ChangePin, ANYBODY_SIGNED_IN, before=_check_pin_is_kept),
    command("house-rules", SetHouseRules, TWO_TO_SET_UP),
]
