"""The dealer's steps as dealing procedures spell them out; no card before it is turned over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from fairfelt.reports.placard.dealing import BACK, CLOCKWISE, returned_bets
from fairfelt.reports.sheet.english import capital, count, listed, the
from fairfelt.rules import Cards, Choice, format_amount
from fairfelt.rules.cards import Card, format_cards
from fairfelt.rules.courses.course import LaidHand
from fairfelt.table import Choose, DealCards, DealtPacket, FoulHand, Operation, PlaceBets, Round, Seat, VoidRound

from .views import dealer_value, player_value, qualifies, words_of


def steps(round: Round, you: int = 0, *, read_aloud: bool = True) -> tuple[str, ...]:
    """All steps so far; `you` is the seat that is addressed. What the dealer holds may be left for a learner to say."""
    return tuple(_steps(round, you, read_aloud=read_aloud))


def _steps(round: Round, you: int, *, read_aloud: bool) -> Iterator[str]:
    yield "The deck is shuffled, and its commitment is shown. Players make their bets."
    now = Round(round.game)
    for operation in round.operations:
        before, now = now, now.apply(operation)
        yield from _explain(operation, before, now, you)
    if now.settlement and now.settlement.is_void:
        return
    if now.turn:
        yield f"{capital(_to_decide(now, you))}."
    elif now.dealt:
        yield from _turned_over(now, read_aloud=read_aloud)
        yield from _paying(now, you)


def _explain(operation: Operation, before: Round, after: Round, you: int) -> Iterator[str]:
    match operation:
        case PlaceBets(number):
            bets = [f"{format_amount(micros)} on {name}" for name, micros in after.seat(number).stakes_micros.items()]
            yield f"{_who(number, you)} {_verb('bet', number, you)} {listed(bets)}."
        case DealCards():
            yield f"The dealer works {CLOCKWISE}."
            yield from _packets(before, after, you)
            yield from _turned(before, after)
        case Choose(number):
            assert before.street, "called at a decision"
            seat = after.seat(number)
            choice = seat.choices[before.street.name]
            laid = _set_by(before, number, choice)
            if laid and number == you:
                yield f"You set the hand: {'; '.join(f'{part.title} {format_cards(part.cards)}' for part in laid)}."
            else:
                yield f"{_who(number, you)} {'sets the hand' if laid else deed(choice, seat, you)}."
            yield from _packets(before, after, you)
            yield from _turned(before, after)
        case FoulHand(number, why, give_back):
            whose = "Your hand" if number == you else f"The hand of seat {number}"
            fate = "go back" if give_back else "are lost"
            yield f"{whose} is foul: {why}. It wins nothing, and its bets {fate}."
        case VoidRound(why):
            yield f"Misdeal: {why}. The round is void, and all bets go back."


def _packets(before: Round, after: Round, you: int) -> Iterator[str]:
    """The packets dealt since; of a course each card by itself, named if it lies face up."""
    out, now = before.dealt.packets if before.dealt else (), after.dealt.packets if after.dealt else ()
    fresh = [(now[at], after.run is not None and after.run.draws[at].face_up) for at in range(len(out), len(now))]
    for (_, _, face_up), run in groupby(fresh, key=lambda one: (one[0].seat, one[0].to, one[1])):
        yield _packet(_together([packet for packet, _ in run]), you, face_up=face_up)


def _together(packets: Sequence[DealtPacket]) -> DealtPacket:
    """Cards that one place gets in a row, as one packet."""
    cards = tuple(card for packet in packets for card in packet.cards)
    return packets[0]._replace(cards=cards, burned=tuple(card for packet in packets for card in packet.burned))


def _packet(packet: DealtPacket, you: int, *, face_up: bool) -> str:
    cards = format_cards(packet.cards) if face_up else count(len(packet.cards), "card")
    burned = f"; {count(len(packet.burned), 'card')} burned" if packet.burned else ""
    if packet.seat:
        return f"{_who(packet.seat, you)} {_verb('get', packet.seat, you)} {cards}{burned}."
    if face_up:
        return f"{capital(packet.receiver)} gets {cards}{burned}."
    if packet.to is Cards.DEALER:
        return f"The dealer takes {cards}, face down{burned}."
    return f"{capital(cards)} for everybody, face down{burned}."


def _turned(before: Round, after: Round) -> Iterator[str]:
    """The cards that are turned over for the next decision."""
    if not after.turn or after.run:
        return
    seen, now = _open(before), _open(after)
    for whose, old, new in (("community card", seen[0], now[0]), ("card", seen[1], now[1])):
        if shown := new[len(old) :]:
            own = " of his own" if whose == "card" else ""
            yield f"The dealer turns over {count(len(shown), whose)}{own}: {format_cards(shown)}."


def _open(round: Round) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Community and dealer's cards that everybody sees."""
    if not round.dealt:
        return (), ()
    view = round.visible(round.seats[0].number)
    return view.community, view.dealer


def deed(choice: Choice, seat: Seat, you: int) -> str:
    """A choice as a verb phrase."""
    ending = "" if seat.number == you else "s"
    if choice.bet:
        return f"bet{ending} {format_amount(choice.times * seat.ante_micros)} on {choice.bet}"
    if choice.takes_back:
        return f"take{ending} back {choice.takes_back}"
    return f"fold{ending}" if choice.folds else f"say{ending} “{choice.name}”"


def _to_decide(round: Round, you: int) -> str:
    assert round.to_act and round.street, "called at a decision"
    number = round.to_act.number
    who = "you are" if number == you else f"seat {number} is"
    if _set_by(round, number, round.offered[0]):
        return f"{who} to set the hand"
    return f"{who} to choose ({round.street.name}): {listed([choice.name for choice in round.offered], 'or')}"


def _set_by(round: Round, number: int, choice: Choice) -> tuple[LaidHand, ...]:
    """A player's cards as a choice sets them in parts; nothing where nothing is set."""
    return round.game.course.set_by(round.held(number), choice) if round.game.course else ()


def _turned_over(round: Round, *, read_aloud: bool) -> Iterator[str]:
    assert round.dealt, "called after the deal"
    if round.run:
        return
    if round.dealt.community:
        yield f"All community cards lie open: {format_cards(round.dealt.community)}."
    if round.dealt.dealer:
        words = words_of(round.game, dealer_value(round)) if read_aloud else ""
        yield f"The dealer shows {format_cards(round.dealt.dealer)}{': ' if words else ''}{words}."
    if read_aloud and (plays := qualifies(round)) is not None and round.game.showdown and round.game.showdown.qualify:
        needed = round.game.showdown.qualify.words
        yield f"The dealer {'qualifies' if plays else 'does not qualify'}: {needed} or better is needed."
        if not plays and (returned := returned_bets(round.game)):
            yield f"{capital(the(returned))} of every player still in the game goes back at once."


def _paying(round: Round, you: int) -> Iterator[str]:
    if not round.settlement:
        return
    yield f"The dealer works back, {BACK}."
    for seat in reversed(round.seats):
        gone = "foul" if seat.foul else "folded" if seat.folded else ""
        held = gone or words_of(round.game, player_value(round, seat.number))
        bets = "; ".join(bet.explanation for bet in round.settlement.of(seat.number))
        yield f"{_who(seat.number, you)}{f' ({held})' if held else ''}: {bets}."
    for paid in round.settlement.envy:
        yield f"{_who(paid.seat, you)}, {paid.explanation}."


def _who(number: int, you: int) -> str:
    return "You" if number == you else f"Seat {number}"


def _verb(verb: str, number: int, you: int) -> str:
    return verb if number == you else f"{verb}s"
