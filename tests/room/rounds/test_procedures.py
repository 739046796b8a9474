"""The sheets' procedures at a table, step by step, with both generations of controls."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from fairfelt import games
from fairfelt.jackpot import FixedPays, Freeze, Level, Reason
from fairfelt.room import hand_buttons
from fairfelt.room.commands.accounts import open_references
from tests.room.floors import MEGA, UNIT, Pit, digest

ROYAL, STRAIGHT_FLUSH, QUADS, TRIPS = "royal flush", "straight flush", "four of a kind", "three of a kind"
TWO = ["card eve", "card sue"]


def test_hand_buttons_come_from_the_paytable() -> None:
    buttons = hand_buttons(games.flushes_gone_wild, "Multi-Game Link Progressive", "ML01")
    assert [button.hand for button in buttons][:3] == [ROYAL, STRAIGHT_FLUSH, QUADS]
    assert (buttons[0].level, buttons[0].share, buttons[0].envy_micros) == ("Mega", "1", 1000 * UNIT)
    assert (buttons[2].times_wager, buttons[2].level) == (300, "")
    bad_beat = hand_buttons(games.straight_edge_poker, "Two Way Bad Beat", "1")
    assert [(b.hand, b.level or b.times_wager) for b in bad_beat] == [
        ("7-card straight", "meter"), ("6-card straight", 250), ("5-card straight", 25), ("4-card straight", 5),
    ]  # fmt: skip


def test_nexus_from_start_to_end() -> None:
    pit = Pit()
    started = pit.start()
    assert started["live"] == ["hand", "FOUL HAND", "MISDEAL", "END GAME"]
    assert pit.meter() == 10_000 * UNIT + 3 * 750_000, "the meter rises with each wager at once"
    claimed = pit.press("press hand", seat=2, hand=STRAIGHT_FLUSH, cards=["card dan"])
    assert claimed["live"] == ["hand", "FOUL HAND", "MISDEAL", "CONFIRM"]
    assert claimed["prizes"][0]["amount_micros"] == 1001_200_000
    assert pit.meter("Major") == 1000_150_000, "reseeded with seed and reserve while the claim is pending"
    paid = pit.press("confirm", cards=["card sue"])
    assert paid["awards"][0]["number"] == 1
    assert paid["live"] == ["hand", "FOUL HAND", "MISDEAL", "END GAME"]
    assert pit.press("end game")["live"] == ["bet", "START GAME"]


def test_legacy_from_coin_in_to_game_over() -> None:
    pit = Pit()
    assert pit.start("T2")["live"] == ["hand", "FOUL HAND", "MISDEAL", "GAME OVER"]
    assert pit.press("press hand", "T2", seat=1, hand=QUADS)["live"] == ["hand", "FOUL HAND", "MISDEAL", "key to JPH"]
    assert "cannot be pressed now; live buttons: hand, FOUL HAND, MISDEAL, key to JPH" in pit.refused(
        "confirm", "keypad T2", table="T2", cards=["card sue"]
    )
    assert pit.press("turn key", "T2", to_jph=True, cards=["card sue"])["live"] == ["J-POT", "key to RUN"]
    assert pit.press("confirm", "T2", cards=["card sue", "card dan"])["live"] == ["key to RUN"]
    assert pit.press("turn key", "T2", to_jph=False, cards=["card sue"])["live"] == [
        "hand", "FOUL HAND", "MISDEAL", "GAME OVER",
    ]  # fmt: skip
    assert pit.press("end game", "T2")["live"] == ["bet", "COIN IN"]
    assert pit.floor.balances()["mega/paid"] == 300 * 5 * UNIT


def test_a_hand_button_pressed_again_takes_the_claim_back() -> None:
    pit = Pit()
    pit.start()
    before = pit.floor.balances()
    pit.press("press hand", seat=2, hand=ROYAL)
    assert pit.floor.balances()["mega/pending/Mega"]
    pit.press("press hand", seat=2, hand=ROYAL)
    assert pit.floor.balances() == before
    assert pit.floor.live_labels(pit.floor.tables["T1"]) == ("hand", "FOUL HAND", "MISDEAL", "END GAME")


def test_the_prize_is_frozen_while_other_tables_play_on() -> None:
    pit = Pit()
    pit.start()
    frozen = pit.press("press hand", seat=3, hand=ROYAL)["prizes"][0]["amount_micros"]
    pit.start("T2", bet=25 * UNIT)
    assert pit.press("confirm", cards=["card eve", "card sue"])["awards"][0]["amount_micros"] == frozen
    assert pit.meter() == 10_000 * UNIT + 300_000 + 3 * 3_750_000


def test_the_prize_is_fixed_at_the_swipe_where_that_is_the_policy() -> None:
    pit = Pit(replace(MEGA, freeze=Freeze.AT_CONFIRMATION))
    pit.start()
    claimed = pit.press("press hand", seat=3, hand=ROYAL)
    assert (claimed["prizes"][0]["amount_micros"], claimed["prizes_locked"]) == (10_002_250_000, False), "as of now"
    assert claimed["meters_micros"]["Mega"] == 10_002_250_000, "and the meter still shows it"
    pit.start("T2", bet=25 * UNIT)
    award = pit.press("confirm", cards=["card eve", "card sue"])["awards"][0]
    assert award["amount_micros"] == 10_013_500_000


@pytest.mark.parametrize("freeze", Freeze)
def test_a_claim_outlives_a_change_of_the_policy(freeze: Freeze) -> None:
    """Whichever way the policy changes while a claim waits, it is paid once and nothing stays pending."""
    pit = Pit(replace(MEGA, freeze=freeze))
    pit.start()
    pit.press("press hand", seat=3, hand=ROYAL)
    (other,) = set(Freeze) - {freeze}
    asked = {"jackpot": "mega", "terms": replace(MEGA, freeze=other), "why": "new controls"}
    pit.do("change terms", **asked, cards=["card ann", "card bob"])
    (award,) = pit.press("confirm", cards=["card eve", "card sue"])["awards"]
    assert award["amount_micros"] == 10_002_250_000
    assert pit.floor.balances().get("mega/pending/Mega", 0) == 0


def test_several_winners_in_the_sheets_order_whoever_is_entered_first() -> None:
    pit = Pit()
    pit.start(seats=(1, 4, 6))
    pit.press("press hand", seat=1, hand=ROYAL)
    prizes = pit.press("press hand", seat=6, hand=ROYAL)["prizes"]
    assert [(p["seat"], p["amount_micros"] > 10_002 * UNIT) for p in prizes] == [(6, True), (1, False)]
    assert prizes[1]["amount_micros"] == 10_000 * UNIT + 300_000, "seat 1 gets what the level was reseeded with"


def test_envy_goes_to_every_other_bettor_at_the_table_times_the_wager() -> None:
    pit = Pit()
    pit.press("start game", "T1", bets={"1": 5 * UNIT, "2": UNIT, "5": 2 * UNIT})
    pit.press("press hand", seat=1, hand=ROYAL)
    pit.press("press hand", seat=2, hand=STRAIGHT_FLUSH)
    paid = pit.press("confirm", cards=["card eve", "card sue"])
    got = {(row["seat"], row["for_seat"]): row["amount_micros"] // UNIT for row in paid["envy"]}
    assert got == {(2, 1): 1000, (5, 1): 2000, (1, 2): 1500, (5, 2): 600}


def test_an_award_needs_a_supervisor_or_from_an_amount_on_an_executive() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=ROYAL)
    assert pit.refused("confirm", "keypad T1", table="T1", cards=["card sue"]) == "executive card required"
    assert "supervisor" not in pit.refused("confirm", "keypad T1", table="T1", cards=["card dan"])
    pit.press("confirm", cards=["card eve", "card sue"])


def test_no_bet_no_claim_and_a_folded_hand_by_policy() -> None:
    pit = Pit()
    pit.start(seats=(1, 2))
    assert (
        pit.refused("press hand", "keypad T1", table="T1", seat=5, hand=QUADS)
        == "seat 5 has no progressive bet in this round, and its hand brings nobody envy"
    )
    assert "no hand of this paytable; hands: royal flush" in pit.refused(
        "press hand", "keypad T1", table="T1", seat=1, hand="pair"
    )
    pit.press("press hand", seat=1, hand=TRIPS, folded=True)
    pit.press("press hand", seat=1, hand=TRIPS)
    one = replace(MEGA, name="one", levels=(Level("meter", UNIT, 10_000),), fixed_pays=FixedPays.METER)
    by_two = {"cards": ["card ida", "card eve"]}
    pit.do("open jackpot", jackpot="one", terms=one, **by_two)
    pit.do("make link", link="alone", jackpot="one", location="Spokane", **by_two)
    alone = {"table": "T3", "link": "alone", "game": "flushes-gone-wild", "wager": "Progressive", "paytable": "01"}
    pit.do("set up table", **alone, controls="nexus", **by_two)
    pit.do("enrol device", device="keypad T3", device_kind="keypad", table="T3", key_sha256=digest("T3"), **by_two)
    pit.do("switch device", device="keypad T3", enabled=True, **by_two)
    pit.start("T3", bet=UNIT)
    reason = pit.refused("press hand", "keypad T3", table="T3", seat=1, hand=TRIPS, folded=True)
    assert reason == "a folded hand does not qualify at this table"


@pytest.mark.parametrize(
    ("bets", "sentence"),
    [
        ({"9": UNIT}, "there is no seat 9; seats are 1 to 8"),
        ({"1": 0}, "bets[0].amount_micros is a whole number of millionths above zero, not 0"),
        ({"1": 1.5}, "1.5 is not an integer"),
        ([{"seat": 1, "amount_micros": UNIT}, {"seat": 1, "amount_micros": 5 * UNIT}], "a seat is named twice"),
    ],
)
def test_bets_that_cannot_be_are_refused(bets: object, sentence: str) -> None:
    assert sentence in Pit().refused("start game", "keypad T1", table="T1", bets=bets)


def test_only_the_tables_own_enabled_keypad_is_heard() -> None:
    pit = Pit()
    assert "is not the keypad of table T1" in pit.refused("start game", "keypad T2", table="T1", bets={"1": UNIT})
    pit.do("switch device", device="keypad T1", enabled=False, cards=["card ida"])
    assert "is disabled" in pit.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})


def test_three_wrong_pins_lock_a_card_and_somebody_else_unlocks_it() -> None:
    pit = Pit()
    for _ in range(3):
        pit.serves("enter pin", device="keypad T1", card="card sue", right=False)
    assert "locked after too many incorrect PINs" in pit.refused(
        "enter pin", "server", device="keypad T1", card="card sue", right=True
    )
    assert pit.refused("unlock card", card="card ida", cards=["card ida"]) == "nobody unlocks their own card"
    pit.do("unlock card", card="card sue", cards=["card ida"])
    pit.serves("enter pin", device="keypad T1", card="card sue", right=True)


def test_an_adjustment_takes_two_people_a_permitted_reason_and_a_document() -> None:
    pit = Pit()
    pit.start()
    asked = {
        "jackpot": "mega",
        "level": "Mega",
        "reason": "seed recovery",
        "amount_micros": 100 * UNIT,
        "document": "A-17",
    }
    assert "two cards required" in pit.refused("adjust", **asked, cards=["card ann"])
    assert "two cards required" in pit.refused("adjust", **asked, cards=["card ann", "card ann"])
    assert "reason is one of won, display malfunction" in pit.refused(
        "adjust", **{**asked, "reason": "because"}, cards=["card ann", "card bob"]
    )
    assert "document" in pit.refused("adjust", **{**asked, "document": ""}, cards=["card ann", "card bob"])
    pit.press("end game")
    before = pit.meter()
    pit.do("adjust", **asked, cards=["card ann", "card bob"])
    assert pit.meter() == before - 100 * UNIT


@pytest.mark.parametrize("table", ["T1", "T2"])
@pytest.mark.parametrize("claimed", [False, True])
def test_the_house_takes_nothing_off_a_meter_that_a_table_plays_for(table: str, claimed: bool) -> None:
    """Half of a royal flush went back as seed between the hand button and the confirmation."""
    pit = Pit(replace(MEGA, freeze=Freeze.AT_CONFIRMATION))
    pit.start(table)
    if claimed:
        pit.press("press hand", table, seat=1, hand=ROYAL)
    taken = (("seed recovery", 0), ("display malfunction", report_wrong_meter(pit, UNIT)))
    for reason, number in taken:
        asked = {**ADJUSTED, "reason": reason, "amount_micros": UNIT, "refers_to": number}
        refused = pit.refused("adjust", **asked)
        assert refused == f"table {table} is playing for this jackpot; end the game first"
    added = {"reason": "display malfunction", "refers_to": report_wrong_meter(pit, -UNIT), "amount_micros": -UNIT}
    pit.do("adjust", **ADJUSTED, **added)
    if claimed:
        pit.press("press hand", table, seat=1, hand=ROYAL)
    pit.press("end game", table)
    for reason, number in taken:
        pit.do("adjust", **ADJUSTED, reason=reason, amount_micros=UNIT, refers_to=number)


ADJUSTED: dict[str, Any] = {"jackpot": "mega", "level": "Mega", "document": "A-17", "cards": ["card ann", "card bob"]}


def report_wrong_meter(pit: Pit, off_by: int, level: str = "Mega") -> int:
    """A supervisor reports by how much a meter was wrong."""
    wrong = {"jackpot": "mega", "level": level, "off_by_micros": off_by}
    pit.do("report malfunction", equipment="display 1", what="counted twice", **wrong, cards=["card sue"])
    return len(pit.floor.malfunctions)


@pytest.mark.parametrize("amount", [10_001_000_000, UNIT, -UNIT, -1_000_000_000 * UNIT])
def test_no_display_malfunction_is_corrected_that_nobody_reported(amount: int) -> None:
    """Two people took nearly all of a meter to the house, or put a billion on it, and no malfunction was on file."""
    pit = Pit()
    pit.start()
    reason = pit.refused("adjust", **ADJUSTED, reason="display malfunction", amount_micros=amount)
    assert "report it first, with jackpot, level and by how much the meter was wrong" in reason
    assert reason.endswith("open for Mega of mega: none")
    pit.do("report malfunction", equipment="display 1", what="dark", cards=["card sue"])
    asked = {"reason": "display malfunction", "amount_micros": amount, "refers_to": 1}
    assert "open for Mega of mega: none" in pit.refused("adjust", **ADJUSTED, **asked), "no meter was wrong in that one"


def test_a_correction_goes_as_far_as_the_report_and_the_wagers_on_record() -> None:
    pit = Pit()
    pit.start()  # three bets of $5, of which 15% go to Mega
    pit.press("end game")
    before, number = pit.meter(), report_wrong_meter(pit, 2 * UNIT)
    asked = {**ADJUSTED, "reason": "display malfunction", "refers_to": number}
    for wrong in (2 * UNIT + 1, -1):
        assert f"number {number} explains $2.00 and no more" in pit.refused("adjust", **asked, amount_micros=wrong)
    assert "open for Major of mega: none" in pit.refused("adjust", **{**asked, "level": "Major"}, amount_micros=1)
    pit.do("adjust", **asked, amount_micros=UNIT)
    assert "explains $1.00 and no more" in pit.refused("adjust", **asked, amount_micros=2 * UNIT), "what is left of it"
    pit.do("adjust", **asked, amount_micros=UNIT)
    assert "open for Mega of mega: none" in pit.refused("adjust", **asked, amount_micros=1)
    assert pit.meter() == before - 2 * UNIT
    for off_by in (UNIT, -5 * UNIT, -1_000_000_000 * UNIT):
        number = report_wrong_meter(pit, off_by)
        asked = {**asked, "refers_to": number, "amount_micros": off_by}
        reason = pit.refused("adjust", **asked)
        assert "corrections of Mega come to $2.25 at most, which recorded wagers brought" in reason
    pit.do("adjust", **{**asked, "amount_micros": -4_250_000})
    assert pit.meter() == before + 2_250_000
    pit.refused("adjust", **{**asked, "amount_micros": -1})


def test_what_was_wagered_before_a_level_was_won_whole_explains_nothing_after_it() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=ROYAL)
    pit.press("confirm", cards=TWO)
    pit.press("end game")
    asked = {**ADJUSTED, "reason": "display malfunction", "refers_to": report_wrong_meter(pit, -1), "amount_micros": -1}
    assert "come to $0.00 at most" in pit.refused("adjust", **asked)


def test_won_refers_to_an_award_that_was_backed_out_and_takes_its_prize_once() -> None:
    """Two people took $900 off a meter as won, and there was no award."""
    pit = Pit()
    won = {**ADJUSTED, "reason": "won", "amount_micros": 900 * UNIT}
    assert "open for Mega of mega: none" in pit.refused("adjust", **won)
    pit.start()
    full = pit.meter()
    pit.press("press hand", seat=1, hand=ROYAL)
    prize = pit.press("confirm", cards=TWO)["awards"][0]["amount_micros"]
    pit.press("end game")
    assert "open for Mega of mega: none" in pit.refused("adjust", **won, refers_to=1), "it took its own prize"
    pit.start()
    pit.do("back out award", number=1, why="misread", document="D", cards=["card ann", "card bob"])
    assert pit.meter() == full + 2_250_000, "with what the wagers of the next round brought"
    too_much = {**won, "amount_micros": prize + 1, "refers_to": 1}
    assert "holds less" in pit.refused("adjust", **too_much) or "explains" in pit.refused("adjust", **too_much)
    assert "open for Major of mega: none" in pit.refused("adjust", **{**won, "level": "Major"}, refers_to=1)
    pit.do("adjust", **won, refers_to=1)
    rest = prize - 900 * UNIT
    pit.start("T2")
    assert "explains" in pit.refused("adjust", **{**won, "amount_micros": rest + 1}, refers_to=1)
    pit.do("adjust", **{**won, "amount_micros": rest}, refers_to=1)
    assert "open for Mega of mega: none" in pit.refused("adjust", **{**won, "amount_micros": 1}, refers_to=1)


def test_won_takes_nothing_where_the_hand_can_be_entered_again_and_nothing_that_came_from_the_tray() -> None:
    """A royal was confirmed again in its reopened round, and then taken off the meter a second time as won."""
    pit = Pit()
    pit.start()
    won = {**ADJUSTED, "reason": "won", "amount_micros": UNIT}
    pit.press("press hand", seat=1, hand=ROYAL)
    pit.press("confirm", cards=TWO)
    pit.do("back out award", number=1, why="misread", document="D", cards=["card ann", "card bob"])
    assert pit.floor.tables["T1"].phase == "playing", "the round is open again"
    assert "open for Mega of mega: none" in pit.refused("adjust", **won, refers_to=1)
    pit.press("press hand", seat=1, hand="four of a kind")
    number = pit.press("confirm", cards=TWO)["awards"][0]["number"]
    pit.press("end game")
    pit.start()
    pit.do("back out award", number=number, why="misread", document="D", cards=["card ann", "card bob"])
    assert "open for Mega of mega: none" in pit.refused("adjust", **won, refers_to=number), "the tray paid it"


@pytest.mark.parametrize("table", ["T1", "T2"])
def test_an_award_that_was_backed_out_by_mistake_is_paid_by_hand_if_its_round_ended_without_another(table: str) -> None:
    """The hand could not be entered any more, and no adjustment was open for it: its prize stayed on the meter."""
    pit, won = Pit(), {**ADJUSTED, "reason": "won"}
    office = {"why": "by mistake", "document": "D", "cards": ["card ann", "card bob"]}

    def enter(seat: int, hand: str) -> int:
        pit.press("press hand", table, seat=seat, hand=hand)
        if table == "T2":
            pit.press("turn key", table, to_jph=True, cards=TWO)
        number = pit.press("confirm", table, cards=TWO)["awards"][0]["number"]
        if table == "T2":
            pit.press("turn key", table, to_jph=False, cards=TWO)
        return int(number)

    pit.start(table)
    royal = enter(1, ROYAL)
    prize = pit.floor.given[royal].amount_micros
    other = enter(2, "full house")
    pit.do("back out award", number=royal, **office)
    pit.press("end game", table)
    assert open_references(pit.floor, "mega", "Mega", Reason.WON) == {royal: prize}
    pit.do("back out award", number=other, **office)
    assert open_references(pit.floor, "mega", "Mega", Reason.WON) == {}, "the round is open: it can be entered again"
    pit.press("end game", table)
    pit.do("adjust", **{**won, "amount_micros": prize}, refers_to=royal)
    assert open_references(pit.floor, "mega", "Mega", Reason.WON) == {}
    pit.start(table)
    right = enter(3, ROYAL)
    pit.do("back out award", number=right, **office)
    enter(2, ROYAL)
    pit.press("end game", table)
    assert open_references(pit.floor, "mega", "Mega", Reason.WON) == {}, "another seat got the level instead"
    again = pit.room.initial()
    for event in pit.events:
        again = pit.room.replay(again, event)
    assert again == pit.floor


def test_over_limit_takes_what_stands_above_the_limit_and_names_its_document() -> None:
    """Any amount of any meter could be called over its limit, with “x” for a document."""
    pit = Pit()
    pit.start()
    pit.press("end game")
    asked = {**ADJUSTED, "reason": "over limit", "document": "memo 7, 2013-01-02, Felt & Sons"}
    assert "stands $0.00 above its limit: no more is over it" in pit.refused("adjust", **asked, amount_micros=1)
    levels = (replace(MEGA.levels[0], limit_micros=pit.meter()), MEGA.levels[1])
    limited = {"jackpot": "mega", "terms": replace(MEGA, levels=levels), "why": "a limit"}
    pit.do("change terms", **limited, cards=["card ann", "card bob"])
    wrong = {"reason": "display malfunction", "refers_to": report_wrong_meter(pit, -UNIT), "amount_micros": -UNIT}
    pit.do("adjust", **ADJUSTED, **wrong)
    for document in ("x", "memo 7", "memo, 2013-01-02, x"):
        refused = pit.refused("adjust", **{**asked, "document": document}, amount_micros=UNIT)
        assert "'over limit' is explained by a document: name the document by number, date and issuer" in refused
    assert "stands $1.00 above" in pit.refused("adjust", **asked, amount_micros=UNIT + 1)
    before = pit.meter()
    pit.do("adjust", **asked, amount_micros=UNIT)
    assert pit.meter() == before - UNIT


def test_funds_that_are_not_shown_go_to_receipts_with_a_document_only() -> None:
    pit = Pit()
    pit.start(bet=25 * UNIT)
    asked = {**ADJUSTED, "reason": "nondisplayed funds to receipts", "amount_micros": 1}
    assert "is explained by a document" in pit.refused("adjust", **{**asked, "document": "x"})
    named = {**asked, "document": "memo 8, 2013-01-02, Felt & Sons"}
    assert "the reserve of Mega holds less than that" in pit.refused("adjust", **{**named, "amount_micros": 10**12})
    pit.do("adjust", **named)


def test_other_reasons_refer_to_no_number_and_a_report_of_a_wrong_meter_is_whole() -> None:
    pit = Pit()
    asked = {**ADJUSTED, "reason": "seed recovery", "amount_micros": UNIT}
    assert "'seed recovery' refers to no number" in pit.refused("adjust", **asked, refers_to=1)
    failed = {"equipment": "display 1", "what": "dark", "cards": ["card sue"]}
    for wrong, sentence in (
        ({"jackpot": "moon", "level": "Mega", "off_by_micros": 1}, "there is no jackpot"),
        ({"jackpot": "mega", "level": "Tiny", "off_by_micros": 1}, "has no level 'Tiny'"),
        ({"jackpot": "mega", "level": "Mega"}, "say by how much the meter was wrong"),
        ({"off_by_micros": 1}, "there is no jackpot"),
    ):
        assert sentence in pit.refused("report malfunction", **failed, **wrong)


def test_new_rates_begin_with_the_next_whole_award() -> None:
    pit = Pit()
    levels = (replace(MEGA.levels[0], rate_ppm=300_000), MEGA.levels[1])
    asked = {
        "jackpot": "mega",
        "terms": replace(MEGA, levels=levels),
        "why": "summer",
        "cards": ["card ann", "card bob"],
    }
    pit.do("change terms", **asked)
    pit.start(seats=(1,))
    assert pit.meter() == 10_000 * UNIT + 750_000
    pit.press("press hand", seat=1, hand=ROYAL)
    pit.press("confirm", cards=["card eve", "card sue"])
    pit.press("end game")
    before = pit.meter()
    pit.start(seats=(1,))
    assert pit.meter() - before == 1_500_000


def test_a_jackpot_is_retired_into_another_with_all_it_holds() -> None:
    pit = Pit()
    pit.start()
    small = replace(MEGA, name="small", levels=(Level("only", UNIT, 100_000),))
    pit.do("open jackpot", jackpot="small", terms=small, cards=["card ida", "card eve"])
    asked = {"jackpot": "mega", "into": "small", "level": "only", "document": "R-1", "cards": ["card ann", "card bob"]}
    assert pit.refused("retire jackpot", **asked) == "table T1 is playing for this jackpot; end the game first"
    pit.press("end game")
    pit.do("retire jackpot", **asked)
    assert pit.meter() == 0
    assert pit.floor.meters("small")["only"] == 11_000 * UNIT + UNIT + 3 * (850_000 + 450_000)
    assert "retired" in pit.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})


def test_nothing_is_put_on_a_jackpot_that_is_retired() -> None:
    """A correction put the house's money on a meter that nobody can win any more."""
    pit, office = Pit(), {"jackpot": "mega", "cards": ["card ann", "card bob"]}
    pit.start()
    pit.press("end game")
    wrong = {"equipment": "display", "what": "stuck", "level": "Mega", "off_by_micros": -500_000}
    pit.do("report malfunction", jackpot="mega", **wrong, cards=["card sue"])
    pit.do("open jackpot", jackpot="heir", terms=replace(MEGA, name="heir"), cards=["card ida", "card eve"])
    pit.do("retire jackpot", into="heir", level="Mega", document="R-1", **office)
    correction = {"level": "Mega", "reason": "display malfunction", "amount_micros": -500_000, "refers_to": 1}
    says = "jackpot mega is retired: it stays as it is"
    assert pit.refused("adjust", document="D-1", **correction, **office) == says
    assert pit.refused("change terms", terms=MEGA, why="x", **office) == says
    assert pit.meter() == 0


def test_every_refusal_is_an_event_and_replaying_all_events_gives_the_same_floor() -> None:
    pit = Pit()
    pit.refused("start game", "keypad T1", table="T1", bets={"99": UNIT})
    pit.refused("start game", "keypad T1", table="T1", bets={"9": UNIT})
    pit.refused("start game", "keypad T2", table="T1")
    pit.refused("end game", "keypad T1", table="T1", cards=["card sue"])
    assert [event.kind for event in pit.events[-3:]] == ["refused/1"] * 3
    assert [(event.body.command, event.body.people) for event in pit.events[-2:]] == [
        ("start game/1", ()), ("end game/1", ("sue",)),
    ]  # fmt: skip
    logged = len(pit.events)
    pit.refused("dance")
    pit.refused("start game", "keypad T1")
    assert len(pit.events) == logged, "what cannot be read is no command, and is not on the log"
    pit.start()
    pit.press("press hand", seat=3, hand=ROYAL)
    pit.press("confirm", cards=["card eve", "card sue"])
    floor = pit.room.initial()
    for event in pit.events:
        floor = pit.room.replay(floor, event)
    assert floor == pit.floor
    assert Fraction(sum(pit.floor.balances().values())) == 0
