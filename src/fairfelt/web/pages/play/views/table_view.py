"""A round as a page may see it: plain data, without any card that has not been turned over."""

from __future__ import annotations

from fractions import Fraction

from fairfelt.cards import format_cards
from fairfelt.exact import to_decimal
from fairfelt.rules import Cards, format_amount
from fairfelt.table import Choose, EnvyPaid, Option, Round, Seat, Settled

from ..commitment import Shuffle
from .hands import qualifies
from .laid import Json, Sight, hand_view
from .paytables import paid_row


def dealer_view(round: Round, sight: Sight) -> Json:
    """The dealer's cards as far as they lie open, and in the end what they are."""
    hands = sight.place_hands(Cards.DEALER)
    hidden = len(round.dealt.dealer) - len(sight.open.dealer) if round.dealt else 0
    return {
        "hands": [hand_view(hand, hidden=0 if at else hidden) for at, hand in enumerate(hands)],
        "wins": sight.winner is Cards.DEALER,
        "qualifies": qualifies(round) if sight.complete else None,
    }


def community_view(round: Round, sight: Sight) -> Json:
    """The shared cards as far as they lie open."""
    hidden = len(round.dealt.community) - len(sight.open.community) if round.dealt else 0
    (hand,) = sight.place_hands(Cards.COMMUNITY)
    return {**hand_view(hand, hidden=hidden), "wins": sight.winner is Cards.COMMUNITY}


def seats_view(round: Round, sight: Sight) -> list[Json]:
    """Every player, from the dealer's left."""
    return [_seat(round, seat, sight) for seat in round.seats]


def reveal(round: Round, shuffle: Shuffle, cut: int) -> Json | None:
    """The shuffle, once the round is over, and whether it is what was dealt."""
    if not round.settlement or not round.dealt:
        return None
    kept = shuffle.cut_at(cut) == round.dealt.order
    return {"nonce": shuffle.nonce, "order": format_cards(shuffle.order), "cut": cut, "kept": kept}


def option_view(option: Option) -> Json:
    """A choice, and what it puts on the table."""
    choice = option.choice
    size = format_amount(option.size_micros) if option.size_micros else ""
    return {"name": choice.name, "bet": choice.bet, "size": size, "folds": choice.folds}


def money(micros: int | Fraction) -> str:
    """A gain or a loss with its sign, to the cent."""
    cents = round(Fraction(micros) / 10_000)
    return f"{'+' if cents > 0 else ''}{format_amount(cents * 10_000)}"


def units(value: Fraction) -> str:
    """A value in units of the Ante, to four decimals and with its sign."""
    return f"{to_decimal(value):+.4f}"


def _seat(round: Round, seat: Seat, sight: Sight) -> Json:
    settlement = round.settlement
    net = settlement.net_micros(seat.number) if settlement else 0
    return {
        "number": seat.number,
        "you": seat.number == sight.you,
        "hands": _hands(round, seat, sight),
        "folded": seat.folded,
        "foul": seat.foul or "",
        "stakes": {wager: _stake(micros) for wager, micros in seat.stakes_micros.items()},
        "choices": [made.choice for made in round.operations if isinstance(made, Choose) and made.seat == seat.number],
        "settled": [_settled(round, bet) for bet in settlement.of(seat.number)] if settlement else [],
        "envy": [_envy(paid) for paid in settlement.envy if paid.seat == seat.number] if settlement else [],
        "net": money(net) if settlement else "",
        "result": _result_of(net) if settlement else "",
    }


def _hands(round: Round, seat: Seat, sight: Sight) -> list[Json]:
    """The hands of a player; of several each with what its own bets have come to."""
    hands = sight.own_hands(seat)
    views = [hand_view(hand, hidden=0 if at else sight.hidden(seat)) for at, hand in enumerate(hands)]
    if not round.settlement or not round.game.course or len(hands) < 2:
        return views
    nets: dict[int, int] = {}
    for bet in round.settlement.of(seat.number):
        number = round.game.course.hand_of(round.game.wager(bet.wager))
        nets[number] = nets.get(number, 0) + bet.net_micros
    return [
        {**view, "net": money(nets[at]), "result": _result_of(nets[at])} if at in nets else view
        for at, view in enumerate(views, 1)
    ]


def _stake(micros: int) -> Json:
    return {"amount": format_amount(micros), "micros": micros}


def _settled(round: Round, bet: Settled) -> Json:
    return {
        "wager": bet.wager,
        "stake": format_amount(bet.stake_micros),
        "why": bet.explanation,
        "net": money(bet.net_micros),
        "result": _result(bet),
        "claim": str(bet.outcome.pay) if bet.level_share else "",
        "row": paid_row(round.game, bet),
    }


def _result_of(net_micros: int) -> str:
    return "wins" if net_micros > 0 else "loses" if net_micros < 0 else "pushes"


def _result(bet: Settled) -> str:
    if bet.outcome.pay.wins:
        return "wins"
    if bet.net_micros < 0:
        return "loses"
    return "pushes" if bet.stake_micros else "nothing"


def _envy(paid: EnvyPaid) -> Json:
    return {"why": paid.explanation, "net": money(paid.net_micros)}
