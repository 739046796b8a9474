"""What each event does to the floor. The log replayed through these gives the floor again, to the last millionth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fairfelt.jackpot import (
    Freeze,
    Jackpot,
    Prize,
    Reason,
    Terms,
    Win,
    adjustment,
    at,
    begun,
    changed,
    contributed,
    given_back,
    opened,
    set_aside,
    transfer,
    transfer_in,
    transfer_out,
)

from .floor import Floor, Link
from .hands import from_dicts
from .people import Card, Device, Person, Role
from .table import Controls, Phase, Table

Body = Mapping[str, Any]
Happening = Callable[[Floor, Body], Floor]


def jackpot_opened(floor: Floor, body: Body) -> Floor:
    return floor.having("jackpots", body["jackpot"], opened(Terms.from_dict(body["terms"]))[0])


def link_made(floor: Floor, body: Body) -> Floor:
    return floor.having("links", body["link"], Link(body["jackpot"], body["location"]))


def table_set_up(floor: Floor, body: Body) -> Floor:
    table = Table(
        link=body["link"],
        game=body["game"],
        variant=body["variant"],
        wager=body["wager"],
        paytable=body["paytable"],
        fingerprint=body["fingerprint"],
        seats=body["seats"],
        denominations_micros=tuple(body["denominations_micros"]),
        folded_hands_qualify=body["folded_hands_qualify"],
        controls=Controls(body["controls"]),
        hands=from_dicts(body["hands"]),
    )
    return floor.having("tables", body["table"], table)


def device_enrolled(floor: Floor, body: Body) -> Floor:
    return floor.having("devices", body["device"], Device(body["kind"], body["table"]))


def device_switched(floor: Floor, body: Body) -> Floor:
    return floor.having("devices", body["device"], replace(floor.devices[body["device"]], enabled=body["enabled"]))


def person_added(floor: Floor, body: Body) -> Floor:
    return floor.having("people", body["person"], Person(body["name"], Role(body["role"])))


def card_issued(floor: Floor, body: Body) -> Floor:
    return floor.having("cards", body["card"], Card(body["person"]))


def pin_entered(floor: Floor, body: Body) -> Floor:
    wrong = 0 if body["right"] else floor.cards[body["card"]].wrong_pins + 1
    return floor.having(
        "cards", body["card"], replace(floor.cards[body["card"]], wrong_pins=wrong, locked=body["locks"])
    )


def card_unlocked(floor: Floor, body: Body) -> Floor:
    return floor.having("cards", body["card"], replace(floor.cards[body["card"]], wrong_pins=0, locked=False))


def game_started(floor: Floor, body: Body) -> Floor:
    table = floor.tables[body["table"]]
    name, jackpot = floor.jackpot_of(table)
    bets = {int(seat): amount for seat, amount in body["bets"]}
    for amount_micros in bets.values():
        jackpot, _ = contributed(jackpot, amount_micros)
    playing = replace(table, phase=Phase.PLAYING, round=body["round"], bets_micros=bets, claims={}, prizes=())
    return floor.having("jackpots", name, jackpot).having("tables", body["table"], playing)


def claims_set(floor: Floor, body: Body) -> Floor:
    """All claims of the round anew: frozen prizes go back, then all are frozen in paying order."""
    table = floor.tables[body["table"]]
    name, jackpot = floor.jackpot_of(table)
    jackpot, _ = given_back(jackpot, table.prizes)
    claims = {int(seat): hand for seat, hand in body["claims"]}
    prizes: tuple[Prize, ...] = ()
    if jackpot.terms.freeze is Freeze.AT_CLAIM:
        jackpot, prizes = set_aside(jackpot, wins_of(table, claims))
    phase = Phase.CLAIMED if claims else Phase.PLAYING
    after = replace(table, phase=phase, claims=claims, prizes=prizes)
    return floor.having("jackpots", name, jackpot).having("tables", body["table"], after)


def wins_of(table: Table, claims: Mapping[int, str]) -> list[Win]:
    """The claimed hands as wins."""
    buttons = {button.hand: button for button in table.hands}
    return [buttons[hand].win(seat, table.bets_micros[seat]) for seat, hand in claims.items()]


def frozen(floor: Floor, table: Table) -> tuple[Jackpot, tuple[Prize, ...]]:
    """The jackpot and the prizes a confirmation pays: frozen at the claim, or now where that is the policy."""
    _, jackpot = floor.jackpot_of(table)
    if jackpot.terms.freeze is Freeze.AT_CLAIM:
        return jackpot, table.prizes
    return set_aside(jackpot, wins_of(table, table.claims))


def awards_confirmed(floor: Floor, body: Body) -> Floor:
    table = floor.tables[body["table"]]
    name, _ = floor.jackpot_of(table)
    jackpot, prizes = frozen(floor, table)
    for prize in prizes:
        level = prize.win.level or jackpot.terms.levels[0].name
        jackpot = jackpot.after(transfer(at("pending", level), "paid", prize.amount_micros))
    jackpot = jackpot.after(transfer("revenue", "paid", sum(row["amount_micros"] for row in body["envy"])))
    if any(prize.reseeded for prize in prizes):
        jackpot = begun(jackpot)
    floor = floor.having("jackpots", name, jackpot)
    floor = floor.having("tables", body["table"], replace(table, phase=Phase.PAID, prizes=()))
    return replace(floor, awards=floor.awards + len(prizes))


def key_turned(floor: Floor, body: Body) -> Floor:
    table = floor.tables[body["table"]]
    phase = table.phase
    if table.phase in (Phase.CLAIMED, Phase.KEYED):
        phase = Phase.KEYED if body["to_jph"] else Phase.CLAIMED
    return floor.having("tables", body["table"], replace(table, phase=phase, key_at_jph=body["to_jph"]))


def game_ended(floor: Floor, body: Body) -> Floor:
    over = replace(floor.tables[body["table"]], phase=Phase.BETTING, bets_micros={}, claims={}, prizes=())
    return floor.having("tables", body["table"], over)


def adjusted(floor: Floor, body: Body) -> Floor:
    jackpot = floor.jackpots[body["jackpot"]]
    moves = adjustment(jackpot, body["level"], Reason(body["reason"]), body["amount_micros"])
    return floor.having("jackpots", body["jackpot"], jackpot.after(moves))


def terms_changed(floor: Floor, body: Body) -> Floor:
    jackpot = changed(floor.jackpots[body["jackpot"]], Terms.from_dict(body["terms"]))
    return floor.having("jackpots", body["jackpot"], jackpot)


def jackpot_retired(floor: Floor, body: Body) -> Floor:
    old, heir = floor.jackpots[body["jackpot"]], floor.jackpots[body["into"]]
    amount_micros, moves = transfer_out(old)
    floor = floor.having("jackpots", body["jackpot"], replace(old.after(moves), retired=True))
    return floor.having("jackpots", body["into"], heir.after(transfer_in(body["level"], amount_micros)))


def refused(floor: Floor, body: Body) -> Floor:
    return floor


HAPPENINGS: Mapping[str, Happening] = {
    happening.__name__.replace("_", " "): happening
    for happening in (
        jackpot_opened, link_made, table_set_up, device_enrolled, device_switched, person_added, card_issued,
        pin_entered, card_unlocked, game_started, claims_set, awards_confirmed, key_turned, game_ended, adjusted,
        terms_changed, jackpot_retired, refused,
    )
}  # fmt: skip
"""By the kind of event."""
