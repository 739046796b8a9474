"""TLS: the context with the server's certificate, read again when its files change, and who is at the other end."""

from __future__ import annotations

import asyncio
import logging
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

LOOK_EVERY_S = 30.0
CERTIFICATE = "fairfelt.device_certificate"
"""The extension of a request that says which device's certificate came with it."""
ClientCertificates = Literal["off", "optional", "required"]
_VERIFY: dict[ClientCertificates, ssl.VerifyMode] = {
    "off": ssl.CERT_NONE,
    "optional": ssl.CERT_OPTIONAL,
    "required": ssl.CERT_REQUIRED,
}
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TlsFiles:
    """Where the certificate and its key are, and whose certificates devices show."""

    certificate: Path
    key: Path
    client_authority: Path | None = None
    client_certificates: ClientCertificates = "off"
    client_revocations: Path | None = None
    """The list of devices' certificates that were withdrawn."""


class Tls:
    """The context of one server. A renewed certificate and list of withdrawn ones count from the next connection."""

    def __init__(self, files: TlsFiles) -> None:
        self._files = files
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.load_cert_chain(files.certificate, files.key)
        if files.client_authority:
            self.context.load_verify_locations(files.client_authority)
        if files.client_revocations:
            self.context.load_verify_locations(files.client_revocations)
            self.context.verify_flags |= ssl.VerifyFlags.VERIFY_CRL_CHECK_LEAF
        self.context.verify_mode = _VERIFY[files.client_certificates]
        self._standing = self._stand()

    def renew(self) -> bool:
        """Read the files again if they have changed; a pair that does not fit is left alone and tried again."""
        standing = self._stand()
        if standing == self._standing:
            return False
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self._files.certificate, self._files.key)
            self.context.load_cert_chain(self._files.certificate, self._files.key)
            if self._files.client_revocations:
                self.context.load_verify_locations(self._files.client_revocations)
        except (OSError, ssl.SSLError) as error:
            _log.warning("the new certificate was not taken", extra={"why": str(error)})
            return False
        self._standing = standing
        _log.info("the certificate and the list of withdrawn ones were read again")
        return True

    async def watch(self) -> None:
        """Look for a renewed certificate again and again."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.renew()

    def _stand(self) -> tuple[tuple[int, int], ...]:
        found = []
        for file in filter(None, (self._files.certificate, self._files.key, self._files.client_revocations)):
            try:
                at = file.stat()
            except OSError:
                found.append((0, 0))
            else:
                found.append((at.st_mtime_ns, at.st_ino))
        return tuple(found)


def certified_device(transport: asyncio.BaseTransport) -> str:
    """The name in the certificate that was shown and verified; empty if there was none."""
    shown: dict[str, Any] = transport.get_extra_info("peercert") or {}
    names = (value for part in shown.get("subject", ()) for kind, value in part if kind == "commonName")
    return next(names, "")
