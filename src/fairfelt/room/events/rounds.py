"""What happens at a table, in the order of a round."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from fairfelt.jackpot import Freeze, Jackpot, Prize, Win, contributed, given_back, pay_prizes, set_aside
from fairfelt.jackpot.fast_replace import fast_replace
from fairfelt.room.state.awards import AwardRow, EnvyRow
from fairfelt.room.state.duties import PaymentTerms
from fairfelt.room.state.floor import WINS_KEPT, Floor
from fairfelt.room.state.people import Role
from fairfelt.room.state.table import Phase, Table
from fairfelt.room.views.win_page import WinPage

from .event import RoomEvent

Bets = tuple[tuple[int, int], ...]
"""Seats and amounts in millionths, in the order of the seats."""


class BetsPlaced(RoomEvent, frozen=True, kw_only=True, tag="bets placed/1"):
    """What lies on the sensors now."""

    table: str
    lit: Bets

    def apply(self, floor: Floor) -> Floor:
        return floor.having("tables", self.table, fast_replace(floor.tables[self.table], lit=dict(self.lit)))


class GameStarted(RoomEvent, frozen=True, kw_only=True, tag="game started/1"):
    """Bets are locked and counted; meters rise."""

    table: str
    round: int
    bets: Bets

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        bets = dict(self.bets)
        jackpot, _ = contributed(floor.jackpot_of(table)[1], *bets.values())
        playing = fast_replace(table, phase=Phase.PLAYING, round=self.round, lit={}, bets_micros=bets)
        return floor.with_round(self.table, playing, jackpot)


class ClaimsSet(RoomEvent, frozen=True, kw_only=True, tag="claims set/1"):
    """All claims of a table anew. Prizes are frozen in the order in which tables claimed, and in paying order."""

    table: str
    claims: tuple[tuple[int, str], ...]
    order: int
    """Which claim of the room this table's is; 0 where none is left."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        later = _claimed_since(floor, table)
        fixed = {name for name in later if floor.tables[name].prizes}
        if floor.jackpot_of(table)[1].terms.freeze is Freeze.AT_CLAIM:
            fixed.add(self.table)
        for name in reversed(later):
            floor = _thaw(floor, name)
        phase = Phase.CLAIMED if self.claims else Phase.PLAYING
        claimed = fast_replace(floor.tables[self.table], phase=phase, claims=dict(self.claims), claim_order=self.order)
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
    jackpot, _ = given_back(floor.jackpot_of(table)[1], table.prizes)
    return floor.with_round(name, fast_replace(table, prizes=()), jackpot)


def _freeze(floor: Floor, name: str) -> Floor:
    """The prizes of a table are set aside."""
    table = floor.tables[name]
    if not table.claims:
        return floor
    jackpot, prizes = set_aside(floor.jackpot_of(table)[1], wins_of(table, table.claims))
    return floor.with_round(name, fast_replace(table, prizes=prizes), jackpot)


def wins_of(table: Table, claims: Mapping[int, str]) -> list[Win]:
    """The claimed hands as wins."""
    buttons = {button.hand: button for button in table.hands}
    return [buttons[hand].win(seat, table.bets_micros[seat]) for seat, hand in claims.items()]


def frozen(floor: Floor, table: Table) -> tuple[Jackpot, tuple[Prize, ...]]:
    """The jackpot and the prizes a confirmation pays: those frozen at the claim, or else as they are now.

    What was frozen stays so, even if the house has changed its policy since.
    """
    _, jackpot = floor.jackpot_of(table)
    return (jackpot, table.prizes) if table.prizes else set_aside(jackpot, wins_of(table, table.claims))


class AwardPosted(RoomEvent, frozen=True, kw_only=True, tag="award posted/1"):
    """One award for everybody to see: no person, no other player. A proof of it shows this and nothing else."""

    public = True
    number: int
    """Of its win page."""
    jackpot: str
    level: str
    hand: str
    amount_micros: int
    currency: str
    game: str
    paytable: str
    fingerprint: str
    location: str


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


class AwardsConfirmed(RoomEvent, frozen=True, kw_only=True, tag="awards confirmed/1"):
    """The awards of a round are paid, and the envy that goes with them."""

    table: str
    jackpot: str
    awards: tuple[AwardRow, ...]
    envy: tuple[EnvyRow, ...]
    page: AwardMoment
    payments: tuple[PaymentTerms, ...] = ()
    """Of every award for which a rule has more than to pay it."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        jackpot, prizes = frozen(floor, table)
        jackpot = pay_prizes(jackpot, prizes, [row.amount_micros for row in self.envy])
        pages = self.pages()
        paid = fast_replace(table, phase=Phase.PAID, prizes=(), claim_order=0)
        floor = floor.with_round(self.table, paid, jackpot)
        last = (*floor.last_wins.get(self.jackpot, ()), *pages)[-WINS_KEPT:]
        begun = {terms.number: terms.begin(self.page.currency) for terms in self.payments}
        return fast_replace(
            floor,
            awards=floor.awards + len(pages),
            last_wins={**floor.last_wins, self.jackpot: last},
            payments={**floor.payments, **begun} if begun else floor.payments,
        )

    def pages(self, at_micros: int | None = None) -> tuple[WinPage, ...]:
        """The win pages. It holds all they need: the wager, terms and people of that moment."""
        moment = structs.asdict(self.page)
        return tuple(WinPage(**moment, **structs.asdict(row), confirmed_at_micros=at_micros) for row in self.awards)


class KeyTurned(RoomEvent, frozen=True, kw_only=True, tag="key turned/1"):
    """The supervisor's key of the legacy controls."""

    table: str
    to_jph: bool

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        phase = table.phase
        if table.is_pending:
            phase = Phase.KEYED if self.to_jph else Phase.CLAIMED
        return floor.having("tables", self.table, fast_replace(table, phase=phase, key_at_jph=self.to_jph))


class GameEnded(RoomEvent, frozen=True, kw_only=True, tag="game ended/1"):
    """The round is over."""

    table: str

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        over = fast_replace(table, phase=Phase.BETTING, bets_micros={}, claims={}, prizes=(), claim_order=0)
        return floor.having("tables", self.table, over)
