"""A game as a value: names, versions, paytables, rulings, fingerprints."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.rules import (
    FOLD,
    LOSE,
    BadDefinition,
    BlackjackRules,
    Cards,
    Deal,
    Game,
    Kind,
    Packet,
    Pay,
    Paytable,
    Qualify,
    Settle,
    Showdown,
    Street,
    UnknownName,
    Wager,
    bet,
    by_line,
    fingerprint,
    opening,
    to,
)
from fairfelt.rules.cards import Deck, parse_cards
from fairfelt.rules.hands import FOUR_CARD, LONGEST_FLUSH, POKER, THREE_CARD, Ranking
from fairfelt.rules.settlement import extra_by_line

V1, V2 = games.straight_edge_poker.variants


def test_seats_follow_from_the_deck() -> None:
    """Straight Edge V1 needs eight cards for the dealer: 6 x 7 + 8 = 50. A fifth of the packet of a link is burned."""
    seats = {version.title: version.seats for game in games.catalogue() for version in game.variants}
    assert seats["Straight Edge Poker V1"] == 6
    assert seats["Straight Edge Poker V2"] == 6
    assert seats["Solitaire Stud"] == 6
    assert seats["Flushes Gone Wild"] == 8
    assert seats["Flush Rush"] == 9
    assert seats["Three Card Poker"] == 9
    assert V1.with_deck(Deck(ranks="23456789TJQ")).seats == 5


def test_cards_of_a_packet_that_are_not_needed_do_not_count_when_it_is_the_last() -> None:
    assert V1.deal.cards_needed(6) == 50
    assert games.flush_rush.deal.cards_needed(1) == 7


def test_a_packet_cannot_give_more_than_it_has() -> None:
    with pytest.raises(ValueError, match="cannot burn 3 and use 3"):
        Packet(5, to=Cards.COMMUNITY, burn=3, take=3)


def test_versions_are_found_by_name() -> None:
    assert games.straight_edge_poker["v2"] is V2
    assert games.find("Straight_Edge Poker", "V2").variant == "v2"
    with pytest.raises(UnknownName, match="there is no variant 'v3'; there is v1, v2"):
        games.find("straight-edge-poker", "v3")


def test_a_wrong_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="there is no game 'flush-rus'; did you mean 'flush-rush'"):
        games.find("flush-rus")
    with pytest.raises(UnknownName, match="did you mean 'Bonus'"):
        V1.wager("bonnus")
    with pytest.raises(AttributeError, match="did you mean 'solitaire-stud'"):
        games.solitaire_study  # noqa: B018


def test_every_game_is_an_attribute_and_in_the_catalogue() -> None:
    assert games.flush_rush is games.find("flush-rush")
    slugs = [game.slug for game in games.catalogue()]
    assert slugs == sorted(slugs)
    approved = {"straight-edge-poker", "flushes-gone-wild", "three-card-poker", "flush-rush", "solitaire-stud"}
    assert approved <= set(slugs)


def test_any_change_of_a_pay_a_rule_or_a_ruling_changes_the_fingerprint() -> None:
    prints = {
        fingerprint(game)
        for game in (
            V1,
            V2,
            V1.with_paytable("Bonus", "2"),
            V1.with_pays("Bonus", Paytable("1", {7: 41, 6: 15, 5: 6, 4: 1})),
            V1.with_deck(Deck(copies=2)),
            V1.with_wager("Bonus", survives_fold=False),
            V2.with_ruling("blind_on_zero_margin", "even"),
            replace(V1, streets=(Street("Seven cards", *V1.streets[0].choices, dealer=1),)),
            replace(V1, deal=Deal(*V1.deal.packets[:2])),
            replace(V1, streets=(Street("Seven cards", FOLD, bet("Play", holding=Qualify("a pair", "2c 3d"))),)),
        )
    }
    assert len(prints) == 10


def test_the_fingerprint_does_not_depend_on_what_is_said_around_the_rules() -> None:
    silent = replace(V1, summary="", headlines=(), strategies=(), published=(), others=())
    assert fingerprint(silent) == fingerprint(V1)


def test_fingerprints_of_the_approved_sheets_have_not_moved() -> None:
    """Golden: whoever changes one of these changes what was approved, and says so in the changelog."""
    golden = json.loads((Path(__file__).parent / "fingerprints.json").read_text())
    assert {v.title: fingerprint(v) for game in games.catalogue() for v in game.variants} == golden


def test_wagers_paid_by_one_table_change_together() -> None:
    game = games.mississippi_stud.with_paytable("Ante", "straight 5")
    assert {wager.paytable.name for wager in game.wagers if wager.is_base} == {"straight 5"}


def test_rulings_can_be_read_otherwise() -> None:
    even = V2.with_ruling("blind_on_zero_margin", "even").wager("Blind").paytable
    assert even.pays[0].words == "1 to 1"
    assert V2.wager("Blind").paytable.pays[0].words == "pushes"
    said = {r.name: r for r in V2.with_ruling("blind_on_zero_margin", "even").rulings}["blind_on_zero_margin"]
    assert said.reading.startswith("It pays 1 to 1")
    assert said.because.startswith("Chosen instead of: It pushes")
    with pytest.raises(UnknownName, match="there is no ruling 'wild_ran'"):
        V2.with_ruling("wild_ran", "x")
    with pytest.raises(UnknownName, match="alternative of blind_on_zero_margin 'evn'; did you mean 'even'"):
        V2.with_ruling("blind_on_zero_margin", "evn")


def test_a_choice_may_ask_for_a_hand() -> None:
    game = games.i_luv_suits_poker
    for cards, offered in (("7c 5c 4c 3c", 2), ("6c 5c 4c 3c 2c", 3), ("9c 7c 5c 4c 3c 2c", 4)):
        assert game.offered(game.streets[0], parse_cards(cards)) == game.streets[0].choices[:offered]
    assert V1.offered(V1.streets[0], ()) == V1.streets[0].choices


def test_a_definition_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(BadDefinition, match="there is no wager 'Raise'"):
        replace(V1, streets=(Street("x", bet("Raise")),))
    with pytest.raises(ValueError, match="two wagers have the same name"):
        replace(V1, wagers=(*V1.wagers, V1.wagers[0]))
    with pytest.raises(ValueError, match="a choice that asks for a hand needs a showdown"):
        replace(games.flush_rush, streets=(Street("x", bet("First 1x", holding=Qualify("a pair", "2c 2d"))),))
    with pytest.raises(ValueError, match="the first wager is the opening bet"):
        replace(V1, wagers=V1.wagers[1:])


@pytest.mark.parametrize("game", [v for g in games.catalogue() for v in g.variants], ids=lambda g: g.title)
def test_every_game_is_complete(game: Game) -> None:
    assert game.summary.endswith(".")
    assert all(ruling.question.endswith("?") and ruling.reading for ruling in game.rulings)
    for published in game.published:
        if published.wager != "Round":
            game.wager(published.wager)


@pytest.mark.parametrize(
    ("ranking", "words", "least"),
    [
        (THREE_CARD, "queen high", "Qc 3d 2h"),
        (THREE_CARD, "three of a kind", "2c 2d 2h"),
        (FOUR_CARD, "a pair of aces", "Ac Ad 3h 2s"),
        (POKER, "ace-king", "As Kd 4c 3d 2c"),
        (POKER, "jacks or better", "Jc Jd 4h 3s 2c"),
        (POKER, "two pair", "3c 3d 2c 2d 4h"),
        (POKER, "a straight flush", "Tc Jc Qc Kc Ac"),
        (LONGEST_FLUSH, "a nine-high three-card flush", "9c 3c 2c"),
        (THREE_CARD, "words of another language", "Qc 3d 2h"),
    ],
)
def test_words_that_fit_the_qualifying_hand(ranking: Ranking, words: str, least: str) -> None:
    assert Showdown(ranking, qualify=Qualify(words, least)).qualifying_value == ranking.value(parse_cards(least))


@pytest.mark.parametrize(
    ("ranking", "words", "least", "told"),
    [
        (FOUR_CARD, "pair of aces", "Ac Ad 4h 3s 2c", "four-card poker reads as 'straight to the four'"),
        (THREE_CARD, "queen high", "Kc 3d 2h", "three-card poker reads as 'king high, three, deuce'"),
        (THREE_CARD, "ace high", "Ac Ad 2h", "reads as 'pair of aces, deuce kicker'"),
        (POKER, "a flush", "5c 4c 3c 2c Ac", "poker reads as 'straight flush to the five'"),
        (LONGEST_FLUSH, "a four-card flush", "9c 3c 2c", "reads as 'three-card flush, nine-three-deuce'"),
        (THREE_CARD, "queen high", "Qc 3d 2h 4c", "three-card poker” ranks three cards, not 4"),
    ],
)
def test_words_that_mean_another_hand_are_refused(ranking: Ranking, words: str, least: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Showdown(ranking, qualify=Qualify(words, least))


def test_words_of_a_hand_to_bet_more_with_are_compared_as_well() -> None:
    street = Street("x", FOLD, bet("Play"), bet("Play", times=2, holding=Qualify("a pair", "Ac Kd 2h")))
    with pytest.raises(ValueError, match="'a pair' is written as Ac Kd 2h, which three-card poker reads as 'ace high"):
        replace(games.three_card_poker, streets=(street,))


def test_a_dealer_cannot_qualify_with_more_cards_than_a_hand_has() -> None:
    with pytest.raises(ValueError, match="more cards than the 4 that make the dealer's hand"):
        replace(
            games.four_card_poker,
            deal=Deal(Packet(4, to=Cards.OWN), Packet(4, to=Cards.DEALER)),
            showdown=Showdown(FOUR_CARD, qualify=Qualify("pair of aces", "Ac Ad Kh 3s 2c")),
        )


def test_a_joker_needs_a_ranking_that_knows_it() -> None:
    with pytest.raises(ValueError, match="holds a joker, and three-card poker does not say what one is"):
        games.three_card_poker.with_deck(Deck(jokers=1))
    with pytest.raises(ValueError, match="holds a joker, and poker does not say what one is"):
        replace(games.kings_bounty, wagers=(opening("Bet", by_line, hand=POKER),), deck=Deck(jokers=1))
    assert games.dj_wild_stud_poker.deck.jokers == 1


@pytest.mark.parametrize(("settle", "pay"), [(extra_by_line, LOSE), (by_line, to(5))])
def test_a_bonus_without_a_stake_can_lose_none(settle: Settle, pay: Pay) -> None:
    table = Paytable("1", {1: pay})
    with pytest.raises(ValueError, match="Extra: a bonus has no stake of its own, so that no line loses"):
        Wager(name="Extra", kind=Kind.BONUS, settle=settle, ranking=THREE_CARD, paytables=(table,))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"surrender": True}, r"surrender is Surrender\.NO, .* or Surrender\.ANY_TIME, not True"),
        ({"most_hands": "4"}, "most_hands is a whole number, not '4'"),
        ({"peeks": 1}, "peeks is True or False, not 1"),
        ({"natural": 1.5}, r"natural is a Pay, not 1\.5"),
        ({"zaps": {15}}, r"zaps is a frozenset in which each is a whole number, not \{15\}"),
    ],
)
def test_rules_of_the_wrong_kind_are_refused_with_what_would_be_right(rules: dict[str, Any], said: str) -> None:
    """A surrender that was True ended in an AttributeError, far from where it was written."""
    with pytest.raises(BadDefinition, match=f"BlackjackRules: {said}"):
        BlackjackRules(hits_soft_17=False, **rules)


def test_every_part_of_a_game_is_looked_at() -> None:
    game = games.find("three-card-poker")
    with pytest.raises(BadDefinition, match=r"Showdown: copies is Result\..*, not 'tie'") as refused:
        replace(game, showdown=Showdown(THREE_CARD, copies="tie"))  # type: ignore[arg-type]
    assert refused.value.part == ("showdown", "copies")
    with pytest.raises(BadDefinition, match="Wager: survives_fold is True or False, not 'no'") as refused:
        replace(game, wagers=(replace(game.wagers[0], survives_fold="no"), *game.wagers[1:]))  # type: ignore[arg-type]
    assert refused.value.part == ("wagers", 0, "survives_fold")


def test_a_settlement_that_answers_a_number_is_named() -> None:
    """From Python it ended in an AttributeError; the command said it well."""
    game = games.find("three-card-poker")
    wagers = (replace(game.wagers[0], settle=lambda facts, reading: 1), *game.wagers[1:])  # type: ignore[arg-type,return-value]
    with pytest.raises(ValueError, match=rf"the settlement of {game.wagers[0].name} answers 1; it answers Outcome\("):
        engine.par(replace(game, wagers=wagers))
