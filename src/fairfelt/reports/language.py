"""The language of games as a page: every word, ranking, settlement and fact, with an example each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from types import MappingProxyType
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
from fairfelt.rules.hands import SOLITAIRE_RUN, Ranking, Refinement, StartingHands
from fairfelt.rules.hands.example_hands import line_examples
from fairfelt.rules.json_form.write import (
    KNOWN_RANKINGS,
    PLAIN_SETTLEMENTS,
    SETTLEMENTS_WITH_WORDS,
    sentences_of,
    word_of,
)
from fairfelt.rules.settlement import extra_by_line

_FIVE = 'Paytable("1", {POKER.line("flush"): 5, POKER.line("full house"): 7})'

WORDS: Mapping[str, str] = MappingProxyType({
    "always": 'Strategy("always play", "Play every hand.", always(bet("Play")))',
    "bet": 'bet("Play", times=3, holding=Qualify("a pair", "2c 2d 5h 4s 3c"))',
    "blackjack_wagers": "blackjack_wagers(BlackjackRules(hits_soft_17=True))",
    "bonus": f'bonus("Ante Bonus", hand=POKER, pays=({_FIVE},))',
    "carried_wagers": "carried_wagers(BlackjackRules(hits_soft_17=True))",
    "for_one": "for_one(300)",
    "by_outcome": 'by_outcome("Tie", "probability", {"tie": "0.0952"}, "the designer")',
    "figures": 'figures("Bonus", "the designer", house_edge="3.60%", hit_frequency="4.1%")',
    "from_hand_on": 'from_hand_on(POKER, "2c 2d 5h 4s 3c", bet("Play"))',
    "from_top": 'side_bet("Lucky Five", hand=POKER, pays=(from_top(Poker, 500, 100, 40, 9),), survives_fold=True)',
    "left_out": 'left_out("bets_left_out", "the two progressives")',
    "opening": 'opening("Ante", even_money)',
    "percent": 'percent(10, of="Mega")',
    "progressive": 'progressive("Progressive", hand=POKER, pays=(Paytable("1", {Poker.ROYAL_FLUSH: percent(100)}),), '
    "survives_fold=True)",
    "push_22": 'push_22("Push 22", Paytable("1", {TwentyTwo.SUITED: 50, TwentyTwo.SAME_COLOR: 20, TwentyTwo.OTHER: 8})'
    ")",
    "raised": 'raised("Play", unless_dealer_qualifies(even_money, pay=PUSH))',
    "side_bet": f'side_bet("Lucky Five", hand=POKER, pays=({_FIVE},), survives_fold=True)',
    "switch_wagers": "switch_wagers(BlackjackRules(hits_soft_17=True, pushes_22=True, natural=EVEN))",
    "take_back": 'take_back("Bet 1")',
    "to": "to(3, 2)",
})  # fmt: skip
"""Words that make a part."""

CONSTANTS: Mapping[str, str] = MappingProxyType({
    "CHECK": 'Street("Flop", CHECK, bet("Play"), community=3)',
    "EVEN": 'opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN))',
    "FOLD": 'Street("Five cards", FOLD, bet("Play"))',
    "LOSE": 'Outcome("loses to the dealer", LOSE)',
    "LOSE_HALF": 'Outcome("surrendered", LOSE_HALF)',
    "MARINA_BAY_SANDS": "PaiGowPoker(way=MARINA_BAY_SANDS)",
    "NOTHING": 'Outcome("not bet", NOTHING)',
    "PUSH": 'Paytable("1", {2: 3, 1: PUSH})',
    "ROUND": 'Published(wager=ROUND, figure="house_edge", printed="3.37%")',
    "TRUMP_PLAZA": "PaiGowPoker(way=TRUMP_PLAZA)",
})  # fmt: skip
"""Values with a name."""

PARTS: Mapping[str, str] = MappingProxyType({
    "Aim": 'Aim(behind=(PaiGow.TWO_PAIR,), front="AK")',
    "Alternative": 'Alternative("Copies win.", lambda game: replace(game, showdown=Showdown(POKER, copies=Result.WIN))'
    ")",
    "Basis": "Basis.FOR",
    "BlackjackRules": "BlackjackRules(hits_soft_17=False, surrender=Surrender.FIRST_TWO, natural=to(6, 5))",
    "Bonus": 'Bonus("five-card 21", to(3, 2), least_cards=5)',
    "Cards": "Cards.OWN | Cards.COMMUNITY",
    "Choice": 'Choice("fold", folds=True)',
    "Deal": "Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER))",
    "Deck": 'Deck(ranks="789TJQKA", copies=2)',
    "CrossHand": "on_cross(CrossHand.BETTER, by_line)",
    "DoublingRule": "BlackjackRules(hits_soft_17=True, doubles=DoublingRule.TEN_OR_ELEVEN)",
    "Envy": "Envy({Poker.ROYAL_FLUSH: 1000}, times_wager=False)",
    "Figure": 'Published(wager="Ante", figure="hit_frequency", printed="24.1%")  # a Figure is one of these names',
    "FreeBets": "FreeBets(doubles=frozenset({9, 10, 11}), splits=frozenset({8}))",
    "Game": 'Game(name="Little Stud", summary="Make a better hand than the dealer.", '
    "deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)), showdown=Showdown(POKER), "
    'streets=(Street("Five cards", FOLD, bet("Play")),), '
    'wagers=(opening("Ante", even_money), raised("Play", even_money)))',
    "HouseRule": 'HouseRule(groups=("2",), aims=(Aim(),), ranks=("A",))',
    "HouseWay": 'HouseWay("our way", (HouseRule(groups=("",), aims=(Aim(),)),))',
    "Irregularity": 'Irregularity("a card falls to the floor", Remedy.MISDEAL)',
    "Kind": "Kind.SIDE",
    "Opens": "Opens.ONE",
    "Packet": "Packet(7, to=Cards.DEALER, burn=1, take=3)",
    "Pay": "to(40)  # a Pay",
    "Paytable": 'Paytable("LL-01", {Poker.FLUSH: 5, Poker.FULL_HOUSE: to(7)}, names={Poker.FLUSH: "any flush"})',
    "Preset": 'Preset({"Mega": PresetLevel(seed_micros=10_000 * MICROS, rate_ppm=150_000)})',
    "PresetLevel": "PresetLevel(seed_micros=500 * MICROS, rate_ppm=20_000)",
    "Procedure": 'Procedure(tucks=(Tuck(under="Bonus"),), lammers=("Bonus",))',
    "Published": 'Published(wager="Bonus", figure="house_edge", printed="3.60%", source="the designer")',
    "Qualify": 'Qualify("queen high", "Qc 3d 2h")',
    "Remedy": "Procedure(irregularities=(Irregularity('{seat} shows the cards', Remedy.FORFEIT),))",
    "Ruling": 'Ruling("copies", "What if both hands are equal?", "The bets push.")',
    "Setting": "settings_of(parse_cards('As Ad Kh Kc Qd 9s 2c'), PAI_GOW)  # of Setting values",
    "Showdown": 'Showdown(THREE_CARD, qualify=Qualify("queen high", "Qc 3d 2h"), copies=Result.TIE)',
    "Shuffler": 'Shuffler(program="3 and 3", ejects_rest=True)',
    "Strategy": 'Strategy("any pair", "Play any pair.", from_hand_on(POKER, "2c 2d 5h 4s 3c", bet("Play")))',
    "Street": 'Street("River", FOLD, bet("Play"), community=2, unless_bet="Play")',
    "Suited": 'Bonus("6-7-8 in spades", to(3), cards=((6, 7, 8),), suits=Suited.SPADES)',
    "Surrender": "BlackjackRules(hits_soft_17=True, surrender=Surrender.ANY_TIME)",
    "Tableau": 'Tableau(player="012345", banker=("-0123456789",) * 7 + ("",))',
    "Tuck": 'Tuck(under="Bonus", only_if_it_wins=True)',
    "VisibleHand": 'VisibleHand(value=0, ranks="AKJ83", dealer="K")',
    "Wager": 'Wager(name="Ante", kind=Kind.OPENING, settle=even_money)',
})  # fmt: skip
"""Parts that a game is made of."""

COURSES: Mapping[str, str] = MappingProxyType({
    "Baccarat": "Baccarat()",
    "Blackjack": "Blackjack(BlackjackRules(hits_soft_17=True))",
    "BlackjackSwitch": "BlackjackSwitch(BlackjackRules(hits_soft_17=True, pushes_22=True, natural=EVEN))",
    "CarriedWin": "CarriedWin(BlackjackRules(hits_soft_17=True), ROYAL_MATCH, stakes=(0, 4, 4, 11, 11))",
    "Cross": "Cross(POKER, most_times=3)",
    "DealerAlone": "DealerAlone(hits_soft_17=True)",
    "Exchange": 'Exchange(Showdown(POKER), dealer_cards=6, exchange_prices=(1, 2), discards="A")',
    "Following": "Following(Baccarat(), after=Result.TIE)",
    "PaiGowPoker": 'PaiGowPoker(face_up=True, pushes="A")',
    "ThreeHands": 'ThreeHands(ThreeHandWay("low card first", (ThreeRule(("",), (ThreeAim(),)),)))',
    "War": "War(burn=3)",
})  # fmt: skip
"""How a round goes where it is not a deal, streets and a showdown."""

OWN_COURSES: Mapping[str, str] = MappingProxyType({
    "Course": "isinstance(War(), Course)",
    "Decide": 'Decide(0, Street("After a tie", FOLD, bet("War")), (FOLD, bet("War")))',
    "Draw": "Draw(Cards.OWN, player=0, burn=3)",
    "Over": "Over()",
    "Step": "War().next(War().start(1))  # a Step",
})  # fmt: skip
"""What a course of your own says."""

SETTLING: Mapping[str, str] = MappingProxyType({
    "Outcome": 'Outcome("won by 2 cards", to(3), margin=2)',
    "Reading": 'Reading(Paytable("1", {Poker.FLUSH: 5}), POKER)',
    "Result": "Result.WIN",
    "Settle": "even_money  # a Settle: a function of facts and reading",
    "TwentyTwo": "TwentyTwo.SUITED",
})  # fmt: skip
"""What a settlement of your own takes and gives."""


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
    yield "Parts of a game", "A game is a `Game(…)` of these.", _named(PARTS)
    yield "Words", "Short forms of parts, as sheets say them.", _named(WORDS)
    yield "Values with a name", "", _named(CONSTANTS)
    yield "Rankings", "What cards are worth. In JSON a ranking has the same name in small letters.", rankings()
    yield "Rankings cut to measure", "", tuple(_cut_rankings())
    yield (
        "Settlements",
        "What becomes of a bet, in Python and in JSON.",
        tuple(Entry(*each) for each in settled_examples()),
    )
    yield "For settlements of your own", "", _named(SETTLING)
    yield "Facts", "What a settlement may ask. Each course of play adds facts of its own.", tuple(facts())
    yield "Courses of play", "", _named(COURSES)
    yield "For courses of your own", "", _named(OWN_COURSES)


def namespace() -> dict[str, Any]:
    """All names that an example may use."""
    from dataclasses import replace

    from fairfelt.rules.courses.pai_gow import settings_of

    modules = (rules.cards, rules.hands, rules)
    names = {name: getattr(module, name) for module in modules for name in module.__all__}
    parts = {part.__name__: part for part in (ThreeAim, ThreeHands, ThreeRule, ThreeHandWay)}
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
        title="The language of games",
        subtitle="Every word, with an example",
        sections=(
            Section("", Words(INTRODUCTION)),
            *(Section(title, *_blocks(words, entries)) for title, words, entries in sections()),
        ),
    )


def _blocks(words: str, entries: tuple[Entry, ...]) -> Iterator[Block]:
    if words:
        yield Words(words.replace("`", ""))
    yield Table(COLUMNS, tuple((entry.name, entry.sentence.replace("`", ""), entry.example) for entry in entries))
