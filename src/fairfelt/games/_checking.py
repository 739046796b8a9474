"""What is asked of a game from elsewhere before it is used: figures, bets, hands and rankings fit, and settle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from fairfelt.rules import ROUND, BadDefinition, Cards, Game, Reading, possible_facts
from fairfelt.rules.cards import SUITS, Card, Deck, card, format_cards
from fairfelt.rules.game import cards_read
from fairfelt.rules.hands import Ranking, Tells, line_of
from fairfelt.rules.json_form.write import is_made_of_known
from fairfelt.rules.names import Part
from fairfelt.rules.wager import verify_outcome
from fairfelt.runtime.compute.lazy_numpy import np

PRINTED = re.compile(r"(1 in |\$)?[-+]?(\d[\d,]*)?(\.\d+)?(?<=\d)%?")
"""A figure as a sheet prints it."""


class BadSettlement(BadDefinition):
    """A settlement that fails, or answers something else than an outcome."""

    def __init__(self, sentence: str, part: Part, settle: object) -> None:
        super().__init__(sentence, part)
        self.settle = settle


def check_game(game: Game) -> None:
    """Refuse a game of which some version cannot be used."""
    for at, version in enumerate(game.variants):
        place: Part = ("others", at - 1) if at else ()
        _check_figures(version, place)
        _check_procedure(version, place)
        _check_lengths(version, place)
        _try_settlements(version, place)
        _check_rankings(version, place)


def _check_rankings(game: Game, place: Part) -> None:
    """A ranking of one's own values hands as its code does, and tells no more apart than it says."""
    read: dict[tuple[Ranking, int], Part] = {}
    if game.showdown and not game.course:
        cards = game.deal.count(Cards.OWN | game.showdown.shared)
        read[game.showdown.ranking, cards] = (*place, "showdown", "ranking")
    for at, wager in enumerate(game.wagers):
        for on in (wager.on, wager.against) if wager.ranking else ():
            if on and (cards := cards_read(game, wager, on)):
                assert wager.ranking
                read.setdefault((wager.ranking, cards), (*place, "wagers", at, "ranking"))
    for (ranking, cards), part in read.items():
        if not is_made_of_known(ranking):
            for fault in ranking_faults(ranking, game.deck, cards):
                raise BadDefinition(fault, part)


def _check_figures(game: Game, place: Part) -> None:
    """Every published figure is of a wager that is there."""
    names = (*(wager.name for wager in game.wagers), ROUND)
    for at, figure in enumerate(game.published):
        if figure.wager not in names:
            said = f"a published figure is of {figure.wager!r}; its wagers are {', '.join(names)}"
            raise BadDefinition(said, (*place, "published", at))
        if not PRINTED.fullmatch(figure.printed):
            said = (
                f"a figure is printed as {figure.printed!r}; write a number such as 3.60%, -0.0234, $1,200 or 1 in 216"
            )
            raise BadDefinition(said, (*place, "published", at, "printed"))


def _check_procedure(game: Game, place: Part) -> None:
    """The procedure speaks of bets that are there."""
    names = [wager.name for wager in game.wagers]
    for name in game.procedure.wagers:
        if name not in names:
            said = f"its procedure speaks of the bet {name!r}; its wagers are {', '.join(names)}"
            raise BadDefinition(said, (*place, "procedure"))


def _check_lengths(game: Game, place: Part) -> None:
    """No run or flush is paid that is longer than the hand; what else can never occur, the linter counts."""
    for at, wager in enumerate(game.wagers):
        if not wager.ranking or not wager.ranking.lines_are_lengths:
            continue
        lines = [line for table in wager.paytables for line in table.pays]
        cards, longest = cards_read(game, wager, wager.on), max(lines, default=0)
        if longest > cards:
            line = wager.ranking.lines[longest].name
            said = f"{wager.name} lists {line}, which can never occur: the hand it is paid by has {cards} cards"
            raise BadDefinition(said, (*place, "wagers", at, "paytables"))


def _try_settlements(game: Game, place: Part) -> None:
    """Ask every settlement once for all that can happen: a mistake in one is found before anything is counted."""
    showdown = game.showdown.ranking if game.showdown else None
    for at, wager in enumerate(game.wagers):
        part: Part = (*place, "wagers", at, "settle")
        for table, facts in product(wager.paytables, tuple(possible_facts(game, wager))):
            try:
                outcome = wager.settle(facts, Reading(table, wager.ranking or showdown))
            except Exception as error:
                said = f"{wager.name} cannot be settled by the paytable {table.name!r}: {_reason(error)}"
                raise BadSettlement(said, part, wager.settle) from error
            try:
                verify_outcome(wager.name, outcome)
            except ValueError as error:
                raise BadSettlement(str(error), part, wager.settle) from None


