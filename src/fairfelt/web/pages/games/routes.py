"""Which address of the mathematics leads where, in the catalogue and for the jackpots of a room."""

from __future__ import annotations

from starlette.routing import Route

from .. import documents
from ..meters import meter_page
from . import catalogue, compare, edit, game_pages, plots

ROUTES = [
    Route("/games", catalogue.catalogue),
    Route("/games.{form}", documents.catalogue_document),
    Route("/games/compare", compare.compare),
    Route("/games/compare.{form}", compare.comparison_document),
    Route("/games/{slug}", game_pages.rules),
    Route("/games/{slug}/par", game_pages.par),
    Route("/games/{slug}/strategy", game_pages.strategy),
    Route("/games/{slug}/plots", plots.plots),
    Route("/games/{slug}/edit", edit.edit),
    Route("/games/{slug}/meter", meter_page.meter),
    Route("/games/{slug}/meter/{part}.{form}", meter_page.meter_document),
    Route("/games/{slug}/par.{form}", documents.par_document),
    Route("/games/{slug}/rules.{form}", documents.rules_document),
    Route("/games/{slug}/strategy.{form}", documents.strategy_document),
    Route("/games/{slug}/plots.{form}", plots.plots_document),
    Route("/games/{slug}/pays.toml", documents.pays_document),
]
