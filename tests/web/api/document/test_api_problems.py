"""What cannot be done is told as problem+json in one sentence, whatever was sent and wherever to."""

from __future__ import annotations

import json

import pytest

from fairfelt.web.api import ENDPOINTS
from fairfelt.web.api import endpoints as routes
from fairfelt.web.http.answers import MOST_BODY_BYTES
from tests.web.api.calling import House, problem

SIGN_IN = "/api/sessions"


def test_an_unknown_path(house: House) -> None:
    assert problem(house.console().get("/api/nothing"), 404)["detail"] == "There is nothing at /api/nothing"
    problem(house.console().get("/api/tables/T1/T2/T3"), 404)


@pytest.mark.parametrize("path", ["/api/floor", "/healthz", "/metrics", "/api/openapi.json"])
def test_an_unknown_method_is_told_with_those_there_are(house: House, path: str) -> None:
    answer = house.client.put(path)
    problem(answer, 405)
    assert "GET" in answer.headers["allow"]


def test_two_methods_at_one_path(house: House) -> None:
    assert set(house.client.put(SIGN_IN).headers["allow"].split(", ")) == {"POST", "DELETE"}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "This is not JSON"),
        (b"{", "This is not JSON"),
        (b'{"card": "x", "pin": "1"} ...', "This is not JSON"),
        (b"\xff\xfe", "This is not JSON"),
        (b'{"card": "\\ud800", "pin": "1"}', "This is not JSON"),
        (b"[" * 30_000, "What was sent is not an object with names and values"),
        (b"[]", "What was sent is not an object with names and values"),
        (b"null", "What was sent is not an object with names and values"),
        (b"{}", "Card is missing"),
        (b'{"card": 7, "pin": "1"}', "Card is text of at most 64 characters"),
        (b'{"card": "x", "pin": 867530}', "Pin is text of at most 64 characters"),
        (b'{"card": "x", "pin": "1", "pin2": "1"}', 'There is no field "pin2" here; there is card, pin'),
    ],
)
def test_a_body_that_cannot_be_read(shared_house: House, body: bytes, sentence: str) -> None:
    headers = {**shared_house.console().headers, "Content-Type": "application/json"}
    told = problem(shared_house.client.post(SIGN_IN, content=body, headers=headers), 400)
    assert told["detail"].startswith(sentence)
    assert "867530" not in told["detail"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
def test_a_body_of_another_type(shared_house: House, kind: str) -> None:
    headers = {**shared_house.console().headers, "Content-Type": kind}
    told = problem(shared_house.client.post(SIGN_IN, content=b"{}", headers=headers), 415)
    assert told["detail"] == f"The body must be application/json, not {kind or 'of no type'}"


def test_a_type_may_say_more(house: House) -> None:
    headers = {**house.console().headers, "Content-Type": "Application/JSON; charset=utf-8"}
    problem(house.client.post(SIGN_IN, content=b"{}", headers=headers), 400)


def test_a_body_that_is_too_long(house: House) -> None:
    body = json.dumps({"card": "x", "pin": "1" * MOST_BODY_BYTES}).encode()
    headers = {**house.console().headers, "Content-Type": "application/json"}
    told = problem(house.client.post(SIGN_IN, content=body, headers=headers), 413)
    assert told["detail"] == "The body is longer than 65,536 bytes"


def test_who_may_not_ask_is_told_so_before_anything_is_read(house: House) -> None:
    problem(house.client.post(SIGN_IN, content=b"{"), 401)


@pytest.mark.parametrize("path", ["/healthz", "/api/device", "/api/floor"])
def test_a_question_nobody_knows(house: House, path: str) -> None:
    assert problem(house.console("eve").get(path, colour="red"), 400)["detail"] == "This address takes no 'colour'"


def test_a_mistake_of_ours_is_told_without_its_insides(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret insides")

    monkeypatch.setattr(routes, "authorised", broken)
    answer = house.console().get("/api/device")
    assert "Something went wrong here" in problem(answer, 500)["detail"]
    assert "secret" not in answer.text
    monkeypatch.undo()
    assert 'fairfelt_requests_total{endpoint="this_device",status="500"} 1.0' in house.client.get("/metrics").text


def test_no_answer_is_kept_by_anybody(house: House) -> None:
    for path in ("/healthz", "/api/device", "/api/floor", "/api/openapi.json"):
        assert house.console("eve").get(path).headers["cache-control"] == "no-store"


def test_every_endpoint_answers_nobody_with_a_problem(house: House) -> None:
    for endpoint in ENDPOINTS:
        if endpoint.access.kinds:
            problem(house.client.request(endpoint.method, endpoint.path.replace("{", "").replace("}", "")), 401)
