"""The log as outsiders check it: an RFC 6962 Merkle tree, signed checkpoints, cosignatures and proofs. Pure."""

from .checkpoint import Checkpoint, SignedCheckpoint, cosign, origin_of, read_signed_checkpoint, sign_checkpoint
from .errors import NotProved
from .keys import KeyType, SignerKey, VerifierKey, new_signer_key, read_signer_key, read_verifier_key
from .merkle import (
    EMPTY_ROOT,
    TILE_LEAVES,
    Frontier,
    Growth,
    Subtree,
    check_consistency,
    check_inclusion,
    consistency_path,
    fold,
    hash_leaf,
    hash_node,
    inclusion_path,
    range_root,
    read_frontier,
    root_of_path,
)
from .note import Note, Signature, read_note
from .proof import InclusionProof, Proved, read_proof
from .rotation import KEY_POSTED, next_key
from .tiles import TileTree

__all__ = [
    "EMPTY_ROOT", "KEY_POSTED", "TILE_LEAVES", "Checkpoint", "Frontier", "Growth", "InclusionProof", "KeyType",
    "NotProved", "Note", "Proved", "Signature", "SignedCheckpoint", "SignerKey", "Subtree", "TileTree", "VerifierKey",
    "check_consistency", "check_inclusion", "consistency_path", "cosign", "fold", "hash_leaf", "hash_node",
    "inclusion_path", "new_signer_key", "next_key", "origin_of", "range_root", "read_frontier", "read_note",
    "read_proof", "read_signed_checkpoint", "read_signer_key", "read_verifier_key", "root_of_path", "sign_checkpoint",
]  # fmt: skip
