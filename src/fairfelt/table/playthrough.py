"""A few rounds of a game in full, the same for the same seed: a golden text that shows any change of behavior."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from fairfelt.rules import Cards, Choice, Game, Wager
from fairfelt.rules.cards import Card, card
from fairfelt.runtime.formats import MICROS
from fairfelt.table.operations.choose import Choose
from fairfelt.table.operations.deal_cards import DealCards
from fairfelt.table.operations.packets import stacked_deck
from fairfelt.table.operations.place_bets import PlaceBets
from fairfelt.table.operations.settle import Settle

from .layout import layout_of
from .round import Round
from .settlement import Settled
from .shuffle import shuffle
from .transcript import write_transcript

MOST_TRIES = 5_000
"""Shoes that are tried until a course comes to a choice that is rare."""
SEATS = (1, 2, 4)
"""Who plays where the deck allows it: an empty seat is among them."""

Pick = Callable[[Round, tuple[Choice, ...]], Choice]


def playthrough(game: Game, seed: int = 1) -> str:
    """One player without side bets; three with some; three with all, one folding; and envy if the game has it."""
    chapters = [f"{game.title}: {game.summary}\n{len(game.deck)} cards, seats 1 to {game.seats}\n"]
    source = Random(seed)
    told = list(_rounds(game, source))
    told += _rest(game, source, {op.choice for _, round in told for op in round.operations if isinstance(op, Choose)})
    told += _unsettled(game, source, {bet.wager for _, round in told for bet in _settled(round)})
    for title, round in told:
        chapters.append(f"{title}\n{'=' * len(title)}\n{write_transcript(round)}")
    return "\n".join(chapters)


def _rounds(game: Game, source: Random) -> Iterator[tuple[str, Round]]:
    seats = [seat for seat in SEATS if seat <= game.seats]
    alone = _with_bets(game, seats[:1], [], source).apply(DealCards.shuffled(game.deck, source))
    yield "One player", _played(alone, _last)

    first, *others = game.offered_together
    some = source.sample(first, (len(first) + 1) // 2)
    three = _with_bets(game, seats, some, source).apply(DealCards.shuffled(game.deck, source))
    yield "Some side bets", _played(three, lambda round, choices: source.choice(choices))

    folds = game.can_fold
    for number, bets in enumerate((first, *others)):
        every = _with_bets(game, seats, bets, source).apply(DealCards.shuffled(game.deck, source))
        title = "Every side bet" if not number else "Every side bet of a table that offers the others"
        yield title + ", and the first player folds" * folds, _played(every, _first_player_folds)

    if len(seats) > 1 and (generous := _with_envy(game)):
        yield from _envy_rounds(_with_bets(generous, seats, first, source), source)


def _rest(game: Game, source: Random, made: set[str]) -> Iterator[tuple[str, Round]]:
    """Rounds of one player for the choices not made so far."""

    def new(round: Round, choices: tuple[Choice, ...]) -> Choice:
        fresh = [choice for choice in choices if choice.name not in made]
        larger = {choice.bet for choice in round.game.streets[0].choices if choice.name not in made and choice.bet}
        leading = [choice for choice in choices if choice.bet in larger] if game.course else []
        staying = [choice for choice in choices if not (choice.folds or choice.bet)]
        chosen = (fresh or leading or staying or list(choices))[-1]
        made.add(chosen.name)
        return chosen

    every = {choice.name for street in game.streets for choice in street.choices}
    for _ in every - made:
        if made >= every:
            return
        bets = _with_bets(game, [1], [], source)
        for _ in range(MOST_TRIES):
            known = len(made)
            round = _played(bets.apply(DealCards(_order(game, source))), new)
            if len(made) > known or not game.course:
                yield "A choice not made so far", round
                break


def _unsettled(game: Game, source: Random, known: set[str]) -> Iterator[tuple[str, Round]]:
    """Rounds of one player who bets all that can be bet, for the bets that a course seldom comes to."""
    for _ in range(MOST_TRIES if game.course else 0):
        if known >= {wager.name for wager in game.wagers}:
            return
        order = DealCards(_order(game, source))
        round = _played(_with_bets(game, [1], game.offered_together[0], source).apply(order), _last)
        bets = {bet.wager for bet in _settled(round)}
        if bets - known:
            known |= bets
            yield "A bet not settled so far", round


def _settled(round: Round) -> tuple[Settled, ...]:
    return round.settlement.settled if round.settlement else ()


def _order(game: Game, source: Random) -> tuple[Card, ...]:
    """A shuffled deck; where a choice asks for a hand, with a suited run on top, which is one."""
    if not any(choice.holding for street in game.streets for choice in street.choices):
        return shuffle(game.deck.cards, source)
    return stacked_deck(game, {1: _suited_runs(game, game.hole)[0]}, source=source)


def _with_bets(game: Game, seats: Sequence[int], optional: Sequence[Wager], source: Random) -> Round:
    round = Round(game)
    for at, seat in enumerate(seats):
        ante_micros = source.choice((5, 10, 15, 25)) * MICROS
        amounts_micros = {wager.name: ante_micros for wager in game.opening_bets(at)}
        amounts_micros |= {wager.name: source.choice((1, 2, 5)) * _least_micros(wager) for wager in optional}
        round = round.apply(PlaceBets(seat, amounts_micros))
    return round


def _least_micros(wager: Wager) -> int:
    """A bet that is large enough for envy, if there is any."""
    envy = wager.paytable.envy
    return (envy.least if envy else 1) * MICROS


def _played(round: Round, pick: Pick) -> Round:
    while player := round.to_act:
        round = round.apply(Choose(player.number, pick(round, round.offered).name))
    return round.apply(Settle())


def _last(round: Round, choices: tuple[Choice, ...]) -> Choice:
    return choices[-1]


def _first_player_folds(round: Round, choices: tuple[Choice, ...]) -> Choice:
    first = round.to_act is round.seats[0]
    return next((choice for choice in choices if choice.folds is first), choices[-1])


def _with_envy(game: Game) -> Game | None:
    """The game with a paytable in play that gives envy, if it has one."""
    if layout_of(game).envy_circles:
        return game
    tables = [(wager.name, table.name) for wager in game.wagers for table in wager.paytables if table.envy]
    return game.with_paytable(*tables[0]) if tables else None


def _envy_rounds(bets: Round, source: Random) -> Iterator[tuple[str, Round]]:
    """The first round that pays envy among decks stacked with suited runs, which make the rarest hands."""
    game, second = bets.game, bets.seats[1].number
    hole = game.hole or max(circle.wager.first for circle in layout_of(game).envy_circles)
    own_runs: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = [(run, ()) for run in _suited_runs(game, hole)]
    if shared := game.deal.count(Cards.COMMUNITY):
        own_runs += [(run[: game.hole], run[game.hole :]) for run in _suited_runs(game, game.hole + shared)]
    dealer_runs = [(), *_suited_runs(game, min(game.hole, game.deal.count(Cards.DEALER)))]
    for dealer, (own, community) in product(dealer_runs, own_runs):
        if {*own, *community} & set(dealer):
            continue
        hands = {seat.number: own if seat.number == second else () for seat in bets.seats}
        order = stacked_deck(game, hands, dealer=dealer, community=community, source=source)
        round = _played(bets.apply(DealCards(order)), _last)
        if round.settlement and round.settlement.envy:
            yield f"Envy, with a deck stacked for seat {second}", round
            return


def _suited_runs(game: Game, length: int) -> list[tuple[Card, ...]]:
    """Consecutive cards of one suit, round the corner too."""
    runs = [tuple(card((low + step) % 13, suit) for step in range(length)) for suit in range(4) for low in range(13)]
    return [run for run in runs if set(run) <= set(game.deck.faces)]
