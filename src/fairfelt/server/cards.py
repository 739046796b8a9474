"""Who asks: keys of devices, a brake on guessing, cards and PINs, and the sessions that they open."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple, Protocol, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from fairfelt.ledger import Answer
from fairfelt.ledger.store import Secrets
from fairfelt.room import Floor
from fairfelt.room.authority import away_sentence, is_usable, locked_sentence, pin_due_sentence
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.alarms import RaiseAlarm
from fairfelt.room.commands.people import EnterPin, SetPin, SignOut
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.people import Card


def new_key() -> str:
    """A key nobody can guess."""
    return secrets.token_urlsafe(32)


@lru_cache(maxsize=4_096)
def key_digest(key: str) -> str:
    """The digest of a key, which the log holds."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


Clock = Callable[[], float]
MOST_KEYS = 10_000
"""The number of remembered sources of failures; the oldest are forgotten first."""


class TooManyTries(Exception):  # noqa: N818  (it reads as what happened)
    """Too many failures from one place, and how long to wait."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(f"too many failed attempts: wait {wait_s} seconds and try again")
        self.wait_s = wait_s


class Throttle:
    """Counts failures by source."""

    def __init__(self, clock: Clock, *, most: int = 10, within_s: float = 60.0) -> None:
        self._clock, self._most, self._within_s = clock, most, within_s
        self._failures: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, who: str) -> None:
        recent = self._failures.get(who, deque())
        while recent and recent[0] <= self._clock() - self._within_s:
            recent.popleft()
        if len(recent) >= self._most:
            raise TooManyTries(max(1, ceil(recent[0] + self._within_s - self._clock())))

    def failed(self, who: str) -> None:
        self._failures.setdefault(who, deque(maxlen=self._most)).append(self._clock())
        self._failures.move_to_end(who)
        while len(self._failures) > MOST_KEYS:
            self._failures.popitem(last=False)

    def reserve(self, who: str) -> None:
        """Count a try before it is made, or say how long to wait: tries at the same moment cannot all pass."""
        self.check(who)
        self.failed(who)

    def release(self, who: str) -> None:
        """The try that was reserved last has not failed."""
        if tries := self._failures.get(who):
            tries.pop()


# PINs: hashed by argon2, kept beside the journal, and named on the log by a digest only.


T = TypeVar("T")
FEWEST_DIGITS, MOST_DIGITS = 4, 12
CODE_DIGITS = 8
"""Number of digits of a one-time code."""
_UPWARD = "01234567890123456789"


class BadPin(ValueError):  # noqa: N818  (it reads as what happened)
    """A PIN that cannot be one."""


def check_pin(pin: str, cards: Iterable[str] = ()) -> None:
    """Refuse what is no PIN, and what an attacker would try first."""
    if not (pin.isascii() and pin.isdigit() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise BadPin(f"a PIN is {FEWEST_DIGITS} to {MOST_DIGITS} digits")
    if len(set(pin)) == 1:
        raise BadPin("a PIN of one digit repeated is the first one anybody tries: choose another")
    if pin in _UPWARD or pin in _UPWARD[::-1]:
        raise BadPin(
            "a PIN of digits in a row, such as 1234 or 9876, is among the first that anybody tries: choose another"
        )
    if any(len(pin) % size == 0 and pin == pin[:size] * (len(pin) // size) for size in (2, 3, 4, 6) if size < len(pin)):
        raise BadPin("a PIN that repeats itself, such as 1212, is among the first that anybody tries: choose another")
    if any(pin == "".join(filter(str.isdigit, card)) for card in cards):
        raise BadPin("the PIN must not be the number on the card: choose another")


class OneTimeCode(NamedTuple):
    """A code with which the holder of a card chooses a PIN. The salt tells it from the same digits elsewhere."""

    digits: str
    salt: str

    @classmethod
    def new(cls) -> OneTimeCode:
        """One that nobody can guess."""
        return cls(f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}", secrets.token_hex(16))


class Pins:
    """Stores and verifies PINs. Both are slow on purpose: call them off the event loop."""

    def __init__(self, secrets: Secrets, hasher: PasswordHasher | None = None) -> None:
        self._secrets, self._hasher = secrets, hasher or PasswordHasher()
        self._nobodys = self._hasher.hash("nobody's PIN")

    def keep(self, pin: str, cards: Iterable[str] = ()) -> str:
        """Keep a PIN that the holder of these cards has chosen; gives the digest by which a card refers to it."""
        check_pin(pin, cards)
        return self._secrets.keep(self._hasher.hash(pin))

    def keep_code(self, code: OneTimeCode) -> str:
        """Keep a one-time code; kept again it has the same digest, so that a form sent twice does nothing twice."""
        return self._secrets.keep(self._hasher.hash(code.digits, salt=bytes.fromhex(code.salt)))

    def known_among(self, secrets: Iterable[str]) -> set[str]:
        """Those of the digests under which a PIN is kept."""
        return self._secrets.kept(secrets)

    def right(self, secret: str, pin: str) -> bool:
        """Whether it is the PIN kept under that digest; an unknown digest takes as long as a known one."""
        kept = self._secrets.read(secret) if secret else None
        try:
            return self._hasher.verify(kept or self._nobodys, pin) and kept is not None
        except VerificationError:
            return False


# Sessions: a user entered a card and the right PIN at a device, and may act there for a while.


IDLE_S = 600.0
LONGEST_S = 12 * 3600.0
MOST_SESSIONS = 10_000


class SignInRefused(Exception):  # noqa: N818  (it reads as what happened)
    """Card and PIN do not open a session; the sentence reveals only what a stranger may know."""


class PinDue(SignInRefused):
    """The one-time code was right: it opens nothing, and the holder chooses a PIN with it."""


@dataclass(frozen=True)
class Session:
    """One person at one device."""

    card: str
    person: str
    device: str
    opened_s: float
    used_s: float
    standing: tuple[int, int]
    """The number of PIN resets and role changes when it was opened."""


class Sessions:
    """Open sessions by the digest of their token: who reads the memory of them cannot use them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[str, Session] = {}

    def open(self, card: str, person: str, device: str, standing: tuple[int, int] = (0, 0)) -> str:
        """Open a session and return its token, which is shown once."""
        if len(self._open) >= MOST_SESSIONS:
            self._forget_ended()
        if len(self._open) >= MOST_SESSIONS:
            raise SignInRefused("too many people are signed in; sign out somewhere first")
        token, now = secrets.token_urlsafe(32), self._clock()
        self._open[_digest(token)] = Session(card, person, device, now, now, standing)
        return token

    def find(self, token: str, device: str) -> Session | None:
        """The session of a token at the device it was opened at; looking it up keeps it alive."""
        key = _digest(token)
        session = self._open.get(key)
        if session is None or session.device != device or self._ended(session):
            return None
        self._open[key] = used = replace(session, used_s=self._clock())
        return used

    def close(self, token: str, device: str) -> Session | None:
        """End a session; gives the one that ended."""
        return self._open.pop(_digest(token), None) if self.find(token, device) else None

    def close_card(self, card: str) -> None:
        """End every session of a card that was locked or withdrawn."""
        self._open = {key: session for key, session in self._open.items() if session.card != card}

    def _ended(self, session: Session) -> bool:
        now = self._clock()
        return now - session.used_s > IDLE_S or now - session.opened_s > LONGEST_S

    def _forget_ended(self) -> None:
        self._open = {key: session for key, session in self._open.items() if not self._ended(session)}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


