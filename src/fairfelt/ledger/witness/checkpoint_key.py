"""The key with which a room signs its checkpoints: kept beside the journal like its other secrets."""

from __future__ import annotations

from dataclasses import dataclass

from fairfelt.ledger import LedgerCorrupt, Secrets
from fairfelt.ledger.transparency import (
    KeyType,
    NotProved,
    SignerKey,
    new_signer_key,
    origin_of,
    read_signer_key,
    read_verifier_key,
)


@dataclass(frozen=True)
class CheckpointKey:
    """What the log says of the key: enough to verify with, and to find the secret half."""

    verifier: str
    """The public key as C2SP writes it."""
    secret: str
    """The digest under which the private key is kept."""


def keep_new_checkpoint_key(secrets: Secrets, journal: str) -> CheckpointKey:
    """Make a key for a journal's checkpoints and keep it; an event must say so before it signs."""
    key = new_signer_key(origin_of(journal), KeyType.LOG)
    return CheckpointKey(key.verifier.text, secrets.keep(key.text))


def read_checkpoint_key(secrets: Secrets, named: CheckpointKey) -> SignerKey:
    """The private key that the log names, found to belong to the public one."""
    text = secrets.read(named.secret)
    if text is None:
        raise LedgerCorrupt("the key that signs checkpoints is not among the secrets: restore them, or set a new key")
    try:
        key, verifier = read_signer_key(text), read_verifier_key(named.verifier)
    except NotProved as error:
        raise LedgerCorrupt(f"the key that signs checkpoints cannot be used: {error}") from error
    if key.verifier != verifier:
        raise LedgerCorrupt("the key that signs checkpoints is not the one that the log names: set a new key")
    return key
