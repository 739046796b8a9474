"""Practice under a law: none by default, and where one is chosen its limits are told beside the bet, with the rule."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from tests.web.pages.play.seated import Answer, Learner

pytestmark = pytest.mark.xdist_group("web")
GAME = games.find("three-card-poker")


def dealt(visit: TestClient, ante: str, **law: str) -> tuple[int, Answer]:
    """What comes of a deal with that Ante."""
    visit.cookies.clear()  # a session of one's own
    learner = Learner(visit, GAME)
    body = {"version": learner.state["version"], "players": 1, "cut": 0, "bets": {"Ante": ante}, **law}
    answer = visit.post(learner.address("deal"), json=body)
    visit.cookies.clear()
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("ante", "law", "day", "status"),
    [
        ("10000", "", "", 200),
        ("10000", "laboratory", "2023-06-14", 200),
        ("300", "wa-commercial", "2023-06-14", 200),
        ("301", "wa-commercial", "2023-06-14", 400),
        ("301", "wa-commercial", "2023-08-20", 400),
        ("400", "wa-commercial", "2023-08-21", 200),
        ("401", "wa-commercial", "2023-08-21", 400),
        ("300", "wa-tribal", "2023-06-14", 200),
        ("301", "wa-tribal", "2023-06-14", 400),
        ("400", "wa-tribal", "2023-08-21", 200),
        ("401", "wa-tribal", "2023-08-21", 400),
    ],
)
def test_the_cap_of_the_chosen_law_and_day(visit: TestClient, ante: str, law: str, day: str, status: int) -> None:
    assert dealt(visit, ante, law=law, day=day)[0] == status


def test_the_message_names_the_bet_and_cites_the_rule(visit: TestClient) -> None:
    _, told = dealt(visit, "301", law="wa-commercial", day="2023-06-14")
    assert told["field"] == "Ante"
    assert "$301.00 is above $300.00" in told["detail"]
    assert "WAC 230-15-140" in told["detail"]


@pytest.mark.parametrize(("field", "value"), [("law", "atlantis"), ("day", "yesterday"), ("day", "1999-01-01")])
def test_what_cannot_be_chosen_is_told(visit: TestClient, field: str, value: str) -> None:
    status, told = dealt(visit, "5", **{"law": "wa-commercial", field: value})
    assert (status, told["field"]) == (400, field)


def test_the_table_offers_every_law(visit: TestClient) -> None:
    page = visit.get(f"/play/{GAME.slug}").text
    for name in ("laboratory", "wa-commercial", "wa-tribal"):
        assert f'<option value="{name}">' in page