# Cards put in at devices: PINs and one-time codes are checked, sessions opened and ended, all on the log.


NO_CARD = "of another house"
MOST_CHANGES = 6
"""PINs that may be kept from one device in a minute."""
MOST_LOCKED, LOCKED_WITHIN_S = 2, 3_600.0
"""Cards that one device may lock, and in which time."""


class CardRoom(Protocol):
    """The part of a room that a card reader needs."""

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
        self._threads = ThreadPoolExecutor(2, "pins")
        """For hashing alone: it takes long on purpose, and nothing else waits behind it."""
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
            secret = await self._hash(self._room.pins.keep, pin, [card])
            answer = await self._room.tell(SetPin(card=card, device=device, secret=secret))
            if answer.refused:
                raise SignInRefused(answer.body["reason"])

    async def keep_pin(self, device: str, pin: str, cards: Iterable[str]) -> str:
        """Store a user's next PIN and return its digest. The rate is limited per device."""
        self._changes.reserve(device)
        async with self._at_devices[device]:
            return await self._hash(self._room.pins.keep, pin, cards)

    async def keep_code(self, device: str, code: OneTimeCode) -> str:
        """Keep a one-time code; gives its digest."""
        async with self._at_devices[device]:
            return await self._hash(self._room.pins.keep_code, code)

    async def sign_out(self, token: str, device: str) -> bool:
        """End a session, and write it down."""
        session = self.sessions.close(token, device)
        if session:
            await self._room.tell(SignOut(card=session.card, device=device))
        return session is not None

    def session_of(self, token: str, device: str) -> Session | None:
        """The session of a token at a device; None once card or role changed since its owner signed in."""
        session, floor = self.sessions.find(token, device), self._room.floor
        if session is None:
            return None
        if is_usable(floor, floor.cards[session.card]) and session.standing == _standing(floor, session.card):
            return session
        self.sessions.close_card(session.card)
        return None

    async def _hash(self, work: Callable[..., T], *arguments: Any) -> T:
        """Hash something off the event loop, holding the lock of a device: it then holds up nobody but itself."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

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
        if known and not known.locked and not await asyncio.to_thread(room.pins.known_among, [known.secret]):
            raise SignInRefused(f"the PIN of card {card} was lost from the database: have it reset")
        right = await self._hash(room.pins.right, known.secret if known else "", typed)
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
    """Counters whose change ends the sessions of a card."""
    at = floor.cards[card]
    return at.resets, floor.people[at.person].changes
