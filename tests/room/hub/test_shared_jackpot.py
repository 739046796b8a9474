"""Two rooms and a hub count into one meter, claim it in order, and lose nothing on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from fairfelt.jackpot import FixedPays, Freeze, SeveralWinners
from fairfelt.room import SERVER
from fairfelt.room.hub.hub_events import RoomReported
from fairfelt.room.hub.room import OfferJackpot
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.rules import format_amount
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, digest
from tests.room.hub.sites import (
    HELD,
    QUADS,
    ROYAL,
    STRAIGHT_FLUSH,
    WIDE,
    Hub,
    SharingRoom,
    check_conservation,
    settle,
    wide_area,
)

EVE, SUE = ["card eve"], ["card sue"]


def test_two_rooms_count_into_one_meter() -> None:
    hub, rooms = wide_area("north", "south")
    for room in rooms:
        room.start("T1", bet=3_333_333)
        room.press("end game", "T1")
    assert hub.floor.meters(WIDE)["Mega"] == 10_000 * UNIT
    assert [room.owed for room in rooms] == [2_599_996] * 2
    settle(hub, rooms)
    earned = 2 * (3 * 3_333_333 * 150_000 // 1_000_000)
    assert hub.floor.meters(WIDE)["Mega"] == 10_000 * UNIT + earned == rooms[0].floor.meters(WIDE)["Mega"]
    assert hub.floor.jackpots[WIDE].counts.wagers == 6


def test_a_report_sent_again_or_lost_changes_nothing() -> None:
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    north.start("T1")
    north.send(again=True)
    once = hub.floor.meters(WIDE)
    north.send()
    assert hub.floor.meters(WIDE) == once
    assert north.owed > 0, "the hub's answer was lost, so the room still says that it owes"
    check_conservation(hub, rooms)
    settle(hub, rooms)


def with_rule(room: SharingRoom, rule: str, *tables: str) -> None:
    """Tables move to a link whose folded hands have another rule."""
    two = ["card ida", "card eve"]
    if rule not in room.floor.links:
        room.do("make link", link=rule, jackpot=WIDE, location=room.name.title(), folded_hands=rule, cards=two)
    for table in tables:
        room.do("close table", table=table, reason="another rule", cards=two)
        room.do("change table", table=table, link=rule, game="flushes-gone-wild", wager=LINK_PROGRESSIVE,
                paytable="ML01", maker=MAKER, why="the rule on folded hands", cards=two)  # fmt: skip
        room.do("open table", table=table, cards=two)


def sent_by(room: SharingRoom, hub: Hub) -> Mapping[str, Any]:
    """The hub's answer to a room's report."""
    report = room.report()
    room.sent[report.up_to] = report.counted
    return hub.take(room.name, len(hub.answered.get(room.name, ())) + 1, report)


def test_rooms_of_one_jackpot_have_one_rule_on_folded_hands() -> None:
    """Nobody asked: in one room a folded royal won the jackpot that all rooms had fed, in another it did not."""
    hub, (north, south, late) = wide_area("north", "south", "late")
    with_rule(south, "do not qualify", "T1")
    assert sent_by(north, hub)["ok"]
    both = sent_by(south, hub)
    assert not both["ok"], "two rules in one room"
    with_rule(south, "do not qualify", "T2")
    south.start("T1")
    refused = sent_by(south, hub)
    assert (refused["ok"], refused["code"], refused["field"]) == (False, "bad_field", "folded_hands")
    assert "room south says “do not qualify”, and room north says “as the sheet”" in refused["reason"]
    alarms = [alarm for alarm in hub.floor.alarms.values() if alarm.kind is AlarmKind.REPORT_REFUSED]
    assert [alarm.about for alarm in alarms] == ["south"]
    assert hub.account("south").up_to == 0, "nothing of it was taken"
    south.press("end game", "T1")
    with_rule(south, "as the sheet", "T1", "T2")
    assert sent_by(south, hub)["ok"], "the same rule by the name of another link"
    with_rule(north, "qualify", "T1", "T2")
    assert not sent_by(north, hub)["ok"], "nor does a room change it alone"
    hub.do("accept room", room="north", document="all rooms change today", cards=["card ann", "card eve"])
    assert sent_by(north, hub)["ok"]
    assert not sent_by(late, hub)["ok"]
    for each in (south, late):
        with_rule(each, "qualify", "T1", "T2")
    hub.do("accept room", room="south", document="all rooms change today", cards=["card ann", "card eve"])
    assert sent_by(south, hub)["ok"]
    assert sent_by(late, hub)["ok"]
    hub.restart()
    for each in (north, south, late):
        each.number = len(hub.answered[each.name]) + 1
    settle(hub, [north, south, late])


def test_a_room_that_is_switched_off_says_nothing_on_folded_hands() -> None:
    hub, (north, south) = wide_area("north", "south")
    assert sent_by(north, hub)["ok"]
    with_rule(south, "qualify", "T1", "T2")
    assert not sent_by(south, hub)["ok"]
    hub.do("switch device", device="north", enabled=False, cards=["card ida", "card eve"])
    assert sent_by(south, hub)["ok"]
    hub.do("switch device", device="north", enabled=True, cards=["card ida", "card eve"])
    assert not sent_by(north, hub)["ok"]


def test_a_misdeal_takes_off_the_meter_what_was_sent() -> None:
    hub, rooms = wide_area("north", "south")
    rooms[0].start("T1")
    settle(hub, rooms)
    rooms[0].press("void round", "T1", why="a card was exposed", cards=SUE)
    assert rooms[0].owed < 0
    settle(hub, rooms)
    assert hub.floor.meters(WIDE) == {"Mega": 10_000 * UNIT, "Major": 1_000 * UNIT}
    assert hub.floor.jackpots[WIDE].counts.wagers == 0


def test_a_claim_freezes_at_the_hub_and_is_paid_when_the_hub_confirms() -> None:
    hub, rooms = wide_area("north", "south")
    north, south = rooms
    north.start("T1")
    north.press("press hand", "T1", seat=2, hand=ROYAL)
    assert "pending at the hub" in north.refused("confirm", "keypad T1", table="T1", cards=[*EVE, "card sue"])
    north.exchange()
    stood = 10_000 * UNIT + 15 * UNIT * 150_000 // 1_000_000
    (prize,) = north.floor.tables["T1"].prizes
    assert prize.amount_micros == stood
    south.exchange()
    assert south.floor.meters(WIDE)["Mega"] == 10_000 * UNIT + 15 * UNIT * 20_000 // 1_000_000
    answer = north.press("confirm", "T1", cards=[*EVE, "card sue"])
    assert (answer["phase"], answer["live"]) == ("claimed", []), "pending until the hub confirms"
    assert north.floor.awards == 0
    north.exchange()
    assert north.floor.tables["T1"].phase == "paid"
    assert [page.amount_micros for page in north.floor.last_wins[WIDE] if page.level] == [stood]
    assert north.floor.last_wins[WIDE][-1].confirmed_by == "eve"
    assert hub.floor.rooms["north"].won_micros == stood == hub.book()["paid"]
    north.press("end game", "T1")
    settle(hub, rooms)
    assert not hub.floor.rooms["north"].claims
    due = hub.floor.rooms["north"].due_micros
    assert due == north.book()["hub"] < 0
    hub.do("record remittance", room="north", amount_micros=due, document="wire 1", cards=["card ann", "card bob"])
    assert hub.floor.rooms["north"].due_micros == 0


def test_a_confirmation_that_is_reported_again_is_awarded_once() -> None:
    """The hub's word was lost: the room asks on while its other table plays."""
    hub, (north, _) = wide_area("north", "south")
    north.start("T1")
    north.press("press hand", "T1", seat=2, hand=STRAIGHT_FLUSH)
    north.exchange()
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.send()
    won = hub.account("north").won_micros
    assert won > 1_000 * UNIT
    north.start("T2")
    north.send()
    assert (hub.account("north").won_micros, hub.book()["paid"]) == (won, won)
    (claim,) = hub.account("north").claims.values()
    assert (claim.confirmed, claim.held) == (True, ""), "nor does it wait for two people"


