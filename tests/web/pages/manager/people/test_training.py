"""Training on record: what the school marked at one's own seat, and nothing else; supervisors see everybody's."""

from __future__ import annotations

from fairfelt.web.pages.play.practice import SEAT_COOKIE
from tests.web.back_office import OURS, PINS, BackOffice, hidden

SCHOOL = "/play/three-card-poker/school"


def press(office: BackOffice, address: str) -> str:
    """Press one of the two buttons of the page."""
    fields = hidden(office.get("/manager/training"))
    return office.client.post(address, data=fields, headers=OURS).text


def deal_a_card(office: BackOffice) -> None:
    """Begin a round in the school and give the first card to the right seat and the wrong one."""
    version = office.client.get(f"{SCHOOL}/table.json").json()["version"]
    dealt = office.client.post(f"{SCHOOL}/deal.json", json={"version": version, "players": 1, "by_hand": True}).json()
    for place in ("dealer", "1"):
        asked = {"version": dealt["version"], "act": "deal", "place": place}
        dealt = office.client.post(f"{SCHOOL}/do.json", json=asked).json()


def test_a_dealer_trains_and_a_supervisor_sees_it(office: BackOffice) -> None:
    office.sign_in("D-1", PINS["D-1"][2])
    assert "No training on record yet." in office.get("/manager/training")
    assert "no training that you began" in press(office, "/play/training/record")
    press(office, "/play/training/begin")
    assert "Nothing was dealt yet" in press(office, "/play/training/record")
    deal_a_card(office)
    seat = office.client.cookies.get(SEAT_COOKIE)
    recorded = press(office, "/play/training/record")
    assert "Saved." in recorded and "1 of 2 (50%)" in recorded
    assert office.client.cookies.get(SEAT_COOKIE) != seat, "the next session begins at another seat"
    assert "no training that you began" in press(office, "/play/training/record")
    office.sign_in("S-1", PINS["S-1"][2])
    seen = office.get("/manager/training")
    assert "Dan" in seen and "Dealing in order <strong>1 of 2</strong>" in seen and "Trainee" in seen


def test_nobody_records_the_training_of_somebody_else(office: BackOffice) -> None:
    office.sign_in("D-1", PINS["D-1"][2])
    press(office, "/play/training/begin")
    deal_a_card(office)
    office.sign_in("T-1", PINS["T-1"][2])
    assert "no training that you began" in press(office, "/play/training/record")
    assert not office.controller.floor.training
