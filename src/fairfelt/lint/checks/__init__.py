"""All checks in the order of their cost: what is read off, what is counted, what is counted for every reading."""

from __future__ import annotations

from ..check import Check
from ..readings import bets, bettors, lines, rulings, runs, showdown
from . import edges, envy, margins, outcomes, pays, printed, table

CHECKS: tuple[Check, ...] = (
    margins.margin_pays_nowhere,
    pays.names_twice,
    pays.tables_alike,
    pays.out_of_order,
    pays.case_for_nothing,
    pays.to_and_for,
    pays.broken_chips,
    table.seats,
    table.bets_nobody_makes,
    printed.figures_of_nothing,
    printed.contradictions,
    envy.envy_lines,
    envy.envy_of_the_dealer,
    envy.shares,
    envy.figures_missing,
    envy.envy_multiplier,
    envy.order_of_shares,
    rulings.plain_rulings,
    edges.not_counted,
    edges.player_edge,
    edges.fixed_pays,
    edges.disagreements,
    outcomes.never_occurs,
    outcomes.one_sided,
    edges.unusual_edges,
    edges.unusual_hits,
    outcomes.idle_choices,
    outcomes.dear_rules,
    outcomes.qualifying,
    outcomes.folded_hits,
    runs.aces,
    runs.no_run,
    runs.wrapped_end,
    showdown.zero_margin,
    showdown.unqualified,
    bets.cards_read,
    bets.folded_bets,
    bettors.envy_bettors,
    showdown.ties,
    bettors.per_what,
    rulings.weighed_rulings,
    lines.two_lines,
)
