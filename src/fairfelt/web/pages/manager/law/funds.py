"""Progressive jackpot funds: the bank account, its entries, statements, money for odds-based prizes."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.responses import Response

from fairfelt.law import BankEntryKind
from fairfelt.reports.law.funds import funds_report
from fairfelt.room import Floor
from fairfelt.room.commands.funds import BookBankEntry, FileStatement, KeepOddsFunds
from fairfelt.web.api.handlers.funds import accounts_now
from fairfelt.web.api.handlers.law import FILING
from fairfelt.web.desk import Desk, Fact, Field, Form, Paper, Task, nothing_besides
from fairfelt.web.desk.desk import call_of
from fairfelt.web.desk.forms import CURRENCY
from fairfelt.web.desk.frame import download
from fairfelt.web.desk.task import Review
from fairfelt.web.desk.words import money

from ..office import drawn

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


def _balance(desk: Desk) -> list[Fact]:
    floor = desk.floor
    return [("Book balance", money(floor.booked_micros(each), each)) for each in floor.currencies]


def _amount(desk: Desk, name: str, label: str) -> Iterator[Field]:
    """An amount in the currency of the room; where it has several, one of them."""
    one, *others = desk.floor.currencies
    yield Field(name, label, unit="" if others else one)
    if others:
        yield Field(CURRENCY, "Currency", choices=desk.floor.currencies)


def _given(desk: Desk) -> dict[str, str]:
    one, *others = desk.floor.currencies
    return {} if others else {CURRENCY: one}


def _entry(desk: Desk) -> Paper:
    return Paper(
        title="Add bank entry",
        lead="Enter a line of the progressive jackpot account as the bank shows it. Funds are checked again.",
        facts=_balance(desk),
        fields=(
            Field("kind", "Type", choices=KINDS, term="entry_kind"),
            *_amount(desk, "amount", "Amount"),
            Field("on", "Date", value=_today(desk)),
            Field("document", "Document", hint="Slip or statement number."),
        ),
        given=_given(desk),
    )


def _statement(desk: Desk) -> Paper:
    return Paper(
        title="File statement",
        lead="Enter the balance on the bank statement. Any difference from the books is logged with it.",
        facts=_balance(desk),
        fields=(
            *_amount(desk, "balance", "Statement balance"),
            Field("on", "Date", value=_today(desk)),
            Field("document", "Document", hint="Statement number."),
        ),
        given=_given(desk),
    )


async def _compared(desk: Desk, form: Form, after: Floor) -> Review:
    """The books beside the bank."""
    currency = _given(desk).get(CURRENCY) or form.get(CURRENCY)
    booked, stated = desk.floor.booked_micros(currency), form.amount_or_none("balance", currency) or 0
    apart = (
        "They agree." if booked == stated else f"They differ by {money(stated - booked, currency)}; the log says so."
    )
    change = f"Balance by the books and by the bank, {currency}", money(booked, currency), money(stated, currency)
    return Review(changes=(change,), notes=(apart,))


def _odds(desk: Desk) -> Paper:
    kept = desk.floor.funds.odds_micros
    return Paper(
        title="Odds-based prize funds",
        lead="Money in a bank or a line of credit for large fixed prizes. Funds are checked again.",
        button="Save",
        facts=[("Current", money(kept.get(each, 0), each)) for each in desk.floor.currencies],
        fields=(
            *_amount(desk, "amount", "New amount"),
            Field("document", "Document", hint="Bank statement or letter."),
        ),
        given=_given(desk),
    )


def _today(desk: Desk) -> str:
    return day.isoformat() if (day := desk.floor.jurisdiction.day) else ""


TASKS = [
    Task("/manager/funds/entries", BookBankEntry, _entry, moves_funds=True, review=nothing_besides),
    Task("/manager/funds/statements", FileStatement, _statement, review=_compared),
    Task("/manager/funds/odds", KeepOddsFunds, _odds, moves_funds=True, review=nothing_besides),
]
