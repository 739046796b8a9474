"""The posted limits and paytables of a table, and the house's rules by amount: whose card a pay takes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.law import AggregateLimit, Limits, Offer
from fairfelt.rules import DOLLARS, Game
from fairfelt.runtime.formats import MICROS, Line, Micros, OptionalLine, shared_fields

NO_EMPLOYEES = "Employees may not play at this table"
"""The default of a house on employee play."""


class TableLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is posted at a table: limits of each bet, the paytables in play, fees, who may play."""

    opening: Limits | None = None
    """Limits of each opening bet; None if not set."""
    openings: Annotated[Mapping[Line, Limits], Meta(max_length=20)] = {}
    """Limits of single opening bets that differ from the rest, where a player opens with one of several."""
    side_bets: Annotated[Mapping[Line, Limits], Meta(max_length=20)] = {}
    """Side bets and progressives that are offered, by name."""
    paytables: Annotated[Mapping[Line, Line], Meta(max_length=20)] = {}
    """The one in play of each bet that is paid by one."""
    aggregates: Annotated[tuple[AggregateLimit, ...], Meta(max_length=20)] = ()
    fees: OptionalLine = ""
    """The fee to play, in a sentence; empty where nothing is charged."""
    employee_play: Line = NO_EMPLOYEES

    def posted(self, progressive: str) -> Limits | None:
        """The limits of the progressive bet, which is a side bet or the opening bet itself; None if not set.

        Capitals do not matter: early journals name the bet of a table as it was typed.
        """
        wager = progressive.lower()
        return next(
            (found for name, found in (*self.side_bets.items(), *self.openings.items()) if name.lower() == wager), None
        )

    def offer(self, game: Game, seats: int, currency: str = DOLLARS) -> Offer:
        """The table as the law looks at it; where no opening bet is posted, at one unit."""
        posted = shared_fields(self, Offer) | {"opening": self.opening or Limits(MICROS, MICROS)}
        return Offer(**posted, game=game, seats=seats, currency=currency)


NO_LIMITS = TableLimits()


class Authority(IntEnum):
    """The authority that confirming an award takes, in ascending order."""

    DEALER = 0
    """The dealer of the table, for a fixed pay from the tray."""
    SUPERVISOR = 1
    EXECUTIVE = 2
    TWO_PEOPLE = 3
    """An executive, and another supervisor or executive."""

    @property
    def words(self) -> str:
        """The words for the API and the pages."""
        return self.name.lower().replace("_", " ")


class PayRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The amounts from which a pay requires whose card, in one currency; below the first the dealer pays it alone."""

    supervisor_from_micros: Micros = 0
    """For fixed pays from the tray; a share of a meter always requires a supervisor or more."""
    executive_from_micros: Micros | None = None
    """Default: the amount in the jackpot's terms; without a jackpot, `EXECUTIVE_FROM`."""
    two_people_from_micros: Micros | None = None
    """Default: what requires an executive requires two people."""

    @property
    def fault(self) -> str:
        """The fault of these rules, empty without one: a larger pay never takes less authority."""
        amounts = [self.supervisor_from_micros, self.executive_from_micros, self.two_people_from_micros]
        given = [amount for amount in amounts if amount is not None]
        return "" if given == sorted(given) else "a larger pay takes more, so each amount is at or above the one before"

    def authority(self, amount_micros: int, *, tray: bool, by_terms_micros: int | None = None) -> Authority:
        """The authority for a pay of that amount; `by_terms_micros` is the executive's amount in a jackpot's terms."""
        amounts = [each for each in (self.executive_from_micros, by_terms_micros) if each is not None]
        executive_from = min(amounts, default=EXECUTIVE_FROM_MICROS)
        two_from = self.two_people_from_micros
        if amount_micros >= (executive_from if two_from is None else two_from):
            return Authority.TWO_PEOPLE
        if amount_micros >= executive_from:
            return Authority.EXECUTIVE
        if tray and amount_micros < self.supervisor_from_micros:
            return Authority.DEALER
        return Authority.SUPERVISOR


EXECUTIVE_FROM_MICROS = 5_000 * MICROS
"""Default for pays from the tray and prizes of the house, in any currency."""
DEFAULT_PAY_RULES = PayRules()
"""The default of a house: a supervisor, and two people for what takes an executive."""
