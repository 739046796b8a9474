"""People, their cards and their PINs, what the house asks of them, and their training."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, Struct

from fairfelt.room.authority import (
    Requester,
    check_new,
    is_usable,
    known,
    open_card,
    usable_card,
    valid_card,
)
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import (
    ADJUSTS,
    NEW_MICROS,
    SESSIONS_KEPT,
    SETS_UP,
    SIGNS,
    WRONG_PINS_ALLOWED,
    Card,
    Person,
    Role,
    SkillScore,
    TrainingSession,
)
from fairfelt.runtime.formats import Digest, Line, Name, shared_fields


class FirstPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """A person a room is founded with, and their card."""

    person: Name
    name: Line
    role: Role
    card: Name
    secret: Digest


class PinChanged(RoomEvent, frozen=True, kw_only=True, tag="pin changed/1"):
    """A card has a new PIN, which its holder chose."""

    card: str
    secret: str
    device: str = ""
    """Where, if it was set with a one-time code."""

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("cards", self.card, secret=self.secret, pin_due=False)


@recorded_as("room founded/1")
class FoundRoom(RoomCommand, frozen=True, kw_only=True, tag="found room/1"):
    """Begin a room with its first people and their cards; two of them set up, for everything else takes two."""

    first: Annotated[tuple[FirstPerson, ...], Meta(min_length=2, max_length=100, description="2 to 100 people")]

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("who founds a room")
        if floor.people:
            raise Refusal(Code.ALREADY_DONE, "this room was founded before: two people with cards add others")
        for field, names in (
            ("person", [one.person for one in self.first]),
            ("card", [one.card for one in self.first]),
        ):
            for at, name in enumerate(names):
                check_new(names[:at], name, field)
        if sum(one.role in SETS_UP for one in self.first) < 2:
            sentence = "a room is founded by two people who set it up: executives or technicians"
            raise Refusal(Code.ROLE_REQUIRED, sentence, "first")

    def apply(self, floor: Floor) -> Floor:
        for one in self.first:
            floor = floor.having("people", one.person, Person(one.name, one.role))
            floor = floor.having("cards", one.card, Card(one.person, one.secret))
        return floor


@recorded_as("person added/1", new_until_micros=int)
class AddPerson(RoomCommand, frozen=True, kw_only=True, tag="add person/1"):
    """Add an employee, by two people."""

    person: Name
    name: Line
    role: Role

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_two(_may_empower(floor, self.role))
        check_new(floor.people, self.person, "person")
        return self.record(self.recorded, new_until_micros=who.now_micros + NEW_MICROS)

    def apply(self: Any, floor: Floor) -> Floor:
        added = Person(self.name, self.role, made_by=self.people, new_until_micros=self.new_until_micros)
        return floor.having("people", self.person, added)


@recorded_as("role changed/1", instead_of=Role, new_until_micros=int)
class ChangeRole(RoomCommand, frozen=True, kw_only=True, tag="change role/1"):
    """Change a person's role from now on, by two other people. Their sessions in the old role end."""

    person: Name
    role: Role
    why: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        changed = known(floor.people, self.person, "person")
        roles = _may_empower(floor, self.role) & _may_empower(floor, changed.role)
        _others_than(who, self.person, "changes their own role").require_two(roles)
        if changed.role is self.role:
            raise Refusal(Code.ALREADY_DONE, f"{self.person} is {self.role.value} already", "role")
        return self.record(self.recorded, instead_of=changed.role, new_until_micros=who.now_micros + NEW_MICROS)

    def apply(self: Any, floor: Floor) -> Floor:
        changes = floor.people[self.person].changes + 1
        return floor.changing(
            "people", self.person, **shared_fields(self, Person), made_by=self.people, changes=changes
        )


@recorded_as("person left/1")
class RecordLeave(RoomCommand, frozen=True, kw_only=True, tag="record leave/1"):
    """Record that a person does not work here for now: their cards are stopped, and they are signed out."""

    person: Name
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        leaving = known(floor.people, self.person, "person")
        _others_than(who, self.person, "records their own leave").require(SETS_UP)
        if leaving.away:
            raise Refusal(Code.ALREADY_DONE, f"{self.person} is away already: {leaving.away}", "person")

    def apply(self, floor: Floor) -> Floor:
        changes = floor.people[self.person].changes + 1
        return floor.changing("people", self.person, away=self.why, changes=changes)


@recorded_as("person returned/1")
class RecordReturn(RoomCommand, frozen=True, kw_only=True, tag="record return/1"):
    """Record, by two people, that a person works here again; their cards open again.

    If no two people are left to do it, the server does it for the user at its own console.
    """

    person: Name
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        back = known(floor.people, self.person, "person")
        _require_two_others(who, self.person, _may_empower(floor, back.role))
        if not back.away:
            raise Refusal(Code.ALREADY_DONE, f"{self.person} is not away", "person")

    def apply(self, floor: Floor) -> Floor:
        changes = floor.people[self.person].changes + 1
        return floor.changing("people", self.person, away="", changes=changes)


