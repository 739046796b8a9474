"""Who may call what. Every endpoint says so, and there is no way to leave it out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fairfelt.room import DeviceKind, Role


@dataclass(frozen=True)
class Access:
    """The kinds of device that may call, and the people who must have signed in at it."""

    kinds: frozenset[DeviceKind]
    """None means that anybody may call, also without a device."""
    roles: frozenset[Role] = frozenset()
    people: int = 0
    """How many different people of these roles it takes."""

    def __str__(self) -> str:
        if not self.kinds:
            return "anybody"
        devices = f"an enrolled {_either(self.kinds)}"
        if not self.people:
            return devices
        people = "two people signed in" if self.people == 2 else "somebody signed in"
        return f"{devices} with {people} ({_either(self.roles)})"


def _either(names: Iterable[str]) -> str:
    *others, last = sorted(names)
    return f"{', '.join(others)} or {last}" if others else last


def device(*kinds: DeviceKind) -> Access:
    """Any enabled device of these kinds."""
    return Access(frozenset(kinds))


def person(*roles: Role, at: Iterable[DeviceKind] = (DeviceKind.CONSOLE,), people: int = 1) -> Access:
    """People of these roles, signed in at a console unless said otherwise."""
    return Access(frozenset(at), frozenset(roles), people)


PUBLIC = Access(frozenset())
ANY_DEVICE = device(*DeviceKind)
OF_THE_ROOM = device(DeviceKind.KEYPAD, DeviceKind.DISPLAY, DeviceKind.CONSOLE)
ANYBODY_SIGNED_IN = person(*Role)
