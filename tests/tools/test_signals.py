"""What partners show each other: the numbers, card by card, and what signals bring in hands that taught nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np

from fairfelt import games
from fairfelt.analysis.protection.exposure import NOT_SEARCHED, expose
from fairfelt.analysis.protection.findings import Finding, Leak, Question, found_before
from fairfelt.analysis.protection.house import fresh_leak
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.protection.sample import Sample
from fairfelt.engine.core.information_sets import offered
from fairfelt.engine.estimate.interval import Interval
from fairfelt.reports.protection import exposure_sheet
from fairfelt.reports.sheet.text import plain_text
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import Deck
from tools.ship_leaks import fresh_row
from tools.signals import best_signal, without_signal
from tools.signals.numbers import Table, numbers_of

THREE_CARD = games.find("three-card-poker")
ACE, KING, QUEEN = 12, 11, 10


def dealt(game: Game, hands: int, rows: int, seed: int = 3) -> np.ndarray:
    """[row, card]: own cards, those in sight, and the partners'."""
    many = game.hole * hands + sum(game.streets[0].reveals(place) for place in (Cards.COMMUNITY, Cards.DEALER))
    random, deck = np.random.default_rng(seed), np.array(game.deck.cards, np.uint8)
    return np.stack([random.permutation(deck)[:many] for _ in range(rows)])


def sample(cards: np.ndarray, values: np.ndarray, plain: np.ndarray) -> Sample:
    gain = float((values.max(axis=1) - values[np.arange(len(values)), plain]).mean())
    lies = Interval(gain - 0.03, gain + 0.03, len(cards), 1, 0.01)
    return Sample(gain, lies, (), len(cards), values, plain.astype(np.uint8), values[:, 0], cards)


