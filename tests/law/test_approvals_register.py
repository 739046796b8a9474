"""The register: 66 games, fingerprints that any pay changes, conditions and versions on each side of their boundary."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta

import pytest

from fairfelt import games
from fairfelt.law import (
    Component,
    Law,
    Layer,
    Letter,
    Limits,
    MetCondition,
    Mode,
    Offer,
    Papers,
    Pin,
    ante_limit,
    check_approval,
    check_conditions,
    check_equipment,
    check_offer,
    check_operation,
    document_date,
    letter,
    may_open,
    paytables_of,
    pins_text,
    register,
)
from fairfelt.law.core import data_file
from fairfelt.rules import Game, Paytable, Wager, fingerprint, to
from tests.law.law_days import LETTER, commercial, dollars, laboratory, refusal, told, tribal
from tests.support.heavy import first_few

OF = letter()
PINNED = [games.find(pin.game, pin.variant) for pin in OF.pins]
RUSH = games.find("flush-rush")
PAPER = "letter 1, 2023-06-01, Washington State Gambling Commission"
CONTROLS = [MetCondition("controls-submitted", LETTER, PAPER), MetCondition("controls-approved", LETTER, PAPER)]
ALL_MET = (*CONTROLS, MetCondition("makers-licensed", LETTER, PAPER))


def test_the_letter() -> None:
    assert (OF.submission, OF.dated, len(OF.games)) == (3119, LETTER, 66)
    assert [game.number for game in OF.games] == list(range(1, 67))
    assert [game.number for game in OF.games if game.sheet] == [25, 26, 49, 50, 57, 60]


def test_every_game_that_names_a_number_is_in_the_register_and_the_other_way_round() -> None:
    entries = {entry.approved.number: entry for entry in register(OF, games.catalogue())}
    for game in games.catalogue():
        for version in game.variants:
            assert all(version in entries[number].versions for number in version.approvals)
    straight_edge = entries[50]
    assert straight_edge.approved.name == "Straight Edge Poker"
    assert [version.variant for version in straight_edge.versions] == ["v1", "v2"]


def test_the_pins_are_the_games_as_they_are() -> None:
    """A rule, pay or ruling was changed if this fails: compare with the sheet, then `fairfelt approvals pins`."""
    assert {pin.fingerprint for pin in OF.pins} == {fingerprint(game) for game in PINNED}
    held = data_file("pins", "wsgc-3119")["pins"]
    for pin in held:
        assert f'fingerprint = "{pin["fingerprint"]}"' in pins_text(OF, games.catalogue())
    assert pins_text(OF, games.catalogue()).count("[[pins]]") == len(held) == 6


def changed(game: Game, wager: Wager, place: int, line: int) -> Game:
    """The same game with one pay of one line another."""
    table = wager.paytables[place]
    pay = to(table.pays[line].net.numerator + 1)
    other = Paytable(table.name, {**table.pays, line: pay}, names=table.names, envy=table.envy, or_more=table.or_more)
    tables = (*wager.paytables[:place], other, *wager.paytables[place + 1 :])
    return game.with_wager(wager.name, paytables=tables)


@pytest.mark.parametrize("game", first_few(PINNED, 2), ids=lambda game: game.title)
def test_any_single_pay_changes_the_fingerprint_and_ends_the_approval(game: Game) -> None:
    law = commercial()
    assert not list(check_approval(law, OF, game))
    pays = [(w, at, line) for w in game.wagers for at, table in enumerate(w.paytables) for line in table.pays]
    others = [changed(game, *pay) for pay in pays]
    assert len({fingerprint(other) for other in others} | {fingerprint(game)}) == len(pays) + 1
    assert all(told(check_approval(law, OF, other)) == ["approval.games"] for other in others)


def test_a_ruling_read_otherwise_is_not_what_was_approved() -> None:
    v2 = games.find("straight-edge-poker", "v2")
    (finding,) = check_approval(commercial(), OF, v2.with_ruling("blind_on_zero_margin", "even"))
    assert "is not as it was approved" in finding.text
    assert not list(check_approval(laboratory(), OF, v2.with_ruling("blind_on_zero_margin", "even")))


def test_fingerprints_do_not_depend_on_the_process() -> None:
    names = [(pin.game, pin.variant) for pin in OF.pins]
    program = (
        "from fairfelt import games; from fairfelt.rules import fingerprint;"
        f"print(*(fingerprint(games.find(*name)) for name in {names}))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    ).stdout.split()
    assert printed == [pin.fingerprint for pin in OF.pins] == [fingerprint(game) for game in PINNED]


def test_the_approval_holds_from_its_day_on() -> None:
    assert told(check_approval(commercial(LETTER - timedelta(1)), OF, RUSH)) == ["approval.games"]
    assert not list(check_approval(commercial(LETTER), OF, RUSH))


def test_a_game_outside_the_letter_or_never_compared_is_not_approved() -> None:
    (finding,) = check_approval(commercial(), OF, replace(RUSH, approvals=()))
    assert "not among the games approved by Jun 14, 2023" in finding.text
    (finding,) = check_approval(commercial(), OF, games.find("caribbean-stud"))
    assert "were not there to be compared with" in finding.text


def test_conditions_of_a_card_room() -> None:
    law = commercial()
    assert len(list(check_conditions(law, OF, RUSH, ()))) == 3
    (finding,) = check_conditions(law, OF, RUSH, CONTROLS)
    assert "makers and distributors of layouts and other equipment are licensed" in finding.text
    assert not list(check_conditions(law, OF, RUSH, ALL_MET))
    late = (*CONTROLS, MetCondition("makers-licensed", LETTER + timedelta(1), PAPER))
    assert len(list(check_conditions(law, OF, RUSH, late))) == 1, "it is met tomorrow"
    assert not list(check_conditions(commercial(LETTER + timedelta(1)), OF, RUSH, late))


def test_a_condition_needs_its_document_and_its_own_game() -> None:
    law = commercial()
    undocumented = (*CONTROLS, MetCondition("makers-licensed", LETTER, ""))
    another = (*CONTROLS, MetCondition("makers-licensed", LETTER, PAPER, game="solitaire-stud"))
    assert len(list(check_conditions(law, OF, RUSH, undocumented))) == 1
    assert len(list(check_conditions(law, OF, RUSH, another))) == 1
    assert not list(check_conditions(law, OF, games.find("solitaire-stud"), another))


def test_conditions_of_a_tribal_casino_are_others() -> None:
    assert len(list(check_conditions(tribal(), OF, RUSH, ALL_MET))) == 5
    met = [
        MetCondition(id_, LETTER, PAPER)
        for id_ in ("agency-approved", "state-concurred", "appendix-a-18", "makers-certified")
    ]
    (finding,) = check_conditions(tribal(), OF, RUSH, met)
    assert "licensed by the tribe" in finding.text
    assert not list(check_conditions(laboratory(), OF, RUSH, ()))


@pytest.mark.parametrize(
    ("version", "accepted"),
    [("6.6 b519", False), ("6.6 b520", True), ("6.6 b521", True), ("6.7", True), ("6.5", False)],
)
def test_the_least_version_and_those_around_it(version: str, accepted: bool) -> None:
    assert Component("Game Manager", least="6.6 b520").accepts(version) is accepted


def test_a_version_without_or_higher_is_that_one() -> None:
    coin_spot = Component("Coin Spot", exactly="6.0")
    assert coin_spot.accepts("6.0")
    assert not coin_spot.accepts("6.1")


def test_a_progressive_runs_on_one_of_the_systems_of_its_sheet() -> None:
    law, wild = commercial(), games.find("flushes-gone-wild")
    good = {"Nexus Command II": "5.4", "Nexus Command Table Controller": "2.0.0", "Progressive display": "any"}
    display = (MetCondition("display-plain", LETTER, PAPER),)
    assert not list(check_equipment(law, OF, wild, display, good, second_record=True))
    old = {**good, "Nexus Command Table Controller": "1.9.9"}
    (finding,) = check_equipment(law, OF, wild, display, old, second_record=True)
    assert "there is no Nexus Command Table Controller 2.0.0 or higher" in finding.text
    assert not list(check_equipment(law, OF, RUSH, (), {}, second_record=True)), (
        "its sheet lists no system and no display"
    )


@pytest.mark.parametrize("law", [commercial(), tribal()], ids=lambda law: law.profile.name)
def test_with_no_system_on_file_the_law_says_that_fairfelt_is_not_an_approved_one(law: Law) -> None:
    """Equipment was looked at only where somebody had filed some: with none filed, every progressive could open."""
    wild = games.find("flushes-gone-wild")
    display, system = check_equipment(law, OF, wild, (), None, second_record=False)
    assert "table-mounted monitor without intelligence of its own, and without a network" in display.text
    assert "Fairfelt, which keeps the meters here, is not an approved one" in system.text
    assert told([display, system]) == ["approval.equipment"] * 2
    rule = law.find("approval.equipment")
    assert rule and "no regulator and no laboratory has approved it" in rule.says
    own = tuple(MetCondition(name, LETTER, PAPER) for name in ("system-approved", "display-plain"))
    assert not list(check_equipment(law, OF, wild, own, None, second_record=False)), (
        "an approval of its own stands for the maker's system"
    )
    assert not list(check_equipment(law, OF, wild, own, {"Game Manager": "1"}, second_record=False))


def with_all(game: Game) -> Letter:
    """The letter of a room that has compared every paytable of a game."""
    return replace(OF, pins=(*OF.pins, Pin(game.slug, game.variant, fingerprint(game))))


def test_a_paytable_that_no_sheet_prints_is_not_on_file() -> None:
    """Every paytable in the catalogue was as approved, though the sheet calls its own attached and they are not."""
    three = games.find("three-card-poker")
    bets = {"Pair Plus": Limits(dollars(1), dollars(5))}
    table = Offer(game=three, opening=Limits(dollars(5), dollars(100)), side_bets=bets)
    stopped = may_open(commercial(), Mode.ENFORCE, table, Papers(letter=OF, met=ALL_MET))
    assert told(stopped.stops) == ["approval.games"] * 2
    assert "Three Card Poker, Ante Bonus, paytable 5/4/1: not on file" in refusal(stopped)
    assert "Three Card Poker, Pair Plus, paytable 40/30/6/4/1: not on file" in refusal(stopped)
    assert may_open(commercial(), Mode.ENFORCE, table, Papers(letter=with_all(three), met=ALL_MET)).allowed
    some = Pin(three.slug, "", fingerprint(three), ("Ante Bonus/5/4/1", "Pair Plus/40/30/6/4/1"))
    compared = Papers(letter=replace(OF, pins=(*OF.pins, some)), met=ALL_MET)
    assert may_open(commercial(), Mode.ENFORCE, table, compared).allowed
    other = replace(table, paytables={"Pair Plus": "40/30/6/3/1"})
    assert "40/30/6/3/1: not on file" in refusal(may_open(commercial(), Mode.ENFORCE, other, compared))
    assert {wager: len(names) for wager, names in OF.unseen(three, paytables_of(three)).items()} == {
        "Ante Bonus": 4, "Pair Plus": 10,
    }  # fmt: skip
    sheets = [game for game in PINNED if game.slug != "three-card-poker"]
    assert not any(OF.unseen(game, paytables_of(game)) for game in sheets)


@pytest.mark.parametrize(
    "document",
    ["x", "1", "letter", "letter 3119", "letter 3119, 2023-06-14", "letter 3119, 2023-06-14, x", "a, 2023-06-14, WSGC",
     "letter 3119, 14 June 2023, WSGC", "letter 3119, 2023-02-30, WSGC", ", 2023-06-14, WSGC",
     "scan.pdf, 2023-06-14, sha256:abc"],
)  # fmt: skip
def test_a_document_that_nobody_can_find_shows_nothing(document: str) -> None:
    assert document_date(document) is None
    found = (*CONTROLS, MetCondition("makers-licensed", LETTER, document))
    assert told(check_conditions(commercial(), OF, RUSH, found)) == ["approval.conditions"]


@pytest.mark.parametrize("document", [PAPER, f"scan.pdf, 2023-06-01, sha256:{'a' * 64}"])
def test_a_document_is_named_by_number_date_and_issuer_or_as_a_file(document: str) -> None:
    assert document_date(document) == date(2023, 6, 1)


@pytest.mark.parametrize(("day", "ante"), [(date(2023, 6, 14), 300), (date(2023, 8, 21), 400)])
def test_the_sheets_bind_a_tribal_casino_to_the_limits_of_the_state(day: date, ante: int) -> None:
    """Bets up to $500 passed, though every sheet says that operators keep to WAC 230-15-140."""
    game, law = games.find("straight-edge-poker", "v1"), tribal(day)
    limit = ante_limit(law, game)
    assert limit and limit.amount_micros == dollars(ante)
    assert limit.cap.rule.layer is Layer.MAKER
    table = Offer(game=game, opening=Limits(dollars(5), dollars(ante + 1)))
    (finding,) = check_offer(law, table)
    assert "WAC 230-15-140" in finding.sentence
    assert law.find("games.per_hand"), "and to WAC 230-15-040"


def test_a_bonus_of_the_tribal_sheet_is_not_for_a_card_room() -> None:
    """Three Card Poker with its tribal bonus, game 60 of the letter, used to open under the commercial profile."""
    three, bonus = games.find("three-card-poker"), "Three Card Poker Bonus"
    table = Offer(
        game=three, opening=Limits(dollars(5), dollars(100)), side_bets={bonus: Limits(dollars(1), dollars(5))}
    )
    papers = Papers(letter=with_all(three), met=ALL_MET)
    stopped = may_open(commercial(), Mode.ENFORCE, table, papers)
    assert told(stopped.stops) == ["approval.operation"]
    assert "Three Card Poker Bonus - Tribal (60 of the letter) is for tribal houses only" in refusal(stopped)
    assert may_open(commercial(), Mode.ENFORCE, replace(table, side_bets={}), papers).allowed, "the rest is game 57"
    assert not list(check_operation(tribal(), OF, three, [bonus]))
    whole = replace(three, approvals=(47,))
    assert told(check_operation(commercial(), OF, whole, [])) == ["approval.operation"]
    assert may_open(commercial(), Mode.ADVISE, table, papers).allowed
    assert may_open(laboratory(), Mode.ENFORCE, table, papers).allowed


def test_both_progressives_of_a_sheet_are_not_for_one_table() -> None:
    """`law table` used to say "may open" to a table with the standalone and the linked progressive."""
    wild, bet = games.find("flushes-gone-wild"), Limits(dollars(1), dollars(5))
    alone, link = "Progressive", "Multi-Game Link Progressive"
    own = tuple(MetCondition(name, LETTER, PAPER) for name in ("system-approved", "display-plain"))
    papers = Papers(letter=OF, met=(*ALL_MET, *own))
    both = Offer(game=wild, opening=Limits(dollars(5), dollars(100)), side_bets={alone: bet, link: bet})
    stopped = may_open(commercial(), Mode.ENFORCE, both, papers)
    assert told(stopped.stops) == ["table.one_progressive"]
    assert "Progressive or Multi-Game Link Progressive, not both (ruling one_progressive_at_a_table)" in refusal(
        stopped
    )
    for one in (alone, link):
        assert may_open(commercial(), Mode.ENFORCE, replace(both, side_bets={one: bet}), papers).allowed
    connected = replace(both, side_bets={alone: bet}, progressive=link)
    found = told(may_open(commercial(), Mode.ENFORCE, connected, papers).stops)
    assert found == ["posting.table", "table.one_progressive"], "and the limits of the linked one hang nowhere"


def test_a_table_opens_with_everything_in_order_and_not_otherwise() -> None:
    table = Offer(game=RUSH, opening=Limits(dollars(5), dollars(300)))
    papers = Papers(letter=OF, met=ALL_MET)
    assert may_open(commercial(), Mode.ENFORCE, table, papers).allowed
    other = replace(table, game=changed(RUSH, RUSH.wagers[0], 0, max(RUSH.wagers[0].paytable.pays)))
    stopped = may_open(commercial(), Mode.ENFORCE, other, papers)
    assert not stopped.allowed
    assert "is not as it was approved" in refusal(stopped)
    advised = may_open(commercial(), Mode.ADVISE, other, papers)
    assert advised.allowed
    assert told(advised.notices) == ["approval.games"]
    assert may_open(laboratory(date(1999, 1, 1)), Mode.ENFORCE, other, Papers(letter=OF)).allowed
