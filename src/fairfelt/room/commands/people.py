"""Commands about people, their cards and their PINs, and what the house asks of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

from msgspec import Meta

from fairfelt.formats.fields import Digest, Line, Name
from fairfelt.room.authority import Requester, check_new, known, usable_card, valid_card
from fairfelt.room.events.people import (
    CardIssued,
    CardsLocked,
    CardUnlocked,
    CardWithdrawn,
    HouseRulesSet,
    PersonAdded,
    PinChanged,
    PinEntered,
)
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS, SETS_UP, WRONG_PINS_ALLOWED, Card, Role

from .command import RoomCommand


class AddPerson(RoomCommand, frozen=True, kw_only=True, tag="add person/1"):
    """Add somebody who works here."""

    person: Name
    name: Line
    role: Role

    def decide(self, floor: Floor, who: Requester) -> PersonAdded:
        who.require_to_set_up(_may_empower(floor, self.role))
        check_new(floor.people, self.person, "person")
        if not floor.people and self.role not in SETS_UP:
            sentence = f"the first person of a room sets it up: an executive or technician, not a {self.role.value}"
            raise Refusal(Code.ROLE_REQUIRED, sentence, "role")
        return PersonAdded(person=self.person, name=self.name, role=self.role)


class IssueCard(RoomCommand, frozen=True, kw_only=True, tag="issue card/1"):
    """Issue a card to somebody, with the digest under which its PIN is kept."""

    card: Name
    person: Name
    secret: Digest

    def decide(self, floor: Floor, who: Requester) -> CardIssued:
        holder = known(floor.people, self.person, "person")
        if floor.cards:
            who.require(_may_empower(floor, holder.role))
        check_new(floor.cards, self.card, "card")
        return CardIssued(card=self.card, person=self.person, secret=self.secret)


class EnterPin(RoomCommand, frozen=True, kw_only=True, tag="enter pin/1"):
    """The answer of the PIN check, which is made outside: a hash takes time and has no place in the log."""

    card: Line
    device: Name
    """Where the card was put in."""
    right: bool

    def decide(self, floor: Floor, who: Requester) -> PinEntered:
        who.require_server("whether a PIN was right")
        card = usable_card(floor, self.card)
        locks = not self.right and card.wrong_pins >= WRONG_PINS_ALLOWED
        return PinEntered(card=self.card, device=self.device, right=self.right, locks=locks)


class ChangePin(RoomCommand, frozen=True, kw_only=True, tag="change pin/1"):
    """Change the PIN of one's own card."""

    card: Name
    secret: Digest

    def decide(self, floor: Floor, who: Requester) -> PinChanged:
        usable_card(floor, self.card)
        if self.card not in self.cards:
            raise Refusal(Code.OWN_CARD, f"the PIN of card {self.card} is changed with that card")
        return PinChanged(card=self.card, secret=self.secret)


class UnlockCard(RoomCommand, frozen=True, kw_only=True, tag="unlock card/1"):
    """Unlock a card that is locked, with a new PIN where the old one was forgotten; nobody unlocks their own.

    Where nobody is left who could do it, the server does, for whoever stands at the machine it runs on.
    """

    card: Name
    secret: Digest | None = None

    def decide(self, floor: Floor, who: Requester) -> CardUnlocked:
        card = valid_card(floor, self.card)
        roles = _may_empower(floor, floor.people[card.person].role)
        if not who.is_server or _others(floor, card, roles):
            who.require_other(roles, card, "unlocks")
        if not card.locked:
            sentence = f"card {self.card} is not locked: its holder changes the PIN, with the card itself"
            raise Refusal(Code.CARD_NOT_LOCKED, sentence, "card")
        return CardUnlocked(card=self.card, secret=card.secret if self.secret is None else self.secret)


class LockCards(RoomCommand, frozen=True, kw_only=True, tag="lock cards/1"):
    """Lock cards whose PINs were lost with the database's secrets: somebody has to set new ones."""

    lost: Annotated[tuple[Name, ...], Meta(min_length=1, description="a list of cards")]
    why: Line

    def decide(self, floor: Floor, who: Requester) -> CardsLocked:
        who.require_server("which PINs were lost")
        for card in self.lost:
            usable_card(floor, card)
        return CardsLocked(lost=self.lost, why=self.why)


class WithdrawCard(RoomCommand, frozen=True, kw_only=True, tag="withdraw card/1"):
    """Withdraw a card for good: it is lost, or its holder has left. Whoever is signed in with it is not any more."""

    card: Name
    why: Line

    def decide(self, floor: Floor, who: Requester) -> CardWithdrawn:
        who.require_other(SETS_UP, valid_card(floor, self.card), "withdraws")
        return CardWithdrawn(card=self.card, why=self.why)


class SetHouseRules(RoomCommand, frozen=True, kw_only=True, tag="set house rules/1"):
    """Say whether dealers have to sign in at their keypads."""

    dealers_sign_in: bool
    why: Line

    def decide(self, floor: Floor, who: Requester) -> HouseRulesSet:
        who.require_to_set_up(SETS_UP)
        if floor.house_rules.dealers_sign_in == self.dealers_sign_in:
            raise Refusal(Code.ALREADY_DONE, "the house rules say so already")
        return HouseRulesSet(dealers_sign_in=self.dealers_sign_in, why=self.why)


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
