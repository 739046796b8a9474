"""Worked examples: few rounds of one player that show every row by which a wager is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

from fairfelt.engine.answers.par import Par
from fairfelt.reports.sheet import Block, Facts, Section, Sheet, Table, Words, table
from fairfelt.reports.sheet.english import capital, colophon, listed, one_in_text
from fairfelt.rules import Cards, Game, format_amount
from fairfelt.rules.cards import SUITS, Card, card, format_cards
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.example_hands import line_examples
from fairfelt.rules.outcomes import settlement_rows
from fairfelt.rules.settlement import FOLDED
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, DealCards, PlaceBets, Round, Settle, WagerSettlement, shuffle, stacked_deck

MOST_ROUNDS = 1_500
"""Shuffled rounds that are looked through, after those that are stacked with examples of hands."""
NEVER = "It does not come by the play that is counted: no combination of cards ends so with this bet made"
EQUAL_HANDS = 20
STAKE_MICROS = 10 * MICROS
SEAT = 1
HAND = (Cards.OWN, Cards.COMMUNITY, Cards.DEALER)
"""Where the cards of a bet lie, in the order in which an example is laid out."""

Row = tuple[str, str]
"""A wager and how it ends."""


def example_sheet(game: Game, par: Par | None = None) -> Sheet:
    """The rounds, the best for the player first, and rows that none of them shows, with how rare they are."""
    found = worked_examples(game)
    missing = sorted(_wanted(game) - {row for round in found for row in _shown(round)})
    return Sheet(
        game.title,
        "Worked examples",
        Section("", Words(f"One player bets {format_amount(STAKE_MICROS)} on everything that may be bet together.")),
        *(Section(f"Example {at}: {_title(round)}", _example(round)) for at, round in enumerate(found, 1)),
        Section("Not shown", _not_shown(missing, par)) if missing else None,
        colophon=colophon(game, what="Dealt"),
    )


def _not_shown(missing: Sequence[Row], par: Par | None) -> Table:
    """Why there is no example of each: how often it comes by the play that the PAR sheet counts."""
    chances = dict[Row, Fraction]()
    for sheet in par.wagers if par else ():
        counted = Counter[str]()
        for row in sheet.outcomes:
            counted[_plain(row.name)] += row.probability  # type: ignore[assignment]
        for name, chance in counted.items():
            chances[sheet.wager, name] = max(Fraction(chance), chances.get((sheet.wager, name), Fraction(0)))

    def why(row: Row) -> str:
        if chance := chances.get(row):
            return f"{capital(one_in_text(chance))} rounds by the play that is counted: rarer than those dealt here"
        return NEVER if any(wager == row[0] for wager, _ in chances) else "Rarer than the rounds dealt here"

    return table(missing, ("Wager", lambda row: row[0]), ("Ends", lambda row: capital(row[1])), ("Why", why))


def worked_examples(game: Game, seed: int = 1) -> tuple[Round, ...]:
    """Rounds that show every settlement row that was met, and none that shows nothing of its own."""
    left, kept = _wanted(game), list[Round]()
    for round in _rounds(game, Random(seed)):
        if fresh := left & _shown(round):
            left -= fresh
            kept.append(round)
        if not left:
            break
    for round in tuple(kept):
        others = {row for other in kept if other is not round for row in _shown(other)}
        if _shown(round) <= others:
            kept.remove(round)
    return tuple(sorted(kept, key=_net_micros, reverse=True))


def _wanted(game: Game) -> set[Row]:
    rows = {(wager.name, _plain(row.when)) for wager in game.wagers for row in settlement_rows(game, wager)}
    return rows | ({(game.wagers[0].name, FOLDED.name)} if game.can_fold else set())


def _shown(round: Round) -> set[Row]:
    assert round.settlement, "an example is settled"
    return {(bet.wager, _plain(bet.outcome.name)) for bet in round.settlement.settled}


def _plain(when: str) -> str:
    """The last row of a margin stands for all greater ones."""
    return when.removesuffix(" or more")


def _rounds(game: Game, source: Random) -> Iterator[Round]:
    """First with every line that can be shown for player and dealer, then as they are shuffled."""
    for order in _orders(game, source):
        for bets in game.offered_together:
            opened = Round(game)
            amounts = {wager.name: STAKE_MICROS for wager in (*game.opening_bets(source.randrange(2)), *bets)}
            yield _played(opened.apply(PlaceBets(SEAT, amounts)).apply(DealCards(order)), source)


def _orders(game: Game, source: Random) -> Iterator[tuple[Card, ...]]:
    """Decks stacked with what every bet pays for, with every two hands, and with equal ones; then any others."""
    for wager in game.wagers:
        if wager.ranking:
            yield from _stacked(game, wager.ranking, wager.on, wager.first, source)
    if game.showdown and not game.course:
        yield from _stacked_showdowns(game, game.showdown.ranking, source)
    if game.course:
        yield from _crowded(game, source)
    for _ in range(MOST_ROUNDS):
        yield shuffle(game.deck.cards, source)


def _stacked(game: Game, ranking: Ranking, on: Cards, first: int, source: Random) -> Iterator[tuple[Card, ...]]:
    """A deck for each line of a bet, its cards laid where the bet reads them."""
    sizes = {place: game.deal.count(place) if not game.course else first or len(HAND) for place in HAND if place in on}
    for hand in line_examples(ranking, game.deck, sum(sizes.values())).values():
        left, laid = list(hand), dict[Cards, list[Card]]()
        for place, size in sizes.items():
            laid[place], left = left[:size], left[size:]
        own, community, dealer = (laid.get(place, []) for place in HAND)
        yield stacked_deck(game, {SEAT: own}, dealer=dealer, community=community, source=source)


def _stacked_showdowns(game: Game, ranking: Ranking, source: Random) -> Iterator[tuple[Card, ...]]:
    dealt, shared = game.deal.count(Cards.DEALER), game.deal.count(Cards.COMMUNITY)
    lines = line_examples(ranking, game.deck, game.hole + shared).values()
    for hand, other in product(((), *lines), repeat=2):
        dealer = next((turned for turned in _in_other_suits(other[:dealt]) if not {*turned} & {*hand}), ())
        community = hand[game.hole :]
        yield stacked_deck(game, {SEAT: hand[: game.hole]}, dealer=dealer, community=community, source=source)
    for _ in range(EQUAL_HANDS):
        own = shuffle(game.deck.faces, source)[: game.hole]
        equal = (turned for turned in _in_other_suits(own[:dealt]) if not {*turned} & {*own})
        yield stacked_deck(game, {SEAT: own}, dealer=next(equal, ()), source=source)


CROWDED_ROUNDS, AMONG, MOST_RANKS = 3_000, 36, 4
"""Rounds from crowded decks, how many cards are crowded, and of how many ranks they are at most."""


def _crowded(game: Game, source: Random) -> Iterator[tuple[Card, ...]]:
    """Decks that begin with few ranks, neighbors or any, some of one suit: pairs are split again, hands grow long."""
    ranks = sorted({one.rank for one in game.deck.cards})
    for _ in range(CROWDED_ROUNDS):
        order, size, start = (
            shuffle(game.deck.cards, source),
            source.randint(1, MOST_RANKS),
            source.randrange(len(ranks)),
        )
        chosen = set(ranks[start : start + size] if source.randrange(2) else source.sample(ranks, size))
        suits = range(len(SUITS)) if source.randrange(4) else (source.randrange(len(SUITS)),)
        near = [at for at, one in enumerate(order) if one.rank in chosen and one.suit in suits][:AMONG]
        others, mixed = [one for at, one in enumerate(order) if at not in near], source.choice((0, 0, 4, 8))
        first = shuffle([*(order[at] for at in near), *others[:mixed]], source)
        yield (*first, *others[mixed:])


def _in_other_suits(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """The hand, and the same hand with its suits changed in turn."""
    for turn in range(len(SUITS)):
        yield tuple(one if one.is_joker else card(one.rank, (one.suit + turn) % len(SUITS)) for one in hand)


def _played(round: Round, source: Random) -> Round:
    """To the end, by choices at random that fold seldom; a player who likes a choice makes it again and again."""
    liked = dict[str, int]()
    while player := round.to_act:
        staying = [choice for choice in round.offered if not choice.folds]
        names = [choice.name for choice in (staying if staying and source.randrange(8) else round.offered)]
        weights = [liked.setdefault(name, source.choice((1, 10))) for name in names]
        round = round.apply(Choose(player.number, source.choices(names, weights)[0]))
    return round.apply(Settle())


def _net_micros(round: Round) -> int:
    assert round.settlement, "an example is settled"
    return round.settlement.net_micros(SEAT)


def _title(round: Round) -> str:
    net = _net_micros(round)
    if net == 0:
        return "the player gets all bets back"
    return f"the player {'wins' if net > 0 else 'loses'} {format_amount(abs(net))}"


def _example(round: Round) -> Block:
    """Cards, choices, and every wager with what it is paid."""
    assert round.dealt and round.settlement, "an example is dealt and settled"
    lying = (("Player", round.held(SEAT)), ("Community", round.dealt.community), ("Dealer", round.dealt.dealer))
    chosen = [str(choice) for choice in round.seat(SEAT).choices.values()]
    return Facts(
        *((whose, format_cards(cards)) for whose, cards in lying if cards),
        ("Choices", capital(listed(chosen))) if chosen else None,
        *((bet.wager, _settled(bet)) for bet in round.settlement.settled),
    )


def _settled(bet: WagerSettlement) -> str:
    return f"{capital(bet.explanation.removeprefix(f'{bet.wager}: '))}: {_paid(bet.net_micros)}"


def _paid(micros: int) -> str:
    if micros == 0:
        return "it is returned"
    return f"the player {'wins' if micros > 0 else 'loses'} {format_amount(abs(micros))}"
