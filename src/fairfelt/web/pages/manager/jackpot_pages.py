"""Jackpots: their pages, adjustments, retirement, the forecast of their meters, and those that several rooms share."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from starlette.responses import Response

from fairfelt.engine.exact import to_decimal
from fairfelt.jackpot import AdjustmentError, Jackpot, Reason, adjustment
from fairfelt.jackpot.book import HUB, OWED
from fairfelt.jackpot.meters import JackpotSetup, MeterError, Pace
from fairfelt.law import Disposal, Retirement, Stage
from fairfelt.ledger import Ledger
from fairfelt.reports.meter import model_facts
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor
from fairfelt.room.commands import retirement
from fairfelt.room.commands.accounts import Adjust, open_references
from fairfelt.room.commands.round_events import GameStarted
from fairfelt.room.hub.accounts import RoomAccount, RoomClaim, RoomLimits
from fairfelt.room.hub.hub_commands import AcceptRoom, ConfirmRoomClaim, LimitRoom, RecordRemittance
from fairfelt.room.hub.hub_events import is_at_hub, shares_of
from fairfelt.room.hub.room import JoinHub
from fairfelt.room.law.ask_law import transfer_said
from fairfelt.room.law.paperwork import transfer_of
from fairfelt.room.live_jackpot import observe_play, offers_played, set_up_live
from fairfelt.room.registry import kinds_of
from fairfelt.room.state.awards import seat_words
from fairfelt.rules import format_day
from fairfelt.runtime.formats import MICROS_PER_SECOND
from fairfelt.web.api.access import SETTING_UP, TWO_TO_ADJUST, TWO_TO_SET_UP
from fairfelt.web.api.handlers.jackpots import jackpot_state
from fairfelt.web.api.handlers.tables import CONFIRMING
from fairfelt.web.desk import Desk, Fact, Field, Form, Task
from fairfelt.web.desk.log import every_entry
from fairfelt.web.desk.task import NO_VALUE, Review, find_by, is_first, terms_changes
from fairfelt.web.desk.words import money, plain, span
from fairfelt.web.http.answers import not_found, number_in
from fairfelt.web.pages.counting import counting_of
from fairfelt.web.pages.manager.terms import describe_terms
from fairfelt.web.pages.meters import MeterStudy

Reference = tuple[str, Reason | None, int]
"""A reference of an adjustment: words, the reason it is for, and its number."""
NO_REFERENCE: Reference = ("nothing", None, 0)
JACKPOT = "/manager/jackpots/{jackpot}"
MEANINGS = {
    Reason.WON: "an award was backed out and is paid after all, by its win page: from the meter to winners",
    Reason.DISPLAY_MALFUNCTION: "a reported malfunction left a wrong amount, by its number: off the meter to the "
    "house, or with a minus back. Never more than recorded wagers brought since the level was last won whole",
    Reason.OVER_LIMIT: "the meter stands above its limit: from the meter to the overflow",
    Reason.NONDISPLAYED_TO_RECEIPTS: "from the reserve to the house’s receipts",
    Reason.SEED_RECOVERY: "the house takes its seed back, never players’ money: from the meter to the house’s seeds",
}
WAYS = {
    Disposal.PLAY_OFF: "play off: played for until it is won, and not seeded again",
    Disposal.TRANSFER: "transfer: all of it goes to another jackpot",
    Disposal.DONATION: "donation: all of it is given away",
}


async def jackpots(desk: Desk) -> Response:
    """All of them."""
    floor = desk.floor
    rows = [(name, jackpot_state(name, jackpot), links_of(floor, name)) for name, jackpot in floor.jackpots.items()]
    return desk.draw("manager/jackpots/jackpots.html", rows=rows, opens=desk.may(SETTING_UP), shared=is_shared(floor))


async def jackpot(desk: Desk) -> Response:
    """One of them."""
    name, found = desk.named(desk.floor.jackpots, "jackpot")
    return desk.draw(
        "manager/jackpots/jackpot.html", name=name, found=found, state=jackpot_state(name, found),
        links=links_of(desk.floor, name), tables=list(desk.floor.tables_of(name)), terms=describe_terms(found.terms),
        offers=offers_played(desk.floor, name),
        changes=list(terms_changes(found.terms, found.awaiting or found.terms)), may=desk.may(TWO_TO_ADJUST),
        ways_out=next_steps(desk.floor, name), ending=facts(desk, at) if (at := desk.floor.endings.get(name)) else (),
    )  # fmt: skip


def links_of(floor: Floor, jackpot: str) -> list[str]:
    """The links that feed a jackpot."""
    return [name for name, link in floor.links.items() if link.jackpot == jackpot]


def _levels(jackpot: Jackpot) -> dict[str, str]:
    currency = jackpot.terms.currency
    return {level.name: f"{level.name}: {money(jackpot.meter(level.name), currency)}" for level in jackpot.terms.levels}


def _adjustment(desk: Desk, found: Jackpot) -> Iterable[Field]:
    references = _references(desk.floor, desk.request.path_params["jackpot"], found)
    return (
        Field("level", "Level", choices=_levels(found)),
        Field("reason", "Reason"),
        Field("refers_to", choices={sent: words for sent, (words, _, _) in references.items()},
              read=lambda form: references.get(form.one_of("refers_to", references), NO_REFERENCE)[2]),
        Field("amount", unit=found.terms.currency),
        Field("document", "Document", hint="The number of the report, slip or letter behind it."),
    )  # fmt: skip


async def _adjust(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    name, found = desk.named(desk.floor.jackpots, "jackpot")
    _, only_for, _ = _references(desk.floor, name, found).get(form.get("refers_to"), NO_REFERENCE)
    if only_for and only_for.value != fields["reason"]:
        form.mistake("refers_to", "“won” refers to a win page, “display malfunction” to a malfunction")
    if not form.mistakes and is_first(desk, form):
        try:
            adjustment(found, fields["level"], Reason(fields["reason"]), fields["amount_micros"])
        except AdjustmentError as error:
            form.mistake("amount", str(error))
    return fields


def _references(floor: Floor, name: str, found: Jackpot) -> dict[str, Reference]:
    """Every open win page and malfunction of a jackpot, by what a form sends."""
    shown = {"": NO_REFERENCE}
    for reason, of in ((Reason.WON, "win page"), (Reason.DISPLAY_MALFUNCTION, "malfunction")):
        for level in found.terms.levels:
            for number, left in (open_references(floor, name, level.name, reason) or {}).items():
                words = f"{of} {number}, {level.name}: {money(left, found.terms.currency)}"
                shown[f"{of} {number}"] = words, reason, number
    return shown


def next_steps(floor: Floor, jackpot: str) -> list[tuple[str, str]]:
    """The next steps to end a jackpot: words, and the last part of an address."""
    ending = floor.endings.get(jackpot)
    if ending is None:
        regulated = floor.law.find("jackpot.removal")
        return [("Schedule retirement", "ending"), *([] if regulated else [("Retire", "retire")])]
    if ending.stage is Stage.ANNOUNCED:
        return [(f"Begin the {ending.way}", "ending/begin")]
    done = {Disposal.TRANSFER: ("Transfer it now", "retire"), Disposal.DONATION: ("Donate it", "ending/gift")}
    return [done.get(ending.way, ("Close it", "ending/close"))] if ending.stage is Stage.UNDER_WAY else []


def facts(desk: Desk, ending: Retirement) -> tuple[Fact, ...]:
    """The state of a retirement."""
    return (
        ("How", _how(ending)),
        ("Stage", ending.stage.value),
        ("Announced", f"{format_day(ending.announced_on)}, {ending.notice}"),
        ("Earliest date", format_day(ending.earliest)),
        *((("Closed", f"{format_day(ending.closed_on)}, {ending.document}"),) if ending.closed_on else ()),
        *(("The law says", notice) for notice in ending.notices),
    )


def _how(ending: Retirement) -> str:
    to = ", level ".join(filter(None, (ending.to, ending.level)))
    return f"{ending.way} to {to}" if to else ending.way.value


def heirs(desk: Desk) -> dict[str, str]:
    """Levels of other running jackpots in the currency of the one in the address; a slash is in no name."""
    jackpots, name = desk.floor.jackpots, desk.request.path_params["jackpot"]
    currency = jackpots[name].terms.currency
    return {
        f"{other}/{level.name}": f"{other}, level {level.name}"
        for other, found in jackpots.items()
        if other != name and not found.retired and found.terms.currency == currency
        for level in found.terms.levels
    }


def counted(desk: Desk, found: Jackpot) -> tuple[Fact, ...]:
    """The law's verdict on each heir whose odds were counted."""
    return tuple(
        (f"To {into}, level {level}", said.sentence)
        for jackpot, into, level in map(transfer_of, desk.floor.paperwork.transfers)
        if jackpot == desk.request.path_params["jackpot"]
        for said in transfer_said(desk.floor, (jackpot, into, level))
    )


