"""A round in words, operation by operation."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.rules import Cards
from fairfelt.rules.cards import format_cards
from fairfelt.runtime.formats import DOLLARS, format_amount
from fairfelt.table.operations.choose import Choose
from fairfelt.table.operations.deal_cards import DealCards
from fairfelt.table.operations.foul_hand import FoulHand
from fairfelt.table.operations.packets import DealtPacket
from fairfelt.table.operations.place_bets import PlaceBets
from fairfelt.table.operations.void_round import VoidRound

from .round import Operation, Round
from .seat import Option, Seat, View


def write_transcript(round: Round, currency: str = DOLLARS) -> str:
    """Every state of the round, every choice there was, every card and every payment, a line each."""
    return "\n".join(_lines(round, currency)) + "\n"


def _lines(round: Round, currency: str) -> Iterator[str]:
    now = Round(round.game)
    yield _state(now)
    for operation in round.operations:
        before, now = now, now.apply(operation)
        yield from _told(operation, before, now, currency)
        yield _state(now)


def _state(round: Round) -> str:
    legal = " or ".join(round.legal()) or "nothing"
    return f"  [{round.phase}; next: {legal}]"


def _told(operation: Operation, before: Round, after: Round, currency: str) -> Iterator[str]:
    match operation:
        case PlaceBets(number):
            yield f"Seat {number} bets {_stakes(after.seat(number), currency)}."
        case DealCards():
            yield from _dealt(after)
        case Choose(number):
            yield from _decided(before, after, number, currency)
        case FoulHand(number, why, give_back):
            yield f"The hand of seat {number} is foul: {why}. Its bets {'go back' if give_back else 'are lost'}."
        case VoidRound(why):
            yield f"Misdeal: {why}. All bets go back."
            yield from _paid(after, currency)
        case _:
            yield from _settled(after, currency)


def _dealt(round: Round) -> Iterator[str]:
    assert round.dealt, "told after the deal"
    yield "The cards are dealt."
    yield from map(_packet, round.dealt.packets)
    used = min(round.dealt.cuts[-1].bottom, len(round.dealt.order))
    yield f"  Left in the deck: {len(round.dealt.order) - used} cards"


def _packet(packet: DealtPacket) -> str:
    burned = f"; burned {format_cards(packet.burned)}" if packet.burned else ""
    return f"  To {packet.receiver}: {format_cards(packet.cards)}{burned}"


def _decided(before: Round, after: Round, number: int, currency: str) -> Iterator[str]:
    assert before.street, "told of a decision"
    choice = after.seat(number).choices[before.street.name]
    offered = ", ".join(_option(option, currency) for option in before.choices(number))
    yield f"{before.street.name}: seat {number} sees {_seen(before.visible(number))}"
    yield f"  and may choose from: {offered}"
    yield f"  Seat {number} chooses {choice}; on the table: {_stakes(after.seat(number), currency)}."
    assert before.dealt and after.dealt, "cards are out when a decision is made"
    yield from map(_packet, after.dealt.packets[len(before.dealt.packets) :])


def _settled(round: Round, currency: str) -> Iterator[str]:
    assert round.settlement and round.dealt, "told after the settlement"
    places = round.dealt.places
    shown = [(places[Cards.DEALER], round.dealt.dealer), (places[Cards.COMMUNITY], round.dealt.community)]
    hands = "".join(f" {whose[0].upper()}{whose[1:]} has {format_cards(cards)}." for whose, cards in shown if cards)
    yield f"All is turned over.{hands}"
    yield from _paid(round, currency)


def _paid(round: Round, currency: str) -> Iterator[str]:
    assert round.settlement, "told after the settlement"
    for bet in round.settlement.settled:
        share = " and the share" if bet.level_share else ""
        yield f"  Seat {bet.seat}, {bet.explanation}{_money(bet.net_micros, currency)}{share}"
    for paid in round.settlement.envy:
        yield f"  Seat {paid.seat}, {paid.explanation}{_money(paid.net_micros, currency)}"
    for bet in round.settlement.claims:
        yield f"  To be claimed for seat {bet.seat}: {bet.outcome.pay} ({bet.wager}, {bet.outcome.name})"
    for seat in reversed(round.seats):
        yield f"  Seat {seat.number} in all{_money(round.settlement.net_micros(seat.number), currency) or ': nothing'}"


def _money(micros: int, currency: str) -> str:
    return f": {'+' if micros > 0 else ''}{format_amount(micros, currency)}" if micros else ""


def _stakes(seat: Seat, currency: str) -> str:
    return ", ".join(f"{wager} {format_amount(micros, currency)}" for wager, micros in seat.stakes_micros.items())


def _option(option: Option, currency: str) -> str:
    size = f" ({format_amount(option.size_micros, currency)})" if option.size_micros else ""
    return f"{option.choice}{size}"


def _seen(view: View) -> str:
    shown = [("", view.own), ("community ", view.community), ("dealer ", view.dealer)]
    return ", ".join(f"{whose}{format_cards(cards)}" for whose, cards in shown if cards)
