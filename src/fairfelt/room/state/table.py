"""A table: its game, its progressive if it has one, where it stands in the round, and what may be pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct

from fairfelt.jackpot import Prize, Terms
from fairfelt.room.law.jurisdiction import NO_VERDICT, Jurisdiction, LawVerdict
from fairfelt.room.law.paperwork import Combination, combination
from fairfelt.room.state.limits import NO_LIMITS, PayRules, TableLimits
from fairfelt.room.state.links import HandButton
from fairfelt.rules import DOLLARS


class Phase(StrEnum):
    """The states of a round, the same for both generations of controls."""

    BETTING = "betting"
    """Sensors light up with the bets on them."""
    PLAYING = "playing"
    """The game has started: bets are locked, counted and removed; hands may be claimed."""
    CLAIMED = "claimed"
    """Hands are claimed and their prizes frozen; a person with the right card has to confirm."""
    KEYED = "keyed"
    """Legacy controls only: the supervisor's key stands at JPH."""
    LOGGED = "logged"
    """Legacy controls only: J-POT has logged the awards; the meter is adjusted when the key returns to RUN."""
    PAID = "paid"
    """Awards are confirmed and off the meter; further hands may be claimed, or the round ended."""


class Controls(StrEnum):
    """The two generations of keypads, each with the procedure of its sheets."""

    NEXUS = "nexus"
    LEGACY = "legacy"

    @property
    def meaning(self) -> str:
        """The procedure in a sentence, for the user who chooses it."""
        return _PROCEDURES[self]


_PROCEDURES = {
    Controls.NEXUS: "START GAME, player spot, hand, CONFIRM with a card, which logs the win and adjusts the meter, "
    "the same for each further winner, END GAME.",
    Controls.LEGACY: "COIN IN, hand (no spot needed), key to JPH, J-POT, which logs the win, key back to RUN, which "
    "adjusts the meter, the same for each further winner, GAME OVER.",
}


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand that was entered."""

    seat: int
    """0 where no spot was named."""
    hand: str
    folded: bool = False
    entered_by: tuple[str, ...] = ()
    """Who was signed in when it was entered, the dealer alone where there was one; nobody where no card was asked for.

    They do not confirm it alone.
    """

    @property
    def spot(self) -> tuple[int, str]:
        return self.seat, self.hand


class AwardedHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand of the round that is confirmed, and stands."""

    number: int
    """Number of its win page; 0 for a hand without the bet, which brings others envy and wins nothing itself."""
    seat: int
    """0 where no spot was named."""
    hand: str
    envy: tuple[int, ...] = ()
    """The win pages of the envy that it brought to others."""

    @property
    def pages(self) -> tuple[int, ...]:
        """The win pages that stand for the hand itself: while one of them does, the hand is confirmed."""
        return (self.number,) if self.number else self.envy

    def without(self, number: int) -> AwardedHand | None:
        """The hand after one of its win pages was backed out; None where nothing is left of it."""
        if self.number == number:
            return None
        left = tuple(page for page in self.envy if page != number)
        return AwardedHand(self.number, self.seat, self.hand, left) if self.number or left else None


class PendingConfirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """A confirmation in this room that waits for the hub's."""

    person: str
    cards: tuple[tuple[str, str], ...]
    """The cards that were presented, each with its person."""
    despite_earlier: bool = False


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """A table's square on the map of the floor, counted from the top left."""

    column: int
    row: int


class Press(StrEnum):
    """An action at a table, whatever its button is called. A bet is laid on a sensor."""

    BET = "bet"
    START = "start"
    HAND = "hand"
    KEY_ON = "key on"
    CONFIRM = "confirm"
    KEY_OFF = "key off"
    FOUL = "foul"
    VOID = "void"
    END = "end"
    REPORT = "report"
    """The bets on the game itself."""
    PAY = "pay"
    """Fixed pays of these, from the tray."""


_NEXUS_LABELS = {
    Press.BET: "bet",
    Press.START: "START GAME",
    Press.HAND: "hand",
    Press.CONFIRM: "CONFIRM",
    Press.FOUL: "FOUL HAND",
    Press.VOID: "MISDEAL",
    Press.END: "END GAME",
    Press.REPORT: "BETS",
    Press.PAY: "PAY",
}
_LEGACY_LABELS = {
    Press.START: "COIN IN",
    Press.KEY_ON: "key to JPH",
    Press.CONFIRM: "J-POT",
    Press.KEY_OFF: "key to RUN",
    Press.END: "GAME OVER",
}
LABELS: Mapping[Controls, Mapping[Press, str]] = {
    Controls.NEXUS: _NEXUS_LABELS,
    Controls.LEGACY: {**_NEXUS_LABELS, **_LEGACY_LABELS},
}

