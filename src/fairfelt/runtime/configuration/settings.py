"""Every setting: its section, type, meaning, default and environment variable; and an example file of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, field, structs

from fairfelt.runtime.formats import SECRET, bare_type, is_secret, sentences_of

PREFIX = "FAIRFELT_"
CONFIG_VARIABLE = "FAIRFELT_CONFIG"
"""The configuration file; set and empty, none is read."""
CACHE_VARIABLE = "FAIRFELT_CACHE"
DATABASE_VARIABLE = "FAIRFELT_DATABASE"
ARCHIVE_VARIABLE = "FAIRFELT_ARCHIVE"
GAMES_VARIABLE = "FAIRFELT_GAMES"
NOT_SETTINGS = frozenset({CONFIG_VARIABLE, "FAIRFELT_QUICK", "FAIRFELT_HEAVY"})
"""Variables that no setting is behind: where the file is, and what tests read."""


Text = Annotated[str, Meta(max_length=1_000)]
Port = Annotated[int, Meta(ge=0, le=65_535, description="a port from 0 to 65535")]
Few = Annotated[int, Meta(ge=1, le=1_000, description="a whole number from 1 to 1,000")]
Many = Annotated[int, Meta(ge=1, le=1_000_000, description="a whole number from 1 to 1,000,000")]
Folder = Path
File = Path
SecretFile = Annotated[Path, Meta(extra=SECRET)]
SecretText = Annotated[Text, Meta(extra=SECRET)]
LogLevel = Literal["debug", "info", "warning", "error"]


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings that belong together."""


class Server(Section, frozen=True, kw_only=True):
    """Where the server listens, and what it says of itself."""

    host: Text = "127.0.0.1"
    """The address to listen at; 0.0.0.0 lets other machines in."""
    port: Port = 8000
    """The port to listen at; 0 takes any free one."""
    public_url: Text = ""
    """This server's address as players reach it, https://…: codes on win pages lead there."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies in front, whose X-Forwarded-For and -Proto are believed."""
    log: LogLevel | None = None
    """What to log, as JSON on the standard error stream. info for a room, warning otherwise."""


class Tls(Section, frozen=True, kw_only=True):
    """https without a proxy. The files are read again when they change, without a restart of the server."""

    certificate_file: File | None = None
    """The server's certificate, and those between it and its authority, as PEM."""
    key_file: SecretFile | None = None
    """The key of the certificate, as PEM."""
    client_authority_file: File | None = None
    """The certificate of the authority that signs the certificates of devices, as PEM."""
    client_revocations_file: File | None = None
    """The authority's list of devices' certificates that were withdrawn (a CRL), as PEM."""
    client_certificates: Literal["off", "optional", "required"] = "off"
    """Whether devices show certificates. A device whose certificate is shown acts with its own key only."""


class Mathematics(Section, frozen=True, kw_only=True):
    """Games and their mathematics, which are public, on the server of a room."""

    serve: Literal["apart", "off"] = "apart"
    """apart: by a process of their own, which no keypad waits for. off: not on this server."""
    at_once: Few = 4
    """How many requests it answers at once."""
    waiting: Few = 32
    """How many more may wait; others are asked to come back."""
    memory_gib: Few = 8
    """How much memory it may address, in GiB."""


class Limits(Section, frozen=True, kw_only=True):
    """What connections may cost. A connection that asks for nothing gives way to a new one."""

    connections: Many = 8000
    """How many connections are held in all."""
    connections_per_address: Many = 300
    """How many of them from one address; trusted proxies are not counted."""
    request_seconds: Few = 15
    """Seconds that a request may take to arrive."""


