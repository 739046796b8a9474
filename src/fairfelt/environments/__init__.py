"""Games for learning programs: Gymnasium, PettingZoo and OpenSpiel environments, and what an agent's play costs."""

from __future__ import annotations

from fairfelt import games

from .agents import MissingExtra

__all__ = ["MissingExtra", "register", "register_openspiel"]


def register() -> tuple[str, ...]:
    """Have Gymnasium know every game as fairfelt/SLUG-v0, for `make` and `make_vec`; the names."""
    from .single import registry, spec_of

    specs = [spec_of(game.slug) for game in games.catalogue()]
    registry.update({spec.id: spec for spec in specs})
    return tuple(spec.id for spec in specs)


def register_openspiel() -> tuple[str, ...]:
    """Have OpenSpiel know every game as fairfelt_SLUG, with underscores; the names."""
    from .openspiel import register_game

    return tuple(register_game(game) for game in games.catalogue())
