"""A sheet as a PDF, set by typst. The sheet travels to the template as JSON, so that no text can turn into markup."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from .html import template
from .sheet import Block, Plot, Sheet


def as_pdf(sheet: Sheet) -> bytes:
    """The document; the same sheet gives the same bytes."""
    import typst

    made: bytes = typst.compile(
        template("sheet.typ").encode(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"sheet": json.dumps(_sheet(sheet))},
    )
    return made


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
