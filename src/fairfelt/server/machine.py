"""The machine that a room runs on: disks, certificates, time service, the doctor, what its software is made of."""

from __future__ import annotations

import ctypes
import platform
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib.metadata import Distribution, PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.hazmat.primitives.serialization.pkcs12 import serialize_key_and_certificates
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from fairfelt.ledger import LedgerError, NoJournal
from fairfelt.ledger.store import file_of, place_of, shown, snapshot, waits_for
from fairfelt.ledger.store.witness import write_durably
from fairfelt.room.state.alarms import TimeService, TimeState
from fairfelt.runtime.configuration import Configuration, cache_folder
from fairfelt.runtime.configuration.check import find_mistakes
from fairfelt.version import __version__, distribution_name

from .manifest import Manifest, installed_libraries
from .watching.backups import HOUR_MICROS, OLD_MICROS, S3Store, StoreFailed, copies_among, copies_in, day_of

# The software of a server as a CycloneDX document: what it is made of, in the form that inventories read.


_LICENSE = "Apache-2.0"


def bill_of_materials(found: Manifest) -> dict[str, Any]:
    """A CycloneDX 1.6 document. The same software gives the same document: it carries no time and no random number."""
    libraries = {distribution_name(library.name): library for library in installed_libraries()}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "fairfelt",
                "name": "fairfelt",
                "version": __version__,
                "purl": f"pkg:pypi/fairfelt@{__version__}",
                "licenses": [{"license": {"id": _LICENSE}}],
                "hashes": [{"alg": "SHA-256", "content": found.digest}],
            },
            "properties": [{"name": "fairfelt:python", "value": found.libraries["python"]}],
        },
        "components": [_component(name, libraries[name], found) for name in sorted(libraries)],
        "dependencies": [{"ref": "fairfelt", "dependsOn": sorted(libraries)}],
    }


def _component(name: str, library: Distribution, found: Manifest) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "version": library.version,
        "purl": f"pkg:pypi/{name}@{library.version}",
    }
    if license := library.metadata.json.get("license_expression"):
        component["licenses"] = [{"expression": license}]
    _, _, digest = found.libraries[name].partition(" sha256:")
    return {**component, "hashes": [{"alg": "SHA-256", "content": digest}]}


# The machine under the server: how full its disks are, and how long its certificates are good.


GIBIBYTE = 1 << 30
LEAST_FREE_BYTES = 2 * GIBIBYTE
LEAST_FREE_PART = 0.05
"""A disk with less than both is nearly full."""
EXPIRES_SOON_DAYS = 21
REVOCATIONS = b"-----BEGIN X509 CRL-----"


def why_full(folder: Path, usage: tuple[int, int, int] | None = None) -> str:
    """The shortage of space in a folder, in a sentence; empty if there is enough."""
    total, _, free = usage or shutil.disk_usage(folder)
    if free >= LEAST_FREE_BYTES or free >= LEAST_FREE_PART * total:
        return ""
    return f"the disk of {folder} has {free / GIBIBYTE:.1f} GiB left, {100 * free // total}% of it: make room"


def folders_of(address: str | Path, *others: Path | None) -> tuple[Path, ...]:
    """The folders whose disks must not fill up: the journal's, if it is a file, and what else is named."""
    journal = file_of(place_of(address)) if address else None
    return tuple(dict.fromkeys(filter(None, (journal.parent if journal else None, *others))))


def expiry_of(certificate: Path) -> datetime:
    """The end of the first certificate in a file, or of a revocation list; ValueError where there is none."""
    content = certificate.read_bytes()
    if REVOCATIONS not in content:
        return x509.load_pem_x509_certificate(content).not_valid_after_utc
    ends = x509.load_pem_x509_crl(content).next_update_utc
    if ends is None:
        raise ValueError("it does not say until when it is good")
    return ends


