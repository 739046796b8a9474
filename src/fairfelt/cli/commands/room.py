"""fairfelt room: make a new room, and get back into one"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.room_database import check_folder, check_room
from fairfelt.configuration import DATABASE_VARIABLE

if TYPE_CHECKING:
    from fairfelt.controller import Controller
    from fairfelt.controller.founding import Founder

T = TypeVar("T")
Place = Annotated[
    str,
    Parameter(
        help="Where its journal shall be: the path of a SQLite file, or postgresql://….", env_var=DATABASE_VARIABLE
    ),
]
Name = Annotated[str, Parameter(help="The name of the first executive, who adds everybody else.")]
Card = Annotated[str, Parameter(help="The number of that person's card.")]
LockedCard = Annotated[str, Parameter(help="The number of the card.")]
Pin = Annotated[str, Parameter(help="Its PIN; made up and told if it is left out.", show_default=False)]
PIN_DIGITS = 6


def found(database: Place, *, name: Name, card: Card = "E-1", pin: Pin = "") -> int:
    """Begin a journal with one console and one executive; everything else is set up by them.

    The console's key and the PIN are told once and kept nowhere in the clear.

    For example:

        fairfelt room found room.db --name "Elena Example"
    """
    from fairfelt.controller.founding import Founder, check_founder
    from fairfelt.formats.reading import FieldError
    from fairfelt.ledger.store import shown

    founder = Founder(person=_person(name), name=name, card=card, pin=pin or _new_pin())
    try:
        check_founder(founder)
    except FieldError as error:
        raise BadInput(str(error)) from error
    check_folder(database)
    key, checkpoint_key = _run(database, lambda controller: _found(controller, founder))
    sys.stdout.write(
        f"The room is founded. Write these down; they are not shown again.\n\n"
        f"  console   {founder.console}\n  its key   {key}\n  card      {card} of {name}, executive\n"
        f"  PIN       {founder.pin}\n\nThe log is signed with this key. Give it to your regulator, and print it where "
        f"players can read it:\n\n  {checkpoint_key}\n\n"
        f"Now start it with: fairfelt serve --database {shown(database)}\n"
    )
    return 0


async def _found(controller: Controller, founder: Founder) -> tuple[str, str]:
    from fairfelt.controller import founding

    return await founding.found(controller, founder), controller.floor.checkpoint_key


def unlock(database: Place, card: LockedCard, *, pin: Pin = "") -> int:
    """Unlock a card after three wrong PINs, where nobody is left who could do it; the server must not be running.

    Somebody with another executive's card does this at a console. It is on the log either way.

    For example:

        fairfelt room unlock room.db E-1
    """
    from fairfelt.controller import founding

    check_room(database)
    chosen = pin or _new_pin()
    _run(database, lambda controller: founding.unlock(controller, card, chosen))
    sys.stdout.write(f"Card {card} is unlocked. Its PIN is {chosen} now; it is not shown again.\n")
    return 0


def _run(database: str, work: Callable[[Controller], Awaitable[T]]) -> T:
    """Do something with the controller of a room that nobody serves; what goes wrong is raised, not logged."""
    logging.getLogger("fairfelt").addHandler(logging.NullHandler())
    from fairfelt.controller import BadPin, Controller, Settings
    from fairfelt.controller.founding import FoundedAlready
    from fairfelt.ledger import LedgerError

    async def done() -> T:
        controller = Controller(Settings(address=database))
        await controller.start()
        try:
            return await work(controller)
        finally:
            await controller.stop()

    try:
        return asyncio.run(done())
    except (LedgerError, FoundedAlready, BadPin, ValueError) as error:
        raise BadInput(str(error)) from error


def _person(name: str) -> str:
    """What the log calls somebody of that name."""
    return "-".join(name.lower().split()) or name


def _new_pin() -> str:
    from secrets import randbelow

    return f"{randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


room = App(name="room", help="A card room: make a new one, or get back into one.")
room.command(found)
room.command(unlock)
