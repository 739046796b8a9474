"""What the table says when an operation is not allowed."""

from __future__ import annotations


class RoundError(ValueError):
    """An operation the rules do not allow now, with the sentence that says why. The round is as it was."""
