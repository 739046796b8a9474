"""fairfelt room: make a new room, and get back into one"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from secrets import randbelow, token_urlsafe
from typing import Annotated, Any, Literal, TypeVar

from cyclopts import Parameter

from fairfelt.cli.io.choose import text_of
from fairfelt.cli.io.errors import BadInput, bad_input, complain
from fairfelt.cli.io.output import Database, group
from fairfelt.law import Mode
from fairfelt.ledger import LedgerUnavailable, NoJournal
from fairfelt.ledger.store import file_of, place_of, shown, snapshot
from fairfelt.room import Role
from fairfelt.room.commands.devices import DeviceEnrolled
from fairfelt.room.commands.law import LawSet
from fairfelt.room.event import RoomEvent
from fairfelt.runtime.formats import FieldError
from fairfelt.server import BadPin, Controller, Settings, founding
from fairfelt.server.cards import check_pin
from fairfelt.server.founding import CONSOLE, Founder, check_founders
from fairfelt.server.machine import BadCertificate, PrivateAuthority

T = TypeVar("T")
Name = Annotated[str, Parameter(help="Name of the first executive.")]
Second = Annotated[str, Parameter(help="Name of the second person: two set a room up.")]
SecondRole = Annotated[
    Literal["technician", "executive"], Parameter(help="Role of the second; links and limits take two departments.")
]
Card = Annotated[str, Parameter(help="Number of the card.")]
Person = Annotated[str, Parameter(help="User ID of its holder.")]
PinsFile = Annotated[Path | None, Parameter(help="File with their PINs, a line each; default: made up and shown.")]
PIN_DIGITS = 6
Certificates = Annotated[Path | None, Parameter(help="Folder for a private authority, to certify server and console.")]
Addresses = Annotated[
    list[str] | None,
    Parameter(name="--address", help="Name or number of the server, for its certificate.", negative="--empty-address"),
]


def check_room(database: str) -> None:
    """Refuse a place that holds no journal, and leave nothing there; a database that is away is waited for."""
    try:
        with snapshot(database):
            pass
    except NoJournal as error:
        new = f"fairfelt room found {shown(database)} --name NAME --second NAME"
        raise BadInput(f"{error}; a new room is made with: {new}") from error
    except LedgerUnavailable as error:
        complain(f"WARNING: {error}: the server waits for it")


def check_demonstration(database: str) -> None:
    """Refuse to play a demonstration in the journal of a real room: nothing is written there."""
    from fairfelt.twin import demo

    devices = _devices(database)
    if devices and demo.CONSOLE not in devices:
        raise BadInput(demo.NOT_ONE)


def check_not_founded(database: str) -> None:
    """Refuse a journal that has a room, at once: to start its server takes a while."""
    if _devices(database):
        raise BadInput(founding.FOUNDED)


def _devices(database: str) -> list[str]:
    """Every device that was ever enrolled; none where there is no journal yet."""
    try:
        return [each["device"] for each in _recorded(database, DeviceEnrolled)]
    except NoJournal:
        return []


def enforces_law(database: str) -> bool:
    """True if the law of a room is enforced, by its log; LedgerUnavailable where that cannot be read."""
    chosen = _recorded(database, LawSet)
    return bool(chosen) and chosen[-1]["mode"] == Mode.ENFORCE


def _recorded(database: str, event: type[RoomEvent]) -> list[dict[str, Any]]:
    """The events of one kind on the log of a room: nothing is replayed for it."""
    with snapshot(database) as taken:
        found = taken.recorded({str(event.__struct_config__.tag)}, after=0, last=taken.head.number)
        return [json.loads(each.body) for each in found]


def check_folder(database: str) -> None:
    """Refuse a file in a folder that is not there."""
    file = file_of(place_of(database))
    if file and not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} for a journal: make it first")
    if file and not os.access(file.parent, os.W_OK | os.X_OK):
        raise BadInput(f"this user may not write in the folder {file.parent}: give it the right to, or choose another")


def found(
    database: Database, *, name: Name, second: Second, card: Card = "E-1", second_card: Card = "T-1",
    second_role: SecondRole = "technician", pins_file: PinsFile = None, certificates: Certificates = None,
    address: Addresses = None,
) -> None:  # fmt: skip
    """Begin a journal with one console, an executive and a technician; together they set everything else up.

    The console's key and the PINs are shown once and kept nowhere in the clear.

    For example:

        fairfelt room found room.db --name "Elena Example" --second "Emil Example"
        fairfelt room found room.db --name "Elena" --second "Emil" --certificates tls --address room.example
    """
    founders = [
        Founder(person=_person(who), name=who, card=number, pin=own or _new_pin(), role=Role(role))
        for who, number, own, role in zip(
            (name, second), (card, second_card), _read_pins(pins_file), ("executive", second_role), strict=True
        )
    ]
    try:
        check_founders(founders)
    except FieldError as error:
        # The sentence, with the option that was given in place of the field of the command
        options = {
            f"first[{number}].{field}": option
            for number, (name, card) in enumerate((("--name", "--card"), ("--second", "--second-card")))
            for field, option in (("name", name), ("person", name), ("card", card))
        }
        raise BadInput(str(error).replace(error.field, options.get(error.field, error.field), 1)) from error
    check_folder(database)
    if bool(certificates) != bool(address):
        raise BadInput("--certificates and --address go together: the certificate says how the server is reached")
    check_not_founded(database)
    key, checkpoint_key = _run(database, lambda controller: _found(controller, founders))
    signed = _certified(certificates, address or []) if certificates else ""
    cards = "".join(
        f"  card      {one.card} of {one.name}, {one.role.value}\n  its PIN   {one.pin}\n" for one in founders
    )
    sys.stdout.write(
        f"The room is founded. Write these down; they are not shown again.\n\n"
        f"  console   {CONSOLE}\n  its key   {key}\n{cards}\n"
        "The log is signed with this key. Give it to your regulator, and print it where players can read it:\n\n"
        f"  {checkpoint_key}\n\n{signed}Now start it with: fairfelt serve --database {shown(database)}\n"
    )


def _certified(folder: Path, addresses: list[str]) -> str:
    """An authority, the server's certificate and the console's; what to do with them, in words."""

    authority, password = PrivateAuthority(folder), token_urlsafe(12)
    try:
        authority.begin("Fairfelt")
        server = authority.certify_server(addresses)
        console = authority.certify_device(CONSOLE, password)
    except (BadCertificate, OSError) as error:  # the room is there, and its keys must be told
        return f"No certificates were made: {error}. Make them with: fairfelt certificates\n\n"
    return (
        f"Install {authority.own.certificate} in every browser as an authority, and in the console's browser "
        f"{console} with the password {password}. Say in fairfelt.toml:\n\n"
        f'  [tls]\n  certificate_file = "{server.certificate.absolute()}"\n  key_file = "{server.key.absolute()}"\n'
        f'  client_authority_file = "{authority.own.certificate.absolute()}"\n'
        f'  client_revocations_file = "{authority.withdrawn.absolute()}"\n  client_certificates = "optional"\n\n'
    )


async def _found(controller: Controller, founders: list[Founder]) -> tuple[str, str]:
    return await founding.found(controller, founders), controller.floor.checkpoint_key


def unlock(database: Database, card: Card) -> None:
    """Give a card a one-time code, where no two people are left who could do it; the server must not be running.

    Two people with cards do this at a console. It is on the log either way. The holder chooses the PIN.

    Example: `fairfelt room unlock room.db E-1`
    """
    check_room(database)
    code = _run(database, lambda controller: founding.unlock(controller, card))
    _print_code(card, code.digits)


def issue(database: Database, card: Card, *, person: Person) -> None:
    """Issue a card in place of one that was lost, where no two people are left who could do it; as with unlock.

    Example: `fairfelt room issue room.db E-3 --person elena-example`
    """
    check_room(database)
    code = _run(database, lambda controller: founding.issue(controller, card, person))
    _print_code(card, code.digits)


def _print_code(card: str, digits: str) -> None:
    sys.stdout.write(
        f"The one-time code of card {card} is {digits}; it is not shown again.\n"
        "Its holder chooses a PIN with it at a console, on the page Set PIN.\n"
    )


def _run(database: str, work: Callable[[Controller], Awaitable[T]]) -> T:
    """Do something with the controller of a room that nobody serves; what goes wrong is raised, not logged."""
    logging.getLogger("fairfelt").addHandler(logging.NullHandler())

    async def done() -> T:
        controller = Controller(Settings(address=database))
        await controller.start()
        try:
            return await work(controller)
        finally:
            await controller.stop()

    with bad_input(ValueError):
        return asyncio.run(done())


def _read_pins(file: Path | None) -> tuple[str, str]:
    """The PINs of the two, from a file with a line for each: a list of processes would show them to everybody."""
    if file is None:
        return "", ""
    first, second, *_ = [*text_of(file, "--pins-file").split(), "", ""]
    if not second:
        raise BadInput(f"--pins-file {file} has two lines: the PIN of the first person, and that of the second")
    return first, second


def _person(name: str) -> str:
    """The user ID of a person of that name on the log."""
    return "-".join(name.lower().split()) or name


def _new_pin() -> str:

    while True:
        pin = f"{randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        with suppress(BadPin):
            check_pin(pin)
            return pin


room = group("room", found, unlock, issue)
