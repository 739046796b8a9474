"""Hands as the practice table shows them: sorted, the cards that make them lit, split and set in their parts, named."""

from __future__ import annotations

from fractions import Fraction

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.rules import MICROS
from fairfelt.rules.cards import parse_cards
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.poker.five_card import POKER
from fairfelt.rules.hands.poker.pai_gow import FRONT, PAI_GOW
from fairfelt.rules.hands.tracks import STRAIGHT_RUN
from fairfelt.table import Choose, DealCards, PlaceBets, Round, Settle
from fairfelt.web.pages.play.practice import CLOSE, Shuffle, pick_close
from fairfelt.web.pages.play.views import (
    PlayerView,
    community_view,
    dealer_view,
    edges,
    in_order,
    making_cards,
    seats_view,
    settings_view,
)
from tests.web.pages.play.seated import Learner
from tests.web.visiting import THREE

pytestmark = pytest.mark.xdist_group("web")


@pytest.mark.parametrize(
    ("ranking", "cards", "lit", "order"),
    [
        (POKER, "2c Kd 9h Ks 5c", "Kd Ks", "Kd Ks 9h 5c 2c"),
        (POKER, "2c Kd 9h Ks 2d 7h 3s", "2c Kd Ks 2d", "Kd Ks 2c 2d 9h 7h 3s"),
        (POKER, "As 2d 3h 4c 5c Kd Qh", "5c 4c 3h 2d As", "5c 4c 3h 2d As Kd Qh"),
        (POKER, "Ah 9h 6h 3h 2h Ad Ac", "Ah 9h 6h 3h 2h", "Ah 9h 6h 3h 2h Ac Ad"),
        (POKER, "2c 5d 9h Js Kc", "", "Kc Js 9h 5d 2c"),
        (PAI_GOW, "* Ac 9d 7h 2s", "* Ac", "* Ac 9d 7h 2s"),
        (FRONT, "Qc Qd", "Qc Qd", "Qc Qd"),
        (STRAIGHT_RUN, "9h Kd 8d Td 2c Jc Kc", "9h 8d Td Jc", "Jc Td 9h 8d Kc Kd 2c"),
    ],
)
def test_the_cards_that_make_the_hand_are_lit_and_come_first(
    ranking: Ranking, cards: str, lit: str, order: str
) -> None:
    held = tuple(parse_cards(cards))
    making = making_cards(ranking, held)
    assert set(making) == set(parse_cards(lit))
    assert [card for card, _ in in_order(held, making)] == list(parse_cards(order))


def stacked(slug: str, cards: str, *choices: str, bet: str, seats: int = 1) -> Round:
    """A round dealt from the top of those cards."""
    game, top = games.find(slug), parse_cards(cards)
    rest = list(game.deck.cards)
    for card in top:
        rest.remove(card)
    round = Round(game)
    for seat in range(1, seats + 1):
        round = round.apply(PlaceBets(seat, {bet: 10 * MICROS}))
    round = round.apply(DealCards((*top, *rest)))
    for choice in choices:
        round = round.apply(Choose(round.to_act.number if round.to_act else 0, choice))
    return round


def own(round: Round, you: int = 1) -> list[tuple[str, str, str, bool]]:
    views = next(seat["hands"] for seat in seats_view(PlayerView(round, you)) if seat["you"])
    return [(v["title"], " ".join(c["face"] for c in v["cards"]), v["words"], v["active"]) for v in views]


def test_split_hands_have_boxes_of_their_own() -> None:
    """All cards of split hands lay in one row, and nothing said which was being played."""
    round = stacked("classic-blackjack", "Kc 6d Qh 5h Jd 3c", bet="Bet")
    assert own(round) == [("", "Kc Qh", "20", True)]
    split = round.apply(Choose(1, "split"))
    assert own(split) == [("Hand 1", "Kc Jd", "20", True), ("Hand 2", "Qh", "10", False)]
    second = split.apply(Choose(1, "stand"))
    assert own(second) == [("Hand 1", "Kc Jd", "20", False), ("Hand 2", "Qh 3c", "13", True)]
    over = second.apply(Choose(1, "stand")).apply(Settle())
    (seat,) = seats_view(PlayerView(over, 1))
    assert [hand["net"] for hand in seat["hands"]] == [
        {"wins": "+$10.00", "loses": "-$10.00", "pushes": "$0.00"}[hand["result"]] for hand in seat["hands"]
    ]
    assert dealer_view(PlayerView(over, 1))["hands"][0]["words"]


