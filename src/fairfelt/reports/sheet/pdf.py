"""A sheet as a PDF, set by typst. The sheet travels to the template as JSON, so that no text can turn into markup."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from .html import template
from .sheet import Block, Plot, Sheet


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
    """The document; the same sheet gives the same bytes."""
    import typst

    made: bytes = typst.compile(
        template("sheet.typ").encode(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"sheet": json.dumps(_sheet(sheet)), "archived": json.dumps(_archived(archived))},
        pdf_standards=["a-3b"] if archived else [],
    )
    return made


def _archived(archived: Archived | None) -> dict[str, Any] | None:
    if archived is None:
        return None
    files = [
        {"name": file.name, "mime": file.media_type, "description": file.description, "bytes": list(file.content)}
        for file in archived.attachments
    ]
    on = archived.on
    return {"year": on.year, "month": on.month, "day": on.day, "files": files}


def _sheet(sheet: Sheet) -> dict[str, Any]:
    sections = [
        {"title": section.title, "blocks": [_block(block) for block in section.blocks]} for section in sheet.sections
    ]
    return {
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "sections": sections,
        "footnotes": sheet.footnotes,
        "colophon": sheet.colophon,
    }


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Plot):
        return {"kind": block.kind, "title": block.title, "alt": block.alt, "svg": block.draw(), "small": block.small}
    values = {field.name: getattr(block, field.name) for field in fields(block)}
    if "columns" in values:
        values["columns"] = [vars(column) for column in values["columns"]]
    return {"kind": block.kind, **values}
