"""fairfelt serve"""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from errno import EADDRINUSE
from ipaddress import ip_address
from pathlib import Path
from socket import gaierror, getaddrinfo
from ssl import SSLError
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from starlette.types import ASGIApp

from fairfelt.cli.commands.ledger import policy_of
from fairfelt.cli.commands.room import check_demonstration, check_room, enforces_law
from fairfelt.cli.io.choose import read_passphrase
from fairfelt.cli.io.errors import BadInput, bad_input
from fairfelt.cli.io.output import Config, PassphraseFile
from fairfelt.cli.isolated import is_isolated
from fairfelt.cli.operations.config import alert_receivers, checked, hook_folder, hub_client, s3_store, webhooks_at
from fairfelt.ledger import LedgerUnavailable
from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.ledger.transparency import NotProved, read_verifier_key
from fairfelt.ledger.witness.protocol import WitnessLine
from fairfelt.room.state.alarms import TimeService
from fairfelt.runtime.configuration import CONFIG_VARIABLE, DATABASE_VARIABLE, Configuration, read_settings
from fairfelt.runtime.configuration.reading import with_setting
from fairfelt.runtime.configuration.settings import Backups as BackupSection
from fairfelt.server import Controller, Replica, RoomView, Settings
from fairfelt.server.hub import HubClient, HubConnection
from fairfelt.server.manifest import PLAIN_HTTP, foreign_code, program_manifest
from fairfelt.server.outgoing import Alerts, EventHooks, Topic
from fairfelt.server.watching.backups import BackupSettings
from fairfelt.web import application, displays, listen, log_as_json, run, url_of
from fairfelt.web.http.server import Tls
from fairfelt.web.math_worker import MathWorker

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
