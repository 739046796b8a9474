"""Bets on the game itself: what is bet, and what its paytables pay from the tray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct, structs

from fairfelt import games
from fairfelt.jackpot.book import fast_replace
from fairfelt.law import AggregateLimit, PaymentTerms, check_bet, paid_under
from fairfelt.room.authority import DEALS, Requester
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.round_events import envy_page, moment_at, posted_page
from fairfelt.room.event import Code, Refusal, RoomEvent, refusing
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.law.payments import terms_of
from fairfelt.room.state.awards import SLIPS_KEPT, EnvyRow, Payment, TrayPay, TraySlip, WinPage, brought_micros
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.people import ADJUSTS, CONFIRMS, Role
from fairfelt.room.state.table import PaidBet, Phase, Press, Table
from fairfelt.rules import Basis, Game, Kind, Paytable, UnknownName, Wager, format_amount
from fairfelt.runtime.formats import MOST_SEATS, Count, Line, Name, Seat, Stake, shared_fields
from fairfelt.table import PlaceBets, Round, RoundError
from fairfelt.table.settlement import envy_due, envy_line


class FeltBet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bet on the game itself."""

    seat: int
    wager: str
    amount_micros: int
    paytable: str = ""
    """The paytable in play for it; empty on older logs."""


class BetsReported(RoomEvent, frozen=True, kw_only=True, tag="bets reported/1"):
    """The bets of a round on the game itself; a later report in the same round replaces an earlier one.

    At a table with a progressive they may come before the start of the round.
    """

    table: str
    round: int
    began: bool
    """Whether the round begins with them, as at a table without a progressive."""
    bets: tuple[FeltBet, ...]
    handle_micros: int
    """The increase of the opening bets since the last report."""
    other_micros: int
    """The increase of all other bets since the last report."""
    replaced: tuple[FeltBet, ...] = ()
    """The bets in whose place they stand."""

    def apply(self, floor: Floor) -> Floor:
        table, stakes = floor.tables[self.table], _by_seat(self.bets)
        if table.phase is Phase.BETTING:
            table = fast_replace(table, terms=floor.terms_now(table) if stakes else None, ended=None)
        table = fast_replace(table, stakes=stakes)
        if self.began:
            table = fast_replace(table, phase=Phase.PLAYING, round=self.round)
        return floor.having("tables", self.table, table)


class TrayPaid(RoomEvent, frozen=True, kw_only=True, tag="tray paid/1"):
    """Fixed pays from the tray, and the envy that goes with them."""

    answer_fields = ("number",)
    number: int
    """Number of its slip."""
    table: str
    round: int
    pays: tuple[TrayPay, ...]
    envy: tuple[EnvyRow, ...]
    currency: str
    confirmed_by: str
    role: Role
    location: str
    game: str
    variant: str
    fingerprint: str
    payments: tuple[PaymentTerms, ...] = ()
    """Payment terms of every pay with a win page."""

    @property
    def amount_micros(self) -> int:
        """All that left the tray."""
        return sum(pay.amount_micros for pay in self.pays) + sum(row.amount_micros for row in self.envy)

    @property
    def win_pages(self) -> tuple[int, ...]:
        return self._slip().win_pages

    def pages(self, at_micros: int | None = None) -> tuple[WinPage, ...]:
        """The win pages of pays and envy for which a rule asks for more than paying."""
        moment = {**shared_fields(self, WinPage), "confirmed_at_micros": at_micros, "slip": self.number}
        del moment["number"]  # that is the slip's
        makers = {(pay.seat, pay.hand): pay for pay in self.pays}
        won = (
            WinPage(**moment, **shared_fields(pay, WinPage), number=pay.win_page, bet=pay.wager)
            for pay in self.pays
            if pay.win_page
        )
        envy = ((row, makers[row.for_seat, row.hand]) for row in self.envy if row.number)
        return *won, *(envy_page(row, paytable=maker.paytable, bet=maker.wager, **moment) for row, maker in envy)

    def _slip(self) -> TraySlip:
        return TraySlip(self.table, self.amount_micros, self.pays, self.envy)

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        mine = (PaidBet(self.number, pay.seat, pay.wager, pay.amount_micros, pay.win_page) for pay in self.pays)
        paid = (*table.tray_paid, *mine)
        kept = {number: slip for number, slip in floor.tray_slips.items() if number > self.number - SLIPS_KEPT}
        slips = {**kept, self.number: self._slip()}
        floor = fast_replace(
            floor,
            slips_made=self.number,
            tray_slips=slips,
            awards=floor.awards + len(self.win_pages),
            payments={**floor.payments, **Payment.begun(self.payments, self.currency)},
        )
        return floor.having("tables", self.table, fast_replace(table, tray_paid=paid))


