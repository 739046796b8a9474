"""What may be sent to the API. Amounts are whole millionths of the unit, rates parts per million."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fairfelt.controller.pins import FEWEST_DIGITS, MOST_DIGITS
from fairfelt.jackpot import FixedPays, Freeze, Reason, SeveralWinners
from fairfelt.jackpot.terms import MOST_MICROS, PPM
from fairfelt.room import Controls, DeviceKind, Role
from fairfelt.room.fields import MOST_CHARACTERS

MOST_SEATS = 20
PIN_PATTERN = f"^[0-9]{{{FEWEST_DIGITS},{MOST_DIGITS}}}$"
Micros = Annotated[int, Meta(ge=0, le=MOST_MICROS)]
Stake = Annotated[int, Meta(ge=1, le=MOST_MICROS)]
Change = Annotated[int, Meta(ge=-MOST_MICROS, le=MOST_MICROS)]
Ppm = Annotated[int, Meta(ge=0, le=PPM)]
Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Number = Annotated[int, Meta(ge=1, le=2**63 - 1, description="Counted up by one by the device, from 1 on.")]
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^/\x00-\x1f\x7f]+\Z")]
Sentence = Annotated[str, Meta(min_length=1, max_length=MOST_CHARACTERS, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="SHA-256 as hexadecimal digits.")]
NewDigits = Annotated[str, Meta(max_length=64, extra_json_schema={"pattern": PIN_PATTERN})]
"""Told in the document; whoever keeps PINs checks them, and says better what is wrong with one."""
Currency = Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")]


class Sent(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything sent is closed: a field we do not know is a mistake of somebody's."""


class Numbered(Sent):
    """A command. Sent again with the same number it changes nothing and gets the same answer."""

    sequence: Number


class Bet(Sent):
    """A progressive bet on a sensor."""

    seat: Seat
    amount_micros: Stake


class Bets(Numbered):
    """What the sensors read: those not named are dark."""

    bets: Annotated[list[Bet], Meta(max_length=MOST_SEATS)]


class Start(Numbered):
    """START GAME or COIN IN: the bets as the sensors read them now, or as they were lit before."""

    bets: Annotated[list[Bet], Meta(max_length=MOST_SEATS)] | None = None


class Hand(Numbered):
    """A hand button at a seat; pressed again it takes the claim back."""

    seat: Seat
    hand: Sentence
    folded: bool = False


class Key(Numbered):
    """The supervisor's key of the legacy controls."""

    to_jph: bool


class SignIn(Sent):
    """A card put in and the PIN typed."""

    card: Name
    pin: Annotated[str, Meta(max_length=64)]


class Pin(Sent):
    """A PIN to be kept."""

    pin: NewDigits


class LevelTerms(Sent):
    """One meter of a jackpot."""

    name: Name
    seed_micros: Micros
    rate_ppm: Ppm
    reserve_rate_ppm: Ppm = 0
    limit_micros: Micros | None = None


class JackpotTerms(Sent):
    """All parameters of one jackpot."""

    name: Sentence
    levels: Annotated[list[LevelTerms], Meta(min_length=1, max_length=20)]
    largest_increment_micros: Stake
    executive_from_micros: Micros
    currency: Currency = "USD"
    payable_micros: Stake = 10_000
    several_winners: SeveralWinners = SeveralWinners.IN_ORDER
    freeze: Freeze = Freeze.AT_CLAIM
    fixed_pays: FixedPays = FixedPays.TRAY


class NewJackpot(Numbered):
    """A jackpot to be opened."""

    jackpot: Name
    terms: JackpotTerms
    kind: Annotated[str, Meta(max_length=80)] = ""
    """Progressive, unless it says otherwise; a law may know others."""


class NewTerms(Numbered):
    """New terms: limits begin at once, rates and seeds with the next 100% award."""

    terms: JackpotTerms
    why: Sentence


class Adjustment(Numbered):
    """Money moved by hand, for one of the permitted reasons."""

    level: Name
    reason: Reason
    amount_micros: Change
    document: Sentence


class Retirement(Numbered):
    """A jackpot ended: all it holds for players goes to a level of another."""

    into: Name
    level: Name
    document: Sentence


class NewLink(Numbered):
    """Tables of one licensed location that feed and win one jackpot."""

    link: Name
    jackpot: Name
    location: Sentence


class BetLimits(Sent):
    """The least and the most of a bet."""

    least_micros: Stake
    most_micros: Stake


class Aggregate(Sent):
    """The most that one deal pays on some wagers."""

    wagers: Annotated[list[Sentence], Meta(min_length=1, max_length=20)]
    table_micros: Stake
    player_micros: Stake | None = None
    approval: Annotated[str, Meta(max_length=MOST_CHARACTERS)] = ""
    displayed: bool = False


class TableLimits(Numbered):
    """The limits that hang at a table."""

    opening: BetLimits | None = None
    side_bets: Annotated[dict[str, BetLimits], Meta(max_length=20)] = {}
    paytables: Annotated[dict[str, str], Meta(max_length=20)] = {}
    aggregates: Annotated[list[Aggregate], Meta(max_length=20)] = []
    seats: Seat | None = None
    """Places at the table; as many as the game allows where nothing is said."""


class NewTable(TableLimits, kw_only=True):
    """A table of a game, with one of its progressive wagers and paytables, and the limits that hang there."""

    table: Name
    link: Name
    game: Name
    wager: Sentence
    paytable: Sentence
    variant: Annotated[str, Meta(max_length=80)] = ""
    controls: Controls = Controls.NEXUS
    denominations_micros: Annotated[list[Stake], Meta(max_length=20)] = []


class Why(Numbered):
    """A reason in a sentence."""

    reason: Sentence


class NewPerson(Numbered):
    """Somebody who works here."""

    person: Name
    name: Sentence
    role: Role


class NewCard(Numbered):
    """A card for somebody, with the digest of its PIN as POST /api/pins gave it."""

    card: Name
    person: Name
    secret: Digest


class NewPin(Numbered):
    """Another PIN for a card, by the digest of it."""

    secret: Digest


class Unlocking(Numbered):
    """A locked card opened again, with a new PIN if there is one."""

    secret: Digest | None = None


class NewDevice(Numbered):
    """A device to be enrolled: it made its key itself, and tells us the digest of it."""

    device: Name
    kind: DeviceKind
    key_sha256: Digest
    table: Annotated[str, Meta(max_length=80)] = ""
    link: Annotated[str, Meta(max_length=80)] = ""


class Switch(Numbered):
    """A device on or off."""

    enabled: bool


class NewKey(Numbered):
    """Another key for a device."""

    key_sha256: Digest


class Approval(Numbered):
    """Two people say that this software may run."""

    digest: Digest
    document: Sentence


class After(msgspec.Struct, forbid_unknown_fields=True):
    """How much of a link is known already."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0


class Page(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a long list."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0
    limit: Annotated[int, Meta(ge=1, le=1_000)] = 100


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    """In which form a page is wanted."""

    form: Literal["html", "pdf"] = "html"


class Slice(Page, forbid_unknown_fields=True):
    """A part of the log, perhaps of one kind of event only."""

    kind: Annotated[str, Meta(max_length=80)] = ""
