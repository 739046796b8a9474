"""The practice table over HTTP: every game from bet to settlement, and no card before its time."""

from __future__ import annotations

from fractions import Fraction

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.rules import MICROS, Game
from fairfelt.rules.cards import format_cards, parse_cards
from fairfelt.table import Choose, DealCards, PlaceBets, Round, Settle
from fairfelt.web.pages.play.practice import usual_bets
from tests.support.heavy import every_game
from tests.web.pages.play.seated import FACE, WORDS, Learner, as_micros, every_bet
from tests.web.visiting import THREE

pytestmark = pytest.mark.xdist_group("web")


def replayed(learner: Learner, bets: dict[str, str], *, players: int) -> list[Round]:
    """The round as the table itself plays it from the revealed shuffle: after the deal, and after each decision."""
    reveal, seat = learner.state["reveal"], learner.me["number"]
    order = parse_cards(reveal["order"])
    round = Round(learner.game).apply(PlaceBets(seat, as_micros(bets)))
    for other in range(1, players + 1):
        if other != seat:
            round = round.apply(PlaceBets(other, usual_bets(learner.game, other + learner.state["number"])))
    rounds = [round.apply(DealCards(order[reveal["cut"] :] + order[: reveal["cut"]]))]
    made = {shown["number"]: iter(shown["choices"]) for shown in learner.state["seats"]}
    while player := rounds[-1].to_act:
        rounds.append(rounds[-1].apply(Choose(player.number, next(made[player.number]))))
    return rounds


def in_sight(round: Round, seat: int) -> set[str]:
    """The faces a player may see: the own cards, what is turned over, and what a course deals face up."""
    view = round.visible(seat)
    seen = {*view.own, *view.community, *view.dealer}
    if round.run and round.dealt:
        drawn = zip(round.run.draws, round.dealt.packets, strict=True)
        seen |= {card for draw, packet in drawn if draw.face_up for card in packet.cards}
    return set(format_cards(seen).split())


@every_game
@pytest.mark.parametrize("choice", [0, -1])
def test_no_answer_shows_a_card_before_it_is_turned_over(visit: TestClient, game: Game, choice: int) -> None:
    learner, bets = Learner(visit, game), every_bet(game)
    assert not FACE.findall(learner.heard[0])
    players = min(3, game.seats)
    learner.deal(players=players, bets=bets)
    learner.play_on(choice)
    seat = learner.me["number"]
    at_my_turn = [
        round for round in replayed(learner, bets, players=players) if round.to_act and round.to_act.number == seat
    ]
    *hidden, last = learner.heard[1:]
    assert len(hidden) == len(at_my_turn)
    for heard, round in zip(hidden, at_my_turn, strict=True):
        assert set(FACE.findall(heard)) == in_sight(round, seat)
        assert set(WORDS.findall(heard)) <= {card.words for card in parse_cards(" ".join(in_sight(round, seat)))}
        assert '"reveal":null' in heard
    assert '"phase":"settled"' in last
    learner.say("clear")


@every_game
def test_the_table_pays_what_the_reference_pays_and_says_why(visit: TestClient, game: Game) -> None:
    learner, bets = Learner(visit, game), every_bet(game)
    learner.deal(players=1, cut=7, bets=bets)
    learner.play_on()
    settlement = replayed(learner, bets, players=1)[-1].apply(Settle()).settlement
    assert settlement
    assert [bet["why"] for bet in learner.me["settled"]] == [bet.explanation for bet in settlement.of(1)]
    net = settlement.net_micros(1)
    assert learner.me["net"].replace(",", "").replace("$", "") == f"{net / MICROS:+.2f}".replace("+0.00", "0.00")
    assert learner.state["steps"][-1].startswith("You")
    learner.say("clear")


@every_game
def test_as_many_play_as_the_table_has_places(visit: TestClient, game: Game) -> None:
    learner = Learner(visit, game)
    most = min(6, game.seats)
    learner.deal(players=most)
    assert [seat["number"] for seat in learner.state["seats"]] == list(range(1, most + 1))
    learner.play_on()
    learner.say("clear")
    refused = learner.tried("deal", players=most + 1, cut=0, bets=every_bet(game))
    assert (refused.status_code, refused.json()["field"]) == (400, "players")


def test_the_round_survives_a_reload(visit: TestClient) -> None:
    learner = Learner(visit, games.find(THREE))
    dealt = learner.deal()
    assert Learner(visit, games.find(THREE)).state == dealt
    learner.play_on()
    learner.say("clear")


def test_another_visitor_sits_at_another_table(visit: TestClient) -> None:
    learner = Learner(visit, games.find(THREE))
    stranger = Learner(TestClient(visit.app), games.find(THREE))
    assert stranger.state["commitment"] != learner.state["commitment"]


def test_the_coach_values_every_choice_exactly(visit: TestClient) -> None:
    learner = Learner(visit, games.find(THREE))
    learner.deal(players=1)
    hand = parse_cards(" ".join(card["face"] for card in learner.me["hands"][0]["cards"]))
    told = engine.solve(games.find(THREE)).advise(hand)
    values = dict(told.values)
    shown = {row["choice"]: row for row in learner.state["coach"]["values"]}
    assert {name: Fraction(row["exact"]) for name, row in shown.items()} == values
    assert [name for name, row in shown.items() if row["best"]] == [told.best]
    learner.play_on()
    learner.say("clear")


