"""A jackpot: its terms, its book, and what was left over of each rate; how it is fed, shared, adjusted and ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from msgspec import structs

from fairfelt.jackpot.book import (
    HUB,
    METER,
    OVERFLOW,
    OWED,
    PAID,
    RESERVE,
    REVENUE,
    ROOMS,
    SEEDS,
    TRANSFERRED,
    WAGERS,
    Book,
    Counts,
    Move,
    Moves,
    at,
    fast_replace,
    transfer,
)
from fairfelt.jackpot.terms import PPM, FixedPays, Freeze, Level, SeveralWinners, Terms, TermsError
from fairfelt.runtime.formats import format_amount

__all__ = [
    "AdjustmentError", "Feeds", "Jackpot", "Reason", "Share", "above_limit", "adjust", "adjustment", "begin_terms",
    "bought_from_reserve", "change_terms", "check_correction", "contribute", "feeds_of", "open_jackpot",
    "open_share", "paid_in_kind", "receive_report", "record_taken", "refund_wagers", "reseed", "return_from_hub",
    "sharing_fault", "standing_seed", "transfer_in", "transfer_out",
]  # fmt: skip

Feeds = tuple[tuple[str, int], ...]
"""Accounts that a wager feeds, and their rates in parts per million."""


@dataclass(frozen=True)
class Share:
    """A room's side of a jackpot whose meters stand at a hub. Sums only grow with time, or fall for what was voided."""

    shown: Mapping[str, int]
    """The meters as the hub last reported them, by level."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """What wagers here have earned for each of the hub's accounts, ever."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """What the hub has reported to have taken of it."""
    voided_wagers: int = 0
    voided_micros: int = 0
    """Wagers that were given back, ever: what was counted falls for nothing else."""


@dataclass(frozen=True)
class Jackpot:
    """One progressive jackpot as it stands."""

    terms: Terms
    book: Book = field(default_factory=Book)
    carry_ppm: Mapping[str, int] = field(default_factory=dict)
    """What each rate has earned of its next millionth, in millionths of one, by account."""
    awaiting: Terms | None = None
    """New terms: each level's begin with its own next 100% award."""
    retired: bool = False
    counts: Counts = field(default_factory=Counts)
    recovered: Mapping[str, int] = field(default_factory=dict)
    """What the house has taken back of the seed of a level since it was last won whole."""
    won_at: Mapping[str, int] = field(default_factory=dict)
    """All that had ever been wagered when a level was last won whole."""
    corrected: Mapping[str, int] = field(default_factory=dict)
    """What corrections of a wrong display have taken off a level since then; below zero they put it there."""
    share: Share | None = None
    """This room's part, if the meters are at a hub."""
    earlier_terms: tuple[Terms, ...] = ()
    """Terms that were in force before: rooms of a hub may have counted by them."""

    def meter(self, level: str) -> int:
        """The amount shown, in millionths."""
        return self.share.shown.get(level, 0) if self.share else self.book[at(METER, level)]

    @cached_property
    def feeds(self) -> Feeds:
        return feeds_of(self.terms)

    @cached_property
    def rates_ever(self) -> Mapping[str, tuple[int, int]]:
        """The lowest and the highest rate that each account has ever been fed at."""
        found: dict[str, tuple[int, int]] = {}
        for terms in (self.terms, *self.earlier_terms):
            for account, rate_ppm in feeds_of(terms):
                low, high = found.get(account, (rate_ppm, rate_ppm))
                found[account] = min(low, rate_ppm), max(high, rate_ppm)
        return found

    @cached_property
    def limited(self) -> tuple[Level, ...]:
        return tuple(level for level in self.terms.levels if level.limit_micros is not None)

    @property
    def in_micros(self) -> int:
        """All that was ever wagered."""
        return -self.book[WAGERS]

    def with_terms(self, terms: Terms, awaiting: Terms | None) -> Jackpot:
        """The jackpot under other terms; those it had are remembered."""
        known = terms == self.terms or self.terms in self.earlier_terms
        earlier = self.earlier_terms if known else (*self.earlier_terms, self.terms)
        return replace(self, terms=terms, awaiting=awaiting, earlier_terms=earlier)

    def after(self, moves: Moves) -> Jackpot:
        return fast_replace(self, book=self.book.after(moves))


