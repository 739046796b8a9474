"""Files that are kept for a while, each read and written here alone.

Each is sealed with a key of this user, and one that another user wrote is as good as none.
"""

from __future__ import annotations

import hmac
import logging
import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from fairfelt.runtime.configuration.reading import cache_folder

_log = logging.getLogger(__name__)
KEY_FILE, KEY_BYTES = "fairfelt_key", 32
MAC_BYTES = 32


def kept_file(name: str) -> Path:
    """Where something is kept under that name."""
    return cache_folder() / name


def has_kept(name: str) -> bool:
    """Whether there is something to read under a name."""
    return kept_file(name).exists()


def read_kept(name: str) -> bytes | None:
    """What is kept under a name; None if there is nothing, or not what this user has written, which is said."""
    with suppress(OSError):
        content = unseal(name, kept_file(name).read_bytes())
        if content is None:
            _log.warning("%s is not as this user kept it: it is not used, and made again.", kept_file(name))
        return content
    return None


def keep(name: str, content: bytes) -> None:
    """Keep something under a name; where there is no room for it, it is made again."""
    with suppress(OSError):
        write_whole(kept_file(name), seal(name, content))


def write_whole(path: Path, content: bytes) -> None:
    """A file appears at once or not at all: two processes may write the same one."""
    from tempfile import NamedTemporaryFile  # a list of games writes nothing

    with NamedTemporaryFile("wb", dir=path.parent, suffix=".tmp", delete=False) as file:
        file.write(content)
    Path(file.name).replace(path)


def seal(name: str, content: bytes) -> bytes:
    """Content behind its authentication code, for a file of that name."""
    return _code(name, content) + content


def unseal(name: str, sealed: bytes) -> bytes | None:
    """The content again; None where it is not what this user has sealed under that name."""
    content = sealed[MAC_BYTES:]
    return content if hmac.compare_digest(sealed[:MAC_BYTES], _code(name, content)) else None


def _code(name: str, content: bytes) -> bytes:
    return hmac.digest(_key(cache_folder()), name.encode() + b"\0" + content, "sha256")


@lru_cache(maxsize=8)
def _key(folder: Path) -> bytes:
    """The key of this user, made once; one that others may read is replaced, and with it goes all that was kept."""
    file = folder / KEY_FILE
    with suppress(OSError):
        found = file.stat()
        if found.st_size == KEY_BYTES and not found.st_mode & 0o077:
            return file.read_bytes()
        file.unlink()
    made = folder / f".{KEY_FILE}.{os.urandom(8).hex()}"
    try:
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(os.urandom(KEY_BYTES))
        with suppress(FileExistsError):  # another process was quicker
            file.hardlink_to(made)
        return file.read_bytes()
    except OSError:
        return os.urandom(KEY_BYTES)  # nothing can be kept here: the next process makes everything again
    finally:
        made.unlink(missing_ok=True)
