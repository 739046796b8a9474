"""Links: same game, or same probability and same hand as exact fractions; one or several jackpots by day."""

import dataclasses
from datetime import date, timedelta
from fractions import Fraction
from math import comb

import pytest

from fairfelt import games
from fairfelt.engine.answers.par import LevelRow, WagerPar
from fairfelt.law import LawError, Limits, Offer, award_odds, certificate, check_award_odds, check_transfer
from fairfelt.law import links as odds
from fairfelt.law.links import AwardOdds, WagerOdds
from fairfelt.rules import Game
from fairfelt.runtime.compute.compile import NoNumba
from tests.law.law_days import CHANGE, LATER, LETTER, laboratory, told, tribal
from tests.law.linked_tables import LINK, SEVEN_CARDS, STUD, STUD_ON_THE_LINK, WILD, examined, table

PAIR = table("1", WILD), table("2", STUD_ON_THE_LINK)


@pytest.mark.parametrize(
    ("paytable", "awards"),
    [
        ("01", {"100% of meter": Fraction(4, 2_598_960), "10% of meter": Fraction(36, 2_598_960)}),
        ("ML01", {"100% of Mega": Fraction(4, 2_598_960), "100% of Major": Fraction(36, 2_598_960)}),
        (
            "ML03",
            {
                "100% of Mega": Fraction(4, 2_598_960),
                "100% of Major": Fraction(36, 2_598_960),
                "100% of Minor": Fraction(624, 2_598_960),
            },
        ),
    ],
)
def test_the_odds_of_the_shared_progressive(paytable: str, awards: dict[str, Fraction]) -> None:
    for game in (WILD, STUD_ON_THE_LINK):
        counted = award_odds(game, LINK, paytable)
        assert {award.name: award.probability for award in counted.awards} == awards
        assert {award.total for award in counted.awards} == {comb(len(counted.game.deck), counted.cards)}


@pytest.mark.parametrize("game", [WILD, STUD_ON_THE_LINK, SEVEN_CARDS])
def test_what_was_kept_is_what_is_counted_again(game: Game) -> None:
    assert award_odds(game, LINK, "ML01") == award_odds(game, LINK, "ML01", again=True)


def test_two_games_with_equal_odds_may_be_connected() -> None:
    found = examined(*PAIR)
    assert found.is_lawful
    assert found.is_equal
    assert found.findings == ()
    standing_alone = examined(table("1", WILD, paytable="01"), table("2", STUD, wager="Progressive", paytable="1"))
    assert standing_alone.is_lawful, "100% and 10% of one meter, by the same hands of five cards"


def test_unequal_odds_are_refused_with_both_fractions() -> None:
    found = examined(table("1", WILD), table("2", SEVEN_CARDS))
    assert not found.is_lawful
    first = found.findings[0].sentence
    assert first == (
        "100% of Mega: the probabilities differ, 1/649740 at 1 (Flushes Gone Wild, Multi-Game Link Progressive, ML01) "
        "and 1/30940 at 2 (Ultimate Texas Hold'em, Multi-Game Link Progressive, ML01) (WAC 230-15-685 (6))"
    )
    with pytest.raises(LawError, match=r"1/649740 at 1 .* 1/30940 at 2"):
        certificate(found)


def test_another_set_of_awards_is_refused() -> None:
    found = examined(table("1", WILD, paytable="ML01"), table("2", STUD_ON_THE_LINK, paytable="ML03"))
    assert [finding.text.partition(":")[0] for finding in found.findings] == ["100% of Minor"]
    assert "1 (Flushes Gone Wild, Multi-Game Link Progressive, ML01) has no such award" in found.findings[0].text


def test_different_games_only_since_november_2015() -> None:
    first_day = date(2015, 11, 8)
    assert examined(*PAIR, on=first_day).is_lawful
    before = examined(*PAIR, on=first_day - timedelta(1))
    assert told(before.findings) == ["link.same_game"]
    assert "only tables of the same game" in before.findings[0].text
    assert examined(table("1", WILD), table("2", WILD), on=first_day - timedelta(1)).is_lawful


@pytest.mark.parametrize(("on", "lawful"), [(LETTER, 0), (CHANGE - timedelta(1), 0), (CHANGE, 1), (LATER, 1)])
def test_several_jackpots_of_different_games_by_day(on: date, lawful: int) -> None:
    tables = table("1", WILD, other_jackpots=("Minor",)), table("2", STUD_ON_THE_LINK)
    found = examined(*tables, on=on)
    assert found.is_lawful == bool(lawful)
    if not lawful:
        assert told(found.findings) == ["link.different_games"]
        assert "also feeds Minor" in found.findings[0].text


def test_one_game_may_have_several_jackpots_on_any_day() -> None:
    assert examined(table("1", WILD, other_jackpots=("Minor",)), table("2", WILD)).is_lawful


def test_one_location_in_a_card_room() -> None:
    for second in (WILD, STUD_ON_THE_LINK):
        tables = table("1", WILD), table("2", second, location="Tukwila")
        found = examined(*tables)
        assert not found.is_lawful
        assert "in one licensed location, not in Lacey and Tukwila" in found.findings[0].text
        assert examined(*tables, law=tribal()).is_lawful


