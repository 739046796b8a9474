"""Counting: figures in print come out, and compositions are counted as the ordinary solver counts them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.analysis.counting.shoe import (
    PERFECT,
    RUNNING_COUNT,
    BettingMethod,
    ShoeRules,
    find_cards,
    play_shoes,
    read_tags,
    usual_rules,
)
from fairfelt.analysis.counting.shoe_bet import NotCountable, ShoeBet, shoe_bet
from fairfelt.analysis.counting.study import (
    best_count,
    correlation,
    edge_with,
    effects_of_removal,
    linear_count,
    odds_of_shoe,
    study_counting,
)
from fairfelt.cli import main
from fairfelt.cli.io.choose import choose
from fairfelt.engine import exact as engine
from fairfelt.reports.counting import _effects, counting_report
from fairfelt.rules.cards import Deck, parse_cards

DRAGON = "4=-1 5=-1 6=-1 7=-1 8=2 9=2"
PANDA = "A=1 2=1 3=-2 4=-2 5=-2 6=-1 7=-1 8=-2 9=4 T=1"
EZ = "ez-baccarat-with-dragon-bonus"
pytestmark = pytest.mark.xdist_group("counting")
"""Bets are read, and the kernels that deal shoes compiled, once."""


@cache
def bet(slug: str, wager: str) -> ShoeBet:
    return shoe_bet(games.find(slug), wager)


@cache
def bounty_of_two_decks() -> ShoeBet:
    return shoe_bet(games.find("kings-bounty").with_decks(2).with_paytable("Bounty", "two decks"), "Bounty")


@pytest.mark.parametrize(("wager", "edge"), [("Dragon 7", "7.6113%"), ("Panda 8", "10.1876%")])
def test_the_whole_shoe_is_the_par_sheet(wager: str, edge: str) -> None:
    found = bet(EZ, wager)
    sheet = engine.wager_par(engine.solve(found.game), found.game.wager(wager), found.game.wager(wager).paytable)
    assert -found.expected(found.copies) == sheet.house_edge
    assert found.chance(found.copies) == sheet.hit_frequency
    assert engine.percent_text(sheet.house_edge, 4) == edge


def test_effects_of_removal_come_out_as_printed() -> None:
    """What one card removed takes from the chance of Player: four figures in print, digit for digit."""
    effects = {each.kind.name: each.on_chance for each in effects_of_removal(bet("commission-baccarat", "Player"))}
    printed = {"4": "-0.0000435175", "TJQK": "-0.0000373810", "A": "-0.0000295798", "3": "-0.0000217068"}
    assert {name: f"{float(effects[name]):.10f}" for name in printed} == printed


def test_kinds_that_are_worth_the_same_share_a_row() -> None:
    """Suits are told apart where a bet looks at them; the sheet named 25 kinds one by one where six differ."""
    effects = effects_of_removal(bounty_of_two_decks())
    assert len(effects) == 25
    rows = _effects(effects).rows
    assert [row[0] for row in rows] == ["2345678", "9", "TJQ", "K of cdh", "A", "K of s"]
    assert [row[1] for row in rows] == ["56", "8", "24", "6", "8", "2"]
    tags = linear_count(effects)
    assert sum(tag * each.copies for tag, each in zip(tags, effects, strict=True)) == pytest.approx(0, abs=1e-9)
    assert correlation(tags, effects) == pytest.approx(1) and rows[-1][-1] == "-1.000"


def test_a_shoe_without_some_cards_is_that_shoe() -> None:
    """Two copies of every suited hand: removing cards equals dealing from what is left, counted pair by pair."""
    game = games.find("royal-match-21").with_decks(2)
    found = shoe_bet(game, "Royal Match")
    gone = parse_cards("Ks Ks Qh 2d")
    left = list(game.deck.cards)
    for card in gone:
        left.remove(card)
    pays = {3: Fraction(25), 1: Fraction(5, 2)}
    total = Fraction(0)
    for at, one in enumerate(left):
        for other in left[at + 1 :]:
            suited = str(one)[1] == str(other)[1]
            royal = suited and {str(one)[0], str(other)[0]} == {"K", "Q"}
            total += pays[3] if royal else pays[1] if suited else -1
    assert edge_with(found, gone) == total / (len(left) * (len(left) - 1) // 2)


def test_two_hands_are_read_from_one_shoe() -> None:
    """King's Bounty reads the dealer's hand too: two decks come out to the printed digits."""
    found = bounty_of_two_decks()
    assert engine.percent_text(-found.expected(found.copies), 6) == "24.733489%"


TEN_COUNT = " ".join(f"{rank}=4" for rank in "A23456789") + " T=-9"


@pytest.mark.heavy
def test_a_counted_bounty_as_published() -> None:
    """With one round after the cut card's it is the printed 7.36% of rounds, 17.82% and 1.311 by the 100 rounds."""
    found = bounty_of_two_decks()
    ways = [BettingMethod(read_tags(found, TEN_COUNT), 40)]
    (played,) = play_shoes(found, ways, usual_rules(found, 28, more_rounds=1))
    assert abs(played.frequency - 0.0736) < 0.001
    assert abs(played.average_edge - 0.1782) < 0.004
    assert abs(played.units_a_hundred - 1.311) < 0.06


