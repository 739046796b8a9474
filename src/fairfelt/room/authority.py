"""Checks that the right people stand behind a command, before anything else is looked at."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .floor import Floor
from .people import CONFIRMS, Authority, Role
from .table import LABELS, Press, Table


class Refusal(Exception):  # noqa: N818  (it is an answer, not a fault)
    """A command that is not carried out, with the sentence that says why."""


def persons(floor: Floor, cards: Sequence[str], roles: Collection[Role], *, count: int = 1) -> list[str]:
    """The people behind these cards: so many different ones, each of one of these roles, no card locked."""
    found: list[str] = []
    for name in cards:
        card = floor.cards.get(name)
        if card is None:
            raise Refusal(f"card {name} is not known here")
        if card.locked:
            raise Refusal(f"card {name} is locked after too many wrong PINs; somebody else has to unlock it")
        if floor.people[card.person].role in roles and card.person not in found:
            found.append(card.person)
    if len(found) < count:
        who = " or ".join(sorted(role.value for role in roles))
        raise Refusal(f"this takes {'two people' if count == 2 else 'one person'} who can be {who}")
    return found


def set_up_by(floor: Floor, cards: Sequence[str], roles: Collection[Role]) -> list[str]:
    """As `persons`, but an empty room may be set up by whoever opens it."""
    return persons(floor, cards, roles) if floor.people else []


def confirming(floor: Floor, cards: Sequence[str], needed: Authority) -> str:
    """The person who may confirm an award of that weight."""
    roles = {role for role, authority in CONFIRMS.items() if authority >= needed}
    return persons(floor, cards, roles)[0]


def table_of(floor: Floor, device: str, name: str, press: Press) -> Table:
    """The table a keypad speaks for, if that button is live there now."""
    known = floor.devices.get(device)
    if known is None or known.table != name:
        raise Refusal(f"device {device} is not the keypad of table {name}")
    if not known.enabled:
        raise Refusal(f"device {device} is disabled; a technician has to enable it")
    table = floor.tables[name]
    if press not in table.live:
        button = LABELS[table.controls].get(press, press.value)
        live = ", ".join(table.live_labels) or "none"
        raise Refusal(f"{button} cannot be pressed now; live buttons: {live}")
    return table
