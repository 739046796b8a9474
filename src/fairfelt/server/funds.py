"""Money held for players against money in the bank, as the whole journal has it: an account for each currency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fairfelt import games
from fairfelt.law import Account, Daybook, Law, LawError, Mode, Offer, account, holdings
from fairfelt.room import Floor
from fairfelt.room.commands.funds import AccountAmounts, LookAtFunds
from fairfelt.rules import UnknownName


def accounts(floor: Floor, law: Law, book: Daybook) -> tuple[Account, ...]:
    """Look at the books, at the bank, and at what is kept for odds-based prizes."""
    return tuple(_account(floor, law, book, currency) for currency in floor.currencies)


def _account(floor: Floor, law: Law, book: Daybook, currency: str) -> Account:
    jackpots = {name: held for name, held in floor.jackpots.items() if held.terms.currency == currency}
    return account(
        law,
        book.only(jackpots),
        floor.bank,
        holdings=tuple(holdings(name, jackpot.book) for name, jackpot in jackpots.items()),
        offers=offers(floor),
        odds_micros=floor.funds.odds_micros.get(currency, 0),
        currency=currency,
    )


def look_at(seen: Sequence[Account], mode: Mode) -> LookAtFunds:
    """The command that brings the room the findings on its accounts."""
    sentences = tuple(finding.sentence for one in seen for finding in one.findings)
    stops, notices = (sentences, ()) if mode is Mode.ENFORCE else ((), sentences)
    amounts = {one.currency: msgspec.convert(one.position, AccountAmounts, from_attributes=True) for one in seen}
    return LookAtFunds(accounts=amounts, stops=stops, notices=notices)


def offers(floor: Floor) -> Iterator[Offer]:
    """The offers of all tables; a retired one and a game that is no longer here offer nothing."""
    for table in (table for table in floor.tables.values() if not table.retired):
        try:
            game = games.find(table.game, table.variant)
            yield table.limits.offer(game, table.seats, table.currency)
        except (UnknownName, LawError):
            continue
