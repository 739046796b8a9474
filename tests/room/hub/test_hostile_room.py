"""The owner of a room's server has its key and says whatever helps: the hub refuses or holds it, with an alarm."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from msgspec.structs import replace

from fairfelt.jackpot import PPM
from fairfelt.ledger.canonical import canonical
from fairfelt.room import SERVER
from fairfelt.room.hub.accounts import DAY_MICROS, HOUR_MICROS, PROTOCOL, ClaimedShare, SharedClaim
from fairfelt.room.hub.hub_commands import ReportRoom
from fairfelt.room.registry import read_command
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.runtime.formats import FieldError
from tests.room.floors import LINK_PROGRESSIVE, MEGA, UNIT, command
from tests.room.floors import digest as digest_of
from tests.room.hub.sites import ROYAL, STRAIGHT_FLUSH, WIDE, Hub, check_conservation, settle, wide_area

EVE, OFFICE = ["card eve"], ["card ann", "card bob"]
TWO = [*EVE, "card sue"]
RATES = {f"{kind}/{level.name}": rate for level in MEGA.levels
         for kind, rate in (("meter", level.rate_ppm), ("reserve", level.reserve_rate_ppm))}  # fmt: skip


def a_claim(number: int = 1, *, hand: str = ROYAL, level: str = "Mega", share: str = "1", **more: Any) -> SharedClaim:
    told = {
        "claim": number,
        "at_table": "T1",
        "game": "flushes-gone-wild",
        "wager": LINK_PROGRESSIVE,
        "paytable": "ML01",
    }
    return SharedClaim(**{**told, **more}, wins=(ClaimedShare(1, hand, level, share),))


class Thief:
    """A program with the key of the room north: its reports are a room's, but for what it forges."""

    def __init__(self) -> None:
        self.hub = Hub("north", "south")
        self.wagers = self.micros = self.up_to = 0

    def honest(self, more: int = 0, micros: int = 0, **forged: Any) -> ReportRoom:
        """The report of a room after more wagers."""
        wagered, known = self.micros + micros, self.hub.account("north")
        body = ReportRoom(
            protocol=PROTOCOL, up_to=self.up_to + 1, hash=digest_of(f"event {self.up_to + 1}"), since=known.up_to,
            since_hash=known.hash, wagers=self.wagers + more, wagered_micros=wagered,
            counted={account: wagered * rate // PPM for account, rate in RATES.items()},
        )  # fmt: skip
        return replace(body, **forged)

    def send(self, more: int = 0, micros: int = 0, **forged: Any) -> None:
        """Send one that must be taken."""
        report = self.honest(more, micros, **forged)
        answer = self.hub.ask(report, "north")
        assert answer["ok"], answer
        self.wagers, self.micros, self.up_to = report.wagers, report.wagered_micros, report.up_to

    def refused(self, report: ReportRoom) -> str:
        """Send one that must be refused, with an alarm and without any change besides; gives the sentence."""
        before = self.hub.floor
        answer = self.hub.ask(report, "north")
        assert not answer["ok"], answer
        assert answer["code"] in ("bad_field", "bad_claim", "not_now")
        assert (self.hub.floor.jackpots, self.hub.floor.rooms) == (before.jackpots, before.rooms)
        assert AlarmKind.REPORT_REFUSED in self.alarms()
        return str(answer["reason"])

    def alarms(self) -> list[AlarmKind]:
        return [alarm.kind for alarm in self.hub.floor.alarms.values()]


@pytest.fixture
def thief() -> Thief:
    """After 100 honest wagers of five dollars."""
    thief = Thief()
    thief.send(100, 500 * UNIT)
    return thief


def with_sums(thief: Thief, **changes: int) -> dict[str, int]:
    found = dict(thief.honest().counted)
    for account, change in changes.items():
        found[account.replace("_", "/")] += change
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {"meter_Mega": -40 * UNIT, "meter_Major": 40 * UNIT},
        {"meter_Mega": -76 * UNIT, "meter_Major": 80 * UNIT},
        {"meter_Mega": 1},
        {"meter_Mega": -1},
        {"reserve_Major": 1},
        {"meter_Mega": 10**15},
    ],
)
def test_sums_that_the_wagers_do_not_earn_are_refused(thief: Thief, changes: dict[str, int]) -> None:
    """$4,000 of another room was moved from Mega to Major, since only the sum of all accounts was looked at."""
    assert "these wagers earn" in thief.refused(thief.honest(counted=with_sums(thief, **changes)))


