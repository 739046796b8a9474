"""fairfelt room: make a new room"""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

from cyclopts import App, Parameter

from .errors import BadInput

Place = Annotated[str, Parameter(help="Where its journal shall be: the path of a SQLite file, or postgresql://….")]
Name = Annotated[str, Parameter(help="The name of the first executive, who adds everybody else.")]
Card = Annotated[str, Parameter(help="The number of that person's card.")]
Pin = Annotated[str, Parameter(help="Its PIN; made up and told if it is left out.", show_default=False)]
PIN_DIGITS = 6


def room() -> App:
    """The commands about rooms."""
    app = App(name="room", help="A card room: make a new one.")
    app.command(found)
    return app


def found(database: Place, *, name: Name, card: Card = "E-1", pin: Pin = "") -> int:
    """Begin a journal with one console and one executive; everything else is set up by them.

    The console's key and the PIN are told once and kept nowhere in the clear.

    For example:

        fairfelt room found room.db --name "Elena Example"
    """
    from fairfelt.controller import BadPin
    from fairfelt.controller.founding import FoundedAlready, Founder
    from fairfelt.ledger import LedgerError

    founder = Founder(person=_person(name), name=name, card=card, pin=pin or _new_pin())
    try:
        key = asyncio.run(_found(database, founder))
    except (LedgerError, FoundedAlready, BadPin, ValueError) as error:
        raise BadInput(str(error)) from error
    sys.stdout.write(
        f"The room is founded. Write these down; they are not shown again.\n\n"
        f"  console   {founder.console}\n  its key   {key}\n  card      {card} of {name}, executive\n"
        f"  PIN       {founder.pin}\n\nNow start it with: fairfelt serve --database {database}\n"
    )
    return 0


async def _found(database: str, founder: object) -> str:
    from fairfelt.controller import Controller, Settings
    from fairfelt.controller.founding import Founder, found

    assert isinstance(founder, Founder)
    controller = Controller(Settings(address=database))
    await controller.start()
    try:
        return await found(controller, founder)
    finally:
        await controller.stop()


def _person(name: str) -> str:
    """What the log calls somebody of that name."""
    return "-".join(name.lower().split()) or name


def _new_pin() -> str:
    from secrets import randbelow

    return f"{randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
