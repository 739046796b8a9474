"""The people of the demonstration. Their PINs are no secret: they are printed, so that anybody can try everything."""

from __future__ import annotations

from typing import NamedTuple

from fairfelt.room import Role


class DemoCard(NamedTuple):
    """Somebody's card, with the PIN written on it."""

    card: str
    pin: str
    name: str
    role: Role

    @property
    def person(self) -> str:
        """What the log calls them."""
        return self.name.partition(" ")[0].lower()


CARDS = (
    DemoCard("E-1", "1357", "Elena Executive", Role.EXECUTIVE),
    DemoCard("E-2", "2468", "Emil Executive", Role.EXECUTIVE),
    DemoCard("S-1", "3579", "Sam Supervisor", Role.SUPERVISOR),
    DemoCard("A-1", "4680", "Ada Accounting", Role.ACCOUNTING),
    DemoCard("T-1", "5791", "Tess Technician", Role.TECHNICIAN),
    DemoCard("R-1", "6802", "Rosa Regulator", Role.REGULATOR),
    DemoCard("D-1", "7913", "Dan Dealer", Role.DEALER),
)
EXECUTIVES = tuple(card.card for card in CARDS if card.role is Role.EXECUTIVE)
TWO_DEPARTMENTS = EXECUTIVES[0], next(card.card for card in CARDS if card.role is Role.ACCOUNTING)
"""Who files what the law asks for."""
DEALERS = tuple(card.card for card in CARDS if card.role is Role.DEALER)
