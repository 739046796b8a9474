"""The floor as it stands: jackpots, links, tables, people, cards, devices. A value; events make the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from fairfelt.jackpot import FixedPays, Jackpot, Prize
from fairfelt.jackpot.book import fast_replace
from fairfelt.law import NO_LAW, BankEntry, Law, Retirement
from fairfelt.room.hub.accounts import HubLine, HubOffer, RoomAccount
from fairfelt.room.law.jurisdiction import Jurisdiction, Lapse, LawVerdict
from fairfelt.room.law.paperwork import Combination, JackpotPlay, Paperwork, transfer_of
from fairfelt.room.state.alarms import Alarm, Backups, TimeService
from fairfelt.room.state.awards import (
    GivenAward,
    Malfunction,
    OfferedMerchandise,
    Payment,
    PostedPrize,
    TableCount,
    TraySlip,
    WinPage,
    fixed_pays_micros,
)
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.links import FoldedHands, Link
from fairfelt.room.state.people import Card, Device, DeviceKind, HouseRules, Person, TrainingSession
from fairfelt.room.state.table import LABELS, Phase, Press, RoundTerms, Table
from fairfelt.rules import DOLLARS


@dataclass(frozen=True)
class Funds:
    """One look, as it was recorded."""

    stop: str = ""
    """Why no game may start; empty while enough is there."""
    notices: tuple[str, ...] = ()
    """Shortages where the law only advises."""
    odds_micros: Mapping[str, int] = field(default_factory=dict)
    """The sum kept for odds-based prizes by its document, in each currency."""


# How often each win page was printed, in a mapping that is cheap to change one entry of, even with a million pages.


_ON_A_SHELF = 512


@dataclass(frozen=True, eq=False)
class Prints(Mapping[int, int]):
    """Copies by number of the page. Pages stand on shelves, so that one print copies one shelf and not all of them."""

    shelves: Mapping[int, Mapping[int, int]] = field(default_factory=dict)

    def __getitem__(self, number: int) -> int:
        return self.shelves[number // _ON_A_SHELF][number]

    def __iter__(self) -> Iterator[int]:
        return (number for shelf in self.shelves.values() for number in shelf)

    def __len__(self) -> int:
        return sum(len(shelf) for shelf in self.shelves.values())

    def with_copy(self, number: int, copy: int) -> Prints:
        """After that copy of a page was printed."""
        place = number // _ON_A_SHELF
        return Prints({**self.shelves, place: {**self.shelves.get(place, {}), number: copy}})


WINS_KEPT = 25
"""Wins kept for each jackpot. With all of them on the floor a replay of the log would copy them again and again."""


class Scope(StrEnum):
    """What can be suspended besides a table and the whole floor."""

    LINK = "link"
    JACKPOT = "jackpot"
    GAME = "game"
    SHARED = "shared jackpot"
    """One whose hub is out of reach: this begins and ends by itself."""


@dataclass(frozen=True)
class Suspension:
    """No game starts where it applies; one that runs is finished, and nothing else changes."""

    scope: Scope
    name: str
    why: str

    @property
    def sentence(self) -> str:
        return f"{self.scope.value} {self.name} is suspended: {self.why}"


@dataclass(frozen=True)
class Floor:
    """Everything the room knows."""

    jackpots: Mapping[str, Jackpot] = field(default_factory=dict)
    links: Mapping[str, Link] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    training: Mapping[str, tuple[TrainingSession, ...]] = field(default_factory=dict)
    """Sessions in the dealer school by person, the newest last."""
    devices: Mapping[str, Device] = field(default_factory=dict)
    given: Mapping[int, GivenAward] = field(default_factory=dict)
    """Awards that can be backed out, by the number of their win page."""
    awards: int = 0
    """The number of confirmed awards, which numbers win pages."""
    last_wins: Mapping[str, tuple[WinPage, ...]] = field(default_factory=dict)
    """The last pages of each jackpot, newest last. Older ones are read from their events, which hold all of a page."""
    prints: Prints = field(default_factory=Prints)
    """The number of printed copies of each win page."""
    closings: tuple[str, ...] = ()
    """Why people or the server have closed the floor."""
    suspensions: tuple[Suspension, ...] = ()
    software: str = ""
    """The digest of the approved software."""
    found: str = ""
    """The digest of the software last found running."""
    jurisdiction: Jurisdiction = field(default_factory=Jurisdiction)
    lapses: tuple[Lapse, ...] = ()
    """Times without enforcement, oldest first."""
    paperwork: Paperwork = field(default_factory=Paperwork)
    jackpot_kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of jackpots that were opened as another kind than a progressive."""
    last_played: Mapping[str, tuple[Combination, ...]] = field(default_factory=dict)
    """Games played for each jackpot until its last table left."""
    inherited: Mapping[str, tuple[Combination, ...]] = field(default_factory=dict)
    """By transfer: what was played for the jackpot whose money went to an heir."""
    bank: tuple[BankEntry, ...] = ()
    """The account for progressive prizes, entry by entry."""
    funds: Funds = field(default_factory=Funds)
    payments: Mapping[int, Payment] = field(default_factory=dict)
    """Awards whose payment the law has steps for, by the number of their win page."""
    malfunctions: Mapping[int, Malfunction] = field(default_factory=dict)
    endings: Mapping[str, Retirement] = field(default_factory=dict)
    """Jackpots on their way out."""
    house_jackpots: Mapping[str, PostedPrize] = field(default_factory=dict)
    merchandise: Mapping[int, OfferedMerchandise] = field(default_factory=dict)
    """Prizes in kind, by number."""
    house_rules: HouseRules = field(default_factory=HouseRules)
    reports_issued: int = 0
    """The number of issued reports, which numbers them."""
    counts: Mapping[int, TableCount] = field(default_factory=dict)
    """Counts at tables in the last days, by number."""
    counts_made: int = 0
    tray_slips: Mapping[int, TraySlip] = field(default_factory=dict)
    """Pays from the tray that can be voided, by number."""
    slips_made: int = 0
    """The number of slips for pays from the tray, which numbers them."""
    claims_made: int = 0
    """The number of claims ever made: a later claim is frozen after an earlier one."""
    alarms: Mapping[int, Alarm] = field(default_factory=dict)
    """Alarms that last or wait for an acknowledgment, by number."""
    alarms_raised: int = 0
    time_service: TimeService = field(default_factory=TimeService)
    backups: Backups = field(default_factory=Backups)
    clock_fault: str = ""
    """Why nobody trusts the server's clock; empty while it runs as it should."""
    checkpoint_key: str = ""
    """The public key that checkpoints of the journal are signed with."""
    checkpoint_secret: str = ""
    """The digest under which its private half is kept."""
    rooms: Mapping[str, RoomAccount] = field(default_factory=dict)
    """On a hub: what its rooms have reported, by the names of their devices."""
    hub_lines: Mapping[str, HubLine] = field(default_factory=dict)
    """In a room that shares jackpots: the line to the hub of each."""
    hub_offer: HubOffer | None = None
    """A jackpot that a hub offers this room and that is not joined yet."""

    @property
    def closed(self) -> str:
        """Why no game may start; empty when the floor is open. Software, funds and other reasons end on their own."""
        return "; ".join(filter(None, (*self.closings, self.clock_fault, self.software_fault, self.funds.stop)))

    @property
    def software_fault(self) -> str:
        """The fault of the running software; empty if there is none."""
        if self.found == self.software:
            return ""
        found, approved = f"found {self.found[:12]}…", f"approved {self.software[:12]}…"
        return f"the software is not the approved one ({found}, {approved}); two people have to approve it"

    @property
    def law(self) -> Law:
        """The rules of the room's day; none before a day has begun."""
        return self.jurisdiction.law or NO_LAW

    @property
    def counting_papers(self) -> Paperwork:
        """The papers that count under the law as it is set."""
        return self.paperwork.counting(binds=bool(self.jurisdiction.binds))

    @property
    def new_alarms(self) -> tuple[Alarm, ...]:
        """Alarms that nobody has acknowledged, oldest first."""
        return tuple(alarm for alarm in self.alarms.values() if not alarm.acknowledged_by)

    @property
    def alarm_words(self) -> str:
        """The number of unacknowledged alarms, and the newest of them; empty if there are none."""
        if not (new := self.new_alarms):
            return ""
        return f"{len(new)} new alarm{'' if len(new) == 1 else 's'}: {new[-1].says}"

    def having(self, place: str, name: str | int, value: object) -> Floor:
        """The floor with one thing new or changed."""
        return fast_replace(self, **{place: {**getattr(self, place), name: value}})

    def changing(self, place: str, name: str | int, /, **changes: object) -> Floor:
        """The floor with some fields of one thing changed."""
        return self.having(place, name, replace(getattr(self, place)[name], **changes))

    def with_round(self, name: str, table: Table, jackpot: Jackpot) -> Floor:
        """The floor after something happened at a table that moved money of its jackpot."""
        fed = self.links[table.link].jackpot
        return fast_replace(self, tables={**self.tables, name: table}, jackpots={**self.jackpots, fed: jackpot})

    def with_verdicts(self, verdicts: Mapping[str, LawVerdict]) -> Floor:
        """The tables after the law was asked again; where no game may start, sensors go dark."""
        floor = self
        for name, verdict in verdicts.items():
            table = replace(floor.tables[name], law_verdict=verdict)
            floor = floor.having("tables", name, replace(table, lit={}) if table.law_verdict.stop else table)
        return floor

    def with_suspensions(self, *suspensions: Suspension) -> Floor:
        """The floor with these suspensions and no others; where one applies, sensors go dark."""
        floor = replace(self, suspensions=suspensions)
        return replace(floor, tables={name: floor.suspended_as_needed(table) for name, table in self.tables.items()})

    def suspended_as_needed(self, table: Table) -> Table:
        """A table with every suspension that applies to it."""
        found = tuple(each.sentence for each in self.suspensions if self._applies(each, table))
        return table if found == table.suspended else replace(table, suspended=found, lit={} if found else table.lit)

    def _applies(self, suspension: Suspension, table: Table) -> bool:
        match suspension.scope:
            case Scope.GAME:
                return table.game == suspension.name
            case Scope.LINK:
                return table.link == suspension.name
            case Scope.JACKPOT | Scope.SHARED:
                return bool(table.link) and self.links[table.link].jackpot == suspension.name

    def suspended(self, *parts: tuple[Scope, str]) -> tuple[Suspension, ...]:
        """The suspensions of some parts of the play."""
        return tuple(each for each in self.suspensions if (each.scope, each.name) in parts)

    def resumed(self, scope: Scope, name: str) -> Floor:
        """The floor without the suspension of a part of the play, if there is one."""
        over = self.suspended((scope, name))
        return self.with_suspensions(*(each for each in self.suspensions if each not in over)) if over else self

    def stopped_without_hub(self, jackpot: str) -> str:
        """Why play on a shared jackpot has stopped; empty while it goes on."""
        return "".join(each.why for each in self.suspended((Scope.SHARED, jackpot)))

    def tables_of(self, jackpot: str) -> dict[str, Table]:
        """The tables that play for a jackpot, by their names."""
        linked = ((name, table) for name, table in self.tables.items() if table.link)
        return {name: table for name, table in linked if self.links[table.link].jackpot == jackpot}

    def jackpot_of(self, table: Table) -> tuple[str, Jackpot]:
        """The jackpot that a table with a progressive feeds, with its name."""
        name = self.links[table.link].jackpot
        return name, self.jackpots[name]

    def terms_now(self, table: Table) -> RoundTerms:
        """The terms of a round that starts now at a table."""
        jackpot = self.jackpot_of(table)[1] if table.link else None
        return RoundTerms(
            limits=table.limits,
            seats=table.seats,
            pay_rules=self.house_rules.pays_in(table.currency),
            most_wager_micros=self.house_rules.most_wager.get(table.currency),
            jurisdiction=self.jurisdiction,
            dealers_sign_in=self.house_rules.dealers_sign_in,
            progressive=jackpot.terms if jackpot else None,
            awaiting=jackpot.awaiting if jackpot else None,
        )

    def terms_of(self, table: Table) -> RoundTerms:
        """The terms of the running round of a table; between rounds, those of the next."""
        return table.fixed_terms or self.terms_now(table)

    def jackpot_as_started(self, table: Table) -> Jackpot:
        """The jackpot of a table under the terms of the running round."""
        (_, jackpot), terms = self.jackpot_of(table), table.fixed_terms
        now = jackpot.terms, jackpot.awaiting
        if terms is None or terms.progressive is None or (terms.progressive, terms.awaiting) == now:
            return jackpot
        return replace(jackpot, terms=terms.progressive, awaiting=terms.awaiting)

    def prizes_of_round(self, table: Table) -> dict[int, Prize]:
        """Prizes of the running round by win page, in the order of their confirmation."""
        awards = {awarded.number: self.given.get(awarded.number) for awarded in table.awarded}
        return {number: award.prize for number, award in awards.items() if award and award.prize}

    def place(self, number: int) -> int:
        """The place of an award in its round: its number, or that of the award that it was given instead of."""
        award = self.given.get(number)
        return self.place(award.prize.instead_of) if award and award.prize and award.prize.instead_of else number

    def vacant_places(self, table: Table) -> dict[str, list[tuple[int, int]]]:
        """By level: awards of the running round that were backed out and not replaced by another.

        Each with what the meter showed before it, in the order of their places.
        """
        of_round = (*(award.number for award in table.awarded), *table.backed_out)
        prizes = {number: self.given[number].prize for number in of_round if number in self.given}
        taken, found = {prize.instead_of for prize in prizes.values() if prize}, dict[str, list[tuple[int, int]]]()
        for number in sorted(table.backed_out, key=self.place):
            prize = prizes.get(number)
            if prize and prize.win.level and self.given[number].keeps_place and number not in taken:
                found.setdefault(prize.win.level, []).append((number, prize.meter_before_micros))
        return found

    def with_given(self, numbers: Iterable[int], **changes: Any) -> Floor:
        """The floor with something else about awards, as far as it still knows them."""
        changed = {number: replace(self.given[number], **changes) for number in numbers if number in self.given}
        return fast_replace(self, given={**self.given, **changed})

    def rooms_of(self, jackpot: str) -> list[str]:
        """The rooms that share a jackpot whose meters stand here, by the names of their devices."""
        return [
            name
            for name, device in self.devices.items()
            if device.kind is DeviceKind.ROOM and self.links[device.link].jackpot == jackpot
        ]

    @property
    def currency_by_jackpot(self) -> dict[str, str]:
        return {name: jackpot.terms.currency for name, jackpot in self.jackpots.items()}

    @property
    def currencies(self) -> tuple[str, ...]:
        """Every currency of the room, the oldest jackpot's first; dollars while there is none."""
        booked = (entry.currency for entry in self.bank)
        bet = (table.currency for table in self.tables.values())
        found = (*self.currency_by_jackpot.values(), *bet, *booked, *self.funds.odds_micros)
        return tuple(dict.fromkeys(found)) or (DOLLARS,)

    def booked_micros(self, currency: str) -> int:
        """The sum of the account's entries in a currency."""
        return sum(entry.change_micros for entry in self.bank if entry.currency == currency)

    def played_for(self, jackpot: str) -> JackpotPlay:
        """The games played for a jackpot and their places, over all links that feed it."""
        tables = self.tables_of(jackpot).values()
        locations = frozenset(self.links[table.link].location for table in tables)
        return JackpotPlay(frozenset(table.combination for table in tables), locations)

    def folded_rules(self, jackpot: str) -> dict[str, FoldedHands]:
        """The rule on folded hands of each link that has tables for a jackpot."""
        used = {table.link for table in self.tables_of(jackpot).values()}
        return {name: link.folded_hands for name, link in self.links.items() if name in used}

    def won_with(self, jackpot: str) -> frozenset[Combination]:
        """What is played for a jackpot; where its last table has left, what was played for it until then.

        One that never had a table holds what others left to it: that money was won with what they were played with.
        """
        played = self.played_for(jackpot).combinations or frozenset(self.last_played.get(jackpot, ()))
        left = (won for key, won in self.inherited.items() if transfer_of(key)[1] == jackpot)
        return played or frozenset(combination for won in left for combination in won)

    def leaving(self, table: Table) -> Floor:
        """The floor before a table leaves its link: what was played for its jackpot is kept."""
        if not table.link:
            return self
        jackpot = self.links[table.link].jackpot
        return self.having("last_played", jackpot, tuple(sorted(self.played_for(jackpot).combinations)))

    def dealer_pays(self, table: Table) -> bool:
        """Whether all that is claimed at a table are fixed pays from the tray, small enough for the dealer alone."""
        if not table.is_pending or self.jackpot_as_started(table).terms.fixed_pays is not FixedPays.TRAY:
            return False
        pays, by_terms = fixed_pays_micros(table), self.jackpot_as_started(table).terms.executive_from_micros
        return pays is not None and self.tray_authority(table, max(pays, default=0), by_terms) is Authority.DEALER

    def tray_authority(self, table: Table, amount_micros: int, by_terms_micros: int | None = None) -> Authority:
        """The authority for a fixed pay from the tray. No dealer pays alone what a rule has verified or reported."""
        terms = self.terms_of(table)
        needed = terms.pay_rules.authority(amount_micros, tray=True, by_terms_micros=by_terms_micros)
        rules = map((terms.jurisdiction.law or NO_LAW).find, ("payout.verification", "tax.form"))
        if any(rule and amount_micros >= rule.number("from_micros") for rule in rules):
            return max(needed, Authority.SUPERVISOR)
        return needed

    def live(self, table: Table) -> tuple[Press, ...]:
        """The live buttons; a pay that a dealer makes alone is confirmed without the supervisor's key."""
        live = table.live
        alone = table.phase is Phase.CLAIMED and Press.CONFIRM not in live and self.dealer_pays(table)
        return (*live, Press.CONFIRM) if alone else live

    def live_labels(self, table: Table, *, besides: bool = False) -> tuple[str, ...]:
        """The live buttons of a table, or those for the game itself; on a closed floor none that begin a game."""
        if self.closed and table.phase is Phase.BETTING:
            return ()
        return tuple(LABELS[table.controls][press] for press in (table.live_besides if besides else self.live(table)))

    def balances(self) -> dict[str, int]:
        """Every account of every jackpot."""
        return {
            f"{name}/{account}": amount
            for name, jackpot in self.jackpots.items()
            for account, amount in jackpot.book.balances.items()
            if amount
        }

    def meters(self, jackpot: str) -> dict[str, int]:
        """The meters as the displays of a jackpot show them."""
        found = self.jackpots[jackpot]
        return {level.name: found.meter(level.name) for level in found.terms.levels}
