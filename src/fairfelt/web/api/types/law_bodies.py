"""What may be sent to the API about the law: profile, papers, limits, funds, payouts, ends of jackpots."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fairfelt.law import BankEntryKind, Mode, Way

from .bodies import MOST_SEATS, Currency, Digest, Micros, Name, Numbered, Seat, Sentence, Stake

Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z", description="A day such as 2023-06-14.")]
InCurrency = Annotated[Currency | None, Meta(description="May be left out where the room has one currency only.")]
OrEmpty = Annotated[str, Meta(max_length=80)]


class NewLaw(Numbered):
    """The jurisdiction of the room, and whether its rules stop what breaks them."""

    profile: Name
    mode: Mode
    zone: Annotated[str, Meta(min_length=1, max_length=80)]
    document: Sentence
    location_class: Annotated[str, Meta(max_length=200)] = ""


class ConditionMet(Numbered):
    """A condition of the approval that was met, for one game or for all."""

    condition: Name
    on: Day
    document: Sentence
    game: OrEmpty = ""


class ConditionGone(Numbered):
    """A condition that is met no longer."""

    condition: Name
    why: Sentence
    game: OrEmpty = ""


class NewGamePin(Numbered):
    """A game compared with its approved rules, by its fingerprint."""

    game: Name
    fingerprint: Digest
    document: Sentence
    variant: OrEmpty = ""


class PinGone(Numbered):
    """A comparison that holds no longer."""

    fingerprint: Digest
    why: Sentence


class Components(Numbered):
    """Versions of the maker's progressive system, by component; none where this program is the system."""

    components: Annotated[dict[str, str], Meta(max_length=20)]
    document: Sentence


class NewBankEntry(Numbered):
    """A line of the account for progressive prizes."""

    on: Day
    kind: BankEntryKind
    amount_micros: Stake
    document: Sentence
    currency: InCurrency = None


class Statement(Numbered):
    """What the bank says it holds."""

    on: Day
    balance_micros: Micros
    document: Sentence
    currency: InCurrency = None


class OddsFunds(Numbered):
    """What is kept for odds-based prizes."""

    amount_micros: Micros
    document: Sentence
    currency: InCurrency = None


class DoneStep(Numbered):
    """A step of a payment that was done, with what is to be written down."""

    step: Name
    note: Annotated[str, Meta(max_length=200)] = ""


class NewMalfunction(Numbered):
    """Equipment that failed."""

    equipment: Sentence
    what: Sentence


class Document(Numbered):
    """A document that shows something was done."""

    document: Sentence


class NewHouseJackpot(Numbered):
    """A fixed prize from the house, to each player with the hand."""

    name: Name
    table: Name
    hand: Sentence
    amount_micros: Stake
    posted: bool = False


class PaidHouseJackpot(Numbered):
    """The players who got it."""

    seats: Annotated[list[Seat], Meta(min_length=1, max_length=MOST_SEATS)]
    document: Sentence


class NewEnding(Numbered):
    """How a jackpot shall end; the document is the notice to the players, a transfer names a level of its heir."""

    way: Way
    document: Sentence
    to: Annotated[str, Meta(max_length=200)] = ""
    level: Annotated[str, Meta(max_length=200)] = ""


class Days(msgspec.Struct, forbid_unknown_fields=True):
    """From one day to another; the room's own day where nothing is said."""

    first: date | None = None
    last: date | None = None


class DaysOnPaper(Days, forbid_unknown_fields=True):
    """The same, and in which form."""

    form: Literal["html", "pdf"] = "html"


class Level(msgspec.Struct, forbid_unknown_fields=True):
    """Which level of a jackpot, and in which form the paper is wanted."""

    level: OrEmpty = ""
    form: Literal["html", "pdf"] = "html"
