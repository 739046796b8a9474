"""The runbook: what each alarm means, where to look first, how to mend it, whom to call. Its text is runbook.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Section:
    """What to do about one kind of alarm."""

    alarm: str
    means: str
    look: str
    mend: str
    call: str

    @property
    def title(self) -> str:
        return self.alarm[:1].upper() + self.alarm[1:]

    @property
    def section(self) -> str:
        """The name of the section, as the end of its address."""
        return self.alarm.replace(" ", "-").lower()


@cache
def runbook() -> Mapping[str, Section]:
    """Sections by the kind of the alarm; "server" and its status where the server itself fails."""
    text = (files(__package__) / "runbook.toml").read_text("utf-8")
    return {alarm: Section(alarm=alarm, **told) for alarm, told in tomllib.loads(text).items()}