def test_a_level_is_not_drained_below_what_others_fed(thief: Thief) -> None:
    """Mega went to 0, below its seed."""
    thief.hub.do("limit room", room="north", limits={"tables": 1_000}, why="a trial", cards=OFFICE)
    sums = {account: -10_000 * UNIT if account == "meter/Mega" else sum_ for account, sum_ in RATES.items()}
    thief.refused(thief.honest(counted=sums))
    voided = {"wagers": 0, "wagered_micros": 0, "voided_wagers": 100, "voided_micros": 500 * UNIT}
    thief.send(counted=dict.fromkeys(RATES, 0), **voided)
    assert thief.hub.floor.meters(WIDE) == {"Mega": 10_000 * UNIT, "Major": 1_000 * UNIT}
    for more in (100, 101):
        again = {**voided, "voided_wagers": more, "voided_micros": more * 5 * UNIT}
        below = {account: -1 if account == "meter/Mega" else 0 for account in RATES}
        assert "these wagers earn 0" in thief.refused(thief.honest(counted=below, **again))


def test_wagers_fall_only_as_voids_and_only_as_far_as_they_can_lie_there(thief: Thief) -> None:
    less: dict[str, Any] = {
        "wagers": 90,
        "wagered_micros": 450 * UNIT,
        "counted": {a: 450 * rate for a, rate in RATES.items()},
    }
    assert "only grow" in thief.refused(thief.honest(**less))
    thief.send(10_000, 50_000 * UNIT)
    micros = thief.micros - 1_005 * UNIT
    many = {"wagers": thief.wagers - 201, "wagered_micros": micros, "voided_wagers": 201, "voided_micros": 1_005 * UNIT}
    counted = {account: micros * rate // PPM for account, rate in RATES.items()}
    assert "at most 200 can lie" in thief.refused(thief.honest(counted=counted, **many))


@pytest.mark.parametrize(
    ("wagers", "micros", "says"),
    [
        (10**15, 10**18 - 500 * UNIT, "make in this time"),
        (1, 10**17, "cannot come to"),
        (24_001, 24_001 * UNIT, "make in this time"),
        (10, 251 * UNIT, "cannot come to"),
        (10, 9, "cannot come to"),
        (0, 1, "cannot come to"),
    ],
)
def test_wagers_that_no_room_can_make_are_refused(thief: Thief, wagers: int, micros: int, says: str) -> None:
    """10^18 millionths were taken as wagered."""
    assert says in thief.refused(thief.honest(wagers, micros))


def test_the_pace_of_a_room_is_counted_over_all_its_reports(thief: Thief) -> None:
    """Many reports in a second bring no more than one; an hour later there is room for an hour of play."""
    for _ in range(23):
        thief.send(1_000, 1_000 * UNIT)
    assert "make in this time" in thief.refused(thief.honest(1_000, 1_000 * UNIT))
    thief.hub.now_micros += HOUR_MICROS
    thief.send(24_000, 24_000 * UNIT)
    assert "make in this time" in thief.refused(thief.honest(1_000, 1_000 * UNIT))
    assert thief.hub.refused("limit room", room="north", limits={"tables": 40}, why="grown", cards=EVE)
    thief.hub.do("limit room", room="north", limits={"tables": 40}, why="the room has grown", cards=OFFICE)
    thief.send(1_000, 1_000 * UNIT)


def test_twenty_two_megas_in_a_moment_wait_for_people_at_the_hub(thief: Thief) -> None:
    """Claim and confirmation in one report were paid, 20 of them in 0.4 s, and nobody at the hub knew."""
    for number in range(1, 23):
        thief.send(claims=(a_claim(number, asked=True),))
        thief.send(claims=(a_claim(number, asked=True),))
        thief.send()
    assert thief.hub.account("north").won_micros == 0
    assert thief.hub.floor.meters(WIDE)["Mega"] == 10_000 * UNIT + 75 * UNIT
    assert thief.alarms().count(AlarmKind.AWARD_WAITS) == 20, "no more of one room until somebody has looked at them"
    for number, alarm in tuple(thief.hub.floor.alarms.items()):
        if alarm.kind is AlarmKind.AWARD_WAITS:
            thief.hub.do("acknowledge alarm", number=number, note="asked the room", cards=EVE)
    thief.send(claims=(a_claim(23, asked=True),))
    assert thief.alarms().count(AlarmKind.AWARD_WAITS) == 1


@pytest.mark.parametrize("at_once", [True, False])
def test_a_large_award_is_confirmed_by_two_people_at_the_hub(thief: Thief, *, at_once: bool) -> None:
    if not at_once:
        thief.send(claims=(a_claim(),))
    thief.send(claims=(a_claim(asked=True),))
    claim = thief.hub.account("north").claims[1]
    assert ("in one report" if at_once else "from $5,000.00 on are confirmed at the hub") in claim.held
    asked = {"room": "north", "claim": 1, "amount_micros": claim.amount_micros}
    for cards in ([], ["card sue"], OFFICE):
        assert "executive card required" in thief.hub.refused("confirm room claim", **asked, cards=cards)
    for alone in (EVE, [*EVE, "card ann"]):
        assert "two cards required" in thief.hub.refused("confirm room claim", **asked, cards=alone)
    assert "executive card required" in thief.hub.refused("confirm room claim", "north", **asked)
    assert "look at it again" in thief.hub.refused("confirm room claim", **{**asked, "amount_micros": 1}, cards=TWO)
    assert "has no claim 2" in thief.hub.refused("confirm room claim", **{**asked, "claim": 2}, cards=TWO)
    thief.hub.do("confirm room claim", **asked, cards=TWO)
    assert thief.hub.account("north").won_micros == claim.amount_micros
    assert AlarmKind.ROOM_AWARD in thief.alarms()
    assert "confirmed already" in thief.hub.refused("confirm room claim", **asked, cards=TWO)
    thief.send()
    assert "has no claim 1" in thief.hub.refused("confirm room claim", **asked, cards=TWO)
    assert "was confirmed before" in thief.refused(thief.honest(claims=(a_claim(),)))


def test_what_nobody_in_the_room_has_confirmed_is_not_confirmed_at_the_hub(thief: Thief) -> None:
    thief.send(claims=(a_claim(),))
    amount = thief.hub.account("north").claims[1].amount_micros
    asked = {"room": "north", "claim": 1, "amount_micros": amount}
    assert "nobody in room north" in thief.hub.refused("confirm room claim", **asked, cards=TWO)


def small(number: int, **more: Any) -> tuple[SharedClaim, ...]:
    return (a_claim(number, hand=STRAIGHT_FLUSH, level="Major", **more),)


def test_small_awards_are_few_in_a_day_and_each_has_its_alarm(thief: Thief) -> None:
    def win(number: int) -> int:
        thief.send(claims=small(number))
        thief.send(claims=small(number, asked=True))
        thief.send()
        return len(thief.hub.account("north").settled)

    assert [win(number) for number in range(1, 6)] == [1, 2, 3, 3, 3]
    assert thief.alarms().count(AlarmKind.ROOM_AWARD) == 3
    assert thief.alarms().count(AlarmKind.AWARD_WAITS) == 2
    thief.hub.now_micros += DAY_MICROS
    assert win(6) == 4


def test_awards_are_counted_by_hands_and_not_by_claims(thief: Thief) -> None:
    """Four hands in each of three claims were twelve awards of Major, where the room had three in a day."""
    wins = tuple(ClaimedShare(seat, STRAIGHT_FLUSH, "Major", "1") for seat in (1, 2, 3, 4))

    def win(number: int, hands: int) -> bool:
        claim = replace(*small(number), wins=wins[:hands])
        thief.send(claims=(claim,))
        thief.send(claims=(replace(claim, asked=True),))
        held = bool(thief.hub.account("north").claims[number].held)
        thief.send()
        return not held

    assert not win(1, 4)
    assert win(2, 2)
    assert not win(3, 2)
    assert win(4, 1)
    assert not win(5, 1)
    thief.hub.now_micros += DAY_MICROS
    assert win(6, 3)


def test_a_claim_has_a_wager(thief: Thief) -> None:
    """A room that never bet won: each wager wins once, and few can lie on the tables at a time."""
    thief = Thief()
    thief.hub.do("limit room", room="north", limits={"awards_per_day": 100}, why="a trial", cards=OFFICE)
    thief.send(2, 10 * UNIT)
    for number, won in ((1, 1), (2, 2), (3, 2)):
        thief.send(claims=small(number))
        thief.send(claims=small(number, asked=True))
        assert len(thief.hub.account("north").settled) == won
        held = [claim.held for claim in thief.hub.account("north").claims.values()]
        thief.send()
    assert held == ["the room has reported no wager for it"]


def test_a_wager_that_was_given_back_wins_nothing() -> None:
    """A room reported five wagers, gave all of them back, and won a Major."""
    thief = Thief()
    none = dict.fromkeys(RATES, 0)
    voided: dict[str, Any] = {"wagers": 0, "wagered_micros": 0, "counted": none, "voided_micros": 25 * UNIT}
    thief.send(5, 25 * UNIT)
    thief.send(**voided, voided_wagers=5)
    thief.send(**voided, voided_wagers=5, claims=small(1))
    thief.send(**voided, voided_wagers=5, claims=small(1, asked=True))
    assert thief.hub.account("north").claims[1].held == "the room has reported no wager for it"
    assert thief.hub.account("north").won_micros == 0


SHARES = ["1e-3000000", "1e-5000", "1/0", "0/0", "0", "-1/2", "2", "3/2", "1e0", "0.5", " 1", "1\n", "1_0/20", "٣/٤",
          "1" * 5_000, "1/" + "9" * 5_000, "1/1000000", "", "1/2/3", "nan", "inf"]  # fmt: skip


@pytest.mark.parametrize("share", SHARES, ids=lambda share: repr(share)[:16])
def test_a_share_is_a_short_fraction(thief: Thief, share: str) -> None:
    """1e-3000000 stopped the hub for 24 seconds and was committed; 1e-5000 made every later answer an error."""
    text = canonical(thief.honest(claims=(a_claim(share=share),)))
    try:
        asked = read_command(text)
    except FieldError as error:
        assert "a fraction such as 1/10" in str(error)
        return
    assert "above 0 and up to 1" in thief.refused(asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        ({"hand": STRAIGHT_FLUSH}, "does not pay 1 of Mega for straight flush"),
        ({"share": "1/2"}, "does not pay 1/2 of Mega for royal flush"),
        ({"level": "Giga"}, "names no level"),
    ],
)
def test_a_share_is_one_of_the_paytable(thief: Thief, forged: dict[str, Any], says: str) -> None:
    assert says in thief.refused(thief.honest(claims=(a_claim(**forged),)))