def test_claims_are_frozen_in_the_order_in_which_they_come() -> None:
    hub, rooms = wide_area("north", "south")
    north, south = rooms
    for room in rooms:
        room.start("T1")
        room.press("press hand", "T1", seat=1, hand=ROYAL)
    south.exchange()
    north.exchange()
    first, second = (room.floor.tables["T1"].prizes[0].amount_micros for room in (south, north))
    assert first > 10_000 * UNIT > second - 10 * UNIT
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.exchange()
    assert north.floor.tables["T1"].asked is None, "an earlier claim waits: somebody has to confirm in spite of it"
    assert "table T1 of room south claimed Mega before" in str(north.events[-1].body)
    south.press("press hand", "T1", seat=1, hand=ROYAL)
    south.exchange()
    north.exchange()
    assert north.floor.tables["T1"].prizes[0].amount_micros > first, "the earlier claim was taken back"
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.exchange()
    assert north.floor.tables["T1"].phase == "paid"
    settle(hub, rooms)


@pytest.mark.parametrize("withdrawn", [True, False])
def test_a_confirmation_behind_an_earlier_claim_is_not_forgotten(withdrawn: bool) -> None:
    """The earlier claim was settled between the hub's decision and its word, and the table stood for good."""
    hub, (north, south) = wide_area("north", "south")
    for room in (south, north):
        room.start()
        room.press("press hand", seat=1, hand="royal flush")
        room.exchange()
    north.press("confirm", cards=[*EVE, "card sue"])
    north.send()
    if withdrawn:
        south.press("press hand", seat=1, hand="royal flush")
    else:
        south.press("confirm", cards=[*EVE, "card sue"])
    for _ in range(3):
        south.exchange()
    north.hear(hub.word("north"))
    for _ in range(3):
        north.exchange()
    assert north.floor.tables["T1"].asked is None, "the confirmation is asked for again"
    assert any("and is settled since" in str(event.body) for event in north.events)
    north.press("confirm", cards=[*EVE, "card sue"])
    for _ in range(3):
        north.exchange()
    assert north.floor.tables["T1"].phase == "paid"
    settle(hub, [north, south])


