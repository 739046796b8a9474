"""Which address of the mathematics leads where, in the catalogue and for the jackpots of a room."""

from __future__ import annotations

from starlette.routing import Route

from .. import meters as meter_page
from . import catalogue, compare, design, edit, floor, game_documents, game_pages, portfolio, protect, shoe

ROUTES = [
    Route("/", game_pages.start),
    Route("/games", catalogue.catalogue),
    Route("/games.{form}", game_documents.catalogue_document),
    Route("/games/compare", compare.compare),
    Route("/games/compare.{form}", compare.comparison_document),
    Route("/games/portfolio", portfolio.portfolio),
    Route("/games/portfolio.{form}", portfolio.portfolio_document),
    Route("/games/{slug}", game_pages.rules),
    Route("/games/{slug}/dealing", game_pages.dealing),
    Route("/games/{slug}/par", game_pages.par),
    Route("/games/{slug}/strategy", game_pages.strategy),
    Route("/games/{slug}/plots", game_pages.plots),
    Route("/games/{slug}/edit", edit.edit),
    Route("/games/{slug}/protect", protect.protect),
    Route("/games/{slug}/protect.{form}", protect.protect_document),
    Route("/games/{slug}/counting", shoe.counting),
    Route("/games/{slug}/counting.{form}", shoe.counting_document),
    Route("/games/{slug}/design", design.design),
    Route("/games/{slug}/design.{form}", design.design_document),
    Route("/games/{slug}/floor", floor.floor),
    Route("/games/{slug}/floor.{form}", floor.floor_document),
    Route("/games/{slug}/meter", meter_page.meter),
    Route("/games/{slug}/meter/{part}.{form}", meter_page.meter_document),
    Route("/games/{slug}/par.{form}", game_documents.par_document),
    Route("/games/{slug}/rules.{form}", game_documents.rules_document),
    Route("/games/{slug}/dealing.{form}", game_documents.dealing_document),
    Route("/games/{slug}/strategy.{form}", game_documents.strategy_document),
    Route("/games/{slug}/plots.{form}", game_documents.plots_document),
    Route("/games/{slug}/pays.toml", game_documents.pays_document),
    Route("/schemas/game-1.json", game_documents.schema_document),
    Route("/verify", game_pages.verification),
    Route("/verify.{form}", game_documents.verification_document),
]
