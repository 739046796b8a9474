"""Which code counts: what other code has found is never taken for its answer."""

from __future__ import annotations

import ast
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from fairfelt.runtime.configuration import keep, read_kept

PACKAGE = Path(__file__).parents[2]
COUNTING = ("engine", "rules", "runtime/compute", "table")
"""The folders whose code decides what is found."""


@lru_cache(maxsize=1)
def code_version() -> str:
    """A digest of what the counting code says, whatever its comments, docstrings and layout."""
    from .shipped import shipped_code  # which reads a file of the package

    text = text_digest()
    if shipped_code().text == text:
        return shipped_code().meaning
    name = f"fairfelt_code_{text[:40]}"
    if known := read_kept(name):
        return known.decode()
    meaning = meaning_digest()
    keep(name, meaning.encode())
    return meaning


def counting_files() -> list[Path]:
    """The files of that code, in a fixed order."""
    return sorted(file for folder in COUNTING for file in (PACKAGE / folder).rglob("*.py"))


@lru_cache(maxsize=1)
def text_digest() -> str:
    """Of the files as they are: quick."""
    digest = hashlib.sha256()
    for file in counting_files():
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def meaning_digest() -> str:
    """Of what they say: takes a second or two."""
    digest = hashlib.sha256()
    for file in counting_files():
        digest.update(f"{file.relative_to(PACKAGE).as_posix()} {meaning_of(file.read_text())}".encode())
    return digest.hexdigest()


def meaning_of(source: str) -> str:
    """Source without comments, docstrings and layout, the same under every version of Python."""
    return repr(_node(ast.parse(source)))


def _node(value: Any) -> Any:
    if isinstance(value, ast.JoinedStr):  # a format made of fields ends with an empty text from Python 3.12 on
        texts = [part for part in value.values if not (isinstance(part, ast.Constant) and part.value == "")]
        return "JoinedStr", [_node(part) for part in texts]
    if isinstance(value, ast.AST):
        return type(value).__name__, [(n, _node(v)) for n, v in ast.iter_fields(value) if v is not None and v != []]
    if isinstance(value, list):
        return [_node(part) for part in value if not _is_docstring(part)]
    return repr(value)


def _is_docstring(node: Any) -> bool:
    """A string that stands alone says something to readers only."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
