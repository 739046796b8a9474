"""Ways around a law that binds: what was done before it bound, by one department, or with a paper that is none."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs, to_builtins

from fairfelt import games
from fairfelt.jackpot import Freeze, Terms
from fairfelt.law import LinkedTable
from fairfelt.reports.law.funds import room_report
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.views import display
from fairfelt.server.law_office import transfer_odds
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, Pit, digest, fields_of
from tests.room.hub.sites import WIDE, Hub, SharingRoom
from tests.room.law.lawful_pit import DOCUMENT, LETTER, LIMITS, OFFICE, SET_UP, LawfulPit

ONE_DEPARTMENT = ["card ann", "card bob"]
LAW = {"profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "licence 1", "cards": OFFICE}
LETTER_OF_SYSTEM = {"condition": "system-approved", "on": LETTER}
PROGRESSIVE = {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01"}
STARTED = {"table": "T1", "bets": {"1": UNIT}}
TABLE = {"table": "T5", "link": "pit", **PROGRESSIVE, "maker": MAKER, "limits": LIMITS}


def levels(**changes: Any) -> Terms:
    return structs.replace(MEGA, levels=(structs.replace(MEGA.levels[0], **changes), MEGA.levels[1]))


FILINGS: dict[str, dict[str, Any]] = {
    "meet condition": {**LETTER_OF_SYSTEM, "document": DOCUMENT},
    "withdraw condition": {"condition": "system-approved", "why": "recalled"},
    "pin game": {
        "game": "caribbean-stud", "fingerprint": games.fingerprint_of("caribbean-stud"), "document": DOCUMENT,
    },
    "install components": {"components": {"GM Atlas": "5.4.0"}, "document": DOCUMENT},
    "file makers report": {"makers": [MAKER, "Brass Works"], "document": DOCUMENT},
    "file preset": {
        **PROGRESSIVE, "document": DOCUMENT,
        "levels": [{"name": at.name, "seed_micros": at.seed_micros, "rate_ppm": 200_000} for at in MEGA.levels],
    },
    "set law": {**LAW, "mode": "advise"},
    "limit wagers": {"currency": "USD", "largest_micros": 250 * UNIT, "why": "controls"},
}  # fmt: skip
FURNISHING: dict[str, dict[str, Any]] = {
    "make link": {"link": "annex", "jackpot": "mega", "location": "Spokane"},
    "post limits": {"table": "T1", "limits": LIMITS},
    "set up table": TABLE,
    "change table": {**TABLE, "table": "T1", "why": "other limits"},
}


@pytest.mark.parametrize("kind", FILINGS)
def test_one_department_files_nothing(kind: str) -> None:
    """One person met every condition, and two of one department did the rest."""
    pit = LawfulPit()
    pit.do("close table", table="T1", reason="for the day", cards=["card sue"])
    for cards in (["card ann"], ONE_DEPARTMENT, ["card eve"], ["card sue", "card ida"]):
        refused = pit.refused(kind, **{**FILINGS[kind], "cards": cards})
        assert "two cards of different departments required: accounting or executive" in refused, cards
    pit.do(kind, **{**FILINGS[kind], "cards": ["card eve", "card ida"]})


@pytest.mark.parametrize("kind", FURNISHING)
def test_one_department_makes_no_link_and_posts_no_limits(kind: str) -> None:
    """One technician made a link and posted limits."""
    pit = LawfulPit()
    pit.do("close table", table="T1", reason="for the day", cards=["card sue"])
    for cards in (["card ida"], ["card eve"], ONE_DEPARTMENT):
        refused = pit.refused(kind, **FURNISHING[kind], cards=cards)
        assert "two cards of different departments required: executive or technician" in refused, cards
    pit.do(kind, **FURNISHING[kind], cards=["card ida", "card ann"])


@pytest.mark.parametrize("kind", [kind for kind, body in FILINGS.items() if body.get("document") == DOCUMENT])
def test_a_paper_that_is_none_is_refused_and_the_sentence_says_what_one_is(kind: str) -> None:
    """The approval of the whole system was one person typing “x”."""
    pit = LawfulPit()
    for document in ("x", "letter 7", "letter 7, 2023-06-15, Washington State Gambling Commission"):
        answer = pit.ask(kind, **{**FILINGS[kind], "document": document, "cards": OFFICE})
        assert (answer["code"], answer["field"]) == ("bad_field", "document"), document
        assert "by number, date and issuer, such as “letter 3119, 2023-06-14, Washington State" in answer["reason"]


def test_an_approval_on_file_without_a_document_counts_no_more() -> None:
    """On logs of before, “x” is on file: no table opens with it."""
    pit = LawfulPit()
    event = next(event.body for event in pit.events if getattr(event.body, "condition", "") == "system-approved")
    pit.do("withdraw condition", condition="system-approved", why="an older log", cards=OFFICE)
    pit.floor = structs.replace(event, document="x", verdicts={}).apply(pit.floor)
    pit.serves("review tables")
    assert "Fairfelt, which keeps the meters here, is not an approved one" in pit.stop()


NAMED = "letter 7, 2013-06-14, Washington State Gambling Commission"
"""A document that is named and not attached."""


def test_what_was_filed_before_without_the_document_itself_does_not_count_once_a_law_binds() -> None:
    """While the law advised, a name was enough; then it was enforced, and everything filed so held good."""
    pit = LawfulPit(mode="advise")
    pit.do("withdraw condition", condition="controls-approved", why="another", cards=OFFICE)
    filed = {"condition": "controls-approved", "on": LETTER, "cards": OFFICE}
    pit.do("meet condition", **filed, document=NAMED, sha256=digest("letter 7"))
    assert not [notice for notice in pit.notices() if "nothing shows" in notice], "while it advises, a name will do"
    pit.set_law("enforce")
    assert "nothing shows that the internal controls for the game are approved" in pit.stop()
    assert "nothing shows that" in pit.refused("start game", "keypad T1", **STARTED)
    zeros = {**filed, "document": NAMED, "sha256": "0" * 64}
    assert "while a law is enforced, attach the document" in pit.refused("meet condition", **zeros)
    assert f"{NAMED} (no file is kept)" in str(room_report(pit.floor).sheet), "the status of the room says which"
    pit.do("meet condition", **filed, document=NAMED, sha256=digest("letter 7"), secret=digest("kept"))
    assert pit.stop() == ""
    assert f"{NAMED} (no file is kept)" not in str(room_report(pit.floor).sheet)
    other = {**filed, "document": "exhibit 4, 2013-06-14, another name of it"}
    pit.do("meet condition", **other, sha256=digest("letter 7"), secret=digest("kept"))
    assert pit.stop() == "", "one file may show two things"
    assert pit.replayed()
    assert pit.room.restore(pit.room.save(pit.floor)) == pit.floor


@pytest.mark.parametrize("kind", ["pin game", "install components", "file preset", "file makers report"])
def test_no_other_filing_counts_without_its_document_either(kind: str) -> None:
    pit, more = LawfulPit(mode="advise"), dict[str, Any]()
    pit.do("close table", table="T1", reason="for the day", cards=["card sue"])
    if kind == "pin game":
        pit.do("set up table", table="T5", game="caribbean-stud", limits={"opening": LIMITS["opening"]}, cards=SET_UP)
    elif kind == "install components":
        good = {"GM Atlas": "5.4.0", "Nexus Command Table Controller 2": "2.6.0", "Progressive display": "1"}
        more = {"components": good, "second_record": True}
        pit.do("withdraw condition", condition="system-approved", why="recalled", cards=OFFICE)
    elif kind == "file makers report":
        pit.do("set up table", **{**TABLE, "maker": "Brass Works"}, cards=SET_UP)
    body = {**FILINGS[kind], **more, "cards": OFFICE}
    pit.do(kind, **{**body, "document": NAMED})
    pit.set_law("enforce")
    table = "T1" if kind in ("install components", "file preset") else "T5"
    stop = pit.stop(table)
    wanted = {
        "pin game": "compare and pin it first",
        "install components": "no progressive system is on file",
        "file preset": "are filed by letter 7, 2013-06-14, Washington State Gambling Commission without the document",
        "file makers report": "the equipment comes from different makers",
    }
    assert wanted[kind] in stop
    pit.do(kind, **{**body, "document": DOCUMENT})
    assert wanted[kind] not in pit.stop(table)


def test_versions_of_the_makers_system_do_not_approve_the_meter_that_fairfelt_keeps() -> None:
    pit = LawfulPit(terms=structs.replace(MEGA, freeze=Freeze.AT_CONFIRMATION))
    pit.do("withdraw condition", condition="system-approved", why="recalled", cards=OFFICE)
    good = {"GM Atlas": "5.4.0", "Nexus Command Table Controller 2": "2.6.0", "Progressive display": "1"}
    filed = {"components": good, "document": DOCUMENT, "cards": OFFICE}
    pit.do("install components", **filed)
    assert "Fairfelt, which keeps the meters here, is not an approved one" in pit.stop()
    assert "(WAC 230-06-050; the rule sheets)" in pit.stop()
    pit.do("install components", **filed, second_record=True)
    assert pit.stop() == ""
    (shown,) = {notice for table in display(pit.floor, "pit", 1).tables for notice in table.notices}
    assert shown.startswith("second record: "), "players read at the display whose amounts are paid"
    assert pit.press("start game", bets={"1": 5 * UNIT})["notices"] == [shown]
    assert pit.replayed()


def test_a_hub_that_was_joined_before_the_law_was_set_stops_its_tables() -> None:
    """Two locations shared one jackpot, and games started."""
    room = SharingRoom("north", Hub("north", "south"))
    room.do("begin day", "server", day=LETTER)
    for condition in ("controls-submitted", "controls-approved", "makers-licensed", "system-approved", "display-plain"):
        room.do("meet condition", condition=condition, on=LETTER, document=DOCUMENT, cards=OFFICE)
    for table in ("T1", "T2"):
        room.do("post limits", table=table, limits=LIMITS, cards=SET_UP)
    key = {"device": "display", "device_kind": "display", "link": "pit", "key_sha256": digest("display")}
    room.do("enrol device", **key, cards=SET_UP)
    room.do("switch device", device="display", enabled=True, cards=SET_UP)
    room.do("watch display", "server", device="display")
    room.start()
    room.press("end game")
    room.do("set law", **LAW, mode="enforce")
    (stop,) = room.floor.tables["T1"].law_verdict.stops
    assert stop == "tables of one jackpot stand in one licensed location; a hub joins several (WAC 230-15-685 (5))"
    assert "a hub joins several" in room.refused("start game", "keypad T1", **STARTED)
    room.do("set law", **{**LAW, "profile": "wa-tribal"}, mode="enforce")
    assert not any("hub" in each for each in room.floor.tables["T1"].law_verdict.stops)
    assert room.floor.jackpots[WIDE].share


def under_law_afterwards(pit: Pit) -> None:
    """All papers, and then the law."""
    pit.serves("begin day", day=LETTER)
    for table in pit.floor.tables:
        pit.do("post limits", table=table, limits=LIMITS, cards=SET_UP)
    for condition in ("controls-submitted", "controls-approved", "makers-licensed", "system-approved", "display-plain"):
        pit.do("meet condition", condition=condition, on=LETTER, document=DOCUMENT, cards=OFFICE)
    for link in pit.floor.links:
        LawfulPit.pair_display(pit, link)  # type: ignore[arg-type]
    pit.do("set law", **LAW, mode="enforce")


def test_a_mystery_jackpot_and_a_bonus_without_a_sign_of_before_the_law_stop_their_tables() -> None:
    pit = Pit()
    odd = {"jackpot": "odd", "terms": structs.replace(MEGA, name="odd"), "jackpot_kind": "mystery"}
    pit.do("open jackpot", **odd, cards=SET_UP)
    pit.do("make link", link="odd", jackpot="odd", location="Spokane", cards=SET_UP)
    pit.do("set up table", **{**TABLE, "link": "odd"}, cards=SET_UP)
    prize = {"name": "Lucky", "table": "T1", "hand": "7-7-7", "amount_micros": 5_000 * UNIT}
    pit.do("post house jackpot", **prize, cards=SET_UP)
    under_law_afterwards(pit)
    stops = {name: table.law_verdict.stop for name, table in pit.floor.tables.items()}
    assert "a mystery jackpot is not won by a predetermined specific hand" in stops["T5"]
    assert "(WAC 230-15-671)" in stops["T5"]
    assert "house jackpot Lucky: post the amount and the two disclosures" in stops["T1"]
    assert "(WAC 230-15-671 (1)(b))" in pit.refused("start game", "keypad T1", **STARTED)
    assert stops["T2"] == ""
    alone = {"name": "Lucky", "seats": [1, 2], "document": "slip 3"}
    for cards, missing in ((["card sue", "card ann"], "executive card"), (["card eve"], "two cards")):
        assert f"{missing} required" in pit.refused("pay house jackpot", **alone, cards=cards)
    pit.do("pay house jackpot", **alone, cards=["card eve", "card sue"])
    pit.do("remove house jackpot", name="Lucky", why="no sign", cards=SET_UP)
    assert pit.floor.tables["T1"].law_verdict.stop == ""
    pit.start()


def test_enforcement_that_was_off_is_an_alarm_for_two_departments_and_on_record_for_ever() -> None:
    pit = LawfulPit()
    pit.set_law("advise")
    (number,) = [number for number, at in pit.floor.alarms.items() if at.kind is AlarmKind.ENFORCEMENT_OFF]
    pit.set_law("enforce")
    assert number in pit.floor.alarms, "it stays until it was looked at"
    for cards in (["card sue"], ONE_DEPARTMENT):
        refused = pit.refused("acknowledge alarm", number=number, note="a test", cards=cards)
        assert "two cards of different departments required" in refused
    pit.do("acknowledge alarm", number=number, note="a test of the display", cards=["card sue", "card ann"])
    assert number not in pit.floor.alarms
    (lapse,) = pit.floor.lapses
    assert lapse.by == lapse.ended_by == ("ann", "eve")
    assert 0 < lapse.from_micros < lapse.to_micros
    assert lapse.words("UTC").startswith("enforcement of wa-commercial was off from Jan 1, 1970, 12:00 AM UTC to")
    assert "switched off by ann and eve with licence 1, on again by ann and eve" in lapse.words("UTC")
    assert pit.replayed()
    assert pit.room.restore(pit.room.save(pit.floor)) == pit.floor


def test_every_time_that_the_rules_are_switched_off_is_an_alarm_of_its_own() -> None:
    """While nobody had acknowledged the first, the second raised none: one excuse covered both."""
    pit = LawfulPit()
    for profile in ("laboratory", "wa-tribal"):
        pit.do("set law", **{**LAW, "mode": "enforce", "profile": profile})
        pit.set_law("enforce")
    said = [at.says for at in pit.floor.alarms.values() if at.kind is AlarmKind.ENFORCEMENT_OFF]
    assert [one.partition(" is no longer enforced")[0] for one in said] == [
        "wa-commercial",
        "wa-commercial",
        "wa-tribal",
    ]
    assert "laboratory" in said[0]
    assert "wa-tribal" in said[1]
    assert pit.replayed()


@pytest.mark.parametrize("other", [{"profile": "laboratory"}, {"profile": "wa-tribal"}, {"mode": "advise"}])
def test_every_way_to_switch_the_rules_off_is_a_lapse_until_the_same_rules_bind_again(other: dict[str, str]) -> None:
    """Another profile lets as much pass as a mode that advises."""
    pit = LawfulPit()
    pit.do("set law", **{**LAW, "mode": "enforce", **other})
    (lapse,) = pit.floor.lapses
    assert (lapse.profile, lapse.to_micros) == ("wa-commercial", 0)
    assert any(at.kind is AlarmKind.ENFORCEMENT_OFF for at in pit.floor.alarms.values())
    replaced = other.get("profile") == "wa-tribal"
    assert ("and is still off" in lapse.words("UTC")) == (not replaced)
    said = "wa-tribal is enforced in place of wa-commercial from Jan 1, 1970, 12:00 AM UTC on, by ann and eve with"
    assert lapse.words("UTC").startswith(said) == replaced, "a profile that was replaced for good is not “off”"
    pit.do("set law", **LAW, mode="enforce", location="Spokane")
    assert all(one.to_micros for one in pit.floor.lapses if one.profile == "wa-commercial")
    before = pit.floor.lapses
    pit.do("set law", **LAW, mode="enforce")
    assert pit.floor.lapses == before, "another location switches nothing off"


def test_no_game_starts_for_a_jackpot_that_no_current_display_shows() -> None:
    """A link without any display played, and nobody was told."""
    pit = Pit()
    pit.serves("begin day", day=LETTER)
    pit.do("set law", **LAW, mode="advise")
    assert any("no display shows it" in notice for notice in pit.floor.tables["T1"].law_verdict.notices)
    pit.start()
    pit.press("end game")
    pit = LawfulPit()
    pit.start()
    pit.press("end game")
    sentence = (
        "no display shows it; pair one with this link, switch it on and open its page (WAC 230-15-685 (2), (6)(c))"
    )
    pit.do("switch device", device="display pit", enabled=False, cards=["card ida"])
    assert sentence in pit.refused("start game", "keypad T1", **STARTED)
    pit.do("switch device", device="display pit", enabled=True, cards=["card ida"])
    assert sentence in pit.stop(), "it has not said yet what it shows"
    pit.serves("watch display", device="display pit")
    assert pit.stop() == ""
    pit.do("make link", link="mezzanine", jackpot="mega", location="Spokane", cards=SET_UP)
    pit.do("set up table", **{**TABLE, "table": "T6", "link": "mezzanine"}, cards=SET_UP)
    assert "jackpot mega at link mezzanine: no display shows it" in pit.stop("T6"), "the display of pit hangs elsewhere"
    pit.pair_display("mezzanine")
    assert pit.stop("T6") == ""
    late = {"alarm": "display late", "about": "display pit", "says": "it is behind"}
    pit.serves("raise alarm", **late)
    assert pit.stop("T6") == "", "its own display is current"
    assert "display pit is behind its meters" in pit.refused("start game", "keypad T1", **STARTED)
    number = pit.floor.alarms_raised
    pit.do("acknowledge alarm", number=number, note="a cable", cards=["card sue"])
    assert pit.stop() != "", "to have looked at it does not mend it"
    pit.serves("clear alarm", number=number)
    pit.start()
    pit.press("end game")
    key = {"device": "second", "device_kind": "sign", "link": "pit", "key_sha256": digest("second")}
    pit.do("enrol device", **key, cards=SET_UP)
    pit.do("switch device", device="second", enabled=True, cards=SET_UP)
    pit.serves("watch display", device="second")
    pit.serves("raise alarm", **late)
    assert pit.stop() == "", "a sign of the link is current"
    assert pit.replayed()


def test_a_game_that_runs_while_its_display_falls_behind_is_finished() -> None:
    pit = LawfulPit()
    pit.start()
    pit.serves("raise alarm", alarm="display late", about="display pit", says="it is behind")
    pit.press("press hand", seat=1, hand="full house")
    pit.press("confirm", cards=["card sue"])
    pit.press("end game")
    assert "behind its meters" in pit.refused("start game", "keypad T1", **STARTED)


@pytest.mark.parametrize("changes", [{"rate_ppm": 0}, {"rate_ppm": 0, "reserve_rate_ppm": 200_000}])
def test_a_meter_that_does_not_rise_is_no_progressive(changes: dict[str, int]) -> None:
    """A rate of 0% passed."""
    pit, flat = LawfulPit(), levels(**changes)
    says = "mega: Mega takes 0% of each wager, and a progressive rises with each (WAC 230-15-671 (1)(a))"
    assert says in pit.refused("change terms", jackpot="mega", terms=flat, why="x", cards=OFFICE)
    assert says in pit.refused("open jackpot", jackpot="flat", terms=flat, cards=SET_UP)
    before = Pit(flat)
    under_law_afterwards(before)
    assert says in before.refused("start game", "keypad T1", **STARTED)


@pytest.mark.parametrize("rate_ppm, rate", [(1, "0.0001"), (399, "0.0399")])
def test_a_rate_by_which_no_wager_moves_the_display_is_none(rate_ppm: int, rate: str) -> None:
    """A millionth of each wager passed as a meter that rises."""
    pit, flat = LawfulPit(), levels(rate_ppm=rate_ppm)
    says = f"mega: Mega takes {rate}% of each wager, and not even one of $25.00, the largest, raises it by a cent"
    assert says in pit.refused("change terms", jackpot="mega", terms=flat, why="x", cards=OFFICE)
    pit.do("change terms", jackpot="mega", terms=levels(rate_ppm=400), why="x", cards=OFFICE)


def test_a_tribal_casino_keeps_to_the_limits_that_its_sheets_name() -> None:
    """Ante $250, Play $500 and side bets of $500 passed."""
    pit = LawfulPit("2023-08-21")
    pit.set_law("enforce", "wa-tribal")
    high = {**LIMITS, "opening": {"least_micros": UNIT, "most_micros": 401 * UNIT}}
    answer = pit.ask("post limits", table="T1", limits=high, cards=SET_UP)
    assert (answer["code"], answer["decided_by"]) == ("unlawful", "maker")
    assert "(The rule sheets, which bind operators to WAC 230-15-140)" in answer["reason"]
    assert pit.floor.tables["T1"].law_verdict.most_micros == 400 * UNIT


def test_rates_that_go_up_with_nothing_on_file_to_hold_them_against_are_a_notice() -> None:
    """20% went to 90%, and nobody was told."""
    pit = LawfulPit()
    pit.do("change terms", jackpot="mega", terms=levels(rate_ppm=800_000), why="x", cards=OFFICE)
    (said,) = pit.events[-1].body.notices
    assert said.startswith("mega: Mega goes up from 17% to 82% of each wager, and no pre-configured rate is on file")
    assert pit.stop() == ""
    pit = LawfulPit()
    pit.do("change terms", jackpot="mega", terms=levels(reserve_rate_ppm=40_000), why="x", cards=OFFICE)
    assert "from 17% to 19%" in pit.events[-1].body.notices[0], "the reserve counts"


def test_a_preset_holds_meter_and_reserve_together_and_goes_up_with_a_later_document_only() -> None:
    """The reserve rate went to 40% under a preset, and the preset was filed again, higher."""
    pit = LawfulPit()
    filed = [
        {"name": "Mega", "seed_micros": 1, "rate_ppm": 170_000},
        {"name": "Major", "seed_micros": 1, "rate_ppm": 90_000},
    ]
    preset = {**PROGRESSIVE, "levels": filed, "cards": OFFICE}
    pit.do("file preset", **preset, document=DOCUMENT)
    assert pit.stop() == ""
    up = {"jackpot": "mega", "terms": levels(reserve_rate_ppm=400_000), "why": "x", "cards": OFFICE}
    assert "55% of each wager, meter and reserve together, is above the pre-configured 17% of Mega" in pit.refused(
        "change terms", **up
    )
    higher = {**preset, "levels": [{**filed[0], "rate_ppm": 550_000}, filed[1]]}
    refused = pit.refused("file preset", **higher, document=DOCUMENT)
    assert refused == "the rate of Mega is above the one on file, which is dated 2013-01-02; file a later document"
    lower = {**preset, "levels": [{**filed[0], "rate_ppm": 160_000}, filed[1]]}
    pit.do("file preset", **lower, document=DOCUMENT)
    assert "17% of each wager, meter and reserve together, is above the pre-configured 16% of Mega" in pit.stop()
    pit.do("file preset", **higher, document=f"sheet 5, 2023-06-14, sha256:{digest('sheet 5')}")
    pit.do("change terms", **up)


def test_the_odds_of_an_heir_without_tables_are_counted_when_its_first_table_opens() -> None:
    """Money of a level went into one that is nine times rarer, by way of a jackpot that no table played for yet."""
    pit = LawfulPit()
    pit.do("open jackpot", jackpot="heir", terms=structs.replace(MEGA, name="heir"), cards=SET_UP)
    pit.do("make link", link="annex", jackpot="heir", location="Spokane", cards=SET_UP)
    pit.pair_display("annex")
    moved = {"jackpot": "mega", "document": "memo", "cards": OFFICE}
    pit.do("announce retirement", **moved, way="transfer", to="heir", level="Mega")
    pit.serves("begin day", day="2023-06-24")
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    pit.do("retire jackpot", **moved, into="heir", level="Mega")
    for table in ("T1", "T2"):
        pit.do("close table", table=table, reason="it has gone", cards=["card sue"])
        pit.do("retire table", table=table, why="it has gone", cards=SET_UP)
    opened = {**TABLE, "link": "annex", "cards": SET_UP}
    refused = pit.refused("set up table", **opened)
    assert "the odds of mega and heir were not counted as they stand" in refused
    joining = LinkedTable(
        table="T5", game=games.find("flushes-gone-wild"), wager=LINK_PROGRESSIVE, paytable="ML01", location="Spokane"
    )
    found = transfer_odds(pit.floor, ("mega", "heir", "Mega"), joining)
    assert found
    pit.serves("examine transfer", **fields_of(found))
    refused = pit.refused("set up table", **opened)
    assert all(fraction in refused for fraction in ("3/216580", "1/649740"))
    assert "WAC 230-15-710" in refused
    assert pit.replayed()


def test_a_jackpot_that_was_never_played_for_is_compared_by_what_was_left_to_it() -> None:
    """By way of an heir without tables the money came to worse odds, and nothing was counted."""
    pit = LawfulPit()
    for name, link in (("between", "nowhere"), ("heir", "annex")):
        pit.do("open jackpot", jackpot=name, terms=structs.replace(MEGA, name=name), cards=SET_UP)
        pit.do("make link", link=link, jackpot=name, location="Spokane", cards=SET_UP)
    pit.do("set up table", **{**TABLE, "link": "annex"}, cards=SET_UP)
    moved = {"jackpot": "mega", "document": "memo", "cards": OFFICE}
    pit.do("announce retirement", **moved, way="transfer", to="between", level="Mega")
    pit.serves("begin day", day="2023-06-24")
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    pit.do("retire jackpot", **moved, into="between", level="Mega")
    notice = {**moved, "jackpot": "between", "way": "transfer", "to": "heir", "level": "Mega"}
    assert "the odds of between and heir were not counted as they stand" in pit.refused("announce retirement", **notice)
    found = transfer_odds(pit.floor, ("between", "heir", "Mega"))
    assert found
    pit.serves("examine transfer", **fields_of(found))
    assert "3/216580" in pit.refused("announce retirement", **notice)


def test_a_jackpot_whose_tables_left_before_its_transfer_is_compared_by_what_was_played_last() -> None:
    pit = LawfulPit()
    pit.do("open jackpot", jackpot="heir", terms=structs.replace(MEGA, name="heir"), cards=SET_UP)
    pit.do("make link", link="annex", jackpot="heir", location="Spokane", cards=SET_UP)
    pit.do("set up table", **{**TABLE, "link": "annex"}, cards=SET_UP)
    for table in ("T1", "T2"):
        pit.do("close table", table=table, reason="before the transfer", cards=["card sue"])
        pit.do("retire table", table=table, why="before the transfer", cards=SET_UP)
    notice = {"jackpot": "mega", "way": "transfer", "to": "heir", "level": "Mega", "document": "n", "cards": OFFICE}
    assert "were not counted as they stand" in pit.refused("announce retirement", **notice)
    found = transfer_odds(pit.floor, ("mega", "heir", "Mega"))
    assert found
    pit.serves("examine transfer", **fields_of(found))
    assert "3/216580" in pit.refused("announce retirement", **notice)


def test_a_pin_lists_the_paytables_that_were_compared() -> None:
    pit = LawfulPit()
    bets = {"opening": LIMITS["opening"], "side_bets": {"Pair Plus": {"least_micros": UNIT, "most_micros": 5 * UNIT}}}
    table = {"table": "T5", "game": "three-card-poker", "limits": bets, "cards": SET_UP}
    assert "Pair Plus, paytable 40/30/6/4/1: not on file" in pit.refused("set up table", **table)
    pin = {
        "game": "three-card-poker", "fingerprint": games.fingerprint_of("three-card-poker"), "document": DOCUMENT,
        "cards": OFFICE,
    }  # fmt: skip
    assert "has no paytable" in pit.refused("pin game", **pin, paytables=["Pair Plus/9/9"])
    pit.do("pin game", **pin, paytables=["Ante Bonus/5/4/1", "Pair Plus/40/30/6/4/1"])
    assert "is pinned already" in pit.refused("pin game", **pin, paytables=["Ante Bonus/5/4/1"])
    pit.do("set up table", **table)
    other = {**bets, "paytables": {"Pair Plus": "200/40/30/6/3/1"}}
    refused = pit.refused("post limits", table="T5", limits=other, cards=SET_UP)
    assert "Pair Plus, paytable 200/40/30/6/3/1: not on file" in refused
    pit.do("pin game", **pin)
    pit.do("post limits", table="T5", limits=other, cards=SET_UP)
    assert to_builtins(pit.floor.paperwork.pins[-1].pin)["paytables"], "all of them, by name"
    pit.do("withdraw pin", fingerprint=pin["fingerprint"], why="another sheet", cards=OFFICE)
    assert "not on file" in pit.stop("T5")
    assert pit.replayed()
