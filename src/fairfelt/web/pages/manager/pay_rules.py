"""Rules by amount: from which pay on a supervisor, an executive or two people are needed."""

from __future__ import annotations

from fairfelt.room.commands.accounts import SetPayRules
from fairfelt.room.state.pay_rules import EXECUTIVE_FROM_MICROS
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.words import money, plain

CURRENCY = "currency"
AMOUNTS = {
    "supervisor_from": "Supervisor from",
    "executive_from": "Executive from",
    "two_people_from": "Two people from",
}


def _chosen(desk: Desk) -> str:
    currency: str = desk.request.path_params[CURRENCY]
    if currency not in desk.floor.currencies:
        raise Nowhere(f"nothing is paid in {currency!r} in this room")
    return currency


def _paper(desk: Desk) -> Paper:
    currency = _chosen(desk)
    rules = desk.floor.house_rules.pays_in(currency)
    hints = {
        "supervisor_from": "Fixed pays from the tray below this are confirmed by the dealer alone. "
        "A share of a meter always takes a supervisor.",
        "executive_from": "Besides the amount in each jackpot’s terms. Left empty, pays from the tray and house "
        f"jackpots have {money(EXECUTIVE_FROM_MICROS, currency)}.",
        "two_people_from": "An executive and a second supervisor or executive. Left empty, whatever takes an "
        "executive takes two people; an amount lets an executive confirm alone below it.",
    }
    return Paper(
        title=f"Pay rules, {currency}",
        lead="Whose card a pay takes at the keypad, by its amount, from the next round of each table on. The person "
        "who entered a hand does not confirm it alone. Every pay is on the log, whoever confirms it.",
        button="Save",
        back="/manager/people",
        facts=tuple((label, _words(getattr(rules, f"{name}_micros"), currency)) for name, label in AMOUNTS.items()),
        fields=(
            *(
                Field(
                    name=name, label=label, sort="amount", unit=currency, hint=hints[name], optional=True,
                    value=plain(getattr(rules, f"{name}_micros")),
                )
                for name, label in AMOUNTS.items()
            ),
            Field(name="why", label="Reason"),
        ),
    )  # fmt: skip


def _words(micros: int | None, currency: str) -> str:
    return "by default" if micros is None else money(micros, currency)


async def _set(desk: Desk, form: Form, ask: Ask) -> Outcome:
    currency = _chosen(desk)
    amounts = {f"{name}_micros": form.amount_or_none(name, currency) for name in AMOUNTS}
    rules = {**amounts, "supervisor_from_micros": amounts["supervisor_from_micros"] or 0}
    return await ask(SetPayRules, currency=currency, rules=rules, why=form.text("why"))


TASKS = [
    Task(path="/manager/people/pay-rules/{currency}", access=TWO_PEOPLE, paper=_paper, do=_set, review=nothing_besides)
]
