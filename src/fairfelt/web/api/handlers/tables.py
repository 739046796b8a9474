"""What a keypad does: sensors, START GAME, hand buttons, key, confirmation, END GAME."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from fairfelt.room import DeviceKind, table_state
from fairfelt.room.state.people import CONFIRMS
from fairfelt.web.api.types.answers import AtTable, Passed, TableState, passed
from fairfelt.web.api.types.bodies import Bet, Bets, Hand, Key, Numbered, Start

from ..access import Access, device, person
from ..call import Call
from ..endpoint import Endpoint, Handler, get
from ..problem import bad_request, not_found

KEYPAD = device(DeviceKind.KEYPAD)
WITH_CARD = person(*CONFIRMS, at=[DeviceKind.KEYPAD])
WATCHING = device(DeviceKind.KEYPAD, DeviceKind.CONSOLE)


async def table(call: Call) -> dict[str, Any]:
    """Where a table stands, and which buttons are live."""
    name = call.path["table"]
    if name not in call.floor.tables:
        raise not_found(f"there is no table {name!r}")
    return table_state(call.floor, name)


async def place_bets(call: Call) -> Passed:
    """Say which sensors are lit."""
    return passed(await call.command("place bets", table=call.path["table"], bets=_bets(call.body.bets)))


async def start_game(call: Call) -> Passed:
    """START GAME or COIN IN: the bets are locked and counted."""
    bets = {} if call.body.bets is None else {"bets": _bets(call.body.bets)}
    return passed(await call.command("start game", table=call.path["table"], **bets))


async def press_hand(call: Call) -> Passed:
    """Claim a hand for a seat, or take the claim back."""
    hand: Hand = call.body
    body = {"table": call.path["table"], "seat": hand.seat, "hand": hand.hand, "folded": hand.folded}
    return passed(await call.command("press hand", **body))


async def turn_key(call: Call) -> Passed:
    """Turn the supervisor's key to JPH or back to RUN."""
    return passed(await call.command("turn key", table=call.path["table"], to_jph=call.body.to_jph, cards=call.cards))


async def confirm(call: Call) -> Passed:
    """Confirm the awards of a round: they are paid, and the meters start again."""
    return passed(await call.command("confirm", table=call.path["table"], cards=call.cards))


async def end_game(call: Call) -> Passed:
    """END GAME or GAME OVER."""
    return passed(await call.command("end game", table=call.path["table"]))


def _bets(bets: Iterable[Bet]) -> dict[str, int]:
    """Amounts by seat, each seat once: of two bets on one sensor nobody can say which is meant."""
    found: dict[str, int] = {}
    for bet in bets:
        if str(bet.seat) in found:
            raise bad_request(f"seat {bet.seat} is named twice: send one bet for each seat", "bets")
        found[str(bet.seat)] = bet.amount_micros
    return found


def _press(part: str, handler: Handler, takes: type[msgspec.Struct], access: Access = KEYPAD) -> Endpoint:
    path = f"/api/tables/{{table}}/{part}"
    return Endpoint(method="POST", path=path, handler=handler, access=access, takes=takes, gives=AtTable, command=True)


ENDPOINTS = [
    _press("start", start_game, Start),
    _press("end", end_game, Numbered),
    _press("bets", place_bets, Bets),
    _press("hand", press_hand, Hand),
    _press("key", turn_key, Key, WITH_CARD),
    _press("confirm", confirm, Numbered, WITH_CARD),
    get("tables/{table}", table, WATCHING, TableState),
]
