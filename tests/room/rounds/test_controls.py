"""The controls as the sheets tell them: when a win is logged, when the meter moves, and hands without a spot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fairfelt.jackpot import Freeze, Reason
from fairfelt.room import Controls
from fairfelt.room.commands.accounts import Adjusted
from fairfelt.room.commands.round_events import AwardsConfirmed, MeterAdjusted
from tests.room.events import build_event
from tests.room.floors import LINK_PROGRESSIVE, MEGA, UNIT, Pit

ROYAL, STRAIGHT_FLUSH, QUADS, FULL_HOUSE = "royal flush", "straight flush", "four of a kind", "full house"
AT_CONFIRMATION = replace(MEGA, freeze=Freeze.AT_CONFIRMATION)
EVE = ["card eve"]


def key(pit: Pit, to_jph: bool) -> None:
    pit.press("turn key", "T2", to_jph=to_jph, cards=EVE)


def test_legacy_logs_at_j_pot_and_adjusts_the_meter_at_run() -> None:
    """The meter once moved at J-POT already; by the sheet the key's return to RUN adjusts it."""
    pit = Pit(AT_CONFIRMATION)
    pit.start("T2")
    full = pit.meter()
    pit.press("press hand", "T2", seat=1, hand=ROYAL)
    key(pit, to_jph=True)
    logged = pit.press("confirm", "T2", cards=[*EVE, "card sue"])
    assert (logged["phase"], logged["live"]) == ("logged", ["key to RUN"])
    assert (logged["awards"][0]["number"], logged["awards"][0]["amount_micros"]) == (1, full)
    assert pit.meter() == full, "logged, and still shown"
    pit.start("T1")
    key(pit, to_jph=False)
    assert isinstance(pit.events[-1].body, MeterAdjusted)
    assert pit.meter() == 10_000 * UNIT + 300_000 + 3 * 750_000, "seed, reserve, and what came in since"
    assert pit.floor.balances()["mega/paid"] == full + 2 * 5000 * UNIT
    assert pit.press("end game", "T2")["live"] == ["bet", "COIN IN"]


def test_nexus_logs_and_adjusts_at_the_swipe() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start()
    full = pit.meter()
    pit.press("press hand", seat=1, hand=ROYAL)
    assert pit.meter() == full
    paid = pit.press("confirm", cards=[*EVE, "card sue"])
    assert (paid["phase"], isinstance(pit.events[-1].body, AwardsConfirmed)) == ("paid", True)
    assert pit.meter() == 10_000 * UNIT + 300_000


def test_what_is_logged_elsewhere_is_not_won_a_second_time() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start("T1")
    pit.start("T2")
    pit.press("press hand", "T2", seat=1, hand=ROYAL)
    pit.press("press hand", "T1", seat=1, hand=ROYAL)
    key(pit, to_jph=True)
    pit.press("confirm", "T2", cards=[*EVE, "card sue"])
    refused = pit.refused("confirm", "keypad T1", table="T1", cards=[*EVE, "card sue"])
    assert refused == "table T2 has logged an award of Mega: its key has to return to RUN first"
    assert "has to return to RUN first" in pit.refused(
        "back out award", number=1, why="x", document="D", cards=["card ann", *EVE]
    )
    key(pit, to_jph=False)
    award = pit.press("confirm", "T1", cards=[*EVE, "card sue"])["awards"][0]
    assert award["amount_micros"] == 10_000 * UNIT + 600_000, "the seed and the reserve"


def test_an_adjustment_between_j_pot_and_run_does_not_shorten_the_award() -> None:
    """On older logs the office made one there."""
    pit = Pit(AT_CONFIRMATION)
    pit.start("T2")
    pit.press("press hand", "T2", seat=1, hand=STRAIGHT_FLUSH)
    key(pit, to_jph=True)
    won = pit.press("confirm", "T2", cards=[*EVE, "card sue"])["awards"][0]["amount_micros"]
    event = build_event(
        Adjusted, jackpot="mega", level="Major", amount_micros=100 * UNIT, document="D", reason=Reason.SEED_RECOVERY
    )
    pit.floor = event.apply(pit.floor)
    key(pit, to_jph=False)
    assert pit.floor.balances()["mega/paid"] == won + 2 * 1500 * UNIT


