"""Drawing pages: our templates around what the reports draw."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from fairfelt import games
from fairfelt.engine.answers.numbers import decimal_text, percent_text
from fairfelt.reports.sheet.english import units
from fairfelt.reports.sheet.figures import one_in_text, signed_text
from fairfelt.reports.sheet.html import body_html, notes_html
from fairfelt.rules import Game
from fairfelt.rules.json_form.write import is_data
from fairfelt.version import __version__
from fairfelt.web.http.headers import THEMES, current_theme
from fairfelt.web.words import LANGUAGES, catalogue_of, current_address, current_language, said

RARE = Fraction(1, 1000)
Query = str | int | list[str]


def page(template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """One of our templates, filled in."""
    return HTMLResponse(_environment().get_template(template).render(values), status)


def address(game: Game, part: str = "", *, root: str = "/games", **query: Query) -> str:
    """Where a part of a game is found, under "/games" or "/play": "/games/flush-rush/par?bettors=3"."""
    version = {} if game.variant == games.find(game.slug).variant else {"variant": game.variant}
    fields = urlencode({**version, **{name: value for name, value in query.items() if value}}, doseq=True)
    return "/".join(filter(None, (root, game.slug, part))) + (f"?{fields}" if fields else "")


def chance_text(chance: Fraction) -> str:
    """How often, as a person reads it: in percent, or one in so many where that is rare."""
    return percent_text(chance) if chance >= RARE else one_in_text(chance)


def all_versions(game: Game) -> tuple[Game, ...]:
    """The versions of that game, the first one first."""
    return games.find(game.slug).variants


def countable_bets(game: Game) -> tuple[str, ...]:
    """The bets of a game that a shoe is counted for."""
    from fairfelt.analysis.counting import countable_bets

    return countable_bets(game)


def _gettext(text: str) -> str:
    return catalogue_of(current_language()).gettext(text)


def _ngettext(one: str, many: str, count: int) -> str:
    return catalogue_of(current_language()).ngettext(one, many, count)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairfelt.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    environment.install_gettext_callables(_gettext, _ngettext, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(
        address=address, all_versions=all_versions, body_of=body_html, notes_of=notes_html, units=units,
        countable_bets=cache(countable_bets), is_data=cache(is_data), version=__version__,
    )  # fmt: skip
    environment.filters.update(
        percent=percent_text,
        decimal=decimal_text,
        signed=partial(signed_text, places=6),
        chance=chance_text,
        said=lambda text: said(text, current_language()),
    )
    environment.globals.update(reading_language=current_language, page_address=current_address, languages=LANGUAGES)
    environment.globals.update(current_theme=current_theme, themes=THEMES)
    environment.globals["macros"] = environment.get_template("macros.html").module
    environment.globals["ui"] = environment.get_template("components.html").module
    return environment
