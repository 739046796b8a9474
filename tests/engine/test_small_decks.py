"""The table and the solver agree: the average over every deal of a small deck is the solver's value."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.exact import par, solve
from fairfelt.engine.small_deck_check import every_deal
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solution import SOLVER
from fairfelt.rules import (
    CHECK,
    FOLD,
    LOSE_HALF,
    Cards,
    Choice,
    Deal,
    Facts,
    Game,
    Kind,
    Outcome,
    Packet,
    Paytable,
    Qualify,
    Reading,
    Showdown,
    Street,
    bet,
    by_line,
    even_money,
    side_bet,
    to,
)
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.hands import POKER, THREE_CARD, Poker, ThreeCard
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play, stacked_deck
from tests.support.heavy import all_but, chosen
from tests.support.single_cards import HIGHEST_SUIT

UNIT = 2 * MICROS
"""Two units on every wager, so that 3 to 2 is paid in whole ones."""


def smaller(game: Game, deck: Deck, *packets: Packet) -> Game:
    """The same game with fewer cards, and without the bets that need five-card hands."""
    wagers = tuple(w for w in game.wagers if w.kind is not Kind.PROGRESSIVE or w.ranking is None)
    return replace(game, deck=deck, deal=Deal(*packets) if packets else game.deal, wagers=wagers)


def own(size: int) -> Packet:
    return Packet(size, to=Cards.OWN)


def dealer(size: int) -> Packet:
    return Packet(size, to=Cards.DEALER)


def board(size: int) -> Packet:
    return Packet(size, to=Cards.COMMUNITY)


def with_up_cards(game: Game, seen: int = 1) -> Game:
    """The same game with some of the dealer's cards seen."""
    (street,) = game.streets
    return replace(game, streets=(Street(street.name, *street.choices, dealer=seen),))


def half_ante(facts: Facts, reading: Reading) -> Outcome:
    """Half the Ante is lost to a dealer who does not qualify, and a better hand is paid 3 to 2."""
    if not facts.qualified:
        return Outcome("dealer does not qualify", LOSE_HALF)
    found = even_money(facts, reading)
    return Outcome(found.name, to(3, 2)) if found.pay.wins else found


OWN_HAND = Paytable("own", {ThreeCard.PAIR: 1, ThreeCard.STRAIGHT: to(7, 2), ThreeCard.THREE_OF_A_KIND: 9})
THREE = smaller(games.three_card_poker, Deck("2JQKA", "cs"))
BY_FUNCTION = THREE.with_wager("Ante", settle=half_ante)
RAISE_BY_OWN_HAND = THREE.with_wager("Play", settle=by_line, ranking=THREE_CARD, paytables=(OWN_HAND,))
ANTE_BY_OWN_HAND = THREE.with_wager("Ante", settle=by_line, ranking=THREE_CARD, paytables=(OWN_HAND,))
SINGLE = replace(
    smaller(games.three_card_poker, Deck("2QK", "chs")),
    showdown=Showdown(HIGHEST_SUIT, qualify=Qualify("a heart", "2h")),
    wagers=BY_FUNCTION.wagers[:2],
)
SOLITAIRE = smaller(games.solitaire_stud, Deck("345", "dhs"), own(3), dealer(3))

LOST_BY_FOLDING = side_bet(
    "Pairs",
    hand=POKER,
    on=Cards.OWN | Cards.COMMUNITY,
    pays=(Paytable("own", {Poker.TWO_PAIR: 3}),),
    survives_fold=False,
)
AGAIN = Street("Second thought", CHECK, bet("Play", times=2), unless_bet="Play")
IN_TURNS = replace(
    games.ultimate_texas_holdem,
    deck=Deck("TA", "cdhs"),
    deal=Deal(own(2), dealer(2), board(3)),
    streets=(
        Street("Deal", CHECK, bet("Play", times=3)),
        Street("Up card", CHECK, bet("Play", times=2), dealer=1, unless_bet="Play"),
        AGAIN,
        Street("Flop", FOLD, bet("Play"), community=2, unless_bet="Play"),
    ),
    wagers=(*(wager for wager in games.ultimate_texas_holdem.wagers if wager.is_base), LOST_BY_FOLDING),
)
"""A dealer's card is turned over between decisions, and two decisions are made with the same cards in sight."""

