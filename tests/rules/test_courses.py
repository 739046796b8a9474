"""Courses of play as machines: what they ask for, what they make of the cards, and how they are fingerprinted."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.rules import (
    Baccarat,
    BaccaratFacts,
    Cards,
    Course,
    Deal,
    Decide,
    Draw,
    Facts,
    Game,
    Kind,
    Opens,
    Over,
    Packet,
    Result,
    Tableau,
    War,
    WarFacts,
    fingerprint,
    side_bet,
)
from fairfelt.rules.cards import Card, parse_cards
from fairfelt.rules.courses.baccarat import USUAL
from fairfelt.rules.hands import ROYAL_MATCH
from tests.support.heavy import examples

WAR, BACCARAT = games.find("casino-war"), games.find("ez-baccarat-with-dragon-bonus")
COURSES = [game for first in games.catalogue() for game in first.variants if game.course]


def played(
    course: Course[Any], cards: tuple[Card, ...], players: int = 1, choices: str = ""
) -> tuple[list[Facts], int]:
    """The facts of every player after these cards, and how many of them left the shoe; choices by their numbers."""
    state, out, made = course.start(players), 0, list(choices)
    while not isinstance(step := course.next(state), Over):
        if isinstance(step, Draw):
            out += step.burn + 1
            state = course.draw(state, cards[out - 1])
        else:
            state = course.choose(state, step.choices[int(made.pop(0)) if made else -1])
    return [course.facts(state, player) for player in range(players)], out


@pytest.mark.parametrize("game", COURSES, ids=lambda game: game.title)
@settings(max_examples=examples(8, 100))
@given(seed=st.integers(0, 2**32), players=st.integers(1, 3), choices=st.text("01", max_size=3))
def test_facts_are_foreseen_and_cards_suffice(game: Game, seed: int, players: int, choices: str) -> None:
    assert game.course
    cards = tuple(Random(seed).sample(game.deck.cards, len(game.deck)))
    facts, out = played(game.course, cards, players, choices)
    for wager in (wager for wager in game.wagers if wager.kind is Kind.OPENING or wager.is_optional):
        if not wager.ranking:
            read = {game.course.read_by(wager, known) for known in facts}
            assert read <= set(game.course.facts_for(wager))
    assert out <= game.course.most_cards(players)


@pytest.mark.parametrize("game", COURSES, ids=lambda game: game.title)
@settings(max_examples=examples(8, 100))
@given(seed=st.integers(0, 2**32))
def test_cards_that_are_alike_make_no_difference(game: Game, seed: int) -> None:
    assert game.course
    cards = Random(seed).sample(game.deck.cards, game.course.most_cards(1))
    faces = {game.course.alike(card): card for card in game.deck.cards}
    others = [faces[game.course.alike(card)] for card in cards]
    assert played(game.course, tuple(cards)) == played(game.course, tuple(others))


@pytest.mark.parametrize(
    ("cards", "facts"),
    [
        ("Kc Qd", WarFacts(Result.WIN)),
        ("2c Qd", WarFacts(Result.LOSS)),
        ("2c 2d 9c 9d 9h 7c 4d", WarFacts(Result.TIE, war=Result.WIN)),
        ("2c 2d 9c 9d 9h 7c 7d", WarFacts(Result.TIE, war=Result.TIE)),
        ("2c 2d 9c 9d 9h 7c Ad", WarFacts(Result.TIE, war=Result.LOSS)),
    ],
)
def test_a_war_is_won_by_the_second_card(cards: str, facts: WarFacts) -> None:
    assert played(War(), parse_cards(cards)) == ([facts], len(cards.split()))


def test_a_tie_may_be_surrendered() -> None:
    assert played(War(), parse_cards("2c 2d"), choices="0") == ([WarFacts(Result.TIE)], 2)


def test_all_who_go_to_war_meet_one_card_of_the_dealer() -> None:
    cards = parse_cards("9c 2d 9d 9h 9s Kc Qc Jc 5c 8d 7d")
    facts, out = played(War(), cards, players=4, choices="101")
    assert facts == [
        WarFacts(Result.TIE, war=Result.LOSS),
        WarFacts(Result.LOSS),
        WarFacts(Result.TIE),
        WarFacts(Result.TIE, war=Result.WIN),
    ]
    assert out == len(cards)


DRAWS = {
    # By the Banker's total: what it does if the Player stood, and after each third card from 0 to 9.
    0: "D DDDDDDDDDD", 1: "D DDDDDDDDDD", 2: "D DDDDDDDDDD",
    3: "D DDDDDDDDSD", 4: "D SSDDDDDDSS", 5: "D SSSSDDDDSS", 6: "S SSSSSSDDSS", 7: "S SSSSSSSSSS",
}  # fmt: skip
DIGITS = dict(zip("0123456789", parse_cards("Kc Ac 2c 3c 4c 5c 6c 7c 8c 9c"), strict=True))


def dealt(digits: str) -> tuple[Card, ...]:
    """A card for each digit."""
    return tuple(DIGITS[digit] for digit in digits)


@pytest.mark.parametrize("banker", DRAWS)
def test_the_banker_draws_by_the_printed_chart(banker: int) -> None:
    stood, after = DRAWS[banker].split()
    _, out = played(Baccarat(), dealt(f"6{banker}00" + "1"))
    assert out == (5 if stood == "D" else 4)
    for third, does in enumerate(after):
        _, out = played(Baccarat(), dealt(f"5{banker}00{third}1"))
        assert out == (6 if does == "D" else 5), third


@pytest.mark.parametrize(
    ("digits", "totals", "natural"),
    [
        ("4 0 4 7", (8, 7, 2, 2), True),
        ("0 9 9 0", (9, 9, 2, 2), True),
        ("3 3 3 3", (6, 6, 2, 2), False),
        ("1 2 1 5 6", (8, 7, 3, 2), False),
        ("5 5 0 0 4 2", (9, 7, 3, 3), False),
        ("3 4 4 1", (7, 5, 2, 3), False),
    ],
)
def test_totals_naturals_and_third_cards(digits: str, totals: tuple[int, ...], natural: bool) -> None:
    cards = dealt(digits.replace(" ", "") + "00")
    (facts,), _ = played(Baccarat(), cards)
    assert isinstance(facts, BaccaratFacts)
    assert (facts.player, facts.dealer, facts.player_cards, facts.banker_cards) == totals
    assert facts.natural is natural


def test_any_rule_of_a_course_is_in_the_fingerprint() -> None:
    other = Tableau(USUAL.player, (*USUAL.banker[:6], "-67", ""))
    prints = {
        fingerprint(game)
        for game in (
            WAR,
            WAR.with_decks(8),
            replace(WAR, course=War(burn=1)),
            BACCARAT,
            replace(BACCARAT, course=Baccarat(other)),
            replace(BACCARAT, opens=Opens.ALL),
        )
    }
    assert len(prints) == 6


def test_what_a_course_does_is_in_the_fingerprint() -> None:
    """Its Python is taken by its deeds: the same fields and words, but an equal card loses the war."""

    class Unkind(War):
        def facts(self, state: Any, player: int) -> WarFacts:
            facts = super().facts(state, player)
            return replace(facts, war=Result.LOSS) if facts.war is Result.TIE else facts

    assert fingerprint(replace(WAR, course=Unkind())) != fingerprint(WAR)


def test_a_game_with_a_course_says_nothing_twice() -> None:
    with pytest.raises(ValueError, match="a course deals the cards itself"):
        replace(WAR, deal=Deal(Packet(2, to=Cards.OWN)))
    match = side_bet("Match", hand=ROYAL_MATCH, pays=WAR.wagers[0].paytables, survives_fold=True)
    with pytest.raises(ValueError, match="has to say how many first cards it reads"):
        replace(WAR, wagers=(*WAR.wagers, match))


def test_the_decisions_of_a_course_are_those_of_the_game() -> None:
    assert [street.name for street in WAR.streets] == ["After a tie"]
    assert isinstance(War().next(War().draw(War().draw(War().start(1), Card(0)), Card(13))), Decide)
    assert BACCARAT.streets == ()
    assert BACCARAT.unit == "opening bet"
    assert BACCARAT.opening_choice and [c.name for c in BACCARAT.opening_choice.choices] == ["Player", "Banker"]


def test_stakes_of_one_opening_bet_are_those_that_were_made() -> None:
    assert BACCARAT.opening_choice
    player, banker = BACCARAT.opening_choice.choices
    assert BACCARAT.staked([banker]) == {"Banker": 1}
    assert BACCARAT.stakes({"Opening bet": player}) == {"Player": 1}
    assert [wager.name for wager in BACCARAT.opening_bets(3)] == ["Banker"]
