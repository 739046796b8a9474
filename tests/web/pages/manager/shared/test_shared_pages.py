"""The office of a hub lists its rooms and what each owes; a room's shows its line, and what is pending at the hub."""

from __future__ import annotations

import pytest
from msgspec import structs

from fairfelt.room import Controls, DeviceKind
from fairfelt.room.commands.rounds import Bet, PressHand, StartGame
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot
from fairfelt.room.hub.hub_commands import ReportRoom
from fairfelt.room.hub.hub_events import HubWord, hub_word
from fairfelt.room.views import display
from fairfelt.server.hub import HubClient, HubConnection, HubUnreachable
from fairfelt.web.pages.manager import MANAGER
from tests.room.floors import LINK_PROGRESSIVE, MEGA, digest
from tests.web.back_office import PINS, BackOffice, mistake_at
from tests.web.card_room import enrolled, linked_table

TWO = ("E-1", "T-1")
SECOND = {"second_card": "T-1", "second_pin": PINS["T-1"][2], "sure": "yes"}
EARNED = {"meter/Mega": 750_000, "reserve/Mega": 100_000, "meter/Major": 400_000, "reserve/Major": 50_000}
THIRD = {"second_card": "E-1", "second_pin": PINS["E-1"][2], "sure": "yes"}


def with_rooms(office: BackOffice) -> None:
    """A jackpot that two rooms share."""
    office.tell(OpenJackpot(jackpot="wide", terms=MEGA, cards=TWO))
    for room in ("north", "south"):
        office.tell(MakeLink(link=f"to {room}", jackpot="wide", location=room, cards=TWO))
        for command in enrolled(room, DeviceKind.ROOM, f"the key of {room}", link=f"to {room}"):
            office.tell(structs.replace(command, cards=TWO))


def report(office: BackOffice, number: int, **more: object) -> tuple[int, dict[str, object]]:
    """What the room north tells its hub over HTTP."""
    since = {"since": 9 * (number - 1), "since_hash": digest(f"{number - 1}") if number > 1 else ""}
    counted = {account: number * sum_ for account, sum_ in EARNED.items()}
    sums = {"up_to": 9 * number, "hash": digest(f"{number}"), "counted": counted, "wagers": number}
    body = {"sequence": number, "protocol": 2, **since, **sums, "wagered_micros": 5_000_000 * number, **more}
    answer = office.client.post("/api/hub/report", json=body, headers={"Authorization": "Bearer the key of north"})
    return answer.status_code, answer.json()


def test_a_hub_lists_its_rooms_with_what_they_owe_and_when_they_were_heard(office: BackOffice) -> None:
    with_rooms(office)
    office.sign_in("E-1")
    assert "/manager/shared" in office.get("/manager/jackpots")
    status, word = report(office, 1)
    assert (status, word["taken"], word["up_to"]) == (200, EARNED, 9)
    assert report(office, 1) == (status, {**word, "event": word["event"]}), "sent again it changes nothing"
    assert report(office, 3)[1]["expected"] == 2
    office.clocks.now_s += 90
    page = office.get("/manager/shared")
    assert "owes $1.30" in page
    assert "0 h 1 min ago" in page
    assert "not since the start" in page
    office.sign_in("A-1")
    sent = office.send("/manager/shared/north/remit", way="in", amount="1.30", document="wire 1", **THIRD)
    assert sent.status_code == 200, sent.text[-500:]
    assert "owes $1.30" not in office.get("/manager/shared")
    assert office.controller.floor.rooms["north"].due_micros == 0


CLAIM = {
    "claim": 1, "at_table": "T1", "game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01",
    "wins": [{"seat": 1, "hand": "royal flush", "level": "Mega", "share": "1"}],
}  # fmt: skip


