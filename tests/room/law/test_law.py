"""The room asks the law when something is asked of it; events keep what it said, and a replay asks nobody."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs, to_builtins

from fairfelt import games, law
from fairfelt.jackpot import Freeze, Terms
from fairfelt.law import Limits, Mode, micros_at
from fairfelt.room import Jurisdiction
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, Pit
from tests.room.law.lawful_pit import (
    CONDITIONS,
    DOCUMENT,
    EQUIPMENT,
    FIRST_NEW,
    LAST_OLD,
    LATER,
    LETTER,
    LIMITS,
    OFFICE,
    SET_UP,
    LawfulPit,
)

TABLE: dict[str, Any] = {
    "table": "T3", "link": "pit", "game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01",
    "controls": "nexus", "cards": SET_UP, "maker": MAKER,
}  # fmt: skip


def test_a_room_that_was_told_nothing_is_a_laboratory() -> None:
    pit = Pit()
    assert pit.floor.jurisdiction == Jurisdiction("laboratory", Mode.ADVISE, "UTC", "", None)
    assert not pit.floor.jurisdiction.is_set
    assert pit.start()["notices"] == []


def test_two_people_set_the_law_and_it_is_on_the_log() -> None:
    pit = Pit()
    asked = {"profile": "wa-commercial", "mode": "enforce", "zone": "America/Los_Angeles", "document": "licence 1"}
    one_department = ("card ann", "card bob")
    for cards in (OFFICE[:1], one_department, ["card ann", "card dan"], ["card sue", "card ida"]):
        sentence = pit.refused("set law", **asked, cards=cards)
        assert "two cards of different departments required: accounting or executive" in sentence
    pit.do("set law", **asked, location_class="house-banked card room", cards=OFFICE)
    assert pit.events[-1].kind == "law set/1"
    assert pit.events[-1].body.people == ("ann", "eve")
    assert pit.floor.jurisdiction == Jurisdiction(
        "wa-commercial", Mode.ENFORCE, "America/Los_Angeles", "house-banked card room"
    )
    assert "'atlantis'" in pit.refused("set law", **{**asked, "profile": "atlantis"}, cards=OFFICE)
    assert "there is no time zone 'Mars'" in pit.refused("set law", **{**asked, "zone": "Mars"}, cards=OFFICE)
    assert "mode is one of enforce, advise" in pit.refused("set law", **{**asked, "mode": "loud"}, cards=OFFICE)


def test_only_the_server_begins_days_and_none_begins_twice() -> None:
    pit = Pit()
    assert "comes from the server only" in pit.refused("begin day", day=LETTER)
    pit.serves("begin day", day=LETTER)
    assert "2023-06-14 has begun already" in pit.refused("begin day", "server", day=LETTER)
    assert "a day such as 2023-06-14" in pit.refused("begin day", "server", day="today")
    pit.serves("begin day", day="2023-06-15")


def test_a_day_the_law_is_not_known_for_is_refused() -> None:
    pit = Pit()
    pit.serves("begin day", day="2010-01-01")
    reason = pit.refused("set law", profile="wa-commercial", mode="advise", zone="UTC", document="D", cards=OFFICE)
    assert "is known from 2013-07-19 on" in reason


def test_a_lawful_table_opens_and_says_nothing() -> None:
    pit = LawfulPit(terms=structs.replace(MEGA, freeze=Freeze.AT_CONFIRMATION))
    assert (pit.stop(), pit.notices()) == ("", ())
    pit.start()
    pit.do("set up table", **TABLE, limits=LIMITS)
    assert pit.events[-1].body.verdicts["T3"].stop == ""
    assert pit.replayed()


def test_a_meter_that_the_hand_button_reduces_is_told_of_and_stops_nothing() -> None:
    """The sheets reduce it at the confirmation; the other way was chosen without a word."""
    told = (
        "mega: the hand button takes an award off the meter before it is confirmed (The rule sheets, progressive "
        "winners)"
    )
    pit = LawfulPit(terms=structs.replace(MEGA, freeze=Freeze.AT_CONFIRMATION))
    answer = pit.do("change terms", jackpot="mega", terms=MEGA, why="as before", cards=OFFICE)
    assert (pit.stop(), pit.notices()) == ("", (told,)), answer
    assert LawfulPit(terms=MEGA, mode="advise").notices() == (told,)


@pytest.mark.parametrize("missing", CONDITIONS)
def test_without_a_condition_no_table_opens_under_enforce(missing: str) -> None:
    pit = LawfulPit(ready=False)
    for condition in (*CONDITIONS, *EQUIPMENT):
        if condition != missing:
            pit.meet(condition)
    reason = pit.refused("set up table", **TABLE, limits=LIMITS)
    says = law.letter().condition(missing).says
    assert f"nothing shows that {says}" in reason
    assert "(Letter of 14 June 2023, submission 3119)" in reason
    pit.meet(missing)
    pit.do("set up table", **TABLE, limits=LIMITS)


def test_under_advise_the_same_table_opens_with_notices() -> None:
    pit = LawfulPit(mode="advise", ready=False)
    answer = pit.do("set up table", **TABLE, limits=LIMITS)
    assert len(answer["notices"]) == 6, "three conditions, display, the system that nobody has filed, the hand button"
    assert pit.events[-1].body.verdicts["T3"].notices == tuple(answer["notices"])
    assert any(notice.startswith("no limits of the opening bets are posted") for notice in pit.start()["notices"])


def test_a_game_that_was_not_compared_is_refused_until_two_people_pin_it() -> None:
    pit = LawfulPit()
    caribbean = {**TABLE, "game": "caribbean-stud", "wager": "Progressive", "paytable": "", "link": "alone"}
    game = games.find("caribbean-stud")
    wager = next(w for w in game.wagers if w.kind.value == "progressive")
    levels = sorted({pay.level for pay in wager.paytable.pays.values() if pay.level})
    terms = {
        "name": "alone", "largest_increment_micros": UNIT, "executive_from_micros": 0,
        "levels": [{"name": level, "seed_micros": 10_000 * UNIT, "rate_ppm": 10_000} for level in levels],
    }  # fmt: skip
    pit.do("open jackpot", jackpot="alone", terms=terms, cards=SET_UP)
    pit.do("make link", link="alone", jackpot="alone", location="Spokane", cards=SET_UP)
    limits = {"opening": LIMITS["opening"], "side_bets": {wager.name: {"least_micros": UNIT, "most_micros": UNIT}}}
    caribbean |= {"wager": wager.name, "paytable": wager.paytable.name, "limits": limits}
    assert "compare and pin it first (WAC 230-15-035)" in pit.refused("set up table", **caribbean)
    print_ = games.fingerprint_of("caribbean-stud")
    asked = {"game": "caribbean-stud", "fingerprint": print_, "document": DOCUMENT}
    assert "two cards of different departments" in pit.refused("pin game", **asked, cards=["card ann", "card bob"])
    assert "compare it again" in pit.refused("pin game", **{**asked, "fingerprint": "0" * 64}, cards=OFFICE)
    pit.do("pin game", **asked, cards=OFFICE)
    assert "is pinned already" in pit.refused("pin game", **asked, cards=OFFICE)
    pit.do("set up table", **caribbean)
    pit.do("withdraw pin", fingerprint=print_, why="the sheet was another one", cards=OFFICE)
    assert "compare and pin it first" in pit.stop("T3")
    assert pit.replayed()


def test_when_a_condition_is_withdrawn_tables_close_and_open_again_when_it_is_met() -> None:
    pit = LawfulPit()
    pit.press("place bets", bets={"1": UNIT})
    gone = {"condition": "controls-approved", "why": "the letter was recalled"}
    pit.do("withdraw condition", **gone, cards=OFFICE)
    assert pit.floor.tables["T1"].lit == {}
    reason = pit.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    assert reason.startswith("table T1 is out of service: ")
    assert "letter of approval" in reason
    assert pit.refused("open table", table="T1", cards=["card sue"]) == pit.stop(), "nobody opens it by hand"
    assert "nothing is withdrawn" in pit.refused("withdraw condition", **gone, cards=OFFICE)
    pit.meet("controls-approved")
    pit.start()
    assert pit.replayed()


def test_a_condition_is_met_on_a_day_that_has_come() -> None:
    pit = LawfulPit(ready=False)
    asked = {"condition": "controls-approved", "document": DOCUMENT, "cards": OFFICE}
    assert "has not come yet" in pit.refused("meet condition", **asked, on="2023-06-15")
    assert "there is no condition" in pit.refused("meet condition", **{**asked, "condition": "luck"}, on=LETTER)
    pit.do("meet condition", **asked, on=LETTER, game="flushes-gone-wild")
    assert "the internal controls for the game are approved" not in pit.stop()


@pytest.mark.parametrize(
    ("day", "most", "stops"),
    [(LAST_OLD, 300, False), (LAST_OLD, 301, True), (FIRST_NEW, 400, False), (FIRST_NEW, 401, True)],
)
def test_posted_limits_keep_the_cap_of_the_day(day: str, most: int, stops: bool) -> None:
    pit = LawfulPit(day)
    game = games.find("flushes-gone-wild")
    ante = law.ante_limit(law.profile("wa-commercial").on(pit.floor.jurisdiction.day or law.letter().dated), game)
    assert ante is not None
    limits = {**LIMITS, "opening": {"least_micros": UNIT, "most_micros": most * UNIT // ante.times}}
    if stops:
        reason = pit.refused("post limits", table="T1", limits=limits, cards=SET_UP)
        assert "the most for a single wager" in reason
        assert "WAC 230-15-140" in reason
    else:
        pit.do("post limits", table="T1", limits=limits, cards=SET_UP)
        assert pit.stop() == ""


def test_a_table_that_was_above_the_cap_opens_when_the_day_of_the_higher_one_begins() -> None:
    pit = LawfulPit(LAST_OLD, "advise")
    side = {LINK_PROGRESSIVE: {"least_micros": UNIT, "most_micros": 350 * UNIT}}
    pit.do("post limits", table="T1", limits={"opening": LIMITS["opening"], "side_bets": side}, cards=SET_UP)
    assert "$350.00 is above $300.00" in pit.notices()[0]
    pit.set_law("enforce")
    assert "$350.00 is above $300.00" in pit.stop()
    assert pit.stop("T2") == ""
    pit.serves("begin day", day=FIRST_NEW)
    assert pit.stop() == ""
    assert set(pit.events[-1].body.verdicts) == {"T1", "T2"}, "the cap on a bet rises at both"
    assert pit.replayed()


def test_every_progressive_bet_keeps_the_cap_and_cites_it() -> None:
    terms = _terms(largest=500)
    pit = LawfulPit(LAST_OLD, terms=terms)
    side = {LINK_PROGRESSIVE: {"least_micros": UNIT, "most_micros": 300 * UNIT}}
    pit.do("post limits", table="T1", limits={"opening": LIMITS["opening"], "side_bets": side}, cards=SET_UP)
    pit.press("place bets", bets={"1": 300 * UNIT})
    over = {"table": "T1", "bets": {"1": 300 * UNIT + 1}}
    assert "is posted as" in pit.refused("place bets", "keypad T1", **over)
    pit.set_law("advise")
    higher = {LINK_PROGRESSIVE: {"least_micros": UNIT, "most_micros": 400 * UNIT}}
    pit.do("post limits", table="T1", limits={"opening": LIMITS["opening"], "side_bets": higher}, cards=SET_UP)
    pit.press("place bets", bets={"1": 300 * UNIT + 1})
    pit.set_law("enforce")
    assert "$400.00 is above $300.00, the most for a single wager" in pit.refused("start game", "keypad T1", **over)
    assert "WAC 230-15-140" in pit.refused("place bets", "keypad T1", **over)
    pit.serves("begin day", day=FIRST_NEW)
    pit.press("start game", bets={"1": 400 * UNIT})


@pytest.mark.parametrize(
    "twice",
    [
        {"side_bets": {LINK_PROGRESSIVE: LIMITS["opening"], LINK_PROGRESSIVE.upper(): LIMITS["opening"]}},
        {"paytables": {"flush rush": "01", "Flush Rush": "02"}},
        {"aggregates": [{"wagers": [name], "table_micros": 9_000 * UNIT} for name in ("flush rush", "Flush Rush")]},
    ],
    ids=lambda twice: next(iter(twice)),
)
def test_what_is_posted_for_a_wager_is_posted_once_whatever_its_capitals(twice: dict[str, Any]) -> None:
    """The last of two names in the order of the request held, and nobody was told which."""
    pit = Pit()
    sides = {LINK_PROGRESSIVE: LIMITS["opening"], "Flush Rush": LIMITS["opening"]}
    posted = {"opening": LIMITS["opening"], "side_bets": sides, **twice}
    said = pit.refused("post limits", table="T1", limits=posted, cards=SET_UP)
    assert "is named twice; capitals do not matter" in said or "Flush Rush has more than one aggregate limit" in said


def test_limits_hold_for_a_table_whose_progressive_was_typed_in_other_capitals() -> None:
    """They hung under the game's name of the bet, were looked for under the typed one, and so held for nothing."""
    pit = LawfulPit()
    typed = {"wager": LINK_PROGRESSIVE.lower(), "paytable": "ml01", "link": "pit", "maker": MAKER}
    pit.do("set up table", table="T3", game="flushes-gone-wild", **typed, limits=LIMITS, cards=SET_UP)
    table = pit.floor.tables["T3"]
    assert (table.wager, table.paytable) == (LINK_PROGRESSIVE, "ML01")
    old = structs.replace(table.limits, side_bets={LINK_PROGRESSIVE: Limits(UNIT, 2 * UNIT)})
    assert old.posted(LINK_PROGRESSIVE.lower()) == Limits(UNIT, 2 * UNIT), "as a journal from before has it"


