"""What happens at a table, in the order of a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from msgspec import Struct, structs

from fairfelt.jackpot import (
    Freeze,
    Jackpot,
    LevelWon,
    Prize,
    Win,
    contribute,
    levels_won,
    pay_envy,
    pay_prizes,
    release_prizes,
    set_aside,
    set_aside_later,
)
from fairfelt.jackpot.book import fast_replace
from fairfelt.law import PaymentTerms
from fairfelt.room.event import RoomEvent
from fairfelt.room.state.awards import AwardRow, EnvyRow, GivenAward, Payment, WinPage, brought_micros, envy_of, wins_of
from fairfelt.room.state.floor import WINS_KEPT, Floor
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.people import Role
from fairfelt.room.state.table import AwardedHand, Claim, PendingConfirmation, Phase, Table
from fairfelt.runtime.formats import shared_fields

Bets = tuple[tuple[int, int], ...]
"""Seats and amounts in millionths, in the order of the seats."""


class GameStarted(RoomEvent, frozen=True, kw_only=True, tag="game started/1"):
    """Bets are locked and counted; meters rise."""

    table: str
    round: int
    bets: Bets
    fixes_terms: bool = False
    """Whether the round is played under the terms of its start; on a log that did not say it yet, under today's."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        bets = dict(self.bets)
        terms = floor.terms_now(table)
        jackpot = contribute(floor.jackpot_of(table)[1], *bets.values())
        playing = fast_replace(
            table,
            phase=Phase.PLAYING,
            round=self.round,
            lit={},
            bets_micros=bets,
            bets_counted=table.bets_counted + len(bets),
            wagered_micros=table.wagered_micros + sum(bets.values()),
            terms=terms if self.fixes_terms else replace(terms, fixed=False),
            ended=None,
        )
        return floor.with_round(self.table, playing, jackpot)


class ClaimsSet(RoomEvent, frozen=True, kw_only=True, tag="claims set/1"):
    """All claims of a table anew. Prizes are frozen in the order in which tables claimed, and in paying order."""

    table: str
    claims: tuple[Claim, ...]
    order: int
    """The number of this table's claim in the room; 0 if none is left."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        later = [self.table] if floor.jackpot_of(table)[1].share else _claimed_since(floor, table)
        fixed = {name for name in later if floor.tables[name].prizes}
        if floor.jackpot_as_started(table).terms.freeze is Freeze.AT_CLAIM:
            fixed.add(self.table)
        for name in reversed(later):
            floor = _thaw(floor, name)
        phase = Phase.CLAIMED if self.claims else Phase.PAID if table.awarded else Phase.PLAYING
        taken_back = tuple(
            claim for claim in dict.fromkeys((*table.taken_back, *table.claims)) if claim not in self.claims
        )
        claimed = fast_replace(
            floor.tables[self.table], phase=phase, claims=self.claims, taken_back=taken_back, claim_order=self.order
        )
        floor = floor.having("tables", self.table, claimed)
        for name in later:
            floor = _freeze(floor, name) if name in fixed else floor
        return fast_replace(floor, claims_made=max(floor.claims_made, self.order))


def _claimed_since(floor: Floor, table: Table) -> list[str]:
    """The table and those that claimed of the same jackpot after it, in that order: what it takes back is theirs."""
    jackpot, order = floor.links[table.link].jackpot, table.claim_order or floor.claims_made + 1
    found = {
        name: other.claim_order or order
        for name, other in floor.tables.items()
        if other is table or (other.claim_order >= order and floor.links[other.link].jackpot == jackpot)
    }
    return sorted(found, key=lambda name: found[name])


def _thaw(floor: Floor, name: str) -> Floor:
    """The frozen prizes of a table go back."""
    table = floor.tables[name]
    if not table.prizes:
        return floor
    jackpot = release_prizes(floor.jackpot_of(table)[1], table.prizes)
    return floor.with_round(name, fast_replace(table, prizes=()), jackpot)


def _freeze(floor: Floor, name: str) -> Floor:
    """The prizes of a table are set aside."""
    table = floor.tables[name]
    if not table.claims:
        return floor
    jackpot = floor.jackpot_of(table)[1]
    wins = [win for win in wins_of(table) if not (jackpot.share and win.level)]  # a hub's levels are frozen there
    jackpot, prizes = _set_aside(floor, table, wins)
    return floor.with_round(name, fast_replace(table, prizes=prizes), jackpot)


def _set_aside(floor: Floor, table: Table, wins: Sequence[Win]) -> tuple[Jackpot, tuple[Prize, ...]]:
    """Freeze prizes under the terms of the round, after what was awarded in it; the jackpot has today's terms again.

    A hand that takes the place of an award that was backed out is paid as if all awards after that place came later.
    """
    now, started = floor.jackpot_of(table)[1], floor.jackpot_as_started(table)
    paid, vacant = floor.prizes_of_round(table), floor.vacant_places(table)
    before = levels_won(paid.values())
    for level, places in vacant.items():
        first, showed = places[0]
        earlier = [prize for number, prize in paid.items() if floor.place(number) < floor.place(first)]
        before[level] = levels_won(earlier).get(level, LevelWon(showed))
    jackpot, prizes = set_aside(started, wins, before, vacant)
    return jackpot if started is now else replace(jackpot, terms=now.terms, awaiting=now.awaiting), prizes


def frozen(floor: Floor, table: Table) -> tuple[Jackpot, tuple[Prize, ...]]:
    """The jackpot and the prizes a confirmation pays: those frozen at the claim, or else as they are now.

    What was frozen stays so, even if the house has changed its policy since.
    """
    _, jackpot = floor.jackpot_of(table)
    frozen_already = table.prizes or jackpot.share
    return (jackpot, table.prizes) if frozen_already else _set_aside(floor, table, wins_of(table))


def authority_needed(floor: Floor, table: Table) -> Authority:
    """What confirming the claims of a table takes: by the house's rules, and by the terms of the jackpot."""
    if floor.dealer_pays(table):
        return Authority.DEALER
    prizes, envy = frozen(floor, table)[1], brought_micros(envy_of(table))
    most = max((*(prize.amount_micros for prize in prizes), *envy), default=0)
    by_terms = floor.jackpot_as_started(table).terms.executive_from_micros
    return floor.terms_of(table).pay_rules.authority(most, tray=False, by_terms_micros=by_terms)


