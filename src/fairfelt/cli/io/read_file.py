"""Files that a command is given: their text, or the sentence that says why there is none."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .errors import BadInput


def text_of(file: Path) -> str:
    """What stands in a file."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not a text file in UTF-8") from error


def toml_of(file: Path) -> dict[str, Any]:
    """What a TOML file says."""
    try:
        return tomllib.loads(text_of(file))
    except ValueError as error:  # not only TOMLDecodeError: a whole number may have too many digits
        raise BadInput(f"{file} is not TOML: {error}") from error
