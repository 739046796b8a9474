"""Payment of awards by the rules their round began under; taxes by the day of the payment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass

from msgspec import structs

from fairfelt.law import Award, Law, PaymentTerms, Step, payout
from fairfelt.law.payouts import CASH, CASH_REPORT, CHECK, TAX_FORM, tax_flags, tax_steps
from fairfelt.room.state.awards import AwardRow, EnvyRow, GivenAward, Payment
from fairfelt.room.state.floor import Floor
from fairfelt.runtime.formats import shared_fields


def payment_terms(
    floor: Floor, name: str, awards: Sequence[AwardRow | EnvyRow], currency: str
) -> tuple[PaymentTerms, ...]:
    """The steps of every award of a round for which a rule has more than to pay it."""
    table = floor.tables[name]
    law, wagers = floor.terms_of(table).jurisdiction.law, defaultdict[int, WagerTax](WagerTax)
    for number, given in awards_of_round(floor, name, table.round):
        withheld = _withheld(floor.payments.get(number), floor.jurisdiction.law)
        wagers[given.seat] = wagers[given.seat].after(given.paid_micros, withheld)
    found = list[PaymentTerms]()
    for row in awards:
        wager = wagers[row.seat] if row.seat else WagerTax()
        due = row.number, row.amount_micros, row.wager_micros, currency
        terms = terms_of(floor, law, *due, what=row.what, wager=wager)
        found += [terms] if terms else []
        withheld = _withheld(terms, floor.jurisdiction.law)
        wagers[row.seat] = wager.after(row.amount_micros, withheld)
    return tuple(found)


@dataclass(frozen=True)
class WagerTax:
    """One wager's wins in a round, for its own hands and as envy, and the tax withheld of them."""

    won_micros: int = 0
    withheld_micros: int = 0

    def after(self, amount_micros: int, withheld_micros: int) -> WagerTax:
        """The tax of the wager after another award."""
        return WagerTax(self.won_micros + amount_micros, self.withheld_micros + withheld_micros)


def awards_of_round(floor: Floor, table: str, number: int) -> list[tuple[int, GivenAward]]:
    """The awards of a round that stand, by win page, in the order of their confirmation."""
    return sorted(
        (page, given)
        for page, given in floor.given.items()
        if (given.table, given.round) == (table, number) and not given.voided
    )


def _withheld(payment: PaymentTerms | None, law: Law | None) -> int:
    """The tax withheld from an award; nothing where no rule has more than to pay it."""
    if payment is None or law is None or all(step.id != TAX_FORM for step in payment.steps):
        return 0
    return tax_flags(law, _award(payment), in_cash=False).withhold_micros


def _award(payment: PaymentTerms) -> Award:
    """An award as the taxes of that day see it."""
    return Award(**shared_fields(payment, Award))


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
    wager: WagerTax | None = None,
) -> PaymentTerms | None:
    """The steps of one pay by the law of its round; nothing where no rule has more than to pay it."""
    if law is None:
        return None
    before = wager or WagerTax()
    award = Award(
        number,
        amount_micros,
        wager_micros,
        currency,
        wager_returned,
        what,
        before_micros=before.won_micros,
        withheld_micros=before.withheld_micros if before.won_micros else None,
    )
    found = payout(law, award, paid=floor.jurisdiction.law or law)
    return found if found.asks_more else None


def renewed_payments(floor: Floor, law: Law) -> Iterator[PaymentTerms]:
    """Awards that were not paid yet, and for which the taxes of that day ask for something else."""
    for payment in floor.payments.values():
        if (steps := _renewed(payment, law)) != payment.steps:
            yield payment.renewed(steps)


def lessened_payments(
    floor: Floor, award: GivenAward, void: Sequence[int]
) -> tuple[tuple[PaymentTerms, ...], tuple[int, ...]]:
    """Awards of a round whose taxes change when other awards of the same wager are backed out.

    And those whose taxes would have, but are settled: the others of their wager go by what was withheld then.
    """
    wagers, law = defaultdict[int, WagerTax](WagerTax), floor.jurisdiction.law
    changed, settled = list[PaymentTerms](), list[int]()
    for number, given in awards_of_round(floor, award.table, award.round):
        if number in void or not given.seat:
            continue
        payment, wager = floor.payments.get(number), wagers[given.seat]
        if payment and law and (payment.before_micros, payment.withheld_micros or 0) != astuple(wager):
            if _is_taxed(payment):
                settled.append(number)
            else:
                taxed = {"before_micros": wager.won_micros, "withheld_micros": wager.withheld_micros}
                payment = structs.replace(payment, **taxed)
                payment = structs.replace(payment, steps=_renewed(payment, law))
                changed.append(payment.renewed(payment.steps))
        wagers[given.seat] = wager.after(given.paid_micros, _withheld(payment, law))
    return tuple(changed), tuple(settled)


def _renewed(payment: Payment, law: Law) -> tuple[Step, ...]:
    """Its steps under the taxes of that day; unchanged once it was paid or a form was filled in."""
    others = tuple(step for step in payment.steps if step.id not in (TAX_FORM, CASH_REPORT))
    paid = next((step.id for step in others if step.id in (CASH, CHECK)), None)
    if paid is None or _is_taxed(payment):
        return payment.steps
    asked = tax_steps(law, _award(payment), in_cash=paid == CASH)
    at = [step.id for step in others].index(paid)
    return (*others[:at], *asked, *others[at:])


def _is_taxed(payment: Payment) -> bool:
    """Whether it was paid, or a form for it filled in."""
    return any(done.step in (TAX_FORM, CASH_REPORT, CASH, CHECK) for done in payment.done)
