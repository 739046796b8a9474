"""Types of fields that people and devices send: what each may hold, said once for checks, documents and sentences."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Final

from msgspec import Meta

PPM: Final = 1_000_000
"""Rates are parts per million of the wager."""
MOST_MICROS: Final = 10**15
"""A thousand million units: no seed, limit or bet is larger, and all sums fit in 64 bits."""
MOST_CHARACTERS: Final = 200
MOST_LISTED: Final = 64
MOST_SEATS: Final = 20
SECRET: Final = {"secret": True}
"""Noted beside what no sentence may repeat."""

_HIDDEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""Characters that show nothing, or show other characters in another order."""
_LINE = rf"^[^\s{_HIDDEN}](?:[^{_HIDDEN}]*[^\s{_HIDDEN}])?\Z"
_NAME = rf"^[^/\s{_HIDDEN}](?:[^/{_HIDDEN}]*[^/\s{_HIDDEN}])?\Z"

Micros = Annotated[int, Meta(ge=0, le=MOST_MICROS, description="a whole number of millionths, not below zero")]
Stake = Annotated[int, Meta(ge=1, le=MOST_MICROS, description="a whole number of millionths above zero")]
Change = Annotated[int, Meta(ge=-MOST_MICROS, le=MOST_MICROS, description="a whole number of millionths")]
Ppm = Annotated[int, Meta(ge=0, le=PPM, description="parts per million, from 0 to 1,000,000")]
Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS, description=f"the number of a seat, from 1 to {MOST_SEATS}")]
Hour = Annotated[int, Meta(ge=0, le=23, description="an hour of the day, from 0 to 23")]
Tally = Annotated[int, Meta(ge=0, le=2**63 - 1, description="a whole number, not below zero")]
Count = Annotated[int, Meta(ge=1, le=2**63 - 1, description="a whole number from 1 on")]
Name = Annotated[str, Meta(max_length=80, pattern=_NAME, description="a name of 1 to 80 characters without a slash")]
Line = Annotated[
    str, Meta(max_length=MOST_CHARACTERS, pattern=_LINE, description=f"one line of 1 to {MOST_CHARACTERS} characters")
]
OptionalLine = Annotated[
    str,
    Meta(
        max_length=MOST_CHARACTERS, pattern=rf"^[^{_HIDDEN}]*\Z",
        description=f"one line of at most {MOST_CHARACTERS} characters",
    ),
]  # fmt: skip
Digest = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="a SHA-256 of 64 hexadecimal digits in small letters")
]
OptionalDigest = Annotated[
    str,
    Meta(pattern=r"^([0-9a-f]{64})?\Z", description="a SHA-256 of 64 hexadecimal digits in small letters, or nothing"),
]
Currency = Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z", description="the code of a currency such as USD")]
Day = Annotated[date, Meta(description="a day such as 2023-06-14")]
_SPACE = re.compile(rf"[\s{_HIDDEN}]+")


def fit_line(text: str) -> str:
    """A text of our own as one line that a command takes: what is wrong must not go unsaid because it is long."""
    return _SPACE.sub(" ", text).strip()[:MOST_CHARACTERS].strip()
