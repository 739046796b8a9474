"""Awards of the winners of one round, in the order and by the policy of the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from fairfelt.jackpot.book import (
    HUB,
    METER,
    NO_MOVES,
    OVERFLOW,
    PAID,
    PENDING,
    PROMISED,
    RESERVE,
    REVENUE,
    SEEDS,
    Move,
    Moves,
    at,
    reverse,
    transfer,
)
from fairfelt.jackpot.jackpot import Jackpot, begin_terms, reseed

from .terms import FixedPays, SeveralWinners

__all__ = [
    "LevelWon", "Prize", "Win", "back_out_award", "freeze_at_hub", "levels_won", "pay_envy",
    "pay_prizes", "release_prizes", "set_aside", "set_aside_later",
]  # fmt: skip


@dataclass(frozen=True)
class Win:
    """A hand that wins: a share of a level, or a fixed amount."""

    seat: int
    hand: str
    level: str = ""
    share: Fraction = Fraction(0)
    fixed_micros: int = 0
    cut_micros: int = 0
    """What an aggregate limit takes off a fixed amount; it is not in the amount any more."""


@dataclass(frozen=True)
class Prize:
    """The amount of a win, and the movements that set it aside."""

    win: Win
    amount_micros: int
    meter_before_micros: int
    meter_after_micros: int
    reseed_micros: int
    """What the level started again with, after a 100% award."""
    moves: Moves
    reseeded: Moves = ()
    instead_of: int = 0
    """The award that was backed out, and whose place in the round this one takes; 0 for none."""

    @property
    def from_reserve_micros(self) -> int:
        """How much of the new start came from the reserve."""
        return -sum(move.amount_micros for move in self.reseeded if move.account == at(RESERVE, self.win.level))


@dataclass(frozen=True)
class LevelWon:
    """A level that was won before in the same round, by hands that are confirmed and paid."""

    stood_micros: int
    """What it showed before the first of them."""
    taken_micros: int = 0
    """What they took off the meter."""
    whole: bool = False
    """Whether one of them won all of it: then it has started again."""

    def with_prize(self, prize: Prize) -> LevelWon:
        meter = at(METER, prize.win.level)
        taken = self.taken_micros - sum(move.amount_micros for move in prize.moves if move.account == meter)
        return LevelWon(self.stood_micros, taken, self.whole or prize.win.share == 1)

    @property
    def left_micros(self) -> int:
        """What is left on the meter of what it showed."""
        return 0 if self.whole else max(0, self.stood_micros - self.taken_micros)


WonBefore = Mapping[str, LevelWon]
NOT_WON: WonBefore = {}
Vacant = Mapping[str, Sequence[tuple[int, int]]]
"""By level: awards of the round that were backed out, and what the meter showed before each, in their order."""
NONE_VACANT: Vacant = {}


def levels_won(prizes: Iterable[Prize]) -> dict[str, LevelWon]:
    """The levels that these prizes of one round were shares of, in the order of their confirmation."""
    won: dict[str, LevelWon] = {}
    for prize in prizes:
        if level := prize.win.level:
            won[level] = won.get(level, LevelWon(prize.meter_before_micros)).with_prize(prize)
    return won


def set_aside(
    jackpot: Jackpot, wins: Sequence[Win], before: WonBefore = NOT_WON, vacant: Vacant = NONE_VACANT
) -> tuple[Jackpot, tuple[Prize, ...]]:
    """Freeze prizes of one round, after those that were won `before` in it and are paid.

    No hand gets more than if it had won alone, whatever the policy, and what was paid before stays as it was. A hand
    that takes the place of an award that was backed out gets what it would have got there.
    """
    # The player farthest on the dealer's right first, then counter-clockwise: from the highest seat down.
    ordered = sorted(wins, key=lambda win: (-win.seat, win.level, win.hand))
    stood = {
        win.level: before[win.level].stood_micros if win.level in before else jackpot.meter(win.level)
        for win in wins
        if win.level
    }
    if jackpot.terms.several_winners is SeveralWinners.IN_ORDER:
        return _one_by_one(jackpot, stood, ordered, vacant)
    jackpot, prizes = _one_by_one(jackpot, stood, [win for win in ordered if not win.level])
    by_level = sorted((win for win in ordered if win.level), key=lambda win: win.level)
    for level, group in groupby(by_level, key=lambda win: win.level):
        jackpot, found = _together(jackpot, stood[level], list(group), before.get(level), vacant.get(level, ()))
        prizes += found
    return jackpot, prizes


def _one_by_one(
    jackpot: Jackpot, stood: Mapping[str, int], wins: Sequence[Win], vacant: Vacant = NONE_VACANT
) -> tuple[Jackpot, tuple[Prize, ...]]:
    """Each on what the one before leaves; a level that was won whole starts again before the next.

    It may start with more than stood there: a hand takes its share of what stood, and the rest stays on the meter.
    """
    prizes, places = [], {level: iter(found) for level, found in vacant.items()}
    for win in wins:
        if win.level:
            there = jackpot.meter(win.level)
            instead_of, before = next(places.get(win.level, iter(())), (0, there))
            exact = (before if instead_of else min(before, stood[win.level])) * win.share
            jackpot, prize = _take(jackpot, win, exact, before, empties=win.share == 1, instead_of=instead_of)
        else:  # a fixed pay comes from the tray, or from the first meter as far as it goes
            name = jackpot.terms.levels[0].name
            before = jackpot.meter(name)
            from_meter = min(before, win.fixed_micros) if jackpot.terms.fixed_pays is FixedPays.METER else 0
            jackpot, moves = _pending(jackpot, name, win.fixed_micros, from_meter)
            prize = Prize(win, win.fixed_micros, before, jackpot.meter(name), 0, moves)
        prizes.append(prize)
    return jackpot, tuple(prizes)


def _take(
    jackpot: Jackpot,
    win: Win,
    exact: Fraction,
    before: int,
    *,
    empties: bool,
    left_micros: int | None = None,
    instead_of: int = 0,
) -> tuple[Jackpot, Prize]:
    """Set a prize aside, in whole payable units with the help of the house; reseed a level that was won whole.

    Of the meter it takes what is there, or no more than what is left of what it showed when the round was won.
    In the place of an award that was backed out the meter may hold too little: the back-out took its new start back,
    of which later awards were paid. That comes with the new start again.
    """
    amount, there = _payable(exact, jackpot.terms.payable_micros), jackpot.meter(win.level)
    most = amount if left_micros is None else min(amount, left_micros)
    off_meter = min(most, there)
    jackpot, moves = _pending(jackpot, win.level, off_meter, off_meter)
    again = reseed(jackpot, (jackpot.awaiting or jackpot.terms).level(win.level)) if empties else ()
    jackpot = jackpot.after(again)
    late = min(most - off_meter, jackpot.meter(win.level)) if instead_of else 0
    jackpot, rest = _pending(jackpot, win.level, amount - off_meter, late)
    started = sum(move.amount_micros for move in again if move.account == at(METER, win.level))
    left = jackpot.meter(win.level)
    return jackpot, Prize(win, amount, before, left, started, moves + rest, again, instead_of)


def _pending(jackpot: Jackpot, level: str, amount_micros: int, from_meter_micros: int) -> tuple[Jackpot, Moves]:
    """Freeze an amount, `from_meter_micros` of it from the meter and the rest from the house."""
    moves = (
        *transfer(at(METER, level), at(PENDING, level), from_meter_micros),
        *transfer(REVENUE, at(PROMISED, level), amount_micros - from_meter_micros),
    )
    return jackpot.after(moves), moves


def _together(
    jackpot: Jackpot,
    stood_micros: int,
    wins: Sequence[Win],
    won: LevelWon | None,
    vacant: Sequence[tuple[int, int]] = (),
) -> tuple[Jackpot, tuple[Prize, ...]]:
    """Prizes of simultaneous winners of one level: an equal split, or each in full with the house's help."""
    before = jackpot.meter(wins[0].level)
    if jackpot.terms.several_winners is SeveralWinners.EQUAL_SPLIT:
        due = _split(stood_micros if vacant else min(before, stood_micros), [win.share for win in wins])
    else:
        due = [stood_micros * win.share for win in wins]
    whole = any(win.share == 1 for win in wins) and not (won and won.whole)
    prizes, places = list[Prize](), iter(vacant)
    for behind, win, exact in zip(reversed(range(len(wins))), wins, due, strict=True):
        left = won.left_micros if won else None
        instead_of, showed = next(places, (0, before))
        empties = whole and not behind
        jackpot, prize = _take(jackpot, win, exact, showed, empties=empties, left_micros=left, instead_of=instead_of)
        won = won and won.with_prize(prize)
        prizes.append(prize)
    return jackpot, tuple(prizes)