def test_the_best_count_is_none_worse_than_the_printed_one() -> None:
    found = bet(EZ, "Dragon 7")
    effects = effects_of_removal(found)
    printed = correlation(read_tags(found, DRAGON), effects)
    balanced, unbalanced = (best_count(effects, balanced=each) for each in (True, False))
    assert balanced.is_balanced and balanced.correlation >= printed - 1e-12
    assert balanced.tags == read_tags(found, DRAGON), "the published count is the best with such tags"
    assert unbalanced.correlation > 0.99 and not unbalanced.is_balanced


def test_a_counter_who_bets_always_loses_the_edge_of_the_whole_shoe() -> None:
    """However deep a shoe is dealt, an unknown card is any card: the mean of exact edges is the edge of the bet."""
    found = bet(EZ, "Dragon 7")
    always = BettingMethod((0,) * 10, when=RUNNING_COUNT)
    (played,) = play_shoes(found, [always], ShoeRules(14), shoes=40)
    assert played.frequency == 1 and abs(played.average_edge + 0.0761133) < 0.02
    again, other = play_shoes(found, [always, PERFECT], ShoeRules(14), shoes=40)
    assert other.rounds == again.rounds, "all ways are played in the same shoes"
    assert again.edge_sum == played.edge_sum, "the same seed deals the same shoes"


def test_a_bet_in_a_whole_shoe_hits_and_spreads_as_the_par_sheet_says() -> None:
    """One round a shoe, and a bet in each."""
    dragon = bet(EZ, "Dragon 7")
    (played,) = play_shoes(dragon, [BettingMethod((0,) * len(dragon.classes))], ShoeRules(cut=415), shoes=3)
    chance = float(dragon.chance(dragon.copies))
    assert played.rounds == 3 and played.hit_frequency == pytest.approx(chance)
    assert played.variance == pytest.approx(41**2 * chance * (1 - chance))


