"""Paytables of side bets and aggregate limits: two forms that post to one placard and keep what the other posted."""

from __future__ import annotations

import pytest
from msgspec import structs

from fairfelt.law import AggregateLimit
from fairfelt.room import Controls
from fairfelt.room.commands.law import PostLimits
from tests.web.back_office import PINS, BackOffice, mistake_at
from tests.web.card_room import linked_table

UNIT = 1_000_000
LIMITS, AGGREGATES, REMOVE = (f"/manager/tables/T1/{part}" for part in ("limits", "aggregates", "aggregates/remove"))
RIDE = "/manager/tables/T3/limits"
BET = "Flush Rush"
OFFERED = {"opening-least": "5", "opening-most": "50", "bet-0-least": "1", "bet-0-most": "5", "seats": "5"}
LIMIT = {"bet": BET, "most": "15,000", "approval": "letter 7", "displayed": "yes"}
SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2]}
LAW = {
    "profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "licence 5", "sure": "yes",
    "second_card": "A-1", "second_pin": PINS["A-1"][2],
}  # fmt: skip


@pytest.fixture
def posted(office: BackOffice) -> BackOffice:
    """The same room with a side bet that is offered."""
    assert office.send(LIMITS, **OFFERED).url.path == "/manager/tables"
    return office


def hanging(office: BackOffice) -> tuple[AggregateLimit, ...]:
    return office.controller.floor.tables["T1"].limits.aggregates


def test_a_paytable_is_chosen_where_there_are_several(office: BackOffice) -> None:
    office.tell(structs.replace(linked_table("T3", Controls.NEXUS), game="let-it-ride", cards=("E-1", "T-1")))
    page = office.get(RIDE)
    assert "Paytable, 3 Card Bonus" in page
    assert "paytable ML01, fixed at setup" in page
    assert "Paytable, Multi-Game Link Progressive" not in page
    typed = {"opening-least": "5", "opening-most": "50", "bet-0-least": "1", "bet-0-most": "5"}
    wrong = office.send(RIDE, **typed, **{"paytable-3": "generous"})
    assert mistake_at(wrong.text, "paytable-3") == "Choose from the list."
    assert office.send(RIDE, **typed, **{"paytable-3": "40/40/20/6/3/1"}).url.path == "/manager/tables"
    hangs = office.controller.floor.tables["T3"].limits
    bets = dict.fromkeys(("Bet 1", "Bet 2", "Bet $"), "1000 to 1")
    assert hangs.paytables == {**bets, "3 Card Bonus": "40/40/20/6/3/1", "Multi-Game Link Progressive": "ML01"}
    assert '<option value="40/40/20/6/3/1" selected>' in office.get(RIDE)


def test_a_limit_is_added_and_the_rest_of_the_placard_stays(posted: BackOffice) -> None:
    before = posted.controller.floor.tables["T1"]
    assert "No aggregate limits are posted." in posted.get(AGGREGATES)
    done = posted.send(AGGREGATES, **LIMIT, player="7,500")
    assert done.url.path == AGGREGATES
    limit = AggregateLimit(
        wagers=(BET,), table_micros=15_000 * UNIT, player_micros=7_500 * UNIT, approval="letter 7", displayed=True
    )
    assert hanging(posted) == (limit,)
    after = posted.controller.floor.tables["T1"]
    assert (after.limits.opening, after.limits.side_bets) == (before.limits.opening, before.limits.side_bets)
    assert (after.limits.paytables, after.seats) == (before.limits.paytables, 5)
    for words in ("15,000.00", "7,500.00", "letter 7"):
        assert words in done.text
    assert ", 1 aggregate" in posted.get("/manager/tables")


def test_other_limits_keep_the_aggregates(posted: BackOffice) -> None:
    posted.send(AGGREGATES, **LIMIT)
    held = hanging(posted)
    assert posted.send(LIMITS, **{**OFFERED, "opening-most": "25"}).url.path == "/manager/tables"
    assert hanging(posted) == held
    page = posted.send(LIMITS, **{**OFFERED, "bet-0-least": "", "bet-0-most": ""})
    assert page.status_code == 422
    assert (
        "The aggregate limit on Flush Rush is for a bet that is not offered; offer it or drop the limit." in page.text
    )
    assert hanging(posted) == held


