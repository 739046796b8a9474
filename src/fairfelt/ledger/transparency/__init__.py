"""The log as outsiders check it: an RFC 6962 Merkle tree, signed checkpoints, cosignatures and proofs. Pure."""

from .checkpoint import *
from .merkle import *
from .note import *
from .policy import *
