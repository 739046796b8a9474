"""Sorted backs, shared hands, and the verdict on a game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.protection import house
from fairfelt.analysis.protection.exposure import Exposure, expose
from fairfelt.analysis.protection.findings import (
    Finding,
    Leak,
    Question,
    UncountedLeak,
    keep_finding,
    kept_finding,
    usual_terms,
)
from fairfelt.analysis.protection.house import Verdict, count_leak, leaks_of, verdict, worst_first
from fairfelt.analysis.protection.information import Information, read_information, view_of
from fairfelt.analysis.protection.sample import SampledView, sample_view, thin
from fairfelt.analysis.protection.sorting import best_sorting
from fairfelt.cli.entry import main
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.core.endings import Ending, net_result
from fairfelt.engine.core.information_sets import Group
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.exact import solve
from fairfelt.engine.solve import core_game
from fairfelt.reports.protection import house_report, verdict_records, verdict_report
from fairfelt.reports.sheet.text import plain_text
from fairfelt.rules import (
    CHECK,
    Cards,
    Choice,
    Deal,
    Game,
    Packet,
    Showdown,
    Street,
    bet,
    even_money,
    opening,
    raised,
)
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.hands import FOUR_CARD, line_of

THREE_CARD = games.find("three-card-poker")
SMALL = Deck(ranks="9TJQKA")


def small(game: Game) -> Game:
    return game.with_deck(SMALL)


def test_three_card_poker_sorted_as_published() -> None:
    """Printed as 1.837%, cut and not rounded."""
    found = expose(THREE_CARD, read_information(THREE_CARD, "dealer 1", "QKA"))
    assert f"{float(found.figures.edge) * 100:.4f}" == "1.8378"


def test_the_published_classes_are_the_best_of_all_partitions() -> None:
    information, edge = best_sorting(THREE_CARD)
    assert information == Information(dealer=(1,), sorted="QKA")
    assert f"{float(edge) * 100:.4f}" == "1.8378"


@pytest.mark.heavy
def test_mississippi_stud_with_sorted_jacks_as_published() -> None:
    game = games.find("mississippi-stud")
    found = expose(game, read_information(game, sorted="J"))
    assert f"{float(found.figures.edge) * 100:.3f}" == "38.489"


def test_every_partition_is_no_better_than_the_best() -> None:
    game = small(THREE_CARD)
    information, best = best_sorting(game)
    for ranks in ("9", "A", "KA", "9T", "QKA", "9A"):
        edge = expose(game, read_information(game, "dealer 1", ranks)).figures.edge
        assert edge <= best
    assert expose(game, information).figures.edge == best


def test_sorting_by_one_class_or_the_other_is_the_same() -> None:
    game = small(THREE_CARD)
    one, other = (expose(game, read_information(game, sorted=ranks)).figures.edge for ranks in ("QKA", "9TJ"))
    assert one == other


def test_two_hands_share_what_an_enumeration_of_all_of_them_finds() -> None:
    """On a deck of sixteen cards every pair of hands can be looked at one by one."""
    from itertools import combinations

    game = THREE_CARD.with_deck(Deck(ranks="JQKA"))
    of = SampledView.of(view_of(game, Information(hands=2)))
    sixteen = [int(face) for face in game.deck.faces]
    pairs = [(own, dead) for own in combinations(sixteen[:7], 3) for dead in combinations(sixteen[7:], 3)][::40]
    decided = of.decide(np.array([(*own, *dead) for own, dead in pairs], np.uint8))
    for at, (mine, theirs) in enumerate(pairs[:5]):
        dealers = list(combinations([card for card in sixteen if card not in (*mine, *theirs)], 3))
        assert decided.ends[at].sum() == len(dealers)
        values = [Fraction(int(value), of.unit) for value in decided.values[at, 0]]
        assert values == [
            sum(result_of(game, choice, mine, dealer) for dealer in dealers) / len(dealers)
            for choice in game.streets[0].choices
        ]


def result_of(game: Game, choice: Choice, mine: Iterable[int], dealer: Iterable[int]) -> Fraction:
    """What the game itself comes to with these two hands."""
    assert game.showdown
    own, theirs = (game.showdown.ranking.value([Card(card) for card in cards]) for cards in (mine, dealer))
    path = ((game.streets[0].name, choice),)
    return net_result(game, Ending(path, game.showdown.facts(own, theirs), line_of(own), 1))[0]


@pytest.mark.heavy
def test_three_card_poker_keeps_its_edge_against_a_full_table_as_published() -> None:
    found = expose(THREE_CARD, Information(hands=7), recompute=True)
    assert found.figures.interval
    assert -0.0245 < found.figures.interval.low < found.figures.interval.high < -0.021


def test_leaks_are_one_two_and_all_cards_and_a_full_table() -> None:
    found = [str(information) for _, information in leaks_of(THREE_CARD)]
    assert found == ["dealer 1", "dealer 1,2", "dealer 1,2,3", "7 hands", "nothing"]
    assert [str(i) for _, i in leaks_of(games.find("let-it-ride"))][:2] == ["community 1", "community 2"]
    caribbean = [information.dealer for _, information in leaks_of(games.find("caribbean-stud"))]
    assert caribbean[:3] == [(1, 2), (1, 2, 3), (1, 2, 3, 4, 5)]


def test_a_verdict_puts_the_worst_first_and_prices_it() -> None:
    game = small(THREE_CARD)
    found = verdict(game, sample_s=0.2)
    assert [finding.edge for finding in found.findings] == sorted((f.edge for f in found.findings), reverse=True)
    assert {finding.leak for finding in found.findings} >= {Leak.DEALER, Leak.BACKS}
    terms = usual_terms(game, Fraction(50), Fraction(10))
    worst = found.worst
    assert worst
    assert worst.cost(terms) == worst.edge * 50 * 10 * terms.pace.rounds_an_hour
    plain = -solve(game).round.house_edge
    assert worst.swing(terms) == (worst.edge - plain) * 50 * 10 * terms.pace.rounds_an_hour
    text = verdict_report(found).render("text").decode()
    assert "What prevents it" in text and "How it would be played" in text
    page = verdict_report(found).render("html").decode().partition("How it would be played")[2]
    assert 'class="few"' not in page.partition("<thead>")[0], "a sentence beside two columns is narrow on a phone"
    assert Leak.DEALER.procedure.split(";")[0] in " ".join(text.split())


def test_what_is_not_counted_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Counting the shoe stands in the verdict even where no card seen early is worth anything."""
    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.kept_file", tmp_path.joinpath)
    monkeypatch.setattr("fairfelt.analysis.protection.findings.shipped_findings", dict)
    monkeypatch.setattr("fairfelt.analysis.protection.house.SHOES", 20)
    monkeypatch.setattr("fairfelt.analysis.protection.house.TRIGGER_SHOES", 10)
    found = verdict(games.find("royal-match-21"))
    assert [(finding.leak, finding.information.counted) for finding in found.findings] == [(Leak.COUNT, "Royal Match")]
    assert found.findings[0].interval and "Perfect play" in found.findings[0].note, "no count by tags comes near"
    assert not found.not_counted
    missing = replace(found, not_counted=(UncountedLeak("dealer 1", "it takes two days"),))
    house = house_report(worst_first([missing]))
    assert "it takes two days" in " ".join(house.render("text").decode().split())
    assert house.records[0]["information"] == "counting Royal Match"


