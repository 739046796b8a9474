"""What a ranking promises of suits: they matter with many cards of one, and then only whether a card is of that."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.rules.cards import SUITS, Card, Deck
from fairfelt.rules.hands import FOUR_CARD, PAI_GOW, POKER, Ranking
from tests.support.heavy import examples

JOKER = Deck(jokers=1)


def suited(hand: Sequence[Card], least: int) -> int | None:
    """The suit of which there are so many cards."""
    found = [s for s in range(len(SUITS)) if sum(not c.is_joker and c.suit == s for c in hand) >= least]
    return found[0] if found else None


@pytest.mark.parametrize(
    ("ranking", "deck", "cards"),
    [(POKER, Deck(), 7), (FOUR_CARD, Deck(), 5), (FOUR_CARD, Deck(), 6), (PAI_GOW, Deck(), 7), (PAI_GOW, JOKER, 7)],
    ids=["five of seven", "four of five", "four of six", "pai gow", "pai gow with the joker"],
)
@settings(max_examples=examples(12, 300))
@given(data=st.data())
def test_other_suits_do_not_matter(ranking: Ranking, deck: Deck, cards: int, data: st.DataObject) -> None:
    many = data.draw(st.integers(0, cards))
    clubs = [card for card in deck.cards if not card.is_joker and card.suit == 0]
    first = data.draw(st.lists(st.sampled_from(clubs), min_size=many, max_size=many, unique=True))
    rest = [card for card in deck.cards if card not in first]
    hand = first + data.draw(st.lists(st.sampled_from(rest), min_size=cards - many, max_size=cards - many, unique=True))
    suit, other = suited(hand, ranking.suited_from), data.draw(st.permutations(deck.cards))
    same: list[Card] = []
    for card in hand:
        stays = card.is_joker or (suit is not None and card.suit == suit)
        free = (c for c in other if not c.is_joker and c.rank == card.rank and c.suit != suit and c not in same)
        same.append(card if stays else next(free))
    if suit is not None or suited(same, ranking.suited_from) is None:
        assert ranking.value(same) == ranking.value(hand)