_NEXUS_LIVE = {
    Phase.BETTING: (Press.BET, Press.START),
    Phase.PLAYING: (Press.HAND, Press.FOUL, Press.VOID, Press.END),
    Phase.CLAIMED: (Press.HAND, Press.FOUL, Press.VOID, Press.CONFIRM),
    Phase.PAID: (Press.HAND, Press.FOUL, Press.VOID, Press.END),
}
_LEGACY_LIVE = {
    Phase.CLAIMED: (Press.HAND, Press.FOUL, Press.VOID, Press.KEY_ON),
    Phase.KEYED: (Press.CONFIRM, Press.KEY_OFF),
    Phase.LOGGED: (Press.KEY_OFF,),
}
_LIVE: Mapping[Controls, Mapping[Phase, tuple[Press, ...]]] = {
    Controls.NEXUS: _NEXUS_LIVE,
    Controls.LEGACY: {**_NEXUS_LIVE, **_LEGACY_LIVE},
}

_LIVE_WITHOUT_PROGRESSIVE: Mapping[Phase, tuple[Press, ...]] = {
    Phase.BETTING: (Press.REPORT,),
    Phase.PLAYING: (Press.REPORT, Press.PAY, Press.FOUL, Press.VOID, Press.END),
}
_LIVE_BESIDES: Mapping[Phase, tuple[Press, ...]] = {
    Phase.BETTING: (Press.REPORT,),
    Phase.PLAYING: (Press.REPORT, Press.PAY),
    Phase.CLAIMED: (Press.PAY,),
    Phase.PAID: (Press.PAY,),
}