def test_two_people_at_the_hub_confirm_a_large_award_and_limit_and_accept_a_room(
    office: BackOffice,
) -> None:
    with_rooms(office)
    assert report(office, 1, claims=[CLAIM])[0] == 200
    status, word = report(office, 2, claims=[{**CLAIM, "asked": True}])
    assert (status, word["claims"][0]["confirmed"]) == (200, False)  # type: ignore[index]
    office.sign_in("E-1")
    page = office.get("/manager/shared")
    assert "waits for two people: awards from $5,000.00 on are confirmed at the hub" in page
    assert "/manager/shared/north/claims/1" in page
    assert "award waits at the hub" in office.get("/manager/alarms").lower()
    paper = office.get("/manager/shared/north/claims/1")
    assert "$10,000.75" in paper
    amount = str(office.controller.floor.rooms["north"].claims[1].amount_micros)
    alone = office.send("/manager/shared/north/claims/1", amount=amount, sure="yes")
    assert (alone.status_code, office.controller.floor.rooms["north"].won_micros) == (422, 0)
    sent = office.send(
        "/manager/shared/north/claims/1", amount=amount, second_card="S-1", second_pin=PINS["S-1"][2], sure="yes"
    )
    assert sent.status_code == 200, sent.text[-500:]
    assert office.controller.floor.rooms["north"].won_micros == int(amount)
    assert report(office, 3, claims=[{**CLAIM, "asked": True}])[1]["claims"][0]["confirmed"]  # type: ignore[index]
    numbers = {"tables": "40", "seats": "7", "rounds_per_hour": "60", "awards_per_day": "0", "confirm_from": "900"}
    office.sign_in("A-1")
    wrong = office.send("/manager/shared/south/limits", **{**numbers, "seats": "٩" * 5_000}, why="x", **THIRD)
    assert "from 1 to 20" in mistake_at(wrong.text, "seats")
    sent = office.send("/manager/shared/south/limits", **numbers, why="a small room", **THIRD)
    assert sent.status_code == 200, sent.text[-500:]
    limits = office.controller.floor.rooms["south"].limits
    assert (limits.tables, limits.awards_per_day, limits.confirm_from_micros) == (40, 0, 900_000_000)
    sent = office.send("/manager/shared/north/accept", document="incident 7", **THIRD)
    assert sent.status_code == 200, sent.text[-500:]
    assert "Next report accepted" in office.get("/manager/shared")


@pytest.mark.parametrize("share", ["1e-3000000", "1e-5000", "1/0"])
def test_a_share_that_is_no_fraction_is_refused_and_the_hub_answers_on(office: BackOffice, share: str) -> None:
    """It was committed, and every later answer to the room was an error."""
    with_rooms(office)
    claim = {**CLAIM, "wins": [{"seat": 1, "hand": "royal flush", "level": "Mega", "share": share}]}
    status, problem = report(office, 1, claims=[claim])
    assert status in (400, 409, 422), problem
    key = {"Authorization": "Bearer the key of north"}
    assert office.client.get("/api/hub/word?protocol=2", headers=key).json()["claims"] == []


def test_a_room_of_the_version_before_is_told_so_whatever_it_asks(office: BackOffice) -> None:
    with_rooms(office)
    key = {"Authorization": "Bearer the key of north"}
    asked = office.client.get("/api/hub/word", headers=key)
    assert (asked.status_code, "version 1" in asked.json()["detail"]) == (400, True)
    status, problem = report(office, 1, protocol=1)
    assert status == 409, problem
    assert "bring both to the same release" in str(problem["detail"])


class Wire(HubClient):
    """A hub that is the same server, or out of reach."""

    def __init__(self, office: BackOffice) -> None:
        self.office, self.fails = office, False

    def word(self) -> HubWord:
        """What the hub says, if it is there."""
        if self.fails:
            raise HubUnreachable("the hub does not answer")
        committed = self.office.controller.committed
        return hub_word(committed.state, "north", committed.head.number)

    def report(self, sequence: int, report: ReportRoom) -> HubWord:
        """The hub takes a report."""
        self.word()
        assert self.office.client.portal
        answer = self.office.client.portal.call(self.office.controller.ask, "north", sequence, report)
        assert not answer.refused, answer.body
        return self.word()

    def next_sequence(self) -> int:
        """The number that the hub waits for."""
        return self.office.controller.ledger.next_sequence("north")