def test_numbers_are_what_one_counts_card_by_card() -> None:
    game = games.find("caribbean-stud")
    cards = dealt(game, 7, 40)
    found = numbers_of(Table.of(game, cards))
    for at, row in enumerate(cards.tolist()):
        own, up, out = row[:5], row[5], row[6:]
        ranks = [card % 13 for card in out]
        mine = Counter(card % 13 for card in own)
        left = Counter(card % 13 for card in range(52) if card not in row)
        most = max(mine, key=lambda rank: (mine[rank], rank))
        assert found["aces are out"][at] == ranks.count(ACE)
        assert found["cards from the queen up are out"][at] == sum(rank >= QUEEN for rank in ranks)
        assert found["cards from the queen to the king are out"][at] == sum(rank in (QUEEN, KING) for rank in ranks)
        assert found["cards of your ranks are out"][at] == sum(rank in mine for rank in ranks)
        assert found["cards of the rank of the up card are out"][at] == ranks.count(up % 13)
        assert found["cards higher than what you hold most of are out"][at] == sum(rank > most for rank in ranks)
        pairs = [rank for rank, many in left.items() for _ in combinations(range(many), 2)]
        assert found["pairs the cards left can make"][at] == len(pairs)
        assert found["higher pairs than yours the cards left can make"][at] == sum(rank > most for rank in pairs)
        suits, others = (Counter(card // 13 for card in cards) for cards in (own, out))
        fewest = min(others[suit] for suit in suits if suits[suit] == max(suits.values()))
        assert found["cards of your longest suit are out"][at] == fewest, "of suits of one length, the one to wait for"


def test_sets_of_cards_left_are_held_against_the_hand_one_by_one() -> None:
    game = games.find("straight-edge-poker")
    cards = dealt(game, 6, 6)
    assert game.showdown
    ranking = game.showdown.ranking
    found = numbers_of(Table.of(game, cards))
    for at, row in enumerate(cards.tolist()):
        left = [card for card in range(52) if card not in row]
        hand = int(ranking.batch(np.array([row[:7]], np.uint8))[0])
        threes = np.array(list(combinations(left, 3)), np.uint8)
        beat = int((ranking.batch(threes) > hand).sum())
        assert found["threes of the cards left beat your hand, up to 5"][at] == min(beat, 5)


def test_a_joker_that_is_out_counts_with_the_lowest_rank_and_is_none() -> None:
    game = games.find("dj-wild-stud-poker")
    cards = dealt(game, 7, 30)
    found = numbers_of(Table.of(game, cards))
    out = cards[:, 5:]
    assert (found["deuces are out"] == ((out % 13 == 0) & (out < 52)).sum(axis=1)).all()
    assert (found["deuces and jokers are out"] == (out % 13 == 0).sum(axis=1)).all()


def test_cards_that_fill_a_straight_are_those_of_the_straight_to_which_most_are_held() -> None:
    game = games.find("let-it-ride")
    own, out = (8, 9 + 13, 11), (10, 10 + 13, 7, 0, 0 + 13, 3)
    found = numbers_of(Table.of(game, np.array([[*own, *out], [*own, 0, 1, 2, 3, 4, 5]], np.uint8)))
    assert found["cards that fill your straight are out"].tolist() == [2, 0], (
        "two queens; the highest straight is taken"
    )


def test_shared_hands_gain_and_a_signal_brings_most_of_it() -> None:
    asked = Information(hands=7)
    found, limits = expose(THREE_CARD, asked, sample_s=1, recompute=True), (1.0, 1.0)
    assert found.figures.interval and found.gain > 0 and found.sampled
    signal = best_signal(THREE_CARD, found.sampled)
    assert signal
    assert signal.interval.low < 0.9 < signal.interval.high and signal.captured > 0.6
    assert signal.numbers[0].shows == "how many cards from the queen up are out" and signal.numbers[0].more_bets
    question = Question(THREE_CARD, Leak.PARTNERS, asked, limits)
    row = fresh_leak(question)
    assert isinstance(row, Finding) and row.signal is None, "the package searches for none"
    shipped = fresh_row(question)
    assert shipped == replace(row, signal=signal.to_dict(), note=signal.words)


def test_signals_come_with_the_catalogue_and_other_games_say_so() -> None:
    asked = Information(hands=7)
    shipped, found = found_before(THREE_CARD, asked), expose(THREE_CARD, asked)
    assert shipped and shipped.signal and found.signal == shipped.signal
    assert found.to_dict()["signal"]["numbers"][0]["shows"] in shipped.note
    assert shipped.note in " ".join(plain_text(exposure_sheet(found)).split())
    other = expose(THREE_CARD.with_deck(Deck(ranks="89TJQKA")), Information(hands=2), sample_s=0.1)
    assert other.to_dict()["signal"] is None and other.to_dict()["signal_words"] == NOT_SEARCHED
    assert expose(THREE_CARD.with_deck(Deck(ranks="89TJQKA")), Information(dealer=(1,))).signal_words == ""


def test_what_a_signal_brings_is_about_what_its_number_can_bring_at_most() -> None:
    """Every hand of a deck of sixteen beside some of a partner's: by brute force, each against every dealer's hand."""
    game = THREE_CARD.with_deck(Deck(ranks="JQKA"))
    assert game.showdown
    deck, ranking = [int(face) for face in game.deck.faces], game.showdown.ranking
    random, rows, worths = np.random.default_rng(6), [], []
    for own in combinations(deck, 3):
        for _ in range(6):
            out = random.choice([card for card in deck if card not in own], 3, replace=False).tolist()
            dealers = np.array(list(combinations([card for card in deck if card not in (*own, *out)], 3)), np.uint8)
            mine, theirs = ranking.batch(np.array([own], np.uint8))[0], ranking.batch(dealers)
            rows.append((*own, *out))
            worths.append(2 * float(np.sign(int(mine) - theirs.astype(np.int64)).mean()))
    cards, play = np.array(rows, np.uint8), np.array(worths)
    kinds = ranking.batch(np.ascontiguousarray(cards[:, :3]))
    means = {kind: float(play[kinds == kind].mean()) for kind in np.unique(kinds).tolist()}
    plain = np.array([int(means[kind] > -1) for kind in kinds.tolist()])
    values = np.column_stack((np.full(len(play), -1.0), play))
    shuffled = random.permutation(len(play))
    found = best_signal(game, sample(cards[shuffled], values[shuffled], plain[shuffled]))
    assert found
    shown = np.stack([numbers_of(Table.of(game, cards))[n.shows.removeprefix("how many ")] for n in found.numbers])
    gains, most = values - values[np.arange(len(play)), plain][:, None], 0.0
    for key in {(kind, *told) for kind, *told in zip(kinds.tolist(), *shown.tolist(), strict=True)}:
        here = (kinds == key[0]) & (shown == np.array(key[1:])[:, None]).all(axis=0)
        most += max(float(gains[here, choice].sum()) for choice in (0, 1))
    most /= float(gains.max(axis=1).sum())
    assert found.interval.low <= most and found.captured > most / 2


def test_a_signal_is_learned_hand_by_hand_of_like_strength_and_by_legal_bets() -> None:
    """Hands of seven cards came in no order, and three times the Ante was bet on any: High Card Flush had no signal."""
    game = games.find("high-card-flush")
    cards = dealt(game, 6, 3000)
    least = np.stack([(cards // 13 == suit).sum(axis=1) for suit in range(4)]).min(axis=0)
    assert game.showdown
    strong = np.argsort(np.argsort(game.showdown.ranking.batch(np.ascontiguousarray(cards[:, :7])))) / 3000
    values = np.full((3000, 4), -1.0)
    values[:, 1] = np.where(strong > 0.9, 1.0, np.where(strong < 0.4, -2.0, least - 8.5))
    values[:, 2:] = np.where(offered(game, 0, cards[:, :7])[:, 2:], -3.0, 50.0)
    plain = (strong > 0.9).astype(np.uint8)
    found = best_signal(game, sample(cards, values, plain))
    assert found and found.captured > 0.8
    assert found.numbers[0].shows == "how many cards are out of the suit that is out least"
    values[:, 1] = np.where(strong > 0.9, 1.0, -2.0)
    assert best_signal(game, sample(cards, values, plain)) is None, "nothing is gained by what may not be bet"


def test_what_goes_by_the_up_card_is_learned_beside_it() -> None:
    """Hands of one strength were one band whatever the dealer showed: copies of the up card brought half as much."""
    game = games.find("caribbean-stud")
    cards = dealt(game, 7, 4000)
    copies = (cards[:, 6:] % 13 == cards[:, 5:6] % 13).sum(axis=1)
    higher = (cards[:, :5] % 13).max(axis=1) > cards[:, 5] % 13
    values = np.column_stack((np.full(4000, -1.0), np.where(higher, copies - 2.5, -2.0 - copies)))
    found = best_signal(game, sample(cards, values, np.zeros(4000, np.int64)))
    assert found and found.captured > 0.85
    assert found.numbers[0].shows == "how many cards of the rank of the up card are out"


def test_a_second_number_is_shown_where_one_is_not_enough() -> None:
    game = games.find("caribbean-stud")
    cards = dealt(game, 7, 6000)
    copies = (cards[:, 6:] % 13 == cards[:, 5:6] % 13).sum(axis=1)
    aces = (cards[:, 6:] % 13 == ACE).sum(axis=1)
    values = np.column_stack((np.full(6000, -1.0), -2.5 + (copies - copies.mean()) - (aces - aces.mean())))
    found = best_signal(game, sample(cards, values, np.zeros(6000, np.int64)))
    assert found and found.captured > 0.95
    shown = {number.shows: number.more_bets for number in found.numbers}
    assert shown == {"how many cards of the rank of the up card are out": True, "how many aces are out": False}


def test_beside_a_board_hands_are_in_order_of_what_plain_play_expects() -> None:
    """No ranking says what a hand is worth that the board may still pair: Casino Hold'em had no signal."""
    game = games.find("casino-holdem")
    cards = dealt(game, 7, 4000)
    expected = np.random.default_rng(8).normal(size=4000)
    copies = (cards[:, 5:, None] % 13 == cards[:, None, :2] % 13).any(axis=2).sum(axis=1)
    values = np.column_stack((np.zeros(4000), expected + 0.2 * (copies.mean() - copies)))
    without = sample(cards, values, (expected > 0).astype(np.int64))
    found, blind = best_signal(game, without, expected), best_signal(game, without)
    assert found and found.captured > 0.9 and (blind is None or blind.captured < 0.5)
    assert [(number.shows, number.more_bets) for number in found.numbers] == [
        ("how many cards of your ranks are out", False)
    ]


def test_luck_is_no_signal() -> None:
    cards = dealt(THREE_CARD, 7, 2000)
    values = np.random.default_rng(4).normal(size=(2000, 2)) - [0.0, 3.0]
    assert best_signal(THREE_CARD, sample(cards, values, np.zeros(2000, np.int64))) is None


def test_no_signal_is_told_with_the_reason() -> None:
    assert without_signal(Interval(0.0001, 0.0004)).startswith("Nothing worth a signal")
    assert "from chance" in without_signal(Interval(0.0, 0.05)) != without_signal(Interval(0.01, 0.05))