def why_expiring(certificate: Path) -> str:
    """The warning about a certificate's end; empty if it is good for weeks."""
    try:
        end = expiry_of(certificate)
    except (OSError, ValueError) as error:
        return f"the certificate {certificate} cannot be read: {error}"
    left = end - datetime.now(UTC)
    if left.days >= EXPIRES_SOON_DAYS:
        return ""
    return f"the certificate {certificate} {'ended' if left.days < 0 else 'ends'} on {end:%Y-%m-%d}: renew it"


# The clock of the machine: what the kernel says of it, which every time service tells whether it is right.


TIME_ERROR, TIMEX_BYTES = 5, 512
"""The return value of `adjtimex` for an unsynchronized clock, and more bytes than its structure takes."""


def read_time_service() -> TimeService:
    """The state of the clock, also where no service can be asked, as in a container."""
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))  # nothing is set: it only reads
    except (OSError, AttributeError):
        return TimeService()
    if state < 0:
        return TimeService()
    return TimeService(TimeState.NOT_SYNCHRONIZED if state == TIME_ERROR else TimeState.SYNCHRONIZED, "the kernel")


# The doctor: looks at everything a room needs of its machine, and changes nothing.


LOOPBACK = ("127.0.0.1", "::1", "localhost")
LIBRARIES = ("numpy", "msgspec", "sqlalchemy", "psycopg", "starlette", "uvicorn", "cryptography", "typst")
COUNTING = "numba"
"""The library that a room's server can do without: it then knows the games that ship, and counts no others."""


