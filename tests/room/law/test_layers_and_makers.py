"""Whose rules decide: law before the maker's rules before house rules; and who made the equipment at a table."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import to_builtins

from fairfelt import games
from fairfelt.law import Layer, Mode, profile
from fairfelt.law import links as odds
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.law import ExamineLinks
from fairfelt.room.law.ask_law import house_rules
from fairfelt.server.law_office import LawOffice
from tests.law.law_days import LETTER as DAY
from tests.room.floors import LINK_PROGRESSIVE, MAKER, UNIT
from tests.room.law.lawful_pit import DOCUMENT, LIMITS, OFFICE, SET_UP, LawfulPit

PLAYED = {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01", "limits": LIMITS}
THIRD: dict[str, Any] = {"table": "T3", "link": "pit", **PLAYED, "cards": SET_UP}
METER = [{"name": "meter", "seed_micros": 10_000 * UNIT, "rate_ppm": 100_000}]
REPORT = {"makers": [MAKER, "Brass Works"], "document": DOCUMENT, "cards": OFFICE}


def limit(pit: LawfulPit, most: int | None) -> dict[str, Any]:
    asked = {"currency": "USD", "largest_micros": most, "why": "internal controls 9", "cards": OFFICE}
    return dict(pit.ask("limit wagers", **asked))


def test_equipment_of_another_maker_joins_a_jackpot_with_a_test_report_and_not_without() -> None:
    """The room did not ask who made the equipment of a table: the rule on makers could not be broken."""
    pit = LawfulPit()
    answer = pit.ask("set up table", **THIRD, maker="Brass Works")
    assert (answer["code"], answer["decided_by"]) == ("unlawful", "law")
    assert "different makers, Brass Works and Felt & Sons; file the test report" in answer["reason"]
    pit.do("file makers report", **REPORT)
    pit.do("set up table", **THIRD, maker="brass  WORKS")
    assert pit.stop("T3") == ""
    pit.do("withdraw makers report", document=DOCUMENT, why="recalled", cards=OFFICE)
    assert "different makers" in pit.stop("T1")
    assert pit.replayed()


def test_a_report_on_two_makers_does_not_cover_a_third() -> None:
    pit = LawfulPit(mode="advise")
    pit.do("file makers report", **REPORT)
    pit.do("set up table", **THIRD, maker="Brass Works")
    assert not any("makers" in notice for notice in pit.notices("T3"))
    pit.do("set up table", **{**THIRD, "table": "T4"}, maker="Copper & Co")
    assert any("Brass Works and Copper & Co and Felt & Sons" in notice for notice in pit.notices("T3"))


def test_a_table_that_shares_a_jackpot_says_its_maker_and_one_alone_need_not() -> None:
    """Leaving the maker out is no way around the rule."""
    pit = LawfulPit()
    assert "table T3 does not say who made its progressive equipment" in pit.refused("set up table", **THIRD)
    pit.do("open jackpot", jackpot="own", terms={**_terms(pit), "name": "own"}, cards=SET_UP)
    pit.do("make link", link="own", jackpot="own", location="Spokane", cards=SET_UP)
    pit.do("set up table", **{**THIRD, "link": "own"})
    pit.pair_display("own")
    assert pit.stop("T3") == ""


def _terms(pit: LawfulPit) -> dict[str, Any]:
    terms: dict[str, Any] = to_builtins(pit.floor.jackpots["mega"].terms)
    return terms


@pytest.mark.parametrize("fields", [{"makers": [MAKER], "document": "D"}, {"makers": ["A", "a "], "document": "D"}])
def test_a_report_is_about_two_makers(fields: dict[str, Any]) -> None:
    assert "makers" in LawfulPit().refused("file makers report", **fields, cards=OFFICE)


def test_reports_and_house_limits_take_two_people() -> None:
    pit = LawfulPit()
    assert "two cards" in pit.refused("file makers report", **{**REPORT, "cards": OFFICE[:1]})
    assert "two cards" in pit.refused("limit wagers", currency="USD", largest_micros=UNIT, why="x", cards=OFFICE[:1])
    assert "no test report" in pit.refused("withdraw makers report", document="none", why="x", cards=OFFICE)


def test_house_rules_are_rules_of_their_layer() -> None:
    """They were settings of the room, and no rule of any layer said so."""
    pit = LawfulPit()
    assert house_rules(pit.floor) == ()
    pit.do("set house rules", dealers_sign_in=True, why="controls", cards=SET_UP)
    pit.do("set pay rules", currency="USD", rules={"executive_from_micros": 100 * UNIT}, why="controls", cards=OFFICE)
    assert limit(pit, 200 * UNIT)["ok"]
    rules = house_rules(pit.floor)
    assert [rule.id for rule in rules] == ["house.sign_in", "house.wager_cap", "house.pays"]
    assert {rule.layer for rule in rules} == {Layer.HOUSE}
    assert all(rule.binds for rule in rules)
    assert "An executive from $100.00 on." in rules[2].says


def test_what_a_house_rule_decides_says_so() -> None:
    pit = LawfulPit()
    pit.do("set house rules", dealers_sign_in=True, why="controls", cards=SET_UP)
    answer = pit.ask("start game", "keypad T1", table="T1", bets={"1": UNIT})
    assert (answer["code"], answer["decided_by"]) == ("sign_in_required", "house")
    assert pit.events[-1].body.decided_by is Layer.HOUSE, "the log says it too"
    pit.press("start game", "T1", bets={"1": UNIT}, cards=["card dan"])
    pit.press("press hand", "T1", seat=1, hand="royal flush", cards=["card dan"])
    by_terms = pit.ask("confirm", "keypad T1", table="T1", cards=["card sue"])
    assert (by_terms["code"], by_terms["decided_by"]) == ("role_required", "house")
    by_sheet = LawfulPit()
    by_sheet.start("T1")
    by_sheet.press("press hand", "T1", seat=1, hand="four of a kind")
    answer = by_sheet.ask("confirm", "keypad T1", table="T1", cards=["card dan"])
    assert (answer["code"], answer["decided_by"]) == ("role_required", "maker")


def test_a_bet_above_the_houses_own_limit_and_one_above_the_laws() -> None:
    """The law goes first: a house may let less be bet, never more."""
    pit = LawfulPit()
    assert limit(pit, 20 * UNIT)["ok"] is False, "limits of $100 hang at the tables: they are lowered first"
    small = {"least_micros": UNIT, "most_micros": 5 * UNIT}
    side = {LINK_PROGRESSIVE: {"least_micros": UNIT, "most_micros": 20 * UNIT}}
    for table in ("T1", "T2"):
        pit.do("post limits", table=table, limits={"opening": small, "side_bets": side}, cards=SET_UP)
    assert limit(pit, 20 * UNIT)["ok"]
    over = pit.ask("post limits", table="T1", limits={**LIMITS, "opening": small}, cards=SET_UP)
    assert (over["code"], over["decided_by"]) == ("unlawful", "house")
    assert "$25.00 is above $20.00, the most for a single wager" in over["reason"]
    for most, decided in ((25, "house"), (500, "law")):
        opening = {"least_micros": UNIT, "most_micros": most * UNIT}
        answer = pit.ask("post limits", table="T1", limits={"opening": opening, "side_bets": side}, cards=SET_UP)
        assert (answer["ok"], answer["decided_by"]) == (False, decided), answer
    assert limit(pit, 5_000 * UNIT)["ok"], "a larger one is set, and the law's own still goes first"
    answer = pit.ask("post limits", table="T1", limits={"opening": opening, "side_bets": side}, cards=SET_UP)
    assert (answer["ok"], answer["decided_by"]) == (False, "law")
    assert limit(pit, None)["ok"]
    assert limit(pit, None)["code"] == "already_done"
    assert pit.replayed()


def test_of_several_layers_the_first_decides_and_comes_first() -> None:
    pit = LawfulPit(mode="advise")
    assert limit(pit, 20 * UNIT)["ok"]
    pit.do("withdraw condition", condition="controls-approved", why="recalled", cards=OFFICE)
    pit.do("withdraw condition", condition="system-approved", why="recalled", cards=OFFICE)
    pit.set_law("enforce")
    verdict = pit.floor.tables["T1"].law_verdict
    assert verdict.decided_by is Layer.LAW
    found = [
        next(word for word in ("WAC 230-06-050", "Letter", "house rules") if word in stop) for stop in verdict.stops
    ]
    assert found[0] == "WAC 230-06-050"
    assert found.index("Letter") < found.index("house rules")


def test_a_rare_award_of_a_single_table_is_told_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only links of different games were looked at: a single table could hide an award of any rarity."""
    honest = odds.award_odds

    def rare(*asked: Any) -> odds.WagerOdds:
        found = honest(*asked)
        award = odds.AwardOdds("Mega", Fraction(1), ("royal flush",), 1, 100_000_001)
        return odds.WagerOdds(found.game, found.wager, found.paytable, 5, by_hands=True, awards=(award,))

    monkeypatch.setattr(odds, "award_odds", rare)
    pit = LawfulPit()
    assert any("100% of Mega is rarer than one in 100,000,000" in notice for notice in pit.notices("T1"))
    assert pit.stop("T1") == ""
    pit.start("T1")


