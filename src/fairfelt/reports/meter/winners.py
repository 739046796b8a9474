"""A round in which several hands win: what each house policy costs, and what an aggregate limit cuts off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairfelt.exact import as_json
from fairfelt.meters.aggregate import AggregateLimit
from fairfelt.meters.interval import Interval
from fairfelt.meters.winners import MultipleWinners, PolicyCost
from fairfelt.meters.words import format_chance, format_interval, format_money
from fairfelt.reports.sheet.figures import exact_text, one_in_text
from fairfelt.reports.sheet.sheet import Column, Section, Table, right

from ..report import Report
from .meter_report import interval_plain, meter_report

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel

ROUNDS = 1_000
"""The cost of a round is shown for so many of them."""


def winners_report(model: JackpotModel, found: MultipleWinners) -> Report:
    """How often several seats win at once, and what that costs by each policy."""
    chances = (("One winner or more", found.one), ("Two or more", found.two))
    frequency = Table(
        (Column("Winners"), *right("Frequency"), Column("Exact", breaks=True)),
        tuple((label, one_in_text(chance), exact_text(chance)) for label, chance in chances),
    )
    heads = right(f"Paid in {ROUNDS:,} rounds", "From the house", "From the house, if several win")
    costs = Table((Column("Policy"), *heads), tuple(_cost_row(model, cost) for cost in found.costs))
    counted = f"Up to three winners; four at once are rarer than {one_in_text(found.missed)}."
    plain = {
        "seats": found.seats,
        "one_or_more": as_json(found.one),
        "two_or_more": as_json(found.two),
        "missed": as_json(found.missed),
        "policies": [
            {
                "policy": cost.policy.value,
                "in_force": cost.policy is model.terms.several_winners,
                "paid_per_round": as_json(cost.paid),
                "from_house_per_round": as_json(cost.from_house),
                "from_house_if_several": as_json(cost.from_house_if_several),
            }
            for cost in found.costs
        ],
    }
    return meter_report(
        model,
        "Several winners in one round",
        (Section("Frequency of level wins in a round", (frequency,)), Section("Cost of each policy", (costs,))),
        plain,
        facts=(("Seats with the bet", str(found.seats)),),
        footnotes=(
            ("From the house", "Seeds, and what a meter lacks; the last column is for one such round."),
            ("Counted", counted if found.missed else "All winners there can be."),
        ),
    )


def limit_report(model: JackpotModel, found: AggregateLimit) -> Report:
    """What an aggregate limit on one deal cuts off."""
    currency = model.terms.currency
    paid = Interval(found.paid.low * ROUNDS, found.paid.high * ROUNDS)
    facts = (
        ("Seats with the bet", str(found.seats)),
        ("Limit per deal", format_money(found.limit, currency)),
        (f"Owed in {ROUNDS:,} rounds", format_money(found.owed * ROUNDS, currency)),
        (f"Paid in {ROUNDS:,} rounds", format_interval(paid, currency)),
        ("Cut off", format_chance(found.cut_off)),
    )
    plain = {
        "limit": as_json(found.limit),
        "seats": found.seats,
        "owed_per_round": as_json(found.owed),
        "paid_per_round": interval_plain(found.paid),
        "cut_off": interval_plain(found.cut_off),
    }
    notes = (("Cut off", "Share of the fixed pays owed; of two numbers, the truth lies between them."),)
    return meter_report(model, "Aggregate limit", (), plain, facts=facts, footnotes=notes)


def _cost_row(model: JackpotModel, cost: PolicyCost) -> tuple[str, ...]:
    in_force = ", in force" if cost.policy is model.terms.several_winners else ""
    amounts = (cost.paid * ROUNDS, cost.from_house * ROUNDS, cost.from_house_if_several)
    return f"{cost.policy.value}{in_force}", *(format_money(each, model.terms.currency) for each in amounts)
