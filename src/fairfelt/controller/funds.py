"""Money held for players against money in the bank, as the whole journal has it: an account for each currency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fairfelt import games
from fairfelt.law import Account, Daybook, Law, LawError, Mode, Offer, account, holdings
from fairfelt.room import Floor
from fairfelt.rules import UnknownName

AMOUNTS = ("held_micros", "balance_micros", "required_micros", "short_micros")


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


def told(seen: Sequence[Account], mode: Mode) -> dict[str, Any]:
    """What the room has to be told of its accounts."""
    sentences = [finding.sentence for one in seen for finding in one.findings]
    stops, notices = (sentences, []) if mode is Mode.ENFORCE else ([], sentences)
    amounts = {one.currency: {name: getattr(one.position, name) for name in AMOUNTS} for one in seen}
    return {"accounts": amounts, "stops": stops, "notices": notices}


def offers(floor: Floor) -> Iterator[Offer]:
    """What every table offers; a game that is no longer here offers nothing."""
    for table in floor.tables.values():
        try:
            game = games.find(table.game, table.variant)
            yield table.limits.offer(game, table.seats, floor.currency_of(table))
        except (UnknownName, LawError):
            continue
