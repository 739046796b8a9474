"""What is told of the language: each entry a name, a sentence and an example, read off the language itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from typing import Any

from fairfelt import cards, hands, rules
from fairfelt.cards import STANDARD, Deck, format_cards
from fairfelt.hands import Ranking, Refinement, StartingHands
from fairfelt.hands.example_hands import line_examples
from fairfelt.hands.known_rankings import KNOWN_RANKINGS
from fairfelt.rules import (
    Baccarat,
    Blackjack,
    BlackjackFacts,
    BlackjackRules,
    BlackjackSwitch,
    Cards,
    CarriedWin,
    Cross,
    Deal,
    DealerAlone,
    Exchange,
    Facts,
    Following,
    Game,
    Packet,
    PaiGowPoker,
    Qualify,
    Showdown,
    War,
    even_money,
    opening,
    possible_facts,
)
from fairfelt.rules.courses.blackjack.facts import HandEnd
from fairfelt.rules.courses.three_hands import ThreeAim, ThreeHands, ThreeRule, ThreeWay
from fairfelt.rules.json_form.fields import sentences_of

from . import examples
from .settled import settled_examples

MOST_CARDS = 7
WITH_JOKER = Deck(jokers=1)


@dataclass(frozen=True)
class Entry:
    """One word: what it is called, what it says, and an example."""

    name: str
    sentence: str
    example: str


def sections() -> Iterator[tuple[str, str, tuple[Entry, ...]]]:
    """All there is to say, in the order in which one writes a game: title, introduction, entries."""
    yield "Parts of a game", "A game is a `Game(…)` of these.", _named(examples.PARTS)
    yield "Words", "Short forms of parts, as sheets say them.", _named(examples.WORDS)
    yield "Values with a name", "", _named(examples.CONSTANTS)
    yield "Rankings", "What cards are worth. In JSON a ranking has the same name in small letters.", rankings()
    yield "Rankings cut to measure", "", tuple(_cut_rankings())
    yield (
        "Settlements",
        "What becomes of a bet, in Python and in JSON.",
        tuple(Entry(*each) for each in settled_examples()),
    )
    yield "For settlements of your own", "", _named(examples.SETTLING)
    yield "Facts", "What a settlement may ask. Each course of play adds facts of its own.", tuple(facts())
    yield "Courses of play", "", _named(examples.COURSES)
    yield "For courses of your own", "", _named(examples.OWN_COURSES)


def namespace() -> dict[str, Any]:
    """All names that an example may use."""
    from dataclasses import replace

    from fairfelt.rules.courses.pai_gow.house_way import settings_of

    modules = (cards, hands, rules)
    names = {name: getattr(module, name) for module in modules for name in module.__all__}
    parts = {part.__name__: part for part in (ThreeAim, ThreeHands, ThreeRule, ThreeWay)}
    return {**names, **parts, "replace": replace, "settings_of": settings_of}


def _named(told: Mapping[str, str]) -> tuple[Entry, ...]:
    there = namespace()
    return tuple(Entry(name, _sentence(name, there[name]), example) for name, example in told.items())


def _sentence(name: str, value: Any) -> str:
    """The first paragraph of what it says of itself; of a value with a name, what it stands for."""
    if isinstance(value, type) or callable(value):
        told = (getattr(value, "__doc__", "") or "").split("\n\n")[0]
        if told and not told.startswith(f"{name}("):
            return " ".join(told.split())
    return _value_words(name, value)


def _value_words(name: str, value: Any) -> str:
    match value:
        case rules.Pay():
            return f"A pay: {value.words}."
        case rules.Choice():
            return f"A choice: {value.name}."
        case rules.HouseWay():
            return f"A house way in print: {value.name}."
        case str():
            return f"Stands for {value!r}."
    return ALIASES[name]


ALIASES: Mapping[str, str] = {
    "Figure": "Which figure of a sheet was printed.",
    "Settle": "Ordinary Python that answers for each combination of facts once.",
    "Step": "What a course needs next: a card, a decision, or nothing more.",
}


@cache
def rankings() -> tuple[Entry, ...]:
    """Every ranking with its lines from the best down, and a hand that makes the best one; found once, in seconds."""
    return tuple(
        Entry(name.upper(), f"{ranking.name[:1].upper()}{ranking.name[1:]}: {_lines(ranking)}.", _hand_words(ranking))
        for name, ranking in KNOWN_RANKINGS.items()
    )


def _lines(ranking: Ranking) -> str:
    return ", ".join(dict.fromkeys(line.name for line in reversed(ranking.lines)))


def _hand_words(ranking: Ranking) -> str:
    """The best hand by example, as the dealer calls it; of lengths, one that comes now and then."""
    deck = WITH_JOKER if ranking.knows_joker else STANDARD
    shown = line_examples(ranking, deck, MOST_CARDS)
    best = min(4, max(shown)) if ranking.lines_are_lengths else max(shown)
    hand = shown[best]
    return f"{format_cards(hand)} is {ranking.describe(ranking.value(hand))}"


def _cut_rankings() -> Iterator[Entry]:
    told = {
        Refinement: 'Refinement(POKER, "jacks or better", {"pair of jacks or better": "Jc Jd 4h 3s 2c"})',
        StartingHands: 'StartingHands("two cards", {"ace-king": "AKs AKo", "pair of aces": "AA"})',
    }
    for part, example in told.items():
        yield Entry(part.__name__, " ".join((part.__doc__ or "").split("\n\n")[0].split()), example)


def facts() -> Iterator[Entry]:
    """Every fact of every kind of round, with a value it takes somewhere."""
    seen: set[str] = set()
    for kind, found in _facts_by_kind().items():
        told = sentences_of(kind)
        for each in fields(kind):
            if each.name not in seen or kind is HandEnd:
                seen.add(each.name)
                sentence = told.get(each.name) or " ".join((kind.__doc__ or "").split())
                values = [getattr(one, each.name) for one in found]
                value = next((value for value in values if value != each.default), values[0])
                yield Entry(f"{kind.__name__}.{each.name}", sentence, f"{each.name}={_told(value)}")


SHOWDOWN = Game(
    name="Little Stud",
    summary="Make a better hand than the dealer.",
    deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)),
    showdown=Showdown(hands.POKER, qualify=Qualify("a pair", "2c 2d 5h 4s 3c")),
    wagers=(opening("Ante", even_money),),
)
RULES = BlackjackRules(hits_soft_17=True)
SHOWN_COURSES = (
    Baccarat(),
    Blackjack(RULES),
    BlackjackSwitch(RULES),
    CarriedWin(RULES, hands.ROYAL_MATCH, (0, 4, 4, 11, 11)),
    Cross(),
    DealerAlone(hits_soft_17=True),
    Exchange(buy_prices=(1,)),
    Following(Baccarat()),
    PaiGowPoker(face_up=True, pushes="A"),
    ThreeHands(ThreeWay("low card first", (ThreeRule(("",), (ThreeAim(),)),))),
    War(),
)
"""One of each, to show what comes out of it."""


def _facts_by_kind() -> Mapping[Any, list[Any]]:
    """All facts that can come out, by their kind: of a showdown, of every course, of one hand of blackjack."""
    found: dict[Any, list[Any]] = {Facts: list(possible_facts(SHOWDOWN))}
    for course in SHOWN_COURSES:
        for each in course.possible_facts():
            found.setdefault(type(each), []).append(each)
    ends = [end for each in found[BlackjackFacts] for end in each.hands if end]
    return {**found, HandEnd: ends}


def _told(value: Any) -> str:
    match value:
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case tuple():
            return f"({', '.join(_told(each) for each in value)}{',' if len(value) == 1 else ''})"
    return (
        repr(value) if not isinstance(value, HandEnd | Facts) else f"{type(value).__name__}({_told(value.result)}, …)"
    )