def _split(meter_micros: int, shares: Sequence[Fraction]) -> list[Fraction]:
    """The greatest share divided equally; a hand with a smaller share gets its own, and the others what that leaves."""
    left, due = meter_micros * max(shares), [Fraction(0)] * len(shares)
    smallest_first = sorted(range(len(shares)), key=lambda at: shares[at])
    for done, place in enumerate(smallest_first):
        due[place] = min(meter_micros * shares[place], left / (len(shares) - done))
        left -= due[place]
    return due


def pay_prizes(jackpot: Jackpot, prizes: Sequence[Prize], *, begins: bool = True) -> Jackpot:
    """The jackpot after its awards were confirmed: the frozen amounts are paid.

    What waited for a level to be won whole begins with it, unless it came after the round had begun.
    """
    counts, moves = jackpot.counts, NO_MOVES
    for prize in prizes:
        counts = counts.with_award(prize.win.level, prize.amount_micros)
        for move in prize.moves:
            if move.account.startswith((PENDING, PROMISED)):
                moves += transfer(move.account, PAID, move.amount_micros)
    won = {prize.win.level for prize in prizes if prize.win.share == 1}
    paid = replace(jackpot.after(moves), counts=counts)
    paid = begin_terms(paid, won, terms_wait=not begins)
    recovered = {level: amount for level, amount in jackpot.recovered.items() if level not in won}
    if not (begins or jackpot.share):
        # The level has started again with the seed of the round's own terms, which may be less than today's.
        for prize in (prize for prize in prizes if prize.win.level in won):
            seed = -sum(move.amount_micros for move in prize.reseeded if move.account == SEEDS)
            if (lacking := paid.terms.level(prize.win.level).seed_micros - seed) > 0:
                recovered[prize.win.level] = lacking
    return replace(paid, recovered=recovered)