def test_a_later_claim_may_be_confirmed_in_spite_of_an_earlier_one() -> None:
    hub, rooms = wide_area("north", "south")
    for room in rooms:
        room.start("T1")
        room.press("press hand", "T1", seat=1, hand=ROYAL)
        room.exchange()
    south = rooms[1]
    south.press("confirm", "T1", despite_earlier=True, cards=[*EVE, "card sue"])
    south.exchange()
    assert south.floor.tables["T1"].phase == "paid"
    rooms[0].press("press hand", "T1", seat=1, hand=ROYAL)
    settle(hub, rooms)


def test_a_room_cut_off_plays_on_and_awards_no_shared_level() -> None:
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    north.start("T1")
    north.press("press hand", "T1", seat=1, hand=ROYAL)
    north.exchange()
    north.lose()
    assert "cut off from the hub" in north.refused("confirm", "keypad T1", table="T1", cards=[*EVE, "card sue"])
    north.start("T2")
    north.press("press hand", "T2", seat=1, hand=QUADS)
    north.press("confirm", "T2", cards=[*EVE, "card sue"])
    assert north.floor.tables["T2"].phase == "paid", "a fixed pay from the tray is the room's own"
    north.press("end game", "T2")
    assert north.owed > 0
    assert not north.floor.hub_lines[WIDE].current
    north.exchange()
    assert north.floor.hub_lines[WIDE].current
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    settle(hub, rooms)
    assert north.floor.tables["T1"].phase == "paid"


