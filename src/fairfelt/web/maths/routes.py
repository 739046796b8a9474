"""Which address of the mathematics leads where, in the catalogue and for the jackpots of a room."""

from __future__ import annotations

from starlette.routing import Route

from .. import documents, pages
from . import catalogue, comparing, editing, metering, plotting

ROUTES = [
    Route("/games", catalogue.catalogue),
    Route("/games.{form}", documents.catalogue_document),
    Route("/games/compare", comparing.compare),
    Route("/games/compare.{form}", comparing.comparison_document),
    Route("/games/{slug}", pages.rules),
    Route("/games/{slug}/par", pages.par),
    Route("/games/{slug}/strategy", pages.strategy),
    Route("/games/{slug}/plots", plotting.plots),
    Route("/games/{slug}/edit", editing.edit),
    Route("/games/{slug}/meter", metering.meter),
    Route("/games/{slug}/meter/{part}.{form}", metering.meter_document),
    Route("/games/{slug}/par.{form}", documents.par_document),
    Route("/games/{slug}/rules.{form}", documents.rules_document),
    Route("/games/{slug}/strategy.{form}", documents.strategy_document),
    Route("/games/{slug}/plots.{form}", plotting.plots_document),
    Route("/games/{slug}/pays.toml", documents.pays_document),
]
