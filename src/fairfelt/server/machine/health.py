"""The machine under the server: how full its disks are, and how long its certificates are good."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

GIBIBYTE = 1 << 30
LEAST_FREE_BYTES = 2 * GIBIBYTE
LEAST_FREE_PART = 0.05
"""A disk with less than both is nearly full."""
EXPIRES_SOON_DAYS = 21
REVOCATIONS = b"-----BEGIN X509 CRL-----"


def why_full(folder: Path, usage: tuple[int, int, int] | None = None) -> str:
    """What is wrong with the space in a folder; empty if there is enough."""
    total, _, free = usage or shutil.disk_usage(folder)
    if free >= LEAST_FREE_BYTES or free >= LEAST_FREE_PART * total:
        return ""
    return f"the disk of {folder} has {free / GIBIBYTE:.1f} GiB left, {100 * free // total}% of it: make room"


def expiry_of(certificate: Path) -> datetime:
    """When the first certificate in a file ends, or a list of withdrawn ones; ValueError where there is none."""
    from cryptography import x509

    content = certificate.read_bytes()
    if REVOCATIONS not in content:
        return x509.load_pem_x509_certificate(content).not_valid_after_utc
    ends = x509.load_pem_x509_crl(content).next_update_utc
    if ends is None:
        raise ValueError("it does not say until when it is good")
    return ends


def why_expiring(certificate: Path, now: datetime | None = None) -> str:
    """What is wrong with a certificate's time; empty if it is good for weeks."""
    try:
        end = expiry_of(certificate)
    except (OSError, ValueError) as error:
        return f"the certificate {certificate} cannot be read: {error}"
    left = end - (now or datetime.now(UTC))
    if left.days >= EXPIRES_SOON_DAYS:
        return ""
    return f"the certificate {certificate} {'ended' if left.days < 0 else 'ends'} on {end:%Y-%m-%d}: renew it"