def test_posted_limits_of_the_house_hold_without_any_law() -> None:
    pit = Pit()
    pit.do("post limits", table="T1", limits=LIMITS, cards=SET_UP)
    under = {"table": "T1", "bets": {"1": UNIT - 1}}
    assert "is posted as $1.00 to $25.00" in pit.refused("start game", "keypad T1", **under)
    pit.start(bet=UNIT)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"opening": {"least_micros": 5, "most_micros": 4}}, "limits go from an amount above zero"),
        ({"opening": {"least_micros": 5}}, "most_micros is missing"),
        ({"side_bets": {"Luck": {"least_micros": 1, "most_micros": 2}}}, "Luck"),
        ({"side_bets": {"Ante": {"least_micros": 1, "most_micros": 2}}}, "name side bets and progressives only"),
        ({"aggregates": [7]}, "limits.aggregates[0] is an object with names and values, not 7"),
        ({"colour": "red"}, 'there is no field "colour" here; there is opening, openings, side_bets'),
        ({"aggregates": [{"wagers": ["Luck"], "table_micros": 1}]}, "there is no wager 'Luck'"),
        ({"aggregates": [{"wagers": ["Flush Rush"], "table_micros": 1}]}, "a bet that is not offered"),
        ({"paytables": {"Luck": "1"}}, "there is no wager 'Luck'"),
    ],
)
def test_limits_that_cannot_be(wrong: dict[str, Any], says: str) -> None:
    assert says in Pit().refused("post limits", table="T1", limits=wrong, cards=SET_UP)