def test_the_legacy_hand_button_needs_no_spot() -> None:
    """A seat was always asked for; the legacy keypad of the sheet has none."""
    pit = Pit()
    pit.start("T2")
    pit.press("press hand", "T2", hand=ROYAL)
    claimed = pit.press("press hand", "T2", hand=FULL_HOUSE)
    assert [(claim["seat"], claim["hand"]) for claim in claimed["claims"]] == [(0, FULL_HOUSE), (0, ROYAL)]
    pit.press("press hand", "T2", hand=FULL_HOUSE)
    key(pit, to_jph=True)
    paid = pit.press("confirm", "T2", cards=[*EVE, "card sue"])
    assert [(row["seat"], row["wager_micros"]) for row in paid["awards"]] == [(0, 5 * UNIT)]
    assert [row["amount_micros"] for row in paid["envy"]] == [5000 * UNIT] * 2, "all bettors but the one who made it"


def test_where_bets_differ_or_one_alone_bets_the_spot_is_known_or_asked() -> None:
    pit = Pit()
    pit.press("start game", "T2", bets={"4": UNIT})
    assert pit.press("press hand", "T2", hand=QUADS)["claims"][0]["seat"] == 4
    pit.press("press hand", "T2", hand=QUADS)
    pit.press("end game", "T2")
    pit.press("start game", "T2", bets={"1": UNIT, "2": 5 * UNIT})
    refused = pit.refused("press hand", "keypad T2", table="T2", hand=QUADS)
    assert refused == "the bets of this round differ: select the seat, then the hand"
    pit.start("T1")
    refused = pit.refused("press hand", "keypad T1", table="T1", hand=QUADS)
    assert refused == "select the player spot first, then the hand"


@pytest.mark.parametrize(
    ("choice", "standalone", "linked"),
    [("as the sheet", False, True), ("qualify", False, True), ("do not qualify", False, False)],
)
def test_folded_hands_by_the_links_own_choice(choice: str, standalone: bool, linked: bool) -> None:
    """The sheet leaves it to the casino on a link, and decides it itself standalone; the room always said yes."""
    one = replace(MEGA, name="one", levels=(replace(MEGA.levels[0], name="meter"),))
    pit = Pit()
    pit.do("open jackpot", jackpot="one", terms=one, cards=["card ida", *EVE])
    pit.do("make link", link="alone", jackpot="one", location="Spokane", folded_hands=choice, cards=["card ida", *EVE])
    pit.do("make link", link="hall", jackpot="mega", location="Spokane", folded_hands=choice, cards=["card ida", *EVE])
    game = {"game": "flushes-gone-wild", "cards": ["card ida", *EVE]}
    pit.do("set up table", table="A", link="alone", wager="Progressive", paytable="01", **game)
    pit.do("set up table", table="L", link="hall", wager=LINK_PROGRESSIVE, paytable="ML01", **game)
    assert [pit.floor.tables[name].folded_hands_qualify for name in "AL"] == [standalone, linked]


def test_the_win_page_says_that_the_hand_was_folded() -> None:
    pit = Pit()
    pit.start()
    claimed = pit.press("press hand", seat=1, hand=QUADS, folded=True)
    assert claimed["claims"] == [{"seat": 1, "hand": QUADS, "folded": True}]
    pit.press("confirm", cards=[*EVE, "card sue"])
    assert [page.folded for page in pit.confirmed().pages()] == [True]


def test_both_procedures_are_named_where_they_are_chosen() -> None:
    assert "J-POT, which logs the win, key back to RUN, which adjusts the meter" in Controls.LEGACY.meaning
    assert "CONFIRM with a card, which logs the win and adjusts the meter" in Controls.NEXUS.meaning
