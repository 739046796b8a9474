"""What the words on a sheet mean: its footnotes, as `footnotes.toml` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def footnotes(*kinds: str, **said: object) -> tuple[tuple[str, str], ...]:
    """Terms and their definitions on sheets of some kinds, with what the sheet itself says in them."""
    return tuple((term, words.format(**said)) for kind in kinds for term, words in _definitions()[kind].items())


@cache
def _definitions() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files(__package__) / "footnotes.toml").read_text("utf-8"))
