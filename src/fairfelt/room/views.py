"""The floor as a keypad and the displays of a link see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from msgspec import Struct

from fairfelt.jackpot import Jackpot, SeveralWinners, release_prizes
from fairfelt.law import paid_under
from fairfelt.room.commands.round_events import authority_needed, frozen, takes_second_card
from fairfelt.room.hub.hub_events import is_at_hub
from fairfelt.room.state.awards import NO_SPOT, AwardRow, EnvyRow, PrizeRow, WinPage, aggregate_limit, wins_of
from fairfelt.room.state.floor import Floor, Scope
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.table import AwardedHand, PaidBet, Phase, Table
from fairfelt.rules import format_amount
from fairfelt.runtime.formats import shared_fields


class ClaimState(Struct, frozen=True):
    """A hand that was entered; by whom stands on the log alone."""

    seat: int
    hand: str
    folded: bool


def claim_states(table: Table) -> list[ClaimState]:
    """The hands that were entered at a table and are not confirmed."""
    return [ClaimState(claim.seat, claim.hand, claim.folded) for claim in table.claims]


class TableState(Struct, frozen=True, kw_only=True):
    """The state of a table."""

    ok: bool = True
    table: str
    round: int
    phase: Phase
    live: tuple[str, ...]
    live_besides: tuple[str, ...]
    """Reports on the game itself that are possible beside the buttons of a progressive."""
    notices: tuple[str, ...]
    """What the law says to the table that does not stop it, and what waits at a hub."""
    meters_micros: Mapping[str, int]
    bets: Mapping[str, int]
    """Bets by seat: the lit ones while betting, and the locked ones while a game runs."""
    claims: tuple[ClaimState, ...]
    """The hands that were entered and are not confirmed; seat 0 where no spot was named."""
    awarded: tuple[AwardedHand, ...]
    """The hands of this round that are confirmed, with the numbers of their win pages."""
    fouled: tuple[int, ...]
    """Seats whose hands are foul."""
    stakes: Mapping[str, Mapping[str, int]]
    """Bets on the game itself by seat and wager, as reported in this round."""
    tray_paid: tuple[PaidBet, ...]
    """The part of the stakes that was paid from the tray."""
    prizes: tuple[PrizeRow, ...]
    """What the pending claims win."""
    prizes_locked: bool
    """Whether these amounts are off the meter; else they are what would be paid now, and move with it."""
    sensed: tuple[int, ...]
    """Seats whose bets a sensor reads; at all others they are entered by hand."""
    quarantined: Mapping[str, str]
    """Why a sensor is not trusted, by seat."""
    needs: str = ""
    """What confirming the claims takes: dealer, supervisor, executive or two people; empty while nothing is claimed.

    With “and a second card” where nobody was signed in when a share of a meter was claimed."""
    awards: tuple[AwardRow, ...] = ()
    """What was just confirmed."""
    envy: tuple[EnvyRow, ...] = ()


def hub_notices(floor: Floor, table: Table) -> Iterator[str]:
    """What a dealer has to know of the hub: that it is out of reach, or that a claim waits there."""
    jackpot = floor.links[table.link].jackpot if table.link else ""
    if (line := floor.hub_lines.get(jackpot)) is None:
        return
    if not line.current:
        yield "The hub is out of reach: its levels are awarded when it is back."
    if table.asked:
        yield "Confirmed here; pending at the hub, where an executive confirms large awards."
    elif is_at_hub(floor, table, jackpot) and not any(prize.win.level for prize in table.prizes):
        yield "The claim is pending at the hub."
    if table.hub_says:
        yield f"Not confirmed by the hub: {table.hub_says}."


def round_notices(floor: Floor, table: Table) -> Iterator[str]:
    """What a dealer has to know of the round: that something else holds from the next on, and who is paid first."""
    terms = table.fixed_terms
    if terms and terms.choices != floor.terms_now(table).choices:
        yield "Limits or terms were changed: that holds from the next round on."
    for level, places in floor.vacant_places(table).items():
        later = [number for number, prize in floor.prizes_of_round(table).items() if prize.win.level == level]
        for number, _ in places:
            if after := [str(page) for page in later if floor.place(page) > floor.place(number)]:
                yield (
                    f"Win page {number} is backed out, and win page {' and '.join(after)} was paid after it: the next "
                    f"hand on {level} is paid in its place. If there is none, back out the later one too."
                )
    if cut := _uncut_pages(floor, table):
        yield (
            f"Win page {' and '.join(map(str, cut))} was cut by an aggregate limit that is not reached any more: "
            "back it out and enter it again."
        )
    for prize in frozen(floor, table)[1] if table.is_pending else ():
        if prize.instead_of:
            showed = format_amount(prize.meter_before_micros, table.currency)
            page, level = prize.instead_of, prize.win.level
            yield f"The {prize.win.hand} is paid in the place of win page {page}: {level} showed {showed} then."
    if table.is_pending and floor.jackpot_as_started(table).terms.several_winners is SeveralWinners.IN_ORDER:
        for win, paid in product(wins_of(table), floor.prizes_of_round(table).values()):
            if win.level and win.level == paid.win.level and win.seat > paid.win.seat > NO_SPOT:
                yield (
                    f"Seat {win.seat} is paid before seat {paid.win.seat}, whose award of {win.level} is confirmed: to "
                    "pay in order, back that award out first."
                )


def _uncut_pages(floor: Floor, table: Table) -> list[int]:
    """Awards that were cut together with others of their round, where those are backed out and all would fit now."""
    limit, paid = aggregate_limit(table), floor.prizes_of_round(table)
    if limit is None or not table.backed_out:
        return []
    fixed = {number: prize.win for number, prize in paid.items() if not prize.win.level}
    due = paid_under(limit, [win.fixed_micros + win.cut_micros for win in fixed.values()])
    return [number for (number, win), micros in zip(fixed.items(), due, strict=True) if win.fixed_micros < micros]


def _needs(floor: Floor, table: Table) -> str:
    """The cards that a confirmation requires."""
    needed = authority_needed(floor, table)
    beside = needed < Authority.TWO_PEOPLE and takes_second_card(needed, table)
    return f"{needed.words} and a second card" if beside else needed.words


def table_state(
    floor: Floor, name: str, awards: tuple[AwardRow, ...] = (), envy: tuple[EnvyRow, ...] = ()
) -> TableState:
    """A table for its keypad."""
    table = floor.tables[name]
    bets = table.lit if table.phase is Phase.BETTING else table.bets_micros
    prizes = frozen(floor, table)[1] if table.is_pending else table.prizes
    return TableState(
        table=name,
        round=table.round,
        phase=table.phase,
        live=floor.live_labels(table),
        live_besides=floor.live_labels(table, besides=True),
        notices=(*table.law_verdict.notices, *round_notices(floor, table), *hub_notices(floor, table)),
        meters_micros=floor.meters(floor.jackpot_of(table)[0]) if table.link else {},
        bets={str(seat): amount_micros for seat, amount_micros in bets.items()},
        claims=tuple(claim_states(table)),
        awarded=table.awarded,
        fouled=table.fouled,
        stakes={str(seat): stakes for seat, stakes in table.stakes.items()},
        tray_paid=table.tray_paid,
        prizes=tuple(PrizeRow.of(prize) for prize in prizes),
        prizes_locked=bool(table.prizes),
        sensed=table.sensed,
        quarantined={str(seat): why for seat, why in table.quarantined.items()},
        needs=_needs(floor, table) if table.is_pending else "",
        awards=awards,
        envy=envy,
    )


WINS_SHOWN = 8
"""Awards that a display may have to show one after another."""


class MeterState(Struct, frozen=True, kw_only=True):
    """A level as displays show it."""

    name: str
    amount_micros: int
    shown_micros: int
    """What screens show: the amount before pending claims, which keeps until they are confirmed or withdrawn."""
    limit_reached: bool


class WatchedTable(Struct, frozen=True, kw_only=True):
    """A table of a link."""

    table: str
    game: str
    phase: Phase
    closed: str
    notices: tuple[str, ...]
    folded_hands_qualify: bool


class PendingClaim(Struct, frozen=True, kw_only=True):
    """A claim that waits for its confirmation, with what it would be paid now."""

    table: str
    seat: int
    hand: str
    level: str
    amount_micros: int
    locked: bool
    """Whether the amount is off the meter; else the meter still shows it, and it moves with the meter."""


class LastWin(Struct, frozen=True, kw_only=True):
    """An award of a link: where, how much, and what the level stands at now."""

    number: int
    table: str
    seat: int
    hand: str
    level: str
    amount_micros: int
    new_amount_micros: int | None
    """The new amount of its level; None for a fixed pay."""
    envy_for_seat: int | None = None
    """The seat whose hand it is envy for, 0 if no spot was entered; None for every other award."""


class LinkDisplay(Struct, frozen=True, kw_only=True):
    """All a display shows."""

    sequence: int
    """The last event it contains; a state with a smaller one is older."""
    link: str
    currency: str
    levels: tuple[MeterState, ...]
    tables: tuple[WatchedTable, ...]
    pending: tuple[PendingClaim, ...]
    last_win: LastWin | None
    """The last one that is not envy."""
    closed: str
    not_current_since_s: int | None = None
    """Since when the hub of a shared jackpot is out of reach, in seconds of Unix time; nothing while all is current."""
    wins: tuple[LastWin, ...] = ()
    """The last awards, oldest first: of several at once a display shows one after another."""


def display(floor: Floor, link: str, sequence: int) -> LinkDisplay:
    """The display of a link as it should be after an event."""
    name = floor.links[link].jackpot
    jackpot, last = floor.jackpots[name], floor.last_wins.get(name, ())
    tables = {table: there for table, there in floor.tables.items() if there.link == link}
    parts, line = ((Scope.LINK, link), (Scope.JACKPOT, name), (Scope.SHARED, name)), floor.hub_lines.get(name)
    return LinkDisplay(
        sequence=sequence,
        link=link,
        currency=jackpot.terms.currency,
        levels=tuple(_levels(jackpot, unclaimed(floor, name))),
        tables=tuple(_watched(name, table) for name, table in tables.items()),
        pending=tuple(row for name, table in tables.items() if table.is_pending for row in _claims(floor, name, table)),
        last_win=next((_win(page) for page in reversed(last) if page.envy_for_seat is None), None),
        closed=floor.closed or "; ".join(each.sentence for each in floor.suspended(*parts)),
        not_current_since_s=line.cut_off_micros // 1_000_000 if line and not line.current else None,
        wins=tuple(map(_win, last[-WINS_SHOWN:])),
    )


def unclaimed(floor: Floor, name: str) -> Jackpot:
    """A jackpot as if all pending claims were withdrawn, the last one first."""
    jackpot, tables = floor.jackpots[name], floor.tables_of(name).values()
    for table in sorted(tables, key=lambda table: -table.claim_order):
        jackpot = release_prizes(jackpot, table.prizes if table.is_pending else ())
    return jackpot


def _levels(jackpot: Jackpot, before: Jackpot) -> Iterator[MeterState]:
    for level in jackpot.terms.levels:
        standing, shown = jackpot.meter(level.name), before.meter(level.name)
        reached = level.limit_micros is not None and standing >= level.limit_micros
        yield MeterState(name=level.name, amount_micros=standing, shown_micros=shown, limit_reached=reached)


def _watched(name: str, table: Table) -> WatchedTable:
    shared = shared_fields(table, WatchedTable)
    return WatchedTable(**shared, table=name, closed=table.closed, notices=table.law_verdict.notices)


def _claims(floor: Floor, name: str, table: Table) -> Iterator[PendingClaim]:
    """Claims with what they would be paid now; where the claim froze them, that is what they will be paid."""
    for prize in frozen(floor, table)[1]:
        shared = shared_fields(prize.win, PendingClaim)
        yield PendingClaim(**shared, table=name, amount_micros=prize.amount_micros, locked=bool(table.prizes))


def _win(page: WinPage) -> LastWin:
    """The last award, and what its level went on with; a fixed pay has no level."""
    new_amount_micros = page.meter_after_micros if page.level else None
    return LastWin(**shared_fields(page, LastWin), new_amount_micros=new_amount_micros)