class Alerts(Section, frozen=True, kw_only=True):
    """Whom the server notifies when something is wrong, and when it is over. The office shows all of it as well."""

    webhooks: tuple[str, ...] = ()
    """Addresses, https://…, that take alerts as signed JSON (Standard Webhooks)."""
    webhook_secret_file: SecretFile | None = None
    """A file with the secret that alerts are signed with: whsec_ and base64."""
    mail_to: tuple[str, ...] = ()
    """Receivers of alerts by mail."""
    mail_from: Text = ""
    """The sender of the mail."""
    smtp_host: Text = ""
    """The mail server."""
    smtp_port: Port = 587
    """Its port."""
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    """Encryption of the connection to it."""
    smtp_user: Text = ""
    """The name to sign in with there, if one is needed."""
    smtp_password_file: SecretFile | None = None
    """A file whose first line is its password."""
    house: Text = "Fairfelt"
    """What alerts call this room."""
    slow_answer_ms: Many = 1_000
    """An answer to a keypad that took longer is slow; one in ten raises an alarm."""
    silent_minutes: Few = 10
    """Minutes without a word after which a device that is needed is missed."""


class Webhooks(Section, frozen=True, kw_only=True):
    """What happens in the room, sent to a casino's own systems: signed, in order, at least once."""

    urls: tuple[str, ...] = ()
    """Addresses, https://…, that take it (Standard Webhooks)."""
    secret_file: SecretFile | None = None
    """A file with the secret that they are signed with: whsec_ and base64."""
    topics: tuple[Literal["wins", "meters", "changes", "rounds"], ...] = ("wins", "meters", "changes")
    """What is sent: wins, meters, changes, rounds."""
    meters_seconds: Few = 5
    """How often meters that have moved are sent."""


class Hub(Section, frozen=True, kw_only=True):
    """The hub of a jackpot that this room shares with others."""

    url: Text = ""
    """The hub's address, https://…; nothing where this room shares no jackpot."""
    key_file: SecretFile | None = None
    """A file whose first line is this room's device key at the hub."""
    authority_file: File | None = None
    """Who signs the hub's certificate, if no public authority does."""
    every_seconds: Few = 1
    """How often the room reports what is new, and asks what is."""
    lost_seconds: Few = 5
    """Seconds without a word after which displays say that they are not current."""


class Witnesses(Section, frozen=True, kw_only=True):
    """Who else keeps an eye on the log."""

    keys: tuple[str, ...] = ()
    """The verifier keys of the witnesses whose cosignatures are taken; all are taken if none is named."""
    policy_file: File | None = None
    """A policy (C2SP tlog-policy): its witnesses are taken too, and asked where it has their address."""


class Backups(Section, frozen=True, kw_only=True):
    """Daily copies of the journal. Hour and number kept are set in the office, on the log."""

    folder: Folder | None = None
    """Where the copies go, each verified: on another disk than the journal."""
    passphrase_file: SecretFile | None = None
    """A file whose first line is the passphrase that seals secrets in the copies; else they have none."""
    s3_bucket: Text = ""
    """A bucket of an S3-compatible store, for each copy as well. Needs fairfelt[s3]."""
    s3_prefix: Text = ""
    """What names in the bucket begin with."""
    s3_endpoint: Text = ""
    """The store's address, https://…; Amazon's own if it is empty."""
    s3_region: Text = ""
    """Its region, where it has any."""
    s3_access_key: Text = ""
    """The name of the key; without one the credentials of the environment are used."""
    s3_secret_key_file: SecretFile | None = None
    """A file whose first line is the secret of that key."""


