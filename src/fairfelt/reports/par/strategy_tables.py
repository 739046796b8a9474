"""The complete strategy, decision by decision: every set of visible cards with its choice, neighbors together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from math import comb
from typing import Any

import numpy as np

from fairfelt.engine.core.information_sets import InformationSets, first_information_sets
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.solution import Solution
from fairfelt.engine.solve import advisor, core_game, is_at_hand, solver_of
from fairfelt.engine.solvers.general.solution import symmetry_with
from fairfelt.engine.view import View
from fairfelt.reports.sheet import Block, Section, Words, num, table
from fairfelt.reports.sheet.csv import rows_csv
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import Blackjack, Cards, Game
from fairfelt.rules.cards import RANKS, Card, format_cards

SOON_S = 10.0
"""A game is solved for its tables, and its paytables and readings are counted, if that takes no longer."""
MOST_SETS = 6_000_000
"""Sets of visible cards that are listed for a decision; about a twentieth differ by more than their suits."""
MOST_ROWS = 150
"""Rows that are printed; more of them stand in a file."""


@dataclass(frozen=True)
class CardsChoice:
    """One set of visible cards, up to an exchange of suits, and the best choice."""

    own: tuple[Card, ...]
    shown: tuple[Card, ...]
    """Community cards and the dealer's."""
    weight: int
    """How many deals show such cards."""
    choice: str
    value: int
    """By the order of hands, where it says something of own cards alone."""
    up: tuple[int, ...]
    """The ranks of the cards shown."""
    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    """Of all cards, as numbers: equal ones are one suit."""

    @property
    def words(self) -> str:
        shown = f" with {format_cards(self.shown)}" if self.shown else ""
        return f"{format_cards(self.own)}{shown}"


@dataclass(frozen=True)
class StreetStrategy:
    """What to do at one decision."""

    street: str
    blocks: tuple[Block, ...]
    sets: tuple[CardsChoice, ...] = ()
    """All of them, for a file."""

    @property
    def csv(self) -> str:
        """Every set; which software has made it stands in the manifest of the bundle."""
        rows = ((format_cards(each.own), format_cards(each.shown), each.weight, each.choice) for each in self.sets)
        return rows_csv([("cards", "shown", "deals", "choice"), *rows])

    @property
    def file(self) -> str:
        """What it is called in a bundle."""
        return f"strategy-{self.street.lower().replace(' ', '-')}.csv"


def strategy_sections(streets: Sequence[StreetStrategy]) -> tuple[Section, ...]:
    return tuple(Section(f"{each.street}, complete", *each.blocks) for each in streets)


def complete_strategy(game: Game) -> tuple[StreetStrategy, ...]:
    """For each decision what is done with which cards, as far as it can be listed and the game is soon solved."""
    solver = solver_of(core_game(game))
    seconds = 0.0 if is_at_hand(game) else solver.seconds(core_game(game))
    if not game.course:
        return tuple(_street(game, at, seconds) for at in range(len(game.streets)))
    whole = "The rules above are all of it: by the total of a hand or the card of a pair, and the dealer's card."
    short = f"Decisions of {game.title} are no list of hands: the rules above say them as far as they are short."
    words = whole if isinstance(game.course, Blackjack) else short
    return (StreetStrategy("The decisions", (Words(words),)),) if game.streets else ()


