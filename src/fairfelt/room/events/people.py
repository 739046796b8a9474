"""What happens to people and their cards."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import Card, Person, Role

from ..fields import Body


def person_added(floor: Floor, body: Body) -> Floor:
    return floor.having("people", body["person"], Person(body["name"], Role(body["role"])))


def card_issued(floor: Floor, body: Body) -> Floor:
    return floor.having("cards", body["card"], Card(body["person"], body["secret"]))


def pin_entered(floor: Floor, body: Body) -> Floor:
    card = floor.cards[body["card"]]
    wrong = 0 if body["right"] else card.wrong_pins + 1
    return floor.having("cards", body["card"], replace(card, wrong_pins=wrong, locked=body["locks"]))


def pin_changed(floor: Floor, body: Body) -> Floor:
    return floor.having("cards", body["card"], replace(floor.cards[body["card"]], secret=body["secret"]))


def card_unlocked(floor: Floor, body: Body) -> Floor:
    unlocked = replace(floor.cards[body["card"]], secret=body["secret"], wrong_pins=0, locked=False)
    return floor.having("cards", body["card"], unlocked)


def card_withdrawn(floor: Floor, body: Body) -> Floor:
    return floor.having("cards", body["card"], replace(floor.cards[body["card"]], withdrawn=True))
