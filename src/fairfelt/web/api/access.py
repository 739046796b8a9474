"""Who may call what. Every endpoint says so, and there is no way to leave it out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fairfelt.room import DeviceKind, Role
from fairfelt.room.state.awards import COUNTS
from fairfelt.room.state.people import ADJUSTS, CLOSES, PRINTS, SETS_UP, SHOWS, SIGNS


@dataclass(frozen=True)
class Access:
    """The kinds of device that may call, and the people who must have signed in at it."""

    kinds: frozenset[DeviceKind]
    """None means that anybody may call, also without a device."""
    roles: frozenset[Role] = frozenset()
    people: int = 0
    """How many different people of these roles it takes."""
    one_of: frozenset[Role] = frozenset()
    """What at least one of two people has to be; nothing where it does not matter."""
    departments: bool = False
    """Whether two people have to be of different roles."""

    def suffices(self, roles: Iterable[Role]) -> bool:
        """Whether different people of these roles are enough."""
        fitting = [role for role in roles if role in self.roles]
        if self.departments and len(set(fitting)) < self.people:
            return False
        return len(fitting) >= self.people and (not self.one_of or any(role in self.one_of for role in fitting))

    def seconds_to(self, first: Role) -> list[Role]:
        """The roles that a second person may have beside a person of this role."""
        return sorted(role for role in self.roles if self.suffices((first, role)))

    def __str__(self) -> str:
        if not self.kinds:
            return "anybody"
        devices = f"an enrolled {_either(self.kinds)}"
        if not self.people:
            return devices
        apart = " of different departments" if self.departments else ""
        people = f"two people{apart} signed in" if self.people == 2 else "somebody signed in"
        first = f", one of them {_either(self.one_of)}" if self.one_of else ""
        return f"{devices} with {people} ({_either(self.roles)}){first}"


def _either(names: Iterable[str]) -> str:
    *others, last = sorted(names)
    return f"{', '.join(others)} or {last}" if others else last


def device(*kinds: DeviceKind) -> Access:
    """Any enabled device of these kinds."""
    return Access(frozenset(kinds))


def person(*roles: Role, at: Iterable[DeviceKind] = (DeviceKind.CONSOLE,), people: int = 1) -> Access:
    """People of these roles, signed in at a console unless said otherwise."""
    return Access(frozenset(at), frozenset(roles), people)


def two_people(*roles: Role, departments: bool = False) -> Access:
    """A person of these roles, and another person who confirms, adjusts or sets up; of another role, if so said."""
    return Access(frozenset({DeviceKind.CONSOLE}), SIGNS, 2, frozenset(roles), departments)


PUBLIC = Access(frozenset())
ANY_DEVICE = device(*DeviceKind)
OF_THE_ROOM = device(DeviceKind.KEYPAD, *SHOWS, DeviceKind.CONSOLE)
ANYBODY_SIGNED_IN = person(*Role)
READS_THE_LOG = person(Role.EXECUTIVE, Role.ACCOUNTING, Role.TECHNICIAN, Role.REGULATOR)

ACKNOWLEDGING = person(*SIGNS)
COUNTING = person(*COUNTS, people=2)
FILING = person(*ADJUSTS)
FILING_BY_TWO = two_people(*ADJUSTS, departments=True)
TWO_TO_ADJUST = person(*ADJUSTS, people=2)
ON_THE_FLOOR = person(*CLOSES)
SETTING_UP = person(*SETS_UP)
TWO_TO_SET_UP = two_people(*SETS_UP)
TWO_DEPARTMENTS = two_people(*SETS_UP, departments=True)
TWO_TO_OPEN = person(*SETS_UP, people=2)
PRINTING = person(*PRINTS)
TWO_TO_PAY = person(*PRINTS, people=2)
SEES_FUNDS = person(*ADJUSTS, Role.REGULATOR)
SEES_MALFUNCTIONS = person(*CLOSES, Role.REGULATOR)
SEES_PEOPLE = person(Role.EXECUTIVE, Role.TECHNICIAN, Role.REGULATOR)
SEES_WINS = person(*PRINTS, Role.REGULATOR)