def test_a_small_leak_is_not_written_as_nothing() -> None:
    """An edge of 0.0026% cost 378 a year, and stood there as 0.00%, sampled between +0.00% and +0.00%."""
    game = games.find("commission-baccarat")
    asked = Information(counted="Banker")
    small_one = Finding(Leak.COUNT, asked, Fraction(26, 10**6), Fraction(0), Interval(0.00002, 0.00003))
    found = Verdict(game, usual_terms(game), (small_one,), ())
    words = " ".join(plain_text(verdict_report(found).sheet).split())
    assert "0.0026%" in words and "0.00%" not in words
    assert "+0.0020%" in words and "+0.0030%" in words


def test_findings_are_kept_and_found_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What was counted holds whatever the limits; what was sampled only for the same."""
    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.kept_file", tmp_path.joinpath)
    monkeypatch.setattr("fairfelt.analysis.protection.findings.shipped_findings", dict)
    seen, shared = Information(dealer=(1,)), Information(hands=7)
    counted = Finding(Leak.DEALER, seen, Fraction(1, 30), Fraction(-1, 30))
    sampled = Finding(Leak.PARTNERS, shared, Fraction(-1, 50), Fraction(-1, 30), Interval(-0.03, -0.01), "Show queens.")
    short, long = (6.0, 1.5), (40.0, 8.0)
    for finding in (counted, sampled):
        keep_finding(Question(THREE_CARD, finding.leak, finding.information, short), finding)
    assert kept_finding(Question(THREE_CARD, Leak.DEALER, seen, long)) == counted
    assert kept_finding(Question(THREE_CARD, Leak.PARTNERS, shared, short)) == sampled
    assert kept_finding(Question(THREE_CARD, Leak.PARTNERS, shared, long)) is None
    assert kept_finding(Question(small(THREE_CARD), Leak.DEALER, seen, short)) is None
    for file in tmp_path.iterdir():
        file.write_text("{")
    assert kept_finding(Question(THREE_CARD, Leak.DEALER, seen, long)) is None


def test_the_command_wants_one_game_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protect"]) == 2
    assert "--all" in capsys.readouterr().err
    assert main(["protect", "three-card-poker", "--limit", "0"]) == 2
    assert "--limit 0" in capsys.readouterr().err


def test_the_command_finds_the_best_sorting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protect", "three-card-poker", "--sorted", "best", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["information"] == "sorted QKA on dealer 1"


KEYS = {
    "game", "information", "edge", "hit_frequency", "standard_deviation", "desirability_index", "n0", "strategy",
    "exact",
}  # fmt: skip


def test_a_verdict_has_the_keys_of_every_protect() -> None:
    """The worst leak stands in a verdict as if it had been asked about alone; so does every other."""
    rule = ShortRule("Play", "always")
    found = Finding(
        Leak.DEALER, Information(dealer=(1,)), Fraction(1, 10), Fraction(-1, 30), None, "", None, None, (rule,)
    )
    plain = Verdict(THREE_CARD, usual_terms(THREE_CARD), (found,), ()).to_dict()
    assert plain.keys() >= KEYS and KEYS - {"game"} <= plain["findings"][0].keys()
    assert plain["edge"]["fraction"] == "1/10" and plain["strategy"] == [{"street": "Play", "words": "always"}]
    assert Verdict(THREE_CARD, usual_terms(THREE_CARD), (), ()).to_dict().keys() >= KEYS


def test_a_thinned_sample_holds_the_counted_edge() -> None:
    """Some of the dealer's hidden cards, each hand looked at twice; what is gained over plain play is averaged."""
    game = core_game(small(THREE_CARD))
    information = read_information(game, "dealer 1")
    counted = float(expose(game, information, gains=False).figures.edge)
    hidden = Group(Cards.DEALER, 1, 1, size=1)
    thinned = replace(SampledView.of(view_of(game, information)), dealt=(hidden,), kept=6)
    plain = solve(game)
    sampled = sample_view(thinned, plain, 120)
    interval = sampled.interval(plain.round.expected_value)
    assert interval.low < counted < interval.high
    assert (sampled.lies.error or 0) < 0.05
    assert sampled.bias > 0


