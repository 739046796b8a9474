"""Events of people and their cards, and the house's rules for them."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Struct

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SESSIONS_KEPT, Card, Person, Role, TrainingSession
from fairfelt.runtime.formats import Digest, Line, Name, shared_fields

from .event import RoomEvent


class FirstPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """A person a room is founded with, and their card."""

    person: Name
    name: Line
    role: Role
    card: Name
    secret: Digest


class RoomFounded(RoomEvent, frozen=True, kw_only=True, tag="room founded/1"):
    """The first people of a room, at the machine that runs it."""

    first: tuple[FirstPerson, ...]

    def apply(self, floor: Floor) -> Floor:
        for one in self.first:
            floor = floor.having("people", one.person, Person(one.name, one.role))
            floor = floor.having("cards", one.card, Card(one.person, one.secret))
        return floor


class PersonAdded(RoomEvent, frozen=True, kw_only=True, tag="person added/1"):
    """A person works here."""

    person: str
    name: str
    role: Role
    new_until_micros: int

    def apply(self, floor: Floor) -> Floor:
        added = Person(self.name, self.role, made_by=self.people, new_until_micros=self.new_until_micros)
        return floor.having("people", self.person, added)


class RoleChanged(RoomEvent, frozen=True, kw_only=True, tag="role changed/1"):
    """A person has another role from now on; their sessions in the old role end."""

    person: str
    role: Role
    instead_of: Role
    why: str
    new_until_micros: int

    def apply(self, floor: Floor) -> Floor:
        changes = floor.people[self.person].changes + 1
        return floor.changing(
            "people", self.person, **shared_fields(self, Person), made_by=self.people, changes=changes
        )


class PersonLeft(RoomEvent, frozen=True, kw_only=True, tag="person left/1"):
    """A person does not work here for now: their cards are stopped, and they stay on record."""

    person: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        changes = floor.people[self.person].changes + 1
        return floor.changing("people", self.person, away=self.why, changes=changes)


class PersonReturned(RoomEvent, frozen=True, kw_only=True, tag="person returned/1"):
    """A person works here again, with the cards they had."""

    person: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        changes = floor.people[self.person].changes + 1
        return floor.changing("people", self.person, away="", changes=changes)


class CardIssued(RoomEvent, frozen=True, kw_only=True, tag="card issued/1"):
    """A person has a card; it opens nothing until they have chosen a PIN with the one-time code."""

    card: str
    person: str
    secret: str
    new_until_micros: int

    def apply(self, floor: Floor) -> Floor:
        issued = Card(**shared_fields(self, Card), pin_due=True, made_by=self.people)
        return floor.having("cards", self.card, issued)


class PinEntered(RoomEvent, frozen=True, kw_only=True, tag="pin entered/1"):
    """A card was inserted and a PIN typed."""

    told = ("right", "locks")
    card: str
    device: str
    """Where."""
    right: bool
    locks: bool

    def apply(self, floor: Floor) -> Floor:
        card = floor.cards[self.card]
        wrong = 0 if self.right else card.wrong_pins + 1
        unlocked = card.unlocked and not self.right
        return floor.changing("cards", self.card, wrong_pins=wrong, locked=self.locks, unlocked=unlocked)


class SignedOut(RoomEvent, frozen=True, kw_only=True, tag="signed out/1"):
    """A person ended their session at a device."""

    card: str
    device: str
    """Where."""


class PinChanged(RoomEvent, frozen=True, kw_only=True, tag="pin changed/1"):
    """A card has a new PIN, which its holder chose."""

    card: str
    secret: str
    device: str = ""
    """Where, if it was set with a one-time code."""

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("cards", self.card, secret=self.secret, pin_due=False)


class PinReset(RoomEvent, frozen=True, kw_only=True, tag="pin reset/1"):
    """A card has a one-time code in place of its PIN; its holder chooses another."""

    card: str
    secret: str
    new_until_micros: int

    def apply(self, floor: Floor) -> Floor:
        card = floor.cards[self.card]
        shared = shared_fields(self, Card)
        reset = Card(card.person, **shared, pin_due=True, made_by=self.people, resets=card.resets + 1)
        return floor.having("cards", self.card, reset)


class CardUnlocked(RoomEvent, frozen=True, kw_only=True, tag="card unlocked/1"):
    """A locked card opens again, with the PIN it had."""

    card: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("cards", self.card, wrong_pins=0, locked=False, unlocked=True)


class CardsLocked(RoomEvent, frozen=True, kw_only=True, tag="cards locked/1"):
    """Cards whose PINs were lost open nothing until they have new ones."""

    lost: tuple[str, ...]
    why: str

    def apply(self, floor: Floor) -> Floor:
        locked = {card: replace(floor.cards[card], locked=True, unlocked=True) for card in self.lost}
        return replace(floor, cards={**floor.cards, **locked})


class CardWithdrawn(RoomEvent, frozen=True, kw_only=True, tag="card withdrawn/1"):
    """A card is never good again."""

    card: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("cards", self.card, withdrawn=True)


class HouseRulesSet(RoomEvent, frozen=True, kw_only=True, tag="house rules set/1"):
    """The house changed what it asks of its people."""

    dealers_sign_in: bool
    why: str

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, house_rules=replace(floor.house_rules, dealers_sign_in=self.dealers_sign_in))


class TrainingRecorded(RoomEvent, frozen=True, kw_only=True, tag="training recorded/1"):
    """An employee of the room trained in the dealer school."""

    person: str
    session: TrainingSession

    def apply(self, floor: Floor) -> Floor:
        kept = (*floor.training.get(self.person, ()), self.session)[-SESSIONS_KEPT:]
        return floor.having("training", self.person, kept)
