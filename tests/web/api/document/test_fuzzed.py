"""Requests made up from the OpenAPI document: whatever is sent by whomever, answers are what the document says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from httpx2 import Response
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from fairfelt.room import DeviceKind, Role
from fairfelt.room.commands.law import BeginDay
from fairfelt.web.api import api_document
from tests.support.heavy import chosen, first_few
from tests.web.api.access.secrets_kept import Secrets
from tests.web.api.calling import QUADS, Device, House, bets, company, reopened
from tests.web.api.document.golden import BY_CALL, COMPANIES, DEVICES, lines

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
pytestmark = pytest.mark.xdist_group("fuzzed")

HOW_MANY = pytest.mark.parametrize("examples", first_few([2, 24], 1))
"""For each endpoint and each manner; with 24 of them it takes minutes."""
REPORT_FILE = b"%PDF-1.7 a laboratory's report"
KNOWN = {
    "paper": ["compliance", "internal-controls", "no-paper"],
    "table": ["T1"], "link": ["pit"], "jackpot": ["mega", "spare"], "card": ["card dot", "card ria"],
    "person": ["dot", "ria"], "room": ["north"],
    "device": ["spare console"], "number": ["1", "2", "007"], "copy": ["1", "2"],
    "name": ["Sevens"], "sha256": [sha256(REPORT_FILE).hexdigest(), "0" * 64],
}  # fmt: skip
"""Things that are there, and that the rest of the room can do without."""
FITTING: dict[str, Any] = {
    "profile": "wa-commercial", "zone": "UTC", "condition": "controls-approved", "table": "T1", "way": "play off",
    "step": "compare-hand", "on": "2023-06-14", "to": "",
    "jackpot": "mega", "link": "pit", "level": "Mega", "into": "spare", "person": "sue", "document": "memo 7",
    "why": "memo 8", "name": "Somebody", "location": "Spokane", "seat": 1, "hand": QUADS, "variant": "",
    "game": "flushes-gone-wild", "wager": "Multi-Game Link Progressive", "paytable": "ML01",
}  # fmt: skip
"""What the room would take in these fields; made-up names are refused by it nearly always."""
NEW = {
    "open_jackpot": "jackpot", "make_link": "link", "set_up_table": "table", "enrol_device": "device",
    "add_person": "person", "issue_card": "card",
}  # fmt: skip
"""The field in which a command names something that must not be there yet."""
A_SHARE_PPM = 25_000
"""Twenty levels and their reserves come to no more than the whole wager."""
Caller = tuple[DeviceKind | None, tuple[Role, ...]]


def closed_document() -> dict[str, Any]:
    """The document with every answer closed, so that a field it does not name is a fault; keys are ours to send."""
    document = api_document()
    for schema in document["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    del document["components"]["securitySchemes"]
    for methods in document["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return document


SCHEMA = schemathesis.openapi.from_dict(closed_document())
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}
CALLS = [call for call, endpoint in BY_CALL.items() if endpoint.media != "text/event-stream"]
TAKING = [call for call in CALLS if BY_CALL[call].takes or BY_CALL[call].query]
ANYBODY: list[Caller] = [(None, ()), *((kind, roles) for kind in DeviceKind for roles in COMPANIES)]


def limited(examples: int) -> hypothesis_settings:
    """So many requests, the same ones each time."""
    return hypothesis_settings(
        max_examples=examples, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )


def attach_report(house: House) -> None:
    """Keep a document as a file, and file it, which takes a day."""
    house.run(house.controller.tell, BeginDay(day=date.fromisoformat(FITTING["on"])))
    ann = house.console("ann", "eve")
    headers = {**ann.headers, "Content-Type": "application/octet-stream"}
    kept = ann.client.post("/api/documents", content=REPORT_FILE, headers=headers).json()
    ann.do(
        "/api/law/makers-reports", makers=["A", "B"], document="report 6, 2013-01-02, a laboratory",
        sha256=kept["sha256"], secret=kept["secret"],
    )  # fmt: skip


@pytest.fixture(scope="module")
def secrets(plan: tuple[Path, dict[str, Device]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secrets]:
    """A room in the middle of things, for all of them."""
    with reopened(copytree(plan[0], tmp_path_factory.mktemp("fuzzed") / "room"), plan[1]) as house:
        eve = house.console("eve", "ida")
        house.enrol(eve, "spare console", "console")
        eve.do("/api/jackpots", jackpot="spare", terms=house.console("eve").get("/api/jackpots/mega").json()["terms"])
        keypad = house.keypad("T1", "dan", "sue")
        for _ in range(2):
            keypad.press("start", bets=bets(1, 2))
            keypad.press("hand", seat=1, hand=QUADS)
            keypad.press("confirm")
            keypad.press("end")
        keypad.press("start", bets=bets(1))
        keypad.press("hand", seat=1, hand=QUADS)
        house.console("ann").do("/api/wins/1/copies")
        eve.do("/api/house-jackpots", name="Sevens", table="T1", hand="7-7-7", amount_micros=1)
        attach_report(house)
        house.console("sue").do("/api/malfunctions", equipment="keypad", what="dark")
        for late in ("north", "LED sign"):
            house.device(late)  # before numbers are sent that the consoles do not count
        yield Secrets(house)


def possible(body: Any) -> Any:
    """What the document cannot say: whole numbers have no point, a seat bets once, amounts lie below one another."""
    if isinstance(body, dict):
        return {name: possible(value) for name, value in body.items()} | _mended(body)
    if isinstance(body, list):
        return [possible(each) for each in body]
    return int(body) if isinstance(body, float) else body


def _mended(body: dict[str, Any]) -> dict[str, Any]:
    mended: dict[str, Any] = {}
    if body.get("bets"):
        mended["bets"] = possible(list({bet["seat"]: bet for bet in body["bets"]}.values()))
    if "pin" in body:
        mended["pin"] = f"{body['pin'][:-2]}12"
    if "levels" in body:
        mended["levels"] = list({level["name"]: level for level in map(possible, body["levels"])}.values())
    if "most_micros" in body:
        mended["most_micros"] = max(int(body["most_micros"]), int(body["least_micros"]))
    if body.get("limit_micros") is not None:
        mended["limit_micros"] = max(int(body["limit_micros"]), int(body["seed_micros"]))
    if "seed_micros" in body:
        mended["name"] = "".join(filter(str.isprintable, body["name"])).strip() or "x"
    return mended | {rate: int(body[rate]) % A_SHARE_PPM for rate in ("rate_ppm", "reserve_rate_ppm") if rate in body}


def bring_home(secrets: Secrets, case: Any, kind: DeviceKind, choice: int) -> None:
    """Make a request about what is there, under the number that is next; in some of them everything fits."""
    for name in case.path_parameters or {}:
        case.path_parameters[name] = KNOWN[name][choice % len(KNOWN[name])]
    endpoint = BY_CALL[case.operation.label]
    if endpoint.command:
        sequence = secrets.house.controller.ledger.next_sequence(DEVICES[kind])
        fitting = {**FITTING, NEW.get(endpoint.name, ""): f"new {sequence}"} if choice > 2 else {}
        case.body |= {name: value for name, value in fitting.items() if name in case.body}
        case.body["sequence"] = sequence


def with_a_kept_pin(secrets: Secrets, body: Any) -> Any:
    """Nobody guesses the digest of one."""
    kept = {"secret": secrets.house.controller.floor.cards["card dan"].secret}
    return {**body, **kept} if isinstance(body, dict) and body.get("secret") else body


def callers(call: str) -> st.SearchStrategy[Caller]:
    """Mostly somebody who may, sometimes anybody else."""
    line = lines()[call]
    may = [(kind, roles) for kind, roles in ANYBODY if kind and line.allows(kind, roles)]
    return st.sampled_from(may) | st.sampled_from(may) | st.sampled_from(ANYBODY)


def sent(secrets: Secrets, case: Any, caller: Caller) -> Response:
    """Send a request as a caller."""
    kind, roles = caller
    arguments = case.as_transport_kwargs(base_url="http://testserver")
    headers = dict(arguments.pop("headers", None) or {})
    if kind:
        device = secrets.house.device(DEVICES[kind])
        headers |= {"Authorization": f"Bearer {device.key}"}
        headers |= {"Fairfelt-Session": secrets.open(company(roles), device.name)} if roles else {}
    body = {"json": arguments["json"]} if "json" in arguments else {"content": arguments.get("data")}
    asked = {name: arguments.get(name) for name in ("method", "url", "params")}
    return secrets.house.client.request(**asked, **body, headers=headers)


def check(secrets: Secrets, case: Any, answer: Response) -> None:
    """As the document says, no fault of ours, and nothing secret in it."""
    assert answer.status_code != 500, answer.text
    case.validate_response(answer)
    if case.operation.label == "POST /api/sessions" and answer.status_code == 201:
        return
    assert not secrets.seen_in(answer.text)


@HOW_MANY
@pytest.mark.parametrize("call", chosen(CALLS, CALLS[::3]))
def test_what_fits_the_document_is_answered_as_it_says(secrets: Secrets, call: str, examples: int) -> None:
    @limited(examples)
    @given(
        case=OPERATIONS[call].as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE),
        caller=callers(call),
        choice=st.integers(0, 5),
    )
    def answered(case: Any, caller: Caller, choice: int) -> None:
        case.body = with_a_kept_pin(secrets, possible(case.body))
        if choice and caller[0]:
            bring_home(secrets, case, caller[0], choice)
        check(secrets, case, sent(secrets, case, caller))

    answered()


@HOW_MANY
@pytest.mark.parametrize("call", chosen(TAKING, TAKING[1::3]))
def test_what_does_not_fit_is_told(secrets: Secrets, call: str, examples: int) -> None:
    @limited(examples)
    @given(
        case=OPERATIONS[call].as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE), caller=callers(call)
    )
    def answered(case: Any, caller: Caller) -> None:
        answer = sent(secrets, case, caller)
        assert answer.status_code >= 400, answer.text
        check(secrets, case, answer)

    answered()
