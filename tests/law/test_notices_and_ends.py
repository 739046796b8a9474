"""The end of a jackpot, house jackpots, merchandise, limits of meters, reasons to adjust."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from fairfelt.jackpot import Reason
from fairfelt.law import (
    Disposal,
    HouseJackpot,
    LawError,
    Merchandise,
    Stage,
    announced,
    check_house_jackpot,
    check_kind,
    check_limit,
    check_merchandise,
    check_reason,
)
from tests.law.law_days import LETTER, commercial, dollars, laboratory, told


def test_a_jackpot_ends_after_its_notice_and_when_nothing_is_held() -> None:
    ending = announced(commercial(), "Mega", Disposal.TRANSFER, to="Minor", notice="sign 1")
    assert ending.earliest == LETTER + timedelta(10)
    with pytest.raises(LawError, match="stays posted until Jun 24, 2023"):
        ending.begun(LETTER + timedelta(9))
    with pytest.raises(LawError, match="is announced; it closes from under way only"):
        ending.closed(LETTER, 0, "D-1")
    moving = ending.begun(LETTER + timedelta(10))
    with pytest.raises(LawError, match="under way already"):
        moving.begun(LETTER + timedelta(11))
    with pytest.raises(LawError, match="still holds players' money"):
        moving.closed(LETTER + timedelta(11), 1, "D-1")
    with pytest.raises(LawError, match="needs a document"):
        moving.closed(LETTER + timedelta(11), 0, "")
    closed = moving.closed(LETTER + timedelta(11), 0, "D-1")
    assert (closed.stage, closed.closed_on) == (Stage.CLOSED, LETTER + timedelta(11))
    with pytest.raises(LawError, match="is closed already"):
        closed.begun(LETTER + timedelta(12))
    assert announced(laboratory(), "Mega", Disposal.PLAY_OFF, notice="sign").earliest == LETTER


@pytest.mark.parametrize(
    ("way", "to", "notice"),
    [
        (Disposal.TRANSFER, "", "sign"),
        (Disposal.DONATION, "", "sign"),
        (Disposal.PLAY_OFF, "Minor", "sign"),
        (Disposal.TRANSFER, "Mega", "sign"),
        (Disposal.PLAY_OFF, "", ""),
    ],
)
def test_an_end_names_who_receives_the_money_and_its_notice(way: Disposal, to: str, notice: str) -> None:
    with pytest.raises(LawError):
        announced(commercial(), "Mega", way, to=to, notice=notice)


def test_a_house_jackpot_pays_each_and_is_posted() -> None:
    jackpot = HouseJackpot(name="Sevens", game="flush-rush", hand="four sevens", amount_micros=dollars(500))
    assert jackpot.owed_micros(2) == dollars(1_000)
    assert told(check_house_jackpot(commercial(), jackpot)) == ["jackpot.house"]
    assert not list(check_house_jackpot(commercial(), replace(jackpot, posted=True)))
    assert not list(check_house_jackpot(laboratory(), jackpot))
    assert not list(check_house_jackpot(commercial(date(2021, 6, 13)), jackpot)), "the rule came the day after"
    assert told(check_house_jackpot(commercial(date(2021, 6, 14)), jackpot)) == ["jackpot.house"]
    with pytest.raises(LawError, match="amount above zero"):
        replace(jackpot, amount_micros=0)


@pytest.mark.parametrize(("kind", "finds"), [("progressive", 0), ("house", 0), ("mystery", 1), ("hot seat", 1)])
def test_only_jackpots_won_by_a_hand(kind: str, finds: int) -> None:
    assert len(list(check_kind(commercial(), kind))) == finds
    assert not list(check_kind(laboratory(), kind))


CAR = Merchandise(
    item="a car", value_micros=dollars(20_000), fixed_prize_micros=dollars(20_000), from_reserve_micros=dollars(18_000),
    reserve_held_micros=dollars(18_000), rights_owner_approval="R", controls_approval="C", invoice="I",
    notice_posted=True,
)  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        replace(CAR, value_micros=CAR.value_micros - 1),
        replace(CAR, from_reserve_micros=CAR.reserve_held_micros + 1),
        replace(CAR, rights_owner_approval=""),
        replace(CAR, controls_approval=""),
        replace(CAR, invoice=""),
        replace(CAR, notice_posted=False),
    ],
)
def test_merchandise_with_all_its_papers_and_with_one_missing(wrong: Merchandise) -> None:
    assert not list(check_merchandise(commercial(), CAR))
    assert told(check_merchandise(commercial(), wrong)) == ["prize.merchandise"]
    assert not list(check_merchandise(laboratory(), wrong))


def test_a_limit_at_what_stands_and_below() -> None:
    assert not list(check_limit(commercial(), "Mega", dollars(500), dollars(500)))
    (finding,) = check_limit(commercial(), "Mega", dollars(500) - 1, dollars(500))
    assert finding.sentence.endswith("(WAC 230-15-685 (4))")
    assert not list(check_limit(laboratory(), "Mega", 0, dollars(500)))


def test_every_reason_of_the_program_is_one_of_the_law() -> None:
    assert not [reason for reason in Reason if list(check_reason(commercial(), reason))]
