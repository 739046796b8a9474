"""Every kind of information at every decision: the engine against the reference table, played out deal by deal.

The table settles every deal on every path. What a player can tell apart is written down here position by position, in
other words than the engine's, and of each set of deals that look alike the best choice is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations

import pytest

from fairfelt import games
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.exact import Unsolved
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general import solver
from fairfelt.engine.solvers.general.solution import GeneralSolution, solve_view
from fairfelt.engine.view import BY_RANK, View, mark, reveal, share
from fairfelt.rules import CHECK, FOLD, Cards, Choice, Deal, Game, Packet, Street, bet
from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View as TableView
from fairfelt.table import play, stacked_deck

UNIT = 2 * MICROS
Positions = tuple[Card, ...]


def two_cards_each(*streets: Street) -> Game:
    """Two cards each and three shared ones: hold'em with other decisions."""
    deal = Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), Packet(3, to=Cards.COMMUNITY))
    game = core_game(games.ultimate_texas_holdem)
    wagers = tuple(wager for wager in game.wagers if wager.is_base)
    return replace(game, deck=Deck("TA", "cdhs"), deal=deal, streets=streets, wagers=wagers, published=())


THREE = replace(core_game(games.three_card_poker), deck=Deck("2QKA", "cd"), published=())
GAMES = {
    "one decision": THREE,
    "an up card": replace(THREE, streets=(Street("Up", *THREE.streets[0].choices, dealer=1),)),
    "shared cards in turns": two_cards_each(
        Street("Deal", CHECK, bet("Play", times=3)),
        Street("Up card", CHECK, bet("Play", times=2), dealer=1, unless_bet="Play"),
        Street("Flop", FOLD, bet("Play"), community=2, unless_bet="Play"),
    ),
    "a paytable": replace(core_game(games.let_it_ride), deck=Deck("9TJA", "cd"), published=()),
}
FACES = (*(0,) * 10, 1, 1, 1, 0)
THREE_CLASSES = (*(0,) * 10, 1, 2, 2, 1)


@dataclass(frozen=True)
class Known:
    """What a player knows beyond the rules."""

    seen: tuple[tuple[str, int], ...] = ()
    marked: tuple[tuple[str, int], ...] = ()
    classes: tuple[int, ...] = ()
    hands: int = 1

    def view(self, game: Game) -> View:
        view = reveal(View.of(game), community=_numbers(self.seen, "community"), dealer=_numbers(self.seen, "dealer"))
        if self.marked:
            community, dealer = (_numbers(self.marked, place) for place in ("community", "dealer"))
            view = mark(view, classes=self.classes, community=community, dealer=dealer)
        return share(view, self.hands)


def _numbers(cards: tuple[tuple[str, int], ...], place: str) -> list[int]:
    return [number for of, number in cards if of == place]


KNOWN = {
    "nothing": Known(),
    "the dealer's first card": Known(seen=(("dealer", 1),)),
    "the dealer's last card": Known(seen=(("dealer", 2),)),
    "a shared card": Known(seen=(("community", 2),)),
    "cards of both": Known(seen=(("dealer", 1), ("community", 1))),
    "a marked card of the dealer's": Known(marked=(("dealer", 1),), classes=FACES),
    "two marked cards": Known(marked=(("dealer", 1), ("dealer", 2)), classes=FACES),
    "the rank of a card": Known(marked=(("dealer", 2),), classes=BY_RANK),
    "three classes on two cards": Known(marked=(("dealer", 1), ("dealer", 2)), classes=THREE_CLASSES),
    "marked shared cards": Known(marked=(("community", 1), ("community", 2)), classes=FACES),
    "a card seen beside a marked one": Known((("dealer", 1),), (("community", 2), ("dealer", 2)), FACES),
    "another hand": Known(hands=2),
}


def _applies(game: Game, known: Known) -> bool:
    there = {"community": game.deal.count(Cards.COMMUNITY), "dealer": game.deal.count(Cards.DEALER)}
    cards = sum(there.values()) + known.hands * game.hole
    few = known.hands == 1 or game is THREE
    return few and cards <= len(game.deck) and all(number <= there[of] for of, number in (*known.seen, *known.marked))


MUCH_ALIKE = {"nothing", "the dealer's last card", "a marked card of the dealer's", "the rank of a card"}
"""A game that is solved without anything seen, and one card where two are seen or marked by other cases."""
CASES = [
    pytest.param(game, known, id=f"{name}, {what}", marks=[pytest.mark.heavy] if what in MUCH_ALIKE else [])
    for name, game in GAMES.items()
    for what, known in KNOWN.items()
    if _applies(game, known)
]


@dataclass(frozen=True)
class Dealt:
    own: Positions
    shared: Positions
    dealer: Positions
    other: Positions


def every_deal(game: Game, known: Known) -> Iterator[Dealt]:
    """Every hand with every card at every place; cards of other hands in any order."""
    deck = list(game.deck.cards)
    shared, dealer = (game.deal.count(place) for place in (Cards.COMMUNITY, Cards.DEALER))
    for own in combinations(deck, game.hole):
        rest = [each for each in deck if each not in own]
        for turned in permutations(rest, shared + dealer):
            left = [each for each in rest if each not in turned]
            for other in combinations(left, (known.hands - 1) * game.hole):
                yield Dealt(own, turned[:shared], turned[shared:], other)


