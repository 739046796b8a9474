"""Errors of proofs that fail."""

from __future__ import annotations

__all__ = ["NotProved"]


class NotProved(ValueError):  # noqa: N818  (it reads as what happened)
    """A key, a checkpoint or a proof that is not what it must be, in one sentence."""
