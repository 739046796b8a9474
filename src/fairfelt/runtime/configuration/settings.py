"""Every setting: its section, type, meaning, default and environment variable; and an example file of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, field, structs

from fairfelt.runtime.formats import SECRET

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
LogLevel = Literal["debug", "info", "warning", "error"]


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings that belong together."""


class Server(Section, frozen=True, kw_only=True):
    """Where the server listens, and what it says of itself."""

    host: Annotated[Text, Meta(title="The address to listen at; 0.0.0.0 lets other machines in.")] = "127.0.0.1"
    port: Annotated[Port, Meta(title="The port to listen at; 0 takes any free one.")] = 8000
    public_url: Annotated[
        Text, Meta(title="This server's address as players reach it, https://…: codes on win pages lead there.")
    ] = ""
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(title="Addresses or networks of proxies in front, whose X-Forwarded-For and -Proto are believed."),
    ] = ()
    log: Annotated[
        LogLevel | None,
        Meta(title="What to log, as JSON on the standard error stream. info for a room, warning otherwise."),
    ] = None


class Tls(Section, frozen=True, kw_only=True):
    """https without a proxy. The files are read again when they change, without a restart of the server."""

    certificate_file: Annotated[
        File | None, Meta(title="The server's certificate, and those between it and its authority, as PEM.")
    ] = None
    key_file: Annotated[File | None, Meta(title="The key of the certificate, as PEM.", extra=SECRET)] = None
    client_authority_file: Annotated[
        File | None, Meta(title="The certificate of the authority that signs the certificates of devices, as PEM.")
    ] = None
    client_revocations_file: Annotated[
        File | None, Meta(title="The authority's list of devices' certificates that were withdrawn (a CRL), as PEM.")
    ] = None
    client_certificates: Annotated[
        Literal["off", "optional", "required"],
        Meta(
            title="Whether devices show certificates. A device whose certificate is shown acts with its own key only.",
            description="off, optional or required",
        ),
    ] = "off"


class Mathematics(Section, frozen=True, kw_only=True):
    """Games and their mathematics, which are public, on the server of a room."""

    serve: Annotated[
        Literal["apart", "off"],
        Meta(
            title="apart: by a process of their own, which no keypad waits for. off: not on this server.",
            description="apart or off",
        ),
    ] = "apart"
    at_once: Annotated[Few, Meta(title="How many requests it answers at once.")] = 4
    waiting: Annotated[Few, Meta(title="How many more may wait; others are asked to come back.")] = 32
    memory_gib: Annotated[Few, Meta(title="How much memory it may address, in GiB.")] = 8


class Limits(Section, frozen=True, kw_only=True):
    """What connections may cost. A connection that asks for nothing gives way to a new one."""

    connections: Annotated[Many, Meta(title="How many connections are held in all.")] = 8_000
    connections_per_address: Annotated[
        Many, Meta(title="How many of them from one address; trusted proxies are not counted.")
    ] = 300
    request_seconds: Annotated[Few, Meta(title="Seconds that a request may take to arrive.")] = 15


class Alerts(Section, frozen=True, kw_only=True):
    """Whom the server notifies when something is wrong, and when it is over. The office shows all of it as well."""

    webhooks: Annotated[
        tuple[str, ...], Meta(title="Addresses, https://…, that take alerts as signed JSON (Standard Webhooks).")
    ] = ()
    webhook_secret_file: Annotated[
        File | None,
        Meta(title="A file with the secret that alerts are signed with: whsec_ and base64.", extra=SECRET),
    ] = None
    mail_to: Annotated[tuple[str, ...], Meta(title="Receivers of alerts by mail.")] = ()
    mail_from: Annotated[Text, Meta(title="The sender of the mail.")] = ""
    smtp_host: Annotated[Text, Meta(title="The mail server.")] = ""
    smtp_port: Annotated[Port, Meta(title="Its port.")] = 587
    smtp_security: Annotated[
        Literal["starttls", "tls", "none"],
        Meta(title="Encryption of the connection to it.", description="starttls, tls or none"),
    ] = "starttls"
    smtp_user: Annotated[Text, Meta(title="The name to sign in with there, if one is needed.")] = ""
    smtp_password_file: Annotated[File | None, Meta(title="A file whose first line is its password.", extra=SECRET)] = (
        None
    )
    house: Annotated[Text, Meta(title="What alerts call this room.")] = "Fairfelt"
    slow_answer_ms: Annotated[
        Many, Meta(title="An answer to a keypad that took longer is slow; one in ten raises an alarm.")
    ] = 1_000
    silent_minutes: Annotated[
        Few, Meta(title="Minutes without a word after which a device that is needed is missed.")
    ] = 10


class Webhooks(Section, frozen=True, kw_only=True):
    """What happens in the room, sent to a casino's own systems: signed, in order, at least once."""

    urls: Annotated[tuple[str, ...], Meta(title="Addresses, https://…, that take it (Standard Webhooks).")] = ()
    secret_file: Annotated[
        File | None, Meta(title="A file with the secret that they are signed with: whsec_ and base64.", extra=SECRET)
    ] = None
    topics: Annotated[
        tuple[Literal["wins", "meters", "changes", "rounds"], ...],
        Meta(title="What is sent: wins, meters, changes, rounds."),
    ] = ("wins", "meters", "changes")
    meters_seconds: Annotated[Few, Meta(title="How often meters that have moved are sent.")] = 5