class Verdict(StrEnum):
    """The verdict on one subject."""

    GOOD = "good"
    WARNING = "warning"
    """It works, and a person should look at it."""
    BAD = "bad"
    """A room cannot be run so."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    subject: str
    verdict: Verdict
    says: str


def examine(
    settings: Configuration,
    file: Path | None = None,
    *,
    read_time: Callable[[], TimeService] = read_time_service,
    now_micros: Callable[[], int] = lambda: time.time_ns() // 1_000,
    store: S3Store | None = None,
) -> Iterator[Finding]:
    """Look at one thing after another; the store of the backups is asked what it has."""
    yield from _versions()
    yield from _configuration(settings, file)
    yield _clock(read_time())
    yield from _disks(settings)
    yield from _database(settings)
    yield from _certificates(settings)
    yield _backups(settings, now_micros())
    if store:
        yield _stored(store, now_micros())


def _versions() -> Iterator[Finding]:
    here = ".".join(map(str, sys.version_info[:3]))
    says = f"Fairfelt {__version__}, Python {here}, {platform.system()} {platform.machine()}"
    yield Finding("versions", Verdict.GOOD, says)
    found = [(name, _version(name)) for name in LIBRARIES]
    missing = [name for name, number in found if not number]
    if missing:
        yield Finding("libraries", Verdict.BAD, f"missing: {', '.join(missing)}: install Fairfelt anew with pip")
    else:
        yield Finding("libraries", Verdict.GOOD, ", ".join(f"{name} {number}" for name, number in found))
    counting = _version(COUNTING)
    without = (
        f"not on this machine ({COUNTING} is not installed): games of your own need pip install 'fairfelt[counting]'"
    )
    yield Finding("counting", Verdict.GOOD, f"{COUNTING} {counting}" if counting else without)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _configuration(settings: Configuration, file: Path | None) -> Iterator[Finding]:
    mistakes = find_mistakes(settings, file)
    for mistake in mistakes:
        yield Finding("configuration", Verdict.BAD, mistake)
    if not mistakes:
        yield Finding("configuration", Verdict.GOOD, str(file or "no file: the environment and the defaults"))


def _clock(found: TimeService) -> Finding:
    by = f", says {found.source}" if found.source else ""
    if found.state is TimeState.SYNCHRONIZED:
        return Finding("clock", Verdict.GOOD, f"the clock is synchronized{by}")
    if found.state is TimeState.NOT_SYNCHRONIZED:
        return Finding("clock", Verdict.BAD, f"the clock is not synchronized{by}: mend the time service")
    return Finding(
        "clock",
        Verdict.WARNING,
        "the kernel does not say whether the clock is right: install chrony",
    )


def _disks(settings: Configuration) -> Iterator[Finding]:
    others = settings.state, settings.archive, settings.backups.folder, cache_folder()
    try:
        folders = folders_of(settings.database, *others)
    except LedgerError:
        folders = folders_of("", *others)
    for folder in folders:
        if not folder.is_dir():
            continue  # the check of the configuration reported it
        wrong = why_full(folder)
        yield Finding("disk", Verdict.BAD if wrong else Verdict.GOOD, wrong or f"there is room in {folder}")


def _database(settings: Configuration) -> Iterator[Finding]:
    if not settings.database:
        yield Finding("database", Verdict.WARNING, "no journal is named: set database, or FAIRFELT_DATABASE")
        return
    try:
        with snapshot(settings.database) as taken:
            waits = f"; a commit waits for {waits_for(taken.connection)}"
            says = f"{shown(settings.database)} can be read: {taken.head.number:,} events{waits}"
        yield Finding("database", Verdict.GOOD, says)
    except NoJournal as error:
        found = f"fairfelt room found {shown(settings.database)} --name NAME --second NAME"
        yield Finding("database", Verdict.BAD, f"{error}; a new room is made with: {found}")
    except LedgerError as error:
        yield Finding("database", Verdict.BAD, str(error))
    with suppress(LedgerError):
        file = file_of(place_of(settings.database))
        if file and file.is_file() and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield Finding("database", Verdict.WARNING, f"others may read {file}: chmod 600 {file}")


def _certificates(settings: Configuration) -> Iterator[Finding]:
    certificate = settings.tls.certificate_file
    if certificate is None:
        wide = settings.server.host not in LOOPBACK and not settings.server.trusted_proxies
        says = "keys and PINs cross the network in the clear" if wide else "plain http, for this machine alone"
        yield Finding("certificates", Verdict.WARNING if wide else Verdict.GOOD, says)
    for file in filter(None, (certificate, settings.tls.client_authority_file, settings.tls.client_revocations_file)):
        wrong = why_expiring(file)
        verdict = Verdict.BAD if wrong else Verdict.GOOD
        yield Finding("certificates", verdict, wrong or f"{file} is good until {expiry_of(file):%Y-%m-%d}")


def _backups(settings: Configuration, now_micros: int) -> Finding:
    folder = settings.backups.folder
    if folder is None:
        return Finding("backups", Verdict.WARNING, "no daily backup is made: set backups.folder")
    copies = copies_in(folder)
    if not copies:
        return Finding("backups", Verdict.WARNING, f"there is no backup in {folder} yet")
    age_micros = now_micros - copies[-1].stat().st_mtime_ns // 1_000
    says = f"the newest backup is {copies[-1].name}, {age_micros // HOUR_MICROS} hours old"
    return Finding("backups", Verdict.BAD if age_micros > OLD_MICROS else Verdict.GOOD, says)


def _stored(store: S3Store, now_micros: int) -> Finding:
    """The newest copy in the store: its name says the day, by the room's own clock."""
    try:
        names = copies_among(store.names())
    except StoreFailed as error:
        return Finding("backups", Verdict.BAD, str(error))
    if not names:
        return Finding("backups", Verdict.WARNING, f"there is no backup in the store {store.bucket} yet")
    day = day_of(names[-1])
    old = day is None or day < (datetime.fromtimestamp(now_micros / 1e6, UTC) - timedelta(days=2)).date()
    return Finding(
        "backups", Verdict.BAD if old else Verdict.GOOD, f"the newest in the store {store.bucket} is {names[-1]}"
    )


# A private authority for one house: it signs the server's certificate and those of devices, and nothing else.
#
# Browsers and keypads trust it once its own certificate is installed in them.


AUTHORITY_DAYS, SERVER_DAYS, DEVICE_DAYS = 3_650, 397, 825
"""Days for which each is valid: browsers refuse a server's that is valid longer."""
AUTHORITY, SERVER, DEVICES, WITHDRAWN = "authority", "server", "devices", "withdrawn.pem"
_EARLIER = timedelta(hours=1)
"""Clocks of devices may be behind."""
_UNFIT = re.compile(r"[^\w.-]+")


