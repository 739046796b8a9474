"""Claims of a round, prizes, awards, envy and win pages; pays from the tray, counts at tables, and duties by law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any, Self

from msgspec import Struct, structs

from fairfelt.jackpot import Prize, Win
from fairfelt.jackpot.book import METER, SEEDS
from fairfelt.law import AggregateLimit, HouseJackpot, Merchandise, PaymentTerms, Step, paid_under
from fairfelt.room.state.people import ADJUSTS, Role
from fairfelt.room.state.table import Claim, Table
from fairfelt.runtime.formats import shared_fields
from fairfelt.table.settlement import envy_due


class PrizeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize set aside or paid."""

    seat: int
    hand: str
    level: str
    share: str
    """A fraction in writing."""
    amount_micros: int
    meter_before_micros: int
    meter_after_micros: int
    reseed_micros: int
    from_reserve_micros: int
    cut_micros: int = 0
    """The cut by an aggregate limit."""
    instead_of: int = 0
    """The win page that was backed out, and in whose place it is paid; 0 for none."""

    @classmethod
    def of(cls, prize: Prize, **more: Any) -> Self:
        """A prize in plain numbers."""
        won = {**shared_fields(prize.win, PrizeRow), "share": str(prize.win.share)}
        return cls(**shared_fields(prize, PrizeRow), **won, from_reserve_micros=prize.from_reserve_micros, **more)


