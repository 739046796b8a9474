"""A PAR sheet in one call, for notebooks and scripts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from fairfelt.exact.par import Par
from fairfelt.reports.plots.plots import CurvePoint
from fairfelt.reports.sheet.html import as_html
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.reports.sheet.text import as_text

from .par_sheet import par_sheet

FRAME = "width: 100%; height: 48rem; border: 0"

if TYPE_CHECKING:
    from rich.console import RenderableType


def par_text(par: Par) -> RenderableType:
    """The sheet for a terminal."""
    return as_text(par_sheet(par))


def par_html(par: Par, *, curve: Sequence[CurvePoint] = ()) -> str:
    """The sheet as a page."""
    return as_html(par_sheet(par, curve=curve))


def par_frame(par: Par) -> str:
    """The page in a frame of its own, for notebooks: its style touches nothing else there."""
    return f'<iframe srcdoc="{escape(par_html(par))}" title="PAR sheet" style="{FRAME}"></iframe>'


def par_pdf(par: Par, *, curve: Sequence[CurvePoint] = ()) -> bytes:
    """The sheet as a PDF."""
    return as_pdf(par_sheet(par, curve=curve))