def test_perfect_play_wins_more_than_a_count_and_a_cut_card_saves() -> None:
    found = bet(EZ, "Dragon 7")
    rules = usual_rules(found)
    assert (rules.cut, rules.more_rounds, rules.burn) == (14, 1, True)
    assert usual_rules(found, more_rounds=0).more_rounds == 0
    counted, perfect = play_shoes(found, [BettingMethod(read_tags(found, DRAGON), 4), PERFECT], rules, shoes=150)
    assert perfect.units_a_shoe > counted.units_a_shoe > 0
    assert 80 < counted.rounds / counted.shoes < 82.5
    units = [counted.cut_at(left)[1] for left in (0, 26, 52, 104)]
    assert units == sorted(units, reverse=True) and units[0] == pytest.approx(counted.units_a_shoe)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("wager", "tags", "trigger", "units"), [("Dragon 7", DRAGON, 4, 0.597), ("Panda 8", PANDA, 11, 0.237)]
)
def test_published_rates_lie_within_the_interval(wager: str, tags: str, trigger: int, units: float) -> None:
    """A hundred million shoes in print: the same tags and cut, the usual burn, one round after the cut card."""
    found = bet(EZ, wager)
    with ThreadPoolExecutor(2) as executor:
        ways = [BettingMethod(read_tags(found, tags), trigger)]
        (played,) = play_shoes(found, ways, usual_rules(found), shoes=40_000, executor=executor)
    assert abs(played.units_a_shoe - units) < 2.5 * played.error


def test_the_sheet_says_it_all() -> None:
    found = bet("royal-match-21", "Royal Match")
    study = study_counting(found, usual_rules(found), shoes=40, removed=find_cards(found, "Ks Qs"))
    report = counting_report(study)
    removed = engine.as_json(edge_with(found, parse_cards("Ks Qs")))
    assert report.plain["edge_removed"]["fraction"] == removed["fraction"]
    assert report.plain["perfect_play"]["shoes"] == 40
    assert b"Effects of removal" in report.render("text")


PAYS_75 = """["Royal Match"]
pays = { "royal match" = "75 to 1", "easy match" = "2 to 1" }
"""


@pytest.fixture
def royal_match(tmp_path: Path) -> ShoeBet:
    """Six decks, 75 to 1 and 2 to 1, as the printed figures are for."""
    (tmp_path / "pays.toml").write_text(PAYS_75)
    return shoe_bet(choose("royal-match-21", pays=tmp_path / "pays.toml").game, "Royal Match")


def test_the_best_count_of_any_kind_is_played(royal_match: ShoeBet) -> None:
    """No balanced tags from -2 to +2 follow kings and queens; those that drop them alone do, and win far more."""
    study = study_counting(royal_match, usual_rules(royal_match), shoes=2_000)
    best, other = study.counts
    assert best.count.name == "best unbalanced" and best.count.correlation == pytest.approx(1)
    assert study.tags_text(best.count) == "QK -1" and best.trigger == 1
    assert other.count.correlation < 0.8 and best.played.units_a_shoe > 1.4 * other.played.units_a_shoe
    assert study.perfect.units_a_shoe > best.played.units_a_shoe and not study.is_poor
    assert study.exposed is best.played and best.played.shoes == study.perfect.shoes == 2_000


def test_where_no_count_by_tags_gains_perfect_play_is_what_is_exposed() -> None:
    """A pair is as likely whatever single card has gone: tags say nothing, and all that is left says it."""
    pairs = shoe_bet(games.find("bet-the-set-21").with_decks(2), "Bet the Set")
    study = study_counting(pairs, usual_rules(pairs), shoes=30, trigger_shoes=10)
    assert study.is_poor and study.exposed is study.perfect and study.perfect.units_a_shoe > 0
    assert b"No count by tags comes near" in counting_report(study).render("text")


@pytest.mark.heavy
def test_royal_match_as_published(royal_match: ShoeBet) -> None:
    """One deck behind the cut card and 5.6 cards a round: 0.504 and 5.9% in print; by kings and queens 0.43, 5.4%."""
    tags = tuple(100 * tag for tag in read_tags(royal_match, "Q=-1 K=-1"))
    rules = usual_rules(royal_match, 52, round_cards=5.6)
    by_tags, perfect = play_shoes(royal_match, [BettingMethod(tags, 80), PERFECT], rules, shoes=60_000)
    assert abs(perfect.units_a_shoe - 0.504) < 2.5 * perfect.error and abs(perfect.average_edge - 0.059) < 0.001
    assert abs(by_tags.units_a_shoe - 0.43) < 2.5 * by_tags.error and abs(by_tags.average_edge - 0.054) < 0.002