def looks(game: Game, known: Known, dealt: Dealt, street: int) -> tuple[object, ...]:
    """All that the player can tell of a deal there."""
    found: list[object] = [dealt.own, dealt.other]
    for name, place, cards in (("community", Cards.COMMUNITY, dealt.shared), ("dealer", Cards.DEALER, dealt.dealer)):
        shown = sum(each.reveals(place) for each in game.streets[: street + 1])
        for number, each in enumerate(cards, 1):
            if number <= shown or (name, number) in known.seen:
                found.append(each)
            elif (name, number) in known.marked:
                found.append(known.classes[13 if each.is_joker else each.rank])
            else:
                found.append(None)
    return tuple(found)


@lru_cache(maxsize=100_000)
def nets(game: Game, own: frozenset[Card], shared: frozenset[Card], dealer: frozenset[Card]) -> dict[object, int]:
    """[path]: what the table pays for it, in micros."""
    found: dict[object, int] = {}
    for path in tree_of(game).paths:
        made = dict(path)

        def decide(street: Street, view: TableView, made: dict[str, Choice] = made) -> Choice:
            return made[street.name]

        order = stacked_deck(game, {1: tuple(own)}, dealer=tuple(dealer), community=tuple(shared))
        bets = {1: {wager.name: UNIT for wager in game.openings}}
        found[path] = sum(settled.net_micros for settled in play(game, order, bets, decide).of(1))
    return found


def best(game: Game, known: Known, deals: list[Dealt], at: int, made: tuple[tuple[str, Choice], ...]) -> int:
    """What the deals come to from a street on, decided by what can be told apart there."""
    over = made and made[-1][1].folds
    bets = {wager for _, choice in made for wager in game.stakes({"": choice})}
    while at < len(game.streets) and game.streets[at].unless_bet in bets:
        at += 1
    if over or at == len(game.streets):
        return sum(
            nets(game, frozenset(each.own), frozenset(each.shared), frozenset(each.dealer))[made] for each in deals
        )
    alike: dict[object, list[Dealt]] = defaultdict(list)
    for each in deals:
        alike[looks(game, known, each, at)].append(each)
    street = game.streets[at]
    return sum(
        max(
            best(game, known, some, at + 1, (*made, (street.name, choice)))
            for choice in game.offered(street, some[0].own)
        )
        for some in alike.values()
    )


@pytest.mark.parametrize(("game", "known"), CASES)
def test_what_is_known_is_worth_what_the_table_says(game: Game, known: Known) -> None:
    deals = list(every_deal(game, known))
    solution = solve_view(known.view(game))
    assert isinstance(solution, GeneralSolution)
    assert solution.round.expected_value == Fraction(best(game, known, deals, 0, ()), len(deals) * UNIT)


@pytest.mark.parametrize("what", ["nothing", "two marked cards", "marked shared cards"])
def test_some_hands_at_a_time_end_as_all_do(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = KNOWN[what].view(GAMES["shared cards in turns"])
    whole, told = solve_view(view), list[int]()
    monkeypatch.setattr(solver, "CHUNK_BYTES", 1)
    assert solver.count_view(view, tell=lambda done, total: told.append(done)) == whole.endings
    assert len(told) > 1


@pytest.mark.parametrize("name", ["one decision", "shared cards in turns"])
def test_a_kernel_counts_what_arrays_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks among the cards that stay face down."""
    known = Known(marked=(("dealer", 2),), classes=THREE_CLASSES)
    view = known.view(GAMES[name])
    in_arrays = solver.solve_general(view.game, view=view)
    monkeypatch.setattr(solver, "FEW_ROUNDS", 0)
    by_kernel = solver.solve_general(view.game, view=view)
    assert (by_kernel.endings == in_arrays.endings).all()
    for ours, theirs in zip(by_kernel.values, in_arrays.values, strict=True):
        assert (ours == theirs).all()


def test_a_view_says_when_and_as_what_a_card_is_known() -> None:
    game = GAMES["shared cards in turns"]
    view = mark(reveal(View.of(game), dealer=[2]), community=[1], classes=FACES)
    assert [(level.counts, level.streets, level.labels) for level in view.levels] == [
        ((2, 0, 0), (), 2),
        ((2, 0, 1), (0,), 2),
        ((2, 0, 2), (1,), 2),
        ((2, 1, 2), (), 1),
        ((2, 2, 2), (2,), 1),
    ]
    assert [(group.place, group.size) for group in view.down] == [(Cards.COMMUNITY, 1)]


def test_a_mark_on_a_card_that_is_seen_anyway_says_nothing() -> None:
    game = GAMES["an up card"]
    assert mark(View.of(game), dealer=[1], classes=FACES) == View.of(game)
    marked = mark(View.of(game), dealer=[2], classes=FACES)
    assert reveal(marked, dealer=[2]) == reveal(View.of(game), dealer=[2])


@pytest.mark.parametrize("numbers", [[0], [4]])
def test_a_card_that_is_not_dealt_is_refused(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match=rf"has no number {numbers[0]} among .*: 1 to 3"):
        reveal(View.of(THREE), dealer=numbers)


def test_what_depends_on_a_mark_is_not_valued_without_it() -> None:
    solution = solve_view(mark(View.of(THREE), dealer=[1], classes=FACES))
    with pytest.raises(Unsolved, match="marks and cards that are not given"):
        solution.advise(parse_cards("Ac Kc Qc"))
