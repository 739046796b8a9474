"""The page on game protection: a leak is counted behind it, and comes in every form."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from fairfelt.web.pages.counting import Counting
from tests.web.pages.games.test_sheets import text_of
from tests.web.visiting import PATIENCE_S, THREE, check_three, closing, only_three, visitor

pytestmark = pytest.mark.xdist_group("web")
PLACE = f"/games/{THREE}/protect"


def test_a_leak_is_priced_on_its_page_and_in_its_files() -> None:
    asked = {"seen": "dealer 1"}
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        assert "data-waiting" in visit.get(PLACE, params={"seen": "dealer 2"}).text
        visit.get(PLACE, params=asked)
        for job in list(counting._jobs.values()):
            job.future.exception(PATIENCE_S)
        assert "The player has the edge: 3.48%" in text_of(visit.get(PLACE, params=asked).text)
        assert "dealer's card 2 seen" in text_of(visit.get(PLACE, params={"seen": "dealer 2"}).text)
        assert visit.get(f"{PLACE}.json", params=asked).json()["edge"]["fraction"] == "443162/12724075"
        assert visit.get(f"{PLACE}.csv", params=asked).text.startswith("game,")
        assert visit.get(f"{PLACE}.pdf", params=asked).content.startswith(b"%PDF")


def test_a_verdict_that_ships_needs_no_button() -> None:
    """Nothing is left to count: the page said that it takes minutes, and waited to be asked."""
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        visit.get(PLACE)
        for job in list(counting._jobs.values()):
            job.future.exception(PATIENCE_S)
        shown = text_of(visit.get(PLACE).text)
        assert "The worst leak" in shown and "Press Calculate" not in shown


@pytest.mark.parametrize(
    ("name", "said"),
    [("seen", "dealer 7"), ("sorted", "Z"), ("hands", "40"), ("limit", "-1"), ("limit", "²"), ("limit", "9" * 4301)],
)
def test_a_leak_that_cannot_be_is_said_at_its_field(visit: TestClient, name: str, said: str) -> None:
    answer = visit.get(PLACE, params={name: said})
    assert answer.status_code == 400
    assert f'id="{name}-mistake"' in answer.text
