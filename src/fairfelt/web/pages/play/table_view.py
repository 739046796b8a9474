"""A round as a page may see it: plain data, without any card that has not been turned over."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fairfelt.cards import Card, format_cards
from fairfelt.exact import to_decimal
from fairfelt.rules import Cards, format_amount
from fairfelt.table import Choose, EnvyPaid, Option, Round, Seat, Settled, View

from .commitment import Shuffle
from .hands import dealer_value, player_value, words_of

Json = dict[str, Any]


def dealer_view(round: Round) -> Json:
    """The dealer's cards as far as they lie open, and in the end what they are."""
    void = round.settlement is not None and round.settlement.is_void
    value = dealer_value(round) if round.dealt and not round.turn and not void else None
    return {
        **_cards(_sight(round).dealer, round.dealt.dealer if round.dealt else ()),
        "words": words_of(round.game, value),
    }


def community_view(round: Round) -> Json:
    """The shared cards as far as they lie open."""
    return _cards(_sight(round).community, round.dealt.community if round.dealt else ())


def seats_view(round: Round, you: int = 0) -> list[Json]:
    """Every player, from the dealer's left."""
    return [_seat(round, seat, you) for seat in round.seats]


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


def _sight(round: Round) -> View:
    """What anybody at the table sees; the own cards are whoever's they are."""
    return round.visible(round.seats[0].number) if round.dealt else View(0, (), (), ())


def _lies_open(round: Round, seat: Seat, you: int) -> bool:
    """Whether a player's cards are to be seen: one's own, all in the end, and those a course deals face up."""
    if seat.number == you or not round.turn:
        return True
    if not round.run:
        return False
    player = round.seats.index(seat)
    return all(draw.face_up for draw in round.run.draws if draw.to is Cards.OWN and draw.player == player)


def _cards(seen: Sequence[Card], all_cards: Sequence[Card]) -> Json:
    return {"cards": [_card(card) for card in seen], "hidden": len(all_cards) - len(seen)}


def _card(card: Card) -> Json:
    return {"face": str(card), "words": card.words}


def _seat(round: Round, seat: Seat, you: int) -> Json:
    own = round.held(seat.number) if round.dealt else ()
    settlement = round.settlement
    return {
        "number": seat.number,
        "you": seat.number == you,
        **_cards(own if _lies_open(round, seat, you) else (), own),
        "folded": seat.folded,
        "foul": seat.foul or "",
        "stakes": {wager: _stake(micros) for wager, micros in seat.stakes_micros.items()},
        "choices": [made.choice for made in round.operations if isinstance(made, Choose) and made.seat == seat.number],
        "words": words_of(round.game, player_value(round, seat.number)) if _is_read(round, seat) else "",
        "settled": [_settled(bet) for bet in settlement.of(seat.number)] if settlement else [],
        "envy": [_envy(paid) for paid in settlement.envy if paid.seat == seat.number] if settlement else [],
        "net": money(settlement.net_micros(seat.number)) if settlement else "",
    }


def _is_read(round: Round, seat: Seat) -> bool:
    """Whether a hand is read aloud: in the end, if it is one."""
    return bool(round.settlement and not round.settlement.is_void and not seat.folded and not seat.foul)


def _stake(micros: int) -> Json:
    return {"amount": format_amount(micros), "micros": micros}


def _settled(bet: Settled) -> Json:
    return {
        "wager": bet.wager,
        "stake": format_amount(bet.stake_micros),
        "why": bet.explanation,
        "net": money(bet.net_micros),
        "result": _result(bet),
        "claim": str(bet.outcome.pay) if bet.level_share else "",
    }


def _result(bet: Settled) -> str:
    if bet.outcome.pay.wins:
        return "wins"
    if bet.net_micros < 0:
        return "loses"
    return "pushes" if bet.stake_micros else "nothing"


def _envy(paid: EnvyPaid) -> Json:
    return {"why": paid.explanation, "net": money(paid.net_micros)}