def test_a_claim_does_not_change_its_paytable_when_it_is_asked_for(thief: Thief) -> None:
    """49/100 of Mega for a flush was claimed under a paytable that the hub does not know, asked for under one that it
    knows, and awarded: the shares were only looked at when the hands changed."""
    forged = a_claim(hand="flush", share="49/100")
    thief.send(claims=(replace(forged, game="own-game", paytable="nowhere"),))
    said = thief.refused(thief.honest(claims=(replace(forged, asked=True),)))
    assert "does not pay 49/100 of Mega for flush" in said
    right = small(2)
    thief.send(claims=(replace(right[0], game="own-game", paytable="nowhere"),))
    thief.send(claims=(replace(right[0], asked=True),))
    assert "in one report" in thief.hub.account("north").claims[2].held
    assert AlarmKind.ROOM_AWARD not in thief.alarms()


def test_claims_are_one_for_a_table_and_no_more_than_there_are_tables(thief: Thief) -> None:
    twice = (a_claim(1), a_claim(2))
    many = tuple(a_claim(number, at_table=f"T{number}") for number in range(1, 22))
    seat = replace(a_claim(), wins=a_claim().wins * 2)
    assert "a table has one claim" in thief.refused(thief.honest(claims=twice))
    assert "a table has one claim" in thief.refused(thief.honest(claims=many))
    assert "names a seat twice" in thief.refused(thief.honest(claims=(seat,)))
    assert "once each" in thief.refused(thief.honest(claims=(a_claim(2), a_claim(1, at_table="T2"))))


