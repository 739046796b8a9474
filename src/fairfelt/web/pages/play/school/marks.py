"""Marking a learner's dealing: what was called, what it should have been, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from fairfelt.rules import Basis, Game, format_amount
from fairfelt.rules.hands import line_of
from fairfelt.rules.settlement import TAKEN_BACK
from fairfelt.table import Round, Settled
from fairfelt.web.pages.game_query import BadQuery

from ..views import ranking_of
from .announcing import Announcement
from .rack import Payment, fewest_chips, read_payment
from .skills import Skill

Call = Literal["take", "push", "pay", "claim", "nothing"]
CALLS: Mapping[Call, str] = {
    "take": "takes the bet",
    "push": "leaves it: a push",
    "pay": "pays",
    "claim": "calls a claim on the meter",
    "nothing": "pays nothing",
}


@dataclass(frozen=True)
class Mark:
    """One thing a learner had to say, and whether it was right."""

    what: str
    said: str
    right: str
    """What would have been right…"""
    because: str
    """…and why."""
    is_right: bool
    skill: Skill
    rules: tuple[str, ...] = ()
    """The rule that was broken, in the words of the sheet."""
    routine: bool = False
    """Whether it is one of many small acts, which are counted and need not be listed where they were right."""


def bets_to_settle(round: Round, seat: int) -> tuple[Settled, ...]:
    """The wagers of a seat that the dealer has to settle: not those taken back."""
    assert round.settlement, "the answers are known"
    return tuple(bet for bet in round.settlement.of(seat) if bet.outcome != TAKEN_BACK)


def right_call(bet: Settled) -> Call:
    """What a dealer does with a wager."""
    if bet.level_share:
        return "claim"
    if bet.net_micros > 0:
        return "pay"
    if not bet.stake_micros:
        return "nothing"
    return "take" if bet.net_micros < 0 else "push"


def due_micros(bet: Settled) -> int:
    """The chips that leave the rack: a pay "for 1" replaces the bet, which the dealer takes."""
    if right_call(bet) != "pay":
        return 0
    return bet.returned_micros if bet.outcome.pay.basis is Basis.FOR else bet.net_micros


def calls_for(game: Game, bet: Settled) -> tuple[Call, ...]:
    """What may be called for a wager: a claim only where the paytable in play has a share of a meter."""
    if not bet.stake_micros:
        return ("pay", "nothing")
    has_meter = any(pay.level for pay in game.wager(bet.wager).paytable.pays.values())
    return ("take", "push", "pay", "claim") if has_meter else ("take", "push", "pay")


def mark_hand(round: Round, value: int, said_line: int, what: str) -> Mark:
    """A hand that was read."""
    ranking, line = ranking_of(round.game), line_of(value)
    assert ranking, "a hand is read by a ranking"
    said, right = ranking.lines[said_line].name, ranking.lines[line].name
    return Mark(what, said, right, f"it is {ranking.describe(value)}", is_right=said == right, skill="reading")


def mark_announcement(announcement: Announcement, said: int) -> Mark:
    """What the dealer announced."""
    called, right = announcement.options[said], announcement.options[announcement.right]
    what = "Who wins" if announcement.of_winner else "The dealer's hand"
    return Mark(what, called, right, announcement.because, is_right=called == right, skill="reading")


def mark_bets(round: Round, seat: int, said: Mapping[str, Any]) -> Iterator[Mark]:
    """Every wager of a seat."""
    for bet in bets_to_settle(round, seat):
        call, payment = _called(round.game, bet, said.get(bet.wager))
        mark = _mark_bet(bet, call, payment.micros)
        yield mark
        if mark.is_right and call == "pay":
            yield _mark_chips(mark.what, payment)


def mark_envy(round: Round, seat: int, payment: Payment) -> Iterator[Mark]:
    """What a seat gets for the hands of others: for every hand that pays it, never for its own or the dealer's."""
    assert round.settlement, "the answers are known"
    paid = [envy for envy in round.settlement.envy if envy.seat == seat]
    due = sum(envy.net_micros for envy in paid)
    because = "; ".join(envy.explanation for envy in paid) or "no other player made a hand that pays envy"
    said, right = (_words("pay", micros) if micros else CALLS["nothing"] for micros in (payment.micros, due))
    what = f"Seat {seat}, envy"
    yield Mark(what, said, right, because, is_right=payment.micros == due, skill="envy")
    if payment.micros == due > 0:
        yield _mark_chips(what, payment)


def _mark_chips(what: str, payment: Payment) -> Mark:
    """Whether an amount that is right was cut from the rack as a dealer does: the largest chips first."""
    fewest = fewest_chips(payment.micros)
    because = "a payment is cut from the largest chips that fit, so that it can be read at a glance"
    is_right = payment.count == fewest.count
    return Mark(f"{what}, chips", payment.words, fewest.words, because, is_right=is_right, skill="chips")


def _mark_bet(bet: Settled, call: Call, micros: int) -> Mark:
    right, due = right_call(bet), due_micros(bet)
    return Mark(
        what=f"Seat {bet.seat}, {bet.wager}",
        said=_words(call, micros),
        right=_words(right, due),
        because=bet.explanation,
        is_right=call == right and micros == due,
        skill="settling",
    )


def _called(game: Game, bet: Settled, said: Any) -> tuple[Call, Payment]:
    """A call with its chips; only a pay has some."""
    call = next((call for call in calls_for(game, bet) if isinstance(said, dict) and said.get("call") == call), None)
    if call is None:
        raise BadQuery(bet.wager, f"{bet.wager} is still open: say what the dealer does with it")
    if call != "pay":
        return call, Payment()
    payment = read_payment(bet.wager, said.get("chips", {}))
    if not payment.count:
        raise BadQuery(bet.wager, f"{bet.wager} is paid with no chips: cut them from the rack")
    return call, payment


def _words(call: Call, micros: int) -> str:
    return f"{CALLS[call]} {format_amount(micros)}" if call == "pay" else CALLS[call]
