"""The catalogue as a folder of pages that needs no server: a page for each game, with pays to change and price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairfelt.analysis.protection.house import foresee_verdict, verdict
from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.numbers import as_json, percent_text
from fairfelt.engine.answers.par import OutcomeRow, Par, WagerPar
from fairfelt.engine.answers.store import kept_verification
from fairfelt.engine.answers.verification import FigureCheck, Verification
from fairfelt.reports.layout import layout_svg
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.par_sheet import par_dict, par_sheet, strategy_sheet
from fairfelt.reports.placard.placard import placard
from fairfelt.reports.protection import verdict_sheet
from fairfelt.reports.report import json_paper
from fairfelt.reports.sheet import Sheet
from fairfelt.reports.sheet.html import render, template
from fairfelt.rules import Game, fingerprint
from fairfelt.version import imprint

INDEX, LIST, STYLE, SCRIPT = "index.html", "games.json", "site.css", "site.js"
SEATS = 3
"""Places drawn around the felt: each is the same, and a page must load on a telephone."""


@dataclass(frozen=True)
class GamePage:
    """One game of the site, and what the list of games says of it."""

    game: Game
    par: Par
    figures: int
    """Published figures that were compared."""
    html: str

    @property
    def name(self) -> str:
        return page_name(self.game)

    @property
    def edge(self) -> str:
        return percent_text(self.par.headline.house_edge, 2)

    def to_dict(self) -> dict[str, Any]:
        return {
            "page": f"{self.name}.html",
            "data": f"{self.name}.json",
            "title": self.game.title,
            "game": self.game.slug,
            "variant": self.game.variant,
            "fingerprint": fingerprint(self.game),
            "house_edge": as_json(self.par.headline.house_edge),
            "play": self.par.headline_play,
            "published_figures": self.figures,
        }


def page_name(game: Game) -> str:
    return "-".join(filter(None, (game.slug, game.variant)))


def site_files(chosen: Iterable[Game], answer_of: Callable[[Game], Answer]) -> Iterator[tuple[str, bytes]]:
    """Every file of the site with its content, the list of games last: a page for each version of a game."""
    pages = []
    for game in chosen:
        found = kept_verification(game)
        for version in game.variants:
            figures = tuple(check for check in found.figures if check.variant == version.variant) if found else ()
            page = game_page(version, answer_of(version), figures)
            pages.append(page)
            yield f"{page.name}.html", page.html.encode()
            yield f"{page.name}.json", json_paper(par_dict(page.par))
    yield STYLE, "".join(map(template, ("tokens.css", "sheet.css", STYLE))).encode()
    yield SCRIPT, template(SCRIPT).encode()
    yield INDEX, render("site_index.html", pages=pages, imprint=imprint()).encode()
    yield LIST, json_paper({"made_by": imprint(), "games": [page.to_dict() for page in pages]})


def game_page(game: Game, answer: Answer, figures: tuple[FigureCheck, ...] = ()) -> GamePage:
    """Rules, felt, figures, strategy and protection on one page; `figures` are the published ones beside ours."""
    html = render(
        "site_game.html",
        game=game,
        par=answer.par,
        name=page_name(game),
        edge=percent_text(answer.par.headline.house_edge),
        felt=layout_svg(game, SEATS),
        parts=list(_parts(game, answer, figures)),
        bets=[_bet(sheet) for sheet in priced_wagers(answer.par)],
        fingerprint=fingerprint(game),
        imprint=imprint(),
    )
    return GamePage(game, answer.par, len(figures), html)


def _parts(game: Game, answer: Answer, figures: tuple[FigureCheck, ...]) -> Iterator[tuple[str, str, Sheet]]:
    """The parts of a page under their anchors."""
    yield "rules", "Rules", placard(game)
    yield "math", "Mathematics", par_sheet(answer.par, curve=answer.curve, check=answer.check)
    if answer.short:
        yield "strategy", "Strategy", strategy_sheet(game, answer.short)
    if not foresee_verdict(game):
        yield "protection", "Protection", verdict_sheet(verdict(game))
    if figures:
        yield "published", "Published figures", verification_sheet(Verification(figures, ()))


def priced_wagers(par: Par) -> list[WagerPar]:
    """The bets whose pays can change without changing how the game is best played."""
    decided = bool(par.decisions or par.game.course)
    return [sheet for sheet in par.wagers if not (decided and par.game.wager(sheet.wager).is_base)]


def _bet(sheet: WagerPar) -> dict[str, Any]:
    """What the page prices: the sum of net pay by weight over all rows is the expected result of one unit."""
    return {
        "name": sheet.wager,
        "paytable": sheet.paytable,
        "edge": _ratio(sheet.house_edge),
        "other": _ratio(-sheet.house_edge - sum((row.contribution for row in sheet.outcomes), Fraction(0))),
        "rows": [
            {"name": row.name, "pays": row.pays, "net": _ratio(row.pay.net), "weight": _ratio(_weight(row)),
             "chance": _ratio(row.probability), "fixed": bool(row.pay.level)}
            for row in sheet.outcomes
        ],
    }  # fmt: skip


def _weight(row: OutcomeRow) -> Fraction:
    """Probability by stake. A push says nothing of its stake, which is then one unit."""
    return row.contribution / row.pay.net if row.pay.net else row.probability


def _ratio(number: Fraction) -> list[str]:
    """Digits as text: numbers in JSON end at 2^53."""
    return [str(number.numerator), str(number.denominator)]
