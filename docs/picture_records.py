"""What each picture was taken of: templates and styles of its page, by a digest; a page that has changed is found.

`make pictures` writes the record beside the pictures, and a test compares it with today's files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

SOURCE = Path(__file__).parents[1] / "src" / "fairfelt"
TEMPLATES = SOURCE / "web" / "templates"
STYLES = {"tokens.css": "reports/sheet/templates", "sheet.css": "reports/sheet/templates"}
"""Where styles are that are not below web/static: the sheets bring them."""
RECORD = Path(__file__).parent / "pictures" / "record.json"
NAMED = re.compile(r'{%-?\s*(?:extends|include|import|from)\s+"([^"]+)"')


class PictureRecord(TypedDict):
    """The files that a picture shows, and their digest when it was taken."""

    digest: str
    files: list[str]


def record_picture(template: str, styles: Iterable[str]) -> PictureRecord:
    """Return the record of a page by its template and the addresses of the styles that the browser has loaded."""
    files = sorted({*used_templates(template), *map(style_file, styles)})
    return {"digest": digest_files(files), "files": files}


def used_templates(name: str) -> set[str]:
    """Return a template's file and those of all that it extends, includes or imports."""
    found, left = set[str](), [name]
    while left:
        if (template := left.pop()) not in found:
            found.add(template)
            left += NAMED.findall((TEMPLATES / template).read_text("utf-8"))
    return {f"web/templates/{template}" for template in found}


def style_file(address: str) -> str:
    """Return the file of a style by its address below /static."""
    name = address.partition("/static/")[2].partition("?")[0]
    return f"{STYLES[name]}/{name}" if name in STYLES else f"web/static/{name}"


def digest_files(files: Iterable[str]) -> str:
    """Return one digest over the names and contents of files; a file that is gone has no content."""
    lines = []
    for name in files:
        content = (SOURCE / name).read_bytes() if (SOURCE / name).is_file() else b""
        lines.append(f"{name} {sha256(content).hexdigest()}\n")
    return sha256("".join(lines).encode()).hexdigest()[:16]


def read_records() -> dict[str, PictureRecord]:
    """Return the record of each picture that was taken, by its name."""
    records: dict[str, PictureRecord] = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return records


def write_records(records: dict[str, PictureRecord]) -> None:
    """Write all records, one line each, so that a change of one page is a change of one line."""
    lines = (f"{json.dumps(name)}: {json.dumps(records[name])}" for name in sorted(records))
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def find_stale_pictures() -> list[str]:
    """Return the names of pictures whose page has changed since they were taken."""
    return [name for name, record in read_records().items() if digest_files(record["files"]) != record["digest"]]
