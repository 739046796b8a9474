"""Test reports on how equipment of different makers works together, and the house's own largest wager."""

from __future__ import annotations

from fairfelt.room import Floor
from fairfelt.room.commands.limits import LimitWagers
from fairfelt.room.commands.paperwork import FileMakersReport, WithdrawMakersReport
from fairfelt.web.api.handlers.law import TWO_DEPARTMENTS
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.preview import Review
from fairfelt.web.desk.words import money, plain

from .presets import DOCUMENT, document_in

LAW = "/manager/law"
NO_RULE = "no house rule"


def _report_paper(desk: Desk) -> Paper:
    makers = sorted({table.maker for table in desk.floor.tables.values() if table.maker})
    return Paper(
        title="File test report",
        lead="Where equipment of different manufacturers shares a jackpot, a test report says how it works together.",
        back=LAW,
        facts=(("Manufacturers at the tables", "; ".join(makers) or "none named"),),
        fields=(
            Field(name="makers", label="Manufacturers", value="; ".join(makers) if len(makers) > 1 else "",
                  hint="Two or more, with semicolons between them."),
            *DOCUMENT,
        ),
    )  # fmt: skip


async def _file(desk: Desk, form: Form, ask: Ask) -> Outcome:
    makers = [name.strip() for name in form.get("makers").split(";") if name.strip()]
    if len(makers) < 2:
        form.mistake("makers", "name two manufacturers or more, with semicolons between them")
    return await ask(FileMakersReport, makers=makers, **await document_in(desk, form))


def _withdraw_paper(desk: Desk) -> Paper:
    held = desk.floor.paperwork.makers_reports
    return Paper(
        title="Withdraw test report",
        lead="Record that a test report holds no longer.",
        back=LAW,
        fields=(
            Field(name="document", label="Test report", sort="choice", hint="" if held else "None filed.",
                  choices=tuple((one.document, f"{one.document}: {', '.join(one.makers)}") for one in held)),
            Field(name="why", label="Reason"),
        ),
        danger="In enforce mode, tables that share a jackpot may stop immediately.",
    )  # fmt: skip


async def _withdraw(desk: Desk, form: Form, ask: Ask) -> Outcome:
    there = [one.document for one in desk.floor.paperwork.makers_reports]
    return await ask(WithdrawMakersReport, document=form.one_of("document", there), why=form.text("why"))


def _currency(desk: Desk) -> str:
    currency: str = desk.request.path_params["currency"]
    if currency not in desk.floor.currencies:
        raise Nowhere(f"nothing is bet in {currency!r} in this room")
    return currency


def _wager_paper(desk: Desk) -> Paper:
    currency = _currency(desk)
    now = desk.floor.house_rules.most_wager.get(currency)
    return Paper(
        title=f"Largest wager of the house, {currency}",
        lead="A house may let less be bet than the law does, and never more: the law goes first. "
        "Every table is checked again. It holds from the next round of each table on.",
        button="Save",
        back=LAW,
        facts=(("Now", NO_RULE if now is None else money(now, currency)),),
        fields=(
            Field(name="most", label="Largest single wager", sort="amount", unit=currency, optional=True,
                  value="" if now is None else plain(now), hint="Blank takes the house rule away."),
            Field(name="why", label="Reason"),
        ),
    )  # fmt: skip


async def _limit(desk: Desk, form: Form, ask: Ask) -> Outcome:
    currency = _currency(desk)
    most = form.amount_or_none("most", currency)
    return await ask(LimitWagers, currency=currency, largest_micros=most, why=form.text("why"))


async def _limited(desk: Desk, form: Form, after: Floor) -> Review:
    """The house's largest wager before and after."""
    currency = _currency(desk)
    limits = (floor.house_rules.most_wager.get(currency) for floor in (desk.floor, after))
    was, now = (NO_RULE if most is None else money(most, currency) for most in limits)
    return Review(changes=((f"Largest wager of the house, {currency}", was, now),))


TASKS = [
    Task(path="/manager/law/makers-reports/file", access=TWO_DEPARTMENTS, paper=_report_paper, do=_file),
    Task(path="/manager/law/makers-reports/withdraw", access=TWO_DEPARTMENTS, paper=_withdraw_paper, do=_withdraw),
    Task(path="/manager/law/wagers/{currency}", access=TWO_DEPARTMENTS, paper=_wager_paper, do=_limit, review=_limited),
]
