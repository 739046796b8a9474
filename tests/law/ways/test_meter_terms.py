"""Terms of a meter against the sheet of its paytable: fixed pays, seeds at every level, rates that only go down."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from fairfelt import games
from fairfelt.jackpot import FixedPays, Freeze, Level, Terms
from fairfelt.jackpot.meters import all_offers
from fairfelt.law import Limits, Offer, check_terms
from fairfelt.rules import MICROS, Preset, PresetLevel
from tests.law.law_days import commercial, dollars, laboratory, told, tribal

LINK = "Multi-Game Link Progressive"
LEVELS = (Level("Mega", dollars(10_000), 150_000), Level("Major", dollars(1_000), 80_000))
TERMS = Terms(
    name="mega", levels=LEVELS, largest_increment_micros=MICROS, executive_from_micros=0,
    freeze=Freeze.AT_CONFIRMATION,
)  # fmt: skip


def offer(terms: Terms = TERMS, paytable: str = "ML01", least: int = 1) -> Offer:
    return Offer(
        game=games.find("flushes-gone-wild"),
        opening=Limits(dollars(5), dollars(100)),
        side_bets={LINK: Limits(dollars(least), dollars(25))},
        paytables={LINK: paytable},
        progressive=LINK,
        terms=(terms,),
    )


def test_terms_that_keep_to_the_sheet() -> None:
    assert not list(check_terms(commercial(), offer()))


def test_fixed_pays_do_not_come_off_a_meter_whose_sheet_pays_them_from_the_tray() -> None:
    """It was accepted under a law that binds, without a notice."""
    from_meter = structs.replace(TERMS, fixed_pays=FixedPays.METER)
    (finding,) = check_terms(commercial(), offer(from_meter))
    assert finding.rule.id == "meter.fixed_pays"
    assert "are paid from the tray, not from the meter" in finding.text
    assert told(check_terms(tribal(), offer(from_meter))) == ["meter.fixed_pays"]
    assert not list(check_terms(laboratory(), offer(from_meter)))
    edge = games.find("straight-edge-poker")
    either = replace(
        offer(), game=edge, side_bets={}, paytables={"Two Way Bad Beat": "1"}, progressive="Two Way Bad Beat",
        terms=(structs.replace(from_meter, levels=(Level("meter", dollars(1_000), 10_000),)),),
    )  # fmt: skip
    assert not list(check_terms(commercial(), either)), "its sheet leaves it to the casino"


def test_a_meter_that_the_hand_button_reduces_is_told_of_and_stops_nothing() -> None:
    at_claim = structs.replace(TERMS, freeze=Freeze.AT_CLAIM)
    for played_off in (False, True):
        (finding,) = check_terms(commercial(), replace(offer(at_claim), played_off=played_off))
        assert (finding.rule.id, finding.rule.binds) == ("meter.reduced", False)
        assert finding.text == "mega: the hand button takes an award off the meter before it is confirmed"
    assert told(check_terms(tribal(), offer(at_claim))) == ["meter.reduced"]


@pytest.mark.parametrize(
    ("seeds", "least", "says"),
    [
        ((0, 1_000), 1, "Mega has no seed"),
        ((10_000, 0), 1, "Major has no seed"),
        ((10_000, 299), 1, "the seed of Major, $299.00, is below the largest fixed award, $300.00"),
        ((10_000, 300), 1, ""),
        ((10_000, 1_000), 5, "the seed of Major, $1,000.00, is below the largest fixed award, $1,500.00"),
    ],
)
def test_every_level_has_a_seed_as_large_as_the_largest_fixed_award(
    seeds: tuple[int, ...], least: int, says: str
) -> None:
    levels = tuple(structs.replace(level, seed_micros=dollars(seed)) for level, seed in zip(LEVELS, seeds, strict=True))
    found = list(check_terms(commercial(), offer(structs.replace(TERMS, levels=levels), least=least)))
    assert [finding.rule.id for finding in found] == ["meter.seed"] * bool(says)
    assert says in "".join(finding.text for finding in found)


def test_a_rate_is_only_lowered_from_the_one_that_was_filed_as_the_makers() -> None:
    filed = Preset({"Mega": PresetLevel(0, 150_000), "Major": PresetLevel(0, 79_999)}, printed="configuration sheet 4")
    (finding,) = check_terms(commercial(), replace(offer(), filed={"ML01": filed}))
    assert finding.rule.id == "meter.rate"
    assert "8% of each wager is above the pre-configured 7.9999% of Major" in finding.text
    lower = Preset({"Mega": PresetLevel(0, 150_001), "Major": PresetLevel(0, 80_000)}, printed="configuration sheet 4")
    assert not list(check_terms(commercial(), replace(offer(), filed={"ML01": lower})))


def test_terms_that_wait_are_held_against_the_sheet_too_and_each_thing_is_said_once() -> None:
    waiting = structs.replace(TERMS, levels=(LEVELS[0], structs.replace(LEVELS[1], seed_micros=0)))
    assert told(check_terms(commercial(), replace(offer(), terms=(TERMS, waiting)))) == ["meter.seed"]
    assert told(check_terms(commercial(), replace(offer(), terms=(waiting, waiting)))) == ["meter.seed"]


def test_rulings_name_bets_of_their_own_game() -> None:
    for game in (version for each in games.catalogue() for version in each.variants):
        for ruling in game.rulings:
            assert all(game.wager(name).is_optional for name in ruling.one_of), ruling.name
        assert all(not game.excluded(wager.name for wager in bets) for bets in game.offered_together)
        assert {wager.name for bets in game.offered_together for wager in bets} == {one.name for one in game.optional}


def test_presets_that_ship_say_whose_they_are_and_keep_to_the_sheets_themselves() -> None:
    """The sheets print no figures: what ships is a suggestion, says so, and is never held against a room."""
    ships = [one for one in all_offers().values() if one.find_game().paytable(one.wager, one.paytable).preset]
    assert {one.paytable for one in ships} >= {"01", "ML01", "ML03", "1", "2"}
    for one in ships:
        game = one.find_game()
        preset = game.paytable(one.wager, one.paytable).preset
        assert preset and set(preset.levels) == set(one.levels)
        assert not preset.printed
        assert "prints no seed and no rate" in preset.origin
        levels = tuple(Level(name, at.seed_micros, at.rate_ppm) for name, at in preset.levels.items())
        terms = structs.replace(TERMS, levels=levels)
        set_up = replace(
            offer(), game=game, side_bets={}, paytables={one.wager: one.paytable}, progressive=one.wager, terms=(terms,)
        )
        assert not list(check_terms(commercial(), set_up)), one.words