def test_a_paytable_that_the_hub_does_not_know_waits_for_an_executive(thief: Thief) -> None:
    claim = small(1, game="a game of the house", paytable="P1")
    thief.send(claims=claim)
    thief.send(claims=tuple(replace(each, asked=True) for each in claim))
    assert "does not know paytable P1" in thief.hub.account("north").claims[1].held


@pytest.mark.parametrize(
    "field", ["up_to", "since", "wagers", "wagered_micros", "voided_wagers", "voided_micros", "protocol"]
)
@pytest.mark.parametrize("number", [-1, 2**63, 10**300])
def test_every_number_has_an_end(thief: Thief, field: str, number: int) -> None:
    text = canonical(replace(thief.honest(), **{field: 7_777_777}))
    with pytest.raises(FieldError):
        read_command(text.replace("7777777", str(number)))


def test_a_forked_journal_is_refused_however_far_it_has_grown(thief: Thief) -> None:
    """Event 50 with smaller sums after event 10 was taken, and the meter fell."""
    forked = thief.honest(1_000, 5_000 * UNIT, since_hash=digest_of("another event"), up_to=500)
    assert "the journal was forked" in thief.refused(forked)
    assert "the journal was forked" in thief.refused(replace(forked, since_hash=""))
    assert "ask for its word" in thief.refused(replace(forked, since=0, since_hash=""))
    thief.send(10, 50 * UNIT)
    assert "an older copy" in thief.refused(thief.honest(up_to=1))


