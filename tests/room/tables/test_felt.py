"""Any table has a keypad: bets on the game itself, pays from the tray, foul hands and misdeals are on record."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt import games
from fairfelt.room.commands.felt import BetsReported, TrayPaid, TrayPayVoided, _raise_sizes
from fairfelt.room.commands.round_events import AwardPosted
from fairfelt.room.commands.voids import HandFouled, RoundVoided
from tests.room.floors import UNIT, Pit, digest
from tests.room.law.lawful_pit import LATER, SET_UP, LawfulPit

DAN, SUE, EVE, TWO = ["card dan"], ["card sue"], ["card eve"], ["card ann", "card bob"]
POSTED = {"least_micros": 5 * UNIT, "most_micros": 100 * UNIT}
BONUS = "Three Card Poker Bonus"
LIMITS = {"opening": POSTED, "side_bets": {"Pair Plus": POSTED, BONUS: POSTED}}
RULES = {
    "supervisor_from_micros": 300 * UNIT,
    "executive_from_micros": 5_000 * UNIT,
    "two_people_from_micros": 15_000 * UNIT,
}


def pit_with_table(game: str = "three-card-poker", limits: Any = LIMITS) -> Pit:
    """A pit with a table T9 without a progressive, and its keypad."""
    pit = Pit()
    pit.do("set up table", table="T9", game=game, limits=limits, cards=SET_UP)
    with_keypad(pit, "T9")
    pit.do("set pay rules", currency="USD", rules=RULES, why="internal controls 4", cards=TWO)
    return pit


def with_keypad(pit: Pit, table: str) -> None:
    enrolled = {"device": f"keypad {table}", "device_kind": "keypad", "key_sha256": digest(f"key {table}")}
    pit.do("enrol device", **enrolled, table=table, cards=SET_UP)
    pit.do("switch device", device=f"keypad {table}", enabled=True, cards=["card ida"])


def bets(**by_seat: dict[str, int]) -> list[dict[str, Any]]:
    """Bets in whole units: `s1={"Ante": 10}`."""
    return [
        {"seat": int(seat[1:]), "wager": wager, "amount_micros": units * UNIT}
        for seat, made in by_seat.items()
        for wager, units in made.items()
    ]


TWO_SEATS = bets(s1={"Ante": 10, "Pair Plus": 5}, s2={"Ante": 20, BONUS: 5})


def pays(*rows: tuple[int, str, str]) -> list[dict[str, Any]]:
    return [{"seat": seat, "wager": wager, "hand": hand} for seat, wager, hand in rows]


def report(pit: Pit, made: Any = TWO_SEATS) -> Any:
    return pit.ask("report bets", "keypad T9", table="T9", bets=made)


def pay(pit: Pit, *rows: tuple[int, str, str], cards: list[str]) -> Any:
    return pit.ask("pay from tray", "keypad T9", table="T9", pays=pays(*rows), cards=cards)


def last(pit: Pit) -> Any:
    return pit.events[-1].body


def test_a_table_without_a_progressive_takes_a_keypad_and_a_round() -> None:
    """Such a table took no keypad, "there is nothing to press": its bets and pays were nowhere in the room."""
    pit = pit_with_table()
    assert pit.floor.live_labels(pit.floor.tables["T9"]) == ("BETS",)
    state = report(pit)
    assert (state["phase"], state["round"]) == ("playing", 1)
    assert state["live"] == ["BETS", "PAY", "FOUL HAND", "MISDEAL", "END GAME"]
    assert state["stakes"] == {
        "1": {"Ante": 10 * UNIT, "Pair Plus": 5 * UNIT},
        "2": {"Ante": 20 * UNIT, BONUS: 5 * UNIT},
    }
    event = last(pit)
    assert isinstance(event, BetsReported)
    assert (event.handle_micros, event.other_micros, event.began) == (30 * UNIT, 10 * UNIT, True)
    assert pit.press("end game", "T9")["phase"] == "betting"
    assert report(pit)["round"] == 2


def test_bets_said_again_replace_those_before() -> None:
    pit = pit_with_table()
    report(pit)
    state = report(pit, bets(s1={"Ante": 10, "Play": 10}))
    assert (state["round"], state["stakes"]) == (1, {"1": {"Ante": 10 * UNIT, "Play": 10 * UNIT}})
    assert (last(pit).handle_micros, last(pit).other_micros) == (-20 * UNIT, 0)


@pytest.mark.parametrize(
    "made, sentence",
    [
        (bets(s1={"Ante": 10, "Antes": 5}), "there is no wager 'Antes'"),
        (bets(s1={"Ante": 200}), "Ante is posted as $5.00 to $100.00, not $200.00"),
        (bets(s1={"Pair Plus": 1}), "Pair Plus is posted as $5.00 to $100.00, not $1.00"),
        (bets(s20={"Ante": 10}), "there is no seat 20; seats are 1 to"),
        (bets(s1={BONUS: 5}), "the bet on Ante is missing"),
        (bets(s1={"Ante": 10, "Ante Bonus": 5}), "Ante Bonus takes no bet: it is paid on the Ante"),
        ([*bets(s1={"Ante": 10}), *bets(s1={"ante": 20})], "a bet is named twice"),
        ([], "bets"),
    ],
)
def test_bets_that_cannot_be_are_refused(made: Any, sentence: str) -> None:
    pit = pit_with_table()
    assert sentence in pit.refused("report bets", "keypad T9", table="T9", bets=made)
    assert pit.floor.tables["T9"].round == 0


def test_the_houses_largest_wager_holds_where_no_limit_is_posted() -> None:
    pit = pit_with_table(limits={})
    pit.do("limit wagers", currency="USD", largest_micros=50 * UNIT, why="house", cards=["card ann", "card eve"])
    assert "above $50.00, the house's largest wager" in pit.refused(
        "report bets", "keypad T9", table="T9", bets=bets(s1={"Ante": 60})
    )


@pytest.mark.parametrize(
    "row, amount, enough, short",
    [
        ((1, "Pair Plus", "pair"), 5, DAN, []),
        ((1, "Ante Bonus", "straight flush"), 50, DAN, []),
        ((2, BONUS, "straight flush"), 625, [*DAN, *SUE], DAN),
        ((2, BONUS, "straight flush"), 625, [*SUE, *EVE], SUE),
        ((2, BONUS, "straight flush"), 625, [*SUE, *EVE], [*SUE, "card ann"]),
        ((2, BONUS, "AKQ of spades"), 20_000, [*EVE, *SUE], EVE),
    ],
)
def test_a_pay_is_counted_by_the_paytable_in_play_and_takes_a_card_by_its_amount(
    row: tuple[int, str, str], amount: int, enough: list[str], short: list[str]
) -> None:
    pit = pit_with_table()
    report(pit)
    assert "required" in pit.refused("pay from tray", "keypad T9", table="T9", pays=pays(row), cards=short)
    state = pay(pit, row, cards=enough)
    event = last(pit)
    assert isinstance(event, TrayPaid)
    assert (event.number, event.pays[0].amount_micros) == (1, amount * UNIT)
    assert [(paid["slip"], paid["amount_micros"]) for paid in state["tray_paid"]] == [(1, amount * UNIT)]
    again = pit.refused("pay from tray", "keypad T9", table="T9", pays=pays(row), cards=enough)
    assert again == f"slip 1 has paid this bet of seat {row[0]} already"


def test_pays_that_cannot_be_are_refused() -> None:
    pit = pit_with_table()
    asked = {"table": "T9", "pays": pays((1, "Pair Plus", "pair")), "cards": DAN}
    assert "PAY cannot be pressed now; live buttons: BETS" in pit.refused("pay from tray", "keypad T9", **asked)
    report(pit)
    for row, sentence in (
        ((2, "Pair Plus", "pair"), "seat 2 has no bet on Pair Plus in this round"),
        ((1, "Pair Plus", "five aces"), "'five aces' is no hand of Pair Plus; hands:"),
        ((1, "Ante", "pair"), "Ante has no paytable: it is paid by the game, without a slip"),
    ):
        assert sentence in pit.refused("pay from tray", "keypad T9", table="T9", pays=pays(row), cards=DAN)


def test_a_misdeal_gives_all_bets_back_and_a_paid_round_is_none() -> None:
    pit = pit_with_table()
    report(pit)
    pay(pit, (1, "Pair Plus", "pair"), cards=DAN)
    asked = {"table": "T9", "why": "a card face up", "cards": SUE}
    assert "slip 1 of this round is paid from the tray" in pit.refused("void round", "keypad T9", **asked)
    assert "slip 1" in pit.refused("foul hand", "keypad T9", seat=1, **asked)
    assert "slip 1" in pit.refused("report bets", "keypad T9", table="T9", bets=TWO_SEATS)
    assert "two cards required" in pit.refused("void tray pay", number=1, why="misread", cards=EVE)
    pit.do("void tray pay", number=1, why="misread", cards=TWO)
    assert isinstance(last(pit), TrayPayVoided)
    assert pit.refused("void tray pay", number=1, why="misread", cards=TWO) == "slip 1 is void already"
    assert "there is no slip 2" in pit.refused("void tray pay", number=2, why="misread", cards=TWO)
    state = pit.press("void round", "T9", why="a card face up", cards=SUE)
    assert (state["phase"], state["stakes"], state["live"]) == ("betting", {}, ["BETS"])
    event = last(pit)
    assert isinstance(event, RoundVoided)
    assert (event.handle_micros, event.other_micros) == (30 * UNIT, 10 * UNIT)


@pytest.mark.parametrize("give_back", [True, False])
def test_a_foul_hand_wins_nothing_and_its_bets_go_back_or_are_lost(give_back: bool) -> None:
    pit = pit_with_table()
    report(pit)
    state = pit.press("foul hand", "T9", seat=1, give_back=give_back, why="four cards", cards=SUE)
    assert set(state["stakes"]) == ({"2"} if give_back else {"1", "2"})
    event = last(pit)
    assert isinstance(event, HandFouled)
    assert (event.handle_micros, event.other_micros) == ((10 * UNIT, 5 * UNIT) if give_back else (0, 0))
    refused = pit.refused("pay from tray", "keypad T9", table="T9", pays=pays((1, "Pair Plus", "pair")), cards=DAN)
    assert refused == "the hand of seat 1 is foul: it wins nothing"


def test_envy_of_a_bet_that_feeds_no_meter_is_paid_with_the_hand() -> None:
    game = next(
        game for game in games.catalogue() for wager in game.wagers
        if wager.is_optional and not wager.feeds_meter and any(table.envy for table in wager.paytables)
    )  # fmt: skip
    wager = next(w for w in game.wagers if w.is_optional and not w.feeds_meter and any(t.envy for t in w.paytables))
    table = next(table for table in wager.paytables if table.envy)
    limits = {"opening": POSTED, "side_bets": {wager.name: POSTED}, "paytables": {wager.name: table.name}}
    pit = pit_with_table(game.slug, limits)
    openings = {opening.name: 10 for opening in game.opening_bets()}
    report(pit, bets(s1={**openings, wager.name: 5}, s2={**openings, wager.name: 5}))
    assert table.envy
    line = max(table.envy.amounts)
    hand = table.line_name(line, wager.ranking)
    state = pay(pit, (1, wager.name, hand), cards=[*EVE, *SUE])
    assert [(row["seat"], row["for_seat"]) for row in state["envy"]] == [(2, 1)]
    assert last(pit).envy[0].amount_micros > 0


def test_large_envy_from_the_tray_has_a_win_page_and_the_steps_of_the_law() -> None:
    """Where a rule asks for more than paying, envy is an award of its receiver here too."""
    game, pit = games.find("fortune-pai-gow-poker-progressive"), LawfulPit(LATER, "advise")
    bet, table, line = next(
        (wager, table, line)
        for wager in game.wagers for table in wager.paytables
        for line, units in (table.envy.amounts if table.envy else {}).items() if not wager.feeds_meter and units > 999
    )  # fmt: skip
    limits = {"opening": POSTED, "side_bets": {bet.name: POSTED}, "paytables": {bet.name: table.name}}
    pit.do("set up table", table="T9", game=game.slug, limits=limits, cards=SET_UP)
    with_keypad(pit, "T9")
    openings = {opening.name: 10 for opening in game.opening_bets()}
    report(pit, bets(s1={**openings}, s2={**openings, bet.name: 5}, s3={**openings, bet.name: 5}))
    hand = table.line_name(line, bet.ranking)
    alone = pit.refused("pay from tray", "keypad T9", table="T9", pays=pays((1, bet.name, hand)), cards=SUE)
    assert "executive card required" in alone, "what it brings to both together is above the executive's amount"
    pay(pit, (1, bet.name, hand), cards=[*EVE, *SUE])
    event = last(pit)
    assert isinstance(event, TrayPaid)
    assert max(row.amount_micros for row in event.envy) < 5_000 * UNIT <= sum(row.amount_micros for row in event.envy)
    assert [row.win_page for row in event.pays] == [0], "seat 1 has no bet and wins nothing"
    assert [(page.number, page.seat, page.envy_for_seat, page.slip, page.bet) for page in event.pages()] == [
        (1, 2, 1, 1, bet.name), (2, 3, 1, 1, bet.name)
    ]  # fmt: skip
    assert pit.floor.payments[1].what.startswith("seat 2, envy for seat 1's")
    assert "tax-form" in [step.id for step in pit.floor.payments[2].steps]
    assert [each.body.envy for each in pit.events if isinstance(each.body, AwardPosted)] == [True, True]
    pit.do("void tray pay", number=1, why="misread", cards=TWO)
    assert (pit.floor.payments, last(pit).win_pages) == ({}, (1, 2))
    assert pit.replayed()


def test_pays_under_an_aggregate_limit_are_cut_together() -> None:
    limit = {"wagers": ["Pair Plus"], "table_micros": 300 * UNIT}
    pit = pit_with_table(limits={**LIMITS, "aggregates": [limit]})
    report(pit, bets(s1={"Ante": 10, "Pair Plus": 5}, s2={"Ante": 10, "Pair Plus": 10}))
    pay(pit, (1, "Pair Plus", "straight flush"), (2, "Pair Plus", "straight flush"), cards=SUE)
    assert [(row.amount_micros // UNIT, row.cut_micros // UNIT) for row in last(pit).pays] == [(100, 100), (200, 200)]


def test_a_progressive_table_reports_its_base_bets_beside_the_meter() -> None:
    pit = Pit()
    pit.start()
    game = games.flushes_gone_wild
    opening = {opening.name: 10 for opening in game.opening_bets()}
    made = bets(s1=opening, s2=opening, s3=opening)
    state = pit.ask("report bets", "keypad T1", table="T1", bets=made)
    assert (state["phase"], state["round"], list(state["stakes"])) == ("playing", 1, ["1", "2", "3"])
    progressive = bets(s1={**{opening.name: 10 for opening in game.opening_bets()}, "Multi-Game Link Progressive": 5})
    assert "its bet is taken by the sensor" in pit.refused("report bets", "keypad T1", table="T1", bets=progressive)
    before = pit.floor.balances()
    assert pit.press("end game")["stakes"] == {}
    assert pit.floor.balances() == before


def opened(*seats: int, **more: int) -> list[dict[str, Any]]:
    """The opening bets of Flushes Gone Wild at some seats, and other bets beside them."""
    opening = {wager.name: 10 for wager in games.flushes_gone_wild.opening_bets()}
    return bets(**{f"s{seat}": {**opening, **more} for seat in seats})


def test_bets_are_reported_before_the_start_at_a_progressive_table_too() -> None:
    """BETS could not be pressed before START GAME where there is a progressive."""
    pit = Pit()
    state = pit.press("report bets", bets=opened(1, 2))
    assert (state["phase"], state["round"], sorted(state["stakes"])) == ("betting", 0, ["1", "2"])
    assert (last(pit).began, last(pit).round, last(pit).handle_micros > 0) == (False, 1, True)
    pit.press("report bets", bets=opened(1, 2, 3))
    assert last(pit).replaced, "said again they replace the ones before"
    started = pit.start(seats=(1, 2, 3))
    assert (started["round"], sorted(started["stakes"])) == (1, ["1", "2", "3"])
    voided = pit.press("void round", why="misdeal", cards=SUE)
    assert (voided["stakes"], last(pit).handle_micros) == ({}, 3 * 10 * len(games.flushes_gone_wild.openings) * UNIT)


def test_bets_that_were_reported_before_the_start_can_be_taken_back() -> None:
    pit = Pit()
    assert "there are none to take back" in pit.refused("report bets", "keypad T1", table="T1", bets=[])
    pit.press("report bets", bets=opened(1))
    pit.do("close table", table="T1", reason="x", cards=SUE)
    asked = {"table": "T1", "game": "three-card-poker", "why": "x", "cards": SET_UP}
    assert "take them back with BETS before it is changed" in pit.refused("change table", **asked)
    pit.do("open table", table="T1", cards=SUE)
    handle = last_reported(pit).handle_micros
    assert pit.press("report bets", bets=[])["stakes"] == {}
    assert last(pit).handle_micros == -handle
    pit.start()


def last_reported(pit: Pit) -> BetsReported:
    return next(event.body for event in reversed(pit.events) if isinstance(event.body, BetsReported))


def test_a_progressive_bet_goes_with_an_opening_bet_where_bets_are_reported() -> None:
    """Seat 3 had no bet on the game, and its royal flush was confirmed."""
    pit = Pit()
    pit.press("report bets", bets=opened(1, 2))
    asked = {"table": "T1", "bets": {"1": UNIT, "3": UNIT}}
    names = " or ".join(sorted(wager.name for wager in games.flushes_gone_wild.openings))
    assert pit.refused("start game", "keypad T1", **asked) == (
        f"seat 3 has a progressive bet and no opening bet among the reported ones: report {names} there, or take the "
        "progressive bet off"
    )
    pit.start(seats=(1, 2))
    refused = pit.refused("report bets", "keypad T1", table="T1", bets=opened(1))
    assert refused.startswith("seat 2 has a progressive bet and no opening bet")
    pit.press("foul hand", seat=2, why="six cards", cards=SUE)
    pit.press("report bets", bets=opened(1))
    pit.press("end game")
    pit.start(seats=(5,))
    pit.press("press hand", seat=5, hand="royal flush"), "where nothing is reported, nothing is known"


@pytest.mark.parametrize(
    "game, made, sentence",
    [
        ("three-card-poker", {"Ante": 10, "Play": 5_000}, "Play is 1x the Ante of $10.00, not $5,000.00"),
        ("three-card-poker", {"Ante": 10, "Play": 20}, "Play is 1x the Ante of $10.00, not $20.00"),
        ("three-card-poker", {"Pair Plus": 10, "Play": 10}, "seat 1 has a Play and no Ante"),
        ("ultimate-texas-holdem", {"Ante": 10, "Blind": 10, "Play": 50}, "the Ante of $10.00, not $50.00"),
    ],
)
def test_a_raise_that_the_game_does_not_know_is_refused(game: str, made: dict[str, int], sentence: str) -> None:
    limits = LIMITS if game == "three-card-poker" else {"opening": POSTED}
    pit = pit_with_table(game, limits)
    opening = {name: units for name, units in made.items() if name != "Play"}
    report(pit, bets(s1=opening))
    assert sentence in pit.refused("report bets", "keypad T9", table="T9", bets=bets(s1=made))
    if "Ante" in made:
        report(pit, bets(s1={**opening, "Play": 10}))
        assert last(pit).other_micros >= 0


@pytest.mark.parametrize(
    ("name", "units", "sentence"),
    [
        ("Double 1", 11, "Double 1 is at most 1x the Bet of $10.00, not $11.00"),
        ("Hand 2", 9_000_000, "Hand 2 is at most 1x the Bet of $10.00, not $9,000,000.00"),
        ("Hand 4", 31, "Hand 4 is at most 3x the Bet of $10.00, not $31.00"),
    ],
)
def test_a_raise_at_a_course_of_play_is_no_larger_than_its_rules_make_it(name: str, units: int, sentence: str) -> None:
    """Raises at blackjack were not checked at all."""
    pit = pit_with_table("free-bet-blackjack", {"opening": POSTED})
    report(pit, bets(s1={"Bet": 10}))
    assert sentence in pit.refused("report bets", "keypad T9", table="T9", bets=bets(s1={"Bet": 10, name: units}))
    report(pit, bets(s1={"Bet": 10, name: 5}))


@pytest.mark.parametrize("game", games.catalogue(), ids=lambda game: f"{game.slug} {game.variant}")
def test_every_raise_of_every_game_can_be_reported(game: Any) -> None:
    """What the table engine takes at a decision is never refused here."""
    for wager in game.raises:
        sizes = _raise_sizes(game, wager)
        assert set(game.raise_sizes(wager)) <= set(sizes), wager.name


def test_a_reported_bet_is_held_against_the_cap_of_the_law() -> None:
    """Where no limits are posted, nothing else stands before it: $5,000 was accepted."""
    pit = LawfulPit()
    for paper in (
        "agency-approved",
        "state-concurred",
        "appendix-a-18",
        "makers-certified",
        "makers-licensed-by-tribe",
    ):
        pit.meet(paper)
    pit.set_law("enforce", "wa-tribal")
    pit.do("post limits", table="T1", limits={}, cards=[*EVE, *SUE])
    names = [wager.name for wager in games.flushes_gone_wild.opening_bets()]
    asked = {"table": "T1", "bets": bets(s1=dict.fromkeys(names, 5_000))}
    assert "Ante: $5,000.00 is above $500.00, the most for a single wager" in pit.refused(
        "report bets", "keypad T1", **asked
    )
    asked["bets"] = bets(s1=dict.fromkeys(names, 500))
    assert "Ante: $500.00 is above $300.00" in pit.refused("report bets", "keypad T1", **asked), "by the rule sheets"
    pit.press("report bets", bets=bets(s1=dict.fromkeys(names, 300)))


def test_a_paytable_that_is_changed_after_the_bets_pays_from_the_next_round_on() -> None:
    """Pair Plus paid $350 instead of $400 when its paytable was changed between BETS and PAY."""
    pair_plus = games.three_card_poker.wager("Pair Plus")
    one, other = pair_plus.paytables[:2]
    line = next(line for line in one.pays if one.pays[line] != other.pays.get(line))
    hand = one.line_name(line, pair_plus.ranking)
    paid = []
    for change in (False, True):
        pit = pit_with_table(limits={**LIMITS, "paytables": {"Pair Plus": one.name}})
        report(pit, bets(s1={"Ante": 10, "Pair Plus": 10}))
        if change:
            limits = {**LIMITS, "paytables": {"Pair Plus": other.name}}
            state = pit.do("post limits", table="T9", limits=limits, cards=[*EVE, *SUE])
            assert "Limits or terms were changed: that holds from the next round on." in state["notices"]
        pay(pit, (1, "Pair Plus", hand), cards=[*EVE, *SUE])
        paid.append((last(pit).pays[0].amount_micros, last(pit).pays[0].paytable))
    assert paid[0] == paid[1]
    pit.press("end game", "T9")
    report(pit, bets(s1={"Ante": 10, "Pair Plus": 10}))
    assert last(pit).bets[1].paytable == other.name


def test_limits_that_changed_between_bets_and_the_start_ask_for_the_bets_again() -> None:
    pit = Pit()
    pit.press("report bets", bets=opened(1))
    pit.do("post limits", table="T1", limits={"opening": POSTED}, cards=[*EVE, *SUE])
    asked = {"table": "T1", "bets": {"1": UNIT}}
    assert "have changed since the bets were reported: press BETS again" in pit.refused(
        "start game", "keypad T1", **asked
    )
