"""The stamp on every form: only a page of ours that this session was shown carries the right one."""

from __future__ import annotations

import hmac

FIELD = "stamp"
MISSING = "this form did not come from this page: reload the page and submit again"
_PURPOSE = b"a form of the desk"


def stamp(secret: str) -> str:
    """The stamp of whoever has this secret: the token of a session, or before there is one the key of the console."""
    return hmac.new(secret.encode(), _PURPOSE, "sha256").hexdigest()


def is_stamped(secret: str, given: str) -> bool:
    """Whether a form carries the stamp of that secret."""
    return hmac.compare_digest(stamp(secret).encode(), given.encode())
