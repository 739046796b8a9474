"""Funds for progressive prizes: how the account stands, its entries, statements, money for odds-based prizes."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.law import BankEntryKind
from fairfelt.reports.law_funds import funds_sheet
from fairfelt.rules import format_amount

from ..api.funds import seen_now
from ..api.law import FILING
from ..desk import Ask, Desk, Field, Form, Outcome, Paper, Task
from ..desk.asking import call_of
from ..desk.command import is_first
from ..desk.taking_away import taken_away
from .office import drawn

BACK = "/manager/funds"
CURRENCY = "$"
KINDS = {
    BankEntryKind.DEPOSIT: "deposit: money was put in",
    BankEntryKind.WITHDRAWAL: "withdrawal: money was taken out for prizes",
    BankEntryKind.SEIZURE: "seizure: a tax authority took it",
}


async def funds(desk: Desk) -> Response:
    """What is held, what is in the bank, what has to be there, the record of weekly deposits."""
    _, seen = await seen_now(call_of(desk))
    sheet = funds_sheet(seen.position, desk.floor.bank, seen.due_on, seen.holdings, seen.weeks)
    said = [finding.sentence for finding in seen.findings if finding not in seen.position.stops]
    kept = format_amount(desk.floor.funds.odds_micros)
    return drawn(
        desk, "manager_funds.html", sheet=sheet, said=said, short=bool(seen.position.stops), kept=kept,
        files=desk.may(FILING),
    )  # fmt: skip


async def funds_document(desk: Desk) -> Response:
    """The same to take away."""
    _, seen = await seen_now(call_of(desk))
    sheet = funds_sheet(seen.position, desk.floor.bank, seen.due_on, seen.holdings, seen.weeks)
    return taken_away(desk.request.path_params["form"], "funds", sheet)


def _balance(desk: Desk) -> tuple[tuple[str, str], ...]:
    balance = sum(entry.change_micros for entry in desk.floor.bank)
    return (("The entries come to", format_amount(balance)),)


def _entry_paper(desk: Desk) -> Paper:
    return Paper(
        title="Book a bank entry",
        lead="A line of the account for progressive prizes, as the bank’s paper says. The funds are looked at again.",
        button="Book the entry",
        back=BACK,
        facts=_balance(desk),
        fields=(
            Field(name="kind", label="What", sort="choice",
                  choices=tuple((kind.value, words) for kind, words in KINDS.items())),
            Field(name="amount", label="Amount", sort="amount", unit=CURRENCY),
            Field(name="on", label="Day", sort="day", value=_today(desk)),
            Field(name="document", label="Document", hint="The number of the slip or statement."),
        ),
    )  # fmt: skip


async def _book(desk: Desk, form: Form, ask: Ask) -> Outcome:
    on, first = form.day("on"), is_first(desk, form)
    done = await ask(
        "book bank entry",
        kind=form.one_of("kind", [kind.value for kind in BankEntryKind]),
        amount_micros=form.amount("amount", CURRENCY, least=1),
        on=on.isoformat() if on else "",
        document=form.text("document"),
    )
    await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def _statement_paper(desk: Desk) -> Paper:
    return Paper(
        title="File a statement",
        lead="What the bank says it holds. The difference to the entries goes on the log with it.",
        button="File the statement",
        back=BACK,
        facts=_balance(desk),
        fields=(
            Field(name="balance", label="Balance by the bank", sort="amount", unit=CURRENCY),
            Field(name="on", label="Day", sort="day", value=_today(desk)),
            Field(name="document", label="Document", hint="The number of the statement."),
        ),
    )


async def _file(desk: Desk, form: Form, ask: Ask) -> Outcome:
    on, balance = form.day("on"), form.amount_or_none("balance", CURRENCY)
    if balance is None:
        form.mistake("balance", "this has to be filled in")
    day = on.isoformat() if on else ""
    return await ask("file statement", balance_micros=balance, on=day, document=form.text("document"))


def _odds_paper(desk: Desk) -> Paper:
    return Paper(
        title="Money kept for odds-based prizes",
        lead="What is kept in a bank or as a line of credit for large fixed prizes. The funds are looked at again.",
        button="File it",
        back=BACK,
        facts=(("Kept so far", format_amount(desk.floor.funds.odds_micros)),),
        fields=(
            Field(name="amount", label="Kept from now on", sort="amount", unit=CURRENCY),
            Field(name="document", label="Document", hint="The statement or the letter of the bank."),
        ),
    )


async def _keep(desk: Desk, form: Form, ask: Ask) -> Outcome:
    first, amount = is_first(desk, form), form.amount_or_none("amount", CURRENCY)
    if amount is None:
        form.mistake("amount", "this has to be filled in")
    done = await ask("keep odds funds", amount_micros=amount, document=form.text("document"))
    await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def _today(desk: Desk) -> str:
    return day.isoformat() if (day := desk.floor.regime.day) else ""


TASKS = [
    Task(path="/manager/funds/entries", access=FILING, paper=_entry_paper, do=_book),
    Task(path="/manager/funds/statements", access=FILING, paper=_statement_paper, do=_file),
    Task(path="/manager/funds/odds", access=FILING, paper=_odds_paper, do=_keep),
]
