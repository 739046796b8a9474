"""Secrets sealed for a copy: readable with a passphrase only, and only as part of the copy they were made for.

The key is derived from the passphrase by scrypt (n, r, p and salt are stored), the cipher is AES-256-GCM, the plain
text is canonical JSON: a list of texts. What is sealed is bound to the journal and the head of its copy.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from os import urandom
from typing import Any

from ..canonical import parsed
from ..chain import Head
from ..errors import LedgerCorrupt, WrongPassphrase

FORMAT = "fairfelt-secrets-1"
FEWEST_CHARACTERS = 12
KEY_BYTES, SALT_BYTES, NONCE_BYTES = 32, 16, 12
_COST, _BLOCK, _LANES = 1 << 17, 8, 1
_MOST_COST = 1 << 20
"""A copy that asks for more would have us fill the memory."""


def check_passphrase(text: str) -> str:
    """Refuse a weak passphrase: an attacker who has the copy can guess for any length of time."""
    if len(text) < FEWEST_CHARACTERS:
        raise WrongPassphrase(f"the passphrase has {len(text)} characters: use at least {FEWEST_CHARACTERS}")
    return text


def seal_secrets(texts: Iterable[str], passphrase: str, journal: str, head: Head) -> dict[str, Any]:
    """Texts for a copy that ends with that head, as plain data."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, nonce = urandom(SALT_BYTES), urandom(NONCE_BYTES)
    key = _key(check_passphrase(passphrase), salt, _COST)
    sealed = AESGCM(key).encrypt(nonce, _encoded(list(texts)), _bound(journal, head))
    return {"format": FORMAT, "n": _COST, "nonce": _shown(nonce), "salt": _shown(salt), "sealed": _shown(sealed)}


def unseal_secrets(sealed: Mapping[str, Any], passphrase: str, journal: str, head: Head) -> list[str]:
    """The texts again; WrongPassphrase if it is another one, or if they were sealed for another copy."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        if sealed["format"] != FORMAT or not 1 < sealed["n"] <= _MOST_COST:
            raise ValueError(f"the format is {sealed['format']!r}, expected {FORMAT}")
        salt, nonce, content = (b64decode(sealed[name], validate=True) for name in ("salt", "nonce", "sealed"))
        plain = AESGCM(_key(passphrase, salt, sealed["n"])).decrypt(nonce, content, _bound(journal, head))
    except InvalidTag:
        raise WrongPassphrase(
            "the secrets of this copy do not open: the passphrase is another one, or they were changed"
        ) from None
    except (KeyError, TypeError, ValueError) as error:
        raise LedgerCorrupt(f"the secrets of this copy are damaged: {error}") from error
    return [str(text) for text in parsed(plain.decode())]


def _key(passphrase: str, salt: bytes, cost: int) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=KEY_BYTES, n=cost, r=_BLOCK, p=_LANES).derive(passphrase.encode())


def _encoded(texts: list[str]) -> bytes:
    from msgspec.json import encode

    return encode(texts)


def _bound(journal: str, head: Head) -> bytes:
    return f"{FORMAT} {head.number} {head.hash} {journal}".encode()


def _shown(content: bytes) -> str:
    return b64encode(content).decode()