def takes_second_card(needed: Authority, table: Table) -> bool:
    """Whether a hand was entered while nobody was signed in: who claims it is not known, and may be who confirms it."""
    return needed is not Authority.DEALER and not all(claim.entered_by for claim in table.claims)


def pay_frozen(table: Table, jackpot: Jackpot, prizes: Sequence[Prize]) -> Jackpot:
    """The jackpot after frozen prizes of a table are paid; terms that came after the start of the round wait on."""
    terms = table.fixed_terms
    return pay_prizes(jackpot, prizes, begins=terms is None or terms.awaiting == jackpot.awaiting)


class AwardPosted(RoomEvent, frozen=True, kw_only=True, tag="award posted/1"):
    """One award, public: no person, no other player. A proof of it shows this and nothing else."""

    public = True
    number: int
    """Number of its win page."""
    jackpot: str
    level: str
    hand: str
    amount_micros: int
    currency: str
    game: str
    paytable: str
    fingerprint: str
    location: str
    bet: str = ""
    """The bet on the game itself, for a pay from the tray; empty for a progressive award."""
    envy: bool = False
    """Whether it is envy for another player's hand."""
    house_jackpot: str = ""
    """The prize of the house that it is; empty for all others."""


def posted_page(page: WinPage, jackpot: str = "") -> AwardPosted:
    """The public part of a win page."""
    return AwardPosted(**shared_fields(page, AwardPosted), jackpot=jackpot, envy=page.envy_for_seat is not None)