def feeds_of(terms: Terms) -> Feeds:
    """The accounts that a wager feeds under some terms, and their rates."""
    return tuple(
        (at(kind, level.name), rate_ppm)
        for level in terms.levels
        for kind, rate_ppm in ((METER, level.rate_ppm), (RESERVE, level.reserve_rate_ppm))
    )


def open_jackpot(terms: Terms) -> Jackpot:
    """A new jackpot, its levels seeded by the house."""
    seeded = (move for level in terms.levels for move in transfer(SEEDS, at(METER, level.name), level.seed_micros))
    return Jackpot(terms).after(tuple(seeded))


def contribute(jackpot: Jackpot, *wagers_micros: int) -> Jackpot:
    """The jackpot after the wagers of a round: meters and reserves rise at once, the rest is the house's.

    A rate seldom gives whole millionths. What does not fit is carried to the next wager, so that after any number
    of wagers an account has had its exact share, rounded down once; so wagers may as well be taken together.
    """
    wagered = kept = sum(wagers_micros)
    if jackpot.share:
        return _counted_for_hub(jackpot, jackpot.share, jackpot.feeds, wagered, len(wagers_micros))
    balances, carry = dict(jackpot.book.balances), dict(jackpot.carry_ppm)
    balances[WAGERS] = balances.get(WAGERS, 0) - wagered
    for account, rate_ppm in jackpot.feeds:
        earned, carry[account] = divmod(wagered * rate_ppm + carry.get(account, 0), PPM)
        balances[account] = balances.get(account, 0) + earned
        kept -= earned
    balances[REVENUE] = balances.get(REVENUE, 0) + kept
    fed = Book(balances)
    for level in jackpot.limited:
        if over := over_limit(jackpot.book, fed, level):
            fed = fed.after(over)
    counts = jackpot.counts.with_wagers(len(wagers_micros))
    return fast_replace(jackpot, book=fed, carry_ppm=carry, counts=counts)


def refund_wagers(jackpot: Jackpot, feeds: Feeds, *wagers_micros: int) -> Jackpot:
    """The jackpot as if these wagers had never been made, which were taken at these rates: to the millionth.

    Contributions are taken from where they went: from what gathered above a limit first. What is not there any more,
    because a level was won meanwhile, the house bears.
    """
    wagered = sum(wagers_micros)
    if jackpot.share:
        return _counted_for_hub(jackpot, jackpot.share, feeds, -wagered, -len(wagers_micros))
    carry, moves, borne = dict(jackpot.carry_ppm), [Move(WAGERS, wagered)], wagered
    for account, rate_ppm in feeds:
        change, carry[account] = divmod(carry.get(account, 0) - wagered * rate_ppm, PPM)
        for source in (*gathered(jackpot, account), account):
            taken = min(-change, jackpot.book[source])
            moves.append(Move(source, -taken))
            borne -= taken
            change += taken
    moves.append(Move(REVENUE, -borne))
    counts = jackpot.counts.with_wagers(-len(wagers_micros))
    return fast_replace(jackpot, book=jackpot.book.after(moves), carry_ppm=carry, counts=counts)


def _counted_for_hub(jackpot: Jackpot, share: Share, feeds: Feeds, wagered: int, wagers: int) -> Jackpot:
    """A room's jackpot after wagers for a hub's meters: what they earn is owed. Below zero, they are given back."""
    carry, counted, owed = dict(jackpot.carry_ppm), dict(share.counted), 0
    for account, rate_ppm in feeds:
        earned, carry[account] = divmod(wagered * rate_ppm + carry.get(account, 0), PPM)
        counted[account] = counted.get(account, 0) + earned
        owed += earned
    moves = (Move(WAGERS, -wagered), Move(OWED, owed), Move(REVENUE, wagered - owed))
    return fast_replace(
        jackpot,
        book=jackpot.book.after(moves),
        carry_ppm=carry,
        counts=jackpot.counts.with_wagers(wagers),
        share=replace(
            share,
            counted=counted,
            voided_wagers=share.voided_wagers - min(0, wagers),
            voided_micros=share.voided_micros - min(0, wagered),
        ),
    )


