"""Commands from the keypad of a table, in the order of a round."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.formats.fields import MOST_SEATS, Line, Name, Seat, Stake
from fairfelt.jackpot import Terms
from fairfelt.law import Award, payout
from fairfelt.room.authority import Requester, authority_needed
from fairfelt.room.events import RoomEvent
from fairfelt.room.events.rounds import (
    AwardMoment,
    AwardPosted,
    AwardsConfirmed,
    Bets,
    BetsPlaced,
    ClaimsSet,
    GameEnded,
    GameStarted,
    KeyTurned,
    frozen,
)
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.awards import AwardRow, EnvyRow
from fairfelt.room.state.duties import PaymentTerms
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.pay_rules import Authority
from fairfelt.room.state.table import Press, Table
from fairfelt.rules import format_amount

from .command import RoomCommand


class Bet(Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive bet on a sensor."""

    seat: Seat
    amount_micros: Stake


SensedBets = Annotated[tuple[Bet, ...], Meta(max_length=MOST_SEATS, description="a list of bets, one for each seat")]


class PlaceBets(RoomCommand, frozen=True, kw_only=True, tag="place bets/1"):
    """Say which sensors are lit; those not named are dark."""

    table: Name
    bets: SensedBets

    def decide(self, floor: Floor, who: Requester) -> BetsPlaced:
        table = who.require_keypad(self.table, Press.BET)
        return BetsPlaced(table=self.table, lit=_check_bets(floor, table, _by_seat(self.bets)))


class StartGame(RoomCommand, frozen=True, kw_only=True, tag="start game/1"):
    """START GAME or COIN IN: count the bets as the sensors read them now, or else as they were lit before."""

    table: Name
    bets: SensedBets | None = None

    def decide(self, floor: Floor, who: Requester) -> GameStarted:
        table = who.require_keypad(self.table, Press.START)
        bets = tuple(sorted(table.lit.items())) if self.bets is None else _by_seat(self.bets)
        return GameStarted(table=self.table, round=table.round + 1, bets=_check_bets(floor, table, bets))


def _by_seat(bets: Sequence[Bet]) -> Bets:
    """Amounts in the order of the seats, each seat once: of two bets on one sensor nobody can say which is meant."""
    found = {bet.seat: bet.amount_micros for bet in bets}
    if len(found) < len(bets):
        raise Refusal(Code.BAD_BET, "a seat is named twice: send one bet for each seat", "bets")
    return tuple(sorted(found.items()))


def _check_bets(floor: Floor, table: Table, bets: Bets) -> Bets:
    _, jackpot = floor.jackpot_of(table)
    if jackpot.retired:
        raise Refusal(Code.JACKPOT_RETIRED, "this jackpot is retired; no bets are taken for it")
    (least, most), coins = _range(table, jackpot.terms), table.denominations_micros
    for seat, amount_micros in bets:
        if seat > table.seats:
            raise Refusal(Code.BAD_BET, f"there is no seat {seat}; seats are 1 to {table.seats}", "bets")
        if not least <= amount_micros <= most or (coins and amount_micros not in coins):
            _verify_amount(table, amount_micros, jackpot.terms)
    return bets


def _range(table: Table, terms: Terms) -> tuple[int, int]:
    """Between what a bet may lie by all that was worked out before: the terms, the placard, the law."""
    least, most = 1, terms.largest_increment_micros
    if table.law_verdict.most_micros is not None:
        most = min(most, table.law_verdict.most_micros)
    if hangs := table.limits.side_bets.get(table.wager):
        least, most = hangs.least_micros, min(most, hangs.most_micros)
    return least, most


def _verify_amount(table: Table, amount_micros: int, terms: Terms) -> None:
    """Why a bet cannot be, if it cannot."""
    allowed, bet = table.denominations_micros, format_amount(amount_micros, terms.currency)
    if allowed and amount_micros not in allowed:
        coins = ", ".join(format_amount(coin, terms.currency) for coin in allowed)
        raise Refusal(Code.BAD_BET, f"the progressive bet is {coins}, not {bet}", "bets")
    if amount_micros > terms.largest_increment_micros:
        raise Refusal(Code.BAD_BET, f"{bet} is above the largest reasonable bet", "bets")
    hangs, said = table.limits.side_bets.get(table.wager), table.law_verdict
    if hangs and not hangs.allow(amount_micros):
        least, most = (format_amount(edge, terms.currency) for edge in (hangs.least_micros, hangs.most_micros))
        raise Refusal(Code.BAD_BET, f"the progressive bet is posted as {least} to {most}, not {bet}", "bets")
    if said.most_micros is not None and amount_micros > said.most_micros:
        raise Refusal(Code.UNLAWFUL, f"{bet} is too much: {said.most_says}", "bets")


class PressHand(RoomCommand, frozen=True, kw_only=True, tag="press hand/1"):
    """Press a hand button: once it claims for a seat, again it takes the claim back."""

    table: Name
    seat: Seat
    hand: Line
    folded: bool = False

    def decide(self, floor: Floor, who: Requester) -> ClaimsSet:
        table = who.require_keypad(self.table, Press.HAND)
        if self.seat not in table.bets_micros:
            raise Refusal(Code.BAD_CLAIM, f"seat {self.seat} has no progressive bet in this round", "seat")
        if table.hand(self.hand) is None:
            hands = ", ".join(button.hand for button in table.hands)
            raise Refusal(Code.BAD_CLAIM, f"{self.hand!r} is no hand of this paytable; hands: {hands}", "hand")
        if self.folded and not table.folded_hands_qualify:
            raise Refusal(Code.BAD_CLAIM, "a folded hand does not qualify at this table")
        claims = dict(table.claims)
        if claims.get(self.seat) == self.hand:
            del claims[self.seat]
        else:
            claims[self.seat] = self.hand
        order = (table.claim_order or floor.claims_made + 1) if claims else 0
        return ClaimsSet(table=self.table, claims=tuple(sorted(claims.items())), order=order)