def test_play_stops_where_that_is_the_rule_and_goes_on_by_itself() -> None:
    _, rooms = wide_area("north", "south")
    north = rooms[0]
    north.start("T1")
    north.lose(stops=True)
    assert "shared jackpot wide is suspended" in north.refused("start game", "keypad T2", table="T2", bets={"1": UNIT})
    north.press("end game", "T1")
    north.exchange()
    north.start("T2")


def test_an_old_word_changes_nothing() -> None:
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    old = hub.word("north")
    north.start("T1")
    north.exchange()
    shown, owed = north.floor.meters(WIDE), north.owed
    north.hear(old)
    assert (north.floor.meters(WIDE), north.owed) == (shown, owed)


def test_a_room_on_an_older_copy_of_its_journal_is_refused() -> None:
    """Its sums lack what the hub has taken, and its claims what the hub has paid."""
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    before = north.report()
    north.start("T1")
    north.exchange()
    assert "an older copy of its journal" in hub.ask(before, "north")["reason"]
    known = hub.account("north")
    again = replace(north.report(), up_to=known.up_to, hash=known.hash)
    assert "was rewritten" in hub.ask(replace(again, counted={**known.taken, "meter/Mega": 1}), "north")["reason"]


def test_a_room_of_the_version_before_goes_on_after_its_update() -> None:
    """It has said neither hashes nor voids; what it says of them first is taken, and bounded from there on."""
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    north.start("T1", bet=3_333_333)
    north.press("void round", "T1", why="a card was exposed", cards=SUE)
    for table in ("T1", "T2"):
        north.start(table, bet=3_333_333)
    report = north.report()
    old = RoomReported(
        room="north", jackpot=WIDE, up_to=report.up_to, counted=report.counted, wagers=report.wagers,
        wagered_micros=report.wagered_micros, reported_micros=hub.now_micros,
    )  # fmt: skip
    hub.floor = old.apply(hub.floor)
    north.sent[report.up_to] = report.counted
    north.press("void round", "T2", why="a card was exposed", cards=SUE)
    settle(hub, rooms)
    assert (hub.account("north").voided_wagers, hub.account("north").hash) == (
        6,
        north.heads[hub.account("north").up_to].hash,
    )
    forged = {**hub.account("north").taken, "meter/Mega": hub.account("north").taken["meter/Mega"] + 1}
    north.start("T2")
    assert "these wagers earn" in hub.ask(replace(north.report(), counted=forged), "north")["reason"]


def test_a_restart_of_every_site_at_any_time_loses_nothing() -> None:
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    north.start("T1")
    north.press("press hand", "T1", seat=2, hand=STRAIGHT_FLUSH)
    for site in (hub, *rooms):
        site.restart()
    north.exchange()
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.send()
    for site in (hub, *rooms):
        site.restart()
    check_conservation(hub, rooms)
    assert hub.floor.rooms["north"].won_micros
    assert not north.floor.last_wins, "the hub's answer was lost"
    settle(hub, rooms)
    assert north.floor.awards == 3, "the straight flush, and the envy of two"


def test_tables_stand_in_rooms_and_meters_at_the_hub() -> None:
    hub, rooms = wide_area("north", "south")
    two, money = ["card ida", "card eve"], ["card ann", "card bob"]
    hub.do("open jackpot", jackpot="own", terms=MEGA, cards=two)
    table = {"table": "T1", "game": "flushes-gone-wild", "wager": "Multi-Game Link Progressive", "paytable": "ML01"}
    assert "its tables stand in them" in hub.refused("set up table", **table, link="to north", cards=two)
    room = rooms[0]
    legacy = {**table, "table": "T3", "controls": "legacy"}
    assert "takes Nexus controls" in room.refused("set up table", **legacy, link="pit", cards=two)
    adjusted = {"jackpot": WIDE, "level": "Mega", "reason": "won", "amount_micros": 1, "document": "slip"}
    assert "stand at its hub" in room.refused("adjust", **adjusted, cards=money)
    into = {"jackpot": WIDE, "into": "own", "level": "Mega", "document": "notice"}
    assert "room north plays for this jackpot" in hub.refused("retire jackpot", **into, cards=money)
    assert "not a room of this hub" in hub.refused("report room", up_to=1, counted={}, wagers=0, wagered_micros=0)


