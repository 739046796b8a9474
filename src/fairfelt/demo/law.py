"""The law of the demonstration: a real profile that binds, on papers that say of themselves what they are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from fairfelt import games
from fairfelt.controller import Controller
from fairfelt.controller.funds import offers
from fairfelt.law import letter, odds_funding
from fairfelt.ledger import LedgerError

from .people import EXECUTIVES
from .tables import tables

LAW: dict[str, Any] = {
    "profile": "wa-commercial",
    "zone": "America/Los_Angeles",
    "location_class": "house-banked card room (a demonstration)",
}
DOCUMENT = "demonstration paper, no real document"
OFFICE_WORK_S = 60.0
PAYMENTS_LEFT = 3
"""How many payments are left open, for visitors to go on with."""


async def file_papers(controller: Controller) -> None:
    """Two executives file all that the law asks for, and then let it bind."""
    await _do(controller, "set law", **LAW, mode="advise", document=DOCUMENT)
    await controller.law.begin_day(controller.ledger)
    for kind, body in _papers(controller):
        await _do(controller, kind, **body, document=DOCUMENT)
    await _deposit(controller)
    await _do(controller, "set law", **LAW, mode="enforce", document=DOCUMENT)
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


def _papers(controller: Controller) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every condition, a comparison for every game that the letter itself does not pin, money for odds-based prizes."""
    law = controller.floor.jurisdiction.law
    assert law, "the day has begun"
    rule = law.find("approval.conditions")
    for condition in rule.names("conditions") if rule else ():
        yield "meet condition", {"condition": condition, "on": law.on.isoformat()}
    pinned = {pin.fingerprint for pin in letter().pins}
    for game in dict.fromkeys((table.game.slug, table.game.variant) for table in tables()):
        if (fingerprint := games.fingerprint_of(*game)) not in pinned:
            yield "pin game", {"game": game[0], "variant": game[1], "fingerprint": fingerprint}
    if kept := odds_funding(law, offers(controller.floor)):
        yield "keep odds funds", {"amount_micros": kept.required_micros}


async def _deposit(controller: Controller) -> None:
    """Deposit what is missing, a day before it has to be there."""
    law = controller.floor.jurisdiction.law
    if law is None:
        return
    for account in await controller.law.funds(controller.ledger, law):
        if account.due_on and account.due_on <= law.on + timedelta(1):
            amount = {"amount_micros": account.position.to_deposit_micros, "currency": account.currency}
            entry = {"on": law.on.isoformat(), "kind": "deposit", **amount}
            await _do(controller, "book bank entry", **entry, document=DOCUMENT)
            await controller.law.look_at_funds(controller.ledger, anew=True)


async def _pay_out(controller: Controller) -> None:
    """Finish the oldest payments."""
    waiting = [payment for payment in controller.floor.payments.values() if payment.next]
    for payment in waiting[:-PAYMENTS_LEFT]:
        for step in payment.steps[len(payment.done) :]:
            await _do(controller, "do payout step", number=payment.number, step=step.id, note=DOCUMENT)


async def _do(controller: Controller, kind: str, /, **body: Any) -> None:
    answer = await controller.tell(kind, {**body, "cards": EXECUTIVES})
    assert not answer.refused, answer.body