V1, V2 = games.straight_edge_poker.variants
SMALL_GAMES = {
    "v1 wrapping": smaller(V1, Deck("A23QK", "cd"), own(4), dealer(5)),
    "v1 three of a rank": smaller(V1, Deck("4567", "cdh"), own(3), dealer(4)),
    "v2 ace at both ends": smaller(V2, Deck("A23QK", "cd"), own(4), dealer(4)),
    "v2 qualifying": smaller(V2, Deck("789TJ", "sd"), own(4), dealer(4)),
    "solitaire": smaller(games.solitaire_stud, Deck("A2345", "hs"), own(4), dealer(4)),
    "solitaire, two reds": smaller(games.solitaire_stud, Deck("3456", "dhs"), own(3), dealer(4)),
    "three cards": smaller(games.three_card_poker, Deck("2JQKA", "cs")),
    "three suits": smaller(games.three_card_poker, Deck("QKA", "chs")),
    "pays by a function": BY_FUNCTION,
    "a raise paid by the player's own hand": RAISE_BY_OWN_HAND,
    "an Ante paid by the player's own hand": ANTE_BY_OWN_HAND,
    "single cards told apart": SINGLE,
    "single cards told apart, up card": with_up_cards(SINGLE),
    "colors told apart, up card": with_up_cards(SOLITAIRE),
    "wild flushes": smaller(games.flushes_gone_wild, Deck("29QKA", "ds"), board(2), own(3), dealer(3)),
    "three suits, wild": smaller(games.flushes_gone_wild, Deck("2KA", "cds"), board(2), own(2), dealer(3)),
    "up card": smaller(games.caribbean_stud, Deck("2JQKA", "cs")),
    "up card, three cards": with_up_cards(smaller(games.three_card_poker, Deck("29QKA", "hs"))),
    "up card, best four of five": smaller(games.four_card_poker, Deck("A234K", "cd"), own(4), dealer(5)),
    "up card, three suits": smaller(games.four_card_poker, Deck("QKA", "dhs"), own(4), dealer(4)),
    "a larger raise with a better hand": smaller(games.crazy_4_poker, Deck("TJQKA", "cd"), own(4), dealer(4)),
    "points and pictures, nothing to decide": smaller(games.three_card_baccarat, Deck("A9JK", "cs")),
    "fewest points": smaller(games.triple_shot_rummy, Deck("A29K", "chs")),
    "a bet on both hands together": smaller(games.three_card_poker["6-card-bonus"], Deck("9TJQK", "cs")),
    "deuces and joker wild": smaller(games.dj_wild_stud_poker, Deck("2TQKA", "cs", jokers=1)),
    "longest flush": smaller(games.i_luv_suits_poker, Deck("2359K", "ds"), own(5), dealer(4)),
    "longest flush, three suits": smaller(games.i_luv_suits_poker, Deck("89A", "chs"), own(4), dealer(4)),
    "flush rush": smaller(games.flush_rush, Deck("A2345", "hc"), own(3), board(3)),
    "bets of several sizes, street by street": smaller(games.mississippi_stud, Deck("56TJA", "cd")),
    "one raise of several sizes, the shared cards unseen": smaller(games.big_raise_stud_poker, Deck("569TA", "cd")),
    "bets taken back": smaller(games.let_it_ride, Deck("TJQK", "cs")),
    "one raise, shared cards in streets": smaller(games.ultimate_texas_holdem, Deck("8QA", "chs")),
    "a bet on the flop, and one of some of the shared cards": smaller(
        games.casino_holdem, Deck("345A", "cd"), own(2), dealer(2), board(4)
    ),
    "three raises, the last card unseen": smaller(games.texas_holdem_bonus, Deck("9TA", "chs")),
    "two decks": smaller(games.three_card_poker, Deck("QKA", "cs", copies=2)),
    "two jokers": smaller(games.dj_wild_stud_poker, Deck("TQKA", "cs", jokers=2)),
    "two up cards": with_up_cards(THREE, 2),
    "a raise by the dealer's hand": THREE.with_wager(
        "Play", settle=by_line, ranking=THREE_CARD, paytables=(OWN_HAND,), on=Cards.DEALER
    ),
    "a smaller bet that asks for more": replace(
        THREE, streets=(Street("Play", FOLD, bet("Play", holding=Qualify("a pair", "2c 2s Jc")), bet("Play", times=3)),)
    ),
    "an up card between decisions": IN_TURNS,
}


DEAR = (
    "up card, best four of five", "up card, three suits", "three raises, the last card unseen", "two up cards",
    "a larger raise with a better hand", "an up card between decisions", "bets of several sizes, street by street",
    "two decks", "solitaire, two reds", "v1 three of a rank", "wild flushes",
)  # fmt: skip
"""Seconds each at the table."""


LIKE_OTHERS = (
    "two jokers", "a raise by the dealer's hand", "fewest points", "deuces and joker wild", "up card, three cards",
    "one raise, shared cards in streets", "a bet on the flop, and one of some of the shared cards",
)  # fmt: skip
"""Games of these shapes are played out by the self-check in every run."""
SAME_WAY = (
    "v1 wrapping", "v2 qualifying", "three suits", "colors told apart, up card", "longest flush, three suits",
    "a raise paid by the player's own hand", "a smaller bet that asks for more",
)  # fmt: skip
"""Solved by the same steps as another one of the list."""