class AwardMoment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a win page says of the table, the terms and the person as they were."""

    table: str
    sharing: int
    location: str
    game: str
    variant: str
    paytable: str
    fingerprint: str
    round: int
    policy: str
    currency: str
    confirmed_by: str
    role: Role


def moment_at(
    floor: Floor, name: str, person: str, currency: str, *, sharing: int = 1, policy: str = ""
) -> AwardMoment:
    """A table and the person who confirms there, as they are now."""
    table, confirming = floor.tables[name], floor.people[person]
    return AwardMoment(
        **shared_fields(table, AwardMoment) | {"currency": currency},
        table=name,
        sharing=sharing,
        location=floor.links[table.link].location if table.link else floor.jurisdiction.location,
        policy=policy,
        confirmed_by=confirming.name,
        role=confirming.role,
    )


class AwardsConfirmed(RoomEvent, frozen=True, kw_only=True, tag="awards confirmed/1"):
    """The awards of a round are paid, and the envy that goes with them, each an award of its receiver.

    On an old log envy had no number, and a hand without the bet had an award of nothing.
    """

    table: str
    jackpot: str
    awards: tuple[AwardRow, ...]
    envy: tuple[EnvyRow, ...]
    page: AwardMoment
    payments: tuple[PaymentTerms, ...] = ()
    """Payment terms of every award for which a rule requires more than paying."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        wins = *floor.last_wins.get(self.jackpot, ()), *self.pages()
        last = floor.awards + len(_numbers((*self.awards, *self.envy)))
        kept = {number: award for number, award in floor.given.items() if award.is_kept(number, last)}
        floor = fast_replace(
            floor,
            awards=last,
            given={**kept, **self._given(table, frozen(floor, table)[1])},
            last_wins={**floor.last_wins, self.jackpot: wins[-WINS_KEPT:]},
            payments={**floor.payments, **Payment.begun(self.payments, self.page.currency)},
        )
        return self._log(floor, table) if table.phase is Phase.KEYED else self._pay(floor, table)

    def _log(self, floor: Floor, table: Table) -> Floor:
        """J-POT: the awards are on record with their amounts, and the meter waits for the key."""
        _, prizes = frozen(floor, table)
        jackpot = pay_envy(floor.jackpot_of(table)[1], self.envy_micros)
        logged = () if table.prizes else prizes
        waits = fast_replace(
            table, phase=Phase.LOGGED, logged=logged, claims=(), claim_order=0, awarded=self._awarded(table)
        )
        return floor.with_round(self.table, waits, jackpot)

    def _pay(self, floor: Floor, table: Table) -> Floor:
        jackpot, prizes = frozen(floor, table)
        jackpot = pay_envy(pay_frozen(table, jackpot, prizes), self.envy_micros)
        paid = fast_replace(
            table, phase=Phase.PAID, prizes=(), claims=(), claim_order=0, awarded=self._awarded(table), asked=None
        )
        return floor.with_round(self.table, paid, jackpot)

    def _awarded(self, table: Table) -> tuple[AwardedHand, ...]:
        """The hands of the round that are confirmed, these last."""
        numbers, confirmed = {(row.seat, row.hand): row.number for row in self.awards}, list[AwardedHand]()
        for spot in (claim.spot for claim in table.claims):
            envy = _numbers(row for row in self.envy if (row.for_seat, row.hand) == spot)
            confirmed.append(AwardedHand(numbers.get(spot, 0), *spot, envy))
        return *table.awarded, *confirmed

    def _given(self, table: Table, prizes: tuple[Prize, ...]) -> dict[int, GivenAward]:
        """Each award with its prize, and each envy; on an old log, after the last prize come hands without a bet."""
        given, adjusted = dict[int, GivenAward](), table.phase is not Phase.KEYED
        makers = {(row.seat, row.hand): row.number for row in self.awards}
        for row, prize in zip_longest(self.awards, prizes):
            brought = [each for each in self.envy if (each.for_seat, each.hand) == (row.seat, row.hand)]
            micros, pages = (tuple(each.amount_micros for each in brought), _numbers(brought))
            won = self.jackpot, self.table, row.hand, prize, micros, adjusted
            given[row.number] = GivenAward(*won, envy_pages=pages, seat=row.seat, round=self.page.round)
        for each in self.envy:
            if each.number:
                maker, micros = makers.get((each.for_seat, each.hand), 0), (each.amount_micros,)
                won = self.jackpot, self.table, each.hand, None, micros, adjusted
                given[each.number] = GivenAward(*won, envy_for=maker, seat=each.seat, round=self.page.round)
        return given

    @property
    def envy_micros(self) -> tuple[int, ...]:
        return tuple(row.amount_micros for row in self.envy)

    def pages(self, at_micros: int | None = None) -> tuple[WinPage, ...]:
        """The win pages. It holds all they need: the wager, terms and people of that moment."""
        moment = {**structs.asdict(self.page), "confirmed_at_micros": at_micros}
        won = (WinPage(**moment, **structs.asdict(row)) for row in self.awards)
        return *won, *(envy_page(row, **moment) for row in self.envy if row.number)


def envy_page(row: EnvyRow, **moment: Any) -> WinPage:
    rest = {name: value for name, value in structs.asdict(row).items() if name != "for_seat"}
    return WinPage(**moment, **rest, envy_for_seat=row.for_seat)


def _numbers(rows: Iterable[AwardRow | EnvyRow]) -> tuple[int, ...]:
    return tuple(row.number for row in rows if row.number)


class AwardAsked(RoomEvent, frozen=True, kw_only=True, tag="award asked/1"):
    """A person has confirmed a claim on a hub's level; no button works until the hub confirms it too."""

    table: str
    person: str
    despite_earlier: bool

    def apply(self, floor: Floor) -> Floor:
        cards = tuple((actor.card, actor.person) for actor in self.by)
        asked = PendingConfirmation(self.person, cards, self.despite_earlier)
        return floor.changing("tables", self.table, asked=asked, hub_says="")


class MeterAdjusted(RoomEvent, frozen=True, kw_only=True, tag="meter adjusted/1"):
    """Legacy controls: the key is back at RUN, and what J-POT has logged comes off the meter and is paid."""

    table: str
    jackpot: str
    awards: tuple[int, ...]
    """The numbers of their win pages."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        _, jackpot = floor.jackpot_of(table)
        jackpot, prizes = set_aside_later(jackpot, table.logged) if table.logged else (jackpot, table.prizes)
        given = {
            number: replace(floor.given[number], prize=prize, adjusted=True)
            for number, prize in zip_longest(self.awards, prizes)
        }
        paid = fast_replace(table, phase=Phase.PAID, prizes=(), logged=())
        floor = floor.with_round(self.table, paid, pay_frozen(table, jackpot, prizes))
        return fast_replace(floor, given={**floor.given, **given})


def round_over(table: Table) -> Table:
    """A table on which a new round may begin."""
    return fast_replace(
        table,
        phase=Phase.BETTING,
        bets_micros={},
        terms=None,
        fouled=(),
        claims=(),
        taken_back=(),
        prizes=(),
        awarded=(),
        backed_out=(),
        claim_order=0,
        asked=None,
        hub_says="",
        stakes={},
        tray_paid=(),
    )