def test_a_second_winner_of_a_round_is_a_claim_of_its_own_at_the_hub() -> None:
    hub, (north,) = wide_area("north")
    north.start("T1")
    north.press("press hand", "T1", seat=3, hand=ROYAL)
    north.exchange()
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.exchange()
    state = north.press("press hand", "T1", seat=1, hand=ROYAL)
    assert (state["phase"], [row["seat"] for row in state["awarded"]]) == ("claimed", [3])
    north.exchange()
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.exchange()
    first, second = [page.amount_micros for page in north.floor.last_wins[WIDE] if page.envy_for_seat is None]
    assert (north.floor.awards, second < first) == (2 + 2 * 2, True), "with the envy of two for each"
    assert hub.floor.rooms["north"].won_micros == first + second == hub.book()["paid"]
    north.press("end game", "T1")
    settle(hub, [north])
    assert not hub.floor.rooms["north"].claims


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"freeze": Freeze.AT_CONFIRMATION}, "lock at the claim"),
        ({"fixed_pays": FixedPays.METER}, "come from the tray"),
        ({"several_winners": SeveralWinners.EQUAL_SPLIT}, "paid in order"),
        ({"several_winners": SeveralWinners.EACH_IN_FULL}, "paid in order"),
    ],
)
def test_rooms_share_a_jackpot_whose_winners_get_the_same_one_by_one_and_together(
    other: dict[str, Any], says: str
) -> None:
    """Two royal flushes of a round: entered together $5,001.13 each, one after the other $10,002.25 and $10,000.30."""
    hub, _ = wide_area("north")
    terms = {"jackpot": WIDE, "terms": replace(MEGA, **other), "why": "another rule", "cards": ["card ann", "card bob"]}
    assert says in hub.refused("change terms", **terms)
    two = {"cards": ["card ida", "card eve"]}
    hub.do("open jackpot", jackpot="more", terms=replace(MEGA, name="more", **other), **two)
    hub.do("make link", link="more", jackpot="more", location="East", **two)
    room = {"device": "east", "device_kind": "room", "link": "more", "key_sha256": digest("east")}
    assert says in hub.refused("enrol device", **room, **two)


def test_the_hub_takes_nothing_off_a_meter_that_a_room_plays_for() -> None:
    """Half of a royal flush was recovered as seed while its claim was on the way."""
    hub = Hub("north")
    room = SharingRoom("north", hub)
    room.start()
    room.press("press hand", seat=1, hand=ROYAL)
    asked = {"jackpot": WIDE, "level": "Mega", "reason": "seed recovery", "amount_micros": UNIT, "document": "D"}
    says = "room north plays for this jackpot; switch it off first, once all it counted is here"
    assert hub.refused("adjust", **asked, cards=["card ann", "card eve"]) == says
    hub.do("switch device", device="north", enabled=False, cards=["card ida"])
    hub.do("adjust", **asked, cards=["card ann", "card eve"])


MONEY = ["card ann", "card bob"]
INTO_OWN = {"jackpot": WIDE, "into": "own", "level": "Mega", "document": "notice"}