def test_unbalanced_tags_come_out_at_nothing_as_a_true_count(royal_match: ShoeBet) -> None:
    """Only what is over the average counts: all tags one higher are the same count, and a running count is not."""
    tags = read_tags(royal_match, "Q=-1 K=-1")
    higher = tuple(tag + 1 for tag in tags)
    rules = usual_rules(royal_match)
    ways = [
        BettingMethod(tags, 1),
        BettingMethod(higher, 1),
        BettingMethod(tags, 1, RUNNING_COUNT),
        BettingMethod(higher, 1, RUNNING_COUNT),
    ]
    one, same, running, other = play_shoes(royal_match, ways, rules, shoes=60)
    assert one.bets == same.bets > 0
    assert running.bets == 0 and other.bets == other.rounds - other.shoes, "the whole shoe alone counts 0"


@pytest.mark.parametrize(
    ("slug", "wager", "said"),
    [
        ("three-card-poker", "Play", "depends on decisions"),
        ("blazing-7s-progressive-player-cards-only", "Blazing 7's", "meter"),
    ],
)
def test_what_is_not_countable_says_why(slug: str, wager: str, said: str) -> None:
    with pytest.raises(NotCountable, match=said):
        shoe_bet(games.find(slug), wager)


def test_tags_and_cards_are_read() -> None:
    found = bet(EZ, "Dragon 7")
    assert read_tags(found, "T=1, 9=-2")[0] == 1 and read_tags(found, "T=1, 9=-2")[-1] == -2
    for text in ("8", "8=x", "1=2"):
        with pytest.raises(NotCountable):
            read_tags(found, text)
    with pytest.raises(NotCountable, match="one tag"):
        read_tags(found, "T=1 K=2")
    with pytest.raises(NotCountable, match="cut card"):
        usual_rules(found, 2)
    with pytest.raises(NotCountable, match="suits"):
        find_cards(bet("royal-match-21", "Royal Match"), "K")


def test_the_command_counts_a_bet(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["royal-match-21", "--removed", "Ks"]
    assert main(["counting", *asked, "--wager", "Royal Match", "--shoes", "20", "--json"]) == 0
    assert '"edge_removed"' in capsys.readouterr().out
    for wrong, said in {
        "--cut 1": "cut card",
        "--trigger 3 --running": "--tags",
        "--round-cards 2": "4 to 40",
    }.items():
        assert main(["counting", *asked, "--wager", "Royal Match", *wrong.split()]) == 2
        assert said in capsys.readouterr().err
    tableau = ["counting", EZ, "--wager", "Dragon 7", "--round-cards", "5"]
    assert main(tableau) == 2 and "leave out --round-cards" in capsys.readouterr().err


def test_the_odds_of_a_shoe_are_those_of_every_deal_of_what_is_left() -> None:
    """A card of each of two hands from a small shoe, dealt out one by one."""
    game = replace(games.dragon_tiger, deck=Deck(ranks="6789", copies=2), decks=())
    odds = {bet.wager: bet for bet in odds_of_shoe(game, "7s 8c 8d").bets}
    left = list(game.deck.cards)
    for card in parse_cards("7s 8c 8d"):
        left.remove(card)
    deals = list(permutations(left, 2))
    twins = Fraction(sum(one == other for one, other in deals), len(deals))
    big = Fraction(sum(str(one)[0] in "89" for one, _ in deals), len(deals))
    assert odds["Suited Tie"].chance == twins
    assert odds["Suited Tie"].expected == 51 * twins - 1
    assert odds["Big"].expected == 2 * big - 1


def test_odds_without_a_shoe_are_refused() -> None:
    with pytest.raises(NotCountable, match="has no bet that is counted from a shoe"):
        odds_of_shoe(games.three_card_poker)
    with pytest.raises(NotCountable, match="more cards are removed than the shoe holds"):
        odds_of_shoe(games.dragon_tiger, "7s " * 9)
