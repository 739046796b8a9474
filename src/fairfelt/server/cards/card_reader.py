"""Cards put in at devices: PINs and one-time codes are checked, sessions opened and ended, all on the log."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

from fairfelt.ledger import Answer
from fairfelt.room import Floor
from fairfelt.room.authority import away_sentence, is_usable, locked_sentence, pin_due_sentence
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.alarms import RaiseAlarm
from fairfelt.room.commands.people import EnterPin, SetPin, SignOut
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.people import Card
from fairfelt.server.throttle import Throttle, TooManyTries

from .pins import Hashing, OneTimeCode, Pins, check_pin
from .sessions import Clock, PinDue, Session, Sessions, SignInRefused

NO_CARD = "of another house"
MOST_CHANGES = 6
"""PINs that may be kept from one device in a minute."""
MOST_LOCKED, LOCKED_WITHIN_S = 2, 3_600.0
"""Cards that one device may lock, and in which time."""


class CardRoom(Protocol):
    """What is asked of the room that the cards are of."""

    throttle: Throttle

    @property
    def floor(self) -> Floor: ...
    @property
    def pins(self) -> Pins: ...
    async def tell(self, command: RoomCommand) -> Answer: ...


class CardReader:
    """Knows who has put in a card where. One try is made at a time of each card, and at each device."""

    def __init__(self, room: CardRoom, clock: Clock) -> None:
        self.sessions = Sessions(clock)
        self._room = room
        self._hashing = Hashing()
        self._changes = Throttle(clock, most=MOST_CHANGES)
        self._locks = Throttle(clock, most=MOST_LOCKED, within_s=LOCKED_WITHIN_S)
        self._at_cards: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._at_devices: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def sign_in(self, device: str, card: str, pin: str) -> str:
        """A session for who put in this card and its PIN; gives the token."""
        async with self._at_devices[device], self._at(card):
            found = await self._checked(device, card, pin)
            if found.pin_due:
                raise PinDue(pin_due_sentence(card))
            return self.sessions.open(card, found.person, device, _standing(self._room.floor, card))

    async def set_pin(self, device: str, card: str, code: str, pin: str) -> None:
        """The PIN that the holder of a card chooses with the one-time code; nothing is tried if it could not be one."""
        check_pin(pin, [card])
        async with self._at_devices[device], self._at(card):
            if not (await self._checked(device, card, code)).pin_due:
                raise SignInRefused(f"card {card} has a PIN: sign in, and change it there")
            secret = await self._hashing.run(device, self._room.pins.keep, pin, [card])
            answer = await self._room.tell(SetPin(card=card, device=device, secret=secret))
            if answer.refused:
                raise SignInRefused(answer.body["reason"])

    async def keep_pin(self, device: str, pin: str, cards: Iterable[str]) -> str:
        """Store a user's next PIN and return its digest. The rate is limited per device."""
        self._changes.reserve(device)
        return await self._hashing.run(device, self._room.pins.keep, pin, cards)

    async def keep_code(self, device: str, code: OneTimeCode) -> str:
        """Keep a one-time code; gives its digest."""
        return await self._hashing.run(device, self._room.pins.keep_code, code)

    async def sign_out(self, token: str, device: str) -> bool:
        """End a session, and write it down."""
        session = self.sessions.close(token, device)
        if session:
            await self._room.tell(SignOut(card=session.card, device=device))
        return session is not None

    def session_of(self, token: str, device: str) -> Session | None:
        """Who acts with a token at a device; nobody whose card or role is not what it was when they signed in."""
        session, floor = self.sessions.find(token, device), self._room.floor
        if session is None:
            return None
        if is_usable(floor, floor.cards[session.card]) and session.standing == _standing(floor, session.card):
            return session
        self.sessions.close_card(session.card)
        return None

    def _at(self, card: str) -> asyncio.Lock:
        return self._at_cards[card if card in self._room.floor.cards else ""]

    async def _checked(self, device: str, card: str, typed: str) -> Card:
        """The card, if what was typed is its PIN or code; every try is on the log.

        It is counted before the hash and taken off if it was right, so that one that is broken off counts too.
        """
        room = self._room
        self._locks.check(device)
        room.throttle.reserve(device)
        known = room.floor.cards.get(card)
        if known and not known.locked and not await asyncio.to_thread(room.pins.known, known.secret):
            raise SignInRefused(f"the PIN of card {card} was lost from the database: have it reset")
        right = await self._hashing.run(device, room.pins.right, known.secret if known else "", typed)
        named = card if known else NO_CARD  # what was typed may have been the PIN
        answer = await room.tell(EnterPin(card=named, device=device, right=right))
        if known and right and not answer.refused:
            room.throttle.release(device)
            return known
        if known and not known.locked and room.floor.cards[card].locked:
            await self._count_lock(device)
        raise SignInRefused(self._why_not(card, right=right))

    async def _count_lock(self, device: str) -> None:
        """A card was locked from a device. After a few, the device has to wait: it must not lock the house out."""
        self._locks.failed(device)
        try:
            self._locks.check(device)
        except TooManyTries:
            says = f"{MOST_LOCKED} cards were locked from {device} within an hour: nobody signs in there for a while"
            await self._room.tell(RaiseAlarm(alarm=AlarmKind.CARDS_LOCKED, about=device, says=says))

    def _why_not(self, card: str, *, right: bool) -> str:
        floor = self._room.floor
        known = floor.cards.get(card)
        if known and known.locked:
            self.sessions.close_card(card)
            return locked_sentence(card)
        if known and right and floor.people[known.person].away:
            return away_sentence(card)
        return "card or PIN incorrect"


def _standing(floor: Floor, card: str) -> tuple[int, int]:
    """What changes when the sessions of a card end."""
    at = floor.cards[card]
    return at.resets, floor.people[at.person].changes