def test_a_mistake_is_told_and_counted(visit: TestClient) -> None:
    learner = Learner(TestClient(visit.app), games.find(THREE))
    costs = []
    for _ in range(6):
        learner.deal(players=1, bets={"Ante": "10"})
        worst = min(learner.state["coach"]["values"], key=lambda row: Fraction(row["exact"]))
        best = max(learner.state["coach"]["values"], key=lambda row: Fraction(row["exact"]))
        costs.append(Fraction(best["exact"]) - Fraction(worst["exact"]))
        learner.say("choose", choice=worst["choice"])
        (made,) = learner.state["decisions"]
        assert made == {"street": "Three cards", "choice": worst["choice"], "best": best["choice"],
                        "cost": worst["cost"], "mistake": True}  # fmt: skip
        learner.say("clear")
    tally = learner.state["tally"]
    house_edge = engine.solve(games.find(THREE)).round.house_edge
    assert (tally["rounds"], tally["counted"], tally["decisions"], tally["mistakes"]) == (6, 6, 6, 6)
    assert tally["cost"] == f"-${float(10 * sum(costs)):.2f}"
    assert tally["expected"] == f"-${float(10 * (sum(costs) + 6 * house_edge)):.2f}"


def test_the_strategy_card_comes_with_the_figures_and_waits_for_no_coach(visit: TestClient) -> None:
    """It came with the coach, who counts a large game for half a minute, although the answer was kept."""
    state = Learner(visit, games.find(THREE)).state
    assert [rule["street"] for rule in state["strategy"]] == ["Three cards"]
    assert state["edges"].keys() >= {"Ante"}
    assert "strategy" not in Learner(visit, games.find("mississippi-stud")).state


def test_a_game_that_is_not_counted_is_played_without_the_coach(visit: TestClient) -> None:
    learner = Learner(visit, games.find("mississippi-stud"))
    learner.deal()
    coach = learner.state["coach"]
    assert coach == {"state": "none", "why": "mississippi-stud is not counted here. You can play without the coach."}
    learner.play_on()
    assert learner.state["others"] == "simple"
    assert {made["cost"] for made in learner.state["decisions"]} == {None}
    assert learner.state["tally"]["counted"] == 0
    learner.say("clear")


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"players": 0}, "players", "Players is 0: give a whole number from 1 to 6"),
        ({"players": "2"}, "players", 'Players is a whole number, not "2"'),
        ({"cut": 52}, "cut", "Cut is 52: give a whole number from 0 to 51"),
        ({"bets": {}}, "bets", "The bet on Ante is missing: only Pair Plus may be bet without it, and then alone"),
        ({"bets": {"Ante": "ten"}}, "Ante", "'ten' is not an amount: write it such as 12.50 or $1,250"),
        ({"bets": {"Ante": "-5"}}, "bets", "The bet on Ante is -$5.00: it must be more than nothing"),
        ({"bets": {"Ante": 10}}, "bets.Ante", "Bets.Ante is text, not 10"),
        ({"bets": {"Ante": "10001"}}, "Ante", "$10,001.00 on Ante is too much: this table takes up to $10,000"),
        ({"bets": {"Anti": "5"}}, "bets", "There is no wager 'Anti'; did you mean 'Ante'?"),
        ({"bets": {"Ante": "5", "Play": "5"}}, "bets", "Play is not bet before the deal: it is made at a decision"),
        ({"bets": []}, "bets", "Bets is an object with names and values, not []"),
    ],
)
def test_what_cannot_be_bet_is_told_beside_its_field(
    visit: TestClient, fields: dict[str, object], field: str, sentence: str
) -> None:
    learner = Learner(visit, games.find(THREE))
    refused = learner.tried("deal", **{"players": 1, "cut": 0, "bets": {"Ante": "5"}, **fields})
    assert (refused.status_code, refused.json()["field"], refused.json()["detail"]) == (400, field, sentence)
    assert Learner(visit, games.find(THREE)).state["phase"] == "betting"


def test_a_choice_that_is_not_offered_is_refused(visit: TestClient) -> None:
    learner = Learner(visit, games.find(THREE))
    assert learner.tried("choose", choice="Play").json()["detail"].startswith("There is nothing to decide now")
    assert learner.tried("clear").json()["detail"].startswith("The round is not over yet")
    learner.deal(players=1)
    assert "There is no choice 'hit'" in learner.tried("choose", choice="hit").json()["detail"]
    learner.play_on()
    learner.say("clear")


def test_a_page_that_is_behind_gets_the_table_as_it_stands(visit: TestClient) -> None:
    learner = Learner(visit, games.find(THREE))
    before = learner.state["version"]
    learner.deal(players=1)
    again = visit.post(learner.address("deal"), json={"version": before, "players": 1, "cut": 0, "bets": {}})
    assert again.status_code == 409
    assert again.json()["version"] == learner.state["version"]
    assert again.json()["detail"].startswith("The table has moved on")
    learner.play_on()
    learner.say("clear")


@pytest.mark.parametrize(
    ("body", "kind", "sentence"),
    [
        (b"version=0", "text/plain", "415 The body must be application/json, not text/plain"),
        (b"{", "application/json", "400 This is not JSON"),
        (b"[" * 9_000, "application/json", "400 What was sent is not"),
        (b"[]", "application/json", "400 What was sent is not an object with names and values"),
        (b" " * 65_537, "application/json", "413 The body is longer than 65,536 bytes"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(visit: TestClient, body: bytes, kind: str, sentence: str) -> None:
    refused = visit.post(f"/play/{THREE}/deal.json", content=body, headers={"content-type": kind})
    assert f"{refused.status_code} {refused.json()['detail']}".startswith(sentence)
