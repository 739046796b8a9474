"""The OpenAPI document and the page beside it say what is served, and their examples work."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt.jackpot import Reason
from fairfelt.room import DeviceKind, Phase, Role
from fairfelt.web.api import ENDPOINTS, api_document
from tests.web.api.calling import House
from tests.web.api.document.golden import BY_CALL, lines

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
DOCUMENT = api_document()
OPERATIONS: dict[str, dict[str, Any]] = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


def test_the_document_is_served_and_valid(house: House) -> None:
    served = house.client.get("/api/openapi.json").json()
    assert served == DOCUMENT
    schemathesis.openapi.from_dict(served).validate()
    assert served["openapi"] == "3.1.0"


def test_every_endpoint_is_in_it_with_a_name_of_its_own() -> None:
    assert OPERATIONS.keys() == BY_CALL.keys()
    names = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(set(names)) == len(names) == len(ENDPOINTS)


def test_every_endpoint_says_what_it_does_and_for_whom() -> None:
    for call in BY_CALL:
        operation, line = OPERATIONS[call], lines()[call]
        assert operation["summary"].endswith((".", "!")), f"{call}: a whole sentence"
        for word in (*line.at, *line.roles) if len(line.at) < len(DeviceKind) else line.roles:
            assert word in operation["description"], call
        needed = {"device": bool(line.at), "session": bool(line.people)}
        for scheme, wanted in needed.items():
            assert any(scheme in way for way in operation.get("security", [])) == wanted, call


def test_a_device_may_say_which_one_it_is_in_every_way_there_is() -> None:
    """By its key, or by the cookie of a paired browser, perhaps with its name beside it."""
    schemes = api_document()["components"]["securitySchemes"]
    assert {(each["in"], each["name"]) for each in schemes.values() if each["type"] == "apiKey"} == {
        ("cookie", "fairfelt-key-DEVICE"), ("header", "Fairfelt-Device"), ("header", "Fairfelt-Session"),
    }  # fmt: skip
    ways = OPERATIONS["GET /api/floor"]["security"]
    assert [sorted(way) for way in ways] == [
        ["device", "session"],
        ["paired", "session"],
        ["named", "paired", "session"],
    ]


def test_every_problem_is_a_problem_with_a_sentence() -> None:
    for call in BY_CALL:
        endpoint = BY_CALL[call]
        problems = {status: told for status, told in OPERATIONS[call]["responses"].items() if status >= "400"}
        expected = {"400", *map(str, endpoint.problems)}
        expected |= {"401", "403", "429", "503"} if endpoint.access.kinds else set()
        expected |= {"413", "415"} if endpoint.takes or endpoint.takes_file else set()
        expected |= {"409"} if endpoint.command else {"404"} if endpoint.parameters else set()
        assert problems.keys() == expected, call
        for status, told in problems.items():
            assert told["description"].endswith("."), call
            assert told["content"] == {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}
            }
            assert ("Retry-After" in told.get("headers", {})) == (status in ("429", "503")), call


def test_closed_lists_are_closed() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for name, kinds in (("Reason", Reason), ("Role", Role), ("DeviceKind", DeviceKind), ("Phase", Phase)):
        assert schemas[name]["enum"] == sorted(kind.value for kind in kinds)
    assert schemas["Adjust"]["properties"]["reason"] == {"$ref": "#/components/schemas/Reason"}


def test_everything_that_may_be_sent_is_closed_and_every_command_is_numbered() -> None:
    for endpoint in ENDPOINTS:
        if endpoint.takes:
            schema = DOCUMENT["components"]["schemas"][endpoint.takes.__name__]
            assert schema["additionalProperties"] is False
            assert ("sequence" in schema["required"]) == endpoint.command


def test_patterns_are_written_for_every_reader() -> None:
    def patterns(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["pattern"]] if "pattern" in part else []
            return own + [one for each in part.values() for one in patterns(each)]
        return [one for each in part for one in patterns(each)] if isinstance(part, list) else []

    found = patterns(DOCUMENT)
    assert found
    assert not [pattern for pattern in found if r"\Z" in pattern]
