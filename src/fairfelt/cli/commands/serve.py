"""fairfelt serve, and fairfelt room: make a new room, and get back into one"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from errno import EADDRINUSE
from ipaddress import ip_address
from pathlib import Path
from secrets import randbelow, token_urlsafe
from socket import gaierror, getaddrinfo
from ssl import SSLError
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Annotated, Any, Literal, TypeVar

from cyclopts import Parameter
from starlette.types import ASGIApp

from fairfelt.cli.commands.ledger import policy_of
from fairfelt.cli.io.choose import read_passphrase, text_of
from fairfelt.cli.io.errors import BadInput, bad_input, complain
from fairfelt.cli.io.output import Config, Database, PassphraseFile, group
from fairfelt.cli.isolated import is_isolated
from fairfelt.cli.operations.config import alert_receivers, checked, hook_folder, hub_client, s3_store, webhooks_at
from fairfelt.law import Mode
from fairfelt.ledger import LedgerUnavailable, NoJournal
from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.ledger.store import file_of, place_of, shown, snapshot
from fairfelt.ledger.transparency import NotProved, read_verifier_key
from fairfelt.ledger.witness.protocol import WitnessLine
from fairfelt.room import Role
from fairfelt.room.commands.devices import EnrolDevice
from fairfelt.room.commands.law import SetLaw
from fairfelt.room.event import RoomEvent
from fairfelt.room.state.alarms import TimeService
from fairfelt.runtime.configuration import CONFIG_VARIABLE, DATABASE_VARIABLE, Configuration, read_settings
from fairfelt.runtime.configuration.reading import with_setting
from fairfelt.runtime.configuration.settings import Backups as BackupSection
from fairfelt.runtime.formats import FieldError
from fairfelt.server import BadPin, Controller, Replica, RoomView, Settings, founding
from fairfelt.server.cards import check_pin
from fairfelt.server.founding import CONSOLE, Founder, check_founders
from fairfelt.server.hub import HubClient, HubConnection
from fairfelt.server.machine import BadCertificate, PrivateAuthority
from fairfelt.server.manifest import PLAIN_HTTP, foreign_code, program_manifest
from fairfelt.server.outgoing import Alerts, EventHooks, Topic
from fairfelt.server.watching.backups import BackupSettings
from fairfelt.web import application, displays, listen, log_as_json, run, url_of
from fairfelt.web.http.server import Tls
from fairfelt.web.math_worker import MathWorker

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
        return [each["device"] for each in _recorded(database, EnrolDevice.recorded)]
    except NoJournal:
        return []


def enforces_law(database: str) -> bool:
    """True if the law of a room is enforced, by its log; LedgerUnavailable where that cannot be read."""
    chosen = _recorded(database, SetLaw.recorded)
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


Host = Annotated[
    str | None, Parameter(help="Address to listen at; default: 127.0.0.1. 0.0.0.0 lets other machines in.")
]
Port = Annotated[int | None, Parameter(help="Port to listen at; default: 8000. 0 takes any free one.")]
ReadOnly = Annotated[bool, Parameter(help="Follow a journal that another server writes; serve displays only.")]
PublicUrl = Annotated[
    str | None, Parameter(help="This server's address for players, https://…: for codes on win pages.")
]
HubKeyFile = Annotated[Path | None, Parameter(help="File whose first line is this room's device key at the hub.")]
MOST_PORT = 65535
WATCH_EVERY_S = 5.0
"""The interval between two checks of displays, clock and backups."""


def serve(
    *,
    config: Config = None,
    database: Annotated[
        str,
        Parameter(
            help=f"A room's journal; without one there are games only. Or {DATABASE_VARIABLE}, but for no --demo."
        ),
    ] = "",
    host: Host = None,
    port: Port = None,
    demo: Annotated[bool, Parameter(help="Play a demonstration room; kept only with --database.")] = False,
    read_only: ReadOnly = False,
    public_url: PublicUrl = None,
    witness: Annotated[
        list[str] | None,
        Parameter(
            help="Verifier key of a witness whose cosignatures are taken; default: all.", negative="--empty-witness"
        ),
    ] = None,
    backups: Annotated[Path | None, Parameter(help="Folder for verified daily copies, on another disk.")] = None,
    backup_passphrase_file: PassphraseFile = None,
    hub: Annotated[str | None, Parameter(help="Address of the hub whose jackpot this room shares, https://….")] = None,
    hub_key_file: HubKeyFile = None,
    log: Annotated[
        Literal["debug", "info", "warning", "error"] | None,
        Parameter(help="JSON on standard error; default: info for a room, warning otherwise."),
    ] = None,
    open: Annotated[bool, Parameter(help="Show it in a browser.")] = False,
) -> None:
    """Serve the games, their mathematics and, with a journal, a card room with its HTTP API.

    For example:

        fairfelt serve --demo --open
        fairfelt serve --database room.db --backups /mnt/copies
        fairfelt serve --database postgresql://fairfelt@db/room --port 8081 --read-only
        fairfelt serve --database room.db --hub https://hub.example --hub-key-file hub.key
    """
    options = {
        "database": database or None, "server.host": host, "server.port": port, "server.public_url": public_url,
        "server.log": log, "witnesses.keys": witness or None, "backups.folder": backups,
        "backups.passphrase_file": backup_passphrase_file, "hub.url": hub or None, "hub.key_file": hub_key_file,
    }  # fmt: skip
    configured = checked(_configured(config, options, demo=demo))
    server, database = configured.server, configured.database
    if not 0 <= server.port <= MOST_PORT:
        raise BadInput(f"--port {server.port} is not possible: ports are 0 to {MOST_PORT}")
    if read_only and (demo or not database):
        raise BadInput("--read-only shows a room that another server runs: name its journal with --database, no --demo")
    level = server.log or ("info" if database and not demo else "warning")
    with ExitStack() as kept:
        if demo and not database:
            database = str(Path(kept.enter_context(TemporaryDirectory(prefix="fairfelt-"))) / "demo.db")
        tls = _tls(configured)
        is_plain = _is_plain(configured, tls)
        settings = _settings(database, configured, _backups(configured), plain_http=is_plain)
        controller = _controller(settings, demo=demo, read_only=read_only) if database else None
        if is_plain and controller:
            _check_plain(database, server.host, demo=demo)
        try:
            listening = kept.enter_context(listen(server.host, server.port))
        except OSError as error:
            raise BadInput(_why(server.host, server.port, error)) from error
        url = url_of(listening, secured=tls is not None)
        sys.stdout.write(f"Fairfelt is at {url} — stop with Ctrl-C\n{_cards() if demo else ''}")
        sys.stdout.flush()
        if open:
            _show(url)
        log_as_json(level)
        try:
            run(
                _application(controller, configured, hub_client(configured), demo=demo),
                listening,
                controller.broadcast.close if controller else lambda: None,
                tls=tls,
                proxies=configured.server.trusted_proxies,
                limits=configured.limits,
            )
        except KeyboardInterrupt:
            sys.stdout.write("\n")


def _configured(file: Path | None, options: Mapping[str, Any], *, demo: bool) -> Configuration:
    """The settings, options before all others; a demonstration has no journal and no backups but by option.

    A file that is named is the one for everything in this process.
    """
    if file:
        os.environ[CONFIG_VARIABLE] = str(file.absolute())
    configured = read_settings()
    if demo:
        configured = with_setting(with_setting(configured, "database", ""), "backups", BackupSection())
    for key, value in options.items():
        if value is not None:
            configured = with_setting(configured, key, value)
    return configured


def _tls(configured: Configuration) -> Tls | None:
    """The certificate that the server shows; nothing where it speaks plain http."""
    named = configured.tls
    if named.certificate_file is None:
        return None
    try:
        return Tls(named)
    except SSLError as error:
        wrong = f"{named.certificate_file} and {named.key_file} are no certificate and its key"
        raise BadInput(f"{wrong}, or what is said of devices' certificates is none ({error.reason})") from error
    except OSError as error:
        raise BadInput(f"a file of [tls] cannot be read: {error}") from error


def _is_plain(configured: Configuration, tls: Tls | None) -> bool:
    """True if other machines reach this server over http: with named proxies, only these do (see `ProxiesAlone`)."""
    try:
        address = getaddrinfo(configured.server.host, None)[0][4][0]
    except gaierror:
        return False  # nothing can listen there, and who tries says so
    return tls is None and not configured.server.trusted_proxies and not ip_address(address).is_loopback


def _check_plain(database: str, host: str, *, demo: bool) -> None:
    """Refuse plain http to other machines where the law is enforced or may be, and warn elsewhere."""
    try:
        enforced = not demo and enforces_law(database)
    except LedgerUnavailable as error:
        raise BadInput(f"--host {host}: {PLAIN_HTTP}; whether the law is enforced cannot be read: {error}") from error
    if enforced:
        raise BadInput(f"--host {host}: {PLAIN_HTTP}; the law of this room is enforced")
    sys.stderr.write(f"fairfelt: WARNING: --host {host}: {PLAIN_HTTP}\n")


def _beside(
    configured: Configuration, hub: HubClient | None
) -> Iterator[Callable[[Controller], Coroutine[Any, Any, None]]]:
    """Tasks that run beside a room."""
    sent, line = configured.webhooks, configured.hub
    if hooks := webhooks_at(sent.urls, sent.secret_file, "webhooks.secret_file"):
        topics, folder = frozenset(map(Topic, sent.topics)), hook_folder(configured)
        yield lambda room: EventHooks(room, hooks, topics, folder, sent.meters_seconds).run()
    if witnesses := {key: url for key, url in policy_of(configured.witnesses.policy_file).witnesses.items() if url}:
        lines = [WitnessLine(key, url) for key, url in witnesses.items()]
        yield lambda room: room.publishing.keep_pushing(lambda: room.ledger, lines, room.settings.clock)
    if hub:
        yield lambda room: HubConnection(room, hub, line.every_seconds, line.lost_seconds).run()
    if receivers := alert_receivers(configured):
        yield lambda room: Alerts(room, receivers, configured.alerts.house, room.settings.clock).run()


def _application(room: RoomView | None, configured: Configuration, hub: HubClient | None, *, demo: bool) -> ASGIApp:
    if isinstance(room, Replica):
        return displays(room)
    assert room is None or isinstance(room, Controller)
    if room is None:
        return application()
    if not demo:
        served = configured.mathematics
        mathematics: MathWorker | Literal["nowhere"] = "nowhere" if served.serve == "off" else MathWorker(served)
        beside = _beside(configured, hub)
        return application(controller=room, open_behind=True, mathematics=mathematics, beside=beside)
    from fairfelt.twin.demo import demo_hints, demonstrate

    return application(controller=room, hints=demo_hints(), play_room=demonstrate)


def _backups(configured: Configuration) -> BackupSettings | None:
    """The place of copies; a missing folder is reported now, not at night."""
    folder = configured.backups.folder
    if folder is None:
        return None
    if not folder.is_dir():
        raise BadInput(f"--backups {folder} is no folder: make it first")
    passphrase = read_passphrase(configured.backups.passphrase_file, "--backup-passphrase-file")
    return BackupSettings(folder=folder, passphrase=passphrase, store=s3_store(configured))


def _settings(
    database: str, configured: Configuration, backups: BackupSettings | None, *, plain_http: bool
) -> Settings:
    with bad_input(NotProved, where="--witness"):
        keys = (
            *map(read_verifier_key, configured.witnesses.keys),
            *policy_of(configured.witnesses.policy_file).witnesses,
        )
    return Settings(
        address=database, public_url=configured.server.public_url.rstrip("/"), witnesses=keys, backups=backups,
        watch_every_s=WATCH_EVERY_S, certificate=configured.tls.certificate_file, plain_http=plain_http,
        foreign_code=foreign_code if is_isolated() else str, slow_answer_s=configured.alerts.slow_answer_ms / 1_000,
        silent_s=60.0 * configured.alerts.silent_minutes,
    )  # fmt: skip


def _controller(settings: Settings, *, demo: bool, read_only: bool) -> RoomView:
    """A controller for the journal; one that was never founded is no room yet."""

    if demo:
        check_demonstration(str(settings.address))
        # It is shown again after days, and nobody is there to accept the clock or to mend a time service
        unasked = TimeService(source="a demonstration asks no time service")
        light = replace(settings, read_manifest=program_manifest, read_time_service=lambda: unasked)
        return Controller(replace(light, clock=wall_clock_micros))
    check_room(str(settings.address))
    return (Replica if read_only else Controller)(settings)


def _cards() -> str:
    """The cards of the demonstration, to be used at its keypads and consoles."""
    from fairfelt.twin.demo import CARDS, CONSOLE_KEY, demo_key, tables

    lines = [
        "",
        "A demonstration room opens within seconds and plays by itself. Cards to sign in with:",
        "",
        *(f"  card {card.card}   PIN {card.pin}   {card.name}" for card in CARDS),
        "",
        f"  The console's key is {CONSOLE_KEY}; table {tables()[-1].name} is left for you, its keypad's key is "
        f"{demo_key(tables()[-1].keypad)}.",
        "",
        "",
    ]
    return "\n".join(lines)


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == EADDRINUSE:
        return f"port {port} of {host} is taken: choose another with --port, or any free one with --port 0"
    return f"cannot listen at port {port} of {host} ({error.strerror}): choose others with --host and --port"


def _show(url: str) -> None:
    """In a thread of its own: some browsers keep who calls them waiting."""
    Thread(target=webbrowser.open, args=(url,), daemon=True).start()
