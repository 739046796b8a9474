"""A round as a page may see it: hands with their names, bets with their edges, nothing before it is turned over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations

from fairfelt.engine.answers.numbers import percent_text, to_decimal
from fairfelt.engine.answers.par import BOTH_BY_HOUSE_WAY
from fairfelt.engine.exact import Par
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import Cards, Game, Opens, UnknownName, Wager, format_amount
from fairfelt.rules.cards import STANDARD, Card, format_cards
from fairfelt.rules.courses.course import LaidHand
from fairfelt.rules.hands import Ranking, line_of
from fairfelt.rules.outcomes import SettlementRow, settlement_rows
from fairfelt.table import Choose, Option, Round, Seat, View, WagerSettlement
from fairfelt.table.layout import HandReader, layout_of

from .practice import Json, Shuffle

# Hands read aloud: what a player or the dealer holds, by the ranking that decides.


def player_reader(game: Game) -> HandReader | None:
    """The reader of a player's hand: the showdown, or the first bet; None where cards are only counted."""
    layout = layout_of(game)
    return layout.player_reader or layout.circles[0].reader


def ranking_of(game: Game) -> Ranking | None:
    """The ranking of the showdown, or of the first bet; nothing where cards are only counted, as in a course."""
    reader = player_reader(game)
    return reader.ranking if reader else None


def hand_value(round: Round, seat: int = 0) -> int | None:
    """The value of a player's hand, or with no seat the dealer's, when all cards lie open; None where there is none."""
    reader = player_reader(round.game) if seat else layout_of(round.game).dealer_reader
    if not reader:
        return None
    assert round.dealt, "read after the deal"
    return reader.value(round.dealt.own[seat] if seat else (), round.dealt.dealer, round.dealt.community)


def qualifies(round: Round) -> bool | None:
    """True if the dealer plays; nothing where the dealer always does."""
    value, showdown = hand_value(round), round.game.showdown
    return value >= showdown.qualifying_value if showdown and showdown.qualify and value is not None else None


def words_of(game: Game, value: int | None) -> str:
    """A hand as a dealer calls it; no words for what has no ranking."""
    ranking = ranking_of(game)
    return ranking.describe(value) if ranking and value is not None else ""


# Which cards make a hand: found by asking the ranking what becomes of it when a card is another one.


ACE = 12


def value_of(ranking: Ranking, cards: Sequence[Card]) -> int | None:
    """The value of the cards; None while there are too few of them for the ranking."""
    try:
        return ranking.value(tuple(sorted(cards))) if cards else None
    except ValueError:
        return None


