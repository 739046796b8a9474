"""The manager's pages: dashboard, jackpots, tables, people, devices, win log, reports, audit log."""

from .routes import ROUTES

__all__ = ["ROUTES"]
