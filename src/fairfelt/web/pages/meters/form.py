"""The form of a question about a meter: what is usual, what was typed, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain

from fairfelt.jackpot import PPM, FixedPays, Level, Terms
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.meters import Pace, Tax
from fairfelt.rules import DOLLARS, MICROS, Game
from fairfelt.rules.money import AmountError, parse_amount
from fairfelt.web.desk import Field, Form
from fairfelt.web.desk.words import percent

from .question import Bet, Question, bets_of, levels_of

BET, PAYS, CURRENCY = "bet", "pays", "currency"
USUAL = (("10,000", "15", "2", "25,000"), ("1,000", "3", "1", "2,500"), ("100", "2", "1", "250"))
"""Seed, rates and meter of a first, a second and every further level."""
PACE = {"tables": "4", "rounds": "40", "bettors": "3.5", "hours": "112"}
PLACES = {"tables": ("Tables", "", 1000), "rounds": ("Rounds an hour", "at each", 500),
          "bettors": ("Bettors", "in a round", 100), "hours": ("Hours", "a week", 168)}  # fmt: skip
LONGEST = 40


class MeterForm(Form):
    """The fields as they were typed; those that were not hold what is usual."""

    def __init__(self, game: Game, sent: Mapping[str, str]) -> None:
        self.game, self.bets = game, {bet.key: bet for bet in bets_of(game)}
        self.bet = self.bets.get(sent.get(BET, ""), next(iter(self.bets.values())))
        self.usual = dict(_usual(self.bet, levels_of(game, self.bet)))
        super().__init__({name: sent.get(name, text)[:LONGEST] for name, text in self.usual.items()})
        if sent.get(BET, self.bet.key) != self.bet.key:
            self.mistake(BET, "choose one of the list")

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bet."""
        return levels_of(self.game, self.bet)

    @property
    def query(self) -> dict[str, str]:
        """What an address has to say: the bet, and what is not as usual."""
        unusual = {name: text for name, text in self.sent.items() if text != self.usual[name]}
        return {BET: self.bet.key, **unusual}

    @property
    def unit(self) -> str:
        """What stands beside every amount."""
        return self.get(CURRENCY)

    def question(self) -> Question | None:
        """What is asked; nothing where something typed is wrong, which then stands next to it."""
        levels = [self._level(name) for name in self.levels]
        meters = tuple((name, Fraction(self._money(_at("meter", name)), MICROS)) for name in self.levels)
        stake_micros, tax, pace = self.amount("stake", self.unit, least=1), self._tax(), self._pace()
        others, pays = self._others(), self.one_of(PAYS, [each.value for each in FixedPays])
        currency = self.currency(CURRENCY)
        self._check_together(levels)
        if self.mistakes or pace is None:
            return None
        terms = Terms(
            name=f"{self.game.name} {self.bet.paytable}", levels=tuple(levels), currency=currency,
            largest_increment_micros=MOST_MICROS, executive_from_micros=0, fixed_pays=FixedPays(pays),
        )  # fmt: skip
        stake = Fraction(stake_micros, MICROS)
        return Question(self.game.slug, self.game.variant, self.bet, terms, meters, stake, others, tax, pace)

    def _level(self, name: str) -> Level:
        rate_ppm, reserve_ppm = (self._rate(_at(part, name)) for part in ("rate", "reserve"))
        return Level(name, self._money(_at("seed", name)), rate_ppm, reserve_ppm)

    def _money(self, field: str) -> int:
        """An amount; none where there is a mistake in it."""
        micros = self.amount(field, self.unit)
        return 0 if field in self.mistakes else micros

    def _rate(self, field: str) -> int:
        rate_ppm = self.rate_ppm(field)
        return 0 if field in self.mistakes else rate_ppm

    def _others(self) -> int:
        text, most = self.get("others"), self.game.seats - 1
        if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= most):
            self.mistake("others", f"{text!r} other bettors are not possible: give 0 to {most}")
            return 0
        return int(text)

    def _tax(self) -> Tax:
        rate_ppm, least_micros = self._rate("tax"), self._money("tax_from")
        if rate_ppm == PPM:
            self.mistake("tax", "a tax leaves something: give less than 100 percent")
            return Tax(Fraction(0))
        return Tax(Fraction(rate_ppm, PPM), Fraction(least_micros, MICROS))

    def _pace(self) -> Pace | None:
        found = {name: self._number(name, most) for name, (_, _, most) in PLACES.items()}
        if found["tables"].denominator != 1:
            self.mistake("tables", "tables are counted: give a whole number")
        if any(name in self.mistakes for name in found):
            return None
        return Pace(
            tables=int(found["tables"]), rounds_per_hour=found["rounds"], bettors=found["bettors"],
            hours_per_week=found["hours"],
        )  # fmt: skip

    def _number(self, name: str, most: int) -> Fraction:
        try:
            found = Fraction(parse_amount(self.get(name), currency=""), MICROS)
        except AmountError:
            found = Fraction(0)
        if not 0 < found <= most:
            self.mistake(name, f"{self.get(name)!r} is not possible: give a number above zero, at most {most}")
        return found

    def _check_together(self, levels: list[Level]) -> None:
        total_ppm = sum(level.rate_ppm + level.reserve_rate_ppm for level in levels)
        if total_ppm > PPM:
            sentence = f"all rates and reserves together come to {percent(total_ppm)}%: more than the whole wager"
            self.mistake(_at("rate", self.levels[0]), sentence)

    def groups(self) -> Iterator[tuple[str, tuple[Field, ...]]]:
        """What is asked, group by group."""
        yield "The bet", tuple(self._bet_fields())
        for name in self.levels:
            yield f"Level {name}", tuple(_level_fields(name, self.unit))
        yield "The room", tuple(_pace_fields())

    def _bet_fields(self) -> Iterator[Field]:
        bets = tuple((key, bet.words) for key, bet in self.bets.items())
        yield Field(name=BET, label="Bet and paytable", sort="choice", choices=bets)
        yield Field(name=CURRENCY, label="Currency")
        yield Field(name="stake", label="Wager", sort="amount", unit=self.unit)
        pays = tuple((each.value, f"from the {each.value}") for each in FixedPays)
        yield Field(name=PAYS, label="Fixed pays come", sort="choice", choices=pays)
        yield Field(name="others", label=f"Other bettors, 0 to {self.game.seats - 1}")
        yield Field(name="tax", label="Tax on prizes", sort="percent", unit="%")
        yield Field(name="tax_from", label="Taxed from", sort="amount", unit=self.unit)


