"""The server's own commands on a night with a law: days begin, and the funds are held against the bank."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from fairfelt.jackpot.book import HELD
from fairfelt.law import Mode
from fairfelt.room import SERVER, Floor

from .sender import Asks, Sender

LONGEST_DAYS = 40
SHORT = "the account for progressive prizes is short"


class Clerk(Sender):
    """Tells what only the server knows, and tells it over the same bad wire as everybody else."""

    def __init__(self, floor: Callable[[], Floor], chance: Random) -> None:
        super().__init__(SERVER, chance)
        self._floor = floor

    def wants(self) -> Asks:
        """Mostly a look at the funds; now and then it is midnight, and some nights are long."""
        floor = self._floor()
        if self.chance.randrange(4) == 0:
            today = floor.jurisdiction.day or date(2023, 6, 14)
            return "begin day", {"day": str(today + timedelta(self.chance.randint(0, LONGEST_DAYS)))}
        return "look at funds", self._look(floor)

    def _look(self, floor: Floor) -> dict[str, object]:
        accounts = {currency: _account(floor, currency) for currency in floor.currencies}
        said = [SHORT] if any(account["short_micros"] for account in accounts.values()) else []
        stops, notices = (said, []) if floor.jurisdiction.mode is Mode.ENFORCE else ([], said)
        return {"accounts": accounts, "stops": stops, "notices": notices}


def _account(floor: Floor, currency: str) -> dict[str, int]:
    jackpots = (jackpot for jackpot in floor.jackpots.values() if jackpot.terms.currency == currency)
    held = sum(
        amount for jackpot in jackpots for name, amount in jackpot.book.balances.items() if name.startswith(HELD)
    )
    balance = floor.booked_micros(currency)
    short = max(0, held - balance)
    return {"held_micros": held, "balance_micros": balance, "required_micros": held, "short_micros": short}