@pytest.mark.parametrize("name", all_but(SMALL_GAMES, {*DEAR, *LIKE_OTHERS, *SAME_WAY}))
def test_average_over_every_deal_is_the_exact_value(name: str) -> None:
    game = SMALL_GAMES[name]
    solution, sheet = solve(game), par(game)
    advice: dict[tuple[tuple[Card, ...], ...], str] = {}

    def best(street: Street, view: View) -> Choice:
        key = (view.own, view.community, view.dealer)
        if street.name == AGAIN.name:  # the same cards as before are in sight
            at = game.streets.index(street)
            return street.choices[int(solution.decide(at, np.array([[*view.own, *view.dealer]], np.uint8))[0])]
        if key not in advice:
            advice[key] = solution.advise(*key).best
        return next(choice for choice in street.choices if choice.name == advice[key])

    game = replace(game, rulings=())  # bets that no table offers together are counted together all the same
    bets = {1: {w.name: UNIT for w in (*game.openings, *game.optional)}}
    nets: dict[str, int] = defaultdict(int)
    squares: dict[str, int] = defaultdict(int)
    deals = 0
    for hand, opposing, shared in every_deal(game):
        order = stacked_deck(game, {1: hand}, dealer=opposing, community=shared)
        deals += 1
        for settled in play(game, order, bets, best).of(1):
            nets[settled.wager] += settled.net_micros
            squares[settled.wager] += settled.net_micros**2
    for wager in game.wagers:
        row = sheet.wager(wager.name)
        mean = Fraction(nets[wager.name], deals * UNIT)
        assert mean == sum((outcome.contribution for outcome in row.outcomes), Fraction(0)), wager.name
        assert Fraction(squares[wager.name], deals * UNIT**2) - mean**2 == row.variance, wager.name
    base = sum(nets[wager.name] for wager in game.wagers if wager.is_base)
    assert Fraction(base, deals * UNIT) == -sheet.round.house_edge


CHOSEN = (
    "v2 ace at both ends", "solitaire", "three cards", "wild flushes", "up card, three suits", "longest flush",
    "pays by a function", "a raise paid by the player's own hand", "an Ante paid by the player's own hand",
    "single cards told apart", "single cards told apart, up card", "colors told apart, up card",
    "two decks", "two up cards", "a smaller bet that asks for more",
)  # fmt: skip


VALUED_EACH_TIME = {
    "solitaire", "longest flush", "pays by a function", "an Ante paid by the player's own hand",
    "single cards told apart, up card", "a smaller bet that asks for more",
}  # fmt: skip


@pytest.mark.parametrize("name", chosen(CHOSEN, VALUED_EACH_TIME))
def test_no_other_choice_would_have_been_better(name: str) -> None:
    """The value of every choice with each hand is what comes of it when all deals that go with it are played out."""
    game = SMALL_GAMES[name]
    solution = solve(game)
    bets = {1: {w.name: UNIT for w in game.openings}}
    played: dict[tuple[tuple[Card, ...], tuple[Card, ...], str], int] = defaultdict(int)
    deals: dict[tuple[tuple[Card, ...], tuple[Card, ...]], int] = defaultdict(int)
    some = set(sorted(set(combinations(game.deck.cards, game.hole)))[::7])
    for hand, opposing, shared in every_deal(game):
        if hand not in some:
            continue
        order = stacked_deck(game, {1: hand}, dealer=opposing, community=shared)
        seen = hand, opposing[: game.streets[0].dealer]
        deals[seen] += 1
        for choice in game.offered(game.streets[0], hand):
            settlement = play(game, order, bets, lambda street, view, chosen=choice: chosen)  # type: ignore[misc]
            played[*seen, choice.name] += settlement.net_micros(1)
    for hand, up in deals:
        values = dict(solution.advise(hand, dealer=up).values)
        offered = game.offered(game.streets[0], hand)
        assert values == {c.name: Fraction(played[hand, up, c.name], deals[hand, up] * UNIT) for c in offered}


GENERAL_TOO = "three raises, the last card unseen", "solitaire, two reds"


@pytest.mark.parametrize("name", chosen([name for name, game in SMALL_GAMES.items() if not game.course], GENERAL_TOO))
def test_the_general_solver_finds_what_the_special_one_finds(name: str) -> None:
    game = SMALL_GAMES[name]
    special, general = solve(game), SOLVER.solution(game, SOLVER.solve(core_game(game), None))
    assert general.round == special.round
    assert general.round.variance == special.round.variance
    assert general.decisions == special.decisions
