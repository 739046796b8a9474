"""The pages of practice: the games to choose from, the table of one, its dealer school, and drawings to print."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt import games
from fairfelt.reports.layout import card_sprite, layout_svg, rack_card_svg
from fairfelt.reports.placard.dealing import dealing_steps
from fairfelt.rules import Cards, Game
from fairfelt.rules.courses.course import PLACES
from fairfelt.web.pages.play import moves

from ..game_query import game_of, read_game_query, versions
from ..page import address, page
from .moves import job_of, read_json_body, remember, token_of
from .practice import commitment_of, most_players
from .views import pay_lines

SVG = "image/svg+xml"
A_DAY = "max-age=86400"


def lobby(request: Request) -> Response:
    """Every game that can be practiced, which is every game."""
    return page("play/lobby.html", games=list(versions()))


@dataclass(frozen=True)
class Places:
    """Addresses of a practice table and of the pages around it; empty for a page that is missing."""

    play: str
    school: str
    rules: str
    dealing: str
    base: str
    """The begin of the addresses of moves."""
    query: str
    """The end of these addresses."""
    rack_card: str
    layout: str


def table(request: Request) -> Response:
    """The practice table of a game."""
    return _practice_page(request, "play/table.html")


def school(request: Request) -> Response:
    """Its dealer school."""
    return _practice_page(request, "play/school.html", part="school")


def _practice_page(request: Request, template: str, part: str = "") -> Response:
    game = game_of(request)
    job_of(request, game)  # so that the coach is ready soon
    places = Places(
        play=address(game, root="/play"), school=address(game, "school", root="/play"), rules=address(game),
        dealing=address(game, "dealing"), base=address(game, part, root="/play").partition("?")[0],
        query=f"?variant={game.variant}" if game.variant else "",
        rack_card=address(game, "rack-card.svg", root="/play"), layout=address(game, "layout.svg", root="/play"),
    )  # fmt: skip
    return practice_page(request, template, game, places)


def practice_page(request: Request, template: str, game: Game, places: Places) -> Response:
    """The page of a table that lies there."""
    response = page(
        template, game=game, places=places, spots=(*game.openings, *game.raises, *game.optional),
        pays=pay_lines(game), dealer=_cards_title(game, Cards.DEALER), community=_cards_title(game, Cards.COMMUNITY),
        most_players=most_players(game), guide=dealing_steps(game), laws=moves.law_choices(),
        today=date.today().isoformat(),
    )  # fmt: skip
    remember(response, token_of(request))
    return response


def _cards_title(game: Game, place: Cards) -> str:
    """The name of the dealer's or the community's place; empty if no cards ever lie there."""
    if game.course:
        return game.course.places[place]
    return PLACES[place] if game.deal.count(place) else ""


def layout(request: Request) -> Response:
    """The felt, to print."""
    return Response(layout_svg(read_game_query(request).game), media_type=SVG)


def rack_card(request: Request) -> Response:
    """The rack card, to print."""
    return Response(rack_card_svg(read_game_query(request).game), media_type=SVG)


def cards(request: Request) -> Response:
    """All playing cards of all games, as symbols."""
    return Response(_sprite(), media_type=SVG, headers={"Cache-Control": A_DAY})


async def verify(request: Request) -> Response:
    """Check that a nonce and an order match a commitment."""
    body = await read_json_body(request)
    commitment = commitment_of(body.text("nonce"), body.text("order"))
    return JSONResponse({"commitment": commitment, "kept": commitment == body.text("commitment").strip().lower()})


@cache
def _sprite() -> str:
    return card_sprite(sorted({face for game in games.catalogue() for face in game.deck.faces}))