def test_a_bet_has_one_limit_however_often_the_form_is_sent(posted: BackOffice) -> None:
    fields = posted.fill(AGGREGATES, **LIMIT) | SECOND
    for _ in range(2):
        assert posted.client.post(AGGREGATES, data=fields).url.path == AGGREGATES
    assert [limit.table_micros for limit in hanging(posted)] == [15_000 * UNIT]
    posted.send(AGGREGATES, **LIMIT | {"bet": "Ante", "most": "9,000"})
    posted.send(AGGREGATES, **LIMIT | {"most": "20,000"})
    assert [(limit.wagers, limit.table_micros) for limit in hanging(posted)] == [
        (("Ante",), 9_000 * UNIT),
        ((BET,), 20_000 * UNIT),
    ]


def test_a_limit_is_taken_away(posted: BackOffice) -> None:
    posted.send(AGGREGATES, **LIMIT)
    posted.send(AGGREGATES, **LIMIT | {"bet": "Ante"})
    assert f'{REMOVE}?bet=Flush%20Rush"' in posted.get(AGGREGATES)
    fields = posted.fill(f"{REMOVE}?bet=Flush%20Rush") | SECOND
    assert fields["bet"] == BET
    for _ in range(2):
        assert posted.client.post(REMOVE, data=fields).url.path == AGGREGATES
    assert [limit.wagers for limit in hanging(posted)] == [("Ante",)]
    assert mistake_at(posted.send(REMOVE, bet=BET).text, "bet") == "Choose from the list."


def test_a_limit_on_several_bets_that_came_by_another_way_is_kept_and_can_go(posted: BackOffice) -> None:
    both = AggregateLimit(wagers=("Ante", BET), table_micros=9 * UNIT)
    held = posted.controller.floor.tables["T1"].limits
    posted.tell(PostLimits(table="T1", limits=structs.replace(held, aggregates=(both,)), cards=("E-1", "T-1")))
    posted.send(AGGREGATES, **LIMIT)
    assert [limit.wagers for limit in hanging(posted)] == [("Ante", BET), (BET,)]
    posted.send(REMOVE, bet="Ante and Flush Rush")
    assert [limit.wagers for limit in hanging(posted)] == [(BET,)]


@pytest.mark.parametrize(
    "typed, field, words",
    [
        ({"bet": "Luck"}, "bet", "Choose from the list."),
        ({"most": ""}, "most", "Required."),
        ({"most": "0"}, "most", "The amount must be above zero."),
        ({"player": "some"}, "player", "'some' is not an amount: enter it as 12,500.00."),
        ({"displayed": "soon"}, "displayed", "Choose from the list."),
    ],
)
def test_what_is_wrong_with_a_limit(posted: BackOffice, typed: dict[str, str], field: str, words: str) -> None:
    page = posted.send(AGGREGATES, **{**LIMIT, **typed})
    assert page.status_code == 422
    assert mistake_at(page.text, field) == words
    assert not hanging(posted)


@pytest.mark.parametrize(
    "typed, words",
    [
        ({"most": "10"}, "Flush Rush: the aggregate limit of"),
        ({"approval": ""}, "needs an approval; name its document"),
        ({"displayed": "no"}, "is to be displayed on the layout or a sign"),
        ({"bet": "Ante"}, "may its payout be limited"),
    ],
)
def test_a_law_that_binds_refuses_in_its_own_words(posted: BackOffice, typed: dict[str, str], words: str) -> None:
    posted.send("/manager/law/set", **LAW, mode="enforce")
    page = posted.send(AGGREGATES, **{**LIMIT, **typed})
    assert page.status_code == 422
    whole = page.text.partition('<div class="mistake whole" role="alert"')[2].partition("</p>")[0]
    assert words in whole
    assert "WAC 230-15-490" in whole
    assert not hanging(posted)
    assert posted.send(AGGREGATES, **LIMIT).url.path == AGGREGATES


@pytest.mark.parametrize("card", sorted(set(PINS) - {"E-1", "E-2", "T-1"}))
def test_nobody_else_limits_payouts(posted: BackOffice, card: str) -> None:
    posted.send(AGGREGATES, **LIMIT)
    held = hanging(posted)
    drawn = {AGGREGATES: posted.fill(AGGREGATES, **LIMIT | {"most": "90,000"}), REMOVE: posted.fill(REMOVE)}
    posted.sign_in(card)
    stamp = posted.fill("/manager/tables")["stamp"]
    for path, fields in drawn.items():
        assert posted.client.post(path, data={**fields, "stamp": stamp}).status_code == 403
    assert hanging(posted) == held
