"""A sheet as a PDF, set by typst. The sheet travels to the template as JSON, so that no text can turn into markup."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from datetime import date
from typing import Any
from unicodedata import category

from . import Block, Plot, Sheet
from .html import template

_UP_TO = 0x500
"""Latin, Greek and Cyrillic come before it."""
_OWN_SIGNS = "–—‘’“”…−≤≥→←•½¼¾⅓⅔⅛"
"""What our own words have besides."""


@dataclass(frozen=True)
class Attachment:
    """A file inside of a document."""

    name: str
    media_type: str
    description: str
    content: bytes


@dataclass(frozen=True)
class Archived:
    """What makes a document one to keep: PDF/A-3 with its day, and the files that prove it inside."""

    on: date
    attachments: tuple[Attachment, ...] = ()


def as_pdf(sheet: Sheet, archived: Archived | None = None) -> bytes:
    """The document; the same sheet gives the same bytes.

    One that is kept may hold no sign that its fonts lack: where it would, such signs are written by their numbers.
    """
    import typst

    sections = [
        {"title": section.title, "blocks": [_block(block) for block in section.blocks]} for section in sheet.sections
    ]
    content = {
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "sections": sections,
        "footnotes": sheet.footnotes,
        "foot": sheet.foot,
    }
    try:
        return _compiled(json.dumps(content), archived)
    except typst.TypstError:
        if archived is None:
            raise
        signs = json.dumps(content, ensure_ascii=False)
        return _compiled("".join([sign if _is_common(sign) else f"[U+{ord(sign):04X}]" for sign in signs]), archived)


def _compiled(content: str, archived: Archived | None) -> bytes:
    import typst

    made: bytes = typst.compile(
        template("sheet.typ").encode(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"sheet": content, "archived": json.dumps(_archived(archived))},
        pdf_standards=["a-3b"] if archived else [],
    )
    return made


def _is_common(sign: str) -> bool:
    """True if the fonts of the program have it: Latin, Greek, Cyrillic, and the signs of our own words."""
    return (ord(sign) < _UP_TO and category(sign) not in ("Cn", "Co")) or sign in _OWN_SIGNS


def _archived(archived: Archived | None) -> dict[str, Any] | None:
    if archived is None:
        return None
    files = [
        {"name": file.name, "mime": file.media_type, "description": file.description, "bytes": list(file.content)}
        for file in archived.attachments
    ]
    on = archived.on
    return {"year": on.year, "month": on.month, "day": on.day, "files": files}


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Plot):
        return {"kind": block.kind, "title": block.title, "alt": block.alt, "svg": block.draw(),
                "small": block.small, "wide": block.wide}  # fmt: skip
    values = {field.name: getattr(block, field.name) for field in fields(block)}
    if "columns" in values:
        values["columns"] = [vars(column) for column in values["columns"]]
    return {"kind": block.kind, **values}