def _level_fields(name: str, unit: str) -> Iterator[Field]:
    yield Field(name=_at("meter", name), label="Stands at", sort="amount", unit=unit)
    yield Field(name=_at("seed", name), label="Seed", sort="amount", unit=unit)
    yield Field(name=_at("rate", name), label="Meter rate", sort="percent", unit="%")
    yield Field(name=_at("reserve", name), label="Reserve rate", sort="percent", unit="%")


def _pace_fields() -> Iterator[Field]:
    for name, (label, unit, _) in PLACES.items():
        yield Field(name=name, label=label, unit=unit, sort="amount")


def _at(part: str, level: str) -> str:
    """The name of a field of a level, which is also its id on the page."""
    return f"{part}-{level.replace(' ', '-')}"


def _usual(bet: Bet, levels: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    yield BET, bet.key
    yield CURRENCY, DOLLARS
    yield from {"stake": "1", PAYS: FixedPays.TRAY.value, "others": "0", "tax": "0", "tax_from": "1,200"}.items()
    yield from chain.from_iterable(_usual_level(name, place) for place, name in enumerate(levels))
    yield from PACE.items()


def _usual_level(name: str, place: int) -> Iterator[tuple[str, str]]:
    values = USUAL[min(place, len(USUAL) - 1)]
    yield from zip((_at(part, name) for part in ("seed", "rate", "reserve", "meter")), values, strict=True)
