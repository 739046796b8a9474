"""Rules by amount: whose card a pay takes. Small pays from the tray are the dealer's own, large ones take more."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from fairfelt.runtime.formats import MICROS, Micros


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