def _street(game: Game, at: int, seconds: float) -> StreetStrategy:
    name, streets, left = game.streets[at].name, game.streets[: at + 1], len(game.deck) - game.hole
    community, dealer = (sum(getattr(street, place) for street in streets) for place in ("community", "dealer"))
    sets = comb(len(game.deck), game.hole) * comb(left, community) * comb(left - community, dealer)
    ask = "fairfelt strategy with --hand gives the exact value of every choice with any of them."
    if sets > MOST_SETS or seconds > SOON_S:
        why = f"more than {MOST_SETS:,} are not listed" if sets > MOST_SETS else f"solving them takes {seconds:,.0f} s"
        return StreetStrategy(name, (Words(f"{sets:,} sets of visible cards are told apart here: {why}. {ask}"),))
    try:
        found = tuple(_decided(advisor(game), at))
    except Unsolved as reason:
        return StreetStrategy(name, (Words(f"Not listed: {reason}."),))
    made = Counter[str]()
    for each in found:
        made[each.choice] += each.weight
    usual = max(made, key=lambda choice: made[choice])
    ways = {
        words: [run for run in _ranges(sorted(found, key=order)) if run[0].choice != usual]
        for words, order in ORDERS.items()
    }
    words, rows = min(ways.items(), key=lambda way: len(way[1]))
    told = f"{sets:,} sets of cards, of which {len(found):,} differ by more than an exchange of suits."
    street = StreetStrategy(name, (), found)
    if len(rows) > MOST_ROWS:
        words = f"{told} They come to {len(rows):,} rows: {street.file} of the dossier lists every set. {ask}"
        return replace(street, blocks=(Words(words),))
    listed = table(
        rows,
        ("From", lambda row: row[0].words),
        ("To", lambda row: row[-1].words if len(row) > 1 else ""),
        (num("Sets"), lambda row: sum(each.weight for each in row)),
        ("Choice", lambda row: capital(row[0].choice)),
        totals=(("All others", "", f"{made[usual]:,}", capital(usual)),),
    )
    words = f"{told} A row is every set from one to another by {words}; suits stand for any."
    return replace(street, blocks=(Words(words), listed))


def _information_sets(game: Game, at: int) -> InformationSets:
    """What can be seen at a decision, up to an exchange of suits; later ones may have far too many."""
    levels = View.of(game).levels
    found = first_information_sets(symmetry_with(game, ()), levels[0])
    for level in levels[1:]:
        if at in found.level.streets:
            break
        found = found.next(level)
    return found


def _decided(solution: Solution, at: int) -> Iterator[CardsChoice]:
    """By all states that lead there; where these decide otherwise, what is done after each."""
    game, tree = solution.game, tree_of(solution.game)
    level = _information_sets(game, at)
    choices, hands = game.streets[at].choices, level.hands
    made = np.array([solution.decide(at, hands, state) for state in range(solution.states(at))])
    paths = [", ".join(choice.name for _, choice in path) for path in tree.arrivals[at]]
    by_hand = game.showdown and hands.shape[1] == game.hole and not game.deal.count(Cards.COMMUNITY)
    ranking = game.showdown.ranking if game.showdown and by_hand else None
    values = ranking.batch(hands) if ranking else np.zeros(len(hands), np.int64)
    for hand, weight, value, column in zip(
        hands.tolist(), level.weights.tolist(), values.tolist(), made.T, strict=True
    ):
        names = [choices[one].name for one in column]
        choice = (
            names[0] if len({*names}) == 1 else "; ".join(f"after {p}: {n}" for p, n in zip(paths, names, strict=True))
        )
        own, shown = (
            sorted(map(Card, part), key=_height, reverse=True) for part in (hand[: game.hole], hand[game.hole :])
        )
        ranks, suits = _ranks(own), _alike((*shown, *own))
        yield CardsChoice(tuple(own), tuple(shown), weight, choice, value, _ranks(shown), ranks, suits)


@cache
def _height(card: Card) -> tuple[int, int]:
    return (len(RANKS), 0) if card.is_joker else (card.rank, card.suit)


def _alike(cards: Sequence[Card]) -> tuple[int, ...]:
    """Which of them are of one suit: numbered as they come."""
    seen = dict[int, int]()
    return tuple([seen.setdefault(_height(card)[1], len(seen)) for card in cards])


def _ranks(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple([_height(card)[0] for card in cards])


ORDERS: Mapping[str, Callable[[CardsChoice], tuple[Any, ...]]] = {
    "the order of hands": lambda each: (each.up, each.value, each.ranks, each.suits),
    "ranks, the lowest first": lambda each: (each.up, each.ranks, each.suits),
    "suits that are alike, then ranks": lambda each: (each.up, each.suits, each.ranks),
}


def _ranges(sets: Iterable[CardsChoice]) -> Iterator[list[CardsChoice]]:
    """Neighbors with cards of the same ranks shown and the same choice."""
    for _, run in groupby(sets, key=lambda each: (each.up, each.choice)):
        yield list(run)