def test_totals_are_called_and_the_winner_is_marked() -> None:
    """Blackjack and baccarat showed neither totals nor who had won."""
    soft = stacked("classic-blackjack", "Ac 6d 6h Th", bet="Bet")
    assert own(soft) == [("", "Ac 6h", "soft 17", True)]
    assert dealer_view(PlayerView(soft, 1))["hands"][0]["words"] == "6"
    assert own(stacked("classic-blackjack", "Ac 6d Kh Th", bet="Bet"))[0][2] == "blackjack"
    round = stacked("commission-baccarat", "9c 2d Kh 5h", bet="Banker")
    banker, player = dealer_view(PlayerView(round, 1)), community_view(PlayerView(round, 1))
    assert (banker["hands"][0]["words"], banker["wins"]) == ("7", False)
    assert (player["words"], player["wins"]) == ("natural 9", True)


def test_a_set_hand_lies_in_its_parts() -> None:
    """Positions were choices, and the hands were never shown split or named, not even in the end."""
    round = stacked("commission-pai-gow", "As Kd Kc 7h 6s 4d 2c Qs Qd 9h 8c 5s 3d 2h", bet="Pai Gow")
    view = settings_view(round, 1)
    assert view
    assert view["parts"] == [{"title": "Front", "size": 2}, {"title": "Back", "size": 5}]
    (house,) = [way for way in view["ways"] if way["named"]]
    assert house == {"choice": "house way", "parts": [["As", "7h"], ["Kd", "Kc", "6s", "4d", "2c"]],
                     "words": ["ace-seven", "pair of kings, six-four-deuce kickers"], "named": True}  # fmt: skip
    assert len(view["ways"]) == len(round.offered)
    assert own(round) == [("", "As Kc Kd 7h 6s 4d 2c", "", False)]
    done = round.apply(Choose(1, "front 1-4"))
    assert [row[:3] for row in own(done)] == [
        ("Front", "As 7h", "ace-seven"), ("Back", "Kc Kd 6s 4d 2c", "pair of kings, six-four-deuce kickers"),
    ]  # fmt: skip
    assert [hand["title"] for hand in dealer_view(PlayerView(done, 1))["hands"]] == ["Front", "Back"]
    assert settings_view(done, 1) is None


def test_a_hand_is_set_in_three_parts_by_touching_cards() -> None:
    """Fortune Asia Poker offered sixty buttons such as "Medium 1-2 low 3"."""
    round = stacked("fortune-asia-poker", "As Ad Kc 9h 7d 4s 2c 3c 3d 5h 6s 8c Th Jd", bet="Asia Poker")
    view = settings_view(round, 1)
    assert view
    assert view["parts"] == [{"title": "Low", "size": 1}, {"title": "Medium", "size": 2}, {"title": "High", "size": 4}]
    named = [way for way in view["ways"] if way["named"]]
    assert [way["choice"] for way in named] == ["house way"]
    assert sum(map(len, named[0]["parts"])) == 7
    done = round.apply(Choose(1, "house way")).apply(Settle())
    (mine,) = seats_view(PlayerView(done, 1))
    assert [hand["title"] for hand in mine["hands"]] == ["Low", "Medium", "High"]
    assert all(hand["words"] for hand in mine["hands"])


def test_hands_that_exchange_cards_have_boxes_and_totals() -> None:
    """The two hands of Blackjack Switch lay in one row, without totals, and the dealer's had no name."""
    game, top = games.find("blackjack-switch"), parse_cards("Ts 6h 5c 9d Tc 7d")
    rest = list(game.deck.cards)
    for card in top:
        rest.remove(card)
    bets = {wager.name: 10 * MICROS for wager in game.opening_bets(0)}
    round = Round(game).apply(PlaceBets(1, bets)).apply(DealCards((*top, *rest)))
    (mine,) = seats_view(PlayerView(round, 1))
    before = [(hand["title"], hand["words"]) for hand in mine["hands"]]
    assert [title for title, _ in before] == ["Hand 1", "Hand 2"]
    switched = round.apply(Choose(1, "switch"))
    (mine,) = seats_view(PlayerView(switched, 1))
    after = [hand["words"] for hand in mine["hands"]]
    assert sum(map(int, after)) == sum(int(words) for _, words in before)
    assert after != [words for _, words in before]
    assert [hand["active"] for hand in mine["hands"]] == [True, False]
    assert dealer_view(PlayerView(switched, 1))["hands"][0]["words"]


def test_shared_cards_of_your_hand_are_lit() -> None:
    game = games.find("mississippi-stud")
    order = parse_cards("Kc 7d Kh 2s 9d")
    rest = [card for card in game.deck.cards if card not in order]
    round = Round(game).apply(PlaceBets(1, {"Ante": 10 * MICROS})).apply(DealCards((*order, *rest)))
    for choice in ("3rd Street", "4th Street", "5th Street"):
        round = round.apply(Choose(1, choice))
    shared = community_view(PlayerView(round, 1))
    assert [(card["face"], card["lit"]) for card in shared["cards"]] == [("Kh", True), ("2s", False), ("9d", False)]
    assert own(round)[0][1:3] == ("Kc 7d", "pair of kings, nine-seven-deuce kickers")


