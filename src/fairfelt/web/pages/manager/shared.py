"""Jackpots that several rooms share: the hub's side and the room's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from starlette.responses import Response

from fairfelt.jackpot.book import HUB, OWED
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor
from fairfelt.room.hub.accounts import RoomAccount, RoomClaim, RoomLimits
from fairfelt.room.hub.hub_commands import AcceptRoom, ConfirmRoomClaim, LimitRoom, RecordRemittance
from fairfelt.room.hub.room import JoinHub
from fairfelt.room.hub.word import is_at_hub, shares_of
from fairfelt.room.state.awards import seat_words
from fairfelt.web.api.access import TWO_TO_ADJUST, TWO_TO_SET_UP
from fairfelt.web.api.handlers.tables import CONFIRMING
from fairfelt.web.desk import Desk, Fact, Field, Form, Task, nothing_besides
from fairfelt.web.desk.words import money, plain, span
from fairfelt.web.http.answers import number_in

PAGE = "/manager/shared"
MICROS = 1_000_000
WAYS = {"in": "From the room", "out": "To the room"}


async def shared(desk: Desk) -> Response:
    """Both sides; most rooms are one of them."""
    floor = desk.floor
    rooms = [
        (room, name, found.terms.currency, floor.rooms.get(room, RoomAccount()), floor.devices[room])
        for name, found in floor.jackpots.items()
        for room in floor.rooms_of(name)
    ]
    lines = [(name, line, floor.jackpots[name], list(_claims(floor, name))) for name, line in floor.hub_lines.items()]
    return desk.draw(
        "manager/jackpots/shared.html", rooms=rooms, lines=lines, offer=floor.hub_offer, joins=desk.may(TWO_TO_SET_UP),
        remits=desk.may(TWO_TO_ADJUST), confirms=desk.may(CONFIRMING), floor=floor, due=_due, heard=_heard(desk),
        claim_words=_claim_words, owed=OWED, hub=HUB,
    )  # fmt: skip


def is_shared(floor: Floor) -> bool:
    """True if there is anything to see here."""
    return bool(floor.hub_lines or floor.hub_offer or any(floor.rooms_of(name) for name in floor.jackpots))


def _heard(desk: Desk) -> Callable[[str], str]:
    """Says when a room was heard last."""
    now_s, heard_s = desk.controller.settings.seconds(), desk.controller.heard

    def say(room: str) -> str:
        if room not in heard_s:
            return "not since the start"
        return f"{span(int(now_s - heard_s[room]) * MICROS)} ago"

    return say


def _claim_words(claim: RoomClaim, currency: str) -> str:
    told = claim.told
    wins = " and ".join(f"{win.hand} for {win.level}" for win in told.wins)
    state = "confirmed" if claim.confirmed else f"waits for two people: {claim.held}" if claim.held else "pending"
    return f"table {told.at_table}: {wins}, {money(claim.amount_micros, currency)}, {state}"


def _due(micros: int, currency: str) -> str:
    if micros < 0:
        return f"the hub owes it {money(-micros, currency)}"
    return f"owes {money(micros, currency)}" if micros else "nothing"


def _claims(floor: Floor, jackpot: str) -> Iterator[str]:
    """The claims that are pending at the hub, with the amounts it has frozen."""
    currency = floor.jackpots[jackpot].terms.currency
    for name, table in floor.tables.items():
        if is_at_hub(floor, table, jackpot):
            frozen = {(prize.win.seat, prize.win.hand): prize.amount_micros for prize in table.prizes}
            for win in shares_of(table):
                amount = frozen.get((win.seat, win.hand))
                says = f"{money(amount, currency)} frozen" if amount is not None else "not frozen yet"
                asked = ", confirmed here" if table.asked else ""
                yield f"table {name}, {seat_words(win.seat)}: {win.hand} for {win.level}, {says}{asked}"


def _read_hours(form: Form) -> int | None:
    hours = form.whole("hours", 0, 720)
    return None if hours is None else hours * 3600


def _remittance(desk: Desk, account: RoomAccount) -> Iterable[Field]:
    currency = _currency(desk)

    def signed(form: Form) -> int:
        return (1 if form.one_of("way", WAYS) == "in" else -1) * form.amount("amount", currency)

    return (
        Field("way", "Direction", choices=WAYS),
        Field("amount", "Amount", unit=currency, read=signed),
        Field("document", "Document", hint="For example: wire 2207."),
    )


def _currency(desk: Desk) -> str:
    """The currency of the room in the address."""
    floor, room = desk.floor, desk.request.path_params["room"]
    return floor.jackpots[floor.links[floor.devices[room].link].jackpot].terms.currency


def _claim(desk: Desk) -> RoomClaim:
    _, account = desk.named(desk.floor.rooms, "room")
    return desk.named({str(number): claim for number, claim in account.claims.items()}, "claim")[1]


def _claim_facts(desk: Desk, claim: RoomClaim) -> Iterator[Fact]:
    currency = _currency(desk)
    yield "Claim", _claim_words(claim, currency)
    yield "Game", f"{claim.told.game}, paytable {claim.told.paytable}"
    for prize in claim.prizes:
        yield capital(seat_words(prize.win.seat)), money(prize.amount_micros, currency)


_LIMITS = ("tables", "seats", "rounds_per_hour", "awards_per_day")


def _room_limits(desk: Desk) -> RoomLimits:
    """Of a room, whether it has reported or not."""
    room, _ = desk.named({room: name for name in desk.floor.jackpots for room in desk.floor.rooms_of(name)}, "room")
    return desk.floor.rooms.get(room, RoomAccount()).limits


def _limit_fields(desk: Desk, limits: RoomLimits) -> Iterable[Field]:
    return (
        *(Field(name, value=str(getattr(limits, name))) for name in _LIMITS),
        Field("confirm_from", sort="amount", unit=_currency(desk), optional=True,
              value=plain(limits.confirm_from_micros)),
    )  # fmt: skip


async def _limit(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    above = form.amount_or_none("confirm_from", _currency(desk))
    numbers = {name: number_in(form.get(name)) for name in _LIMITS}
    return {**fields, "limits": {**numbers, "confirm_from_micros": above}}


TASKS = [
    Task(
        "/manager/shared/join", JoinHub, of=lambda desk: desk.floor.hub_offer, review=nothing_besides, back=PAGE,
        facts=lambda desk, offer: [("Hub’s jackpot", offer.jackpot), ("This room there", offer.room)] if offer else (),
        fields=lambda desk, offer: (
            Field("jackpot", "Name in this room", value=offer.jackpot if offer else ""),
            Field("hours", term="stops_after_s", read=_read_hours),
            Field("document", "Document", hint="The contract or the approval."),
        ),
    ),
    Task(
        "/manager/shared/{room}/remit", RecordRemittance, review=nothing_besides, back=PAGE, fields=_remittance,
        facts=lambda desk, account: [("Open now", _due(account.due_micros, _currency(desk)))],
    ),
    Task(
        "/manager/shared/{room}/claims/{claim}", ConfirmRoomClaim, of=_claim, review=nothing_besides, back=PAGE,
        facts=_claim_facts, fields=lambda desk, claim: [Field("amount", sort="hidden", value=str(claim.amount_micros))],
    ),
    Task("/manager/shared/{room}/limits", LimitRoom, of=_room_limits, prepare=_limit, back=PAGE, fields=_limit_fields),
    Task(
        "/manager/shared/{room}/accept", AcceptRoom, review=nothing_besides, back=PAGE,
        facts=lambda desk, account: [
            ("Known up to", f"event {account.up_to}, {account.hash[:12] or 'without a hash'}")
        ],
    ),
]  # fmt: skip
