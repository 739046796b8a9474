"""The placard's house way, read and followed by a dealer who knows nothing but the placard.

The dealer below reads the printed lines with a parser of its own, ranks hands with code of its own, and has to set
every hand as the engine does. Nothing of `fairfelt` decides here: cards come in as ranks and suits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random

import pytest

from fairfelt import games
from fairfelt.reports.placard.placard import placard_dict
from fairfelt.rules import MARINA_BAY_SANDS, Game, PaiGowPoker
from fairfelt.rules.cards import Card, Deck, format_cards, parse_cards
from fairfelt.rules.courses.three_hands import ThreeAim, ThreeHands, ThreeHandWay, ThreeRule
from fairfelt.rules.hands.poker.four_with_joker import High
from tests.support.heavy import examples

RANKS = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
ACE = 12
FIVE_CARD_LINES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush", "five aces",
)  # fmt: skip
HANDS = {
    "no pair": (), "one pair": (2,), "two pair": (2, 2), "three pair": (2, 2, 2), "three of a kind": (3,),
    "three of a kind and a pair": (3, 2), "three of a kind and two pair": (3, 2, 2), "twice three of a kind": (3, 3),
    "four of a kind": (4,), "four of a kind and a pair": (4, 2), "four of a kind and three of a kind": (4, 3),
    "five aces": (5,), "five aces and a pair": (5, 2),
}  # fmt: skip
WHICH = {"the higher pair": 0, "the lower pair": 1, "the pair": 1, "the four": 0, "the three": 0}
Held = tuple[int, str]
"""A rank and a suit; the joker is an ace of no suit."""
Worth = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class PrintedAim:
    """What one clause of a line asks for, by where the hand lies."""

    lines: frozenset[str]
    at_least: Worth


@dataclass(frozen=True)
class PrintedLine:
    sizes: frozenset[tuple[int, ...]]
    spans: dict[int, tuple[int, int]]
    aims: tuple[PrintedAim, ...]


def rank(word: str) -> int:
    singular = word[:-2] if word == "sixes" else word.removesuffix("s")
    return RANKS.index(singular)


def read_line(text: str, big: str, small: str) -> PrintedLine:
    """A printed line, such as "Two pair, the higher pair jacks to kings: two pair behind; else a pair in front."."""
    subject, asked = text.removesuffix(".").split(": ")
    hands, *spans = re.split(r", (?!or )", subject[0].lower() + subject[1:])
    sizes = frozenset(HANDS[name] for name in hands.split(", or "))
    found = {}
    for span in spans:
        which, low, high = re.fullmatch(r"(the (?:\w+ )?(?:pair|three|four) )?(\w+)(?: to (\w+))?", span).groups()  # type: ignore[union-attr]
        found[WHICH[which.strip()] if which else 0] = rank(low), rank(high or low)
    return PrintedLine(sizes, found, tuple(read_aim(clause, big, small) for clause in asked.split("; else ")))


def read_aim(clause: str, big: str, small: str) -> PrintedAim:
    lines = frozenset(FIVE_CARD_LINES)
    least: Worth = (0, ())
    for part in [] if clause == "any setting" else clause.split(" and "):
        if part.endswith(f" {big}"):
            lines = frozenset(re.split(", | or ", part.removesuffix(f" {big}").removeprefix("a ")))
            assert lines <= set(FIVE_CARD_LINES), part
        else:
            assert part.endswith(f" {small}"), part
            least = read_two(part.removesuffix(f" {small}"))
    return PrintedAim(lines, least)


def read_two(words: str) -> Worth:
    if words == "a pair":
        return 1, ()
    if pair := re.fullmatch(r"a pair of (\w+) or better", words):
        return 1, (rank(pair[1]),)
    high = re.fullmatch(r"([\w-]+) high or better", words)
    assert high, words
    return 0, tuple(rank(word) for word in high[1].split("-"))


def few_cards(cards: Sequence[Held]) -> Worth:
    """One or two cards: a pair, or the higher first."""
    ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
    return (1, ranks[:1]) if len(ranks) == 2 and ranks[0] == ranks[1] else (0, ranks)


def many_cards(cards: Sequence[Held], order: Sequence[str]) -> Worth:
    """Four or five cards by the lines from the worst up; the joker is an ace, or completes a straight or a flush."""
    size, jokers = len(cards), [card for card in cards if card[1] == ""]
    natural = [card for card in cards if card[1]]
    groups = sorted(((n, of) for of, n in Counter(of for of, _ in cards).items()), reverse=True)
    ranks = tuple(of for _, of in groups)
    named = {(5,): "five aces", (4,): "four of a kind", (3, 2): "full house", (3,): "three of a kind",
             (2, 2): "two pair", (2,): "pair", (): "high card"}  # fmt: skip
    worths = [(named[tuple(n for n, _ in groups if n > 1)], ranks)]
    suited = len({suit for _, suit in natural}) == 1
    if suited:
        free = [of for of in reversed(range(13)) if of not in {at for at, _ in natural}][: len(jokers)]
        worths.append(("flush", tuple(sorted([*(at for at, _ in natural), *free], reverse=True))))
    held = {at for at, _ in natural}
    runs = [(ACE + 1, set(range(ACE - size + 1, ACE + 1))), (ACE, {ACE, *range(size - 1)})]  # the second is 5-4-3-2-A
    runs += [(top, set(range(top - size + 1, top + 1))) for top in range(size - 1, ACE)]
    for place, run in runs:
        if len(held) == len(natural) and held <= run and len(run - held) == len(jokers):
            line = "straight" if not suited else "royal flush" if place > ACE else "straight flush"
            worths.append((line, (place,)))
    return max((order.index(line), key) for line, key in worths)


def settings(cards: tuple[Held, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[Held, ...], ...]]:
    """All ways to split cards in hands of these sizes, the largest first."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = tuple(card for at, card in enumerate(cards) if at not in chosen)
        yield from ((tuple(cards[at] for at in chosen), *others) for others in settings(rest, sizes[1:]))


