"""What a keypad does, from the sensors and START GAME to END GAME, and the bets on the game itself."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.room import DeviceKind, TableState, table_state
from fairfelt.room.authority import DEALS
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.records.felt import PayFromTray, ReportBets
from fairfelt.room.commands.records.sensors import QuarantineSensors, RestoreSensors, SenseBets
from fairfelt.room.commands.records.tray_voids import VoidPayInRound
from fairfelt.room.commands.rounds import Confirm, EndGame, PlaceBets, PressHand, StartGame, TurnKey
from fairfelt.room.commands.voids import FoulHand, VoidRound
from fairfelt.room.state.people import CLOSES, CONFIRMS
from fairfelt.server.watching import Counters
from fairfelt.web.api.types.answers import AtTable, passed
from fairfelt.web.api.types.bodies import AtKeypad, Hardware

from ..access import Access, device, person
from ..call import Call
from ..endpoint import Endpoint, command, get
from ..problem import not_found

KEYPAD = device(DeviceKind.KEYPAD)
WITH_CARD = person(*CONFIRMS, at=[DeviceKind.KEYPAD])
PAYING = person(*DEALS, *CONFIRMS, at=[DeviceKind.KEYPAD])
"""The room says for each award whose card it takes; a small one takes the dealer's."""
VOIDING = Access(frozenset({DeviceKind.KEYPAD}), frozenset({*DEALS, *CONFIRMS}), 2, frozenset(CONFIRMS))
"""Whoever may confirm such an amount, and a second person: the dealer, or another who confirms."""
WATCHING = device(DeviceKind.KEYPAD, DeviceKind.CONSOLE)


async def table(call: Call) -> TableState:
    """Where a table stands, and which buttons are live."""
    name = call.path["table"]
    if name not in call.floor.tables:
        raise not_found(f"there is no table {name!r}")
    return table_state(call.floor, name)


async def counted(call: Call) -> AtKeypad:
    """What this keypad has counted, to be compared with the room; gives what the room has counted."""
    sent: AtKeypad = call.body
    theirs = Counters(sent.round, sent.rounds, sent.wagers, sent.wagered_micros)
    ours = await call.controller.watch.take_keypad(call.controller.ledger, call.device, theirs)
    return AtKeypad(**vars(ours))


async def hardware(call: Call) -> Response:
    """What a bridge knows of this table controller: whether it is there, how far its clock is off, what it runs."""
    sent: Hardware = call.body
    watch, ledger = call.controller.watch, call.controller.ledger
    await watch.take_hardware(ledger, call.device, sent.online, sent.clock_off_ms)
    if sent.firmware and sent.sha256:
        await watch.take_firmware(ledger, call.device, sent.firmware, sent.sha256)
    return Response(status_code=204)


def _press(part: str, kind: type[RoomCommand], access: Access = KEYPAD) -> Endpoint:
    return command(f"tables/{{table}}/{part}", kind, access, told=passed, gives=AtTable)


ENDPOINTS = [
    _press("start", StartGame),
    _press("end", EndGame),
    _press("bets", PlaceBets),
    _press("sensed", SenseBets),
    _press("sensors/quarantine", QuarantineSensors),
    _press("sensors/restore", RestoreSensors, person(*CLOSES, at=[DeviceKind.CONSOLE])),
    _press("hand", PressHand),
    _press("key", TurnKey, WITH_CARD),
    _press("confirm", Confirm, PAYING),
    _press("foul", FoulHand, WITH_CARD),
    _press("void", VoidRound, WITH_CARD),
    _press("report", ReportBets),
    _press("pay", PayFromTray, PAYING),
    _press("tray-pays/{number}/void", VoidPayInRound, VOIDING),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/counted",
        handler=counted,
        access=KEYPAD,
        takes=AtKeypad,
        gives=AtKeypad,
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/hardware",
        handler=hardware,
        access=KEYPAD,
        takes=Hardware,
        status=204,
    ),
    get("tables/{table}", table, WATCHING, TableState),
]