def test_a_room_of_the_version_before_is_refused_with_a_sentence(thief: Thief) -> None:
    for forged in ({"protocol": 1}, {"protocol": 3}, {"hash": ""}):
        assert "the same release" in thief.refused(thief.honest(**forged))
    old = {"up_to": 9, "counted": {}, "wagers": 0, "wagered_micros": 0}
    assert "speaks version 1" in thief.hub.refused("report room", "south", **old)


def test_a_report_sent_again_under_another_number_moves_nothing(thief: Thief) -> None:
    report = thief.honest(10, 50 * UNIT)
    assert thief.hub.ask(report, "north")["ok"]
    before = thief.hub.floor.jackpots
    again = thief.hub.ask(report, "north")
    assert not again["ok"], "it names an event that is not the last any more"
    assert thief.hub.floor.jackpots == before


def test_two_servers_with_one_key_are_one_room_and_an_alarm() -> None:
    hub, (north, south) = wide_area("north", "south")
    twin = type(north)("north", hub)
    north.start("T1")
    north.exchange()
    twin.start("T2")
    twin.start("T1")
    assert "forked" in hub.ask(twin.report(), "north")["reason"]
    assert AlarmKind.REPORT_REFUSED in [alarm.kind for alarm in hub.floor.alarms.values()]
    settle(hub, [north, south])


def test_an_older_copy_is_taken_once_two_people_accept_it() -> None:
    """What was taken stays on the meters; from then on only what is new counts."""
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    settle(hub, rooms)
    older = copy.deepcopy(north)
    north.start("T1")
    north.press("press hand", "T1", seat=1, hand=ROYAL)
    north.exchange()
    stood, taken = hub.floor.jackpots[WIDE].book, hub.account("north").taken_micros
    older.hub = hub
    older.start("T2", bet=UNIT)
    report = older.report()
    assert "two people at the hub accept the room" in hub.ask(report, "north")["reason"]
    accepted = {"room": "north", "document": "incident 7"}
    assert "two cards required" in hub.refused("accept room", **accepted, cards=EVE)
    hub.do("accept room", **accepted, cards=OFFICE)
    assert hub.account("north").claims == {}, "the claim of the journal that is given up has gone back"
    assert "accepted already" in hub.refused("accept room", **accepted, cards=OFFICE)
    older.number = len(hub.answered["north"]) + 1
    older.exchange()
    account = hub.account("north")
    assert (account.taken_micros, account.taken) == (taken, older.report().counted)
    assert hub.floor.jackpots[WIDE].book["rooms"] == stood["rooms"]
    assert older.floor.hub_lines[WIDE].current
    older.start("T1", bet=UNIT)
    older.exchange()
    assert hub.account("north").taken_micros == taken + 3 * UNIT * 260_000 // PPM
    for site in (hub, older):
        site.restart()
    for _ in range(20):
        north.ask(command("press hand", table="T1", seat=1, hand=ROYAL), "keypad T1")
    assert "forked" in hub.ask(north.report(), "north")["reason"], "the journal that was given up does not come back"


def test_accepting_a_room_on_its_own_journal_lets_a_long_silence_pass_and_counts_all_of_it(thief: Thief) -> None:
    assert "make in this time" in thief.refused(thief.honest(30_000, 30_000 * UNIT))
    thief.hub.do("accept room", room="north", document="a week without a line", cards=OFFICE)
    thief.send(30_000, 30_000 * UNIT)
    assert thief.hub.floor.meters(WIDE)["Mega"] == 10_000 * UNIT + 30_500 * UNIT * 150_000 // PPM
    assert not thief.hub.account("north").accepting
    thief.hub.do("accept room", room="north", document="another week", cards=OFFICE)
    assert "make in this time" in thief.refused(thief.honest(10**9, 10**15)), "more than a month of play is none"


