"""What cards are worth, one function per ranking.

Each returns (line, key): `line` names the row of a paytable, `key` is a tuple that orders hands. A higher key is a
better hand; the first member of a key orders the lines. Every function takes any number of cards and finds the best
hand among them by trying, not by a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from .cards import DATA, Card, parse_cards

Value = tuple[str, tuple[int, ...]]
Ranking = Callable[[tuple[Card, ...]], Value]

remember = lru_cache(maxsize=1 << 18)
LINES: dict[str, list[str]] = DATA["lines"]


def straight_top(ranks: Sequence[int]) -> int:
    """The highest card of a straight made of all these ranks, the ace low or high; 0 if they make none."""
    wanted = sorted(set(ranks))
    if len(wanted) < len(ranks):
        return 0
    if wanted[-1] - wanted[0] == len(wanted) - 1:
        return wanted[-1]
    low = sorted(1 if rank == 14 else rank for rank in wanted)
    return low[-1] if low[-1] - low[0] == len(low) - 1 else 0


def by_groups(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sizes of the groups of equal ranks, largest first, and the ranks in that order."""
    groups = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    return tuple(size for _, size in groups), tuple(rank for rank, _ in groups)


GROUPS = {
    (5,): "five of a kind", (4,): "four of a kind", (3, 2): "full house", (3,): "three of a kind", (2, 2): "two pair",
    (2,): "pair", (): "high card",
}  # fmt: skip


def natural(cards: Sequence[Card], lines: Sequence[str]) -> Value:
    """The best of these lines that exactly these cards make, in that order from the worst to the best."""
    sizes, order = by_groups([rank for rank, _ in cards])
    suits, top = {suit for _, suit in cards}, straight_top([rank for rank, _ in cards])
    found = [(GROUPS[tuple(size for size in sizes if size > 1)], order)]
    found += [("flush", order)] * (len(suits) == 1 == sizes[0]) + [("straight", (top,))] * (top > 0)
    if len(suits) == 1 and top:
        names = {"straight flush"} | ({"royal flush", "AKQ suited"} if top == 14 else set())
        names |= {"AKQ of spades"} if top == 14 and suits == {3} else set()
        found += [(line, (top,)) for line in names if line in lines]
    return max(((line, (lines.index(line), *key)) for line, key in found), key=lambda value: value[1])


def best_of(size: int, evaluate: Callable[[Sequence[Card]], Value]) -> Ranking:
    """The best hand of `size` cards among those there are; all of them where there are fewer."""

    @remember
    def best(cards: tuple[Card, ...]) -> Value:
        return max((evaluate(hand) for hand in combinations(cards, min(size, len(cards)))), key=lambda value: value[1])

    return best


@remember
def wild_poker(cards: tuple[Card, ...]) -> Value:
    """Exactly five cards, deuces and the joker wild: the best hand that they can stand for."""
    known = [card for card in cards if card[0] not in (0, 2)]
    suits, wild = {suit for _, suit in known}, len(cards) - len(known)
    if not known:
        return LINES["wild poker"][-1], (len(LINES["wild poker"]) - 1,)
    suit = min(suits) if len(suits) == 1 else 4  # cards of two suits make no flush, whatever the others are
    ways = combinations_with_replacement(range(2, 15), wild)
    found = (natural((*known, *((rank, suit) for rank in ranks)), LINES["wild poker"]) for ranks in ways)
    return max(found, key=lambda value: value[1])


def flush(*, wild: bool) -> Ranking:
    """The longest flush, then its ranks from the highest down; a wild deuce is the highest rank that it lacks."""

    @remember
    def longest(cards: tuple[Card, ...]) -> Value:
        deuces, found = sum(rank == 2 for rank, _ in cards) * wild, []
        for wanted in range(4):
            held = [rank for rank, suit in cards if suit == wanted and not (wild and rank == 2)]
            missing = [rank for rank in range(14, 1, -1) if rank not in held]
            found.append((len(held) + deuces, *sorted((*held, *missing[:deuces]), reverse=True)))
        return (f"{max(found)[0]}-card flush" if max(found)[0] > 1 else "1"), max(found)

    return longest


longest_flush = flush(wild=False)


@remember
def natural_or_wild_flush(cards: tuple[Card, ...]) -> Value:
    """The best row of a flush with deuces wild; a deuce of the flush's own suit counts as natural."""
    found = []
    for wanted in range(4):
        held = sum(suit == wanted for _, suit in cards)
        found += [(held, 1), (held + sum(rank == 2 and suit != wanted for rank, suit in cards), 0)]
    length, is_natural = max(found)
    if length < 4:
        return "less than a four-card flush", (0, 0)
    return f"{length}-card {'natural' if is_natural else 'wild'} flush", (length, is_natural)


