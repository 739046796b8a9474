"""Passphrases from files: an option on the command line would show them to everybody."""

from __future__ import annotations

from pathlib import Path

from .errors import BadInput


def read_passphrase(file: Path | None, option: str = "--passphrase-file") -> str | None:
    """What the first line of a file says; nothing where no file is named."""
    if file is None:
        return None
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except OSError as error:
        raise BadInput(f"{option} {file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{option} {file} holds no text in UTF-8") from error