@pytest.mark.parametrize(("seats", "says"), [(20, "1 to 8 seats, not 20"), (40, "from 1 to 20, not 40"), (0, "not 0")])
def test_seats_that_cannot_be(seats: int, says: str) -> None:
    assert says in Pit().refused("post limits", table="T1", limits=LIMITS, seats=seats, cards=SET_UP)


def test_bets_are_posted_by_their_own_names_however_they_were_typed() -> None:
    pit = Pit()
    limits = {"flush rush": {"least_micros": 1, "most_micros": 2}}
    aggregates = [{"wagers": ["FLUSH RUSH"], "table_micros": 1}]
    typed = {"side_bets": limits, "aggregates": aggregates, "paytables": {LINK_PROGRESSIVE.lower(): "ML01"}}
    pit.do("post limits", table="T1", limits=typed, cards=SET_UP)
    posted = pit.floor.tables["T1"].limits
    assert (list(posted.side_bets), posted.aggregates[0].wagers) == (["Flush Rush"], ("Flush Rush",))
    assert posted.paytables == {"Blind": "1", "Flush Rush": "1", LINK_PROGRESSIVE: "ML01"}


def test_an_aggregate_limit_needs_its_approval_and_is_high_enough() -> None:
    pit = LawfulPit()
    limit = {"wagers": ["Flush Rush"], "table_micros": 1, "displayed": True}
    bets = {**LIMITS["side_bets"], "Flush Rush": {"least_micros": UNIT, "most_micros": 5 * UNIT}}
    limits = {"opening": LIMITS["opening"], "side_bets": bets, "aggregates": [limit]}
    reason = pit.refused("post limits", table="T1", limits=limits, cards=SET_UP)
    assert "needs an approval" in reason
    assert "WAC 230-15-490" in reason