def retired_meanwhile(*, playing: bool = False) -> tuple[Hub, SharingRoom]:
    """A hub that has ended its jackpot while a room was cut off and counted on."""
    hub, (north,) = wide_area("north")
    two = ["card ida", "card eve"]
    north.start("T1")
    north.press("end game", "T1")
    north.exchange()
    north.lose()
    north.start("T1")
    north.press("end game", "T1")
    if playing:
        north.start("T2")
    hub.do("open jackpot", jackpot="own", terms=MEGA, cards=two)
    hub.do("switch device", device="north", enabled=False, cards=two)
    hub.do("retire jackpot", **INTO_OWN, cards=MONEY)
    hub.do("switch device", device="north", enabled=True, cards=two)
    return hub, north


def test_what_a_room_counted_for_a_jackpot_that_its_hub_has_ended_stays_in_the_room() -> None:
    """It stood as owed for ever: the hub refused it, and the room's tables went on feeding it."""
    hub, north = retired_meanwhile()
    owed, before = north.owed, hub.book()
    assert owed > 0
    answer = hub.take("north", north.number, north.report())
    assert (answer["ok"], answer["code"]) == (False, "jackpot_retired")
    assert "what the room counted since stays there" in answer["reason"]
    assert AlarmKind.REPORT_REFUSED in {alarm.kind for alarm in hub.floor.alarms.values()}
    assert hub.book() == before
    north.hear(hub.word("north"))
    book = north.book()
    assert (book["owed"], sum(book.values())) == (0, 0)
    held = {name: micros for name, micros in book.items() if name.split("/")[0] in HELD and micros}
    assert sum(held.values()) == owed
    assert book["hub"] == hub.account("north").taken_micros, "both books say what the hub has taken"
    (alarm,) = (each for each in north.floor.alarms.values() if each.kind is AlarmKind.SHARED_ENDED)
    assert f"{format_amount(owed)} that it did not take is held here for players" in alarm.says
    assert "the hub has ended jackpot wide" in north.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    assert "nothing to join" in str(north.ask(OfferJackpot(word=hub.word("north")), SERVER)["reason"])
    north.restart()
    north.do("open jackpot", jackpot="own", terms=MEGA, cards=["card ida", "card eve"])
    north.do("retire jackpot", **INTO_OWN, cards=MONEY)
    assert north.floor.meters("own")["Mega"] == 10_000 * UNIT + owed, "and goes where two people send it"
    assert not any(micros for name, micros in north.book().items() if name.split("/")[0] in HELD)


def test_a_round_that_is_running_ends_before_the_sum_is_returned() -> None:
    hub, north = retired_meanwhile(playing=True)
    north.hear(hub.word("north"))
    assert north.owed, "the round may still be a misdeal"
    assert "the hub has ended" in north.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    north.lose()
    assert "the hub has ended" in north.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    lost = len([event for event in north.events if event.kind == "hub lost/1"])
    north.lose()
    assert len([event for event in north.events if event.kind == "hub lost/1"]) == lost, "it is said once"
    counted = north.owed
    north.press("void round", "T2", why="a card was exposed", cards=["card sue"])
    assert 0 < north.owed < counted
    left = north.owed
    north.hear(hub.word("north"))
    assert (north.owed, sum(north.book().values())) == (0, 0)
    assert sum(micros for name, micros in north.book().items() if name.split("/")[0] in HELD) == left
    north.restart()


def test_a_hub_does_not_end_a_jackpot_under_a_claim_that_is_not_settled() -> None:
    """The room was switched off, the jackpot retired, and the frozen prize stood on a jackpot that had ended."""
    hub, (north,) = wide_area("north")
    two = ["card ida", "card eve"]
    north.start("T1")
    north.press("press hand", "T1", seat=1, hand=ROYAL)
    north.exchange()
    hub.do("open jackpot", jackpot="own", terms=MEGA, cards=two)
    hub.do("switch device", device="north", enabled=False, cards=two)
    assert "a claim of room north on this jackpot is not settled" in hub.refused(
        "retire jackpot", **INTO_OWN, cards=MONEY
    )
    hub.do("accept room", room="north", document="memo 1", cards=MONEY)
    hub.do("retire jackpot", **INTO_OWN, cards=MONEY)
