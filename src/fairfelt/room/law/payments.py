"""What the law has the room do with an award: by the rules its round began under, taxes by the day of the payment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time

from fairfelt.law import Award, Law, payout
from fairfelt.law.payouts.payout import CASH, CASH_REPORT, CHECK, TAX_FORM, tax_steps
from fairfelt.room.state.awards import AwardRow, EnvyRow
from fairfelt.room.state.duties import Payment, PaymentStep, PaymentTerms
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Table


def payment_terms(
    floor: Floor, table: Table, awards: Sequence[AwardRow | EnvyRow], currency: str
) -> tuple[PaymentTerms, ...]:
    """The steps of every award of a round for which a rule has more than to pay it."""
    law, won = floor.terms_of(table).jurisdiction.law, won_by_seat(floor, table)
    found = list[PaymentTerms | None]()
    for row in awards:
        before = won[row.seat] if row.seat else 0
        due = row.number, row.amount_micros, row.wager_micros, currency
        found.append(terms_of(floor, law, *due, what=row.what, before_micros=before))
        won[row.seat] += row.amount_micros
    return tuple(terms for terms in found if terms)


def won_by_seat(floor: Floor, table: Table) -> Counter[int]:
    """What the progressive bet of each seat has won in the round, for its own hands and as envy."""
    won = Counter[int]()
    for number in (page for hand in table.awarded for page in (hand.number, *hand.envy) if page in floor.given):
        won[floor.given[number].seat] += floor.given[number].paid_micros
    return won


def terms_of(
    floor: Floor,
    law: Law | None,
    number: int,
    amount_micros: int,
    wager_micros: int,
    currency: str,
    *,
    what: str,
    wager_returned: bool = False,
    before_micros: int = 0,
) -> PaymentTerms | None:
    """The steps of one pay by the law of its round; nothing where no rule has more than to pay it."""
    if law is None:
        return None
    at = datetime.combine(law.on, time(), UTC)
    award = Award(number, amount_micros, wager_micros, at, currency, wager_returned, what, before_micros)
    found = payout(law, award, paid=floor.jurisdiction.law or law)
    return PaymentTerms.of(found) if found.asks_more else None


def renewed_payments(floor: Floor, law: Law) -> Iterator[PaymentTerms]:
    """Awards that were not paid yet, and for which the taxes of that day ask for something else."""
    for payment in floor.payments.values():
        if (steps := _renewed(payment, law)) != payment.steps:
            yield PaymentTerms.renewed(payment, steps)


def lessened_payments(floor: Floor, table: Table, void: Sequence[int]) -> Iterator[PaymentTerms]:
    """Awards of a round whose taxes change when other awards of the same wager are backed out."""
    won = Counter[int]()
    awarded = table.ended.awarded if table.ended else table.awarded
    for number in sorted({page for hand in awarded for page in (hand.number, *hand.envy)} - {*void}):
        if not (given := floor.given.get(number)) or not given.seat:
            continue
        payment, law = floor.payments.get(number), floor.jurisdiction.law
        if payment and law and payment.before_micros != won[given.seat]:
            payment = replace(payment, before_micros=won[given.seat])
            yield PaymentTerms.renewed(payment, _renewed(payment, law))
        won[given.seat] += given.paid_micros


def _renewed(payment: Payment, law: Law) -> tuple[PaymentStep, ...]:
    """Its steps under the taxes of that day; as they are once it was paid, or a form was filled in."""
    taxes = (TAX_FORM, CASH_REPORT)
    others = tuple(step for step in payment.steps if step.id not in taxes)
    done = {step.step for step in payment.done}
    paid = next((step.id for step in others if step.id in (CASH, CHECK)), None)
    if paid is None or done & {paid, *taxes}:
        return payment.steps
    won = payment.number, payment.amount_micros, payment.wager_micros, datetime.combine(law.on, time(), UTC)
    award = Award(*won, payment.currency, payment.wager_returned, before_micros=payment.before_micros)
    asked = tuple(PaymentStep.of(step) for step in tax_steps(law, award, in_cash=paid == CASH))
    at = [step.id for step in others].index(paid)
    return (*others[:at], *asked, *others[at:])
