"""Reads a form field by field; a mistake is shown next to its field."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date

from starlette.requests import Request

from fairfelt.jackpot import PPM
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.runtime.formats import MOST_CHARACTERS, AmountError, parse_amount
from fairfelt.web.http.request import number_in, read_form, read_form_with_files

NUMBER = "number"
"""The hidden field with the command's number, under which it is carried out once."""
MICROS_PER_PPM = 100
"""Of a percentage that is read as an amount: 1% is 10,000 parts per million."""


class Mistaken(Exception):  # noqa: N818  (it reads as what happened)
    """Something in a form is not right; the form knows what."""


class Form:
    """The fields as they were sent, and the mistakes that were found in them."""

    def __init__(self, sent: Mapping[str, str] | None = None, files: Mapping[str, bytes] | None = None) -> None:
        self.sent, self.files = dict(sent or {}), dict(files or {})
        self.mistakes: dict[str, str] = {}
        """A sentence by the name of its field; under the empty name what is wrong with the whole."""
        self.names: dict[str, str] = {}
        """The field that each term of the command was read from; none where nobody sees it."""

    def get(self, name: str, default: str = "") -> str:
        """A field as it was typed."""
        return self.sent.get(name, default).strip()

    def mistake(self, name: str, sentence: str) -> None:
        """Say what is wrong with a field; the first sentence stays."""
        self.mistakes.setdefault(name, sentence)

    def check(self) -> None:
        """Go on only if nothing is wrong."""
        if self.mistakes:
            raise Mistaken

    def refuse(self, sentence: str, name: str = "") -> Mistaken:
        """The one thing that is wrong, to be raised."""
        self.mistake(name, sentence)
        return Mistaken()

    def text(self, name: str, *, optional: bool = False) -> str:
        """One line that says something."""
        value = self.get(name)
        if not value and not optional:
            self.mistake(name, "required")
        elif not (value.isprintable() and len(value) <= MOST_CHARACTERS):
            self.mistake(name, f"enter one line of at most {MOST_CHARACTERS} characters")
        return value

    def name(self, name: str) -> str:
        """The name of something new; whether it is taken only the room knows, for this may be sent twice."""
        value = self.text(name)
        if "/" in value:
            self.mistake(name, "a name cannot contain a slash")
        return value

    def own(self, field: str) -> str:
        """The field that a refusal of the room is about; none where the form does not have it."""
        name = self.names.get(field, field)
        return name if name in self.sent and name != NUMBER else ""

    def one_of(self, name: str, choices: Collection[str]) -> str:
        """One of what was offered."""
        value = self.get(name)
        if value not in choices:
            self.mistake(name, "choose from the list")
        return value

    def day(self, name: str, *, optional: bool = False) -> date | None:
        """A day, or nothing where the field was left empty or holds none."""
        if not self.get(name):
            if not optional:
                self.mistake(name, "required")
            return None
        try:
            return date.fromisoformat(self.get(name))
        except ValueError:
            self.mistake(name, f"{self.get(name)!r} is not a date: enter it as 2026-10-31")
            return None

    def amount(self, name: str, currency: str, *, least: int = 0) -> int:
        """An amount of money in millionths."""
        return self.amount_or_none(name, currency, least=least) or self._missing(name)

    def amount_or_none(self, name: str, currency: str, *, least: int = 0) -> int | None:
        """The same, or nothing where the field was left empty."""
        if not self.get(name):
            return None
        try:
            micros = parse_amount(self.get(name), currency=currency)
        except AmountError:
            self.mistake(name, f"{self.get(name)!r} is not an amount: enter it as 12,500.00")
            return 0
        if not least <= micros <= MOST_MICROS:
            above = "the amount must be above zero" if least > 0 else "the amount is too small or too large"
            self.mistake(name, above)
        return micros

    def number_or_none(self, name: str) -> int | None:
        """A number from 1 on, or nothing where the field was left empty."""
        if self.get(name) and not number_in(self.get(name)):
            self.mistake(name, "enter a whole number")
        return number_in(self.get(name)) or None

    def currency(self, name: str) -> str:
        """Three capital letters."""
        letters = self.get(name)
        if not (len(letters) == 3 and letters.isascii() and letters.isalpha() and letters.isupper()):
            self.mistake(name, "a currency is three capital letters, such as USD")
        return letters

    def rate_ppm(self, name: str) -> int:
        """A share of the wager, typed in percent."""
        try:
            millionths = parse_amount(self.get(name) or "0", currency="%")
        except AmountError:
            self.mistake(name, f"{self.get(name)!r} is not a percentage: enter it as 15 or 1.25")
            return 0
        rate_ppm, rest = divmod(millionths, MICROS_PER_PPM)
        if rest:
            self.mistake(name, "a rate has at most four decimals")
        elif not 0 <= rate_ppm <= PPM:
            self.mistake(name, "a rate is 0 to 100 percent of the wager")
        return rate_ppm

    def _missing(self, name: str) -> int:
        if not self.get(name):
            self.mistake(name, "required")
        return 0


async def form_of(request: Request) -> Form:
    """The form that was sent."""
    return Form(await read_form(request.receive))


async def form_with_files(request: Request) -> Form:
    """The form that a person who is signed in has sent, perhaps with files."""
    return Form(*await read_form_with_files(request.headers.get("content-type", ""), request.receive))
