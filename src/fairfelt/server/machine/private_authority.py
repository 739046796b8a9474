"""A private authority for one house: it signs the server's certificate and those of devices, and nothing else.

Browsers and keypads trust it once its own certificate is installed in them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

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

AUTHORITY_DAYS, SERVER_DAYS, DEVICE_DAYS = 3_650, 397, 825
"""How long each is good: browsers refuse a server's that is longer."""
AUTHORITY, SERVER, DEVICES, WITHDRAWN = "authority", "server", "devices", "withdrawn.pem"
_EARLIER = timedelta(hours=1)
"""Clocks of devices may be behind."""
_UNFIT = re.compile(r"[^\w.-]+")


class BadCertificate(ValueError):  # noqa: N818  (it reads as what happened)
    """What cannot be certified, with the sentence that says why."""


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
        """The authority's own."""
        return self._pair(AUTHORITY)

    @property
    def server(self) -> Pair:
        """The server's."""
        return self._pair(SERVER)

    @property
    def withdrawn(self) -> Path:
        """The list of certificates that are good no more (a CRL), which servers read again when it changes."""
        return self.folder / WITHDRAWN

    def _pair(self, name: str) -> Pair:
        return Pair(self.folder / f"{name}.pem", self.folder / f"{name}.key")

    def begin(self, house: str, now: datetime | None = None) -> None:
        """Make the authority; one that is there stays."""
        if self.own.certificate.exists():
            raise BadCertificate(f"{self.own.certificate} exists already: an authority is made once")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"{house} authority")
        builder = _builder(name, name, key.public_key(), AUTHORITY_DAYS, now)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        builder = builder.add_extension(_usage(signs=True), critical=True)
        _write_key(self.own.key, key)
        _write(self.own.certificate, builder.sign(key, SHA256()).public_bytes(Encoding.PEM), 0o644)
        self._withdraw((), now)

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
        _write(self.server.certificate, certificate.public_bytes(Encoding.PEM), 0o644)
        return self.server

    def certify_device(self, device: str, password: str, now: datetime | None = None) -> Path:
        """A certificate for a device, with its key in one sealed file that browsers take (PKCS #12)."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._signed(device, key.public_key(), DEVICE_DAYS, ExtendedKeyUsageOID.CLIENT_AUTH, (), now)
        sealed = serialize_key_and_certificates(
            device.encode(), key, certificate, [self._certificate()], BestAvailableEncryption(password.encode())
        )
        folder = self.folder / DEVICES
        folder.mkdir(mode=0o700, exist_ok=True)
        file = folder / f"{_UNFIT.sub('-', device)}-{certificate.serial_number:x}.p12"
        _write(file, sealed, 0o600)
        _write(file.with_suffix(".pem"), certificate.public_bytes(Encoding.PEM), 0o644)  # what to withdraw one day
        return file

    def issued(self) -> list[Issued]:
        """Every certificate that was signed for a device, by device, the newest of each last."""
        withdrawn = {row.serial_number for row in self._list() or ()}
        files = sorted((self.folder / DEVICES).glob("*.pem"), key=lambda file: file.stat().st_mtime_ns)
        found = [_issued(x509.load_pem_x509_certificate(file.read_bytes()), withdrawn) for file in files]
        return sorted(found, key=lambda one: (one.device, one.begins))  # those of one second in the order of the files

    def withdraw(self, device: str, *, lost: bool = False, now: datetime | None = None) -> list[Issued]:
        """Take back the certificates of a device but its newest; that one too if the device is lost."""
        self._certificate()
        known = [one for one in self.issued() if one.device == device]
        if not known:
            raise BadCertificate(
                f"no certificate was signed here for {device!r:.80}; fairfelt certificates list has all"
            )
        taken = [one for one in (known if lost else known[:-1]) if not one.withdrawn]
        if taken:
            self._withdraw([one.serial for one in taken], now)
        return taken

    def _withdraw(self, serials: Iterable[int], now: datetime | None) -> None:
        """Sign a new list that includes these. Readers use the list with the later start."""
        own, before = self._certificate(), self._list()
        begins = (now or datetime.now(UTC)) - _EARLIER
        if before is not None and before.last_update_utc:
            begins = max(begins, before.last_update_utc + timedelta(seconds=1))
        builder = x509.CertificateRevocationListBuilder().issuer_name(own.subject)
        builder = builder.last_update(begins).next_update(own.not_valid_after_utc)
        for row in before or ():
            builder = builder.add_revoked_certificate(row)
        for serial in serials:
            gone = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(begins)
            builder = builder.add_revoked_certificate(gone.build())
        _write(self.withdrawn, builder.sign(self._key(), SHA256()).public_bytes(Encoding.PEM), 0o644)

    def _list(self) -> x509.CertificateRevocationList | None:
        """What was withdrawn; None where nothing was ever written."""
        try:
            return x509.load_pem_x509_crl(self.withdrawn.read_bytes())
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise BadCertificate(f"{self.withdrawn} is no list of withdrawn certificates: {error}") from error

    def _signed(
        self, name: str, key: ec.EllipticCurvePublicKey, days: int, use: x509.ObjectIdentifier,
        more: Iterable[x509.ExtensionType], now: datetime | None,
    ) -> x509.Certificate:  # fmt: skip
        own, signer = self._certificate(), self._key()
        builder = _builder(_name(name), own.subject, key, days, now)
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(_usage(signs=False), critical=True)
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


def _issued(certificate: x509.Certificate, withdrawn: Container[int]) -> Issued:
    (name,) = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    serial, begins, ends = certificate.serial_number, certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return Issued(str(name.value), serial, begins, ends, serial in withdrawn)


def _address(text: str) -> x509.GeneralName:
    with suppress(ValueError):
        return x509.IPAddress(ip_address(text))
    try:
        return x509.DNSName(text)
    except ValueError as error:
        raise BadCertificate(f"{text!r:.80} is no name of a machine: write it as room.example") from error


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int, now: datetime | None
) -> x509.CertificateBuilder:
    begins = (now or datetime.now(UTC)) - _EARLIER
    builder = x509.CertificateBuilder(issuer, subject, key, x509.random_serial_number())
    builder = builder.not_valid_before(begins).not_valid_after(begins + timedelta(days=days))
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs, key_cert_sign=signs, crl_sign=signs, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _write_key(file: Path, key: ec.EllipticCurvePrivateKey) -> None:
    _write(file, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)


def _write(file: Path, content: bytes, mode: int) -> None:
    """Replace a file in one step; at no moment is it readable by more users than `mode` allows."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:  # noqa: PTH123  (a mode is given)
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
