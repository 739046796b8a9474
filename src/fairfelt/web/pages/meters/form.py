"""The form of a question about a meter: usual values, what was typed, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

import msgspec

from fairfelt.formats.money import AmountError, parse_amount
from fairfelt.jackpot import PPM, FixedPays, Terms
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.meters import NO_TAX, JackpotSetup, Pace, ProgressiveOffer, Tax, offers_of
from fairfelt.meters.progressive_bet import needs_solving
from fairfelt.rules import DOLLARS, MICROS, Game
from fairfelt.web.desk import Field, Form
from fairfelt.web.http.request import read_integer

from .level_fields import check_rates, level_fields, read_level

BET, PAYS, CURRENCY = "bet", "pays", "currency"
USUAL = {"stake": "1", "ante": "5", PAYS: FixedPays.TRAY.value, "others": "0", "tax": "0", "tax_from": "1,200",
         "tables": "4", "rounds": "40", "bettors": "3.5", "hours": "112"}  # fmt: skip
USUAL_LEVELS = (("10,000", "15", "2", "25,000"), ("1,000", "3", "1", "2,500"), ("100", "2", "1", "250"))
"""Seed, rates and meter of a first, a second and every further level."""
PACE = {"tables": ("Tables", "", 1000), "rounds": ("Rounds per hour", "per table", 500),
        "bettors": ("Bettors", "per round", 100), "hours": ("Hours", "per week", 168)}  # fmt: skip
"""Label, unit and greatest number."""
LONGEST = 40


class MeterForm(Form):
    """The fields as they were typed; those that were not hold the usual value."""

    def __init__(self, game: Game, sent: Mapping[str, str]) -> None:
        offers = sorted(offers_of(game), key=lambda offer: needs_solving(game.wager(offer.wager)))
        self.game, self.offers = game, {offer.bet_key: offer for offer in offers}
        self.offer = self.offers.get(sent.get(BET, ""), offers[0])
        self.usual = dict(_usual_values(self.offer))
        super().__init__({name: sent.get(name, text)[:LONGEST] for name, text in self.usual.items()})
        if sent.get(BET, self.offer.bet_key) != self.offer.bet_key:
            self.mistake(BET, "choose from the list")

    @property
    def query(self) -> dict[str, str]:
        """What an address has to say: the bet, and what is not as usual."""
        unusual = {name: text for name, text in self.sent.items() if text != self.usual[name]}
        return {BET: self.offer.bet_key, **unusual}

    def read(self) -> tuple[JackpotSetup | None, Tax]:
        """What is asked; nothing where something typed is wrong, which then stands next to it."""
        unit, names = self.get(CURRENCY), self.offer.levels
        levels = [read_level(self, name, partial(_field_of, name), unit) for name in names]
        meters = tuple((name, Fraction(self.amount(_field_of(name, "meter"), unit), MICROS)) for name in names)
        stake_micros, tax, pace = self.amount("stake", unit, least=1), self._read_tax(unit), self._read_pace()
        ante_micros = self.amount("ante", unit, least=1)
        others, pays = self._read_others(), self.one_of(PAYS, [each.value for each in FixedPays])
        currency = self.currency(CURRENCY)
        check_rates(self, levels, _field_of(names[0], "rate"))
        if self.mistakes:
            return None, tax
        terms = msgspec.convert(
            {
                "name": f"{self.game.name} {self.offer.paytable}",
                "levels": levels,
                "currency": currency,
                "largest_increment_micros": MOST_MICROS,
                "executive_from_micros": 0,
                "fixed_pays": pays,
            },
            Terms,
        )
        stake, ante = Fraction(stake_micros, MICROS), Fraction(ante_micros, MICROS)
        setup = JackpotSetup(
            offer=self.offer, terms=terms, stake=stake, ante=ante, others=others, meters=meters, pace=pace
        )
        return setup, tax

    def _read_others(self) -> int:
        text, most = self.get("others"), self.game.seats - 1
        if (others := read_integer(text, 0, most)) is None:
            self.mistake("others", f"{text!r:.40} other bettors are not possible: give 0 to {most}")
        return others or 0

    def _read_tax(self, unit: str) -> Tax:
        rate_ppm, least_micros = self.rate_ppm("tax"), self.amount("tax_from", unit)
        if rate_ppm == PPM:
            self.mistake("tax", "a tax leaves something: give less than 100 percent")
        return NO_TAX if self.mistakes else Tax(Fraction(rate_ppm, PPM), Fraction(least_micros, MICROS))

    def _read_pace(self) -> Pace | None:
        found = {name: self._read_number(name, most) for name, (_, _, most) in PACE.items()}
        if found["tables"].denominator != 1:
            self.mistake("tables", "tables are counted: give a whole number")
        if self.mistakes:
            return None
        return Pace(
            tables=int(found["tables"]), rounds_per_hour=found["rounds"], bettors=found["bettors"],
            hours_per_week=found["hours"],
        )  # fmt: skip

    def _read_number(self, name: str, most: int) -> Fraction:
        try:
            found = Fraction(parse_amount(self.get(name), currency=""), MICROS)
        except AmountError:
            found = Fraction(0)
        if not 0 < found <= most:
            self.mistake(name, f"{self.get(name)!r} is not possible: give a number above zero, at most {most}")
        return found

    def groups(self) -> Iterator[tuple[str, tuple[Field, ...]]]:
        """What is asked, group by group."""
        unit = self.get(CURRENCY)
        bets = tuple((key, f"{offer.wager}, {offer.paytable}") for key, offer in self.offers.items())
        pays = tuple((each.value, f"from the {each.value}") for each in FixedPays)
        yield (
            "Bet",
            (
                Field(name=BET, label="Bet and paytable", sort="choice", choices=bets),
                Field(name=CURRENCY, label="Currency"),
                Field(name="stake", label="Wager", sort="amount", unit=unit),
                Field(name="ante", label="Ante", sort="amount", unit=unit),
                Field(name=PAYS, label="Fixed pays come", sort="choice", choices=pays),
                Field(name="others", label=f"Other bettors, 0 to {self.game.seats - 1}"),
                Field(name="tax", label="Tax on prizes", sort="percent", unit="%"),
                Field(name="tax_from", label="Taxed from", sort="amount", unit=unit),
            ),
        )
        for name in self.offer.levels:
            now = Field(name=_field_of(name, "meter"), label="Meter now", sort="amount", unit=unit)
            *settings, _ = level_fields(partial(_field_of, name), unit)
            yield f"Level {name}", (now, *(replace(field, hint="", optional=False) for field in settings))
        yield (
            "Room",
            tuple(Field(name=name, label=label, unit=each, sort="amount") for name, (label, each, _) in PACE.items()),
        )


def _field_of(level: str, part: str) -> str:
    """The name of a field of a level, which is also its id on the page."""
    return f"{part}-{level.replace(' ', '-')}"


def _usual_values(offer: ProgressiveOffer) -> Iterator[tuple[str, str]]:
    yield BET, offer.bet_key
    yield CURRENCY, DOLLARS
    yield from USUAL.items()
    for place, level in enumerate(offer.levels):
        values = USUAL_LEVELS[min(place, len(USUAL_LEVELS) - 1)]
        yield from zip((_field_of(level, part) for part in ("seed", "rate", "reserve", "meter")), values, strict=True)