@recorded_as("card issued/1", new_until_micros=int)
class IssueCard(RoomCommand, frozen=True, kw_only=True, tag="issue card/1"):
    """Issue a card to a person, by two people, with the digest of a one-time code; its holder chooses the PIN.

    If no two people are left to do it, the server does it for the user at its own console.
    """

    card: Name
    person: Name
    secret: Digest

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        holder = known(floor.people, self.person, "person")
        _require_two(who, _may_empower(floor, holder.role))
        own = [card for card in floor.cards.values() if card.person == self.person]
        if not who.by and any(is_usable(floor, card) for card in own):
            sentence = f"{self.person} has a card: at the machine only a person without one gets another"
            raise Refusal(Code.ALREADY_DONE, sentence, "person")
        check_new(floor.cards, self.card, "card")
        return self.record(self.recorded, new_until_micros=who.now_micros + NEW_MICROS)

    def apply(self: Any, floor: Floor) -> Floor:
        issued = Card(**shared_fields(self, Card), pin_due=True, made_by=self.people)
        return floor.having("cards", self.card, issued)


@recorded_as("pin entered/1", locks=bool)
class EnterPin(RoomCommand, frozen=True, kw_only=True, tag="enter pin/1"):
    """The answer of the PIN check, which is made outside: a hash takes time and has no place in the log."""

    card: Line
    device: Name
    """The device into which the card was put."""
    right: bool
    answer_fields = ("right", "locks")

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("whether a PIN was right")
        card = open_card(floor, self.card)
        locks = not self.right and card.wrong_pins >= WRONG_PINS_ALLOWED
        return self.record(self.recorded, locks=locks)

    def apply(self: Any, floor: Floor) -> Floor:
        card = floor.cards[self.card]
        wrong = 0 if self.right else card.wrong_pins + 1
        unlocked = card.unlocked and not self.right
        return floor.changing("cards", self.card, wrong_pins=wrong, locked=self.locks, unlocked=unlocked)


@recorded_as("signed out/1")
class SignOut(RoomCommand, frozen=True, kw_only=True, tag="sign out/1"):
    """End a person's session at a device."""

    card: Name
    device: Name

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("who has signed out")
        valid_card(floor, self.card)


class ChangePin(RoomCommand, frozen=True, kw_only=True, tag="change pin/1"):
    """Change the PIN of the user's own card."""

    card: Name
    secret: Digest

    def decide(self, floor: Floor, who: Requester) -> PinChanged:
        usable_card(floor, self.card)
        if self.card not in self.cards:
            raise Refusal(Code.OWN_CARD, f"the PIN of card {self.card} is changed with that card")
        return PinChanged(card=self.card, secret=self.secret)


class SetPin(RoomCommand, frozen=True, kw_only=True, tag="set pin/1"):
    """The PIN that the holder of a card has chosen, after the one-time code was right."""

    card: Name
    device: Name
    """Where."""
    secret: Digest

    def decide(self, floor: Floor, who: Requester) -> PinChanged:
        who.require_server("whether a one-time code was right")
        if not open_card(floor, self.card).pin_due:
            sentence = f"card {self.card} has a PIN: its holder changes it, with the card itself"
            raise Refusal(Code.ALREADY_DONE, sentence, "card")
        return PinChanged(card=self.card, secret=self.secret, device=self.device)


@recorded_as("pin reset/1", new_until_micros=int)
class ResetPin(RoomCommand, frozen=True, kw_only=True, tag="reset pin/1"):
    """Put a one-time code in place of a PIN that was forgotten, by two people who are not its holder.

    If no two people are left to do it, the server does it for the user at its own console.
    """

    card: Name
    secret: Digest

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        card = valid_card(floor, self.card)
        _require_two_others(who, card.person, _may_empower(floor, floor.people[card.person].role))
        if not (who.by or card.locked or card.pin_due):
            sentence = f"card {self.card} is not locked: at the machine only a card that opens nothing gets a new code"
            raise Refusal(Code.CARD_NOT_LOCKED, sentence, "card")
        return self.record(self.recorded, new_until_micros=who.now_micros + NEW_MICROS)

    def apply(self: Any, floor: Floor) -> Floor:
        card = floor.cards[self.card]
        shared = shared_fields(self, Card)
        reset = Card(card.person, **shared, pin_due=True, made_by=self.people, resets=card.resets + 1)
        return floor.having("cards", self.card, reset)


