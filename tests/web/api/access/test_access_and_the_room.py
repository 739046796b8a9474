"""The API and the room agree on roles: neither lets somebody through whom the other would stop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from fairfelt import games
from fairfelt.jackpot import Level, Terms
from fairfelt.law import Disposal, Step
from fairfelt.ledger import Command
from fairfelt.room import DeviceKind, Floor, Payment, PayRules, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.accounts import IssueReport, RecordCount
from fairfelt.room.commands.alarms import RaiseAlarm
from fairfelt.room.commands.duties import OfferMerchandise, PostHouseJackpot, ReportMalfunction
from fairfelt.room.commands.law import BeginDay
from fairfelt.room.commands.paperwork import FileMakersReport, MeetCondition, PinGame
from fairfelt.room.commands.retirement import AnnounceRetirement, BeginRetirement
from fairfelt.room.commands.set_up import OpenJackpot
from fairfelt.room.event import Code
from fairfelt.room.hub.accounts import HubOffer, RoomAccount, RoomClaim, SharedClaim
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.awards import CountKind, TraySlip
from fairfelt.room.state.floor import Scope, Suspension
from fairfelt.room.state.people import HouseRules
from fairfelt.room.state.table import PaidBet
from fairfelt.server import Controller
from fairfelt.web.api.endpoint import Call, Endpoint
from tests.web.api.calling import QUADS, TERMS, UNIT, Device, bets, company, reopened
from tests.web.api.document.golden import BY_CALL, COMPANIES, DEVICES, lines

DAY = "2023-06-14"
DIGEST = "0" * 64
PINNED = games.fingerprint_of("mississippi-stud")
OTHER = "1" * 64
ADJUSTMENT = {"level": "Mega", "reason": "seed recovery", "amount_micros": UNIT, "document": "memo"}
DOCUMENT = "letter 1, 2013-01-02, Washington State Gambling Commission"
LAB = "report 6, 2013-01-02, a laboratory"
BODIES: Mapping[str, Mapping[str, Any]] = {
    "place_bets": {"bets": bets(1)},
    "report_room": {"protocol": 2, "up_to": 1, "hash": DIGEST, "counted": {}, "wagers": 0, "wagered_micros": 0},
    "confirm_room_claim": {"claim": 1, "amount_micros": 0},
    "limit_room": {"limits": {"tables": 30}, "why": "memo"},
    "accept_room": {"document": "memo"},
    "join_hub": {"jackpot": "far", "document": "contract"},
    "record_remittance": {"room": "north", "amount_micros": UNIT, "document": "wire"},
    "start_game": {"bets": bets(1)},
    "press_hand": {"seat": 1, "hand": QUADS},
    "turn_key": {"to_jph": True},
    "foul_hand": {"seat": 1, "why": "six cards"},
    "void_round": {"why": "a card was exposed"},
    "report_bets": {"bets": [{"seat": 1, "wager": name, "amount_micros": 10 * UNIT} for name in ("Ante", "Blind")]},
    "pay_from_tray": {"pays": [{"seat": 1, "wager": "Blind", "hand": "5-card flush"}]},
    "void_tray_pay": {"why": "misread"},
    "void_pay_in_round": {"why": "misread"},
    "back_out_award": {"why": "misread", "document": "memo"},
    "open_jackpot": {"jackpot": "new", "terms": TERMS},
    "make_link": {"link": "new", "jackpot": "mega", "location": "Tacoma"},
    "set_up_table": {
        "table": "new", "link": "pit", "game": "flushes-gone-wild", "paytable": "ML01",
        "wager": "Multi-Game Link Progressive",
    },
    "arrange_tables": {"spots": [{"table": "T1", "column": 3, "row": 2}]},
    "change_table": {"game": "three-card-poker", "why": "memo"},
    "move_table": {"place": "pit 2", "why": "memo"},
    "retire_table": {"why": "sold"},
    "suspend_play": {"scope": "link", "name": "pit", "why": "memo"},
    "resume_play": {"scope": "jackpot", "name": "mega", "why": "memo"},
    "set_pay_rules": {"currency": "USD", "rules": {"supervisor_from_micros": UNIT}, "why": "memo"},
    "record_count": {"day": DAY, "counted": "drop", "amount_micros": UNIT, "document": "slip"},
    "correct_count": {"amount_micros": 1, "why": "memo"},
    "close_table": {"reason": "torn felt"},
    "enrol_device": {"device": "new", "device_kind": "console", "key_sha256": DIGEST},
    "switch_device": {"enabled": False},
    "renew_key": {"key_sha256": DIGEST},
    "add_person": {"person": "new", "name": "New", "role": "dealer"},
    "issue_card": {"card": "new", "person": "sue", "secret": DIGEST},
    "change_role": {"role": "supervisor", "why": "promoted"},
    "record_leave": {"why": "a long journey"},
    "record_return": {"why": "back"},
    "reset_pin": {"secret": DIGEST},
    "withdraw_card": {"why": "lost"},
    "change_pin": {"secret": DIGEST},
    "set_house_rules": {"dealers_sign_in": True, "why": "memo"},
    "adjust": ADJUSTMENT,
    "change_terms": {"terms": TERMS, "why": "memo"},
    "retire_jackpot": {"into": "spare", "level": "Mega", "document": "memo"},
    "close_floor": {"reason": "water"},
    "open_floor": {"why": "dry"},
    "approve_software": {"digest": OTHER, "document": "letter"},
    "accept_clock": {"clock_micros": 1, "document": "memo"},
    "correct_day": {"day": "2023-06-13", "document": "memo"},
    "post_limits": {"limits": {}},
    "set_law": {"profile": "wa-commercial", "mode": "advise", "zone": "UTC", "document": "licence"},
    "meet_condition": {"condition": "controls-approved", "on": DAY, "document": DOCUMENT},
    "withdraw_condition": {"condition": "makers-licensed", "why": "recalled"},
    "pin_game": {"game": "let-it-ride", "fingerprint": games.fingerprint_of("let-it-ride"), "document": DOCUMENT},
    "withdraw_pin": {"fingerprint": PINNED, "why": "recalled"},
    "install_components": {"components": {}, "document": DOCUMENT},
    "file_preset": {
        "game": "flushes-gone-wild", "wager": "Progressive", "paytable": "01", "document": DOCUMENT,
        "levels": [{"name": "meter", "seed_micros": UNIT, "rate_ppm": 10_000}],
    },
    "file_makers_report": {"makers": ["Felt & Sons", "Brass Works"], "document": DOCUMENT},
    "withdraw_makers_report": {"document": LAB, "why": "recalled"},
    "limit_wagers": {"currency": "USD", "largest_micros": 200 * UNIT, "why": "memo"},
    "offer_merchandise": {
        "jackpot": "mega", "level": "Mega", "hand": "four of a kind", "item": "a bike", "value_micros": UNIT,
        "from_reserve_micros": 0,
    },
    "award_merchandise": {"win_page": 1, "document": "receipt"},
    "withdraw_merchandise": {"why": "broken", "document": "refund"},
    "book_bank_entry": {"on": DAY, "entry_kind": "deposit", "amount_micros": UNIT, "document": "slip"},
    "file_statement": {"on": DAY, "balance_micros": UNIT, "document": "slip"},
    "keep_odds_funds": {"amount_micros": UNIT, "document": "credit line"},
    "do_payout_step": {"step": "compare-hand", "note": "two names"},
    "report_malfunction": {"equipment": "keypad", "what": "dead"},
    "tell_malfunction": {"document": "letter"},
    "post_house_jackpot": {"name": "new", "table": "T1", "hand": "7-7-7", "amount_micros": UNIT},
    "pay_house_jackpot": {"seats": [1], "document": "slip"},
    "remove_house_jackpot": {"why": "over"},
    "void_house_jackpot_pay": {"why": "misread", "document": "slip"},
    "announce_retirement": {"way": "play off", "document": "notice"},
    "give_jackpot_away": {"document": "receipt"},
    "close_retirement": {"document": "memo"},
    "sense_bets": {"bets": []},
    "quarantine_sensors": {"seats": [1], "why": "stuck"},
    "restore_sensors": {"seats": [2], "note": "a new one"},
    "acknowledge_alarm": {"note": "a cable"},
    "plan_backups": {"hour": 3, "keep": 9, "why": "quieter"},
}  # fmt: skip
"""What every command needs to be carried out on the floor below, beside its number."""
AT: Mapping[str, Mapping[str, str]] = {
    "place_bets": {"table": "T1"},
    "sense_bets": {"table": "T1"},
    "quarantine_sensors": {"table": "T1"},
    "restore_sensors": {"table": "T1"},
    "start_game": {"table": "T1"},
    "close_table": {"table": "T1"},
    "press_hand": {"table": "T2"},
    "end_game": {"table": "T4"},
    "turn_key": {"table": "T2"},
    "confirm": {"table": "T3"},
    "foul_hand": {"table": "T4"},
    "void_round": {"table": "T4"},
    "report_bets": {"table": "T4"},
    "pay_from_tray": {"table": "T4"},
    "void_pay_in_round": {"table": "T4"},
    "issue_paper": {"paper": "compliance"},
    "open_table": {"table": "T5"},
    "change_table": {"table": "T5"},
    "record_count": {"table": "T5"},
    "move_table": {"table": "T5"},
    "retire_table": {"table": "T5"},
    "post_limits": {"table": "T1"},
    "begin_retirement": {"jackpot": "announced"},
    "give_jackpot_away": {"jackpot": "a gift"},
    "close_retirement": {"jackpot": "played off"},
}
STAKES = {1: {"Ante": 10 * UNIT, "Blind": 10 * UNIT}}
NEXT_REPORT = IssueReport(
    number=1, paper="compliance", title="Compliance", sha256=DIGEST, secret=DIGEST, checkpoint_size=1,
    checkpoint_root=DIGEST,
)  # fmt: skip
PATH = {"room": "north", "jackpot": "spare2", "device": "display", "number": "1", "name": "posted", "person": "dot"}


class Sent(Exception):  # noqa: N818
    """What a handler would ask the room for."""

    def __init__(self, command: RoomCommand) -> None:
        super().__init__(command)
        self.command = command


async def captured(device: str, sequence: int, command: RoomCommand) -> None:
    raise Sent(command)


async def nothing_to_count(*_: object) -> None:
    """Every table here is of one game, and no rule asks for odds."""


@pytest.fixture(scope="module")
def floor(plan: tuple[Path, dict[str, Device]], tmp_path_factory: pytest.TempPathFactory) -> Floor:
    """A floor on which every command of the API could be carried out by somebody."""
    folder = copytree(plan[0], tmp_path_factory.mktemp("floor") / "room")
    with reopened(folder, plan[1]) as house:
        eve = house.console("eve", "ida")
        house.device("north")
        for name in ("spare", "spare2"):
            eve.do("/api/jackpots", jackpot=name, terms=TERMS)
        for table in ("T3", "T4", "T5"):
            eve.do("/api/tables", **{**BODIES["set_up_table"], "table": table})
            house.enrol(eve, f"keypad {table}", "keypad", table=table)
        for table, people in (("T2", []), ("T3", ["dan", "sue"]), ("T3", [])):
            keypad = house.keypad(table, *people)
            keypad.press("start", bets=bets(1))
            keypad.press("hand", seat=1, hand=QUADS)
            if people:
                keypad.press("confirm")
                keypad.press("end")
        house.keypad("T4").press("start", bets=bets(1))
        house.keypad("T1").press("sensors/quarantine", seats=[2], why="it flickers")
        eve.do("/api/tables/T5/closing", reason="torn felt")
        return house.run(with_duties, house.controller)


async def with_duties(controller: Controller) -> Floor:
    """The floor with something open that each duty of the law can be done to; no rule asks for any of it."""
    for command in duties():
        answer = await controller.tell(command)
        assert not answer.refused, answer.text
    step = Step("compare-hand", "Compare.", "")
    paid = Payment(number=1, amount_micros=1, wager_micros=1, steps=(step,), timers=(), currency="USD")
    return replace(controller.floor, payments={1: paid})


def duties() -> Iterator[RoomCommand]:
    two, one, pair = ("card ann", "card eve"), ("card eve",), ("card eve", "card eli")
    day = date.fromisoformat(DAY)
    yield BeginDay(day=day)
    yield MeetCondition(condition="makers-licensed", on=day, document=DOCUMENT, cards=two)
    yield PinGame(game="mississippi-stud", fingerprint=PINNED, document=DOCUMENT, cards=two)
    yield FileMakersReport(makers=("A", "B"), document=LAB, cards=two)
    yield OfferMerchandise(
        jackpot="mega", level="Mega", hand="four of a kind", item="a bike", value_micros=UNIT, from_reserve_micros=0,
        cards=two,
    )  # fmt: skip
    yield RaiseAlarm(alarm=AlarmKind.DISPLAY_LATE, about="display", says="it is late")
    yield ReportMalfunction(equipment="keypad", what="dead", cards=one)
    yield RecordCount(
        table="T1", day=day, counted=CountKind.DROP, amount_micros=UNIT, document="slip", cards=("card eve", "card ann")
    )
    yield PostHouseJackpot(name="posted", table="T1", hand="7-7-7", amount_micros=UNIT, posted=True, cards=pair)
    ends = {
        "announced": (Disposal.PLAY_OFF, ""),
        "played off": (Disposal.PLAY_OFF, ""),
        "a gift": (Disposal.DONATION, "a fund"),
    }
    for name, (way, to) in ends.items():
        terms = Terms(
            name=name, levels=(Level("meter", 0, 1),), largest_increment_micros=UNIT, executive_from_micros=UNIT
        )
        yield OpenJackpot(jackpot=name, terms=terms, cards=pair)
        yield AnnounceRetirement(jackpot=name, way=way, to=to, document="notice", cards=two)
        if name != "announced":
            yield BeginRetirement(jackpot=name, cards=two)


async def wanted(endpoint: Endpoint, people: list[str]) -> Sent:
    """What the handler sends to the room for these people."""
    card = f"card {people[0] if people and endpoint.name == 'change_pin' else 'dot'}"
    places = {"card": card, **PATH, **AT.get(endpoint.name, {})}
    pins = SimpleNamespace(known_among=lambda secrets: set(secrets))
    law = SimpleNamespace(examine_joining=nothing_to_count, examine_transfer=nothing_to_count)
    papers = SimpleNamespace(prepare=lambda *_: NEXT_REPORT)
    body = {"sequence": 1, **BODIES.get(endpoint.name, {})}
    assert endpoint.takes
    call = Call(
        room=SimpleNamespace(ask=captured, pins=pins, law=law, ledger=None, papers=papers),  # type: ignore[arg-type]
        metrics=None,  # type: ignore[arg-type]
        path={name: places[name] for name in endpoint.parameters},
        body=msgspec.convert(body, endpoint.takes),
        query=None,
        sessions=tuple(SimpleNamespace(card=f"card {name}") for name in people),  # type: ignore[misc]
    )
    try:
        await endpoint.handler(call)
    except Sent as sent:
        return sent
    raise AssertionError(f"{endpoint.name} asked the room for nothing")


def _dealers_pay(floor: Floor) -> Floor:
    """Running rounds keep the rules by amount that they started with, so these began under them."""
    floor = replace(floor, house_rules=HouseRules(pay_rules={"USD": PayRules(supervisor_from_micros=10**15)}))
    began = {name: replace(table, terms=floor.terms_now(table)) for name, table in floor.tables.items()}
    return replace(floor, tables=began)


def on(floor: Floor, endpoint: Endpoint) -> Floor:
    """The floor as some commands need it."""
    if endpoint.name == "confirm":  # a pay so small that the dealer makes it alone
        return _dealers_pay(floor)
    if endpoint.name == "pay_from_tray":
        floor = _dealers_pay(floor)
        return floor.having("tables", "T4", replace(floor.tables["T4"], stakes=STAKES))
    if endpoint.name in ("void_tray_pay", "void_pay_in_round"):
        paid = replace(floor.tables["T4"], tray_paid=(PaidBet(1, 1, "Blind", UNIT),))
        return replace(floor, tray_slips={1: TraySlip("T4", UNIT)}).having("tables", "T4", paid)
    if endpoint.name == "void_house_jackpot_pay":
        prize = replace(floor.house_jackpots["posted"], paid=1, last_seats=(1,))
        return floor.having("house_jackpots", "posted", prize)
    if endpoint.name == "join_hub":
        return replace(floor, hub_offer=HubOffer("wide", "north", floor.jackpots["wide"].terms, {}))
    if endpoint.name in ("record_remittance", "accept_room"):
        return floor.having("rooms", "north", RoomAccount())
    if endpoint.name == "confirm_room_claim":
        told = SharedClaim(claim=1, at_table="T1", game="g", paytable="p", wins=(), asked=True)
        return floor.having("rooms", "north", RoomAccount(claims={1: RoomClaim(told, 1)}))
    if endpoint.name == "resume_play":
        return floor.with_suspensions(Suspension(Scope.JACKPOT, "mega", "memo"))
    if endpoint.name == "open_floor":
        return replace(floor, closings=("water",))
    if endpoint.name == "accept_clock":
        return replace(floor, clock_fault="it jumped")
    if endpoint.name == "record_return":
        return floor.having("people", "dot", replace(floor.people["dot"], away="a long journey"))
    if endpoint.name == "unlock_card":
        return floor.having("cards", "card dot", replace(floor.cards["card dot"], locked=True))
    return replace(floor, found=OTHER) if endpoint.name == "approve_software" else floor


COMMANDS = [call for call, endpoint in BY_CALL.items() if endpoint.command]


@pytest.mark.parametrize("call", COMMANDS)
def test_the_room_accepts_whom_the_api_lets_through_and_nobody_else(floor: Floor, call: str) -> None:
    endpoint, line = BY_CALL[call], lines()[call]
    (kind,) = line.at
    for roles in COMPANIES:
        sent = asyncio.run(wanted(endpoint, company(roles)))
        device = f"keypad {getattr(sent.command, 'table', '')}" if kind == "keypad" else DEVICES[DeviceKind(kind)]
        decision = Room().decide(on(floor, endpoint), Command(device, 1, sent.command, 0))
        answer = decision.answer
        assert not decision.refused or answer["code"] in (
            Code.ROLE_REQUIRED,
            Code.OWN_CARD,
            Code.CARD_LOCKED,
            Code.PERSON_AWAY,
        ), (
            roles,
            answer,
        )
        assert decision.refused != line.allows(kind, roles), (roles, answer)