def _reason(error: Exception) -> str:
    """What went wrong, in words; a row that is missing has no words of its own."""
    if isinstance(error, KeyError):
        return f"it has no row for {str(error.args[0]).lower() if error.args else 'this'}"
    return str(error) or type(error).__name__


HANDS = 120
"""Drawn at random, the same ones each time."""
COLORS = (tuple(SUITS.index(suit) for suit in "cs"), tuple(SUITS.index(suit) for suit in "dh"))


def ranking_faults(ranking: Ranking, deck: Deck, count: int, *, hands: int = HANDS) -> Iterator[str]:
    """What is wrong with a ranking of so many cards of a deck, a sentence each; at most one of each kind."""
    source = Random(f"{ranking.name} {count}")
    drawn = [tuple(source.sample(deck.cards, count)) for _ in range(hands)]
    values = [ranking.value(hand) for hand in drawn]
    yield from _line_faults(ranking, drawn, values)
    yield from _code_faults(ranking, drawn, values)
    yield from _order_faults(ranking, drawn, values, source)
    yield from _tells_faults(ranking, deck, drawn, values, source)


def _line_faults(ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int]) -> Iterator[str]:
    for hand, value in zip(drawn, values, strict=True):
        if not isinstance(value, int) or not 0 <= line_of(value) < len(ranking.lines):
            yield (
                f"{ranking.name}: value({format_cards(hand)}) is {value!r}; it is line << 20 | key, and its lines are "
                f"0 to {len(ranking.lines) - 1}"
            )
            return


def _code_faults(ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int]) -> Iterator[str]:
    names = [f"card{at}" for at in range(len(drawn[0]))]
    try:
        written = ranking.emit("out", names)
        code = compile("\n".join(written.statements), ranking.name, "exec")
    except Exception as error:
        yield f"{ranking.name}: emit fails for {len(names)} cards: {error}"
        return
    for hand, value in zip(drawn, values, strict=True):
        known = {"np": np, **written.tables, **dict(zip(names, map(int, hand), strict=True))}
        try:
            with np.errstate(over="ignore"):  # as in the kernels, sums of keys go round
                exec(code, known)
            found = int(known["out"])  # type: ignore[call-overload]
        except Exception as error:
            yield f"{ranking.name}: the code of emit fails for {format_cards(hand)}: {type(error).__name__}: {error}"
            return
        if found != value:
            yield (
                f"{ranking.name}: value({format_cards(hand)}) is {value} ({ranking.describe(value)}), and the code of "
                f"emit gives {found}; both must agree for every hand"
            )
            return


def _order_faults(
    ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int], source: Random
) -> Iterator[str]:
    for hand, value in zip(drawn, values, strict=True):
        other = tuple(source.sample(hand, len(hand)))
        if ranking.value(other) != value:
            same = f"{format_cards(hand)} and {format_cards(other)}"
            yield f"{ranking.name}: {same} are the same cards, and differ in value"
            return


def _tells_faults(
    ranking: Ranking, deck: Deck, drawn: Sequence[tuple[Card, ...]], values: Sequence[int], source: Random
) -> Iterator[str]:
    """Cards that it says it cannot tell apart are exchanged: the value has to stay."""
    for hand, value in zip(drawn, values, strict=True):
        other = _exchanged(ranking.tells, deck, hand, source)
        if other and ranking.value(other) != value:
            yield (
                f"{ranking.name}: it says that it tells {ranking.tells.value} apart, and {format_cards(hand)} and "
                f"{format_cards(other)} differ in value; let it say {_more(ranking.tells)}"
            )
            return


def _exchanged(tells: Tells, deck: Deck, hand: tuple[Card, ...], source: Random) -> tuple[Card, ...] | None:
    suits = [SUITS.index(suit) for suit in deck.suits]
    if tells is Tells.CARDS:
        return None
    if tells is Tells.SUITS:
        moved = dict(zip(suits, source.sample(suits, len(suits)), strict=True))
        return tuple(each if each.is_joker else card(each.rank, moved[each.suit]) for each in hand)
    groups = [suits] if tells is Tells.RANKS else [[suit for suit in color if suit in suits] for color in COLORS]
    group_of = {suit: group for group in groups for suit in group}
    other = tuple(each if each.is_joker else card(each.rank, source.choice(group_of[each.suit])) for each in hand)
    return other if deck.copies > 1 or len(set(other)) == len(other) else None


def _more(tells: Tells) -> str:
    order = (Tells.RANKS, Tells.COLORS, Tells.SUITS, Tells.CARDS)
    return " or ".join(f"Tells.{each.name}" for each in order[order.index(tells) + 1 :])
