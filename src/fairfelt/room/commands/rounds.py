"""Commands from the keypad of a table, in the order of a round."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

from fairfelt.jackpot import Terms
from fairfelt.law import Award, payout
from fairfelt.room.events.rounds import frozen
from fairfelt.room.state.duties import payment_dict
from fairfelt.room.state.floor import Floor, prize_dict
from fairfelt.room.state.people import Authority
from fairfelt.room.state.table import Press, Table
from fairfelt.rules import format_amount

from ..authority import confirming, table_of
from ..fields import Body, bets, cards, flag, text, whole
from ..refusal import Code, Refusal
from .command import NewEvent


def place_bets(floor: Floor, device: str, body: Body) -> NewEvent:
    """What lies on the sensors now; what is not named is dark."""
    table = table_of(floor, device, text(body, "table"), Press.BET)
    lit = bets(body)
    _verify_bets(floor, table, lit)
    return "bets placed", {"table": body["table"], "lit": [list(bet) for bet in lit]}


def start_game(floor: Floor, device: str, body: Body) -> NewEvent:
    """Count the bets: what the sensors read at the press if it says so, or else those that are lit."""
    table = table_of(floor, device, text(body, "table"), Press.START)
    counted = bets(body) if body.get("bets") is not None else sorted(table.lit.items())
    _verify_bets(floor, table, counted)
    return "game started", {"table": body["table"], "round": table.round + 1, "bets": [list(bet) for bet in counted]}


def _verify_bets(floor: Floor, table: Table, counted: list[tuple[int, int]]) -> None:
    _, jackpot = floor.jackpot_of(table)
    if jackpot.retired:
        raise Refusal(Code.JACKPOT_RETIRED, "this jackpot is retired; no bets are taken for it")
    (least, most), coins = _range(table, jackpot.terms), table.denominations_micros
    for seat, amount_micros in counted:
        if seat > table.seats:
            raise Refusal(Code.BAD_BET, f"there is no seat {seat}; seats are 1 to {table.seats}", "bets")
        if not least <= amount_micros <= most or (coins and amount_micros not in coins):
            _verify_amount(table, amount_micros, jackpot.terms)


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


def press_hand(floor: Floor, device: str, body: Body) -> NewEvent:
    """A hand button: pressed once it claims, pressed again it takes the claim back."""
    table = table_of(floor, device, text(body, "table"), Press.HAND)
    seat, hand = whole(body, "seat"), text(body, "hand")
    if seat not in table.bets_micros:
        raise Refusal(Code.BAD_CLAIM, f"seat {seat} has no progressive bet in this round", "seat")
    if table.hand(hand) is None:
        sentence = f"{hand!r} is no hand of this paytable; hands: {', '.join(b.hand for b in table.hands)}"
        raise Refusal(Code.BAD_CLAIM, sentence, "hand")
    if "folded" in body and flag(body, "folded") and not table.folded_hands_qualify:
        raise Refusal(Code.BAD_CLAIM, "a folded hand does not qualify at this table")
    claims = dict(table.claims)
    if claims.get(seat) == hand:
        del claims[seat]
    else:
        claims[seat] = hand
    return "claims set", {"table": body["table"], "claims": [list(claim) for claim in sorted(claims.items())]}


def turn_key(floor: Floor, device: str, body: Body) -> NewEvent:
    to_jph = flag(body, "to_jph")
    table_of(floor, device, text(body, "table"), Press.KEY_ON if to_jph else Press.KEY_OFF)
    confirming(floor, cards(body), Authority.SUPERVISOR)
    return "key turned", {"table": body["table"], "to_jph": to_jph}


def confirm(floor: Floor, device: str, body: Body) -> NewEvent:
    """Post the awards of a round and the envy that goes with them, each award with the number of its win page."""
    table = table_of(floor, device, text(body, "table"), Press.CONFIRM)
    name, jackpot = floor.jackpot_of(table)
    _, prizes = frozen(floor, table)
    greatest = max(prize.amount_micros for prize in prizes)
    executive = greatest >= jackpot.terms.executive_from_micros
    person = confirming(floor, cards(body), Authority.EXECUTIVE if executive else Authority.SUPERVISOR)
    awards = [
        {"number": number, "wager_micros": table.bets_micros[prize.win.seat], **prize_dict(prize)}
        for number, prize in enumerate(prizes, floor.awards + 1)
    ]
    payments = _payments(floor, awards, jackpot.terms.currency)
    return "awards confirmed", {
        "table": body["table"],
        "jackpot": name,
        "round": table.round,
        "confirmed_by": person,
        "awards": awards,
        "envy": _envy(table),
        "page": {"table": body["table"], "sharing": len(awards), **_moment(floor, table, person)},
        **({"payments": payments} if payments else {}),
    }


def _payments(floor: Floor, awards: list[dict[str, Any]], currency: str) -> list[dict[str, Any]]:
    """The steps of every award for which a rule has more than to pay it."""
    law = floor.jurisdiction.law
    if law is None:
        return []
    on = datetime.combine(law.on, time(), UTC)
    won = (Award(row["number"], row["amount_micros"], row["wager_micros"], on, currency) for row in awards)
    return [payment_dict(found) for award in won if (found := payout(law, award)).asks_more]


def _moment(floor: Floor, table: Table, person: str) -> dict[str, Any]:
    """What a win page says of the table, the terms and the person as they are now."""
    terms, confirming_person = floor.jackpot_of(table)[1].terms, floor.people[person]
    return {
        "location": floor.links[table.link].location,
        "game": table.game,
        "variant": table.variant,
        "paytable": table.paytable,
        "fingerprint": table.fingerprint,
        "round": table.round,
        "policy": terms.several_winners.value,
        "currency": terms.currency,
        "confirmed_by": confirming_person.name,
        "role": confirming_person.role.value,
    }


def _envy(table: Table) -> list[dict[str, Any]]:
    """Every other bettor at the table is paid for every envy hand; nobody for their own."""
    rows = []
    for maker, hand in table.claims.items():
        button = table.hand(hand)
        for seat, wager in sorted(table.bets_micros.items()):
            amount = button.envy(wager) if button and seat != maker else 0
            if amount:
                rows.append({"seat": seat, "for_seat": maker, "hand": hand, "amount_micros": amount})
    return rows


def end_game(floor: Floor, device: str, body: Body) -> NewEvent:
    table_of(floor, device, text(body, "table"), Press.END)
    return "game ended", {"table": body["table"]}
