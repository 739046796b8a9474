"""The mathematics pages: the catalogue, plots, the paytable editor and comparisons."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.pages import meters as meter_page
from fairfelt.web.pages.games import game_pages, questions

ROUTES = [
    Route("/", game_pages.start),
    Route("/games", game_pages.catalogue),
    Route("/games.{form}", game_pages.catalogue_document),
    Route("/games/compare", game_pages.compare),
    Route("/games/compare.{form}", game_pages.comparison_document),
    Route("/games/portfolio", game_pages.portfolio),
    Route("/games/portfolio.{form}", game_pages.portfolio_document),
    Route("/games/{slug}", game_pages.rules),
    Route("/games/{slug}/dealing", game_pages.dealing),
    Route("/games/{slug}/par", game_pages.par),
    Route("/games/{slug}/strategy", game_pages.strategy),
    Route("/games/{slug}/plots", game_pages.plots),
    Route("/games/{slug}/edit", questions.edit),
    *questions.ROUTES,
    Route("/games/{slug}/dossier", game_pages.dossiers),
    Route("/games/{slug}/dossier-{regulator}.{form}", game_pages.dossier_document),
    Route("/games/{slug}/meter", meter_page.meter),
    Route("/games/{slug}/meter/{part}.{form}", meter_page.meter_document),
    Route("/games/{slug}/par.{form}", game_pages.par_document),
    Route("/games/{slug}/rules.{form}", game_pages.rules_document),
    Route("/games/{slug}/dealing.{form}", game_pages.dealing_document),
    Route("/games/{slug}/strategy.{form}", game_pages.strategy_document),
    Route("/games/{slug}/odds.{form}", game_pages.odds_document),
    Route("/games/{slug}/plots.{form}", game_pages.plots_document),
    Route("/games/{slug}/pays.toml", game_pages.pays_document),
    Route("/schemas/game-1.json", game_pages.schema_document),
    Route("/verify", game_pages.verification),
    Route("/verify.{form}", game_pages.verification_document),
]