def test_a_game_that_only_whole_rounds_tell_is_counted_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bet that a fold loses takes a long count: the server makes it once, and nobody waits for it."""
    pit = LawfulPit(mode="advise")
    pit.do("open jackpot", jackpot="own", terms={**_terms(pit), "name": "own"} | {"levels": METER}, cards=SET_UP)
    pit.do("make link", link="own", jackpot="own", location="Spokane", cards=SET_UP)
    alone = {"game": "flushes-gone-wild", "wager": "Progressive", "paytable": "01"}
    pit.do("set up table", table="T3", link="own", **alone, cards=SET_UP)
    game = games.find("flushes-gone-wild")
    award = odds.AwardOdds("meter", Fraction(1), ("royal flush",), 1, 100_000_001)
    bet, pays = game.wager("Progressive"), game.paytable("Progressive", "01")
    rare = odds.WagerOdds(game, bet, pays, 5, by_hands=False, awards=(award,))
    monkeypatch.setattr("fairfelt.law.links.award_odds", lambda *_, **__: rare)
    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=pit.floor))
    heard: list[str] = []

    async def tell(_: object, told: RoomCommand) -> Any:
        assert isinstance(told, ExamineLinks)
        heard.append(told.jackpot)
        pit.serves("examine links", **{name: getattr(told, name) for name in told.__struct_fields__ if name != "cards"})
        ledger.committed.state = pit.floor

    for _ in range(2):
        asyncio.run(LawOffice(tell, lambda: 0).examine_single_games(ledger))
    assert heard == ["own"], "mega is counted in a moment, and own once"
    assert any("rarer than one in 100,000,000" in notice for notice in pit.notices("T3"))


def test_the_laboratory_asks_for_no_maker() -> None:
    assert profile("laboratory").on(DAY).find("link.makers") is None
    pit = LawfulPit()
    pit.set_law("enforce", "laboratory")
    pit.do("set up table", **THIRD)
    assert pit.floor.jurisdiction.mode is Mode.ENFORCE
