"""What may be asked of the floor: each request is checked and, if it may be, becomes the body of one event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fairfelt.jackpot import AdjustmentError, Reason, Terms, TermsError, adjustment, changed
from fairfelt.rules import fingerprint, format_amount

from .authority import Refusal, confirming, persons, set_up_by, table_of
from .floor import Floor, prize_dict
from .hands import hand_buttons
from .happenings import frozen
from .people import ADJUSTS, SETS_UP, WRONG_PINS_ALLOWED, Authority, Role
from .table import Press, Table

Body = Mapping[str, Any]
Request = Callable[[Floor, str, Body], tuple[str, dict[str, Any]]]
"""Floor, device and what is asked; gives the kind and the body of the event."""


def open_jackpot(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    set_up_by(floor, asked.get("cards", ()), SETS_UP)
    _new(floor.jackpots, asked["jackpot"], "jackpot")
    return "jackpot opened", {"jackpot": asked["jackpot"], "terms": Terms.from_dict(asked["terms"]).to_dict()}


def make_link(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    set_up_by(floor, asked.get("cards", ()), SETS_UP)
    _new(floor.links, asked["link"], "link")
    _known(floor.jackpots, asked["jackpot"], "jackpot")
    return "link made", {name: asked[name] for name in ("link", "jackpot", "location")}


def set_up_table(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    """A table of a game; its hand buttons come from the game's paytable and are written into the log."""
    from fairfelt import games

    set_up_by(floor, asked.get("cards", ()), SETS_UP)
    _new(floor.tables, asked["table"], "table")
    link = _known(floor.links, asked["link"], "link")
    game = games.find(asked["game"], asked.get("variant", ""))
    hands = hand_buttons(game, asked["wager"], asked["paytable"])
    levels = {level.name for level in floor.jackpots[link.jackpot].terms.levels}
    for button in hands:
        if button.level and button.level not in levels:
            raise Refusal(
                f"paytable {asked['paytable']} wins a level {button.level!r} that {link.jackpot} does not have"
            )
    return "table set up", {
        **{name: asked[name] for name in ("table", "link", "wager", "paytable", "controls")},
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": fingerprint(game),
        "seats": game.seats,
        "denominations_micros": list(asked.get("denominations_micros", [])),
        "folded_hands_qualify": game.wager(asked["wager"]).survives_fold,
        "hands": [button.to_dict() for button in hands],
    }


