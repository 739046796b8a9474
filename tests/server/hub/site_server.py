"""A hub, or a room that plays by itself and shares the hub's jackpot, as a server that is killed on demand.

Run as a program: the place of the journal, and for a room its name and the hub's port.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from functools import partial
from random import Random

from fairfelt.ledger import LedgerError
from fairfelt.room import Phase
from fairfelt.room.command import RoomCommand
from fairfelt.server import Controller
from fairfelt.server.hub import HubClient, HubConnection
from fairfelt.web import application
from tests.room.floors import UNIT, command
from tests.server.dying_server import live_and_die, settings

PACE_S = 0.005
EVE = ["card eve"]


def line_to(controller: Controller, port: int, room: str, every_s: float = 0.02) -> HubConnection:
    """A line that is quicker than a real one, so that a night is short."""
    client = HubClient(f"http://127.0.0.1:{port}", f"key-{room}")
    return HubConnection(controller, client, every_s=every_s, lost_after_s=0.3)


async def play(room: Controller, *, claims: bool = True) -> None:
    """Rounds at two tables without an end: bets, misdeals, claims on the hub's levels, confirmations."""
    chance = Random()
    while True:
        with suppress(LedgerError):
            for name in room.floor.tables:
                if asked := next_press(room, name, chance, claims=claims):
                    keypad = f"keypad {name}"
                    await room.ask(keypad, room.ledger.next_sequence(keypad), asked)
        await asyncio.sleep(PACE_S)


def next_press(room: Controller, name: str, chance: Random, *, claims: bool) -> RoomCommand | None:
    """What is pressed next at a table."""
    table, pick = room.floor.tables[name], chance.random()
    if table.asked:
        return None
    if table.phase is Phase.BETTING:
        bets = {str(seat): chance.randint(1, 25 * UNIT) for seat in range(1, chance.randint(2, 6))}
        return command("start game", table=name, bets=bets)
    if table.phase is Phase.PLAYING and claims and pick < 0.4:
        return command("press hand", table=name, seat=1, hand=chance.choice(("royal flush", "straight flush")))
    if table.phase is Phase.CLAIMED:
        if not table.prizes:
            return None
        if pick < 0.1:
            return command("void round", table=name, why="a card was exposed", cards=[*EVE, "card sue"])
        return command("confirm", table=name, despite_earlier=pick < 0.6, cards=[*EVE, "card sue"])
    return command("end game", table=name)


if __name__ == "__main__":
    place, *room = sys.argv[1:]
    beside = (lambda it: line_to(it, int(room[1]), room[0]).run(), play) if room else ()
    live_and_die(partial(lambda: application(controller=Controller(settings(place)), beside=beside)))