def test_a_scene_too_large_for_a_hand_is_thinned() -> None:
    """Dealer's cards at games of two cards each and five shared were not counted at all."""
    game = core_game(games.find("ultimate-texas-holdem"))
    thinned = thin(view_of(game, read_information(game, "dealer 1,2")))
    assert thinned and thinned.rounds == thinned.rows == thinned.kept * 990


@pytest.mark.heavy
def test_a_bet_that_no_count_gains_on_is_bet_by_the_whole_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """On pairs every rank counts alike: the counter was said to bet every round, and to lose."""
    monkeypatch.setattr("fairfelt.analysis.protection.house.SHOES", 10)
    monkeypatch.setattr("fairfelt.analysis.protection.house.TRIGGER_SHOES", 6)
    found = count_leak(games.find("bet-the-set-21"), Information(counted="Bet the Set"))
    assert found.edge >= 0
    assert "by all that is left in the shoe" in found.note


def test_a_verdict_has_every_figure_of_its_leaks() -> None:
    """Its terms explained hit frequency, index and N0, which stood in its JSON alone."""
    found = verdict(THREE_CARD)
    (row,) = (row for row in verdict_records(found) if row["information"] == "dealer 1")
    assert str(row["hit_frequency"]).startswith("0.54220") and str(row["standard_deviation"]).startswith("1.7417")
    assert row["desirability_index"] == pytest.approx(19.9966, abs=1e-4) and row["n0"] == pytest.approx(2500.8, abs=0.1)
    text = " ".join(verdict_report(found).render("text").decode().split())
    assert "dealer's card 1 seen 3.4829% 54.2203% 1.7417 19.9966 2,501" in text