class TurnKey(RoomCommand, frozen=True, kw_only=True, tag="turn key/1"):
    """Turn the supervisor's key of the legacy controls to JPH or back to RUN."""

    table: Name
    to_jph: bool

    def decide(self, floor: Floor, who: Requester) -> KeyTurned:
        who.require_keypad(self.table, Press.KEY_ON if self.to_jph else Press.KEY_OFF)
        who.require_to_confirm(Authority.SUPERVISOR)
        return KeyTurned(table=self.table, to_jph=self.to_jph)


class Confirm(RoomCommand, frozen=True, kw_only=True, tag="confirm/1"):
    """Confirm the awards of a round: they are paid, and the meters start again."""

    table: Name
    despite_earlier: bool = False
    """Whether it is known that an earlier claim on the same level waits at another table."""

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        table = who.require_keypad(self.table, Press.CONFIRM)
        name, jackpot = floor.jackpot_of(table)
        _, prizes = frozen(floor, table)
        person = who.require_to_confirm(authority_needed(floor, table))
        if not self.despite_earlier:
            _check_earlier(floor, table)
        awards = tuple(
            AwardRow.of(prize, number=number, wager_micros=table.bets_micros[prize.win.seat])
            for number, prize in enumerate(prizes, floor.awards + 1)
        )
        moment = _moment(floor, self.table, person, len(awards))
        confirmed = AwardsConfirmed(
            table=self.table,
            jackpot=name,
            awards=awards,
            envy=_envy(table),
            page=moment,
            payments=_payments(floor, awards, jackpot.terms.currency),
        )
        return *(_posted(name, award, moment) for award in awards), confirmed


def _check_earlier(floor: Floor, table: Table) -> None:
    """An earlier claim on a level that is won here: were it withdrawn, this award would be a larger one."""
    won, (jackpot, _) = _levels(table), floor.jackpot_of(table)
    for name, other in floor.tables.items():
        if not 0 < other.claim_order < table.claim_order or floor.jackpot_of(other)[0] != jackpot:
            continue
        if both := sorted(won & _levels(other)):
            sentence = (
                f"table {name} claimed {', '.join(both)} before this table, and its claim is pending: "
                "settle that one first, or confirm in spite of it"
            )
            raise Refusal(Code.EARLIER_CLAIM, sentence, "despite_earlier")


def _levels(table: Table) -> set[str]:
    hands = (table.hand(hand) for hand in table.claims.values())
    return {button.level for button in hands if button and button.level}


def _posted(jackpot: str, award: AwardRow, moment: AwardMoment) -> AwardPosted:
    return AwardPosted(
        number=award.number,
        jackpot=jackpot,
        level=award.level,
        hand=award.hand,
        amount_micros=award.amount_micros,
        currency=moment.currency,
        game=moment.game,
        paytable=moment.paytable,
        fingerprint=moment.fingerprint,
        location=moment.location,
    )


def _payments(floor: Floor, awards: Sequence[AwardRow], currency: str) -> tuple[PaymentTerms, ...]:
    """The steps of every award for which a rule has more than to pay it."""
    law = floor.jurisdiction.law
    if law is None:
        return ()
    on = datetime.combine(law.on, time(), UTC)
    won = (Award(row.number, row.amount_micros, row.wager_micros, on, currency) for row in awards)
    return tuple(PaymentTerms.of(found) for award in won if (found := payout(law, award)).asks_more)


def _moment(floor: Floor, name: str, person: str, sharing: int) -> AwardMoment:
    table, confirming = floor.tables[name], floor.people[person]
    terms = floor.jackpot_of(table)[1].terms
    return AwardMoment(
        table=name,
        sharing=sharing,
        location=floor.links[table.link].location,
        game=table.game,
        variant=table.variant,
        paytable=table.paytable,
        fingerprint=table.fingerprint,
        round=table.round,
        policy=terms.several_winners.value,
        currency=terms.currency,
        confirmed_by=confirming.name,
        role=confirming.role,
    )


def _envy(table: Table) -> tuple[EnvyRow, ...]:
    """Every other bettor at the table is paid for every envy hand; nobody for their own."""
    rows = []
    for maker, hand in table.claims.items():
        button = table.hand(hand)
        for seat, wager in sorted(table.bets_micros.items()):
            amount = button.envy(wager) if button and seat != maker else 0
            if amount:
                rows.append(EnvyRow(seat=seat, for_seat=maker, hand=hand, amount_micros=amount))
    return tuple(rows)


class EndGame(RoomCommand, frozen=True, kw_only=True, tag="end game/1"):
    """END GAME or GAME OVER."""

    table: Name

    def decide(self, floor: Floor, who: Requester) -> GameEnded:
        who.require_keypad(self.table, Press.END)
        return GameEnded(table=self.table)
