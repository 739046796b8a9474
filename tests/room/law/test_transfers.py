"""A transfer: the odds of both jackpots are counted, every pair of games, and what was found is on the events."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from fairfelt.engine.exact import Unsolved
from fairfelt.law import Stage
from fairfelt.room.commands.law import ExamineTransfer
from fairfelt.room.law.ask_law import transfer_said
from fairfelt.server.law_office import transfer_odds
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, fields_of
from tests.room.law.lawful_pit import FIRST_NEW, LIMITS, OFFICE, SET_UP, LawfulPit

AFTER = "2023-06-24"
WORSE, AS_GOOD = "Mega", "Major"
"""Of two jackpots of one game: Major is won with 36 hands of 2,598,960, and Mega with 4."""
FRACTIONS = ("3/216580", "1/649740")


def heir_at(pit: LawfulPit, link: str, paytable: str) -> None:
    """A link of the heir with one table."""
    pit.do("make link", link=link, jackpot="heir", location="Spokane", cards=SET_UP)
    table = {
        "table": f"T {link}",
        "link": link,
        "controls": "nexus",
        "variant": "",
        "cards": SET_UP,
        "limits": LIMITS,
        "maker": MAKER,
    }
    pit.do("set up table", **table, game="flushes-gone-wild", wager=LINK_PROGRESSIVE, paytable=paytable)


def unlike_at(pit: LawfulPit, link: str, paytable: str) -> None:
    """A table with other odds, opened while the law only advised."""
    pit.set_law("advise")
    heir_at(pit, link, paytable)
    pit.set_law()


def pit_with_heir(mode: str = "enforce") -> LawfulPit:
    """A second jackpot, played for at one table."""
    pit = LawfulPit(mode=mode)
    terms = to_builtins(MEGA)
    more = [{"name": name, "seed_micros": 1_000 * UNIT, "rate_ppm": 10_000} for name in ("Minor", "meter")]
    pit.do("open jackpot", jackpot="heir", terms={**terms, "levels": [*terms["levels"], *more]}, cards=SET_UP)
    heir_at(pit, "annex", "ML01")
    return pit


def count(pit: LawfulPit, level: str) -> ExamineTransfer:
    """The server counts and tells the room."""
    found = transfer_odds(pit.floor, ("mega", "heir", level))
    assert found
    pit.serves("examine transfer", **fields_of(found))
    return found


def notice(level: str) -> dict[str, Any]:
    return {"jackpot": "mega", "way": "transfer", "to": "heir", "level": level, "document": "notice", "cards": OFFICE}


def move(level: str) -> dict[str, Any]:
    return {"jackpot": "mega", "into": "heir", "level": level, "document": "memo", "cards": OFFICE}


def test_a_transfer_to_worse_odds_is_refused_with_both_fractions() -> None:
    pit = pit_with_heir()
    count(pit, WORSE)
    reason = pit.refused("announce retirement", **notice(WORSE))
    assert all(fraction in reason for fraction in FRACTIONS)
    assert "WAC 230-15-710" in reason
    assert "mega" not in pit.floor.endings


def test_a_transfer_to_odds_as_good_is_announced_with_what_was_counted() -> None:
    pit = pit_with_heir()
    count(pit, AS_GOOD)
    pit.do("announce retirement", **notice(AS_GOOD))
    (said,) = pit.events[-1].body.notices
    assert said.startswith("counted exactly: Major of heir is won at least as often as any level of mega")
    assert (pit.floor.endings["mega"].level, pit.floor.endings["mega"].notices) == (AS_GOOD, (said,))
    pit.serves("begin day", day=AFTER)
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    assert "heir, Mega, is not under way" in pit.refused("retire jackpot", **move(WORSE)), "the notice named Major"
    assert transfer_odds(pit.floor, ("mega", "heir", AS_GOOD)) is None, "it was counted once"
    pit.do("retire jackpot", **move(AS_GOOD))
    assert pit.events[-1].body.notices == (said,)
    assert (pit.floor.endings["mega"].stage, pit.floor.endings["mega"].notices) == (Stage.CLOSED, (said,))
    assert transfer_odds(pit.floor, ("mega", "heir", WORSE)) is None, "it has gone already"
    assert pit.replayed()


def test_under_advise_worse_odds_are_on_the_notice() -> None:
    pit = pit_with_heir("advise")
    count(pit, WORSE)
    pit.do("announce retirement", **notice(WORSE))
    (said,) = pit.floor.endings["mega"].notices
    assert all(fraction in said for fraction in FRACTIONS)
    pit.do("retire jackpot", **move(WORSE))
    retired, reviewed = pit.events[-2:]
    early, odds = retired.body.notices
    assert "T annex" in reviewed.body.verdicts, "what it inherited stands at the table of the heir"
    assert "not under way" in early
    assert odds == said
    assert pit.floor.endings["mega"].notices == (said, early)


@pytest.mark.parametrize("asked", [("announce retirement", notice), ("retire jackpot", move)])
def test_odds_that_nobody_counted_stop_it(asked: tuple[str, Any]) -> None:
    kind, body = asked
    pit = pit_with_heir()
    assert "were not counted as they stand; have them counted" in pit.refused(kind, **body(AS_GOOD))
    count(pit, WORSE)
    assert "were not counted" in pit.refused(kind, **body(AS_GOOD)), "the other level was"


def test_games_that_changed_since_the_notice_are_counted_again() -> None:
    pit = pit_with_heir()
    count(pit, AS_GOOD)
    pit.do("announce retirement", **notice(AS_GOOD))
    pit.serves("begin day", day=AFTER)
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    unlike_at(pit, "corner", "01")
    assert "were not counted as they stand" in pit.refused("retire jackpot", **move(AS_GOOD))
    found = count(pit, AS_GOOD)
    assert (len(found.old), len(found.heir)) == (1, 2)
    reason = pit.refused("retire jackpot", **move(AS_GOOD))
    assert "Major of the heir with 0 only" in reason, "one of its tables never wins it"
    assert "mega" not in reason.partition("(")[0]
    assert pit.replayed()


def test_every_pair_of_games_is_held_against_each_other() -> None:
    """Two tables of the heir are as good and one is not; what pairs have in common is said once."""
    pit = pit_with_heir()
    unlike_at(pit, "corner", "ML03")
    unlike_at(pit, "hall", "01")
    found = transfer_odds(pit.floor, ("mega", "heir", AS_GOOD))
    assert found
    sentences = [said.sentence for said in found.findings if said.binds]
    assert [sentence.partition(" ")[0] for sentence in sentences] == ["Mega", "Major"]
    assert all("with 0 only" in sentence for sentence in sentences)


@pytest.mark.parametrize(("jackpot", "into", "empty"), [("mega", "bare", "bare"), ("bare", "mega", "bare")])
def test_without_a_table_there_are_no_odds_to_compare(jackpot: str, into: str, empty: str) -> None:
    pit = LawfulPit()
    pit.do("open jackpot", jackpot="bare", terms=MEGA, cards=SET_UP)
    assert transfer_odds(pit.floor, (jackpot, into, "Mega")) is None
    pit.do("announce retirement", **{**notice("Mega"), "jackpot": jackpot, "to": into})
    (said,) = pit.floor.endings[jackpot].notices
    assert said.startswith(f"{empty} has no table: there are no odds to compare (WAC 230-15-710")


def test_without_a_rule_nothing_is_counted_and_nothing_said() -> None:
    pit = pit_with_heir()
    pit.set_law("enforce", "laboratory")
    transfer = "mega", "heir", WORSE
    assert transfer_odds(pit.floor, transfer) is None
    assert list(transfer_said(pit.floor, transfer)) == []
    pit.do("announce retirement", **notice(WORSE))
    assert pit.events[-1].body.notices == ()


def test_a_count_holds_on_the_days_after() -> None:
    pit = pit_with_heir()
    count(pit, AS_GOOD)
    pit.serves("begin day", day=FIRST_NEW)
    pit.do("announce retirement", **notice(AS_GOOD))


def test_an_heir_that_could_not_inherit_is_refused_at_the_notice() -> None:
    pit = pit_with_heir()
    assert "heir has no level ''; it has Mega" in pit.refused(
        "announce retirement", **{name: value for name, value in notice("").items() if name != "level"}
    )
    assert "heir has no level 'Giant'; it has Mega, Major, Minor, meter" in pit.refused(
        "announce retirement", **notice("Giant")
    )
    assert "another running one" in pit.refused("announce retirement", **{**notice("Mega"), "to": "mega"})
    pit.do("open jackpot", jackpot="euros", terms={**to_builtins(MEGA), "currency": "EUR"}, cards=SET_UP)
    assert "euros is in EUR, not in USD" in pit.refused("announce retirement", **{**notice("Mega"), "to": "euros"})


def test_what_a_count_found_comes_from_the_server_and_is_read_strictly() -> None:
    pit = pit_with_heir()
    counted = transfer_odds(pit.floor, ("mega", "heir", AS_GOOD))
    assert counted
    found = fields_of(counted)
    assert "comes from the server only" in pit.refused("examine transfer", **found)
    assert "there is no jackpot" in pit.refused("examine transfer", "server", **{**found, "into": "moon"})
    assert "old[0]" in pit.refused("examine transfer", "server", **{**found, "old": [["one", "two"]]})
    assert "findings[0]" in pit.refused(
        "examine transfer", "server", **{**found, "findings": [{"sentence": True, "layer": "law", "binds": True}]}
    )


def test_odds_that_cannot_be_counted_stop_it_and_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsolved(*_: object, **__: object) -> None:
        raise Unsolved("no solver knows this game")

    pit = pit_with_heir()
    monkeypatch.setattr("fairfelt.law.links.LinkedTable.count", unsolved)
    count(pit, AS_GOOD)
    reason = pit.refused("announce retirement", **notice(AS_GOOD))
    assert reason.startswith("the odds of mega and heir cannot be counted: no solver knows this game (WAC 230-15-710")


def test_a_replay_asks_nobody_and_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pit = pit_with_heir("advise")
    count(pit, WORSE)
    pit.do("announce retirement", **notice(WORSE))
    pit.do("retire jackpot", **move(WORSE))

    def gone(*_: object, **__: object) -> None:
        raise AssertionError("a replay asked")

    for asked in (
        "room.law.jurisdiction._law", "room.commands.retirement.transfer_said",
        "server.law_office.check_transfer", "law.links.award_odds",
    ):  # fmt: skip
        monkeypatch.setattr(f"fairfelt.{asked}", gone)
    assert pit.replayed()