class BadCertificate(ValueError):  # noqa: N818  (it reads as what happened)
    """A certificate that cannot be made, with the reason in a sentence."""


@dataclass(frozen=True)
class Pair:
    """A certificate and its key, as files."""

    certificate: Path
    key: Path


@dataclass(frozen=True)
class Issued:
    """A certificate of a device that the authority has signed."""

    device: str
    serial: int
    begins: datetime
    ends: datetime
    withdrawn: bool


@dataclass(frozen=True)
class PrivateAuthority:
    """An authority in a folder: its own certificate and key, and what it has signed."""

    folder: Path

    @property
    def own(self) -> Pair:
        return self._pair(AUTHORITY)

    @property
    def server(self) -> Pair:
        return self._pair(SERVER)

    @property
    def withdrawn(self) -> Path:
        """The list of certificates that are good no more (a CRL), which servers read again when it changes."""
        return self.folder / WITHDRAWN

    def _pair(self, name: str) -> Pair:
        return Pair(self.folder / f"{name}.pem", self.folder / f"{name}.key")

    def begin(self, house: str) -> None:
        """Make the authority; one that is there stays."""
        if self.own.certificate.exists():
            raise BadCertificate(f"{self.own.certificate} exists already: an authority is made once")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"{house} authority")
        builder = _builder(name, name, key.public_key(), AUTHORITY_DAYS, None, signs=True)
        _write_key(self.own.key, key)
        write_durably(self.own.certificate, builder.sign(key, SHA256()).public_bytes(Encoding.PEM), 0o644)
        self._withdraw(())

    def certify_server(self, addresses: Sequence[str], now: datetime | None = None) -> Pair:
        """A certificate for the server under the names and numbers by which it is reached; an old one is replaced."""
        if not addresses:
            raise BadCertificate("name the server as browsers reach it, such as room.example or 10.0.0.5")
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName(list(map(_address, addresses)))
        certificate = self._signed(
            addresses[0], key.public_key(), SERVER_DAYS, ExtendedKeyUsageOID.SERVER_AUTH, [names], now
        )
        _write_key(self.server.key, key)  # the key first: a server that reads between the two keeps the old pair
        write_durably(self.server.certificate, certificate.public_bytes(Encoding.PEM), 0o644)
        return self.server

    def certify_device(self, device: str, password: str) -> Path:
        """A certificate for a device, with its key in one sealed file that browsers take (PKCS #12)."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._signed(device, key.public_key(), DEVICE_DAYS, ExtendedKeyUsageOID.CLIENT_AUTH)
        sealed = serialize_key_and_certificates(
            device.encode(), key, certificate, [self._certificate()], BestAvailableEncryption(password.encode())
        )
        folder = self.folder / DEVICES
        folder.mkdir(mode=0o700, exist_ok=True)
        file = folder / f"{_UNFIT.sub('-', device)}-{certificate.serial_number:x}.p12"
        write_durably(file, sealed, 0o600)
        write_durably(
            file.with_suffix(".pem"), certificate.public_bytes(Encoding.PEM), 0o644
        )  # what to withdraw one day
        return file

    def issued(self) -> list[Issued]:
        """Every certificate that was signed for a device, by device, the newest of each last."""
        withdrawn = {row.serial_number for row in self._list() or ()}
        files = sorted((self.folder / DEVICES).glob("*.pem"), key=lambda file: file.stat().st_mtime_ns)
        found = []
        for certificate in (x509.load_pem_x509_certificate(file.read_bytes()) for file in files):
            (name,) = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
            serial, begins = certificate.serial_number, certificate.not_valid_before_utc
            ends = certificate.not_valid_after_utc
            found.append(Issued(str(name.value), serial, begins, ends, serial in withdrawn))
        return sorted(found, key=lambda one: (one.device, one.begins))  # those of one second in the order of the files

    def withdraw(self, device: str, *, lost: bool = False) -> list[Issued]:
        """Take back the certificates of a device but its newest; that one too if the device is lost."""
        self._certificate()
        known = [one for one in self.issued() if one.device == device]
        if not known:
            raise BadCertificate(
                f"no certificate was signed here for {device!r:.80}; fairfelt certificates list has all"
            )
        taken = [one for one in (known if lost else known[:-1]) if not one.withdrawn]
        if taken:
            self._withdraw([one.serial for one in taken])
        return taken

    def _withdraw(self, serials: Iterable[int]) -> None:
        """Sign a new list that includes these. Readers use the list with the later start."""
        own, before = self._certificate(), self._list()
        begins = datetime.now(UTC) - _EARLIER
        if before is not None and before.last_update_utc:
            begins = max(begins, before.last_update_utc + timedelta(seconds=1))
        builder = x509.CertificateRevocationListBuilder().issuer_name(own.subject)
        builder = builder.last_update(begins).next_update(own.not_valid_after_utc)
        for row in before or ():
            builder = builder.add_revoked_certificate(row)
        for serial in serials:
            gone = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(begins)
            builder = builder.add_revoked_certificate(gone.build())
        write_durably(self.withdrawn, builder.sign(self._key(), SHA256()).public_bytes(Encoding.PEM), 0o644)

    def _list(self) -> x509.CertificateRevocationList | None:
        """The revocation list; None where none was ever written."""
        try:
            return x509.load_pem_x509_crl(self.withdrawn.read_bytes())
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise BadCertificate(f"{self.withdrawn} is no list of withdrawn certificates: {error}") from error

    def _signed(
        self, name: str, key: ec.EllipticCurvePublicKey, days: int, use: x509.ObjectIdentifier,
        more: Iterable[x509.ExtensionType] = (), now: datetime | None = None,
    ) -> x509.Certificate:  # fmt: skip
        own, signer = self._certificate(), self._key()
        builder = _builder(_name(name), own.subject, key, days, now, signs=False)
        builder = builder.add_extension(x509.ExtendedKeyUsage([use]), critical=False)
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
        builder = builder.add_extension(issuer, critical=False)
        for extension in more:
            builder = builder.add_extension(extension, critical=False)
        return builder.sign(signer, SHA256())

    def _key(self) -> ec.EllipticCurvePrivateKey:
        signer = load_pem_private_key(self.own.key.read_bytes(), None)
        assert isinstance(signer, ec.EllipticCurvePrivateKey)
        return signer

    def _certificate(self) -> x509.Certificate:
        try:
            return x509.load_pem_x509_certificate(self.own.certificate.read_bytes())
        except (OSError, ValueError) as error:
            raise BadCertificate(f"there is no authority in {self.folder}: make one first") from error


def _name(common: str) -> x509.Name:
    try:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
    except ValueError as error:
        raise BadCertificate(f"{common!r:.80} is no name for a certificate: 1 to 64 characters") from error


def _address(text: str) -> x509.GeneralName:
    with suppress(ValueError):
        return x509.IPAddress(ip_address(text))
    try:
        return x509.DNSName(text)
    except ValueError as error:
        raise BadCertificate(f"{text!r:.80} is no name of a machine: write it as room.example") from error


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int, now: datetime | None, *,
    signs: bool,
) -> x509.CertificateBuilder:  # fmt: skip
    """A certificate of the authority, which signs others, or of one that it signs."""
    begins = (now or datetime.now(UTC)) - _EARLIER
    builder = x509.CertificateBuilder(issuer, subject, key, x509.random_serial_number())
    builder = builder.not_valid_before(begins).not_valid_after(begins + timedelta(days=days))
    builder = builder.add_extension(x509.BasicConstraints(ca=signs, path_length=0 if signs else None), critical=True)
    usage = x509.KeyUsage(
        digital_signature=not signs, key_cert_sign=signs, crl_sign=signs, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    builder = builder.add_extension(usage, critical=True)
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)


def _write_key(file: Path, key: ec.EllipticCurvePrivateKey) -> None:
    write_durably(file, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)