async def _schedule(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    way, receiver = fields["way"], fields["to"]
    heir = form.one_of("heir", ["", *heirs(desk)])
    if (way == Disposal.TRANSFER) != bool(heir):
        form.mistake("heir", "a transfer names the receiving jackpot, and nothing else does")
    if (way == Disposal.DONATION) != bool(receiver):
        form.mistake("to", "a donation names who receives it, and nothing else does")
    into, _, level = heir.partition("/")
    return {**fields, "to": into or receiver, "level": level}


async def _announced(desk: Desk, form: Form, after: Floor) -> Review:
    """Review the promise to the players: how it ends, and from when on."""
    name, _ = desk.named(desk.floor.jackpots, "jackpot")
    if name not in after.endings:
        return Review()
    ending = after.endings[name]
    words = f"{_how(ending)}, {format_day(ending.earliest)} at the earliest"
    return Review(changes=((f"Retirement of {name}", NO_VALUE, words),), notes=ending.notices)


ENDING = find_by("jackpot", lambda floor: floor.endings, "the retirement of {} is not scheduled yet")


PARTS = ("forecast", "advice", "rundry")
FORMS = ("pdf", "html", "txt", "json", "csv")
MOST_WAGERS = 10_000_000
WAGERS, OTHERS = "wagers", "others"
DIGITS = 3


async def forecast(desk: Desk) -> Response:
    """The page; it is drawn at once, and what takes a while comes by itself."""
    form = Form(dict(desk.request.query_params))
    setup = await _read_setup(desk, form)
    study = MeterStudy(counting_of(desk.request), setup) if setup else None
    found = study.parts(PARTS, facts_shown=True) if study else ()
    parts, pace = [part for part in found if part.job], setup.pace if setup else None
    seen = f"So far: {int(pace.wagers_per_week):,}." if pace else "Less than an hour has been played."
    fields = (
        Field(name=WAGERS, label="Wagers per week", hint=seen, optional=True),
        Field(name=OTHERS, label="Other bettors at the table", hint="Their hands pay envy.", optional=True),
    )
    return desk.draw(
        "manager/jackpots/forecast.html", name=desk.request.path_params["jackpot"], form=form,
        fields=fields, study=study, parts=parts, query=desk.request.url.query,
        waits=bool(study and not study.ready) or any(part.waiting for part in parts),
        facts=list(model_facts(study.model)) if study and study.model else [],
    )  # fmt: skip


async def forecast_document(desk: Desk) -> Response:
    """One of its reports to download."""
    name, _ = desk.named(desk.floor.jackpots, "jackpot")
    part, form = desk.request.path_params["part"], Form(dict(desk.request.query_params))
    setup = await _read_setup(desk, form)
    if setup is None or part not in PARTS:
        raise not_found(next(iter(form.mistakes.values()), f"there is no {part!r}: choose one of {', '.join(PARTS)}"))
    report = MeterStudy(counting_of(desk.request), setup).finished_report(part)
    return await desk.download(replace(report, name=f"{name}-{part}".replace(" ", "-")), FORMS)


async def _read_setup(desk: Desk, form: Form) -> JackpotSetup | None:
    """The jackpot as it is, at the pace of the room or at one that was typed."""
    name, _ = desk.named(desk.floor.jackpots, "jackpot")
    wagers, others = (form.whole(name, 0, most) or 0 for name, most in ((WAGERS, MOST_WAGERS), (OTHERS, 99)))
    if form.mistakes:
        return None
    try:
        setup = await asyncio.to_thread(observe_setup, desk.controller.ledger, desk.floor, name)
    except MeterError as error:
        raise not_found(str(error)) from error
    pace = Pace.observed(wagers, Fraction(1)) if wagers else setup.pace
    return round_setup(replace(setup, others=others, pace=pace))


def observe_setup(ledger: Ledger[Floor], floor: Floor, jackpot: str) -> JackpotSetup:
    """A jackpot as it is, at the pace at which its wagers came in so far."""
    play = observe_play(floor, jackpot, every_entry(ledger, kinds_of(GameStarted)), ledger.committed.head.at_micros)
    return set_up_live(floor, jackpot, play)


def round_setup(setup: JackpotSetup) -> JackpotSetup:
    """In few digits, each reserve as coarsely as its meter, so that one answer holds for a while."""
    meters, reserves = dict(setup.meters), dict(setup.reserves)
    weekly = int(round_digits(setup.pace.wagers_per_week)) if setup.pace else 0
    return replace(
        setup,
        stake=round_digits(setup.stake),
        meters=tuple((name, round_digits(meter)) for name, meter in meters.items()),
        reserves=tuple((name, _round_like(reserves[name], meter)) for name, meter in meters.items()),
        pace=Pace.observed(weekly, Fraction(1)) if weekly else None,
    )


def round_digits(number: Fraction) -> Fraction:
    """To three significant digits."""
    return Fraction(Decimal(f"{to_decimal(number):.{DIGITS}g}"))


def _round_like(amount: Fraction, other: Fraction) -> Fraction:
    """To the last digit that the other one is rounded to."""
    last = Fraction(10) ** (to_decimal(other).adjusted() - DIGITS + 1)
    return round(amount / last) * last


SHARED = "/manager/shared"
REMITTED = {"in": "From the room", "out": "To the room"}


async def shared(desk: Desk) -> Response:
    """Both sides; most rooms are one of them."""
    floor, now_s, heard_s = desk.floor, desk.controller.settings.seconds(), desk.controller.heard

    def heard(room: str) -> str:
        ago = f"{span(int(now_s - heard_s[room]) * MICROS_PER_SECOND)} ago" if room in heard_s else ""
        return ago or "not since the start"

    rooms = [
        (room, name, found.terms.currency, floor.rooms.get(room, RoomAccount()), floor.devices[room])
        for name, found in floor.jackpots.items()
        for room in floor.rooms_of(name)
    ]
    lines = [(name, line, floor.jackpots[name], list(_claims(floor, name))) for name, line in floor.hub_lines.items()]
    return desk.draw(
        "manager/jackpots/shared.html", rooms=rooms, lines=lines, offer=floor.hub_offer, joins=desk.may(TWO_TO_SET_UP),
        remits=desk.may(TWO_TO_ADJUST), confirms=desk.may(CONFIRMING), floor=floor, due=_due, heard=heard,
        claim_words=_claim_words, owed=OWED, hub=HUB,
    )  # fmt: skip


def is_shared(floor: Floor) -> bool:
    """True if there is anything to see here."""
    return bool(floor.hub_lines or floor.hub_offer or any(floor.rooms_of(name) for name in floor.jackpots))


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
        return (1 if form.one_of("way", REMITTED) == "in" else -1) * form.amount("amount", currency)

    return (
        Field("way", "Direction", choices=REMITTED),
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


_ROOM_LIMITS = ("tables", "seats", "rounds_per_hour", "awards_per_day")


def _room_limits(desk: Desk) -> RoomLimits:
    """Of a room, whether it has reported or not."""
    room, _ = desk.named({room: name for name in desk.floor.jackpots for room in desk.floor.rooms_of(name)}, "room")
    return desk.floor.rooms.get(room, RoomAccount()).limits


async def _limit(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    above = form.amount_or_none("confirm_from", _currency(desk))
    numbers = {name: number_in(form.get(name)) for name in _ROOM_LIMITS}
    return {**fields, "limits": {**numbers, "confirm_from_micros": above}}


TASKS = [
    Task(
        "/manager/jackpots/{jackpot}/adjust", Adjust, prepare=_adjust, review=True, back=JACKPOT,
        fields=_adjustment, facts=[(capital(reason.value), words) for reason, words in MEANINGS.items()],
    ),
    Task(
        "/manager/jackpots/{jackpot}/retire", retirement.RetireJackpot, review=True,
        facts=lambda desk, found: (*_levels(found).items(), *counted(desk, found)),
        fields=lambda desk, found: (
            Field("heir", "Into", sort="choice", choices=heirs(desk), term="into/level"),
            Field("document", "Document", hint="The approval or the notice behind it."),
        ),
    ),
    Task(
        "/manager/jackpots/{jackpot}/ending", retirement.AnnounceRetirement, prepare=_schedule, review=_announced,
        back=JACKPOT, facts=counted,
        fields=lambda desk, found: (
            Field("way", "What becomes of the money", choices=WAYS),
            Field("heir", "Transfer to", choices={"": "no transfer"} | heirs(desk)),
            Field("to", "Donate to"),
            Field("document", "Document", hint="The notice to the players."),
        ),
    ),
    *(
        Task(f"{JACKPOT}/ending/{step}", command, of=ENDING, review=True, back=JACKPOT, facts=facts)
        for step, command in (
            ("begin", retirement.BeginRetirement), ("gift", retirement.GiveJackpotAway),
            ("close", retirement.CloseRetirement),
        )
    ),
    Task(
        "/manager/shared/join", JoinHub, of=lambda desk: desk.floor.hub_offer, review=True, back=SHARED,
        facts=lambda desk, offer: [("Hub’s jackpot", offer.jackpot), ("This room there", offer.room)] if offer else (),
        fields=lambda desk, offer: (
            Field("jackpot", "Name in this room", value=offer.jackpot if offer else ""),
            Field("hours", term="stops_after_s", read=_read_hours),
            Field("document", "Document", hint="The contract or the approval."),
        ),
    ),
    Task(
        "/manager/shared/{room}/remit", RecordRemittance, review=True, back=SHARED, fields=_remittance,
        facts=lambda desk, account: [("Open now", _due(account.due_micros, _currency(desk)))],
    ),
    Task(
        "/manager/shared/{room}/claims/{claim}", ConfirmRoomClaim, of=_claim, review=True, back=SHARED,
        facts=_claim_facts, fields=lambda desk, claim: [Field("amount", sort="hidden", value=str(claim.amount_micros))],
    ),
    Task(
        "/manager/shared/{room}/limits", LimitRoom, of=_room_limits, prepare=_limit, back=SHARED,
        fields=lambda desk, limits: (
            *(Field(name, value=str(getattr(limits, name))) for name in _ROOM_LIMITS),
            Field("confirm_from", sort="amount", unit=_currency(desk), optional=True,
                  value=plain(limits.confirm_from_micros)),
        ),
    ),
    Task(
        "/manager/shared/{room}/accept", AcceptRoom, review=True, back=SHARED,
        facts=lambda desk, account: [
            ("Known up to", f"event {account.up_to}, {account.hash[:12] or 'without a hash'}")
        ],
    ),
]  # fmt: skip