def pay_envy(jackpot: Jackpot, amounts_micros: Sequence[int]) -> Jackpot:
    """The jackpot after other bettors were paid for hands of the round: from the house, never from a meter."""
    counts = jackpot.counts
    for amount_micros in amounts_micros:
        counts = counts.with_envy(amount_micros)
    return replace(jackpot.after(transfer(REVENUE, PAID, sum(amounts_micros))), counts=counts)


def set_aside_later(jackpot: Jackpot, prizes: Sequence[Prize]) -> tuple[Jackpot, tuple[Prize, ...]]:
    """Set aside prizes whose amounts were fixed before: what a meter no longer holds of them the house adds."""
    found = []
    for prize in prizes:
        level = prize.win.level or jackpot.terms.levels[0].name
        off_meter = -sum(move.amount_micros for move in prize.moves if move.account == at(METER, level))
        there = min(off_meter, jackpot.meter(level))
        jackpot, moves = _pending(jackpot, level, there, there)
        again = NO_MOVES
        for source, amount in ((move.account, -move.amount_micros) for move in prize.reseeded):
            if amount > 0:
                held = amount if source == SEEDS else min(amount, jackpot.book[source])
                again += transfer(source, at(METER, level), held)
        jackpot = jackpot.after(again)
        late = min(off_meter - there, jackpot.meter(level)) if prize.instead_of else 0
        jackpot, rest = _pending(jackpot, level, prize.amount_micros - there, late)
        found.append(replace(prize, moves=moves + rest, reseeded=again))
    return jackpot, tuple(found)


