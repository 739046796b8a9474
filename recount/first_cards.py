"""Bets on the first two, three or four cards of a shoe, and on how the dealer's hand ends, at full size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from math import comb, prod

from .blackjack import Shoe, final_hands, total_of
from .cards import DATA, RANKS, SUITS, Card
from .courses import Endings, add, count_bets, deals
from .rankings import by_groups, points, straight_top

ACE = 14
RED = {1, 2}
"""Suits in the order clubs, diamonds, hearts, spades."""
KINDS = [(rank, suit) for rank in range(2, 15) for suit in range(4)]


def drawn(decks: int, size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every set of cards from the shoe, and how many there are of it."""
    for cards in combinations_with_replacement(KINDS, size):
        ways = 1
        for copies in Counter(cards).values():
            ways *= comb(decks, copies)
        if ways:
            yield cards, ways


def shoe_of(decks: int) -> Shoe:
    """By what cards count, from the ace."""
    return (4 * decks,) * 9 + (16 * decks,)


def facts_of(cards: tuple[Card, ...]) -> dict[str, object]:
    """What lines ask of a few cards."""
    ranks, low = sorted(rank for rank, _ in cards), sum(map(points, cards))
    suits, sizes = {suit for _, suit in cards}, by_groups(ranks)[0]
    return {
        "ranks": "".join(RANKS[rank - 2] for rank in ranks), "suited": len(suits) == 1,
        "one_color": len({suit in RED for suit in suits}) == 1, "equal": len(sizes) == 1,
        "groups": "".join(str(size) for size in sizes if size > 1), "in_a_row": straight_top(ranks) > 0,
        "low": low, "total": low + 10 if low <= 11 and ACE in ranks else low,
        "same_card": RANKS[ranks[0] - 2] + SUITS[min(suits)] if len(set(cards)) == 1 else "",
    }  # fmt: skip


def endings(title: str) -> dict[str, Endings]:
    """How often each line of a bet comes with the first cards."""
    form = DATA["first cards"][title]
    cases = ((facts_of(cards), ways) for cards, ways in drawn(form["decks"], form["cards"]))
    return count_bets({form["bet"]: form["lines"]}, cases)


def beside_dealer(title: str, name: str, chance: Fraction) -> dict[str, Endings]:
    """With a line more for the best one beside something that the dealer has with that probability."""
    ((bet, found),) = endings(title).items()
    best = next(iter(DATA["first cards"][title]["lines"]))
    found[f"{best} {name}"] = found[best] * chance
    found[best] *= 1 - chance
    return {bet: found}


def blazing_sevens(decks: int, *, up_card: bool) -> dict[str, Endings]:
    """Sevens among the player's two cards; for three, the next card or the dealer's up card is one too.

    A player's own third card comes unless the dealer's two cards are a blackjack.
    """
    found, names = Endings(), ("no seven", "one seven", "two sevens")
    shoe = {**dict.fromkeys(("7c", "7d", "7h", "7s"), decks), "ace": 4 * decks, "ten": 16 * decks, "": 28 * decks}
    for (*cards, third), chance in deals(shoe, 3 if up_card else 5):
        sevens = [SUITS.index(card[1]) for card in (*cards[:2], third) if "7" in card]
        if len(sevens) < 3 or {*cards[2:]} == {"ace", "ten"}:
            add(found, names[sum("7" in card for card in cards[:2])], chance)
            continue
        one_suit, one_color = (len({of(suit) for suit in sevens}) == 1 for of in (int, RED.__contains__))
        add(found, f"three sevens{' of one suit' if one_suit else ' of one color' if one_color else ''}", chance)
    return {"Blazing 7's": found}


def bet_the_bust(decks: int, *, hits_soft_17: bool) -> dict[str, Endings]:
    """Whether the dealer goes above 21, by the up card; a dealer with a natural takes no bet."""
    result = Endings()
    for hand, chance in final_hands(shoe_of(decks), hits_soft_17=hits_soft_17).items():
        words = {1: "an ace", 8: "an 8"}.get(hand[0], f"a {hand[0]}")
        busts = "bust" if total_of(hand) > 21 else "no bust"
        add(result, "not bet" if {*hand} == {1, 10} and len(hand) == 2 else f"{busts} with {words} up", chance)
    return {"Bust": result}


def push_22(decks: int) -> dict[str, Endings]:
    """A dealer's 22, by the suits of all its cards: of each value any suit is as likely as another."""
    result = Endings()
    for hand, chance in final_hands(shoe_of(decks), hits_soft_17=True).items():
        if total_of(hand) != 22:
            add(result, "no 22", chance)
            continue
        held = [(many, (16 if value == 10 else 4) * decks) for value, many in Counter(hand).items()]
        suited, colored = (
            parts * prod(Fraction(comb(cards // parts, many), comb(cards, many)) for many, cards in held)
            for parts in (4, 2)
        )
        add(result, "suited 22", chance * suited)
        add(result, "same-color 22", chance * (colored - suited))
        add(result, "other 22", chance * (1 - colored))
    return {"Push 22": result}


def dragon_tiger(decks: int) -> dict[str, Endings]:
    """One card each, aces low; the six bets."""
    cases = []
    for first, second in product(KINDS, repeat=2):
        mine, theirs = (1 if rank == ACE else rank for rank, _ in (first, second))
        facts: dict[str, object] = {
            "winner": "Dragon" if mine > theirs else "Tiger" if mine < theirs else "nobody",
            "same_card": first == second, "size": "big" if mine > 7 else "small" if mine < 7 else "seven",
        }  # fmt: skip
        cases.append((facts, decks * (decks - (first == second))))
    return count_bets(DATA["dragon tiger"], cases)


A_BLACKJACK = Fraction(4 * 6 * (16 * 6 - 2), comb(52 * 6 - 2, 2))
"""The dealer's, of six decks without two tens."""
ROYAL_MATCH = Fraction(3 * 6**2 + 5**2, comb(52 * 6 - 2, 2))
"""The dealer's; one of the player's suit has lost a king and a queen."""
FIRST_CARDS: dict[str, Callable[[], dict[str, Endings]]] = {
    **{title: partial(endings, title) for title in DATA["first cards"]},
    "royal-match-21 crown": partial(beside_dealer, "royal-match-21 crown", "of player and dealer", ROYAL_MATCH),
    "kings-bounty": partial(beside_dealer, "kings-bounty", "and a dealer's blackjack", A_BLACKJACK),
    "lucky-ladies": partial(beside_dealer, "lucky-ladies", "and a dealer's blackjack", A_BLACKJACK),
    "dragon-tiger": partial(dragon_tiger, 8),
    "blazing-7s-progressive-dealers-up-card": partial(blazing_sevens, 6, up_card=True),
    "blazing-7s-progressive-player-cards-only": partial(blazing_sevens, 6, up_card=False),
    "bet-the-bust": partial(bet_the_bust, 6, hits_soft_17=False),
    "bet-the-bust hits-soft-17": partial(bet_the_bust, 6, hits_soft_17=True),
    **dict.fromkeys(("free-bet-blackjack", "free-bet-blackjack golden-nugget"), partial(push_22, 6)),
}
"""Games and versions that are counted as they are dealt."""