class Configuration(Section, frozen=True, kw_only=True):
    """All of it. What a room is set to (jackpots, people, limits) is not here: that is on its journal."""

    database: SecretText = ""
    """The journal of the room: a SQLite file, or postgresql://….

    If a password is in it, nobody else may read this file."""
    state: Folder | None = None
    """A folder in which this server writes down how far journals in PostgreSQL were acknowledged."""
    archive: Folder | None = None
    """A folder for events that were moved out of journals in PostgreSQL."""
    cache: Folder | None = None
    """A folder for compiled kernels and tables; the user's cache if it is not set."""
    games: tuple[Path, ...] = ()
    """Folders with game files of your own. Their Python is run."""
    server: Server = field(default_factory=Server)
    tls: Tls = field(default_factory=Tls)
    limits: Limits = field(default_factory=Limits)
    mathematics: Mathematics = field(default_factory=Mathematics)
    backups: Backups = field(default_factory=Backups)
    alerts: Alerts = field(default_factory=Alerts)
    webhooks: Webhooks = field(default_factory=Webhooks)
    witnesses: Witnesses = field(default_factory=Witnesses)
    hub: Hub = field(default_factory=Hub)


# The settings one by one, read off their types; and as people read them: an example file.


@dataclass(frozen=True)
class Entry:
    """One setting."""

    section: str
    name: str
    kind: type[Section]
    hint: Any
    default: Any
    secret: bool

    @property
    def meaning(self) -> str:
        """The sentence under it in the source."""
        return sentences_of(self.kind)[self.name]

    @property
    def key(self) -> str:
        """Its name for people, such as "server.port"."""
        return f"{self.section}.{self.name}" if self.section else self.name

    @property
    def variable(self) -> str:
        """The environment variable that overrides it."""
        return PREFIX + "_".join(filter(None, (self.section, self.name))).upper()

    @property
    def is_list(self) -> bool:
        return get_origin(bare_type(self.hint)) is tuple

    @property
    def is_path(self) -> bool:
        return Path in (bare_type(self.hint), *get_args(bare_type(self.hint)))

    @property
    def is_file(self) -> bool:
        """True if it names files, not folders."""
        return self.is_path and self.name.endswith("file")

    @property
    def is_address(self) -> bool:
        """True if it names a journal, which may be a file."""
        return self.key == "database"

    def of(self, settings: Configuration) -> Any:
        return getattr(getattr(settings, self.section) if self.section else settings, self.name)


@cache
def sections() -> dict[str, type[Section]]:
    """Every section by its name in order, the one without a name first."""
    inner = ((one.name, one.type) for one in structs.fields(Configuration) if isinstance(one.type, type))
    return {"": Configuration, **{name: kind for name, kind in inner if issubclass(kind, Section)}}


@cache
def entries() -> tuple[Entry, ...]:
    """Every setting, in the order of the sections."""
    hints = {kind: get_type_hints(kind, include_extras=True) for kind in sections().values()}
    return tuple(
        Entry(section, one.name, kind, hints[kind][one.name], one.default, is_secret(hints[kind][one.name]))
        for section, kind in sections().items()
        for one in structs.fields(kind)
        if section or one.name not in sections()
    )


WIDTH = 100


def example_file() -> str:
    """Every setting with its meaning, its variable and its default, all of them commented out."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield (
        "# Fairfelt's settings. Name this file with " + CONFIG_VARIABLE + ", or put it at /etc/fairfelt/fairfelt.toml."
    )
    yield "# An environment variable overrides a setting, and an option of a command overrides both."
    yield "# Paths are beside this file. Look at what is in force with: fairfelt config show"
    for section, kind in sections().items():
        yield ""
        if section:
            yield f"[{section}]"
            yield from _comment(kind.__doc__ or "")
        for entry in (one for one in entries() if one.section == section):
            yield ""
            yield from _comment(f"{entry.meaning} ({entry.variable})")
            yield f"#{entry.name} = {shown_value(entry.default)}"


def _comment(text: str) -> Iterator[str]:
    for line in wrap(" ".join(text.split()), WIDTH):
        yield f"# {line}"


def shown_value(value: Any) -> str:
    """A value as the file has it; what is not set is an empty text or list."""
    if value is None:
        return '""'
    if isinstance(value, tuple):
        return json.dumps([str(one) for one in value], ensure_ascii=False)
    return json.dumps(value if isinstance(value, bool | int | float) else str(value), ensure_ascii=False)