@recorded_as("card unlocked/1")
class UnlockCard(RoomCommand, frozen=True, kw_only=True, tag="unlock card/1"):
    """Unlock a card that is locked, once, with the PIN it had; nobody unlocks their own."""

    card: Name

    def check(self, floor: Floor, who: Requester) -> None:
        card = valid_card(floor, self.card)
        who.require_other(_may_empower(floor, floor.people[card.person].role), card, "unlocks")
        if not card.locked:
            raise Refusal(Code.CARD_NOT_LOCKED, f"card {self.card} is not locked: there is nothing to unlock", "card")
        if card.unlocked:
            sentence = f"card {self.card} cannot be unlocked again: two people have to reset its PIN"
            raise Refusal(Code.PIN_RESET_REQUIRED, sentence, "card")

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("cards", self.card, wrong_pins=0, locked=False, unlocked=True)


@recorded_as("cards locked/1")
class LockCards(RoomCommand, frozen=True, kw_only=True, tag="lock cards/1"):
    """Lock cards whose PINs were lost with the database's secrets; new ones have to be set."""

    lost: Annotated[tuple[Name, ...], Meta(min_length=1, description="a list of cards")]
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("which PINs were lost")
        for card in self.lost:
            valid_card(floor, card)

    def apply(self, floor: Floor) -> Floor:
        locked = {card: replace(floor.cards[card], locked=True, unlocked=True) for card in self.lost}
        return replace(floor, cards={**floor.cards, **locked})


@recorded_as("card withdrawn/1")
class WithdrawCard(RoomCommand, frozen=True, kw_only=True, tag="withdraw card/1"):
    """Withdraw a card for good: it is lost, or its holder has left. Sessions signed in with it end."""

    card: Name
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_other(SETS_UP, valid_card(floor, self.card), "withdraws")

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("cards", self.card, withdrawn=True)


@recorded_as("house rules set/1")
class SetHouseRules(RoomCommand, frozen=True, kw_only=True, tag="set house rules/1"):
    """Say whether dealers have to sign in at their keypads, by two people: it decides whether the log names them."""

    dealers_sign_in: bool
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_to_set_up(count=2)
        if floor.house_rules.dealers_sign_in == self.dealers_sign_in:
            raise Refusal(Code.ALREADY_DONE, "the house rules say so already")

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, house_rules=replace(floor.house_rules, dealers_sign_in=self.dealers_sign_in))


def _may_empower(floor: Floor, role: Role) -> frozenset[Role]:
    """Who may add a person of that role or open their card: only executives appoint those who move money."""
    holders = [floor.people[card.person].role for card in floor.cards.values() if not card.withdrawn]
    return frozenset({Role.EXECUTIVE}) if role in ADJUSTS and Role.EXECUTIVE in holders else SETS_UP


def _others_than(who: Requester, person: str, what: str) -> Requester:
    """Those present other than the person concerned, who may not do it for themselves."""
    others = who.without(person)
    if who.by and not others.by:
        raise Refusal(Code.OWN_CARD, f"nobody {what}")
    return others


def _require_two_others(who: Requester, person: str, roles: Collection[Role]) -> None:
    """Two people who are not the one whom it is about."""
    _require_two(_others_than(who, person, "does this for themselves"), roles, person)


def _require_two(who: Requester, roles: Collection[Role], person: str = "") -> None:
    """Require two people; the server does it if no two others have a card that opens, one of them of these roles."""
    usable = {card.person for card in who.floor.cards.values() if card.person != person and is_usable(who.floor, card)}
    signing = [role for role in (who.floor.people[each].role for each in usable) if role in SIGNS]
    if not who.is_server or who.by or (len(signing) >= 2 and any(role in roles for role in signing)):
        who.require_two(roles)


@recorded_as("training recorded/1", game=None, level=None, skills=None, session=TrainingSession)
class RecordTraining(RoomCommand, frozen=True, kw_only=True, tag="record training/1"):
    """Record a person's session in the dealer school, which marked it; only the server sends this."""

    person: Name
    game: Line
    level: Line
    skills: Annotated[tuple[SkillScore, ...], Meta(min_length=1, max_length=20, description="1 to 20 skills")]

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("how a person trained")
        known(floor.people, self.person, "person")
        if any(score.right > score.asked for score in self.skills):
            raise Refusal(Code.BAD_FIELD, "a skill cannot have more right than was asked", "skills")
        session = TrainingSession(self.game, self.level, self.skills, who.now_micros)
        return self.record(self.recorded, session=session)

    def apply(self: Any, floor: Floor) -> Floor:
        kept = (*floor.training.get(self.person, ()), self.session)[-SESSIONS_KEPT:]
        return floor.having("training", self.person, kept)
