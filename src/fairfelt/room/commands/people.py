"""Commands about people, their cards and their PINs."""

from __future__ import annotations

from collections.abc import Collection

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS, SERVER, SETS_UP, WRONG_PINS_ALLOWED, Card, Role

from ..authority import known, new, persons, server_only, set_up_by, somebody_else, usable_card, valid_card
from ..fields import Body, cards, flag, one_of, sha256, text
from ..refusal import Code, Refusal
from .command import NewEvent


def add_person(floor: Floor, device: str, body: Body) -> NewEvent:
    person, role = text(body, "person"), one_of(body, "role", Role)
    set_up_by(floor, cards(body), _may_empower(floor, role))
    new(floor.people, body, "person")
    if not floor.people and role not in SETS_UP:
        sentence = f"the first person of a room sets it up: an executive or technician, not a {role.value}"
        raise Refusal(Code.ROLE_REQUIRED, sentence, "role")
    return "person added", {"person": person, "name": text(body, "name"), "role": role.value}


def issue_card(floor: Floor, device: str, body: Body) -> NewEvent:
    holder = known(floor.people, body, "person")
    if floor.cards:
        persons(floor, cards(body), _may_empower(floor, holder.role))
    card = new(floor.cards, body, "card")
    return "card issued", {"card": card, "person": body["person"], "secret": sha256(body, "secret")}


def enter_pin(floor: Floor, device: str, body: Body) -> NewEvent:
    """The answer of the PIN check, which is made outside: a hash takes time and has no place in the log."""
    server_only(device, "whether a PIN was right")
    card = usable_card(floor, text(body, "card"))
    right = flag(body, "right")
    locks = not right and card.wrong_pins >= WRONG_PINS_ALLOWED
    return "pin entered", {"card": body["card"], "right": right, "locks": locks}


def change_pin(floor: Floor, device: str, body: Body) -> NewEvent:
    """A new PIN, by the holder of the card."""
    card = text(body, "card")
    usable_card(floor, card)
    if card not in cards(body):
        raise Refusal(Code.OWN_CARD, f"the PIN of card {card} is changed with that card")
    return "pin changed", {"card": card, "secret": sha256(body, "secret")}


def unlock_card(floor: Floor, device: str, body: Body) -> NewEvent:
    """A card that is locked opens again, with a new PIN where the old one was forgotten.

    Where nobody is left who could do it, the server does, for whoever stands at the machine it runs on.
    """
    card = valid_card(floor, text(body, "card"))
    roles = _may_empower(floor, floor.people[card.person].role)
    if device == SERVER and not _others(floor, card, roles):
        by = SERVER
    else:
        by = somebody_else(floor, cards(body), roles, card, "unlocks")
    if not card.locked:
        sentence = f"card {body['card']} is not locked: its holder changes the PIN, with the card itself"
        raise Refusal(Code.CARD_NOT_LOCKED, sentence, "card")
    secret = sha256(body, "secret") if body.get("secret") is not None else card.secret
    return "card unlocked", {"card": body["card"], "secret": secret, "by": by}


def withdraw_card(floor: Floor, device: str, body: Body) -> NewEvent:
    """A card that is lost, or whose holder has left, is never good again."""
    card = valid_card(floor, text(body, "card"))
    by = somebody_else(floor, cards(body), SETS_UP, card, "withdraws")
    return "card withdrawn", {"card": body["card"], "why": text(body, "why"), "by": by}


def _may_empower(floor: Floor, role: Role) -> Collection[Role]:
    """Who may add somebody of that role, or open a card of theirs: nobody makes those who move money but executives."""
    holders = [floor.people[card.person].role for card in floor.cards.values() if not card.withdrawn]
    return {Role.EXECUTIVE} if role in ADJUSTS and Role.EXECUTIVE in holders else SETS_UP


def _others(floor: Floor, card: Card, roles: Collection[Role]) -> bool:
    """Whether somebody else of these roles has a card that opens something."""
    return any(
        other.person != card.person and not (other.locked or other.withdrawn)
        for other in floor.cards.values()
        if floor.people[other.person].role in roles
    )
