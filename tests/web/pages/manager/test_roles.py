"""Who may see which page of the manager's, and who may not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fairfelt.room.commands.duties import PostHouseJackpot
from tests.web.back_office import BackOffice, back_office

PRIZE = PostHouseJackpot(
    name="Lucky Seven", table="T1", hand="three sevens", amount_micros=500_000_000, posted=True, cards=("E-1", "E-2")
)


@pytest.fixture(scope="module")
def one_office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackOffice]:
    """Nobody changes anything in it: they look, one after another."""
    with back_office(tmp_path_factory.mktemp("roles")) as opened:
        opened.tell(PRIZE)
        yield opened


@pytest.mark.parametrize(
    ("card", "path", "status"),
    [
        ("A-1", "/manager/funds/entries", 200),
        ("A-1", "/manager/jackpots/mega/adjust", 200),
        ("A-1", "/manager/reports", 200),
        ("D-1", "/manager", 200),
        ("D-1", "/manager/funds", 403),
        ("D-1", "/manager/law", 200),
        ("D-1", "/manager/log", 403),
        ("D-1", "/manager/prizes", 200),
        ("D-1", "/manager/prizes/Lucky%20Seven/pay", 403),
        ("D-1", "/manager/prizes/new/post", 403),
        ("D-1", "/manager/wins", 403),
        ("R-1", "/manager/floor/close", 403),
        ("R-1", "/manager/funds", 200),
        ("R-1", "/manager/log", 200),
        ("R-1", "/manager/malfunctions", 200),
        ("R-1", "/manager/malfunctions/new/report", 403),
        ("R-1", "/manager/prizes", 200),
        ("R-1", "/manager/prizes/Lucky%20Seven/remove", 403),
        ("R-1", "/manager/tables/T1/aggregates", 403),
        ("R-1", "/manager/wins", 200),
        ("S-1", "/manager/law/set", 403),
        ("S-1", "/manager/payouts", 200),
        ("S-1", "/manager/people", 403),
        ("S-1", "/manager/prizes/Lucky%20Seven/pay", 200),
        ("S-1", "/manager/prizes/Lucky%20Seven/remove", 403),
        ("S-1", "/manager/prizes/new/post", 403),
        ("S-1", "/manager/tables/T1/aggregates/remove", 403),
        ("S-1", "/manager/tables/T1/close", 200),
        ("S-1", "/manager/tables/new/game", 403),
        ("T-1", "/manager/devices/new/device", 200),
        ("T-1", "/manager/funds/entries", 403),
        ("T-1", "/manager/jackpots/mega/terms", 403),
        ("T-1", "/manager/prizes/Lucky%20Seven/pay", 403),
        ("T-1", "/manager/prizes/Lucky%20Seven/remove", 200),
        ("T-1", "/manager/prizes/new/post", 200),
        ("T-1", "/manager/tables/T1/aggregates", 200),
        ("T-1", "/manager/tables/T1/limits", 200),
    ],
)
def test_roles_see_and_do_what_is_theirs(one_office: BackOffice, card: str, path: str, status: int) -> None:
    one_office.sign_in(card, then="/healthz")
    assert one_office.client.get(path).status_code == status
