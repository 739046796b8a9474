"""Digests of the answers that ship with the package: what was changed since they were counted is not used.

`python -m fairfelt.shipped_digests` writes them anew, as the programs do that count what ships.
"""

from __future__ import annotations

import hashlib
import logging
import os
from functools import lru_cache
from pathlib import Path
from re import sub

PACKAGE = Path(__file__).parent
DIGESTS = {
    "engine/answers/catalogue.zip": "66c7ecce36239dab96bd32b169133c03fefa172220986ae18a9e4ebfa7067f82",
    "analysis/protection/house.json.gz": "0eab40909fdd1f0fa702611dfcae9752c4270c0035a379f40e6c054f26de316d",
    "analysis/protection/long_counts.json": "e2c524c72bca3ef0c220d7392775ec869d16fccd9427e13cb38af24e92222733",
    "analysis/winnings/seats.json": "3e0e3f8d1e38583a52e078b4094188b5d6159824e13d115d4761319ddcf91ef8",
    "analysis/winnings/covariances.json": "2a136d6cb5237d2446c76274c9be5f9c6e7331a9c6f0f173f26083c81606c089",
}


def is_as_shipped(file: Path) -> bool:
    """Whether a file of the package is the one that was shipped; said once where it is not, and then counted again."""
    try:
        found = os.stat(file)  # noqa: PTH116  (asked again and again)
    except OSError:
        return False
    return _is_as_shipped(file, (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns))


@lru_cache(maxsize=64)
def _is_as_shipped(file: Path, signature: tuple[int, ...]) -> bool:
    if not file.is_relative_to(PACKAGE):
        return True
    name = file.relative_to(PACKAGE).as_posix()
    if digest_of(file) == DIGESTS[name]:
        return True
    logging.getLogger(__name__).warning(
        "%s is not the file that ships with this version of Fairfelt: nothing in it is used, its figures are counted "
        "again. Install Fairfelt anew, or run `make answers` in a checkout.", name,
    )  # fmt: skip
    return False


def digest_of(file: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write_digests() -> None:
    """Take the files as they are for those that ship."""
    source = Path(__file__)
    text = source.read_text()
    for name in DIGESTS:
        DIGESTS[name] = digest_of(PACKAGE / name)
        text = sub(rf'"{name}": "[0-9a-f]*"', f'"{name}": "{DIGESTS[name]}"', text)
    source.write_text(text)


if __name__ == "__main__":
    write_digests()
