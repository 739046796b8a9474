"""A round in words, operation by operation; and golden rounds of a game in full, which show any change of behavior."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from fairfelt.rules import Cards, Choice, Game, Wager
from fairfelt.rules.cards import Card, card, format_cards
from fairfelt.runtime.formats import DOLLARS, MICROS, format_amount
from fairfelt.table.dealing import DealtPacket, Option, Seat, View, shuffle, stacked_deck
from fairfelt.table.layout import layout_of
from fairfelt.table.operations import Choose, DealCards, FoulHand, PlaceBets, Settle, VoidRound
from fairfelt.table.round import Operation, Round
from fairfelt.table.settlement import WagerSettlement


def write_transcript(round: Round, currency: str = DOLLARS) -> str:
    """Every state of the round, every choice there was, every card and every payment, a line each."""
    return "\n".join(_lines(round, currency)) + "\n"


def _lines(round: Round, currency: str) -> Iterator[str]:
    now = Round(round.game)
    yield _state(now)
    for operation in round.operations:
        before, now = now, now.apply(operation)
        yield from _told(operation, before, now, currency)
        yield _state(now)


def _state(round: Round) -> str:
    legal = " or ".join(round.legal()) or "nothing"
    return f"  [{round.phase}; next: {legal}]"


def _told(operation: Operation, before: Round, after: Round, currency: str) -> Iterator[str]:
    match operation:
        case PlaceBets(number):
            yield f"Seat {number} bets {_stakes(after.seat(number), currency)}."
        case DealCards():
            yield from _dealt(after)
        case Choose(number):
            yield from _decided(before, after, number, currency)
        case FoulHand(number, why, give_back):
            yield f"The hand of seat {number} is foul: {why}. Its bets {'go back' if give_back else 'are lost'}."
        case VoidRound(why):
            yield f"Misdeal: {why}. All bets go back."
            yield from _paid(after, currency)
        case _:
            yield from _turned_over(after, currency)


def _dealt(round: Round) -> Iterator[str]:
    assert round.dealt, "told after the deal"
    yield "The cards are dealt."
    yield from map(_packet, round.dealt.packets)
    used = min(round.dealt.cuts[-1].bottom, len(round.dealt.order))
    yield f"  Left in the deck: {len(round.dealt.order) - used} cards"


def _packet(packet: DealtPacket) -> str:
    burned = f"; burned {format_cards(packet.burned)}" if packet.burned else ""
    return f"  To {packet.receiver}: {format_cards(packet.cards)}{burned}"


def _decided(before: Round, after: Round, number: int, currency: str) -> Iterator[str]:
    assert before.street, "told of a decision"
    choice = after.seat(number).choices[before.street.name]
    offered = ", ".join(_option(option, currency) for option in before.choices(number))
    yield f"{before.street.name}: seat {number} sees {_seen(before.visible(number))}"
    yield f"  and may choose from: {offered}"
    yield f"  Seat {number} chooses {choice}; on the table: {_stakes(after.seat(number), currency)}."
    assert before.dealt and after.dealt, "cards are out when a decision is made"
    yield from map(_packet, after.dealt.packets[len(before.dealt.packets) :])


def _turned_over(round: Round, currency: str) -> Iterator[str]:
    assert round.settlement and round.dealt, "told after the settlement"
    places = round.dealt.places
    shown = [(places[Cards.DEALER], round.dealt.dealer), (places[Cards.COMMUNITY], round.dealt.community)]
    hands = "".join(f" {whose[0].upper()}{whose[1:]} has {format_cards(cards)}." for whose, cards in shown if cards)
    yield f"All is turned over.{hands}"
    yield from _paid(round, currency)


def _paid(round: Round, currency: str) -> Iterator[str]:
    assert round.settlement, "told after the settlement"
    for bet in round.settlement.settled:
        share = " and the share" if bet.level_share else ""
        yield f"  Seat {bet.seat}, {bet.explanation}{_money(bet.net_micros, currency)}{share}"
    for paid in round.settlement.envy:
        yield f"  Seat {paid.seat}, {paid.explanation}{_money(paid.net_micros, currency)}"
    for bet in round.settlement.claims:
        yield f"  To be claimed for seat {bet.seat}: {bet.outcome.pay} ({bet.wager}, {bet.outcome.name})"
    for seat in reversed(round.seats):
        yield f"  Seat {seat.number} in all{_money(round.settlement.net_micros(seat.number), currency) or ': nothing'}"


def _money(micros: int, currency: str) -> str:
    return f": {'+' if micros > 0 else ''}{format_amount(micros, currency)}" if micros else ""


def _stakes(seat: Seat, currency: str) -> str:
    return ", ".join(f"{wager} {format_amount(micros, currency)}" for wager, micros in seat.stakes_micros.items())


def _option(option: Option, currency: str) -> str:
    size = f" ({format_amount(option.size_micros, currency)})" if option.size_micros else ""
    return f"{option.choice}{size}"


def _seen(view: View) -> str:
    shown = [("", view.own), ("community ", view.community), ("dealer ", view.dealer)]
    return ", ".join(f"{whose}{format_cards(cards)}" for whose, cards in shown if cards)


MOST_TRIES = 5_000
"""Shoes that are tried until a course comes to a choice that is rare."""
SEATS = (1, 2, 4)
"""Seats that play if the deck allows it, with an empty seat among them."""

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


def _settled(round: Round) -> tuple[WagerSettlement, ...]:
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