def test_what_was_paid_is_not_paid_again_after_a_room_is_accepted() -> None:
    """The room has not heard that the hub paid: it asks again, and is told."""
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    north.start("T1")
    north.press("press hand", "T1", seat=2, hand=ROYAL)
    north.exchange()
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.send()
    hub.confirm_held()
    won = hub.account("north").won_micros
    hub.do("accept room", room="north", document="incident 9", cards=OFFICE)
    settle(hub, rooms)
    assert (hub.account("north").won_micros, north.floor.awards) == (won, 3), "the royal flush, and the envy of two"


def test_a_copy_whose_claim_was_paid_before_waits_for_an_executive(thief: Thief) -> None:
    thief.send(claims=small(1))
    thief.send(claims=small(1, asked=True))
    thief.send()
    thief.hub.do("accept room", room="north", document="incident 8", cards=OFFICE)
    thief.send(since_hash=digest_of("another"), claims=small(1))
    assert thief.hub.account("north").accepted == 1
    thief.send(claims=small(1, asked=True))
    assert "was confirmed before, from another copy" in thief.hub.account("north").claims[1].held


def test_a_hub_takes_nothing_from_rooms_that_its_law_does_not_join() -> None:
    """Rooms of two locations joined before the law was set, and went on feeding one jackpot under it."""
    hub, rooms = wide_area("north", "south")
    law = {
        "profile": "wa-commercial",
        "zone": "America/Los_Angeles",
        "document": "license",
        "cards": ["card ann", *EVE],
    }
    hub.do("begin day", SERVER, day="2023-06-14")
    hub.do("set law", **law, mode="enforce")
    rooms[0].start("T1")
    before = hub.floor.meters(WIDE)
    answer = hub.ask(rooms[0].report(), "north")
    assert (answer["ok"], answer["code"]) == (False, "unlawful"), answer
    assert "one licensed location, not in North and South" in answer["reason"]
    assert hub.floor.meters(WIDE) == before
    assert AlarmKind.REPORT_REFUSED in [alarm.kind for alarm in hub.floor.alarms.values()]
    hub.do("set law", **{**law, "profile": "wa-tribal"}, mode="enforce")
    settle(hub, rooms)


def test_only_rooms_are_limited_and_accepted() -> None:
    hub = Hub("north")
    assert "not a room of this hub" in hub.refused("limit room", room="console", limits={}, why="x", cards=OFFICE)
    assert "these already" in hub.refused("limit room", room="north", limits={}, why="x", cards=OFFICE)
    assert "there is no room" in hub.refused("accept room", room="north", document="x", cards=OFFICE)
    assert "there is no room" in hub.refused("confirm room claim", room="y", claim=1, amount_micros=1, cards=TWO)


def test_an_honest_room_wins_with_two_people_at_the_hub() -> None:
    hub, rooms = wide_area("north", "south")
    north = rooms[0]
    north.start("T1")
    north.press("press hand", "T1", seat=2, hand=ROYAL)
    north.exchange()
    north.press("confirm", "T1", cards=[*EVE, "card sue"])
    north.send()
    north.hear(hub.word("north"))
    assert (north.floor.awards, hub.account("north").won_micros) == (0, 0), "the room's word is not enough"
    for site in (hub, *rooms):
        site.restart()
    hub.confirm_held()
    north.hear(hub.word("north"))
    assert north.floor.awards == 3, "the royal flush, and the envy of two"
    check_conservation(hub, rooms)
    settle(hub, rooms)


def test_commands_of_the_hub_are_read_from_json() -> None:
    for body in (
        {"kind": "limit room/1", "room": "n", "limits": {"tables": 0}, "why": "w"},
        {"kind": "limit room/1", "room": "n", "limits": {"seats": 21}, "why": "w"},
        {"kind": "limit room/1", "room": "n", "limits": {"rounds_per_hour": 10**9}, "why": "w"},
        {"kind": "confirm room claim/1", "room": "n", "claim": 0, "amount_micros": 1},
    ):
        with pytest.raises(FieldError):
            read_command(canonical(body))
    assert command("limit room", room="n", limits={}, why="w")