def test_a_room_joins_shows_what_is_pending_at_the_hub_and_says_when_it_is_cut_off(office: BackOffice) -> None:
    """The room is its own hub here: both sides of the line are the real ones."""
    with_rooms(office)
    office.sign_in("E-1")
    assert "hub has offered a jackpot" not in office.get("/manager/shared")
    line = HubConnection(office.controller, HubClient("http://127.0.0.1:1", ""), lost_after_s=5)
    line._client = wire = Wire(office)

    def turn() -> None:
        assert office.client.portal
        office.client.portal.call(line.turn)

    turn()
    assert "The hub offers wide" in office.get("/manager/shared")
    for hours in ("x", "721", "9" * 4_301, "٣"):
        wrong = office.send("/manager/shared/join", jackpot="far", hours=hours, document="contract 7", **SECOND)
        assert "from 0 to 720" in mistake_at(wrong.text, "hours"), hours
    joined = office.send("/manager/shared/join", jackpot="far", hours="24", document="contract 7", **SECOND)
    assert joined.status_code == 200, joined.text[-500:]
    turn()
    stands = office.controller.head.number
    turn()
    assert office.controller.head.number == stands, "the hub knows the room, and at rest nothing is written"
    office.tell(MakeLink(link="far pit", jackpot="far", location="north", cards=TWO))
    table = linked_table("T8", Controls.NEXUS)
    office.tell(structs.replace(table, link="far pit", cards=TWO))
    for command in enrolled("keypad T8", DeviceKind.KEYPAD, "the key of T8", table="T8"):
        office.tell(structs.replace(command, cards=TWO))
    office.press(StartGame(table="T8", bets=(Bet(1, 5_000_000),)), "T8")
    office.press(PressHand(table="T8", seat=1, hand="royal flush"), "T8")
    assert "seat 1: royal flush for Mega, not frozen yet" in office.get("/manager/shared")
    turn()
    page = office.get("/manager/shared")
    assert "seat 1: royal flush for Mega, $10,000.75 frozen" in page
    assert "In touch" in page
    wire.fails = True
    turn()
    assert display(office.controller.floor, "far pit", 1).not_current_since_s is None, "a moment's silence is none"
    office.clocks.now_s += 6
    turn()
    assert display(office.controller.floor, "far pit", 1).not_current_since_s == office.clocks.now_micros // 1_000_000
    page = office.get("/manager/shared")
    assert "Cut off" in page
    assert "the hub does not answer" in page
    keypad = office.client.get("/api/tables/T8", headers={"Authorization": "Bearer the key of T8"}).json()
    assert "The hub is out of reach: its levels are awarded when it is back." in keypad["notices"]
    office.clocks.now_micros += 25 * 3_600_000_000
    turn()
    assert office.controller.floor.stopped_without_hub("far")
    wire.fails = False
    turn()
    assert office.controller.floor.hub_lines["far"].current
    assert not office.controller.floor.stopped_without_hub("far")


def test_pages_that_lie_elsewhere_light_their_place() -> None:
    """*Shared jackpots* lit the dashboard in the sidebar."""
    lit = {
        "shared": "Jackpots",
        "malfunctions": "Payouts",
        "merchandise/new/jackpot": "House bonuses",
        "links/new": "Tables",
    }
    assert {path: MANAGER.at(f"/manager/{path}").title for path in lit} == lit
    assert [MANAGER.at(path).title for path in ("/manager", "/manager/floor/map", "/manager/sharedness")] == [
        "Dashboard"
    ] * 3
