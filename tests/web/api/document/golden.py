"""The table of who may call what, read back from the documentation, where a change of it is seen in review."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

from fairfelt.room import DeviceKind, Role
from fairfelt.web.api import ENDPOINTS
from tools.access_table import BEGIN, BESIDE, END

Roles = tuple[Role, ...]
COMPANIES: list[Roles] = [(), *((role,) for role in Role), *combinations_with_replacement(Role, 2)]
"""Nobody, one person of each role, and two different people of every two roles."""
DEVICES = {
    DeviceKind.KEYPAD: "keypad T1", DeviceKind.DISPLAY: "display", DeviceKind.CONSOLE: "console 1",
    DeviceKind.AUDITOR: "auditor 1", DeviceKind.ROOM: "north", DeviceKind.SIGN: "LED sign",
}  # fmt: skip
NUMBERS = {"nobody": 0, "one of": 1, "two departments of": 2, "two of": 2}
BY_CALL = {f"{endpoint.method} {endpoint.path}": endpoint for endpoint in ENDPOINTS}
PAGE = Path(__file__).parents[4] / "docs" / "api.md"


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    call: str
    at: frozenset[str]
    """Kinds of device; none for what anybody may call."""
    people: int
    roles: frozenset[str]
    one_of: frozenset[str]
    """What one of them has to be; any of the roles where nothing is said."""
    departments: bool = False
    """Whether two of them are of different roles."""

    def allows(self, kind: str, roles: Collection[str]) -> bool:
        """Whether a device of that kind may, with different people of these roles signed in at it."""
        fitting = [role for role in roles if role in self.roles]
        led = not self.one_of or any(role in self.one_of for role in fitting)
        led = led and (not self.departments or len(set(fitting)) >= self.people)
        return not self.at or (kind in self.at and len(fitting) >= self.people and led)


@cache
def lines() -> dict[str, Line]:
    """Every line, by "METHOD path"."""
    text = PAGE.read_text().split(BEGIN)[1].split(END)[0]
    _, _, *rows = ([cell.strip() for cell in row.split("|")[1:-1]] for row in text.splitlines())
    return {
        call.strip("`"): _line(call.strip("`"), at, signed_in)
        for at, signed_in, calls in rows
        for call in calls.split(", ")
    }


def _line(call: str, at: str, signed_in: str) -> Line:
    everywhere = {"anywhere": "", "any device": ", ".join(DeviceKind)}
    number = next(words for words in NUMBERS if signed_in.startswith(words))
    leads, _, others = signed_in.removeprefix(number).strip().partition(BESIDE)
    first, second = (frozenset(filter(None, roles.split(", "))) for roles in (leads, others))
    return Line(
        call,
        frozenset(filter(None, everywhere.get(at, at).split(", "))),
        NUMBERS[number],
        first | second,
        first if second else frozenset(),
        number.startswith("two departments"),
    )
