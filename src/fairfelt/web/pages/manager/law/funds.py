"""Progressive jackpot funds: the bank account, its entries, statements, money for odds-based prizes."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.responses import Response

from fairfelt.law import BankEntryKind
from fairfelt.reports.law.funds import funds_report
from fairfelt.room import Floor
from fairfelt.room.commands.funds import BookBankEntry, FileStatement, KeepOddsFunds
from fairfelt.web.api.handlers.funds import BOOKS, accounts_now
from fairfelt.web.api.handlers.law import FILING
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.command import is_first
from fairfelt.web.desk.downloads import download
from fairfelt.web.desk.preview import Review
from fairfelt.web.desk.words import money

from ..office import drawn

CURRENCY = "currency"
KINDS = {
    BankEntryKind.DEPOSIT: "Deposit",
    BankEntryKind.WITHDRAWAL: "Withdrawal for jackpot payouts",
    BankEntryKind.SEIZURE: "Seizure by a tax authority",
}


async def funds(desk: Desk) -> Response:
    """Funds held, bank balance, required balance, weekly deposits."""
    accounts = await accounts_now(call_of(desk))
    enough = not any(account.findings for account in accounts)
    sheet = funds_report(accounts).sheet
    return drawn(desk, "manager/law/funds.html", sheet=sheet, enough=enough, files=desk.may(FILING))


async def funds_document(desk: Desk) -> Response:
    """The same to download."""
    return download(desk.request.path_params["form"], funds_report(await accounts_now(call_of(desk))))


def _balance(desk: Desk) -> tuple[tuple[str, str], ...]:
    floor = desk.floor
    return tuple(("Book balance", money(floor.booked_micros(each), each)) for each in floor.currencies)


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
        title="Add bank entry",
        lead="Enter a line of the progressive jackpot account as the bank shows it. Funds are checked again.",
        facts=_balance(desk),
        fields=(
            Field(name="kind", label="Type", sort="choice",
                  choices=tuple((kind.value, words) for kind, words in KINDS.items())),
            *_amount(desk, "amount", "Amount"),
            Field(name="on", label="Date", sort="day", value=_today(desk)),
            Field(name="document", label="Document", hint="Slip or statement number."),
        ),
    )  # fmt: skip


async def _book(desk: Desk, form: Form, ask: Ask) -> Outcome:
    on, first, currency = form.day("on"), is_first(desk, form), _currency(desk, form)
    done = await ask(
        BookBankEntry,
        entry_kind=form.one_of("kind", [kind.value for kind in BankEntryKind]),
        amount_micros=form.amount("amount", currency, least=1),
        currency=currency,
        on=on.isoformat() if on else "",
        document=form.text("document"),
    )
    await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def _statement_paper(desk: Desk) -> Paper:
    return Paper(
        title="File statement",
        lead="Enter the balance on the bank statement. Any difference from the books is logged with it.",
        facts=_balance(desk),
        fields=(
            *_amount(desk, "balance", "Statement balance"),
            Field(name="on", label="Date", sort="day", value=_today(desk)),
            Field(name="document", label="Document", hint="Statement number."),
        ),
    )


async def _file(desk: Desk, form: Form, ask: Ask) -> Outcome:
    on, currency = form.day("on"), _currency(desk, form)
    balance = form.amount_or_none("balance", currency)
    if balance is None:
        form.mistake("balance", "required")
    day = on.isoformat() if on else ""
    document = form.text("document")
    return await ask(FileStatement, balance_micros=balance, currency=currency, on=day, document=document)


async def _compared(desk: Desk, form: Form, after: Floor) -> Review:
    """The books beside the bank."""
    currency = _currency(desk, form)
    booked, stated = desk.floor.booked_micros(currency), form.amount_or_none("balance", currency) or 0
    apart = (
        "They agree." if booked == stated else f"They differ by {money(stated - booked, currency)}; the log says so."
    )
    change = f"Balance by the books and by the bank, {currency}", money(booked, currency), money(stated, currency)
    return Review(changes=(change,), notes=(apart,))


def _odds_paper(desk: Desk) -> Paper:
    kept = desk.floor.funds.odds_micros
    return Paper(
        title="Odds-based prize funds",
        lead="Money in a bank or a line of credit for large fixed prizes. Funds are checked again.",
        button="Save",
        facts=tuple(("Current", money(kept.get(each, 0), each)) for each in desk.floor.currencies),
        fields=(
            *_amount(desk, "amount", "New amount"),
            Field(name="document", label="Document", hint="Bank statement or letter."),
        ),
    )


async def _keep(desk: Desk, form: Form, ask: Ask) -> Outcome:
    first, currency = is_first(desk, form), _currency(desk, form)
    amount = form.amount_or_none("amount", currency)
    if amount is None:
        form.mistake("amount", "required")
    done = await ask(KeepOddsFunds, amount_micros=amount, currency=currency, document=form.text("document"))
    await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def _today(desk: Desk) -> str:
    return day.isoformat() if (day := desk.floor.jurisdiction.day) else ""


TASKS = [
    Task(path="/manager/funds/entries", access=BOOKS, paper=_entry_paper, do=_book, review=nothing_besides),
    Task(path="/manager/funds/statements", access=FILING, paper=_statement_paper, do=_file, review=_compared),
    Task(path="/manager/funds/odds", access=BOOKS, paper=_odds_paper, do=_keep, review=nothing_besides),
]