@pytest.mark.parametrize(
    ("slug", "bets", "cards", "choice", "shown", "theirs", "words"),
    [
        (
            "criss-cross-poker", "Ante Across, Ante Down", "Th 4c 9h 9s 5c 8s 4d", "{street}",
            "9h 9s 5c 8s 4d", "",
            "Across: two pair, nines and fours, ten kicker · Down: pair of fours, ten-eight-five kickers",
        ),
        (
            "ultimate-texas-holdem", "Ante, Blind", "Kc Kh 8d 8h 8c 3h 7d 7s 2c", "Play 4x",
            "8c 3h 7d 7s 2c", "8c 7d 7s", "two pair, kings and sevens, eight kicker",
        ),
    ],
)  # fmt: skip
def test_shared_cards_lie_in_their_places_and_show_whose_they_are(
    slug: str, bets: str, cards: str, choice: str, shown: str, theirs: str, words: str
) -> None:
    """A cross was sorted, so that the cards across stood above each other; one color lit the hands of both sides."""
    game, order = games.find(slug), parse_cards(cards)
    rest = [card for card in game.deck.cards if card not in order]
    round = Round(game).apply(PlaceBets(1, dict.fromkeys(bets.split(", "), 10 * MICROS)))
    round = round.apply(DealCards((*order, *rest)))
    while round.street:
        round = round.apply(Choose(1, choice.format(street=round.street.name)))
    shared = community_view(PlayerView(round.apply(Settle()), 1))
    assert " ".join(card["face"] for card in shared["cards"]) == shown
    assert " ".join(shared["theirs"]) == theirs
    assert own(round.apply(Settle()))[0][2] == words


def test_every_spot_says_its_edge() -> None:
    par = engine.par_of(engine.solve(games.find(THREE)))
    shown = edges(games.find(THREE), par)
    assert shown["Ante"] == {"short": "3.37%", "sentence": "3.37% of the Ante, when every choice is the best"}
    assert shown["Pair Plus"]["short"] == "2.32%"
    assert "Play" not in shown


def test_a_learner_is_stopped_before_a_mistake_and_may_make_it(visit: TestClient) -> None:
    learner = Learner(TestClient(visit.app), games.find(THREE))
    learner.deal(players=1, bets={"Ante": "10"})
    worst = min(learner.state["coach"]["values"], key=lambda row: Fraction(row["exact"]))
    stopped = learner.say("choose", choice=worst["choice"], stop=True)
    assert (stopped["phase"], stopped["stopped"]["cost"]) == ("deciding", worst["cost"])
    assert stopped["tally"]["caught"] == 1
    made = learner.say("choose", choice=worst["choice"])
    assert (made["phase"], made["stopped"]) == ("settled", None)
    (kind,) = made["tally"]["kinds"]
    assert (kind["choice"], kind["count"], kind["cost"]) == (worst["choice"], 1, worst["cost"])
    assert len(made["tally"]["points"]) == 1
    assert learner.say("start-over")["tally"]["rounds"] == 0
    refused = learner.tried("choose", choice="fold", stop="yes")
    assert refused.json()["detail"] == 'Stop is true or false, not "yes"'


def test_close_decisions_are_dealt_to_who_wants_to_train_them(visit: TestClient) -> None:
    learner = Learner(TestClient(visit.app), games.find(THREE))
    promised = learner.state["commitment"]
    state = learner.say("deal", players=1, cut=0, bets={"Ante": "10"}, close=True)
    best, second = sorted((Fraction(row["exact"]) for row in state["coach"]["values"]), reverse=True)
    assert best - second < Fraction(1, 2)
    assert (state["picked"], state["commitment"] != promised) == (True, True)
    assert learner.play_on()["reveal"]["kept"] is True


def test_the_closest_deal_in_time_is_taken() -> None:
    game = games.find(THREE)
    round = Round(game).apply(PlaceBets(1, {"Ante": 10 * MICROS}))
    ticks = iter(range(100))
    assert isinstance(pick_close(round, 1, engine.solve(game), lambda: float(next(ticks))), Shuffle)
    assert next(ticks) <= 2, "one try, and the time is over"
    assert Fraction(1, 10) == CLOSE


def test_the_table_is_never_kept_by_a_browser(visit: TestClient) -> None:
    """Going back showed a stale table, and the next deal was refused."""
    answer = visit.get(f"/play/{THREE}/table.json")
    assert answer.headers["cache-control"] == "no-store"