def gathered(jackpot: Jackpot, account: str) -> tuple[str, ...]:
    """The accounts that receive contributions to a meter at its limit."""
    return tuple(
        at(OVERFLOW, level.name)
        for level in jackpot.limited
        if account == at(METER, level.name) and jackpot.book[account] >= (level.limit_micros or 0)
    )


def over_limit(before: Book, fed: Book, level: Level) -> Moves:
    """What a wager lifts above the limit goes to the overflow; a meter that stood above it does not fall."""
    assert level.limit_micros is not None, "only levels with a limit are looked at"
    account = at(METER, level.name)
    over_micros = fed[account] - max(level.limit_micros, before[account])
    return transfer(account, at(OVERFLOW, level.name), max(0, over_micros))


def reseed(jackpot: Jackpot, level: Level) -> Moves:
    """What a level starts again with: the seed, the reserve, and what had gathered above the limit, up to the limit."""
    name, book = level.name, jackpot.book
    reserve, overflow = book[at(RESERVE, name)], book[at(OVERFLOW, name)]
    if level.limit_micros is not None:
        room = max(0, level.limit_micros - level.seed_micros - book[at(METER, name)])
        reserve = min(room, reserve)
        overflow = min(room - reserve, overflow)
    return (
        *transfer(SEEDS, at(METER, name), level.seed_micros),
        *transfer(at(RESERVE, name), at(METER, name), reserve),
        *transfer(at(OVERFLOW, name), at(METER, name), overflow),
    )


def change_terms(jackpot: Jackpot, terms: Terms) -> Jackpot:
    """The jackpot with new terms: rates and seeds of a level wait for its own 100% award, limits begin at once.

    A limit lies at or above the amount that stands; levels and currency of a running jackpot stay.
    """
    if [level.name for level in terms.levels] != [level.name for level in jackpot.terms.levels]:
        raise TermsError("the levels of a running jackpot stay as they are; retire it and open another")
    if terms.currency != jackpot.terms.currency:
        raise TermsError("the currency of a running jackpot stays as it is")
    for level in terms.levels:
        standing = jackpot.meter(level.name)
        if level.limit_micros is not None and level.limit_micros < standing:
            raise TermsError(f"level {level.name} stands above that limit; set it at or above what stands")
    # Levels are won in any order: whichever of them have begun, their rates fit into a wager.
    pairs = list(zip(jackpot.terms.levels, terms.levels, strict=True))
    if sum(max(level.rate_ppm + level.reserve_rate_ppm for level in pair) for pair in pairs) > PPM:
        raise TermsError(
            "each level takes its new rates with its own 100% award, and until all have done so old and new rates "
            "would come to more than the whole wager; lower some levels first, and raise the others after their awards"
        )
    limited = tuple(structs.replace(old, limit_micros=new.limit_micros) for old, new in pairs)
    now = structs.replace(terms, levels=limited)
    return jackpot.with_terms(now, terms if now != terms else None)


def begin_terms(jackpot: Jackpot, won: Collection[str], *, terms_wait: bool = False) -> Jackpot:
    """The jackpot after these levels were won whole: what waited for one of them begins, and the rest waits on.

    `terms_wait` where the terms came after the round had started: they begin with a later award.
    """
    if not won:
        return jackpot
    corrected = {level: micros for level, micros in jackpot.corrected.items() if level not in won}
    won_at = {**jackpot.won_at, **dict.fromkeys(won, jackpot.in_micros)}
    jackpot = replace(jackpot, won_at=won_at, corrected=corrected)
    if not jackpot.awaiting or terms_wait:
        return jackpot
    pairs = zip(jackpot.terms.levels, jackpot.awaiting.levels, strict=True)
    levels = tuple(new if new.name in won else old for old, new in pairs)
    terms = structs.replace(jackpot.terms, levels=levels)
    return jackpot.with_terms(terms, None if terms == jackpot.awaiting else jackpot.awaiting)


# A jackpot that rooms share: its meters stand at a hub, and every room counts what it owes them.


