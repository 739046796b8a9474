"""The answers that come with the package: those of the catalogue as it is printed, in one compressed file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from fairfelt.shipped_digests import is_as_shipped

FILE = Path(__file__).with_name("catalogue.zip")
CODE = "code"


@dataclass(frozen=True)
class ShippedCode:
    """The code that counted them: its text and its meaning, as digests."""

    text: str = ""
    meaning: str = ""


@lru_cache(maxsize=1)
def shipped_code() -> ShippedCode:
    """Nothing where no answers are shipped."""
    content = read_shipped(CODE)
    return ShippedCode(*content.decode().split()) if content else ShippedCode()


def read_shipped(name: str) -> bytes | None:
    """One of them; None if it is not among them, or the file is not the one that was shipped."""
    if not is_as_shipped(FILE):
        return None
    try:
        with ZipFile(FILE) as archive:
            return archive.read(name)
    except (OSError, KeyError, BadZipFile, RuntimeError):  # the last where Python was built without LZMA
        return None
