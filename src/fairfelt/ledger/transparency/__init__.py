"""The log as outsiders check it: an RFC 6962 Merkle tree, signed checkpoints, cosignatures and proofs. Pure."""

from .checkpoint import *
from .errors import *
from .keys import *
from .merkle import *
from .note import *
from .proof import *
from .rotation import *
from .tiles import *
