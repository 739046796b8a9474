"""The answers that come with the package: those of the catalogue as it is printed, in one compressed file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, BadZipFile, ZipFile, ZipInfo

from fairfelt.shipped_digests import is_as_shipped

FILE = Path(__file__).with_name("catalogue.zip")
CODE = "code"
TABLE = "fairfelt_table_"
"""The names of tables begin so: they are the largest, and packed closer than all else."""


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


def read_all_shipped(file: Path, code: ShippedCode) -> dict[str, bytes]:
    """All that a file holds, if this code has counted them; nothing otherwise."""
    try:
        with ZipFile(file) as archive:
            held = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, BadZipFile):
        return {}
    return held if held.pop(CODE, b"").decode().split() == [code.text, code.meaning] else {}


def write_shipped(code: ShippedCode, answers: dict[str, bytes], file: Path = FILE) -> None:
    """Write them all; the same answers make the same file."""
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in {CODE: f"{code.text} {code.meaning}".encode(), **dict(sorted(answers.items()))}.items():
            entry = ZipInfo(name)
            entry.compress_type = ZIP_LZMA if name.startswith(TABLE) else ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
