"""The manager's pages: the room at a glance, jackpots, tables, people, devices, win log, reports, audit log."""

from .routes import ROUTES

__all__ = ["ROUTES"]