def enrol_device(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    set_up_by(floor, asked.get("cards", ()), SETS_UP)
    _new(floor.devices, asked["device"], "device")
    return "device enrolled", {"device": asked["device"], "kind": asked["kind"], "table": asked.get("table", "")}


def switch_device(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    set_up_by(floor, asked.get("cards", ()), SETS_UP)
    _known(floor.devices, asked["device"], "device")
    return "device switched", {"device": asked["device"], "enabled": bool(asked["enabled"])}


def add_person(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    set_up_by(floor, asked.get("cards", ()), SETS_UP)
    _new(floor.people, asked["person"], "person")
    return "person added", {"person": asked["person"], "name": asked["name"], "role": Role(asked["role"]).value}


def issue_card(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    if floor.cards:
        persons(floor, asked.get("cards", ()), SETS_UP)
    _new(floor.cards, asked["card"], "card")
    _known(floor.people, asked["person"], "person")
    return "card issued", {"card": asked["card"], "person": asked["person"]}


def enter_pin(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    """The answer of the PIN check, which is made outside: a hash takes time and has no place in the log."""
    card = _known(floor.cards, asked["card"], "card")
    if card.locked:
        raise Refusal(f"card {asked['card']} is locked after too many wrong PINs; somebody else has to unlock it")
    right = bool(asked["right"])
    return "pin entered", {
        "card": asked["card"],
        "right": right,
        "locks": not right and card.wrong_pins >= WRONG_PINS_ALLOWED,
    }


def unlock_card(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    card = _known(floor.cards, asked["card"], "card")
    if card.person in persons(floor, asked["cards"], SETS_UP):
        raise Refusal("nobody unlocks their own card")
    return "card unlocked", {"card": asked["card"]}


def start_game(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    table = table_of(floor, device, asked["table"], Press.START)
    _, jackpot = floor.jackpot_of(table)
    if jackpot.retired:
        raise Refusal("this jackpot is retired; no bets are taken for it")
    bets = sorted((int(seat), amount) for seat, amount in asked["bets"].items())
    for seat, amount in bets:
        _verify_bet(table, seat, amount, jackpot.terms)
    return "game started", {"table": asked["table"], "round": table.round + 1, "bets": [list(bet) for bet in bets]}


def _verify_bet(table: Table, seat: int, amount_micros: int, terms: Terms) -> None:
    if not 1 <= seat <= table.seats:
        raise Refusal(f"there is no seat {seat}; seats are 1 to {table.seats}")
    if isinstance(amount_micros, bool) or not isinstance(amount_micros, int) or amount_micros < 1:
        raise Refusal(f"a bet is a whole number of millionths above zero, not {amount_micros!r}")
    allowed = table.denominations_micros
    if allowed and amount_micros not in allowed:
        coins = ", ".join(format_amount(coin, terms.currency) for coin in allowed)
        raise Refusal(f"the progressive bet is {coins}, not {format_amount(amount_micros, terms.currency)}")
    if amount_micros > terms.largest_increment_micros:
        raise Refusal(f"{format_amount(amount_micros, terms.currency)} is above the largest reasonable bet")


def press_hand(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    """A hand button: pressed once it claims, pressed again it takes the claim back."""
    table = table_of(floor, device, asked["table"], Press.HAND)
    seat, hand = int(asked["seat"]), asked["hand"]
    if seat not in table.bets_micros:
        raise Refusal(f"seat {seat} has no progressive bet in this round")
    if table.hand(hand) is None:
        raise Refusal(f"{hand!r} is no hand of this paytable; hands: {', '.join(b.hand for b in table.hands)}")
    if asked.get("folded") and not table.folded_hands_qualify:
        raise Refusal("a folded hand does not qualify at this table")
    claims = dict(table.claims)
    if claims.get(seat) == hand:
        del claims[seat]
    else:
        claims[seat] = hand
    return "claims set", {"table": asked["table"], "claims": [list(claim) for claim in sorted(claims.items())]}


def turn_key(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    to_jph = bool(asked["to_jph"])
    table_of(floor, device, asked["table"], Press.KEY_ON if to_jph else Press.KEY_OFF)
    confirming(floor, asked["cards"], Authority.SUPERVISOR)
    return "key turned", {"table": asked["table"], "to_jph": to_jph}


def confirm(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    """Post the awards of a round and the envy that goes with them, each award with the number of its win page."""
    table = table_of(floor, device, asked["table"], Press.CONFIRM)
    name, jackpot = floor.jackpot_of(table)
    _, prizes = frozen(floor, table)
    greatest = max(prize.amount_micros for prize in prizes)
    executive = greatest >= jackpot.terms.executive_from_micros
    person = confirming(floor, asked["cards"], Authority.EXECUTIVE if executive else Authority.SUPERVISOR)
    return "awards confirmed", {
        "table": asked["table"],
        "jackpot": name,
        "round": table.round,
        "confirmed_by": person,
        "awards": [{"number": floor.awards + nth, **prize_dict(prize)} for nth, prize in enumerate(prizes, 1)],
        "envy": _envy(table),
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


def end_game(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    table_of(floor, device, asked["table"], Press.END)
    return "game ended", {"table": asked["table"]}


def adjust(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    people = persons(floor, asked["cards"], ADJUSTS, count=2)
    jackpot = _known(floor.jackpots, asked["jackpot"], "jackpot")
    _documented(asked)
    try:
        reason = Reason(asked["reason"])
    except ValueError:
        allowed = ", ".join(repr(reason.value) for reason in Reason)
        raise Refusal(f"{asked['reason']!r} is no permitted reason for an adjustment; there is {allowed}") from None
    adjustment(jackpot, asked["level"], reason, asked["amount_micros"])
    fields = {name: asked[name] for name in ("jackpot", "level", "reason", "amount_micros", "document")}
    return "adjusted", {**fields, "by": people[:2]}


def change_terms(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    people = persons(floor, asked["cards"], ADJUSTS, count=2)
    jackpot = _known(floor.jackpots, asked["jackpot"], "jackpot")
    terms = Terms.from_dict(asked["terms"])
    changed(jackpot, terms)
    why = asked.get("why") or _refuse("a change of terms needs the reason for it")
    return "terms changed", {"jackpot": asked["jackpot"], "terms": terms.to_dict(), "why": why, "by": people[:2]}


def retire_jackpot(floor: Floor, device: str, asked: Body) -> tuple[str, dict[str, Any]]:
    """End a jackpot: all money held for players goes to the meter of another."""
    people = persons(floor, asked["cards"], ADJUSTS, count=2)
    old, heir = (_known(floor.jackpots, asked[name], "jackpot") for name in ("jackpot", "into"))
    _documented(asked)
    if old is heir or old.retired or heir.retired:
        raise Refusal("a running jackpot is retired into another running one")
    if any(table.prizes for table in floor.tables.values() if floor.jackpot_of(table)[1] is old):
        raise Refusal("a claim is pending; confirm or cancel it first")
    if old.terms.currency != heir.terms.currency:
        raise Refusal(f"{asked['into']} is in {heir.terms.currency}, not in {old.terms.currency}")
    heir.terms.level(asked["level"])
    return "jackpot retired", {**{k: asked[k] for k in ("jackpot", "into", "level", "document")}, "by": people[:2]}


def _documented(asked: Body) -> None:
    if not asked.get("document"):
        raise Refusal("this needs the reference of a document that explains it")


def _new(there: Mapping[str, Any], name: str, what: str) -> None:
    if not name or not isinstance(name, str) or "/" in name:
        raise Refusal(f"a {what} needs a name without a slash, not {name!r}")
    if name in there:
        raise Refusal(f"there is already a {what} {name!r}")


def _known(there: Mapping[str, Any], name: str, what: str) -> Any:
    return there[name] if name in there else _refuse(f"there is no {what} {name!r}")


def _refuse(sentence: str) -> Any:
    raise Refusal(sentence)


SENTENCES = (Refusal, TermsError, AdjustmentError, LookupError, ValueError)
"""What a request may raise whose text is the answer."""

REQUESTS: Mapping[str, Request] = {
    request.__name__.replace("_", " "): request
    for request in (
        open_jackpot, make_link, set_up_table, enrol_device, switch_device, add_person, issue_card, enter_pin,
        unlock_card, start_game, press_hand, turn_key, confirm, end_game, adjust, change_terms, retire_jackpot,
    )
}  # fmt: skip
"""By the kind of command."""
