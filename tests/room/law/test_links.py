"""A link of different games needs a certificate whose seal, games and law are right; without one nothing opens."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt import games
from fairfelt.law import LinkedTable
from fairfelt.law.links import SEAL, seal
from fairfelt.room.commands.law import ExamineLinks
from fairfelt.room.law.ask_law import law_today, link_status
from fairfelt.room.law.paperwork import link_rules
from fairfelt.server.law_office import examination
from tests.room.events import build_event
from tests.room.floors import LINK_PROGRESSIVE, MAKER, UNIT, fields_of
from tests.room.law.lawful_pit import CONDITIONS, DOCUMENT, FIRST_NEW, LETTER, LIMITS, OFFICE, SET_UP, LawfulPit

pytestmark = pytest.mark.xdist_group("links")
"""One worker counts the hands of the games that are linked."""
EQUAL = ("let-it-ride", LINK_PROGRESSIVE, "ML01")
UNEQUAL = ("straight-edge-poker", "Two Way Bad Beat", "1")


def table(game: str, wager: str, paytable: str, link: str = "pit") -> dict[str, Any]:
    """A third table, of another game."""
    small = {"least_micros": UNIT, "most_micros": 5 * UNIT}
    limits = {"opening": LIMITS["opening"], "side_bets": {wager: small}}
    place = {"table": "T3", "link": link, "maker": MAKER, "cards": SET_UP, "limits": limits}
    return {**place, "game": game, "wager": wager, "paytable": paytable, "variant": games.find(game).variant}


def joining(game: str, wager: str, paytable: str) -> LinkedTable:
    found = games.find(game)
    return LinkedTable(table="T3", game=found, wager=wager, paytable=paytable, location="Spokane")


def compared(pit: LawfulPit, game: str) -> None:
    """The room has compared a game with its sheet."""
    found = games.find(game)
    print_ = games.fingerprint_of(game, found.variant)
    if print_ not in {pin.fingerprint for pin in pit.floor.paperwork.papers.letter.pins}:
        pit.do("pin game", game=game, variant=found.variant, fingerprint=print_, document=DOCUMENT, cards=OFFICE)


@pytest.fixture
def pit() -> LawfulPit:
    made = LawfulPit()
    compared(made, EQUAL[0])
    return made


def counted(pit: LawfulPit) -> dict[str, Any]:
    """What the server brings for a link that another game is about to join."""
    found = examination(pit.floor, "mega", joining(*EQUAL))
    assert found and found.certificate
    return fields_of(found)


def test_another_game_joins_with_a_certificate_and_not_without(pit: LawfulPit) -> None:
    reason = pit.refused("set up table", **table(*EQUAL))
    assert reason.startswith(
        "table T3 may not open: jackpot mega joins different games and has no certificate for them"
    )
    assert "WAC 230-15-685 (6)" in reason
    pit.serves("examine links", **counted(pit))
    pit.do("set up table", **table(*EQUAL))
    assert [pit.stop(name) for name in ("T1", "T2", "T3")] == ["", "", ""]
    assert examination(pit.floor, "mega") is None, "it was counted once"
    assert pit.replayed()


def test_tables_of_one_game_need_none(pit: LawfulPit) -> None:
    assert examination(pit.floor, "mega") is None
    pit.do("set up table", **{**table(*EQUAL), "game": "flushes-gone-wild", "limits": LIMITS})


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"on": "2023-06-13"}, "today it is wa-commercial on 2023-06-14"),
        ({"profile": "wa-tribal"}, 'is one of "wa-tribal"'),
        ({"tables": []}, "other games, wagers, paytables or folded hands"),
        ({"kind": "a menu"}, "this is no fairfelt link certificate"),
    ],
)
def test_a_certificate_of_something_else_is_refused(pit: LawfulPit, changed: dict[str, Any], says: str) -> None:
    found = counted(pit)
    other = {**found["certificate"], **changed}
    forged = {**other, SEAL: seal(other)}
    assert says in pit.refused("examine links", "server", **{**found, "certificate": forged})


def test_a_broken_seal_and_a_stranger_are_refused(pit: LawfulPit) -> None:
    found = counted(pit)
    broken = {**found["certificate"], "jackpot": "another"}
    assert "the seal does not fit" in pit.refused("examine links", "server", **{**found, "certificate": broken})
    assert "comes from the server only" in pit.refused("examine links", **found)
    assert "findings[0] is an object" in pit.refused(
        "examine links", "server", **{**found, "findings": ["loose words"]}
    )
    assert "there is no jackpot" in pit.refused("examine links", "server", **{**found, "jackpot": "moon"})


def alone(day: str, mode: str) -> LawfulPit:
    """A link with one meter, where a game of one kind stands and one of another kind may want to join."""
    pit = LawfulPit(day, mode)
    levels = [{"name": "meter", "seed_micros": 1_000 * UNIT, "rate_ppm": 10_000}]
    terms = {"name": "m", "levels": levels, "largest_increment_micros": UNIT, "executive_from_micros": 0}
    pit.do("open jackpot", jackpot="m", terms=terms, cards=SET_UP)
    pit.do("make link", link="m", jackpot="m", location="Spokane", cards=SET_UP)
    pit.pair_display("m")
    first = table("flushes-gone-wild", LINK_PROGRESSIVE, "01", "m")
    pit.do("set up table", **{**first, "table": "T9"})
    return pit


def test_unequal_odds_are_refused_with_the_fractions_side_by_side() -> None:
    pit = alone(LETTER, "enforce")
    found = examination(pit.floor, "m", joining(*UNEQUAL))
    assert found and found.certificate is None
    pit.serves("examine links", **fields_of(found))
    reason = pit.refused("set up table", **table(*UNEQUAL, "m"))
    assert "1/649740" in reason
    assert "37179392/2432328723825" in reason


def test_under_advise_they_are_a_notice_at_every_table_of_the_link() -> None:
    pit = alone(LETTER, "advise")
    found = examination(pit.floor, "m", joining(*UNEQUAL))
    assert found
    pit.serves("examine links", **fields_of(found))
    pit.do("set up table", **table(*UNEQUAL, "m"))
    for name in ("T3", "T9"):
        assert any("1/649740" in notice for notice in pit.notices(name)), name
    assert not any("1/649740" in notice for notice in pit.notices("T1"))


def test_when_the_rule_changes_the_link_is_examined_again(pit: LawfulPit) -> None:
    pit.serves("examine links", **counted(pit))
    pit.do("set up table", **table(*EQUAL))
    pit.serves("begin day", day="2023-06-15")
    assert pit.stop("T3") == "", "the same wording holds on the next day"
    pit.serves("begin day", day=FIRST_NEW)
    assert "has no certificate" in pit.stop("T3")
    assert "has no certificate" in pit.stop("T1")
    again = examination(pit.floor, "mega")
    assert again
    pit.serves("examine links", **fields_of(again))
    assert (pit.stop("T1"), pit.stop("T3")) == ("", "")
    assert again.certificate and again.certificate["on"] == FIRST_NEW
    assert pit.replayed()


def test_the_conditions_hold_for_who_joins_as_well() -> None:
    pit = LawfulPit()
    compared(pit, EQUAL[0])
    pit.serves("examine links", **counted(pit))
    pit.do("withdraw condition", condition=CONDITIONS[0], why="x", cards=OFFICE)
    assert "copy of the submission" in pit.refused("set up table", **table(*EQUAL))


def two_links(mode: str = "enforce", elsewhere: str = "Spokane", day: str = LETTER) -> LawfulPit:
    """One jackpot that two links feed."""
    pit = alone(day, mode)
    pit.do("make link", link="m2", jackpot="m", location=elsewhere, cards=SET_UP)
    return pit


def test_a_second_link_to_the_same_jackpot_is_no_way_around_equal_odds() -> None:
    """Links used to be proved one by one: on two links these two games fed one meter under a law that binds."""
    pit = two_links()
    found = examination(pit.floor, "m", joining(*UNEQUAL))
    assert found and found.certificate is None
    pit.serves("examine links", **fields_of(found))
    reason = pit.refused("set up table", **table(*UNEQUAL, "m2"))
    assert "1/649740" in reason
    assert "37179392/2432328723825" in reason


def test_without_a_count_a_second_link_does_not_open_either() -> None:
    reason = two_links().refused("set up table", **table(*UNEQUAL, "m2"))
    assert "jackpot m joins different games and has no certificate" in reason


def test_a_refused_table_leaves_no_alarm_behind() -> None:
    """The certificates used to call the first link unlawful after that refusal, and did not list the second."""
    pit = two_links()
    found = examination(pit.floor, "m", joining(*UNEQUAL))
    assert found
    pit.serves("examine links", **fields_of(found))
    pit.refused("set up table", **table(*UNEQUAL, "m2"))
    for name in ("pit", "m", "m2"):
        status = link_status(pit.floor, name)
        assert (status.lawful, status.findings, status.certificate) == (True, (), None), name
    assert link_status(pit.floor, "m2").tables == ()
    assert pit.stop("T9") == ""


def test_a_certificate_over_two_links_covers_both_and_survives_a_question_about_a_third(pit: LawfulPit) -> None:
    pit.do("make link", link="annex", jackpot="mega", location="Spokane", cards=SET_UP)
    pit.pair_display("annex")
    pit.serves("examine links", **counted(pit))
    pit.do("set up table", **table(*EQUAL, "annex"))
    assert [pit.stop(name) for name in ("T1", "T2", "T3")] == ["", "", ""]
    third = examination(pit.floor, "mega", joining("caribbean-stud", "Progressive", "1"))
    assert third
    pit.serves("examine links", **fields_of(third))
    for name in ("pit", "annex"):
        status = link_status(pit.floor, name)
        assert (status.lawful, status.games) == (True, 2)
        assert status.certificate and len(status.certificate["tables"]) == 2
    assert [pit.stop(name) for name in ("T1", "T2", "T3")] == ["", "", ""]
    assert pit.replayed()


MINOR = ("let-it-ride", LINK_PROGRESSIVE, "ML03")


def with_minor(folded_hands: str, mode: str = "enforce") -> LawfulPit:
    """Three levels, and a link with a rule on folded hands where Flushes Gone Wild stands."""
    pit = LawfulPit(LETTER, mode)
    compared(pit, MINOR[0])
    names = ("Mega", "Major", "Minor")
    levels = [{"name": name, "seed_micros": 1_000 * UNIT, "rate_ppm": 10_000} for name in names]
    terms = {"name": "three", "levels": levels, "largest_increment_micros": UNIT, "executive_from_micros": 0}
    pit.do("open jackpot", jackpot="three", terms=terms, cards=SET_UP)
    made = {"link": "three", "jackpot": "three", "location": "Spokane", "folded_hands": folded_hands, "cards": SET_UP}
    pit.do("make link", **made)
    pit.pair_display("three")
    pit.do("set up table", **{**table("flushes-gone-wild", LINK_PROGRESSIVE, "ML03", "three"), "table": "T9"})
    return pit


def test_where_folded_hands_do_not_qualify_a_certificate_counts_the_hands_that_are_played() -> None:
    """The certificate used to say 1/4165 for both games, though two of three quads are folded at one of them."""
    pit = with_minor("do not qualify")
    found = examination(pit.floor, "three", joining(*MINOR))
    assert found and found.certificate is None
    pit.serves("examine links", **fields_of(found))
    reason = pit.refused("set up table", **table(*MINOR, "three"))
    assert "100% of Minor: the probabilities differ, 1/12495 at T9" in reason
    assert "folded hands do not qualify" in reason
    assert "and 1/4165 at T3 (Let It Ride" in reason
    assert "WAC 230-15-685 (6)" in reason


def test_where_they_qualify_the_same_games_are_certified_and_the_certificate_says_so() -> None:
    pit = with_minor("qualify")
    found = examination(pit.floor, "three", joining(*MINOR))
    assert found and found.certificate
    assert [row["folded_hands_qualify"] for row in found.certificate["tables"]] == [True, True]
    pit.serves("examine links", **fields_of(found))
    pit.do("set up table", **table(*MINOR, "three"))
    assert (pit.stop("T9"), pit.stop("T3")) == ("", "")


def test_a_certificate_by_another_rule_on_folded_hands_covers_nothing() -> None:
    found = examination(with_minor("qualify").floor, "three", joining(*MINOR))
    assert found
    pit = with_minor("do not qualify")
    pit.serves("examine links", **fields_of(found))
    assert "has no certificate for them" in pit.refused("set up table", **table(*MINOR, "three"))


def test_a_journal_from_before_the_rule_was_counted_keeps_only_certificates_that_are_right() -> None:
    """Combinations were recorded without the rule; the certificates beside them have always said it."""
    for folded_hands, covers in (("qualify", True), ("do not qualify", False)):
        certified = examination(with_minor("qualify").floor, "three", joining(*MINOR))
        assert certified
        pit = with_minor(folded_hands, "advise")
        pit.do("set up table", **table(*MINOR, "three"))
        old = build_event(
            ExamineLinks.recorded,
            jackpot="three",
            combinations=tuple(each[:3] for each in certified.combinations),
            locations=certified.locations,
            rules=link_rules(law_today(pit.floor)),
            findings=certified.findings,
            certificate=certified.certificate,
        )
        after = old.apply(pit.floor)
        assert (link_status(after, "three").certificate is not None) is covers, folded_hands
        assert (examination(after, "three") is None) is covers, "what it does not cover is counted again"


def test_links_of_one_jackpot_have_one_rule_on_folded_hands() -> None:
    """A second link with the other rule used to pass, and its tables with it."""
    pit = with_minor("qualify")
    second = {"link": "jackpot", "jackpot": "three", "location": "Spokane", "cards": SET_UP}
    reason = pit.refused("make link", **second, folded_hands="do not qualify")
    assert "links of one jackpot have one rule on folded hands" in reason
    assert "jackpot says “do not qualify” and three says “qualify” (WAC 230-15-685 (6)" in reason
    pit.do("make link", **second, folded_hands="qualify")
    told = with_minor("qualify", "advise")
    told.do("make link", **second, folded_hands="do not qualify")
    assert "one rule on folded hands" in told.events[-1].body.notices[0]
    told.do("set up table", **table("flushes-gone-wild", LINK_PROGRESSIVE, "ML03", "jackpot"))
    told.set_law("enforce")
    for name in ("T9", "T3"):
        assert "one rule on folded hands" in told.stop(name), "a link that was made before the law bound is found too"


def test_a_jackpot_is_fed_from_one_licensed_location() -> None:
    """Two links in two cities used to feed one meter: each link had one location, the jackpot had two."""
    pit = alone(LETTER, "enforce")
    elsewhere = {"link": "m2", "jackpot": "m", "location": "Seattle", "cards": SET_UP}
    reason = pit.refused("make link", **elsewhere)
    assert "one licensed location, not in Seattle and Spokane (WAC 230-15-685 (5))" in reason
    pit.do("make link", **{**elsewhere, "location": "SPOKANE"})


def test_under_advise_a_second_place_is_noted_and_stops_when_the_law_binds() -> None:
    pit = two_links("advise", "Seattle")
    assert "not in Seattle and Spokane" in pit.events[-1].body.notices[0]
    pit.do("set up table", **table("flushes-gone-wild", LINK_PROGRESSIVE, "01", "m2"))
    assert any("not in Seattle and Spokane" in notice for notice in pit.notices("T9"))
    pit.set_law("enforce")
    for name in ("T9", "T3"):
        assert "not in Seattle and Spokane" in pit.stop(name)
    assert pit.stop("T1") == "", "another jackpot"
    assert not link_status(pit.floor, "m2").lawful
    pit.set_law("enforce", "wa-tribal")
    assert "Seattle" not in pit.stop("T9"), "a compact may let tables of two houses share one"


def test_the_license_names_the_location() -> None:
    pit = alone(LETTER, "enforce")
    zone = "America/Los_Angeles"
    law = {"profile": "wa-commercial", "mode": "enforce", "zone": zone, "document": "licence 1", "cards": OFFICE}
    pit.do("set law", **law, location="Tacoma")
    assert "Spokane is not the licensed location, which is Tacoma" in pit.stop("T9")
    pit.do("set law", **law, location="spokane")
    assert pit.stop("T9") == ""
