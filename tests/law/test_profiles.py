"""Profiles as dated data: what is in force when, what changed, and how honest the data are."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from fairfelt.law import Certainty, LawError, Layer, Profile, Rule, difference, profile, profile_names
from fairfelt.rules import UnknownName
from tests.law.law_days import CHANGE, LATER, LETTER, commercial, laboratory

RULES = [(name, rule) for name in profile_names() for rule in profile(name).rules]
CAP = Rule(
    id="wager.cap", title="Cap", citation="§ 1", certainty=Certainty.QUOTED, layer=Layer.LAW, says="So much.",
    since=date(2020, 1, 1), until=date(2021, 1, 1),
)  # fmt: skip


def test_the_profiles() -> None:
    assert profile_names() == ("laboratory", "wa-commercial", "wa-tribal")
    assert laboratory().rules == ()
    with pytest.raises(UnknownName, match="did you mean 'wa-tribal'"):
        profile("wa-tribel")


def test_between_the_two_days_the_cap_and_the_link_rule_changed_and_nothing_else() -> None:
    found = difference(profile("wa-commercial"), LETTER, LATER)
    cap, link = found.changes
    assert cap.rule.id == "wager.cap"
    assert cap.parameters["opening_micros"] == (300_000_000, 400_000_000)
    assert link.rule.id == "link.different_games"
    assert link.parameters == {"several_jackpots": (False, True)}
    assert difference(profile("wa-commercial"), LETTER, LETTER).changes == ()


def test_a_rule_that_came_is_a_change_too() -> None:
    before = date(2015, 11, 7)
    found = difference(profile("wa-commercial"), before, before + timedelta(1))
    assert [(change.before, change.rule.id) for change in found.changes] == [
        (None, "link.different_games"),
        (None, "link.makers"),
    ]
    back = difference(profile("wa-commercial"), before + timedelta(1), before)
    assert [change.after for change in back.changes] == [None, None]


@pytest.mark.parametrize(("on", "cap"), [(CHANGE - timedelta(1), 300), (CHANGE, 400)])
def test_a_rule_ends_the_day_before_the_next_begins(on: date, cap: int) -> None:
    rule = commercial(on).find("wager.cap")
    assert rule
    assert rule.number("opening_micros") == cap * 1_000_000


def test_a_rule_holds_on_its_first_day_and_not_on_its_last_boundary() -> None:
    assert not CAP.in_force(date(2019, 12, 31))
    assert CAP.in_force(date(2020, 1, 1))
    assert CAP.in_force(date(2020, 12, 31))
    assert not CAP.in_force(date(2021, 1, 1))


def test_a_day_of_which_too_little_is_known_is_refused() -> None:
    with pytest.raises(LawError, match="known from 2013-07-19 on, not for 2013-07-18"):
        commercial(date(2013, 7, 18))
    assert commercial(date(2013, 7, 19)).find("link.same_game")


def test_two_wordings_cannot_be_in_force_together() -> None:
    later = replace(CAP, since=date(2020, 12, 31), until=None)
    with pytest.raises(LawError, match=r"two wordings of wager.cap"):
        Profile(name="x", title="X", summary="", rules=(CAP, later))
    Profile(name="x", title="X", summary="", rules=(CAP, replace(later, since=date(2021, 1, 1))))
    with pytest.raises(LawError, match="before it begins"):
        Profile(name="x", title="X", summary="", rules=(replace(CAP, until=date(2019, 1, 1)),))


@pytest.mark.parametrize(("name", "rule"), RULES, ids=lambda value: getattr(value, "id", value))
def test_every_rule_says_where_it_stands_and_how_sure_we_are(name: str, rule: Rule) -> None:
    assert rule.citation
    assert rule.says.strip()
    if rule.certainty is Certainty.RECALLED:
        assert rule.note, f"{name}: {rule.id} is recalled and does not say what was not confirmed"
    if rule.certainty is Certainty.QUOTED:
        assert "“" in rule.says, f"{name}: {rule.id} claims to quote"


def test_what_was_not_read_is_cited_as_such() -> None:
    law = commercial()
    cited = {id_: rule.cited for id_ in ("wager.cap", "table.seats", "funds.account") if (rule := law.find(id_))}
    assert cited == {
        "wager.cap": "WAC 230-15-140, from a secondary source",
        "table.seats": "WAC 230-15-055, recalled and not confirmed",
        "funds.account": "WAC 230-15-455 (2)(a)",
    }


def test_only_practice_does_not_bind() -> None:
    assert {rule.layer for _, rule in RULES if not rule.binds} == {Layer.PRACTICE}
