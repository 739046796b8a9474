"""Courses of play on a small shoe: every card that can come is dealt, and every round played out at the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice
from math import comb, lcm
from typing import Any

from fairfelt.engine.answers.answer import SelfCheck
from fairfelt.engine.core.endings import possible_pays
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import Path
from fairfelt.rules import (
    Blackjack,
    BlackjackSwitch,
    Cards,
    Choice,
    Draw,
    Game,
    Kind,
    Opens,
    Over,
    Street,
    blackjack_wagers,
    switch_wagers,
)
from fairfelt.rules.cards import RANKS, Card, Deck
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play

from ..build_par import par_of
from ..solution import Solution
from ..solve import solve, solver_of
from .solution import Player, Position, by_place

MOST_ROUNDS = 1_500
"""Played out at the table: some seconds at most…"""
ENOUGH_ROUNDS = 300
MOST_SHOES, MOST_TOO_LARGE = 20, 3
"""Tried one after the other until one has rounds enough, or some have too many."""
MOST_PLACES = 8_000
"""…and n ways to go on are looked at on the way there."""
MOST_DEALS = 4_000
MOST_SECONDS = 60
FEW_CARDS = 10
"""With more cards a round is a deal, if all of them are out before anybody decides: orders are too many then."""
COPIES = (1, 2, 4, 8, 13, 20)

Order = tuple[Card | None, ...]
"""Cards in the order they leave the shoe; None for a card that is burned."""


@dataclass(frozen=True)
class PlayedRound:
    """Cards in the order they leave the shoe, the choices made, and how likely that is."""

    order: Order
    path: Path
    chance: Fraction


class TooMany(Exception):  # noqa: N818  (it reads as what happened)
    """More rounds than are played out."""


def check_course(game: Game) -> SelfCheck:
    """Solve a course on a small shoe, and play out whatever can come of it."""
    bare = bare_version(game)
    found = next(filter(None, map(_small_course, (bare, *with_fewer_hands(bare)))), None)
    if not found:
        return SelfCheck("", 0, (), reason=f"no small shoe has {MOST_ROUNDS:,} different rounds or fewer")
    solution, rounds = found
    small = solution.game
    unit = MICROS * lcm(*(pay.net.denominator for wager in small.wagers for pay in possible_pays(small, wager)))
    means: dict[str, Fraction] = {}
    round_means = []
    for which in range(len(small.openings) if small.opens is Opens.ONE else 1):
        opened = small.opening_bets(which)
        played = play_rounds(small, rounds, {wager.name: unit for wager in (*opened, *small.optional)})
        means |= {
            wager.name: played[wager.name] / unit
            for wager in small.wagers
            if wager.kind is not Kind.OPENING or wager in opened
        }
        round_means.append(sum((played[wager.name] for wager in small.wagers if wager.is_base), Fraction(0)) / unit)
    said = deck_words(small.deck) + _fewer_hands_words(bare, small)
    return compare_means(solution, said, len(rounds), means, max(round_means))


def compare_means(
    solution: Solution, said: str, rounds: int, means: Mapping[str, Fraction], round_mean: Fraction
) -> SelfCheck:
    """The sheet of a solution beside what each bet, and the round, came to at the table."""
    sheet = par_of(solution)
    missing = {uncounted.wager for uncounted in sheet.uncounted}
    compared = {
        name: (sum((row.contribution for row in sheet.wager(name).outcomes), Fraction(0)), mean)
        for name, mean in means.items()
        if name not in missing
    }
    compared["Round"] = -sheet.round.house_edge, round_mean
    differing = tuple(name for name, (counted, mean) in compared.items() if counted != mean)
    return SelfCheck(said, rounds, tuple(compared), differing)


def bare_version(game: Game) -> Game:
    """The game without its progressives and without what is said about it."""
    wagers = tuple(w for w in game.wagers if w.kind is not Kind.PROGRESSIVE)
    return replace(game, rulings=(), published=(), strategies=(), others=(), wagers=wagers)


def deck_words(deck: Deck) -> str:
    return f"{len(deck)} cards ({deck.ranks} in {deck.suits})"


def with_fewer_hands(game: Game) -> Iterator[Game]:
    """The same blackjack with pairs split to fewer and fewer hands, for two hands that split have too many rounds."""
    course = game.course
    if isinstance(course, Blackjack | BlackjackSwitch):
        wagers_by = blackjack_wagers if isinstance(course, Blackjack) else switch_wagers
        others = tuple(wager for wager in game.wagers if wager not in wagers_by(course.rules))
        for hands in range(course.rules.most_hands - 1, 1, -1):
            fewer = replace(course.rules, most_hands=hands)
            yield replace(game, course=replace(course, rules=fewer), wagers=(*wagers_by(fewer), *others))


def _fewer_hands_words(game: Game, small: Game) -> str:
    course = small.course
    if not isinstance(course, Blackjack | BlackjackSwitch) or course == game.course:
        return ""
    return f" with pairs split to {course.rules.most_hands} hands at most"


def _small_course(game: Game) -> tuple[Solution, list[PlayedRound]] | None:
    """The first small shoe that has rounds enough, or the one that has the most."""
    best: tuple[Solution, list[PlayedRound]] | None = None
    too_large = 0
    for shoes in islice(filter(None, small_shoes(game)), MOST_SHOES):
        for small in shoes:
            try:
                if (solver := solver_of(small)) is not solver_of(game):
                    raise Unsolved("another solver would be checked than the one that counts the game")
                if solver.seconds(small) > MOST_SECONDS:
                    raise Unsolved(f"{solver.name} takes long with any shoe")
                solution = solve(small)
                rounds = every_round(small, solution)
            except TooMany:
                too_large += 1
                break
            except (Unsolved, ValueError):
                continue
            if best is None or len(rounds) > len(best[1]):
                best = solution, rounds
            break
        if too_large == MOST_TOO_LARGE or (best and len(best[1]) >= ENOUGH_ROUNDS):
            break
    return best


def small_shoes(game: Game) -> Iterator[tuple[Game, ...]]:
    """The game with small shoes, the smallest first; each as a choice of more and more copies of the same cards."""
    yield from _small_decks(game) if is_dealt(game) else _small_shoes(game)


def _small_decks(game: Game) -> Iterator[tuple[Game, ...]]:
    """Decks of hardly more cards than are dealt, of two suits and of all jokers, for a game of many cards at once."""
    assert game.course
    needed, ranks = game.course.most_cards(1), game.deck.ranks
    for colors, jokers in ((2, 0), (1, game.deck.jokers)):
        many = -(-(needed - jokers) // colors)
        deck = Deck("".join(dict.fromkeys(ranks[:1] + ranks[1 - many :])), game.deck.suits[:colors], 1, jokers)
        if many <= len(ranks) and len(deck) == needed:
            yield (game.with_deck(deck),)


def _small_shoes(game: Game) -> Iterator[tuple[Game, ...]]:
    course, suits = game.course, game.deck.suits
    assert course
    most, kinds = max(game.countable_decks) * len(suits), _ranks_apart(game)
    for colors in (1, 2):
        for many in range(2, len(kinds) + 1):
            for ranks in dict.fromkeys((kinds[-many - 1 : -1], kinds[-6:-2][: many - 2] + kinds[-2:], kinds[-many:])):
                copies = (each for each in COPIES if each * colors <= most and len(ranks) == many)
                decks = (Deck(ranks, suits[:colors], each, game.deck.jokers) for each in copies)
                yield tuple(game.with_deck(deck) for deck in decks if not course.can_run_out(deck))


def _ranks_apart(game: Game) -> str:
    """Ranks between which the course makes a difference, one of each kind."""
    assert game.course
    found = {game.course.alike(card): RANKS[card.rank] for card in game.deck.faces if not card.is_joker}
    return "".join(rank for rank in game.deck.ranks if rank in found.values())


def is_dealt(game: Game) -> bool:
    """Whether all cards are out before anything is decided, however they fall."""
    course, cards = game.course, game.deck.cards
    assert course
    state, drawn = course.start(1), 0
    while isinstance(course.next(state), Draw) and drawn < len(cards):
        state, drawn = course.draw(state, cards[drawn]), drawn + 1
    return drawn == course.most_cards(1) > FEW_CARDS


def every_round(game: Game, solution: Solution) -> list[PlayedRound]:
    """Every round that can come of a shoe, those that are alike to all bets once; raises `TooMany`."""
    return list(_deals(game, solution)) if is_dealt(game) else _CardByCard(game, solution).rounds()


def play_rounds(game: Game, rounds: Sequence[PlayedRound], bets_micros: dict[str, int]) -> dict[str, Fraction]:
    """The mean result of each bet in micros, settled at the table."""
    nets: dict[str, Fraction] = defaultdict(Fraction)
    for each in rounds:
        made = iter(each.path)

        def decide(street: Street, view: View, made: Iterator[tuple[str, Choice]] = made) -> Choice:
            return next(made)[1]

        for settled in play(game, _whole_order(game, each.order), {1: bets_micros}, decide).of(1):
            nets[settled.wager] += each.chance * settled.net_micros
    return nets


def _whole_order(game: Game, order: Order) -> tuple[Card, ...]:
    """With cards that are burned, and all that are left behind."""
    rest = list(game.deck.cards)
    for card in order:
        if card is not None:
            rest.remove(card)
    return (*(rest.pop(0) if card is None else card for card in order), *rest)


def _deals(game: Game, solution: Solution) -> Iterator[PlayedRound]:
    """Every set of cards for the player, then for the dealer, where the order of a hand makes no difference."""
    course, cards = game.course, game.deck.cards
    assert course
    to: list[Cards] = []
    state = course.start(1)
    while isinstance(step := course.next(state), Draw):
        state = course.draw(state, cards[len(to)])
        to.append(step.to)
    mine, theirs = to.count(Cards.OWN), to.count(Cards.DEALER)
    if mine + theirs != len(to) or to != sorted(to, key=lambda place: place is Cards.DEALER):
        raise Unsolved("its hands are not dealt one after the other")
    deals = comb(len(cards), mine) * comb(len(cards) - mine, theirs)
    if deals > MOST_DEALS:
        raise TooMany
    player = Player(game, solution)
    for own in combinations(range(len(cards)), mine):
        rest = [at for at in range(len(cards)) if at not in own]
        for dealer in combinations(rest, theirs):
            order, position = tuple(cards[at] for at in (*own, *dealer)), player.start(1)
            for card in order:
                position = player.draw(position, card)
            yield PlayedRound(order, _decided(player, position), Fraction(1, deals))


def _decided(player: Player, position: Position) -> Path:
    """The choices of a round but the opening one."""
    return position.paths[0][len(player.opening) :]


class _CardByCard:
    """Goes through a shoe card by card; rounds that are alike in all that matters go on as one."""

    def __init__(self, game: Game, solution: Solution) -> None:
        assert game.course
        self.game, self.course, self.player = game, game.course, Player(game, solution)
        self.shoe = Counter(game.deck.cards)
        self.left_to_look = MOST_PLACES
        self.tells_all_apart = len({self.course.alike(card) for card in self.shoe}) == len(self.shoe)
        """Whether the state knows every card, so that the order in which they came is in it or is nothing."""

    def rounds(self) -> list[PlayedRound]:
        over: list[PlayedRound] = []
        going: dict[Any, tuple[Position, Order, Fraction]] = {(): (self.player.start(1), (), Fraction(1))}
        while going:
            after: dict[Any, tuple[Position, Order, Fraction]] = {}
            for position, order, chance in going.values():
                if isinstance(position.step, Over):
                    over.append(PlayedRound(order, _decided(self.player, position), chance))
                    if len(over) > MOST_ROUNDS:
                        raise TooMany
                    continue
                for there, drawn, times in self._drawn(position, order, position.step):
                    key = self._key(there, drawn)
                    first, known, so_far = after.get(key, (there, drawn, Fraction(0)))
                    after[key] = first, known, so_far + chance * times
            going = after
        return over

    def _drawn(self, position: Position, order: Order, step: Draw) -> Iterator[tuple[Position, Order, Fraction]]:
        gone = Counter(card for card in order if card is not None)
        total = len(self.game.deck) - gone.total()
        if total <= step.burn + order.count(None):
            raise Unsolved("the shoe runs out")
        for card, held in self.shoe.items():
            if left := held - gone[card]:
                self.left_to_look -= 1
                if self.left_to_look < 0:
                    raise TooMany
                drawn = (*order, *(None,) * step.burn, card)
                yield self.player.draw(position, card), drawn, Fraction(left, total)

    def _key(self, position: Position, order: Order) -> tuple[Any, ...]:
        """All that decides how the round goes on and is settled."""
        gone = tuple(sorted(card for card in order if card is not None))
        held = {Cards.OWN: position.held[0], **by_place(position.shared)}
        hands = tuple(
            tuple(sorted(held[at][: wager.first or None]))
            for wager in self.player.on_hands
            for at in Cards
            if at in (wager.on | wager.against if wager.against else wager.on)
        )
        seen = (position.held[0], *map(tuple, by_place(position.seen).values())) if self.course.streets else ()
        if self.tells_all_apart:
            seen = tuple(tuple(sorted(cards)) for cards in seen)
        return position.state, position.paths, gone, hands, seen
