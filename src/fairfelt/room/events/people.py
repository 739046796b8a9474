"""What happens to people and their cards, and what the house asks of them."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import Card, Person, Role

from .event import RoomEvent


class PersonAdded(RoomEvent, frozen=True, kw_only=True, tag="person added/1"):
    """Somebody works here."""

    person: str
    name: str
    role: Role

    def apply(self, floor: Floor) -> Floor:
        return floor.having("people", self.person, Person(self.name, self.role))


class CardIssued(RoomEvent, frozen=True, kw_only=True, tag="card issued/1"):
    """Somebody has a card."""

    card: str
    person: str
    secret: str

    def apply(self, floor: Floor) -> Floor:
        return floor.having("cards", self.card, Card(self.person, self.secret))


class PinEntered(RoomEvent, frozen=True, kw_only=True, tag="pin entered/1"):
    """Somebody put a card in and typed a PIN."""

    told = ("right", "locks")
    card: str
    device: str
    """Where."""
    right: bool
    locks: bool

    def apply(self, floor: Floor) -> Floor:
        card = floor.cards[self.card]
        wrong = 0 if self.right else card.wrong_pins + 1
        return floor.having("cards", self.card, replace(card, wrong_pins=wrong, locked=self.locks))


class PinChanged(RoomEvent, frozen=True, kw_only=True, tag="pin changed/1"):
    """A card has a new PIN."""

    card: str
    secret: str

    def apply(self, floor: Floor) -> Floor:
        return floor.having("cards", self.card, replace(floor.cards[self.card], secret=self.secret))


class CardUnlocked(RoomEvent, frozen=True, kw_only=True, tag="card unlocked/1"):
    """A locked card opens again."""

    card: str
    secret: str

    def apply(self, floor: Floor) -> Floor:
        unlocked = replace(floor.cards[self.card], secret=self.secret, wrong_pins=0, locked=False)
        return floor.having("cards", self.card, unlocked)


class CardsLocked(RoomEvent, frozen=True, kw_only=True, tag="cards locked/1"):
    """Cards whose PINs were lost open nothing until they have new ones."""

    lost: tuple[str, ...]
    why: str

    def apply(self, floor: Floor) -> Floor:
        locked = {card: replace(floor.cards[card], locked=True) for card in self.lost}
        return replace(floor, cards={**floor.cards, **locked})


class CardWithdrawn(RoomEvent, frozen=True, kw_only=True, tag="card withdrawn/1"):
    """A card is never good again."""

    card: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.having("cards", self.card, replace(floor.cards[self.card], withdrawn=True))


class HouseRulesSet(RoomEvent, frozen=True, kw_only=True, tag="house rules set/1"):
    """What the house asks of its people."""

    dealers_sign_in: bool
    why: str

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, house_rules=replace(floor.house_rules, dealers_sign_in=self.dealers_sign_in))
