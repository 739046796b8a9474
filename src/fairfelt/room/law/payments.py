"""What the law has the room do with an award: by the rules its round began under, taxes by the day of the payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time

from fairfelt.law import Award, Law, payout
from fairfelt.law.payouts.payout import CASH, CASH_REPORT, CHECK, TAX_FORM, tax_steps
from fairfelt.room.state.awards import AwardRow
from fairfelt.room.state.duties import Payment, PaymentStep, PaymentTerms
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Table


def payment_terms(floor: Floor, table: Table, awards: Sequence[AwardRow], currency: str) -> tuple[PaymentTerms, ...]:
    """The steps of every award of a round for which a rule has more than to pay it."""
    found = (terms_of(floor, table, row.number, row.amount_micros, row.wager_micros, currency) for row in awards)
    return tuple(terms for terms in found if terms)


def terms_of(
    floor: Floor, table: Table, number: int, amount_micros: int, wager_micros: int, currency: str
) -> PaymentTerms | None:
    """The steps of one pay; nothing where no rule has more than to pay it."""
    law, today = (table.terms or floor.terms_now(table)).jurisdiction.law, floor.jurisdiction.law
    if law is None:
        return None
    found = payout(law, _award(law, number, amount_micros, wager_micros, currency), paid=today or law)
    return PaymentTerms.of(found) if found.asks_more else None


def renewed_payments(floor: Floor, law: Law) -> Iterator[PaymentTerms]:
    """Awards that were not paid yet, and for which the taxes of that day ask for something else."""
    for payment in floor.payments.values():
        steps = _renewed(payment, law)
        if steps != payment.steps:
            yield PaymentTerms(
                number=payment.number,
                amount_micros=payment.amount_micros,
                wager_micros=payment.wager_micros,
                steps=steps,
                timers=payment.timers,
            )


def _renewed(payment: Payment, law: Law) -> tuple[PaymentStep, ...]:
    """Its steps under the taxes of that day; as they are once it was paid, or a form was filled in."""
    taxes = (TAX_FORM, CASH_REPORT)
    others = tuple(step for step in payment.steps if step.id not in taxes)
    done = {step.step for step in payment.done}
    paid = next((step.id for step in others if step.id in (CASH, CHECK)), None)
    if paid is None or done & {paid, *taxes}:
        return payment.steps
    award = _award(law, payment.number, payment.amount_micros, payment.wager_micros, payment.currency)
    asked = tuple(PaymentStep.of(step) for step in tax_steps(law, award, in_cash=paid == CASH))
    at = [step.id for step in others].index(paid)
    return (*others[:at], *asked, *others[at:])


def _award(law: Law, number: int, amount_micros: int, wager_micros: int, currency: str) -> Award:
    return Award(number, amount_micros, wager_micros, datetime.combine(law.on, time(), UTC), currency)
