"""The language of games as a page: every word, ranking, settlement and fact, with an example each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

from fairfelt import rules
from fairfelt.reports.sheet import Block, Column, Section, Sheet, Table, Words
from fairfelt.reports.sheet.english import capital
from fairfelt.rules.cards import STANDARD, Deck, format_cards
from fairfelt.rules.courses.blackjack.facts import (
    Doubled,
    EndedBy,
    HandEnd,
    OnDouble,
    OnFreeBets,
    OnHand,
    on_twenty_two,
)
from fairfelt.rules.courses.three_hands import ThreeAim, ThreeHands, ThreeHandWay, ThreeRule
from fairfelt.rules.hands import SOLITAIRE_RUN, Ranking
from fairfelt.rules.hands.example_hands import line_examples
from fairfelt.rules.json_form.write import KNOWN_RANKINGS, PLAIN_SETTLEMENTS, SETTLEMENTS_WITH_WORDS, word_of
from fairfelt.rules.settlement import extra_by_line
from fairfelt.runtime.formats import sentences_of


@cache
def written() -> Mapping[str, Mapping[str, str]]:
    """Words and how they are written, as `language.toml` has them: parts, short words, courses and more."""
    return tomllib.loads((files("fairfelt.reports") / "language.toml").read_text("utf-8"))


RUNS = rules.Reading(rules.Paytable("1", {4: 40, 3: 9, 2: 3, 1: 1}), SOLITAIRE_RUN)
WON = rules.Facts(rules.Result.WIN, player=4, dealer=2)


@dataclass(frozen=True)
class Example:
    """One bet that is settled."""

    settle: rules.Settle
    facts: Any
    words: str
    """What happened."""
    reading: rules.Reading = RUNS

    def __str__(self) -> str:
        outcome = self.settle(self.facts, self.reading)
        return f"{self.words}: {outcome.name}, {outcome.pay.sentence}"


def _hand(end: HandEnd) -> rules.BlackjackFacts:
    return rules.BlackjackFacts(hands=(end,))


EXAMPLES = (
    Example(rules.even_money, WON, "a hand that wins"),
    Example(rules.by_margin, WON, "a four-card run against two cards"),
    Example(rules.by_hand_if_it_wins, WON, "a four-card run that wins"),
    Example(rules.by_line, rules.Facts(player=3), "a three-card run"),
    Example(extra_by_line, rules.Facts(), "no run"),
    Example(rules.even_money_from(3), rules.Facts(player=4), "a four-card run, where three are asked for"),
    Example(rules.unless_dealer_qualifies(rules.even_money, pay=rules.PUSH), rules.Facts(qualified=False), "any hand"),
    Example(rules.by_ranking(rules.by_line, SOLITAIRE_RUN), rules.Facts(player=4), "a four-card run in a course"),
    Example(
        rules.on_cross(rules.CrossHand.BETTER, rules.by_line),
        rules.CrossFacts(across=3, down=4),
        "a four-card run down",
    ),
    Example(
        rules.on_first_round(rules.even_money),
        rules.FollowingFacts(first=rules.Facts(rules.Result.WIN)),
        "a first round that wins",
    ),
    Example(
        rules.on_following_round(rules.even_money),
        rules.FollowingFacts(first=WON, following=WON),
        "a following round that wins too",
    ),
    Example(rules.price_of_cards, rules.Facts(), "a card that was bought"),
    Example(OnHand(1), _hand(HandEnd(rules.Result.WIN, ended_by=EndedBy.NATURAL)), "an ace and a king"),
    Example(OnDouble(1), _hand(HandEnd(rules.Result.WIN, Doubled.MONEY)), "a doubled hand that wins"),
    Example(OnFreeBets(1), _hand(HandEnd(rules.Result.LOSS, Doubled.FREE)), "a hand that was doubled free and loses"),
    Example(
        on_twenty_two,
        rules.BlackjackFacts(twenty_two=rules.TwentyTwo.SUITED),
        "a dealer's 22 in hearts",
        rules.Reading(rules.Paytable("1", {rules.TwentyTwo.SUITED: 50}), None),
    ),
    Example(
        rules.on_bust,
        rules.BustFacts(up=10, bust=True),
        "a dealer's bust from a ten",
        rules.Reading(rules.Paytable("1", {10: 3}), None),
    ),
    Example(
        rules.both_hands,
        rules.SetFacts(rules.Result.WIN),
        "both hands better than the dealer's",
        rules.Reading(
            rules.Paytable("", {rules.Result.WIN: rules.EVEN}, names={rules.Result.WIN: "wins both hands"}), None
        ),
    ),
)


def settled_examples() -> Iterator[tuple[str, str, str]]:
    """Every settlement by name, with its sentence and a bet that it settles."""
    shown: Mapping[str, Example] = {_name(each.settle): each for each in EXAMPLES}
    for name, part in {**PLAIN_SETTLEMENTS, **SETTLEMENTS_WITH_WORDS}.items():
        yield name, " ".join((part.__doc__ or "").split("\n\n")[0].split()), str(shown[name])


def _name(settle: rules.Settle) -> str:
    return next((name for name, known in PLAIN_SETTLEMENTS.items() if known is settle), word_of(type(settle)))


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
    yield "Parts of a game", "A game is a `Game(…)` of these.", _named("parts")
    yield "Words", "Short forms of parts, as sheets say them.", _named("words")
    yield "Values with a name", "", _named("constants")
    yield "Rankings", "What cards are worth. In JSON a ranking has the same name in small letters.", rankings()
    yield "Rankings cut to measure", "", _named("cut_rankings")
    yield (
        "Settlements",
        "What becomes of a bet, in Python and in JSON.",
        tuple(Entry(*each) for each in settled_examples()),
    )
    yield "For settlements of your own", "", _named("settling")
    yield "Facts", "What a settlement may ask. Each course of play adds facts of its own.", tuple(facts())
    yield "Courses of play", "", _named("courses")
    yield "For courses of your own", "", _named("own_courses")


def namespace() -> dict[str, Any]:
    """All names that an example may use."""
    from dataclasses import replace

    from fairfelt.rules.courses.pai_gow import settings_of

    modules = (rules.cards, rules.hands, rules)
    names = {name: getattr(module, name) for module in modules for name in module.__all__}
    parts = {part.__name__: part for part in (ThreeAim, ThreeHands, ThreeRule, ThreeHandWay)}
    return {**names, **parts, "replace": replace, "settings_of": settings_of}


def _named(kind: str) -> tuple[Entry, ...]:
    there = namespace()
    return tuple(Entry(name, _sentence(name, there[name]), example) for name, example in written()[kind].items())


def _sentence(name: str, value: Any) -> str:
    """The first paragraph of what it says of itself; of a value with a name, what it stands for."""
    if isinstance(value, type) or callable(value):
        told = (getattr(value, "__doc__", "") or "").split("\n\n")[0]
        if told and not told.startswith(f"{name}("):
            return " ".join(told.split())
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
        Entry(
            name.upper(),
            f"{capital(ranking.name)}: {', '.join(dict.fromkeys(line.name for line in reversed(ranking.lines)))}.",
            _hand_words(ranking),
        )
        for name, ranking in KNOWN_RANKINGS.items()
    )


def _hand_words(ranking: Ranking) -> str:
    """The best hand by example, as the dealer calls it; of lengths, one that comes now and then."""
    deck = WITH_JOKER if ranking.knows_joker else STANDARD
    shown = line_examples(ranking, deck, MOST_CARDS)
    best = min(4, max(shown)) if ranking.lines_are_lengths else max(shown)
    hand = shown[best]
    return f"{format_cards(hand)} is {ranking.describe(ranking.value(hand))}"


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


SHOWDOWN = rules.Game(
    name="Little Stud",
    summary="Make a better hand than the dealer.",
    deal=rules.Deal(rules.Packet(5, to=rules.Cards.OWN), rules.Packet(5, to=rules.Cards.DEALER)),
    showdown=rules.Showdown(rules.hands.POKER, qualify=rules.Qualify("a pair", "2c 2d 5h 4s 3c")),
    wagers=(rules.opening("Ante", rules.even_money),),
)
RULES = rules.BlackjackRules(hits_soft_17=True)
SHOWN_COURSES = (
    rules.Baccarat(),
    rules.Blackjack(RULES),
    rules.BlackjackSwitch(RULES),
    rules.CarriedWin(RULES, rules.hands.ROYAL_MATCH, (0, 4, 4, 11, 11)),
    rules.Cross(),
    rules.DealerAlone(hits_soft_17=True),
    rules.Exchange(buy_prices=(1,)),
    rules.Following(rules.Baccarat()),
    rules.PaiGowPoker(face_up=True, pushes="A"),
    ThreeHands(ThreeHandWay("low card first", (ThreeRule(("",), (ThreeAim(),)),))),
    rules.War(),
)
"""One of each, to show what comes out of it."""


def _facts_by_kind() -> Mapping[Any, list[Any]]:
    """All facts that can come out, by their kind: of a showdown, of every course, of one hand of blackjack."""
    found: dict[Any, list[Any]] = {rules.Facts: list(rules.possible_facts(SHOWDOWN))}
    for course in SHOWN_COURSES:
        for each in course.possible_facts():
            found.setdefault(type(each), []).append(each)
    ends = [end for each in found[rules.BlackjackFacts] for end in each.hands if end]
    return {**found, HandEnd: ends}


def _told(value: Any) -> str:
    match value:
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case tuple():
            return f"({', '.join(_told(each) for each in value)}{',' if len(value) == 1 else ''})"
    return (
        repr(value)
        if not isinstance(value, HandEnd | rules.Facts)
        else f"{type(value).__name__}({_told(value.result)}, …)"
    )


INTRODUCTION = (
    "Every word of the language in which a game is written, with an example each. "
    "In Python all of them come from fairfelt.rules, fairfelt.rules.hands and fairfelt.rules.cards."
)
COLUMNS = (Column("Word", whole=True), Column("What it says", breaks=True), Column("Example", breaks=True))


def language_sheet() -> Sheet:
    """All words, rankings, settlements, facts and courses."""
    return Sheet(
        "The language of games",
        "Every word, with an example",
        Section("", Words(INTRODUCTION)),
        *(Section(title, *_blocks(words, entries)) for title, words, entries in sections()),
    )


def _blocks(words: str, entries: tuple[Entry, ...]) -> Iterator[Block]:
    if words:
        yield Words(words.replace("`", ""))
    yield Table(COLUMNS, tuple((entry.name, entry.sentence.replace("`", ""), entry.example) for entry in entries))