TIDE = Game(
    name="Tide",
    summary="Two cards each and two shared: the best hand of four.",
    deck=Deck(ranks="9TJQKA"),
    deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), Packet(2, to=Cards.COMMUNITY)),
    showdown=Showdown(FOUR_CARD),
    streets=(Street("Look", CHECK, bet("Wave")), Street("Shore", CHECK, bet("Press", times=2), community=1)),
    wagers=(opening("Ante", even_money), raised("Wave", even_money), raised("Press", even_money)),
)


def test_a_ranking_that_cannot_rank_the_own_cards_alone_has_every_leak_looked_at() -> None:
    """The short rule of the first leak ended all others: four-card poker ranks no two cards."""
    found = verdict(TIDE, exact_s=60.0, sample_s=0.1)
    assert [missing for missing in found.not_counted if missing.broke_off] == []
    assert {finding.leak for finding in found.findings} >= {Leak.DEALER, Leak.COMMUNITY}
    seen = next(finding for finding in found.findings if finding.information == Information(dealer=(1,)))
    assert seen.edge > seen.plain
    assert "seen" in seen.strategy[0].words


def test_one_leak_that_fails_loses_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Game, information: Information, **options: Any) -> Exposure:
        if information.community:
            raise IndexError("by accident")
        return expose(game, information, **options)

    monkeypatch.setattr(house, "expose", broken)
    found = verdict(TIDE.with_deck(Deck(ranks="TJQKA", suits="cds")), exact_s=60.0, sample_s=0.1)
    assert [(missing.what, "IndexError: by accident" in missing.reason) for missing in found.not_counted[:2]] == [
        ("community 1", True),
        ("community 2", True),
    ]
    assert found.findings


def test_a_sampled_figure_is_no_fraction_and_says_what_it_rests_on() -> None:
    """JSON printed a sampled edge as a fraction of 25 digits, and nobody said of how many hands it came."""
    lies = Interval(-0.03, -0.01, 2_000, 1, 0.004)
    found = Finding(Leak.PARTNERS, Information(hands=2), Fraction(-1, 50), Fraction(-1, 30), lies)
    told = found.to_dict(usual_terms(THREE_CARD))
    assert told["edge"] == {"decimal": "-0.02000000"}
    assert told["interval"] == {
        "from": -0.03, "to": -0.01, "certainty": "99%", "n": 2_000, "seed": 1, "standard_error": 0.004,
    }  # fmt: skip
    assert all("fraction" not in told[name] for name in ("cost_a_year", "swing_a_year"))
    counted = replace(found, interval=None).to_dict(usual_terms(THREE_CARD))
    assert counted["edge"]["fraction"] == "-1/50"
    sheet = Verdict(THREE_CARD, usual_terms(THREE_CARD), (found,), ())
    assert "2,000 sampled, seed 1" in " ".join(plain_text(verdict_report(sheet).sheet).split())
    assert verdict_records(sheet)[0]["n"] == 2_000