def test_kinds_of_jackpots_limits_and_reasons_cite_their_rules() -> None:
    pit = LawfulPit()
    terms = to_builtins(_terms())
    asked = {"jackpot": "odd", "terms": terms, "cards": SET_UP}
    assert "WAC 230-15-671" in pit.refused("open jackpot", **asked, jackpot_kind="mystery")
    assert "holds no players' money and has no meter" in pit.refused("open jackpot", **asked, jackpot_kind="house")
    pit.do("open jackpot", **asked)
    pit.start()
    low = {**terms, "levels": [{**terms["levels"][0], "limit_micros": 10_000 * UNIT}, terms["levels"][1]]}
    body = {"jackpot": "mega", "why": "x", "cards": OFFICE}
    assert "WAC 230-15-685 (4)" in pit.refused("change terms", **body, terms=low)
    high = {**terms, "levels": [{**terms["levels"][0], "limit_micros": pit.meter()}, terms["levels"][1]]}
    pit.do("change terms", **body, terms=high)
    pit.press("end game")
    pit.do("adjust", jackpot="mega", level="Mega", reason="seed recovery", amount_micros=1, document="D", cards=OFFICE)


def test_under_advise_a_mystery_jackpot_opens_with_a_notice_on_its_event() -> None:
    pit = LawfulPit(mode="advise")
    pit.do("open jackpot", jackpot="odd", terms=_terms(), jackpot_kind="mystery", cards=SET_UP)
    assert "predetermined specific hand" in pit.events[-1].body.notices[0]


