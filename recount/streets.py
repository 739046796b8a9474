"""Games of a deal, decisions and a showdown or a paytable: every deal, the best choice at every decision.

The value of a decision is the average over everything that can still lie hidden, as a fraction. Results of a round are
integers in units of 1/`unit`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import lcm
from typing import Any

from .cards import Card, make_deck, parse_cards
from .rankings import LINES, TELLING_SUITS, Ranking, Value, make_ranking

Places = tuple[int, ...]
"""Cards by where they lie in the deck: a shoe holds the same card several times."""
Stakes = tuple[tuple[str, int], ...]
State = tuple[Stakes, bool]
"""What is staked, and whether the hand is folded."""
CELLS = 6
"""The dealer does not play or does, and is better than the player, equal or worse."""
BETTER_LINES = {"AKQ of spades": "AKQ suited", "AKQ suited": "straight flush", "royal flush": "straight flush"}
"""A line that a paytable does not list is paid as the line below it."""


def parse_pay(text: str) -> Fraction | None:
    """The profit per unit; None for a share of a meter, whose worth the rules do not say."""
    text = text.replace(",", "")
    fixed = {"pushes": Fraction(0), "loses": Fraction(-1), "nothing": Fraction(0), "loses half": Fraction(-1, 2)}
    if text in fixed:
        return fixed[text]
    if "%" in text:
        return None
    profit, word, per = re.fullmatch(r"([\d.]+) (to|for) ([\d.]+)", text).groups()  # type: ignore[union-attr]
    return Fraction(profit) / Fraction(per) - (word == "for")


class Bet:
    """One betting circle: what it pays, from its JSON form."""

    def __init__(self, form: dict[str, Any]) -> None:
        self.name, self.kind, self.form = form["name"], form["kind"], form
        self.on = tuple(form.get("on", ["own"]))
        self.first = form.get("first")
        self.survives_fold = form.get("survives_fold", False)
        self.parts = form.get("parts", [])
        """Of the shared cards: those of each hand, of which the best counts; all of them if none are named."""
        self.ranking: Ranking | None = make_ranking(form["ranking"]) if "ranking" in form else None
        table = (form.get("paytables") or [{"pays": {}}])[0]
        self.pays = {line: parse_pay(pay) for line, pay in table["pays"].items()}
        self.or_more = table.get("or_more", False)
        how = form["settle"] if isinstance(form["settle"], dict) else {}
        self.even = parse_pay(how["pays"]) if "pays" in how else Fraction(1)

    def pay_of(self, line: str) -> Fraction | None:
        """What a line pays; a line that is not listed loses."""
        return self.pays.get(self.listed(line, self.pays), Fraction(-1))

    def listed(self, line: str, pays: Mapping[str, object]) -> str:
        """The line of a paytable by which a hand is paid."""
        while line not in pays and line in BETTER_LINES:
            line = BETTER_LINES[line]
        return line

    def settle(self, result: int, line: str, margin: int, plays: bool, how: Any = None) -> Fraction | None:
        """Profit per unit staked, by 1, 0 or -1 for a win, a tie or a loss, and whether the dealer plays."""
        how = how or self.form["settle"]
        kind = how if isinstance(how, str) else how["kind"]
        even = Fraction(result)
        if kind == "even_money":
            return even if result < 1 else self.even
        if kind == "unless_dealer_qualifies":
            other = (
                self.settle(result, line, margin, plays, how["otherwise"])
                if "otherwise" in how
                else parse_pay(how["pay"])
            )
            return self.settle(result, line, margin, plays, how["settle"]) if plays else other
        if kind == "by_line":
            return self.pay_of(line)
        if kind == "by_line_or_unless_beaten":
            beaten = result < 0 and plays
            return self.pays.get(line, Fraction(-beaten))
        if kind == "extra_by_line":
            pay = self.pay_of(line)
            return pay if pay is None or pay > 0 else Fraction(0)
        if kind == "by_hand_if_it_wins":
            if result < 1:
                odds = {} if isinstance(how, str) else how.get("beaten", {})
                return parse_pay(odds[line]) if result < 0 and line in odds else even
            pay = self.pay_of(line)
            return Fraction(0) if pay == -1 else pay
        if kind == "by_margin":
            if result < 1:
                return even
            most = max(map(int, self.pays))
            return self.pays.get(str(min(margin, most) if self.or_more else margin), Fraction(-1))
        if kind == "even_money_from":
            lines = LINES["flush rush"]
            return Fraction(1 if lines.index(line) >= lines.index(how["least"]) else -1)
        raise NotImplementedError(f"settlement {kind}")


def cross_form(form: dict[str, Any]) -> dict[str, Any]:
    """Two cards and a cross of five as streets: a bet, the cards across, a bet, those down, a bet, and the middle."""
    parts = {"across": [(0, 1, 4)], "down": [(2, 3, 4)]}
    parts["better"] = parts["across"] + parts["down"]
    wagers = [
        {
            **wager,
            "ranking": form["course"]["ranking"],
            "settle": "by_line",
            "parts": parts[wager["settle"]["settle"]["hand"]],
        }
        for wager in form["wagers"]
    ]
    times = range(1, form["course"].get("most_times", 3) + 1)
    raises = [wager["name"] for wager in wagers if wager["kind"] == "raise"]
    streets = [
        {"community": shown, "choices": [{"folds": True}, *({"bet": name, "times": each} for each in times)]}
        for shown, name in zip((0, 2, 2), raises, strict=True)
    ]
    packets = [{"size": 2, "to": ["own"]}, {"size": 5, "to": ["community"]}]
    return {**form, "deal": {"packets": packets}, "streets": streets, "wagers": wagers}


def _exchange(card: Card, order: tuple[int, ...]) -> Card:
    """A card after the suits changed places; a joker has none."""
    return (card[0], order[card[1]]) if card[0] else card


class StreetGame:
    """A game from its JSON form, on its own deck or a smaller one."""

    def __init__(self, form: dict[str, Any], deck: dict[str, Any] | None = None) -> None:
        self.form = form
        self.deck = make_deck({**form.get("deck", {}), **(deck or {})})
        sizes: Counter[str] = Counter()
        for packet in form["deal"]["packets"]:
            (to,) = packet["to"]
            sizes[to] += packet.get("take", packet["size"])
        self.own, self.dealer, self.community = sizes["own"], sizes["dealer"], sizes["community"]
        self.streets = form.get("streets", [])
        self.bets = [Bet(wager) for wager in form["wagers"]]
        self.round = [bet for bet in self.bets if bet.kind in ("opening", "raise", "bonus")]
        showdown = form.get("showdown")
        self.ranking = make_ranking(showdown["ranking"]) if showdown else None
        self.copies = {"win": 1, "lose": -1}.get((showdown or {}).get("copies", "tie"), 0)
        least = (showdown or {}).get("qualify")
        self.least = self.ranking(parse_cards(least["least"]))[1] if least and self.ranking else None
        known = set(self.deck)
        read = [json.dumps(part.get("ranking", "")) for part in (showdown or {}, *form["wagers"])]
        alike = not any(f'"{name}"' in each for name in TELLING_SUITS for each in read)
        orders = permutations(range(4)) if alike else [(0, 1, 2, 3)]
        self._orders = [order for order in orders if {_exchange(card, order) for card in known} == known]
        pays = [pay for bet in self.round for pay in (*bet.pays.values(), bet.even) if pay is not None]
        self.unit = lcm(*(pay.denominator for pay in pays), 2)

    # -- the round ---------------------------------------------------------------------------------------------------

    def count_round(self) -> Fraction:
        """What a round wins on average, in units of one opening bet, with the best choice at every decision.

        Hands that become each other when suits change places are worth the same, where the rankings know no suit from
        another: one of them is counted for all.
        """
        alike = Counter(self._canonical(own) for own in combinations(range(len(self.deck)), self.own))
        total = sum(times * self._value(0, own, (), (), self.openings()) for own, times in alike.items())
        return Fraction(total, alike.total() * self.unit)

    def _canonical(self, places: Places) -> Places:
        """The least of all hands that are alike."""
        cards = [self.deck[place] for place in places]
        moved = (sorted(_exchange(card, order) for card in cards) for order in self._orders)
        return min(tuple(self.deck.index(card) for card in hand) for hand in moved)

    def openings(self) -> Stakes:
        """What lies on the bets of a round before the first decision."""
        return tuple((bet.name, 1 if bet.kind == "opening" else 0) for bet in self.round)

    def _value(self, at: int, own: Places, board: Places, up: Places, stakes: Stakes) -> Fraction:
        """The average result before the cards of a street are turned over."""
        while at < len(self.streets) and dict(stakes).get(self.streets[at].get("unless_bet", ""), 0):
            at += 1
        if at == len(self.streets):
            return self._settle(own, board, up, stakes)
        boards = sum(each.get("community", 0) for each in self.streets[: at + 1]) - len(board)
        ups = sum(each.get("dealer", 0) for each in self.streets[: at + 1]) - len(up)
        found = [
            self._decide(at, own, board + more, up + shown, stakes)
            for more in self._ways(own + board + up, boards)
            for shown in self._ways(own + board + up + more, ups)
        ]
        return sum(found, Fraction(0)) / len(found)

    def _ways(self, gone: Places, size: int) -> Iterator[Places]:
        return combinations([card for card in range(len(self.deck)) if card not in gone], size)

    def _decide(self, at: int, own: Places, board: Places, up: Places, stakes: Stakes) -> Fraction:
        """The best of the choices that this hand allows."""
        found = self.choices(self.streets[at], (stakes, False), self._cards(own + board))
        return max(
            Fraction(self.lost(after)) if folds else self._value(at + 1, own, board, up, after)
            for after, folds in found
        )

    def choices(self, street: dict[str, Any], state: State, cards: tuple[Card, ...]) -> Iterator[State]:
        """What each choice with these cards leads to; a hand that is folded, or bet before, is asked nothing."""
        stakes, folded = state
        if folded or dict(stakes).get(street.get("unless_bet", ""), 0):
            yield state
            return
        for choice in street["choices"]:
            now = dict(stakes)
            if "holding" in choice and not self.holds(cards, choice["holding"]["least"]):
                continue
            if "bet" in choice:
                now[choice["bet"]] += choice["times"]
            if "takes_back" in choice:
                now[choice["takes_back"]] = 0
            yield tuple(now.items()), choice.get("folds", False)

    def lost(self, stakes: Stakes) -> int:
        """What a fold costs, in units."""
        return -self.unit * sum(staked for _, staked in stakes)

    def pay_cells(self, line: str, lines: tuple[str, ...], state: State) -> list[int]:
        """[cell]: what all bets of the round win together, in units."""
        stakes, folded = state
        if folded:
            return [self.lost(stakes)] * CELLS
        ends = product((False, True), (-1, 0, 1))
        return [self.win(result or self.copies, line, 0, plays, lines, stakes) for plays, result in ends]

    def holds(self, cards: tuple[Card, ...], least: str) -> bool:
        """Whether cards make that hand or a better one."""
        assert self.ranking
        return self.ranking(cards)[1] >= self.ranking(parse_cards(least))[1]

    def _cards(self, places: Places) -> tuple[Card, ...]:
        return tuple(self.deck[place] for place in sorted(places))

    def _settle(self, own: Places, board: Places, up: Places, stakes: Stakes) -> Fraction:
        """The average over all hidden cards, when nothing is left to decide."""
        total = deals = 0
        for more in self._ways(own + board + up, self.community - len(board)):
            shared = board + more
            mine = self._rank(own + shared) if self.ranking else ("", ())
            lines = tuple(self._line(bet, own, shared) for bet in self.round)
            for rest in self._ways(own + shared + up, self.dealer - len(up)):
                theirs = self._rank(up + rest + shared) if self.dealer else ("", ())
                total += self._result(mine, theirs, lines, stakes)
                deals += 1
        return Fraction(total, deals)

    @cache  # noqa: B019  (a game lives as long as its count)
    def _rank(self, places: Places) -> Value:
        assert self.ranking
        return self.ranking(self._cards(places))

    def _line(self, bet: Bet, own: Places, board: Places) -> str:
        """The line that a bet with a hand of its own reads."""
        if not bet.ranking:
            return ""
        parts = [tuple(board[place] for place in part) for part in bet.parts] or [
            board if "community" in bet.on else ()
        ]
        return max((bet.ranking(self._cards(own + part)) for part in parts), key=lambda value: value[1])[0]

    def _result(self, mine: Value, theirs: Value, lines: tuple[str, ...], stakes: Stakes) -> int:
        """What all bets of the round win together, in units."""
        if not (self.dealer and self.ranking):
            return self.win(0, mine[0], 0, True, lines, stakes)
        result = (mine[1] > theirs[1]) - (mine[1] < theirs[1]) or self.copies
        plays = self.least is None or theirs[1] >= self.least
        return self.win(result, mine[0], mine[1][0] - theirs[1][0], plays, lines, stakes)

    @cache  # noqa: B019
    def win(self, result: int, mine: str, margin: int, plays: bool, lines: tuple[str, ...], stakes: Stakes) -> int:
        """The same by the line of the player's hand, and whether the dealer plays."""
        staked, total = dict(stakes), Fraction(0)
        for bet, line in zip(self.round, lines, strict=True):
            amount = 1 if bet.kind == "bonus" else staked[bet.name]
            if amount:
                profit = bet.settle(result, line or mine, margin, plays)
                assert profit is not None, "no bet of a round is paid by a meter"
                total += amount * profit
        assert (total * self.unit).denominator == 1
        return int(total * self.unit)
