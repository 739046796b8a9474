"""A round in which several hands win: what the policies of the house cost, and what an aggregate limit cuts off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json
from fairfelt.meters.aggregate import Limited
from fairfelt.meters.run_dry.risk import Between
from fairfelt.meters.winners import PolicyCost, Several
from fairfelt.meters.words import chance, money, span
from fairfelt.reports.sheet.figures import colophon, exact_text, one_in_text
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, right

from .edge import case_dict, case_facts

if TYPE_CHECKING:
    from fairfelt.meters import Case

ROUNDS = 1_000
"""What a round costs is told for so many of them."""


@dataclass(frozen=True)
class LimitedRound:
    """An aggregate limit, and what it does."""

    limit: Fraction
    seats: int
    found: Limited

    @property
    def cut(self) -> Between:
        """The share of what is owed that is not paid."""
        owed, paid = self.found.owed, self.found.paid
        return Between(1 - paid.high / owed, 1 - paid.low / owed) if owed else Between(Fraction(0), Fraction(0))


def winners_sheet(case: Case, found: Several) -> Sheet:
    """How often several win at once, and what that costs by each policy."""
    seats = ("Seats with the bet", str(found.seats))
    costs = tuple(_cost_row(case, each) for each in found.costs)
    heads = right(f"Paid in {ROUNDS:,} rounds", "From the house", "From the house, if several win")
    return Sheet(
        title=case.terms.name,
        subtitle="Several winners in one round",
        sections=(
            Section("", (Facts((*case_facts(case), seats)),)),
            Section("How often a level is won in a round", (_how_often(found),)),
            Section("What each policy costs", (Table((Column("Policy"), *heads), costs),)),
        ),
        footnotes=(
            ("From the house", "Seeds, and what a meter lacks; the last column is for one such round."),
            ("Counted", f"Up to three winners; four at once are rarer than {one_in_text(found.missed)}.")
            if found.missed
            else ("Counted", "All winners there can be."),
        ),
        colophon=colophon(case.game, what="Counted, not sampled,"),
    )


def winners_dict(case: Case, found: Several) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        **case_dict(case),
        "seats": found.seats,
        "one_or_more": as_json(found.one),
        "two_or_more": as_json(found.two),
        "missed": as_json(found.missed),
        "policies": [
            {
                "policy": each.policy.value,
                "in_force": each.policy is case.terms.several_winners,
                "paid_per_round": as_json(each.paid),
                "from_house_per_round": as_json(each.from_house),
                "from_house_if_several": as_json(each.from_house_if_several),
            }
            for each in found.costs
        ],
    }


def limit_sheet(case: Case, limited: LimitedRound) -> Sheet:
    """What an aggregate limit on one deal cuts off."""
    return Sheet(
        title=case.terms.name,
        subtitle="An aggregate limit",
        sections=(Section("", (Facts((*case_facts(case), *_limit_facts(case, limited))),)),),
        footnotes=(("Cut off", "Of fixed pays, as a share of what is owed; between two numbers lies the truth."),),
        colophon=colophon(case.game, what="Counted, not sampled,"),
    )


def limit_dict(case: Case, limited: LimitedRound) -> dict[str, Any]:
    """The same as plain data for JSON."""
    found, cut = limited.found, limited.cut
    return {
        **case_dict(case),
        "limit": as_json(limited.limit),
        "seats": limited.seats,
        "owed_per_round": as_json(found.owed),
        "paid_per_round": {"at_least": as_json(found.paid.low), "at_most": as_json(found.paid.high)},
        "cut_off": {"at_least": as_json(cut.low), "at_most": as_json(cut.high)},
    }


def _how_often(found: Several) -> Table:
    rows = (("One winner or more", found.one), ("Two or more", found.two))
    return Table(
        (Column("Winners"), *right("How rare"), Column("Exact", breaks=True)),
        tuple((name, one_in_text(often) if often else "never", exact_text(often)) for name, often in rows),
    )


def _cost_row(case: Case, cost: PolicyCost) -> tuple[str, ...]:
    force = ", in force" if cost.policy is case.terms.several_winners else ""
    amounts = (cost.paid * ROUNDS, cost.from_house * ROUNDS, cost.from_house_if_several)
    return f"{cost.policy.value}{force}", *(money(amount, case.terms.currency) for amount in amounts)


def _limit_facts(case: Case, limited: LimitedRound) -> Iterator[tuple[str, str]]:
    found, currency = limited.found, case.terms.currency
    paid = Between(found.paid.low * ROUNDS, found.paid.high * ROUNDS)
    yield "Seats with the bet", str(limited.seats)
    yield "Limit on one deal", money(limited.limit, currency)
    yield f"Owed in {ROUNDS:,} rounds", money(found.owed * ROUNDS, currency)
    yield f"Paid in {ROUNDS:,} rounds", span(paid, currency)
    yield "Cut off", chance(limited.cut)