class Hub(Section, frozen=True, kw_only=True):
    """The hub of a jackpot that this room shares with others."""

    url: Annotated[Text, Meta(title="The hub's address, https://…; nothing where this room shares no jackpot.")] = ""
    key_file: Annotated[
        File | None, Meta(title="A file whose first line is this room's device key at the hub.", extra=SECRET)
    ] = None
    authority_file: Annotated[
        File | None, Meta(title="Who signs the hub's certificate, if no public authority does.")
    ] = None
    every_seconds: Annotated[Few, Meta(title="How often the room reports what is new, and asks what is.")] = 1
    lost_seconds: Annotated[
        Few, Meta(title="Seconds without a word after which displays say that they are not current.")
    ] = 5


class Witnesses(Section, frozen=True, kw_only=True):
    """Who else keeps an eye on the log."""

    keys: Annotated[
        tuple[str, ...],
        Meta(title="The verifier keys of the witnesses whose cosignatures are taken; all are taken if none is named."),
    ] = ()
    policy_file: Annotated[
        File | None,
        Meta(title="A policy (C2SP tlog-policy): its witnesses are taken too, and asked where it has their address."),
    ] = None


class Backups(Section, frozen=True, kw_only=True):
    """Daily copies of the journal. Hour and number kept are set in the office, on the log."""

    folder: Annotated[
        Folder | None, Meta(title="Where the copies go, each verified: on another disk than the journal.")
    ] = None
    passphrase_file: Annotated[
        File | None,
        Meta(
            title="A file whose first line is the passphrase that seals secrets in the copies; else they have none.",
            extra=SECRET,
        ),
    ] = None
    s3_bucket: Annotated[
        Text, Meta(title="A bucket of an S3-compatible store, for each copy as well. Needs fairfelt[s3].")
    ] = ""
    s3_prefix: Annotated[Text, Meta(title="What names in the bucket begin with.")] = ""
    s3_endpoint: Annotated[Text, Meta(title="The store's address, https://…; Amazon's own if it is empty.")] = ""
    s3_region: Annotated[Text, Meta(title="Its region, where it has any.")] = ""
    s3_access_key: Annotated[
        Text, Meta(title="The name of the key; without one the credentials of the environment are used.")
    ] = ""
    s3_secret_key_file: Annotated[
        File | None, Meta(title="A file whose first line is the secret of that key.", extra=SECRET)
    ] = None


class Configuration(Section, frozen=True, kw_only=True):
    """All of it. What a room is set to (jackpots, people, limits) is not here: that is on its journal."""

    database: Annotated[
        Text,
        Meta(
            title="The journal of the room: a SQLite file, or postgresql://…. "
            "If a password is in it, nobody else may read this file.",
            extra=SECRET,
        ),
    ] = ""
    state: Annotated[
        Folder | None,
        Meta(title="A folder in which this server writes down how far journals in PostgreSQL were acknowledged."),
    ] = None
    archive: Annotated[
        Folder | None, Meta(title="A folder for events that were moved out of journals in PostgreSQL.")
    ] = None
    cache: Annotated[
        Folder | None, Meta(title="A folder for compiled kernels and tables; the user's cache if it is not set.")
    ] = None
    games: Annotated[tuple[Path, ...], Meta(title="Folders with game files of your own. Their Python is run.")] = ()
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
    hint: Any
    default: Any
    meaning: str
    secret: bool

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
        return any(get_origin(kind) is tuple for kind in _kinds(self.hint))

    @property
    def is_path(self) -> bool:
        return any(kind is Path or Path in get_args(kind) for kind in _kinds(self.hint))

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


@dataclass(frozen=True)
class SectionEntries:
    """The settings of one section."""

    name: str
    meaning: str
    entries: tuple[Entry, ...]


@cache
def sections() -> tuple[SectionEntries, ...]:
    """Every section in order, the one without a name first."""
    return tuple(_sections())


def _sections() -> Iterator[SectionEntries]:
    inner = {
        one.name: one.type
        for one in structs.fields(Configuration)
        if isinstance(one.type, type) and issubclass(one.type, Section)
    }
    yield SectionEntries("", _doc(Configuration), tuple(_entries("", Configuration, leave=frozenset(inner))))
    for name, kind in inner.items():
        yield SectionEntries(name, _doc(kind), tuple(_entries(name, kind)))


def entries() -> Iterator[Entry]:
    for section in sections():
        yield from section.entries


def _entries(section: str, kind: type[Section], leave: frozenset[str] = frozenset()) -> Iterator[Entry]:
    hints = get_type_hints(kind, include_extras=True)
    for one in structs.fields(kind):
        if one.name not in leave:
            notes = [note for note in get_args(hints[one.name])[1:] if isinstance(note, Meta)]
            meaning = next(note.title for note in notes if note.title)
            secret = any(SECRET.items() <= (note.extra or {}).items() for note in notes)
            yield Entry(section, one.name, hints[one.name], one.default, meaning or "", secret)


def _kinds(hint: Any) -> list[Any]:
    """The types a value may have, without notes and without None."""
    if get_origin(hint) is Annotated:
        return _kinds(get_args(hint)[0])
    if get_origin(hint) is tuple:
        return [hint]
    return [kind for arg in get_args(hint) if arg is not NoneType for kind in _kinds(arg)] or [hint]


def _doc(kind: type[Section]) -> str:
    return (kind.__doc__ or "").strip()


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
    for section in sections():
        yield ""
        if section.name:
            yield f"[{section.name}]"
            yield from _comment(section.meaning)
        for entry in section.entries:
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