def sharing_fault(terms: Terms) -> str:
    """Why a jackpot with these terms cannot be shared by rooms; empty where it can."""
    if terms.freeze is not Freeze.AT_CLAIM:
        return "amounts of a jackpot that rooms share lock at the claim"
    if terms.fixed_pays is not FixedPays.TRAY:
        return "fixed pays of a jackpot that rooms share come from the tray"
    if terms.several_winners is not SeveralWinners.IN_ORDER:
        # Hands of one round come to the hub claim by claim, and what it has awarded is final.
        return "several winners of a jackpot that rooms share are paid in order"
    return ""


def open_share(terms: Terms, shown: Mapping[str, int]) -> Jackpot:
    """A room's side of a hub's jackpot, at its beginning: nothing is seeded here."""
    return Jackpot(terms, share=Share(dict(shown)))


def record_taken(jackpot: Jackpot, terms: Terms, shown: Mapping[str, int], taken: Mapping[str, int]) -> Jackpot:
    """A room's jackpot after its hub reported what its meters show, and what of the room's sums it has taken."""
    share = jackpot.share
    assert share, "only a shared jackpot has a hub"
    more = sum(taken.values()) - sum(share.taken.values())
    after = jackpot.after(transfer(OWED, HUB, more))
    share = replace(share, shown=dict(shown), taken=dict(taken))
    if terms == jackpot.terms:
        return fast_replace(after, share=share)
    return replace(after, terms=terms, share=share)


def return_from_hub(jackpot: Jackpot) -> Jackpot:
    """A room's jackpot after its hub has ended it: what the hub did not take is held here, on accounts of its own.

    What the hub took too much, of wagers that were given back since, the house bears.
    """
    share, moves = jackpot.share, list[Move]()
    assert share, "only a shared jackpot has a hub"
    for account, counted in share.counted.items():
        left = counted - share.taken.get(account, 0)
        moves += transfer(OWED, account if left > 0 else REVENUE, left)
    return replace(jackpot.after(tuple(moves)), share=None)


def receive_report(jackpot: Jackpot, changes: Mapping[str, int], wagers: int) -> Jackpot:
    """A hub's jackpot after a room handed over what its wagers earned for each account.

    Below zero it gives wagers back, as `refund_wagers` does: from what gathered above a limit first, and what is
    not there any more the house bears.
    """
    moves = list[Move]()
    for account, change in changes.items():
        left = change
        for source in (*gathered(jackpot, account), account) if change < 0 else ():
            back = min(-left, jackpot.book[source])
            moves += transfer(source, ROOMS, back)
            left += back
        moves += transfer(ROOMS, account if change > 0 else REVENUE, left)
    fed = jackpot.book.after(moves)
    for level in jackpot.limited:
        fed = fed.after(over_limit(jackpot.book, fed, level))
    return fast_replace(jackpot, book=fed, counts=jackpot.counts.with_wagers(wagers))


# Adjustments: the closed list of reasons for which money may be moved by hand, and what each may move.


class Reason(Enum):
    """Why an amount is adjusted. There are no others."""

    WON = "won"
    DISPLAY_MALFUNCTION = "display malfunction"
    OVER_LIMIT = "over limit"
    NONDISPLAYED_TO_RECEIPTS = "nondisplayed funds to receipts"
    SEED_RECOVERY = "seed recovery"


class AdjustmentError(ValueError):
    """An adjustment that is not allowed, with the sentence that says why."""


def adjustment(jackpot: Jackpot, level: str, reason: Reason, amount_micros: int) -> Moves:
    """The movement for an adjustment of a level; refuse what the reason does not allow.

    Amounts are above zero, except that a display malfunction may be corrected either way.
    """
    jackpot.terms.level(level)
    if not amount_micros or (amount_micros < 0 and reason is not Reason.DISPLAY_MALFUNCTION):
        raise AdjustmentError(f"an adjustment for {reason.value!r} moves an amount above zero")
    source, target = _ends(level, reason)
    if amount_micros > jackpot.book[source]:
        raise _holds_less(jackpot, source)
    if reason is Reason.SEED_RECOVERY and amount_micros > (seed := standing_seed(jackpot, level)):
        stands = format_amount(seed, jackpot.terms.currency)
        raise AdjustmentError(f"the rest of the meter is players' money; of the seed there stand {stands}")
    return transfer(source, target, amount_micros)