def test_a_progressive_runs_on_a_system_that_is_on_file() -> None:
    """With no components filed nothing was asked: required equipment was checked only if somebody filed some."""
    pit = LawfulPit()
    pit.do("withdraw condition", condition="system-approved", why="recalled", cards=OFFICE)
    assert "Fairfelt, which keeps the meters here, is not an approved one" in pit.stop()
    asked: dict[str, Any] = {"document": DOCUMENT, "cards": OFFICE}
    good = {"GM Atlas": "5.4.0", "Nexus Command Table Controller 2": "2.6.0", "Progressive display": "1"}
    pit.do("install components", components=good, **asked)
    assert "the maker's system keeps no meter here, and Fairfelt, which keeps the meters" in pit.stop()
    assert "name its components" in pit.refused("install components", components={}, second_record=True, **asked)
    asked["second_record"] = True
    pit.do("install components", components={"Game Manager": "1.0"}, **asked)
    assert "of the system Nexus Command, first generation of tables there is no" in pit.stop()
    pit.do("install components", components=good, **asked)
    assert pit.stop() == ""
    pit.do("withdraw condition", condition="display-plain", why="a smart one came", cards=OFFICE)
    assert "a table-mounted monitor without intelligence" in pit.stop()
    assert pit.replayed()


def test_what_mends_one_of_two_faults_is_not_refused_for_the_other() -> None:
    """Better limits were refused as long as anything else was wrong at the table."""
    pit = LawfulPit(mode="advise")
    high = {**LIMITS, "opening": {"least_micros": UNIT, "most_micros": 1_000 * UNIT}}
    pit.do("post limits", table="T1", limits=high, cards=SET_UP)
    pit.do("withdraw condition", condition="controls-approved", why="recalled", cards=OFFICE)
    pit.set_law("enforce")
    assert len(pit.floor.tables["T1"].law_verdict.stops) == 3, "the letter, the Ante and the Blind"
    pit.do("post limits", table="T1", limits=LIMITS, cards=SET_UP)
    assert "letter of approval" in pit.stop()
    again = pit.refused("post limits", table="T1", limits=high, cards=SET_UP)
    assert "$1,000.00 is above $300.00" in again
    assert "letter of approval" not in again, "that was so before"


