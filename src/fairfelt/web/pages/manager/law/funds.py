"""Funds for progressive prizes: how the account stands, its entries, statements, money for odds-based prizes."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.responses import Response

from fairfelt.law import BankEntryKind
from fairfelt.reports.law.funds import funds_sheet
from fairfelt.web.api.handlers.funds import accounts_now
from fairfelt.web.api.handlers.law import FILING
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.command import is_first
from fairfelt.web.desk.downloads import taken_away
from fairfelt.web.desk.words import money

from ..office import drawn

BACK = "/manager/funds"
CURRENCY = "currency"
KINDS = {
    BankEntryKind.DEPOSIT: "deposit: money was put in",
    BankEntryKind.WITHDRAWAL: "withdrawal: money was taken out for prizes",
    BankEntryKind.SEIZURE: "seizure: a tax authority took it",
}


async def funds(desk: Desk) -> Response:
    """What is held, what is in the bank, what has to be there, the record of weekly deposits."""
    accounts = await accounts_now(call_of(desk))
    enough = not any(account.findings for account in accounts)
    return drawn(desk, "manager/law/funds.html", sheet=funds_sheet(accounts), enough=enough, files=desk.may(FILING))


async def funds_document(desk: Desk) -> Response:
    """The same to take away."""
    return taken_away(desk.request.path_params["form"], "funds", funds_sheet(await accounts_now(call_of(desk))))


def _balance(desk: Desk) -> tuple[tuple[str, str], ...]:
    floor = desk.floor
    return tuple(("The entries come to", money(floor.booked_micros(each), each)) for each in floor.currencies)


def _amount(desk: Desk, name: str, label: str) -> Iterator[Field]:
    """An amount in the currency of the room; where it has several, one of them."""
    currencies = desk.floor.currencies
    if len(currencies) == 1:
        yield Field(name=name, label=label, sort="amount", unit=currencies[0])
        return
    yield Field(name=name, label=label, sort="amount")
    yield Field(name=CURRENCY, label="Currency", sort="choice", choices=tuple((each, each) for each in currencies))


def _currency(desk: Desk, form: Form) -> str:
    currencies = desk.floor.currencies
    return currencies[0] if len(currencies) == 1 else form.one_of(CURRENCY, list(currencies))


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
            *_amount(desk, "amount", "Amount"),
            Field(name="on", label="Day", sort="day", value=_today(desk)),
            Field(name="document", label="Document", hint="The number of the slip or statement."),
        ),
    )  # fmt: skip


async def _book(desk: Desk, form: Form, ask: Ask) -> Outcome:
    on, first, currency = form.day("on"), is_first(desk, form), _currency(desk, form)
    done = await ask(
        "book bank entry",
        kind=form.one_of("kind", [kind.value for kind in BankEntryKind]),
        amount_micros=form.amount("amount", currency, least=1),
        currency=currency,
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
            *_amount(desk, "balance", "Balance by the bank"),
            Field(name="on", label="Day", sort="day", value=_today(desk)),
            Field(name="document", label="Document", hint="The number of the statement."),
        ),
    )


async def _file(desk: Desk, form: Form, ask: Ask) -> Outcome:
    on, currency = form.day("on"), _currency(desk, form)
    balance = form.amount_or_none("balance", currency)
    if balance is None:
        form.mistake("balance", "this has to be filled in")
    day = on.isoformat() if on else ""
    document = form.text("document")
    return await ask("file statement", balance_micros=balance, currency=currency, on=day, document=document)


def _odds_paper(desk: Desk) -> Paper:
    kept = desk.floor.funds.odds_micros
    return Paper(
        title="Money kept for odds-based prizes",
        lead="What is kept in a bank or as a line of credit for large fixed prizes. The funds are looked at again.",
        button="File it",
        back=BACK,
        facts=tuple(("Kept so far", money(kept.get(each, 0), each)) for each in desk.floor.currencies),
        fields=(
            *_amount(desk, "amount", "Kept from now on"),
            Field(name="document", label="Document", hint="The statement or the letter of the bank."),
        ),
    )


async def _keep(desk: Desk, form: Form, ask: Ask) -> Outcome:
    first, currency = is_first(desk, form), _currency(desk, form)
    amount = form.amount_or_none("amount", currency)
    if amount is None:
        form.mistake("amount", "this has to be filled in")
    done = await ask("keep odds funds", amount_micros=amount, currency=currency, document=form.text("document"))
    await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def _today(desk: Desk) -> str:
    return day.isoformat() if (day := desk.floor.jurisdiction.day) else ""


TASKS = [
    Task(path="/manager/funds/entries", access=FILING, paper=_entry_paper, do=_book),
    Task(path="/manager/funds/statements", access=FILING, paper=_statement_paper, do=_file),
    Task(path="/manager/funds/odds", access=FILING, paper=_odds_paper, do=_keep),
]