UP, AROUND = (14, *range(2, 15)), (*range(2, 15), *range(2, 15))
"""The ranks in a row, the ace low and high, and twice around."""


def longest_run(name: str, row: Sequence[int], sets: Callable[[Card], object] = lambda card: "all") -> Ranking:
    """The longest run of ranks along a row, then its last card; only cards of the same set follow each other."""

    @remember
    def longest(cards: tuple[Card, ...]) -> Value:
        best = (0, 0)
        for held in {sets(card) for card in cards}:
            ranks, length = {card[0] for card in cards if sets(card) == held}, 0
            for place, rank in enumerate(row):
                length = min(length + 1, 13) if rank in ranks else 0
                best = max(best, (length, rank if place else 1))
        return (f"{best[0]}-card {name}" if best[0] > 1 else "1"), best

    return longest


longest_straight_flush = longest_run("straight flush", UP, lambda card: card[1])


def flush_or_straight_flush(cards: tuple[Card, ...]) -> Value:
    """The better row of the longest flush and the longest straight flush."""
    made, rows = (longest_flush(cards)[0], longest_straight_flush(cards)[0]), LINES["flush rush"]
    best = max((rows.index(line) for line in made if line in rows), default=0)
    return rows[best], (best,)


def points(card: Card) -> int:
    """What a card counts at baccarat and rummy, tens and pictures alike."""
    return 1 if card[0] == 14 else min(card[0], 10)


@remember
def points_and_pictures(cards: tuple[Card, ...]) -> Value:
    """Three pictures, then the last digit of the points, then the pictures."""
    pictures, total = sum(rank in (11, 12, 13) for rank, _ in cards), sum(map(points, cards)) % 10
    if pictures == len(cards):
        return "three pictures", (10, 0)
    return ("one point" if total == 1 else f"{total} points"), (total, pictures)


@remember
def fewest_points(cards: tuple[Card, ...]) -> Value:
    """The points of the cards outside a set or a suited run, aces low; the fewest are the best."""
    free = [0]
    for size in (2, 3):
        for some in combinations(cards, size):
            ranks, suits = sorted(1 if rank == 14 else rank for rank, _ in some), {suit for _, suit in some}
            in_a_row = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + size))
            free.append(sum(map(points, some)) * (in_a_row or len(set(ranks)) == 1))
    left = sum(map(points, cards)) - max(free)
    return ("six points or more" if left > 5 else "one to five points" if left else "no points"), (-left,)


RANKINGS: dict[str, Ranking] = {
    "poker": best_of(5, lambda cards: natural(cards, LINES["poker"])),
    "three_card": best_of(3, lambda cards: natural(cards, LINES["three cards"])),
    "three_card_spades": best_of(3, lambda cards: natural(cards, LINES["three cards, spades"])),
    "teen_patti": best_of(3, lambda cards: natural(cards, LINES["teen patti"])),
    "four_card": best_of(4, lambda cards: natural(cards, LINES["four cards"])),
    "wild_poker": wild_poker,
    "longest_flush": longest_flush,
    "wild_flush": flush(wild=True),
    "natural_or_wild_flush": natural_or_wild_flush,
    "straight_run": longest_run("straight", UP),
    "wrapping_run": longest_run("straight", AROUND),
    "longest_straight_flush": longest_straight_flush,
    "flush_or_straight_flush": flush_or_straight_flush,
    "solitaire_run": longest_run(
        "run", UP[:-1], lambda card: (card[1] in (1, 2)) == (card[0] % 14 + card[0] // 14) % 2
    ),
    "points_and_pictures": points_and_pictures,
    "fewest_points": fewest_points,
}
TELLING_SUITS = {"three_card_spades", "solitaire_run"}
"""Rankings to which suits are not all alike."""


def make_ranking(form: object) -> Ranking:
    """The ranking of a JSON form: a name, or a refinement that cuts lines at floors given as cards."""
    if isinstance(form, str):
        return RANKINGS[form]
    assert isinstance(form, dict) and form["kind"] == "refinement", form
    base = make_ranking(form["of"])
    floors = sorted(
        ((base(parse_cards(cards)), name) for name, cards in form["floors"].items()), key=lambda pair: pair[0][1]
    )

    @remember
    def refined(cards: tuple[Card, ...]) -> Value:
        line, key = base(cards)
        reached = [name for (floor_line, floor), name in floors if line == floor_line and key >= floor]
        return (reached[-1] if reached else line), key

    return refined