class AwardRow(PrizeRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize that was confirmed."""

    number: int
    """Number of its win page."""
    wager_micros: int
    """0 on an old log, for a hand without the bet: it won nothing, and had the page of the envy it brought."""
    folded: bool = False

    @property
    def what(self) -> str:
        """Whose award it is and for what."""
        return f"{seat_words(self.seat)}, {self.hand}"


AWARDS_KEPT = 1_000
"""Fixed pays that can be backed out, newest first; awards of a level always can."""


@dataclass(frozen=True)
class GivenAward:
    """A confirmed award as its back-out needs it."""

    jackpot: str
    table: str
    hand: str
    prize: Prize | None
    """None for envy, and on an old log for a hand without a bet."""
    envy_micros: tuple[int, ...] = ()
    """The envy it brought to others that still stands; of an award that is envy itself, its amount."""
    adjusted: bool = True
    """Whether it is off the meter; on legacy controls that is so when the key returns to RUN."""
    voided: bool = False
    reopened: bool = False
    """Whether its back-out opened its round again: then the right hand is entered at the table, and not by hand."""
    keeps_place: bool = False
    """Whether the hand that is entered in its place then is paid as it would have been there; not so on older logs."""
    by_hand_micros: int = 0
    """The sum that adjustments took off the meter for it after it was voided."""
    recovered_micros: int = 0
    """The part recovered of the seed with which the level started again after it."""
    in_kind: int = 0
    """The number of the merchandise that was given for it; 0 where it was paid."""
    envy_pages: tuple[int, ...] = ()
    """The awards that `envy_micros` are, in the same order; none on an old log, where envy had no number."""
    envy_for: int | None = None
    """For envy: the award of the hand that brought it, or 0 if that hand was without the bet."""
    seat: int = 0
    """The seat of the award; 0 where legacy controls were not given a spot."""
    round: int = 0
    """The round of its table."""

    @property
    def amount_micros(self) -> int:
        """The winner's pay for the hand itself."""
        return self.prize.amount_micros if self.prize else 0

    @property
    def paid_micros(self) -> int:
        """The receiver's pay, for a hand or as envy."""
        return self.amount_micros if self.envy_for is None else sum(self.envy_micros)

    @property
    def left_micros(self) -> int:
        """The most that an adjustment may still take off the meter for it; 0 unless it was voided."""
        if not (self.voided and self.prize) or self.reopened:
            return 0
        taken = -sum(move.amount_micros for move in self.prize.moves if move.account.startswith(METER))
        return taken - self.by_hand_micros

    def seeded(self, jackpot: str, level: str) -> bool:
        """Whether the house put a seed on a level after it."""
        if not self.prize or (self.jackpot, self.prize.win.level) != (jackpot, level):
            return False
        return any(move.account == SEEDS for move in self.prize.reseeded)

    def without_envy(self, number: int) -> GivenAward:
        """The award after one award of its envy was backed out."""
        left = [pair for pair in zip(self.envy_pages, self.envy_micros, strict=True) if pair[0] != number]
        pages, micros = tuple(page for page, _ in left), tuple(micros for _, micros in left)
        return replace(self, envy_pages=pages, envy_micros=micros)

    def is_kept(self, number: int, last: int) -> bool:
        """Whether the floor still holds it when `last` awards were given."""
        return number > last - AWARDS_KEPT or bool(self.prize and self.prize.win.level)


class EnvyRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What another bettor gets for a player's hand: an award of its receiver."""

    seat: int
    """The receiver's; 0 where legacy controls were not given a spot."""
    for_seat: int
    """The seat that made the hand; 0 if unknown."""
    hand: str
    amount_micros: int
    number: int = 0
    """Number of its win page; 0 on an old log, and for a pay from the tray whose slip is enough."""
    wager_micros: int = 0
    """The receiver's own; 0 on an old log."""

    @property
    def what(self) -> str:
        """Whose award it is and for what."""
        return f"{seat_words(self.seat)}, {envy_words(self.for_seat, self.hand)}"


def seat_words(seat: int) -> str:
    """A seat, or that legacy controls were not given one."""
    return f"seat {seat}" if seat else "seat not entered"


def envy_words(for_seat: int, hand: str) -> str:
    """The reason for envy, in words."""
    return f"envy for seat {for_seat}'s {hand}" if for_seat else f"envy for {hand}"


@dataclass(frozen=True, kw_only=True)
class Void:
    """The back-out of an award, or of the slip that paid it."""

    at_micros: int
    by: tuple[str, ...]
    why: str
    document: str


@dataclass(frozen=True, kw_only=True)
class WinPage:
    """One confirmed award, or one pay from the tray for which a rule asks for more than paying."""

    number: int
    location: str
    table: str
    game: str
    variant: str
    paytable: str
    fingerprint: str
    round: int
    seat: int
    wager_micros: int
    """0 for a prize of the house, and on an old log for a hand without the bet, which only brought envy to others."""
    folded: bool = False
    hand: str
    level: str = ""
    share: str = "0"
    meter_before_micros: int = 0
    amount_micros: int
    meter_after_micros: int = 0
    reseed_micros: int = 0
    from_reserve_micros: int = 0
    sharing: int = 1
    """The number of awards confirmed together."""
    policy: str = ""
    currency: str
    confirmed_by: str
    role: str
    cut_micros: int = 0
    """The cut of the paytable's amount by an aggregate limit."""
    instead_of: int = 0
    """The win page that was backed out, and in whose place it is paid; 0 for none."""
    bet: str = ""
    """The bet on the game itself that was paid from the tray; empty for a progressive award."""
    slip: int = 0
    """The slip of such a pay; 0 for a progressive award."""
    envy_for_seat: int | None = None
    """The seat whose hand it is envy for, 0 if no spot was entered; None for every other award."""
    house_jackpot: str = ""
    """The prize of the house that it is; empty for all others."""
    claimed_at_micros: int | None = None
    """When the hand was claimed, to stay so until it was confirmed; by the log as well."""
    confirmed_at_micros: int | None = None
    """The time of its event in the log; the floor itself knows no time."""
    void: Void | None = None
    """The back-out; None while it stands."""
    copy: int = 0
    """Number of this print of the page; 0 for none."""

    @property
    def won(self) -> str:
        """The win in words: the hand, or whose hand it is envy for."""
        if self.envy_for_seat is None:
            return f"{self.hand}, folded" if self.folded else self.hand
        return envy_words(self.envy_for_seat, self.hand)

    @property
    def source(self) -> str:
        """Its source: a level, a bet on the game itself, a prize of the house, envy, or a fixed pay."""
        if self.house_jackpot:
            return f"house jackpot {self.house_jackpot}"
        if self.envy_for_seat is not None:
            return f"{self.bet}, envy" if self.bet else "envy"
        return self.bet or self.level or ("fixed pay" if self.wager_micros else "envy only")


DAYS_KEPT = 31
"""Days whose counts can be corrected; older ones are read from the log."""
COUNTS = frozenset({Role.SUPERVISOR, *ADJUSTS})
"""Two of them stand behind every count; the dealer signs the slip that it names."""


class CountKind(StrEnum):
    """What was counted. The bank is counted at the begin and at the end; the rest happens in between."""

    OPENING = "opening"
    FILL = "fill"
    CREDIT = "credit"
    DROP = "drop"
    CLOSING = "closing"

    @property
    def once(self) -> bool:
        """Whether a table has one of them on a day."""
        return self in (CountKind.OPENING, CountKind.CLOSING)


@dataclass(frozen=True)
class TableCount:
    """One count as it stands, corrections included."""

    table: str
    day: date
    counted: CountKind
    amount_micros: int


SLIPS_KEPT = 500
"""Pays from the tray that can be voided; older ones are read from the log."""


class TrayPay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bet on the game itself, paid by its paytable."""

    seat: int
    wager: str
    paytable: str
    hand: str
    wager_micros: int
    """0 for a hand without the bet: it pays envy to others."""
    amount_micros: int
    cut_micros: int = 0
    """The cut by an aggregate limit."""
    wager_returned: bool = False
    """Whether the wager goes back beside the amount, as it does at odds "to 1"."""
    win_page: int = 0
    """Number of its win page if a rule requires more than paying; 0 if the slip is enough."""

    @property
    def what(self) -> str:
        """Whose pay it is and for what."""
        return f"seat {self.seat}, {self.wager}, {self.hand}"


@dataclass(frozen=True)
class TraySlip:
    """Pays of one round from the tray, as they stand."""

    table: str
    amount_micros: int
    """All of them, envy included."""
    pays: tuple[TrayPay, ...] = ()
    envy: tuple[EnvyRow, ...] = ()
    voided: bool = False

    @property
    def win_pages(self) -> tuple[int, ...]:
        """Win pages of pays and envy for which a rule requires more than paying."""
        numbers = (*(pay.win_page for pay in self.pays), *(row.number for row in self.envy))
        return tuple(number for number in numbers if number)


# Which hand was entered for which seat, what it wins, and whom else it pays.


NO_SPOT = 0
"""The seat of a hand that was entered on legacy controls without a spot."""


def toggle(claims: Sequence[Claim], pressed: Claim) -> tuple[Claim, ...]:
    """The claims after a hand button was pressed: it enters a hand, changes a seat's hand, or takes it back."""
    if any(claim.spot == pressed.spot for claim in claims):
        return tuple(claim for claim in claims if claim.spot != pressed.spot)
    others = [claim for claim in claims if pressed.seat == NO_SPOT or claim.seat != pressed.seat]
    return tuple(sorted((*others, pressed), key=lambda claim: claim.spot))


def wager_micros(table: Table, seat: int) -> int:
    """The bet at a seat, 0 without one; where no spot was named all bets are equal."""
    if seat == NO_SPOT:
        return next(iter(table.bets_micros.values()), 0)
    return table.bets_micros.get(seat, 0)


def wins_of(table: Table) -> list[Win]:
    """The wins of the claimed hands within the aggregate limit; a hand without a bet wins nothing itself."""
    buttons = {button.hand: button for button in table.hands}
    bets = ((claim, wager_micros(table, claim.seat)) for claim in table.claims)
    wins = [buttons[claim.hand].win(claim.seat, bet) for claim, bet in bets if bet]
    # Only fixed pays are under the limit that is posted for the bet: shares of a meter and envy are other prizes.
    limit, fixed = aggregate_limit(table), [win for win in wins if not win.level]
    if limit is None or not fixed:
        return wins
    paid = paid_under(limit, [win.fixed_micros for win in fixed])
    cut = {
        win: replace(win, fixed_micros=to, cut_micros=win.fixed_micros - to)
        for win, to in zip(fixed, paid, strict=True)
    }
    return [cut.get(win, win) for win in wins]


def aggregate_limit(table: Table) -> AggregateLimit | None:
    """The limit that is posted for the fixed pays of the progressive bet; none where there is none."""
    limits = table.in_play.limits.aggregates
    return next((each for each in limits if table.wager.lower() in map(str.lower, each.wagers)), None)


def envy_of(table: Table) -> tuple[EnvyRow, ...]:
    """Every other bettor at the table is paid for every envy hand. Where no spot was named, all but one are."""
    buttons, rows = {button.hand: button.envy for button in table.hands}, list[EnvyRow]()
    bets = dict(sorted(table.bets_micros.items()))
    for claim in table.claims:
        line = buttons[claim.hand]
        if claim.seat == NO_SPOT:
            each = line.due_micros(wager_micros(table, NO_SPOT))
            rows += [_row(table, NO_SPOT, claim, each)] * (len(bets) - 1) if each else []
        else:
            rows += [_row(table, due.seat, claim, due.amount_micros) for due in envy_due({claim.seat: line}, bets)]
    return tuple(rows)


def brought_micros(envy: Iterable[EnvyRow]) -> Iterable[int]:
    """The envy of each hand, all receivers together: one decision, whether $125,000 or 5 x $25,000."""
    brought = Counter[tuple[int, str]]()
    for row in envy:
        brought[row.for_seat, row.hand] += row.amount_micros
    return brought.values()


def fixed_pays_micros(table: Table) -> tuple[int, ...] | None:
    """The amounts of all claims and of their envy; None where a claim is for a share of a level."""
    bets = [(table.hand(claim.hand), wager_micros(table, claim.seat)) for claim in table.claims]
    if any(button is None or (button.level and bet) for button, bet in bets):
        return None
    return *(win.fixed_micros for win in wins_of(table)), *brought_micros(envy_of(table))


def _row(table: Table, seat: int, claim: Claim, amount_micros: int) -> EnvyRow:
    return EnvyRow(
        seat=seat,
        for_seat=claim.seat,
        hand=claim.hand,
        amount_micros=amount_micros,
        wager_micros=wager_micros(table, seat),
    )


def drawn_levels(table: Table, claims: Sequence[Claim]) -> set[str]:
    """The levels that claimed hands win."""
    hands = (table.hand(claim.hand) for claim in claims if wager_micros(table, claim.seat))
    return {button.level for button in hands if button and button.level}


# Duties by law: payments in steps, reports of equipment that failed, posted prizes.
#
# The floor knows no time. Moments are those of the events in the log; hours stand here as the rules gave them that day.


@dataclass(frozen=True)
class StepDone:
    """A step that was done."""

    step: str
    by: str
    note: str


class Payment(PaymentTerms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The payment of one award: what is to be done in which order, and what was."""

    currency: str
    done: tuple[StepDone, ...] = ()

    @classmethod
    def begun(cls, terms: Iterable[PaymentTerms], currency: str) -> dict[int, Payment]:
        """Payments before their first step, by the number of their win page."""
        return {each.number: cls(**structs.asdict(each), currency=currency) for each in terms}

    @property
    def next(self) -> Step | None:
        """The step whose turn it is; None when the award is paid and filed."""
        return self.steps[len(self.done)] if len(self.done) < len(self.steps) else None

    def renewed(self, steps: tuple[Step, ...]) -> PaymentTerms:
        return PaymentTerms(**shared_fields(self, PaymentTerms) | {"steps": steps})


@dataclass(frozen=True, kw_only=True)
class Malfunction:
    """Equipment that failed, and whether the regulator was notified."""

    equipment: str
    what: str
    within_hours: int | None
    """Hours within which the rule of that day requires the notice; None if no rule does."""
    cited: str
    document: str = ""
    """The notice; empty until it went out."""
    jackpot: str = ""
    """The jackpot whose meter was wrong, if one was."""
    level: str = ""
    off_by_micros: int = 0
    """The error of the meter; negative if it stood too low."""
    corrected_micros: int = 0
    """The sum that adjustments took off for it; negative if they added."""

    @property
    def left_micros(self) -> int:
        """The error that is not corrected yet."""
        return self.off_by_micros - self.corrected_micros


@dataclass(frozen=True)
class PostedPrize:
    """A house jackpot at a table: the house's own money, in no book of players'."""

    table: str
    jackpot: HouseJackpot
    paid: int = 0
    """The number of players who got it."""
    last_seats: tuple[int, ...] = ()
    """The seats that got it last, while that can be voided."""
    last_pages: tuple[int, ...] = ()
    """The win pages of these seats, if any."""
    play: str = ""
    """What it was paid for last: the round of its table, or the document where the table begins no rounds."""
    play_seats: tuple[int, ...] = ()
    """The seats that got it for that, in one pay or several."""

    def paid_for(self, play: str) -> tuple[int, ...]:
        """The seats that got it for a round, or by a document, until now."""
        return self.play_seats if play == self.play else ()


@dataclass(frozen=True, kw_only=True)
class OfferedMerchandise:
    """A prize in kind that stands for a fixed pay; bought from the reserve of a level."""

    jackpot: str
    level: str
    hand: str
    prize: Merchandise
    win_page: int = 0
    """The award that it was given for; 0 while it waits for its winner."""
    withdrawn: str = ""
    """Why it is offered no more; empty while it is."""

    @property
    def is_offered(self) -> bool:
        """Whether it can still be won."""
        return not (self.win_page or self.withdrawn)

    @property
    def state(self) -> str:
        if self.win_page:
            return f"given for win page {self.win_page}"
        return f"withdrawn: {self.withdrawn}" if self.withdrawn else "offered"
