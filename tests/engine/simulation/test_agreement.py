"""The table interprets a game and the kernels compile it: on the same deals they settle every wager alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine.exact import solve
from fairfelt.rules import Choice, Game, Kind, Street
from fairfelt.rules.cards import Card
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Settlement, View, play
from tests.engine.simulation.dealt_games import AT_SEATS
from tests.support.heavy import IS_HEAVY_RUN, examples
from tests.support.settled_deals import settle_deals

THREE_CARD = games.find("three-card-poker")


@st.composite
def orders(draw: st.DrawFn, game: Game) -> tuple[Card, ...]:
    """Decks in any order, and decks nearly in order, which deal the rare hands."""
    cards = list(game.deck.cards)
    if draw(st.booleans()):
        return tuple(draw(st.permutations(cards)))
    place = st.integers(0, len(cards) - 1)
    turn = draw(place)
    cards = cards[turn:] + cards[:turn]
    for a, b in draw(st.lists(st.tuples(place, place), max_size=12)):
        cards[a], cards[b] = cards[b], cards[a]
    return tuple(cards)


def paytables(game: Game) -> st.SearchStrategy[tuple[str, ...]]:
    """Any of the paytables of each side bet, by name."""
    return st.tuples(*(st.sampled_from([table.name for table in wager.paytables]) for wager in game.optional))


@cache
def with_paytables(game: Game, names: tuple[str, ...]) -> Game:
    """The game with those in play."""
    for wager, name in zip(game.optional, names, strict=True):
        game = game.with_paytable(wager.name, name)
    return game


def played(game: Game, strategy: Game, order: tuple[Card, ...], seats: int) -> Settlement:
    """A round at the table with all bets of one unit, played by the best strategy of the game it is based on."""
    solution = solve(strategy)

    def decide(street: Street, view: View) -> Choice:
        best = solution.advise(view.own, view.community, view.dealer).best
        return next(choice for choice in street.choices if choice.name == best)

    bets = {wager.name: MICROS for wager in game.wagers if wager.kind is Kind.OPENING or wager.is_optional}
    everything = replace(game, rulings=())  # no table offers all of them at once; here each is to be settled
    return play(everything, order, dict.fromkeys(range(1, seats + 1), bets), decide)


@pytest.mark.parametrize(("game", "seats"), [each for each in AT_SEATS if IS_HEAVY_RUN or each.values[1] > 1])
@settings(max_examples=examples(8, 200))
@given(data=st.data())
def test_every_wager_is_settled_alike(game: Game, seats: int, data: st.DataObject) -> None:
    variant, order = with_paytables(game, data.draw(paytables(game))), data.draw(orders(game))
    there, here = played(variant, game, order, seats), settle_deals(game, [order], seats=seats)
    for seat in range(1, seats + 1):
        at_table = {bet.wager: bet for bet in there.of(seat)}
        for wager in variant.wagers:
            ((outcome, units),) = here.outcomes(wager.name, wager.paytable.name, seat=seat)
            bet = at_table.get(wager.name)
            if bet is None:
                assert (outcome.name, units) == ("not bet", 0)
                continue
            assert outcome == bet.outcome
            assert Fraction(bet.net_micros, MICROS) == outcome.pay.net * units
            assert bet.stake_micros == (0 if wager.kind is Kind.BONUS else units * MICROS)
            envy = sum(paid.net_micros for paid in there.envy if (paid.seat, paid.wager) == (seat, wager.name))
            assert envy == here.envy(wager.name, wager.paytable.name)[0, seat - 1] * MICROS


def test_envy_is_paid_by_the_hands_of_the_others() -> None:
    sorted_deck = THREE_CARD.deck.cards
    here = settle_deals(THREE_CARD, [sorted_deck], seats=3)
    assert here.envy("Three Card Poker Bonus", "TCPB-03E").tolist() == [[10, 10, 10]]
    assert here.envy("Three Card Poker Bonus", "TCPB-01").tolist() == [[0, 0, 0]]


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ([[0, 1, 2, 3, 4]], "a deal of Three Card Poker to 1 of the seats is a row of at least 6 cards"),
        ([0, 1, 2, 3, 4, 5], "a deal of Three Card Poker to 1 of the seats is a row of at least 6 cards"),
        ([[0, 1, 2, 3, 4, 52]], "a card is not in the deck of Three Card Poker"),
        ([[0, 1, 2, 3, 4, 0]], "a card is dealt twice in one deal"),
    ],
)
def test_what_is_no_deal_is_refused(deal: list[list[int]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        settle_deals(THREE_CARD, deal)


def test_an_unknown_paytable_is_refused() -> None:
    settled = settle_deals(THREE_CARD, [THREE_CARD.deck.cards])
    with pytest.raises(LookupError, match="there is no paytable of Pair Plus '50/1'"):
        settled.outcomes("Pair Plus", "50/1")