class PaidBet(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet on the game itself that was paid from the tray in this round."""

    slip: int
    seat: int
    wager: str
    amount_micros: int
    win_page: int = 0
    """Number of its win page if a rule requires more than paying; 0 if the slip is enough."""


@dataclass(frozen=True, kw_only=True)
class RoundTerms:
    """What a round is played and paid under: fixed when it starts. What is changed meanwhile holds from the next on.

    Game, paytable, hand buttons and the rule on folded hands stay as well: a table is changed between rounds only.
    """

    limits: TableLimits
    """The posted limits, paytables of the game's own bets, and aggregate limits."""
    seats: int
    pay_rules: PayRules
    most_wager_micros: int | None
    """The house's largest single wager."""
    jurisdiction: Jurisdiction
    """The law and the day; awards are paid by them, also after midnight."""
    progressive: Terms | None = None
    """The terms of the jackpot: rates, policies, payable unit, the amount from which an executive confirms."""
    awaiting: Terms | None = None
    """The terms that waited for a level's 100% award."""
    dealers_sign_in: bool = False
    """Whether the house has a person sign in at the keypad."""
    fixed: bool = True
    """Whether they hold for the round; on a log that did not say it yet, changes took effect at once."""

    @property
    def choices(self) -> tuple[object, ...]:
        """The terms that people chose: all but the day."""
        law = self.jurisdiction.profile, self.jurisdiction.mode
        people = self.pay_rules, self.dealers_sign_in
        return (self.limits, self.seats, self.most_wager_micros, self.progressive, self.awaiting, *people, *law)


@dataclass(frozen=True, kw_only=True)
class EndedRound:
    """The table's last round, while the back-out of one of its awards can open it again."""

    terms: RoundTerms | None
    bets_micros: Mapping[int, int]
    fouled: tuple[int, ...]
    awarded: tuple[AwardedHand, ...]
    stakes: Mapping[int, Mapping[str, int]]
    tray_paid: tuple[PaidBet, ...]
    backed_out: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Table:
    """One table of the room."""

    game: str
    variant: str
    fingerprint: str
    seats: int
    currency: str = DOLLARS
    """The currency of bets and pays; with a progressive, its jackpot's."""
    link: str = ""
    """Through which it feeds and wins a jackpot; empty at a table without a progressive, as all of these are."""
    wager: str = ""
    paytable: str = ""
    denominations_micros: tuple[int, ...] = ()
    """Wagers that may be made; none listed means any up to the jackpot's largest."""
    folded_hands_qualify: bool = False
    controls: Controls = Controls.NEXUS
    maker: str = ""
    """Maker of its progressive equipment; empty if not set."""
    hands: tuple[HandButton, ...] = ()
    phase: Phase = Phase.BETTING
    round: int = 0
    bets_counted: int = 0
    """The number of bets its rounds ever counted; its keypad counts them too."""
    wagered_micros: int = 0
    """Their sum."""
    taken_out: str = ""
    """Why the table was taken out of service; empty when it is in service."""
    suspended: tuple[str, ...] = ()
    """Why its link, its jackpot or its game is suspended."""
    retired: str = ""
    """Why it is no longer on the floor; empty while it is."""
    place: str = ""
    """Its place, such as "pit 2, third from the door"; empty if not set."""
    spot: Spot | None = None
    """Its square on the map of the floor; None until it is placed."""
    limits: TableLimits = NO_LIMITS
    law_verdict: LawVerdict = NO_VERDICT
    lit: Mapping[int, int] = field(default_factory=dict)
    """The bet on each sensor before the game starts, in millionths."""
    sensing: str = ""
    """The table controller whose sensors read the bets; empty where they are entered by hand."""
    sensors_lost: str = ""
    """Why a controller that read the bets does not any more; empty while it does, and where there was none."""
    quarantined: Mapping[int, str] = field(default_factory=dict)
    """Seats whose sensor is not believed, and why: their bets are entered by hand."""
    bets_micros: Mapping[int, int] = field(default_factory=dict)
    """The bets that were counted; locked until the game ends."""
    terms: RoundTerms | None = None
    """What the round is played under; between rounds, what bets were checked by that are reported for the next one."""
    fouled: tuple[int, ...] = ()
    """Seats whose hands are foul in this round."""
    claims: tuple[Claim, ...] = ()
    """The hands that were entered and are not confirmed yet."""
    taken_back: tuple[Claim, ...] = ()
    """The hands that were entered in this round and taken back."""
    claim_order: int = 0
    """The number of this table's claim in the room, while it waits; earlier claims are frozen first."""
    prizes: tuple[Prize, ...] = ()
    """Prizes that claims have set aside."""
    asked: PendingConfirmation | None = None
    """The confirmation of a share of a hub's level that the hub has not confirmed yet."""
    hub_says: str = ""
    """Why the hub did not confirm it."""
    logged: tuple[Prize, ...] = ()
    """Prizes that J-POT logged before they were set aside: they come off the meter at RUN."""
    awarded: tuple[AwardedHand, ...] = ()
    """The hands of the round that are confirmed, and not backed out."""
    backed_out: tuple[int, ...] = ()
    """The awards of the round whose back-out opened it again."""
    ended: EndedRound | None = None
    """The round before, if it had an award and the next one has not begun."""
    stakes: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """The bets on the game itself that the keypad reported in this round, by seat and wager, in millionths."""
    tray_paid: tuple[PaidBet, ...] = ()
    """The part of the stakes that was paid from the tray."""

    @property
    def closed(self) -> str:
        """Why the table is out of service, by a person or by law; empty when it is not. Each ends separately."""
        retired = f"retired: {self.retired}" if self.retired else ""
        return "; ".join(filter(None, (retired, self.taken_out, *self.suspended, self.law_verdict.stop)))

    @property
    def fixed_terms(self) -> RoundTerms | None:
        """The terms of the running round; None between rounds."""
        return self.terms if self.terms and self.terms.fixed and self.phase is not Phase.BETTING else None

    @property
    def in_play(self) -> RoundTerms | Table:
        """The limits and seats in force: those of the running round, or else those of the table."""
        return self.fixed_terms or self

    @property
    def combination(self) -> Combination:
        """The combination that has to be equal, or certified, on one link."""
        qualify = self.folded_hands_qualify
        return combination(self.fingerprint, self.wager, self.paytable, folded_hands_qualify=qualify)

    @property
    def live(self) -> tuple[Press, ...]:
        if self.closed and self.phase is Phase.BETTING:
            return ()
        if self.asked:
            return ()
        if not self.link:
            return _LIVE_WITHOUT_PROGRESSIVE.get(self.phase, ())
        return _LIVE[self.controls].get(self.phase, ())

    @property
    def live_besides(self) -> tuple[Press, ...]:
        """Reports on the game itself that are possible beside the buttons of a progressive."""
        closed = self.closed and self.phase is Phase.BETTING
        return _LIVE_BESIDES.get(self.phase, ()) if self.link and not closed else ()

    @property
    def sensed(self) -> tuple[int, ...]:
        """The seats whose bets a sensor reads; at all others they are entered by hand."""
        if not self.sensing:
            return ()
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.quarantined)

    @property
    def is_pending(self) -> bool:
        """Whether claims wait for their confirmation."""
        return self.phase in (Phase.CLAIMED, Phase.KEYED)

    def hand(self, name: str) -> HandButton | None:
        """The button of that name, if the paytable has it."""
        return next((button for button in self.hands if button.hand == name), None)
