"""A dealer of the demonstration: deals real cards to simulated players, and works the keypad as the sheet says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from fairfelt.controller import Controller
from fairfelt.ledger import Answer
from fairfelt.room import Press
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.rounds import Bet, Confirm, EndGame, PlaceBets, PressHand, StartGame, TurnKey
from fairfelt.rules import Choice, Street
from fairfelt.table import View

from .deal_round import deal_round, finishing_press
from .people import DEALERS, EXECUTIVES
from .tables import BETS_MICROS, DemoTable

Pause = Callable[[float], Awaitable[object]]


class Dealer:
    """One table, its players, its luck."""

    def __init__(self, table: DemoTable, controller: Controller, chance: Random, pause: Pause = asyncio.sleep) -> None:
        self._table, self._controller, self._chance, self._pause = table, controller, chance, pause

    async def deal(self) -> None:
        """One round, from the first bet to END GAME; whatever was left open before is finished first."""
        await self._finish()
        bets = self._draw_bets()
        for lit in range(1, len(bets) + 1):
            sensed = tuple(Bet(seat, bets[seat]) for seat in sorted(bets)[:lit])
            await self._press(PlaceBets(table=self._table.name, bets=sensed, cards=DEALERS))
            await self._wait(0.2, 0.8)
        if (await self._press(StartGame(table=self._table.name, cards=DEALERS))).refused:
            return
        await self._wait(2, 6)
        winners = deal_round(self._table, bets, self._chance, self._decide)
        for seat, hand in sorted(winners.items(), reverse=True):  # from the dealer's right, one after another
            await self._press(PressHand(table=self._table.name, seat=seat, hand=hand, cards=DEALERS))
            await self._finish(ends=False)
        await self._finish()

    async def _finish(self, *, ends: bool = True) -> None:
        """Whatever it takes to the end of the game, or before it; two executives' cards where awards may need them."""
        while (press := self._finishing_press()) and (ends or press is not Press.END):
            table, cards = self._table.name, (*DEALERS, *EXECUTIVES)
            if press is Press.END:
                answer = await self._press(EndGame(table=table, cards=DEALERS))
            elif press is Press.CONFIRM:
                await self._wait(4, 8)
                answer = await self._press(Confirm(table=table, despite_earlier=True, cards=cards))
            else:
                answer = await self._press(TurnKey(table=table, to_jph=press is Press.KEY_ON, cards=cards))
            if answer.refused:
                return

    def _finishing_press(self) -> Press | None:
        floor = self._controller.floor
        return finishing_press(self._table.controls, floor.live_labels(floor.tables[self._table.name]))

    def _draw_bets(self) -> dict[int, int]:
        seats = range(1, self._table.game.seats + 1)
        taken = self._chance.sample(seats, self._chance.randint(2, len(seats)))
        return {seat: self._chance.choice(BETS_MICROS) for seat in taken}

    def _decide(self, street: Street, view: View) -> Choice:
        """These players came to play: they fold one hand in six."""
        return street.choices[0 if self._chance.randrange(6) == 0 else -1]

    async def _press(self, command: RoomCommand) -> Answer:
        device = self._table.keypad
        return await self._controller.ask(device, self._controller.ledger.next_sequence(device), command)

    async def _wait(self, least_s: float, most_s: float) -> None:
        await self._pause(self._chance.uniform(least_s, most_s))