@lru_cache(maxsize=1 << 12)
def making_cards(ranking: Ranking, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards without which the hand would be of a lower line: the pair, not its kickers; none of a high card."""
    value = value_of(ranking, cards)
    if not value or not line_of(value):
        return ()
    fewer = (few for size in range(1, len(cards)) for few in combinations(cards, size))
    fewest = next((few for few in fewer if value_of(ranking, few) == value), cards)
    return tuple(card for card in fewest if _is_needed(ranking, fewest, card, line_of(value)))


def in_order(cards: Sequence[Card], making: Sequence[Card] = ()) -> tuple[tuple[Card, bool], ...]:
    """Cards as a dealer lays them out, with whether each makes the hand: those first, then the others, high to low."""
    marked = mark(cards, making)
    return tuple(sorted(marked, key=_place(marked)))


def mark(cards: Sequence[Card], making: Sequence[Card]) -> tuple[tuple[Card, bool], ...]:
    """Every card with whether it is one of those; of equal cards of several decks as many as there are."""
    left = Counter(making)
    marked: list[tuple[Card, bool]] = []
    for card in cards:
        marked.append((card, left[card] > 0))
        left[card] -= 1
    return tuple(marked)


def _is_needed(ranking: Ranking, cards: tuple[Card, ...], card: Card, line: int) -> bool:
    others = list(cards)
    others.remove(card)
    for other in STANDARD.faces:
        if other not in cards:
            value = value_of(ranking, (*others, other))
            if value is not None and line_of(value) < line:
                return True
    return False


def _place(marked: Sequence[tuple[Card, bool]]) -> Callable[[tuple[Card, bool]], tuple[int, ...]]:
    groups = Counter(card.rank for card, is_lit in marked if is_lit and not card.is_joker)
    lit = {card.rank for card, is_lit in marked if is_lit and not card.is_joker}
    below = sorted(lit - {ACE})
    ace_is_low = groups[ACE] == 1 and bool(below) and below == list(range(len(below)))

    def key(entry: tuple[Card, bool]) -> tuple[int, ...]:
        card, is_lit = entry
        if card.is_joker:
            return (not is_lit, -len(marked), -ACE - 1)
        rank = -1 if ace_is_low and is_lit and card.rank == ACE else card.rank
        return (not is_lit, -groups[card.rank], -rank, card.suit)

    return key


# What lies before everybody: hands sorted, with the cards that make them and the name a dealer calls them by.


@dataclass(frozen=True, eq=False)
class PlayerView:
    """A round as one player sees it, or with none the dealer."""

    round: Round
    you: int = 0

    @cached_property
    def open(self) -> View:
        """The cards that anybody at the table sees."""
        round = self.round
        return round.visible(round.seats[0].number) if round.dealt else View(0, (), (), ())

    @property
    def complete(self) -> bool:
        """True if all cards lie open and count; those of a round that was taken back do not."""
        settlement = self.round.settlement
        return bool(self.round.dealt) and not self.round.turn and not (settlement and settlement.is_void)

    def own_hands(self, seat: Seat) -> list[Json]:
        """A player's hands as far as they are to be seen."""
        if not self.round.dealt or not self._lies_open(seat):
            return [hand_view(LaidHand(()), hidden=len(self.round.held(seat.number)))]
        cards, course, run = self.round.held(seat.number), self.round.game.course, self.round.run
        if course and run:
            laid = course.own_hands(run.moments, self.round.seats.index(seat), cards)
            return [hand_view(hand) for hand in laid]
        # A dealer calls the hands in the end; a player sees the name of the own one before
        called = self.complete and not seat.folded and bool(self.round.settlement)
        is_named = not seat.foul and (seat.number == self.you or called)
        return [self._read(player_reader(self.round.game) if is_named else None, cards, own=cards)]

    def place_hands(self, place: Cards) -> list[Json]:
        """The dealer's or the community's cards, those that lie open with what they are."""
        round, is_dealer = self.round, place is Cards.DEALER
        cards, hidden = self.open.dealer if is_dealer else self.open.community, 0
        if round.dealt:
            hidden = len(round.dealt.dealer if is_dealer else round.dealt.community) - len(cards)
        if round.game.course:
            laid = round.game.course.place_hands(place, cards, complete=not (is_dealer and hidden))
            shared = not is_dealer  # whose places are part of the game, as in a cross
            return [hand_view(hand, as_dealt=shared, hidden=0 if at else hidden) for at, hand in enumerate(laid)]
        if is_dealer:
            reader = layout_of(round.game).dealer_reader if self.complete else None
            return [self._read(reader, cards, dealer=cards, hidden=hidden)]
        is_in = any(seat.number == self.you and not seat.folded for seat in round.seats)
        making = self._making_shared(player_reader(round.game), cards, own=round.held(self.you)) if is_in else ()
        return [hand_view(LaidHand(cards), making=making, as_dealt=True, hidden=hidden)]

    @cached_property
    def winner(self) -> Cards | None:
        """The winner of the two hands on the table, where players bet on these."""
        course, run = self.round.game.course, self.round.run
        return course.winning_place(run.state) if course and run and self.complete else None

    def _lies_open(self, seat: Seat) -> bool:
        """True if a player's cards are visible: the player's own, all in the end, and those a course deals face up."""
        round = self.round
        if seat.number == self.you or not round.turn:
            return True
        if not round.run:
            return False
        player = round.seats.index(seat)
        return all(draw.face_up for draw in round.run.draws if draw.to is Cards.OWN and draw.player == player)

    def _read(
        self, reader: HandReader | None, cards: tuple[Card, ...], *, own: tuple[Card, ...] = (),
        dealer: tuple[Card, ...] = (), hidden: int = 0,
    ) -> Json:  # fmt: skip
        """Cards with what they are worth together with the shared ones that lie open, if that can be said yet."""
        if not reader or not cards:
            return hand_view(LaidHand(cards), hidden=hidden)
        read = reader.cards(own, dealer, self.open.community)
        return hand_view(LaidHand(cards, ranking=reader.ranking), read=read, hidden=hidden)

    @property
    def dealers_shared(self) -> tuple[Card, ...]:
        """The shared cards that are part of the dealer's hand, once it lies open."""
        round = self.round
        if not self.complete or not round.dealt or round.game.course:
            return ()
        reader = layout_of(round.game).dealer_reader
        return self._making_shared(reader, round.dealt.community, dealer=round.dealt.dealer)

    def _making_shared(
        self, reader: HandReader | None, cards: tuple[Card, ...], *,
        own: tuple[Card, ...] = (), dealer: tuple[Card, ...] = (),
    ) -> tuple[Card, ...]:  # fmt: skip
        """The shared cards that are part of a hand."""
        if not reader or not cards or not reader.community:
            return ()
        return _those_of(cards, making_cards(reader.ranking, tuple(sorted(reader.cards(own, dealer, cards)))))


def words_of_laid(hand: LaidHand, read: Sequence[Card] = ()) -> str:
    """The name of a hand, read by its ranking where it has one; by those cards, where shared ones count too."""
    value = value_of(hand.ranking, read or hand.cards) if hand.ranking else None
    return hand.words if not hand.ranking or value is None else hand.ranking.describe(value)


def hand_view(
    hand: LaidHand, *, read: Sequence[Card] = (), making: Sequence[Card] = (), as_dealt: bool = False, hidden: int = 0
) -> Json:
    """A hand as plain data: its name, and its cards with those that make it lit; sorted, unless their order matters.

    Shared cards may be read with it. Cards that are counted one by one lie as they came.
    """
    if hand.ranking and value_of(hand.ranking, read or hand.cards) is not None:
        making = _those_of(hand.cards, making_cards(hand.ranking, tuple(sorted(read or hand.cards))))
    elif hand.words:
        as_dealt = True
    entries = mark(hand.cards, making) if as_dealt else in_order(hand.cards, making)
    return {
        "title": hand.title,
        "cards": [{"face": str(card), "words": card.words, "lit": is_lit} for card, is_lit in entries],
        "hidden": hidden,
        "words": words_of_laid(hand, read),
        "active": hand.active,
    }


def _those_of(cards: Sequence[Card], making: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card, is_lit in mark(cards, making) if is_lit)


# The house edge of every spot, for the person who is about to bet on it.


BEST_OF_ALL = "when every choice is the best"


def edges(game: Game, par: Par) -> dict[str, Json]:
    """By wager: the edge to read at a glance, and a sentence; of bets that are not counted only that."""
    if game.opens is not Opens.ALL:
        return {wager.name: _edge_of(wager, par) for wager in (*game.openings, *game.optional)}
    edge = percent_text(par.headline.house_edge, 2)
    play = f"when hands are set {BOTH_BY_HOUSE_WAY}" if par.headline_play == BOTH_BY_HOUSE_WAY else BEST_OF_ALL
    short = edge if len(game.openings) == 1 else f"{edge} of one {game.unit}"
    whole = _edge(short, f"{edge} of the {game.unit}, {play}")
    return dict.fromkeys((wager.name for wager in game.openings), whole) | {
        wager.name: _edge_of(wager, par) for wager in game.optional
    }


def _edge_of(wager: Wager, par: Par) -> Json:
    try:
        sheet = par.wager(wager.name, wager.paytable.name)
    except UnknownName:
        return _edge("not counted", f"The house edge of {wager.name} is not counted")
    edge = percent_text(sheet.house_edge, 2)
    if sheet.levels:
        meter = sheet.break_even_meter
        even = f"; even when the meter stands at {to_decimal(meter):,.0f} bets" if meter else ""
        return _edge(f"{edge} − meter", f"{edge} before the meter{even}")
    return _edge(edge, f"{edge} of every {wager.name} bet")


def _edge(short: str, sentence: str) -> Json:
    return {"short": short, "sentence": sentence}


# What every bet pays, as a page lists it, and which of the lines a bet was paid by.


PayLine = tuple[str, str]
"""When, and what is paid."""


@lru_cache(maxsize=256)
def pay_lines(game: Game) -> dict[str, tuple[PayLine, ...]]:
    """By wager, the best line first; what loses is left out."""
    return {
        wager.name: tuple((capital(row.when), row.pays[wager.paytable.name].words) for row in _rows(game, wager.name))
        for wager in game.wagers
    }


def paid_row(game: Game, bet: WagerSettlement) -> int | None:
    """The line by which a bet was paid; nothing if it lost."""
    paytable, rows = game.wager(bet.wager).paytable, enumerate(_rows(game, bet.wager))
    if paytable.or_more and bet.outcome.margin >= (most := max(paytable.pays)):
        return next((at for at, row in rows if row.facts.margin == most), None)
    return next((at for at, row in rows if row.when == bet.outcome.name), None)


@lru_cache(maxsize=1 << 10)
def _rows(game: Game, name: str) -> tuple[SettlementRow, ...]:
    """Of the paytable in play."""
    wager = game.wager(name)
    rows = settlement_rows(game, replace(wager, paytables=(wager.paytable,)))
    return tuple(row for row in rows if row.pays[wager.paytable.name].wins)


# Ways to set a hand in parts, for a page where cards are touched: which cards go where by each choice.


def settings_view(round: Round, you: int) -> Json | None:
    """The ways the learner may set the hand now; nothing where nothing is set."""
    course, player = round.game.course, round.to_act
    if not course or not player or player.number != you:
        return None
    cards = round.held(you)
    ways = [(choice.name, course.set_by(cards, choice)) for choice in round.offered]
    if not all(laid for _, laid in ways):
        return None
    seen: set[tuple[frozenset[int], ...]] = set()
    views = []
    for name, laid in ways:
        parts = tuple(frozenset(map(int, part.cards)) for part in laid)
        # A choice that sets the hand as another does is known by its name: "house way".
        views.append(
            {
                "choice": name,
                "parts": [[str(card) for card in part.cards] for part in laid],
                "words": [words_of_laid(part) for part in laid],
                "named": parts in seen,
            }
        )
        seen.add(parts)
    first = ways[0][1]
    return {"parts": [{"title": part.title, "size": len(part.cards)} for part in first], "ways": views}


# A round as a page may see it: plain data, without any card that has not been turned over.


def dealer_view(view: PlayerView) -> Json:
    """The dealer's cards as far as they lie open, and in the end what they are."""
    return {
        "hands": view.place_hands(Cards.DEALER),
        "wins": view.winner is Cards.DEALER,
        "qualifies": qualifies(view.round) if view.complete else None,
    }


def community_view(view: PlayerView) -> Json:
    """The shared cards as far as they lie open."""
    (hand,) = view.place_hands(Cards.COMMUNITY)
    theirs = [str(card) for card in view.dealers_shared]
    return {**hand, "theirs": theirs, "wins": view.winner is Cards.COMMUNITY}


def seats_view(view: PlayerView) -> list[Json]:
    """Every player, from the dealer's left."""
    return [_seat(seat, view) for seat in view.round.seats]


def reveal(round: Round, shuffle: Shuffle, cut: int) -> Json | None:
    """The shuffle, once the round is over, and whether it is what was dealt."""
    if not round.settlement or not round.dealt:
        return None
    kept = shuffle.cut_at(cut) == round.dealt.order
    return {"nonce": shuffle.nonce, "order": format_cards(shuffle.order), "cut": cut, "kept": kept}


def option_view(option: Option) -> Json:
    """A choice, and what it puts on the table."""
    choice = option.choice
    size = format_amount(option.size_micros) if option.size_micros else ""
    return {"name": choice.name, "bet": choice.bet, "size": size, "folds": choice.folds}


def money(micros: int | Fraction) -> str:
    """A gain or a loss with its sign, to the cent."""
    cents = round(Fraction(micros) / 10_000)
    return f"{'+' if cents > 0 else ''}{format_amount(cents * 10_000)}"


def units(value: Fraction) -> str:
    """A value in units of the Ante, to four decimals and with its sign."""
    return f"{to_decimal(value):+.4f}"


def _seat(seat: Seat, view: PlayerView) -> Json:
    round, settlement = view.round, view.round.settlement
    net = settlement.net_micros(seat.number) if settlement else 0
    return {
        "number": seat.number,
        "you": seat.number == view.you,
        "hands": _hands(seat, view),
        "folded": seat.folded,
        "foul": seat.foul or "",
        "stakes": {
            wager: {"amount": format_amount(micros), "micros": micros} for wager, micros in seat.stakes_micros.items()
        },
        "choices": [made.choice for made in round.operations if isinstance(made, Choose) and made.seat == seat.number],
        "settled": [_settled(round, bet) for bet in settlement.of(seat.number)] if settlement else [],
        "envy": [
            {"why": paid.explanation, "net": money(paid.net_micros)}
            for paid in (settlement.envy if settlement else ())
            if paid.seat == seat.number
        ],
        "net": money(net) if settlement else "",
        "result": _result_of(net) if settlement else "",
    }


def _hands(seat: Seat, view: PlayerView) -> list[Json]:
    """The hands of a player; of several each with what its own bets have come to."""
    round, views = view.round, view.own_hands(seat)
    if not round.settlement or not round.game.course or len(views) < 2:
        return views
    nets: dict[int, int] = {}
    for bet in round.settlement.of(seat.number):
        number = round.game.course.hand_of(round.game.wager(bet.wager))
        nets[number] = nets.get(number, 0) + bet.net_micros
    return [
        {**hand, "net": money(nets[at]), "result": _result_of(nets[at])} if at in nets else hand
        for at, hand in enumerate(views, 1)
    ]


def _settled(round: Round, bet: WagerSettlement) -> Json:
    lost = "loses" if bet.net_micros < 0 else "pushes" if bet.stake_micros else "nothing"
    return {
        "wager": bet.wager,
        "stake": format_amount(bet.stake_micros),
        "why": bet.explanation,
        "net": money(bet.net_micros),
        "result": "wins" if bet.outcome.pay.wins else lost,
        "claim": str(bet.outcome.pay) if bet.level_share else "",
        "row": paid_row(round.game, bet),
    }


def _result_of(net_micros: int) -> str:
    return "wins" if net_micros > 0 else "loses" if net_micros < 0 else "pushes"
