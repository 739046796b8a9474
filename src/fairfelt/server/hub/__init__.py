"""The line from a room to the hub of its shared jackpot: it reports, hears the hub's word, and notices silence."""

from .client import HubClient, HubRefused, HubUnreachable
from .line import HubConnection, HubSettings

__all__ = ["HubClient", "HubConnection", "HubRefused", "HubSettings", "HubUnreachable"]
