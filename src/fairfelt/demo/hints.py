"""What the pages of the demonstration give away."""

from __future__ import annotations

from fairfelt.web.pages.hints import Hints

from .people import CARDS
from .room import CONSOLE_KEY
from .tables import demo_key, tables


def demo_hints() -> Hints:
    """Every card, every key, and the table that is left for the visitor."""
    return Hints(cards=CARDS, console_key=CONSOLE_KEY, device_key=demo_key, free_table=tables()[-1].name)
