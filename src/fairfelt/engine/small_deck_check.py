"""The same definition on a small deck, solved and played out at the table: both must agree as fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import numpy as np

from fairfelt.engine.answers.answer import SelfCheck
from fairfelt.engine.core.endings import possible_pays
from fairfelt.engine.core.tree import tree_of
from fairfelt.rules import Cards, Choice, Deal, Game, Opens, Packet, Street
from fairfelt.rules.cards import Card, Deck
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play, stacked_deck

from .core.problem import Unsolved
from .courses.small_check import bare_version, check_course, compare_means, deck_words
from .solution import Solution
from .solve import solve

MOST_DEALS = 16_000
"""Played out at the table: some seconds at most…"""
MOST_DEALS_OF_MANY_CARDS = 20_000
"""…and a few more where n cards are dealt that even the smallest deck has more deals."""
MOST_COPIES = 2
PLACES = (Cards.OWN, Cards.COMMUNITY, Cards.DEALER)


def self_check(game: Game) -> SelfCheck:
    """Solve a small version and play it out."""
    if game.course:
        return check_course(game)
    if game.opens is not Opens.ALL:
        return SelfCheck("", 0, (), reason="one of its opening bets is chosen, which no small version does")
    small = small_version(game)
    if small is None:
        return SelfCheck("", 0, (), reason=f"no small deck has {MOST_DEALS_OF_MANY_CARDS:,} deals or fewer")
    try:
        solution = solve(small)
    except Unsolved as reason:
        return SelfCheck("", 0, (), reason=str(reason))
    played, deals = play_out(small, solution)
    base = sum((mean for name, mean in played.items() if small.wager(name).is_base), Fraction(0))
    return compare_means(solution, deck_words(small.deck), deals, played, base)


def small_version(game: Game) -> Game | None:
    """The game with the deck that has the most deals one can still play out, and without its progressives."""
    bare = bare_version(game)
    deck = _small_deck(bare, MOST_DEALS)
    if not deck:
        bare = replace(bare, deal=without_burns(bare.deal))
        deck = _small_deck(bare, MOST_DEALS_OF_MANY_CARDS)
    return bare.with_deck(deck) if deck else None


def without_burns(deal: Deal) -> Deal:
    """The same cards in play, and none that nobody sees: a small deck has no cards to spare for these."""
    return Deal(*(Packet(packet.taken, packet.to) for packet in deal.packets))


def _small_deck(game: Game, most: int) -> Deck | None:
    """The deck with the most deals up to that many."""
    ranks, suits, copies = game.deck.ranks, game.deck.suits, min(game.deck.copies, MOST_COPIES)
    decks = [
        Deck("".join(dict.fromkeys(ranks[:1] + ranks[1 - many :])), suits[:colors], copies, game.deck.jokers)
        for colors in range(1, len(suits) + 1)
        for many in range(2, len(ranks) + 1)
    ]
    fitting = [(deals, deck) for deck in decks if 0 < (deals := count_deals(game, deck)) <= most]
    best = max(fitting, key=lambda pair: (len(pair[1].suits) > 1, pair[0]), default=None)
    return best[1] if best else None


def count_deals(game: Game, deck: Deck) -> int:
    """How many deals `every_deal` would give; 0 where the deck is too small."""
    left, ways = len(deck), 1
    if left < game.deal.cards_needed(1):
        return 0
    for place in PLACES:
        for many in _turns(game, place):
            ways *= comb(left, many)
            left -= many
    return ways


def every_deal(game: Game) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]]:
    """Every hand of the player, with every order in which streets can turn over the other cards."""
    cards = game.deck.cards
    shared, dealer = _turns(game, Cards.COMMUNITY), _turns(game, Cards.DEALER)
    for own in combinations(range(len(cards)), game.hole):
        rest = set(range(len(cards))) - set(own)
        for board in _turned_over(rest, shared):
            for opposing in _turned_over(rest - set(board), dealer):
                hand, theirs, ours = (tuple(cards[at] for at in places) for places in (own, opposing, board))
                yield hand, theirs, ours


def play_out(game: Game, solution: Solution) -> tuple[dict[str, Fraction], int]:
    """The mean result of each bet over every deal, decided as the solution decides, and the number of deals."""
    unit = MICROS * lcm(*(pay.net.denominator for wager in game.wagers for pay in possible_pays(game, wager)))
    bets = {1: {wager.name: unit for wager in (*game.openings, *game.optional)}}
    player, nets, deals = _Player(game, solution), defaultdict[str, int](int), 0
    for hand, opposing, shared in every_deal(game):
        player.made = ()
        order = stacked_deck(game, {1: hand}, dealer=opposing, community=shared)
        deals += 1
        for settled in play(game, order, bets, player.decide).of(1):
            nets[settled.wager] += settled.net_micros
    return {wager.name: Fraction(nets[wager.name], deals * unit) for wager in game.wagers}, deals


class _Player:
    """Decides as a solution does, by the visible cards and the bets made so far."""

    def __init__(self, game: Game, solution: Solution) -> None:
        self.game, self.solution, self.tree = game, solution, tree_of(game)
        self.made: tuple[tuple[str, Choice], ...] = ()
        self._known: dict[tuple[int, int, tuple[Card, ...]], Choice] = {}

    def decide(self, street: Street, view: View) -> Choice:
        at = self.game.streets.index(street)
        state = self.tree.arrivals[at].index(self.made) if self.solution.states(at) > 1 else 0
        infoset = (*view.own, *view.community, *view.dealer)
        if (at, state, infoset) not in self._known:
            best = int(self.solution.decide(at, np.array([infoset], np.uint8), state)[0])
            self._known[at, state, infoset] = street.choices[best]
        choice = self._known[at, state, infoset]
        self.made = (*self.made, (street.name, choice))
        return choice


def _turns(game: Game, place: Cards) -> list[int]:
    """How many cards of a place the streets turn over, and how many are left for the end."""
    turns = [street.reveals(place) for street in game.streets if street.reveals(place)]
    return [*turns, game.deal.count(place) - sum(turns)]


def _turned_over(rest: set[int], turns: list[int]) -> Iterator[tuple[int, ...]]:
    if not turns:
        yield ()
        return
    for shown in combinations(sorted(rest), turns[0]):
        for later in _turned_over(rest - set(shown), turns[1:]):
            yield (*shown, *later)