def test_the_law_on_the_log_is_not_the_law_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay gives the same floor even where every question to the law would fail."""
    pit = LawfulPit()
    pit.serves("begin day", day=LATER)
    pit.start()

    def gone(*_: object) -> None:
        raise AssertionError("a replay asked the law")

    monkeypatch.setattr("fairfelt.room.law.ask_law.may_open", gone)
    monkeypatch.setattr("fairfelt.room.law.jurisdiction._law", gone)
    monkeypatch.setattr("fairfelt.room.law.paperwork.letter", gone)
    assert pit.replayed()


def _terms(largest: int = 25) -> Terms:
    return structs.replace(MEGA, largest_increment_micros=largest * UNIT)


def test_before_a_day_was_told_the_law_is_that_of_the_rooms_own_gaming_day() -> None:
    """Placards and funds went by the calendar of the machine, which may be elsewhere and has no hour of the house."""
    night = micros_at(datetime(2023, 8, 21, 5, tzinfo=ZoneInfo("America/Los_Angeles")))
    room = Jurisdiction("wa-commercial", zone="America/Los_Angeles", day_begins_hour=6)
    assert room.today(night) == room.law_at(night).on == date.fromisoformat(LAST_OLD)
    assert room.law_at(night + 3_600_000_000).on == date.fromisoformat(FIRST_NEW)
    assert replace(room, day=date(2024, 1, 1)).today(night) == date(2024, 1, 1), "what was told counts"


@pytest.mark.parametrize("mode", ["advise", "enforce"])
def test_an_adjustment_that_nothing_on_file_explains_is_refused_with_its_rule(mode: str) -> None:
    """The law was silent: nearly all of a meter went to the house's revenue as a display malfunction."""
    pit = LawfulPit(LETTER, mode)
    asked = {"jackpot": "mega", "level": "Mega", "amount_micros": UNIT, "document": "D", "cards": OFFICE}
    for reason in ("display malfunction", "won"):
        assert pit.refused("adjust", **asked, reason=reason).endswith("none (WAC 230-15-695)")