class TrayPayVoided(RoomEvent, frozen=True, kw_only=True, tag="tray pay voided/1"):
    """Two people voided a slip of pays from the tray: all of it."""

    number: int
    table: str
    amount_micros: int
    pays: int
    """The number of its pays."""
    why: str
    names: tuple[str, ...]
    """Names of the two people at that time."""
    win_pages: tuple[int, ...] = ()
    """Win pages that are void with it."""
    paid: tuple[TrayPay, ...] = ()
    """The pays of the slip; empty on older logs."""
    envy: tuple[EnvyRow, ...] = ()
    """The envy paid with the slip; empty on older logs."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        left = tuple(paid for paid in table.tray_paid if paid.slip != self.number)
        voided = replace(floor.tray_slips[self.number], voided=True)
        if self.win_pages:
            due = {number: payment for number, payment in floor.payments.items() if number not in self.win_pages}
            floor = fast_replace(floor, payments=due)
        floor = floor.having("tables", self.table, fast_replace(table, tray_paid=left))
        return floor.having("tray_slips", self.number, voided)


Stakes = Mapping[int, Mapping[str, int]]
MOST_BETS = 20 * MOST_SEATS


class ReportedBet(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet on the game itself, as a dealer or a sensor reports it."""

    seat: Seat
    wager: Line
    amount_micros: Stake


class ReportBets(RoomCommand, frozen=True, kw_only=True, tag="report bets/1"):
    """Report all bets of a round on the game itself, without progressives; a later report replaces an earlier one.

    At a table without a progressive the round begins with them. With one they may come before or after its start, and
    an empty list takes them back.
    """

    table: Name
    bets: Annotated[tuple[ReportedBet, ...], Meta(max_length=MOST_BETS, description="a list of bets")]

    def decide(self, floor: Floor, who: Requester) -> BetsReported:
        table = who.require_keypad(self.table, Press.REPORT)
        if table.tray_paid:
            slip = table.tray_paid[0].slip
            raise Refusal(Code.NOT_NOW, f"slip {slip} of this round is paid by these bets: void that pay first", "bets")
        if not self.bets and not table.stakes:
            raise Refusal(Code.BAD_BET, "no bets are reported, so there are none to take back; send the bets", "bets")
        bets = _checked(floor, table, played_game(table), self.bets)
        stakes = _by_seat(bets)
        handle, other = sums_of(table, stakes)
        handle_before, other_before = sums_of(table, table.stakes)
        betting = table.phase is Phase.BETTING
        if not betting:
            check_openings(table, stakes, [seat for seat in table.bets_micros if seat not in table.fouled])
        # what was reported before the start was counted with the paytables of that moment
        before = fast_replace(table, limits=table.terms.limits) if betting and table.terms else table
        return BetsReported(
            table=self.table,
            round=table.round + betting,
            began=betting and not table.link,
            bets=bets,
            handle_micros=handle - handle_before,
            other_micros=other - other_before,
            replaced=felt_bets(before, table.stakes),
        )


def check_openings(table: Table, stakes: Stakes, seats: Iterable[int]) -> None:
    """Refuse a progressive bet at a seat without an opening bet, where bets on the game itself are reported."""
    openings = played_game(table).openings if stakes else ()
    if any(wager.feeds_meter for wager in openings):
        return
    names = {wager.name for wager in openings}
    for seat in seats if names else ():
        if not names & stakes.get(seat, {}).keys():
            sentence = (
                f"seat {seat} has a progressive bet and no opening bet among the reported ones: report "
                f"{' or '.join(sorted(names))} there, or take the progressive bet off"
            )
            raise Refusal(Code.BAD_BET, sentence, "bets")


class TrayClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand that a paytable pays."""

    seat: Seat
    wager: Line
    hand: Line


class PayFromTray(RoomCommand, frozen=True, kw_only=True, tag="pay from tray/1"):
    """Pay hands of a round from the tray, by the paytables in play and the reported bets, with their envy.

    Whose card it takes is a matter of the house's rules by amount. Who confirms it has not entered it: but for a pay so
    small that the house's rules have the dealer make it alone, a second person is there, who may be the dealer. A pay
    for which the law asks for more than paying has a win page, and its steps are gone through like those of an award.
    """

    table: Name
    pays: Annotated[tuple[TrayClaim, ...], Meta(min_length=1, max_length=MOST_BETS, description="a list of hands")]

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        table = who.require_keypad(self.table, Press.PAY)
        game = played_game(table)
        due = [_due(table, game, claim) for claim in self.pays]
        _check_once(table, self.pays)
        pays = tuple(_within_limits(table, [pay for pay, _ in due]))
        envy = tuple(row for _, rows in due for row in rows)
        amounts = (*(pay.amount_micros for pay in pays), *brought_micros(envy))
        needed = floor.tray_authority(table, max(amounts))
        confirms = who.require_to_confirm(needed)
        person = floor.people[confirms]
        if needed is not Authority.DEALER:
            who.require_beside([confirms], f"{person.name} does not enter and confirm a pay alone", Code.OWN_CLAIM)
        pays, envy, payments = _with_win_pages(floor, table, pays, envy)
        paid = TrayPaid(
            **shared_fields(moment_at(floor, self.table, confirms, table.currency), TrayPaid),
            number=floor.slips_made + 1,
            pays=pays,
            envy=envy,
            payments=payments,
        )
        return *map(posted_page, paid.pages()), paid


def _with_win_pages(
    floor: Floor, table: Table, pays: Sequence[TrayPay], envy: Sequence[EnvyRow]
) -> tuple[tuple[TrayPay, ...], tuple[EnvyRow, ...], tuple[PaymentTerms, ...]]:
    """The pays and the envy, with the number of a win page where a rule asks for more than paying; and what it asks."""
    asked = list[PaymentTerms]()

    def number_of(pay: TrayPay | EnvyRow, *, returned: bool = False) -> int:
        due = floor.awards + len(asked) + 1, pay.amount_micros, pay.wager_micros, table.currency
        terms = terms_of(floor, floor.terms_of(table).jurisdiction.law, *due, what=pay.what, wager_returned=returned)
        if terms is None:
            return 0
        asked.append(terms)
        return terms.number

    numbered = tuple(structs.replace(pay, win_page=number_of(pay, returned=pay.wager_returned)) for pay in pays)
    return numbered, tuple(structs.replace(row, number=number_of(row)) for row in envy), tuple(asked)


def played_game(table: Table) -> Game:
    with refusing(Code.UNKNOWN_NAME, UnknownName):
        return games.find(table.game, table.variant)


def sums_of(table: Table, stakes: Stakes) -> tuple[int, int]:
    """What such bets come to: on opening bets, and on all others."""
    if not stakes:
        return 0, 0
    openings = {wager.name for wager in played_game(table).openings}
    bets = [(wager in openings, micros) for made in stakes.values() for wager, micros in made.items()]
    handle = sum(micros for opens, micros in bets if opens)
    return handle, sum(micros for _, micros in bets) - handle


def felt_bets(table: Table, stakes: Stakes) -> tuple[FeltBet, ...]:
    """Such bets one by one, each with the paytable in play."""
    if not stakes:
        return ()
    game = played_game(table)
    found = ((seat, game.wager(name), micros) for seat, made in stakes.items() for name, micros in made.items())
    bets = (
        FeltBet(seat=seat, wager=bet.name, amount_micros=micros, paytable=paytable_of(table, game, bet).name)
        for seat, bet, micros in found
    )
    return tuple(sorted(bets, key=lambda bet: (bet.seat, bet.wager)))


def paytable_of(table: Table, game: Game, wager: Wager) -> Paytable:
    """The paytable in play of a bet."""
    return game.paytable(wager.name, table.in_play.limits.paytables.get(wager.name, wager.paytable.name))


def _checked(floor: Floor, table: Table, game: Game, bets: Sequence[ReportedBet]) -> tuple[FeltBet, ...]:
    """The bets with their wagers as the game names them, each one that can be."""
    with refusing(Code.BAD_BET, UnknownName, field="bets"):
        named = [
            FeltBet(seat=bet.seat, wager=game.wager(bet.wager).name, amount_micros=bet.amount_micros) for bet in bets
        ]
    if len({(bet.seat, bet.wager) for bet in named}) < len(named):
        raise Refusal(Code.BAD_BET, "a bet is named twice: send one amount for each seat and wager", "bets")
    for bet in named:
        _check_bet(floor, table, game, bet)
    _check_raises(floor, table, game, named)
    stakes, round = _by_seat(named), Round(game)
    for seat, made in stakes.items() if not any(wager.feeds_meter for wager in game.openings) else ():
        before = {name: micros for name, micros in made.items() if game.wager(name).kind is not Kind.RAISE}
        with refusing(Code.BAD_BET, RoundError, field="bets"):  # the table engine knows the game's rules of betting
            round = round.apply(PlaceBets(seat, before))
    return felt_bets(table, stakes)


def _check_bet(floor: Floor, table: Table, game: Game, bet: FeltBet) -> None:
    wager, amount = game.wager(bet.wager), format_amount(bet.amount_micros, table.currency)
    if bet.seat > table.in_play.seats:
        raise Refusal(Code.BAD_BET, f"there is no seat {bet.seat}; seats are 1 to {table.in_play.seats}", "bets")
    if bet.seat in table.fouled:
        raise Refusal(Code.BAD_BET, f"the hand of seat {bet.seat} is foul: its bets are settled", "bets")
    if wager.feeds_meter:
        raise Refusal(
            Code.BAD_BET, f"{wager.name} is a progressive: its bet is taken by the sensor of the seat", "bets"
        )
    if wager.kind is Kind.BONUS:
        raise Refusal(Code.BAD_BET, f"{wager.name} takes no bet: it is paid on the {game.openings[0].name}", "bets")
    limits, name = table.in_play.limits, wager.name
    posted = limits.side_bets.get(name) if wager.is_optional else limits.openings.get(name, limits.opening)
    if wager.is_optional and limits.opening and not posted:
        raise Refusal(Code.BAD_BET, f"{wager.name} is not offered at this table; its limits are not posted", "bets")
    if posted and wager.kind is not Kind.RAISE and not posted.allow(bet.amount_micros):
        least, most = (format_amount(edge, table.currency) for edge in (posted.least_micros, posted.most_micros))
        raise Refusal(Code.BAD_BET, f"{wager.name} is posted as {least} to {most}, not {amount}", "bets")
    most_of_house = floor.terms_of(table).most_wager_micros
    if most_of_house is not None and bet.amount_micros > most_of_house:
        most = format_amount(most_of_house, table.currency)
        raise Refusal(Code.BAD_BET, f"{amount} on {wager.name} is above {most}, the house's largest wager", "bets")


def _check_raises(floor: Floor, table: Table, game: Game, bets: Sequence[FeltBet]) -> None:
    """Raises by the game, as multiples of the opening bet of their seat; and every bet under the caps of the law.

    Where a course of its own is played, as at blackjack, a raise can be less than its full size, never more.
    """
    terms, stakes = floor.terms_of(table), _by_seat(bets)
    under = fast_replace(floor, jurisdiction=terms.jurisdiction)
    for bet in bets:
        wager, made = game.wager(bet.wager), stakes[bet.seat]
        lawful(under, check_bet(under.law, wager, bet.amount_micros, table.currency))
        if wager.kind is not Kind.RAISE:
            continue
        opening = next((name for name in (each.name for each in game.openings) if name in made), "")
        if not opening:
            raise Refusal(Code.BAD_BET, f"seat {bet.seat} has a {wager.name} and no {game.openings[0].name}", "bets")
        sizes = _raise_sizes(game, wager)
        if game.course and bet.amount_micros <= sizes[-1] * made[opening]:
            continue
        if bet.amount_micros not in {size * made[opening] for size in sizes}:
            amount, ante = (format_amount(micros, table.currency) for micros in (bet.amount_micros, made[opening]))
            times = f"at most {sizes[-1]}x" if game.course else " or ".join(f"{size}x" for size in sizes)
            raise Refusal(Code.BAD_BET, f"{wager.name} is {times} the {opening} of {ante}, not {amount}", "bets")


def _raise_sizes(game: Game, wager: Wager) -> list[int]:
    """What a raise can come to in units of the opening bet, over all decisions at which it can be made."""
    totals = {0}
    for street in game.streets:
        sizes = {choice.times for choice in street.choices if choice.bet == wager.name}
        raised = {total for total in totals if not (total and street.unless_bet == wager.name)}
        totals |= {total + size for total in raised for size in sizes}
    return sorted(totals - {0})


def _by_seat(bets: Sequence[FeltBet]) -> dict[int, dict[str, int]]:
    stakes: dict[int, dict[str, int]] = {}
    for bet in bets:
        stakes.setdefault(bet.seat, {})[bet.wager] = bet.amount_micros
    return stakes


def _check_once(table: Table, claims: Sequence[TrayClaim]) -> None:
    """No bet is paid twice in a round."""
    asked = [(claim.seat, claim.wager.lower()) for claim in claims]
    paid = {(each.seat, each.wager.lower()): each.slip for each in table.tray_paid}
    for seat, wager in asked:
        if slip := paid.get((seat, wager)):
            raise Refusal(Code.ALREADY_DONE, f"slip {slip} has paid this bet of seat {seat} already", "pays")
        if asked.count((seat, wager)) > 1:
            raise Refusal(Code.BAD_CLAIM, f"seat {seat} is named twice for one bet", "pays")


def _due(table: Table, game: Game, claim: TrayClaim) -> tuple[TrayPay, list[EnvyRow]]:
    """What a hand is paid, and what it brings to others."""
    if claim.seat in table.fouled:
        raise Refusal(Code.BAD_CLAIM, f"the hand of seat {claim.seat} is foul: it wins nothing", "pays")
    with refusing(Code.BAD_CLAIM, UnknownName, field="pays"):
        wager = game.wager(claim.wager)
    if wager.feeds_meter:
        sentence = f"{wager.name} is a progressive: press its hand button and confirm the award"
        raise Refusal(Code.BAD_CLAIM, sentence, "pays")
    in_play = paytable_of(table, game, wager)
    if not in_play.pays:
        raise Refusal(Code.BAD_CLAIM, f"{wager.name} has no paytable: it is paid by the game, without a slip", "pays")
    ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
    lines = {in_play.line_name(line, ranking): line for line in in_play.pays}
    if claim.hand not in lines:
        hands = ", ".join(lines)
        raise Refusal(Code.BAD_CLAIM, f"{claim.hand!r} is no hand of {wager.name}; hands: {hands}", "pays")
    line = lines[claim.hand]
    stakes = {seat: _stake(game, wager, made) for seat, made in table.stakes.items()}
    stake, pay = stakes.get(claim.seat, 0), in_play.pays[line]
    amount = stake * (pay.net + (pay.basis is Basis.FOR))
    if amount.denominator != 1:
        raise Refusal(Code.BAD_CLAIM, f"{format_amount(stake)} on {wager.name} cannot be paid {pay} exactly", "pays")
    others = envy_due({claim.seat: envy_line(in_play.envy, line)}, dict(sorted(stakes.items())))
    envy = [
        EnvyRow(
            seat=due.seat,
            for_seat=due.maker,
            hand=claim.hand,
            amount_micros=due.amount_micros,
            wager_micros=stakes[due.seat],
        )
        for due in others
    ]
    if not stake and not envy:
        raise Refusal(Code.BAD_CLAIM, f"seat {claim.seat} has no bet on {wager.name} in this round", "pays")
    row = TrayPay(
        seat=claim.seat,
        wager=wager.name,
        paytable=in_play.name,
        hand=claim.hand,
        wager_micros=stake,
        amount_micros=int(amount),
        wager_returned=pay.basis is not Basis.FOR,
    )
    return row, envy


def _stake(game: Game, wager: Wager, made: Mapping[str, int]) -> int:
    """What a bet is measured by: its own stake, or for a bonus that of the opening bet."""
    if wager.kind is not Kind.BONUS:
        return made.get(wager.name, 0)
    return next((made[opening.name] for opening in game.openings if opening.name in made), 0)


def _within_limits(table: Table, pays: Sequence[TrayPay]) -> Iterator[TrayPay]:
    """The pays under the aggregate limits that are posted; all under one limit are paid together, in proportion."""
    for at, group in groupby(
        sorted(pays, key=lambda pay: _limit_of(table, pay.wager)), lambda pay: _limit_of(table, pay.wager)
    ):
        found = list(group)
        if at < 0:
            yield from found
            continue
        limit: AggregateLimit = table.in_play.limits.aggregates[at]
        if earlier := [paid.slip for paid in table.tray_paid if _limit_of(table, paid.wager) == at]:
            sentence = (
                f"slip {earlier[0]} of this round is paid under the same aggregate limit: void it, and pay all together"
            )
            raise Refusal(Code.NOT_NOW, sentence, "pays")
        for pay, left in zip(found, paid_under(limit, [pay.amount_micros for pay in found]), strict=True):
            yield structs.replace(pay, amount_micros=left, cut_micros=pay.amount_micros - left)


def _limit_of(table: Table, wager: str) -> int:
    """Index of the aggregate limit that covers a bet; -1 if none does."""
    covers = (at for at, limit in enumerate(table.in_play.limits.aggregates) if wager in limit.wagers)
    return next(covers, -1)


# Commands that void pays from the tray: at the office, or at the table while the round runs.


class VoidTrayPay(RoomCommand, frozen=True, kw_only=True, tag="void tray pay/1"):
    """Void a slip of pays from the tray at the office, by two people: all of it, once, with its win pages."""

    number: Count
    why: Line

    def decide(self, floor: Floor, who: Requester) -> TrayPayVoided:
        people = who.require(ADJUSTS, count=2)
        return _void(floor, self.number, valid_slip(floor, self.number), people, self.why)


class VoidPayInRound(RoomCommand, frozen=True, kw_only=True, tag="void pay in round/1"):
    """Void a slip of the running round at its table, by a person who may confirm such an amount and a second person.

    The second may be the dealer. Once the round is over, it is voided at the office.
    """

    table: Name
    number: Count
    why: Line

    def decide(self, floor: Floor, who: Requester) -> TrayPayVoided:
        table = who.require_keypad(self.table, Press.PAY)
        slip = valid_slip(floor, self.number)
        if not any(paid.slip == self.number for paid in table.tray_paid):
            sentence = f"slip {self.number} is not of the round that runs at table {self.table}: void it at the office"
            raise Refusal(Code.NOT_NOW, sentence, "number")
        needed = floor.tray_authority(table, slip.amount_micros)
        first = who.require_to_confirm(max(needed, Authority.SUPERVISOR))
        people = who.require({*DEALS, *CONFIRMS}, count=2)
        second = next(person for person in people if person != first)
        return _void(floor, self.number, slip, (first, second), self.why)


def valid_slip(floor: Floor, number: int) -> TraySlip:
    """A slip that can still be voided."""
    slip = floor.tray_slips.get(number)
    if slip is None:
        sentence = f"there is no slip {number} among the last {SLIPS_KEPT} pays from the tray"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "number")
    if slip.voided:
        raise Refusal(Code.ALREADY_DONE, f"slip {number} is void already", "number")
    return slip


def _void(floor: Floor, number: int, slip: TraySlip, people: Sequence[str], why: str) -> TrayPayVoided:
    names = tuple(floor.people[person].name for person in people)
    shared = shared_fields(slip, TrayPayVoided) | {"pays": len(slip.pays), "paid": slip.pays}
    return TrayPayVoided(**shared, number=number, why=why, names=names, win_pages=slip.win_pages)
