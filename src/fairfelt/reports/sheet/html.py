"""A sheet as one self-contained page: readable on a telephone, on a desk and on paper, in light and in dark."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from . import Sheet

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

FRAME = "width: 100%; height: 48rem; border: 0"
TEMPLATES = files(__package__) / "templates"


def as_html(sheet: Sheet) -> str:
    """The page, with style and pictures inside it."""
    return render("sheet.html", sheet=sheet, style=style())


def render(template_name: str, **values: Any) -> str:
    """One of our templates, filled in."""
    return _environment().get_template(template_name).render(values)


def framed(page: str, title: str) -> str:
    """A page in a frame of its own, for notebooks: its style touches nothing else there."""
    return f'<iframe srcdoc="{escape(page)}" title="{escape(title)}" style="{FRAME}"></iframe>'


def style() -> str:
    """The text of the page's one style element."""
    return f"\n{template('tokens.css')}{template('sheet.css')}\n"


def body_html(sheet: Sheet) -> Markup:
    """The sections alone, for a page of another kind."""
    return _part("body", sheet)


def notes_html(sheet: Sheet) -> Markup:
    """The definitions and the last line alone."""
    return _part("notes", sheet)


def _part(macro: str, sheet: Sheet) -> Markup:
    drawn: Markup = getattr(_environment().get_template("parts.html").module, macro)(sheet)
    return drawn


def template(name: str) -> str:
    """The text of one of our templates."""
    return (TEMPLATES / name).read_text("utf-8")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(__package__, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
