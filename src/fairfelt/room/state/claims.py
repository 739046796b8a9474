"""Claims of a round: which hand was entered for which seat, what it wins, and whom else it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fairfelt.jackpot import Win
from fairfelt.law import AggregateLimit, paid_under
from fairfelt.room.state.awards import EnvyRow
from fairfelt.table.settlement import envy_due

from .table import Claim, Table

NO_SPOT = 0
"""The seat of a hand that was entered on legacy controls without a spot."""


def toggle(claims: Sequence[Claim], pressed: Claim) -> tuple[Claim, ...]:
    """The claims after a hand button was pressed: it enters a hand, changes a seat's hand, or takes it back."""
    if any(same_hand(claim, pressed) for claim in claims):
        return tuple(claim for claim in claims if not same_hand(claim, pressed))
    others = [claim for claim in claims if pressed.seat == NO_SPOT or claim.seat != pressed.seat]
    return tuple(sorted((*others, pressed), key=lambda claim: (claim.seat, claim.hand)))


def same_hand(one: Claim, other: Claim) -> bool:
    """Whether two presses are for the same hand at the same spot."""
    return (one.seat, one.hand) == (other.seat, other.hand)


def wager_micros(table: Table, seat: int) -> int:
    """The bet at a seat, 0 without one; where no spot was named all bets are equal."""
    if seat == NO_SPOT:
        return next(iter(table.bets_micros.values()), 0)
    return table.bets_micros.get(seat, 0)


def wins_of(table: Table) -> list[Win]:
    """The wins of the claimed hands within the aggregate limit; a hand without a bet wins nothing itself."""
    buttons = {button.hand: button for button in table.hands}
    bets = ((claim, wager_micros(table, claim.seat)) for claim in table.claims)
    return _within_limit(table, [buttons[claim.hand].win(claim.seat, bet) for claim, bet in bets if bet])


def _within_limit(table: Table, wins: list[Win]) -> list[Win]:
    """Fixed pays under the limit that is posted for the bet; shares of a meter and envy are other prizes."""
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