@dataclass(frozen=True)
class PrintedWay:
    """All that a placard says of the house way."""

    sizes: tuple[int, ...]
    lines: tuple[PrintedLine, ...]
    order: tuple[str, ...]
    """Lines of the largest hand, from the worst."""
    best_first: tuple[int, ...]
    """Which hand is looked at first, where several settings follow a line."""


PLACES = {
    "the best low card": 2, "the best medium hand": 1, "the best high hand": 0, "the best hand in front": 1,
    "the best hand behind": 0,
}  # fmt: skip


@lru_cache
def read_placard(game: Game) -> PrintedWay:
    placard = placard_dict(game)
    ((title, printed),) = placard["lists"].items()
    assert title.startswith("House way: the ")
    rules = " ".join(placard["rules_of_play"])
    big, small = ("high", "medium") if "one low" in rules else ("behind", "in front")
    ranks = re.search(r"high hand ranks, from the best: ([^.]+)\.", rules)
    best_first = re.search(r"the one counts with ([^.]+)\.", rules)
    assert best_first
    return PrintedWay(
        (4, 2, 1) if "one low" in rules else (5, 2),
        tuple(read_line(text, big, small) for text in printed),
        tuple(reversed(ranks[1].split(", "))) if ranks else FIVE_CARD_LINES,
        tuple(PLACES[words] for words in best_first[1].split(", then ")),
    )


def deal_by_placard(way: PrintedWay, cards: tuple[Card, ...]) -> tuple[Worth, ...]:
    """The hands, the largest first, as the printed lines of a placard set them."""
    held = tuple(map(as_held, cards))
    groups = sorted(((n, of) for of, n in Counter(of for of, _ in held).items() if n > 1), reverse=True)
    found = {ranked(hands, way.order) for hands in settings(held, way.sizes)}
    # Lines of two cards are those of more cards: high card, pair.
    possible = [worths for worths in found if all(more >= fewer for more, fewer in pairwise(worths))]
    for line in way.lines:
        if tuple(n for n, _ in groups) not in line.sizes:
            continue
        if not all(low <= groups[at][1] <= high for at, (low, high) in line.spans.items()):
            continue
        for aim in line.aims:
            fitting = [each for each in possible if way.order[each[0][0]] in aim.lines and each[1] >= aim.at_least]
            if fitting:
                return max(fitting, key=lambda worths: tuple(worths[at] for at in way.best_first))
    raise AssertionError(f"no printed line sets {cards}")


