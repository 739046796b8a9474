"""What is recorded of a command, each with the people who did it, and why a command is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from fairfelt.law import Layer
from fairfelt.room.law.jurisdiction import LawVerdict
from fairfelt.room.state.floor import Floor

# What is recorded: events, each with the people who did it.


class Actor(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who presented a card."""

    card: str
    person: str


class RoomEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that happened. Its tag is a name and a version; the device stands beside it in the journal."""

    by: tuple[Actor, ...] = ()
    """All who presented a card for it; empty if the server acts, or a keypad whose house requires no card."""
    answer_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that go into the answer of its command, except at tables."""
    public: ClassVar[bool] = False
    """Whether its proof is public. Then it names no person: the next event records who did it."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field of the command that it records (`recorded_as`)."""

    def apply(self, floor: Floor) -> Floor:
        """The floor after it, before the law is asked again. Most change something; some are only on record."""
        return floor

    def current(self) -> RoomEvent:
        """The event in its current version; an event that a newer version replaced says how it is read."""
        return self

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(actor.person for actor in self.by)


class NotedEvent(RoomEvent, frozen=True, kw_only=True):
    """One to which the law had something to say that did not stop it."""

    notices: tuple[str, ...] = ()


class ReviewedEvent(RoomEvent, frozen=True, kw_only=True):
    """One after which the law was asked again."""

    verdicts: Mapping[str, LawVerdict] = {}
    """The verdict for each table whose verdict changed."""


class GatedEvent(ReviewedEvent, frozen=True, kw_only=True):
    """One that the law was asked about before it happened."""

    notices: tuple[str, ...] = ()
    """The law's findings that did not stop it."""


class Refused(RoomEvent, frozen=True, kw_only=True, tag="refused/1"):
    """A command that was not carried out."""

    command: str
    """The kind of the command."""
    code: str
    reason: str
    field: str = ""
    decided_by: Layer | None = None
    """Whose rules decided it, if rules did."""


# The answer no: a code for programs, a sentence for people, and the field it is about.


class Code(StrEnum):
    """Why a command is not carried out."""

    BAD_FIELD = "bad_field"
    """A field is missing, or is not what it should be."""
    UNKNOWN_NAME = "unknown_name"
    NAME_TAKEN = "name_taken"
    KEY_TAKEN = "key_taken"
    SERVER_ONLY = "server_only"
    """Only the server itself can know this."""
    CARD_UNKNOWN = "card_unknown"
    CARD_WITHDRAWN = "card_withdrawn"
    CARD_LOCKED = "card_locked"
    CARD_NOT_LOCKED = "card_not_locked"
    PIN_DUE = "pin_due"
    """The holder of a card has not chosen a PIN yet."""
    PIN_RESET_REQUIRED = "pin_reset_required"
    """A card was unlocked before, and locked again."""
    PERSON_AWAY = "person_away"
    """The holder of a card does not work here now."""
    NOT_INDEPENDENT = "not_independent"
    """One of the two people added the other less than a day ago."""
    OWN_CLAIM = "own_claim"
    """A person who entered a hand does not confirm it alone."""
    OWN_CARD = "own_card"
    """It takes this card, or another person's."""
    ROLE_REQUIRED = "role_required"
    SIGN_IN_REQUIRED = "sign_in_required"
    """Nobody is signed in at the keypad, and the house asks for it."""
    EARLIER_CLAIM = "earlier_claim"
    """An earlier claim on the same level is pending."""
    WRONG_DEVICE = "wrong_device"
    DEVICE_DISABLED = "device_disabled"
    BUTTON_NOT_LIVE = "button_not_live"
    FLOOR_CLOSED = "floor_closed"
    TABLE_CLOSED = "table_closed"
    JACKPOT_RETIRED = "jackpot_retired"
    BAD_BET = "bad_bet"
    UNREASONABLE_BET = "unreasonable_bet"
    """An impossible bet: it is not counted, and a person has to look at it."""
    BAD_CLAIM = "bad_claim"
    BAD_TERMS = "bad_terms"
    """Terms or adjustments that a jackpot cannot have."""
    UNLAWFUL = "unlawful"
    """A rule of the law is against it."""
    NO_DAY = "no_day"
    """No day has begun, so no law is known."""
    ALREADY_DONE = "already_done"
    NOT_NOW = "not_now"
    """Something else has to happen first."""


class Refusal(Exception):  # noqa: N818  (it is an answer, not a fault)
    """A command that is not carried out."""

    def __init__(
        self,
        code: Code,
        sentence: str,
        field: str = "",
        *,
        decided_by: Layer | None = None,
        besides: tuple[RoomEvent, ...] = (),
    ) -> None:
        """`decided_by` says whose rules decided it, where rules did; `besides`, what happens all the same."""
        super().__init__(sentence)
        self.code, self.sentence, self.field, self.decided_by = code, sentence, field, decided_by
        self.besides = besides


@contextmanager
def refusing(code: Code, *errors: type[Exception], field: str = "") -> Iterator[None]:
    """Turn errors whose message is written for people into refusals."""
    try:
        yield
    except errors as error:
        raise Refusal(code, str(error), field) from None