def test_every_table_of_different_games_has_a_meter() -> None:
    assert told(examined(table("1", WILD), table("2", STUD_ON_THE_LINK, meter=False)).findings) == [
        "link.different_games"
    ]


def test_different_makers_need_a_report() -> None:
    tables = table("1", WILD, maker="A"), table("2", WILD, maker="B")
    assert told(examined(*tables).findings) == ["link.makers"]
    assert examined(*tables, test_report="R-7").is_lawful
    assert examined(table("1", WILD, maker="A"), table("2", WILD, maker="A")).is_lawful


def test_a_laboratory_connects_anything_and_certifies_only_what_is_equal() -> None:
    unequal = examined(table("1", WILD), table("2", SEVEN_CARDS), law=laboratory())
    assert unequal.is_lawful
    with pytest.raises(LawError, match="not equal"):
        certificate(unequal)
    assert certificate(examined(*PAIR, law=laboratory()))["rules"] == []


def test_a_link_has_tables_and_each_of_them_a_progressive() -> None:
    with pytest.raises(LawError, match="needs tables"):
        examined()
    with pytest.raises(LawError, match="wins no share of a meter"):
        examined(table("1", WILD, wager="Flush Rush", paytable="1"))


def rare(one_in: int) -> WagerOdds:
    honest = award_odds(WILD, LINK, "ML01")
    award = AwardOdds("Mega", Fraction(1), ("royal flush",), 1, one_in)
    return WagerOdds(honest.game, honest.wager, honest.paytable, 5, by_hands=True, awards=(award,))


def test_an_award_rarer_than_one_in_a_hundred_million_is_told_and_stops_nothing() -> None:
    law = examined(*PAIR).law
    assert not list(check_award_odds(law, rare(100_000_000)))
    (finding,) = check_award_odds(law, rare(100_000_001))
    assert not finding.rule.binds
    assert "rarer than one in 100,000,000: its odds are to be displayed (one in 100,000,001)" in finding.text


def test_a_rare_fixed_pay_and_an_award_that_no_hand_wins_are_told_too() -> None:
    """Only shares of a level were looked at, and of these only such as some hand wins."""
    law, honest = examined(*PAIR).law, award_odds(WILD, LINK, "ML01")
    assert [pay.name for pay in honest.fixed][:2] == ["four of a kind", "full house"]
    assert not list(check_award_odds(law, honest))
    pay = AwardOdds("", Fraction(0), ("four of a kind",), 3, 300_000_001)
    (finding,) = check_award_odds(law, dataclasses.replace(honest, fixed=(pay,)))
    assert "four of a kind is rarer than one in 100,000,000" in finding.text
    without_tens = dataclasses.replace(WILD, deck=dataclasses.replace(WILD.deck, ranks="23456789JQKA"))
    (finding,) = check_award_odds(law, award_odds(without_tens, LINK, "ML01", again=True))
    assert finding.text.endswith(
        "100% of Mega is rarer than one in 100,000,000: its odds are to be displayed (no hand wins it)"
    )


def test_odds_that_cannot_be_counted_here_are_told_and_stop_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def count(*_: object) -> None:
        raise NoNumba

    law = examined(*PAIR).law
    monkeypatch.setattr(odds, "kept_sheet", lambda *_: None)
    monkeypatch.setattr(odds, "_by_hands", count)
    bets = Limits(1_000_000, 5_000_000)
    offer = Offer(game=WILD, opening=bets, side_bets={LINK: bets}, paytables={LINK: "ML01"}, progressive=LINK)
    (finding,) = odds.check_offered_odds(law, offer)
    assert not finding.rule.binds
    assert finding.text.endswith("the odds of its awards are not known here: " + str(NoNumba()))


def test_a_transfer_never_makes_a_prize_rarer() -> None:
    law = examined(*PAIR).law
    five, seven = award_odds(WILD, LINK, "ML01"), award_odds(SEVEN_CARDS, LINK, "ML01")
    assert not list(check_transfer(law, five, seven, "Major"))
    assert told(check_transfer(law, five, five, "Mega")) == ["jackpot.removal"], "Major would become as rare as Mega"
    assert told(check_transfer(law, seven, five, "Mega")) == ["jackpot.removal"] * 2
    assert not list(check_transfer(law, five, five, "Major"))


def test_odds_counted_before_are_taken_and_a_certificate_counts_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Setting up a table on a shared jackpot solved the whole game while somebody waited: minutes on a busy server."""
    rows = (LevelRow("meter", "bad beat", Fraction(1), Fraction(1, 50)),)
    game = games.find("straight-edge-poker", "V1")
    bet = game.wager("Two Way Bad Beat")
    nil = Fraction(0)
    sheet = WagerPar(bet.name, "side bet", bet.paytable.name, 100, nil, nil, nil, nil, (), rows)
    solved = list[bool]()

    def count(*_: object) -> WagerPar:
        solved.append(True)
        return sheet

    monkeypatch.setattr("fairfelt.engine.exact.solve", lambda _: None)
    monkeypatch.setattr("fairfelt.engine.exact.wager_par", count)
    for kept, again in ((sheet, False), (None, False), (sheet, True)):
        monkeypatch.setattr(odds, "kept_sheet", lambda *_, kept=kept: kept)
        (award,) = award_odds(game, bet.name, again=again).awards
        assert (award.combinations, award.total) == (2, 100)
    assert len(solved) == 2
