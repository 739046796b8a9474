"""What a room publishes of its log: signed checkpoints, proofs of awards, and the cosignatures of its witnesses."""

from .cosignatures import Cosignature, Cosignatures
from .publishing import Publishing

__all__ = ["Cosignature", "Cosignatures", "Publishing"]
