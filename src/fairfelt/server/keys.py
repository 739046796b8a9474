"""Keys of devices: long random texts. The log holds their digests only; a key is shown once, to the device."""

from __future__ import annotations

import hashlib
import secrets
from functools import lru_cache


def new_key() -> str:
    """A key nobody can guess."""
    return secrets.token_urlsafe(32)


@lru_cache(maxsize=4_096)
def key_digest(key: str) -> str:
    """The digest of a key, which the log holds."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