def as_held(card: Card) -> Held:
    return (ACE, "") if card.is_joker else (card.rank, str(card)[1])


def ranked(hands: Sequence[Sequence[Held]], order: Sequence[str]) -> tuple[Worth, ...]:
    return many_cards(hands[0], order), *map(few_cards, hands[1:])


def engine_setting(game: Game, cards: tuple[Card, ...], order: Sequence[str]) -> tuple[Worth, ...]:
    """The hands that the engine lays, ranked by the code of this file."""
    assert game.course
    laid = game.course.set_by(cards, game.course.streets[0].choices[-1])
    return ranked(sorted((tuple(map(as_held, hand.cards)) for hand in laid), key=len, reverse=True), order)


FORTUNE, ASIA = games.commission_pai_gow, games.fortune_asia_poker
OTHER_WAY = replace(FORTUNE, course=PaiGowPoker(way=MARINA_BAY_SANDS))
SET_GAMES = [FORTUNE, games.ez_pai_gow, games.face_up_pai_gow, games.fortune_pai_gow_poker_progressive, OTHER_WAY, ASIA]
ODD_HANDS = """
As Ad Kh Jc 9s 7d 5c / Ac Ad Ah As * Kd Kh / Ac Ad Ah As * Qd 2h / 8c 8d 8h 5s 5c 5d Ah / 6c 6d 6h 6s 5c 5d 5h
9c 9d 9h 9s Kc Kd 2h / Ac * 5h 6s 7c 8d Kh / Ac 9c 4c Kd 8d 2d * / Ac 2d 3h 4s 5c 9d 9h / * 2c 3c 4c 5c Kd Qh
Kc Kd 7h 7s 5c 5d 2h / Jc Jd 4h 4s Ac 9d 8h / 9c 9d 7h 7s Ac Jd 2h / Ac Kc Qc Jc Tc 9d 9h / 8c 8d 8h 2s 2c Ad Kh
Ac Ad Ah Ks Qc Jd Th / Ac Ad * Kc Qc 5c 3c
""".strip().replace("\n", "/")


@pytest.mark.parametrize("game", SET_GAMES, ids=lambda game: f"{game.slug} {game.course.way.name}")
def test_a_dealer_who_reads_the_placard_sets_every_hand_as_it_is_counted(game: Game) -> None:
    random = Random(game.name)
    dealt = [parse_cards(text) for text in ODD_HANDS.split("/")]
    dealt += [tuple(random.sample(game.deck.faces, 7)) for _ in range(examples(60, 2000))]
    few = Deck("A98765", "cdhs", jokers=1).faces
    dealt += [tuple(random.sample(few, 7)) for _ in range(examples(60, 2000))]
    way = read_placard(game)
    for cards in dealt:
        assert deal_by_placard(way, cards) == engine_setting(game, cards, way.order), format_cards(cards)


def test_the_placard_says_that_a_pair_may_be_split() -> None:
    """With a pair of aces the counted way splits them for the low king; the line does not say “else the pair”."""
    (line,) = [
        words for words in placard_dict(ASIA)["lists"]["House way: the low card first way"] if words[:9] == "One pair:"
    ]
    assert line.endswith("; else any setting.")


def test_another_aim_prints_another_line() -> None:
    course = ASIA.course
    assert isinstance(course, ThreeHands)
    kept = ThreeAim(high=(High.PAIR,))
    rules = tuple(ThreeRule(rule.groups, (kept,)) if rule.groups == ("2",) else rule for rule in course.way.rules)
    changed = replace(ASIA, course=ThreeHands(ThreeHandWay(course.way.name, rules)))
    assert "One pair: a pair high." in placard_dict(changed)["lists"]["House way: the low card first way"]


@pytest.mark.parametrize(
    ("groups", "said"), [(("7",), 'not for "7"'), ((), "not for none"), (("2 3",), 'not for "2 3"')]
)
def test_a_line_for_hands_that_cannot_be_is_refused(groups: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ThreeRule(groups, (ThreeAim(),))
