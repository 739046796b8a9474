"""Checks that the right people and devices stand behind a command, before anything else is looked at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import CONFIRMS, SERVER, Authority, Card, Role
from fairfelt.room.state.table import LABELS, Press, Table

from .fields import Body, shown, text
from .refusal import Code, Refusal

T = TypeVar("T")
BEGINS = (Press.BET, Press.START)
"""What is refused where the floor or the table is closed; a running game finishes."""


def known(there: Mapping[str, T], body: Body, field: str, what: str = "") -> T:
    """The thing that a field names; `what` it is, where its field is called something else."""
    name = text(body, field)
    if name not in there:
        raise Refusal(Code.UNKNOWN_NAME, f"there is no {what or field} {shown(name)}", field)
    return there[name]


def new(there: Mapping[str, object], body: Body, field: str, what: str = "") -> str:
    """A name that is not taken, and would not be mistaken for an account or for the server."""
    name, what = text(body, field), what or field
    if "/" in name or name == SERVER:
        sentence = f"a {what} needs a name without a slash that is not {SERVER!r}, not {shown(name)}"
        raise Refusal(Code.BAD_FIELD, sentence, field)
    if name in there:
        raise Refusal(Code.NAME_TAKEN, f"there is already a {what} {shown(name)}", field)
    return name


def server_only(device: str, what: str) -> None:
    """Refuse what only the controller itself can know."""
    if device != SERVER:
        raise Refusal(Code.SERVER_ONLY, f"{what} comes from the server only, not from {device}")


def valid_card(floor: Floor, name: str) -> Card:
    """A card that was not withdrawn, locked or not."""
    card = floor.cards.get(name)
    if card is None:
        raise Refusal(Code.CARD_UNKNOWN, f"card {name} is not known here")
    if card.withdrawn:
        raise Refusal(Code.CARD_WITHDRAWN, f"card {name} is withdrawn; a new card has to be issued")
    return card


def locked_sentence(card: str) -> str:
    """What is said of a card that is locked."""
    return f"card {card} is locked after too many incorrect PINs; another employee must unlock it"


def usable_card(floor: Floor, name: str) -> Card:
    """A card that opens something."""
    card = valid_card(floor, name)
    if card.locked:
        raise Refusal(Code.CARD_LOCKED, locked_sentence(name))
    return card


def persons(floor: Floor, cards: Sequence[str], roles: Collection[Role], *, count: int = 1) -> list[str]:
    """The people behind these cards: so many different ones, each of one of these roles, no card locked."""
    holders = [usable_card(floor, name).person for name in cards]
    found = list(dict.fromkeys(person for person in holders if floor.people[person].role in roles))
    if len(found) < count:
        who = " or ".join(sorted(role.value for role in roles))
        sentence = f"two cards required: {who}" if count == 2 else f"{who} card required"
        raise Refusal(Code.ROLE_REQUIRED, sentence)
    return found[:count]


def somebody_else(floor: Floor, cards: Sequence[str], roles: Collection[Role], card: Card, what: str) -> str:
    """The person behind these cards, who is not the holder of the card in question."""
    others = [name for name in cards if usable_card(floor, name).person != card.person]
    if cards and not others:
        raise Refusal(Code.OWN_CARD, f"nobody {what} their own card")
    return persons(floor, others, roles)[0]


def set_up_by(floor: Floor, cards: Sequence[str], roles: Collection[Role]) -> list[str]:
    """As `persons`, but an empty room may be set up by whoever opens it."""
    return persons(floor, cards, roles) if floor.people else []


def confirming(floor: Floor, cards: Sequence[str], needed: Authority) -> str:
    """The person who may confirm an award of that weight."""
    roles = {role for role, authority in CONFIRMS.items() if authority >= needed}
    return persons(floor, cards, roles)[0]


def table_of(floor: Floor, device: str, name: str, press: Press) -> Table:
    """The table a keypad speaks for, if that button is live there now."""
    keypad = floor.devices.get(device)
    if keypad is None or keypad.table != name:
        raise Refusal(Code.WRONG_DEVICE, f"device {device} is not the keypad of table {name}")
    if not keypad.enabled:
        raise Refusal(Code.DEVICE_DISABLED, f"device {device} is disabled; a technician has to enable it")
    table = floor.tables[name]
    if press in BEGINS:
        _verify_open(floor, name, table)
    if press not in table.live:
        button = LABELS[table.controls].get(press, press.value)
        live = ", ".join(floor.live_labels(table)) or "none"
        raise Refusal(Code.BUTTON_NOT_LIVE, f"{button} cannot be pressed now; live buttons: {live}")
    return table


def _verify_open(floor: Floor, name: str, table: Table) -> None:
    if floor.closed:
        raise Refusal(Code.FLOOR_CLOSED, f"the floor is closed: {floor.closed}")
    if table.closed:
        raise Refusal(Code.TABLE_CLOSED, f"table {name} is out of service: {table.closed}")