def above_limit(jackpot: Jackpot, level: str) -> int:
    """The excess of a meter over the limit of its level; 0 where it has none."""
    limit = jackpot.terms.level(level).limit_micros
    return 0 if limit is None else max(0, jackpot.meter(level) - limit)


def _holds_less(jackpot: Jackpot, account: str) -> AdjustmentError:
    kind, _, level = account.partition("/")
    return AdjustmentError(
        f"the {kind} of {level} holds less than that: {format_amount(jackpot.book[account], jackpot.terms.currency)}"
    )


def standing_seed(jackpot: Jackpot, level: str) -> int:
    """What is left of the house's own money on a level since it was last won whole."""
    put_in = jackpot.terms.level(level).seed_micros - jackpot.recovered.get(level, 0)
    return max(0, min(put_in, jackpot.meter(level)))


def check_correction(jackpot: Jackpot, level: str, amount_micros: int) -> None:
    """Refuse to correct a wrong display by more than recorded wagers brought since the level was last won whole."""
    wagered = jackpot.in_micros - jackpot.won_at.get(level, 0)
    brought = wagered * jackpot.terms.level(level).rate_ppm // PPM
    if abs(jackpot.corrected.get(level, 0) + amount_micros) > brought:
        most = format_amount(brought, jackpot.terms.currency)
        raise AdjustmentError(
            f"corrections of {level} come to {most} at most, which recorded wagers brought since it was last won whole"
        )


def adjust(jackpot: Jackpot, level: str, reason: Reason, amount_micros: int) -> Jackpot:
    after = jackpot.after(adjustment(jackpot, level, reason, amount_micros))
    if reason is Reason.DISPLAY_MALFUNCTION:
        corrected = jackpot.corrected.get(level, 0) + amount_micros
        return replace(after, corrected={**jackpot.corrected, level: corrected})
    if reason is not Reason.SEED_RECOVERY:
        return after
    recovered = jackpot.recovered.get(level, 0) + amount_micros
    return replace(after, recovered={**jackpot.recovered, level: recovered})


def _ends(level: str, reason: Reason) -> tuple[str, str]:
    """The accounts from which and to which an adjustment moves money."""
    meter = at(METER, level)
    return {
        Reason.WON: (meter, PAID),
        Reason.DISPLAY_MALFUNCTION: (meter, REVENUE),
        Reason.OVER_LIMIT: (meter, at(OVERFLOW, level)),
        Reason.NONDISPLAYED_TO_RECEIPTS: (at(RESERVE, level), REVENUE),
        Reason.SEED_RECOVERY: (meter, SEEDS),
    }[reason]


def bought_from_reserve(jackpot: Jackpot, level: str, amount_micros: int) -> Jackpot:
    """The jackpot after something was bought for the players with money that is not shown; below zero it came back."""
    reserve = at(RESERVE, jackpot.terms.level(level).name)
    if amount_micros > jackpot.book[reserve]:
        raise _holds_less(jackpot, reserve)
    return jackpot.after(transfer(reserve, PAID, amount_micros))


def paid_in_kind(jackpot: Jackpot, amount_micros: int) -> Jackpot:
    """The jackpot after a fixed pay was given in kind: the tray keeps what was booked as paid from it."""
    return jackpot.after(transfer(PAID, REVENUE, amount_micros))


def transfer_out(jackpot: Jackpot) -> tuple[int, Moves]:
    """All money held for players leaves a jackpot that ends: the amount, and the movement in its book."""
    moves: Moves = ()
    for level in jackpot.terms.levels:
        for kind in (METER, RESERVE, OVERFLOW):
            moves += transfer(at(kind, level.name), TRANSFERRED, jackpot.book[at(kind, level.name)])
    return sum(move.amount_micros for move in moves if move.account == TRANSFERRED), moves


def transfer_in(heir: Jackpot, level: str, amount_micros: int) -> Moves:
    """Put the transferred money on the meter of another jackpot, and above its limit into the overflow."""
    limit, meter = heir.terms.level(level).limit_micros, at(METER, level)
    shown = amount_micros if limit is None else min(amount_micros, max(0, limit - heir.book[meter]))
    return (
        *transfer(TRANSFERRED, meter, shown),
        *transfer(TRANSFERRED, at(OVERFLOW, level), amount_micros - shown),
    )