def release_prizes(jackpot: Jackpot, prizes: Sequence[Prize]) -> Jackpot:
    """Undo claims that were cancelled: frozen amounts go back, and what levels were reseeded with is taken back.

    Other tables may have won or fed the reseeded meter meanwhile. Seed and reserve are taken back as far as
    the meter then holds them, last prize first.
    """
    for prize in reversed(prizes):
        jackpot = jackpot.after(reverse(prize.moves))
        jackpot = jackpot.after(_reverse_held(jackpot, prize))
    return jackpot


def _reverse_held(jackpot: Jackpot, prize: Prize, recovered_micros: int = 0) -> Moves:
    """Back to where the reseed came from, as far as the meter holds it and the seed was not recovered before."""
    level = at(METER, prize.win.level)
    left = jackpot.book[level]
    moves: Moves = ()
    for move in prize.reseeded:
        if move.account != level:
            amount = min(left, -move.amount_micros - (recovered_micros if move.account == SEEDS else 0))
            moves += transfer(level, move.account, amount)
            left -= amount
    return moves


def _payable(exact: Fraction, unit_micros: int) -> int:
    """The least whole number of payable units that is not less."""
    return -(-exact.numerator // (exact.denominator * unit_micros)) * unit_micros


def back_out_award(
    jackpot: Jackpot, prize: Prize | None, envy_micros: Sequence[int] = (), recovered_micros: int = 0
) -> Jackpot:
    """The jackpot after an award was voided: all of it goes back to where it came from, and so does its envy.

    What the level started again with is taken back as far as the meter holds it, but for what the house recovered of
    it before; what then stands above a limit goes to the overflow. The counting meters count it no more.
    """
    counts = jackpot.counts
    for amount_micros in envy_micros:
        counts = counts.with_envy(amount_micros, -1)
    jackpot = jackpot.after(transfer(PAID, REVENUE, sum(envy_micros)))
    if prize:
        counts = counts.with_award(prize.win.level, prize.amount_micros, -1)
        sources = reverse(move for move in prize.moves if move.amount_micros < 0)
        jackpot = jackpot.after((Move(PAID, -prize.amount_micros), *sources))
        jackpot = jackpot.after(_reverse_held(jackpot, prize, recovered_micros))
        # What came back beyond the limit of its level; a fixed pay came off the first one, if off any.
        level = jackpot.terms.level(prize.win.level) if prize.win.level else jackpot.terms.levels[0]
        meter, limit_micros = at(METER, level.name), level.limit_micros
        if limit_micros is not None:
            came = -sum(move.amount_micros for move in prize.moves if move.account == meter)
            over = max(0, min(came, jackpot.meter(level.name) - limit_micros))
            jackpot = jackpot.after(transfer(meter, at(OVERFLOW, level.name), over))
        if prize.win.share == 1:
            # the source of the meter's money is unknown once it restarted: none of it is taken back before it is won
            seed = jackpot.terms.level(prize.win.level).seed_micros
            jackpot = replace(jackpot, recovered={**jackpot.recovered, prize.win.level: seed})
    return replace(jackpot, counts=counts)


def freeze_at_hub(jackpot: Jackpot, frozen: Sequence[Prize]) -> tuple[Jackpot, tuple[Prize, ...]]:
    """A room's jackpot with prizes that the hub has frozen: they come from the hub, and wait here to be paid."""
    prizes = tuple(
        replace(prize, moves=transfer(HUB, at(PENDING, prize.win.level), prize.amount_micros), reseeded=())
        for prize in frozen
    )
    for prize in prizes:
        jackpot = jackpot.after(prize.moves)
    return jackpot, prizes
