"""The law of the demonstration: a real profile that binds, on papers that say of themselves what they are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta

from msgspec import structs

from fairfelt import games
from fairfelt.controller import Controller
from fairfelt.controller.funds import offers
from fairfelt.law import BankEntryKind, Mode, conditions_asked, letter, odds_funding, paytables_of
from fairfelt.ledger import LedgerError
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.duties import DoPayoutStep
from fairfelt.room.commands.funds import BookBankEntry, KeepOddsFunds
from fairfelt.room.commands.law import SetLaw
from fairfelt.room.commands.paperwork import MeetCondition, PinGame

from .people import EXECUTIVES, TWO_DEPARTMENTS
from .tables import tables

DOCUMENT = "demonstration paper 1, 2023-06-14, no real document and no issuer"
LAW = SetLaw(
    profile="wa-commercial",
    mode=Mode.ENFORCE,
    zone="America/Los_Angeles",
    location_class="house-banked card room (a demonstration)",
    document=DOCUMENT,
    cards=TWO_DEPARTMENTS,
)
OFFICE_WORK_S = 60.0
PAYMENTS_LEFT = 3
"""How many payments are left open, for visitors to go on with."""


async def file_papers(controller: Controller) -> None:
    """Two departments file all that the law asks for, and then let it bind."""
    await _do(controller, structs.replace(LAW, mode=Mode.ADVISE))
    await controller.law.begin_day(controller.ledger)
    for paper in _papers(controller):
        await _do(controller, paper)
    await _deposit(controller)
    await _do(controller, LAW)
    await controller.law.keep(controller.ledger)


async def do_office_work(controller: Controller) -> None:
    """Deposits before they are due, and payments done step by step, until cancelled."""
    while True:
        try:
            await _deposit(controller)
            await _pay_out(controller)
        except LedgerError:
            pass  # another server has the room for a while
        await asyncio.sleep(OFFICE_WORK_S)


def _papers(controller: Controller) -> Iterator[RoomCommand]:
    """Every condition, a comparison for every game that the letter itself does not pin, money for odds-based prizes."""
    law = controller.floor.jurisdiction.law
    assert law, "the day has begun"
    for condition in conditions_asked(law):
        yield MeetCondition(condition=condition, on=law.on, document=DOCUMENT, cards=TWO_DEPARTMENTS)
    for game in {(table.game.slug, table.game.variant): table.game for table in tables()}.values():
        if not letter().pinned(game) or letter().unseen(game, paytables_of(game)):
            digits = games.fingerprint_of(game.slug, game.variant)
            yield PinGame(
                game=game.slug, variant=game.variant, fingerprint=digits, document=DOCUMENT, cards=TWO_DEPARTMENTS
            )
    if kept := odds_funding(law, offers(controller.floor)):
        yield KeepOddsFunds(amount_micros=kept.required_micros, document=DOCUMENT, cards=EXECUTIVES)


async def _deposit(controller: Controller) -> None:
    """Deposit what is missing, a day before it has to be there."""
    law = controller.floor.jurisdiction.law
    if law is None:
        return
    for account in await controller.law.funds(controller.ledger, law):
        if account.due_on and account.due_on <= law.on + timedelta(1):
            deposit = BookBankEntry(
                on=law.on,
                entry_kind=BankEntryKind.DEPOSIT,
                amount_micros=account.position.to_deposit_micros,
                currency=account.currency,
                document=DOCUMENT,
                cards=EXECUTIVES,
            )
            await _do(controller, deposit)
            await controller.law.look_at_funds(controller.ledger, anew=True)


async def _pay_out(controller: Controller) -> None:
    """Finish the oldest payments."""
    waiting = [payment for payment in controller.floor.payments.values() if payment.next]
    for payment in waiting[:-PAYMENTS_LEFT]:
        for step in payment.steps[len(payment.done) :]:
            done = DoPayoutStep(number=payment.number, step=step.id, note=DOCUMENT, cards=EXECUTIVES)
            await _do(controller, done)


async def _do(controller: Controller, command: RoomCommand) -> None:
    answer = await controller.tell(command)
    assert not answer.refused, answer.body
