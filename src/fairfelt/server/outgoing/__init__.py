"""What the server sends out by itself: alerts to people, and what happened to a casino's own systems."""

from .alerts import Alerts, AlertSettings
from .mail import Mail
from .webhook import Webhook

__all__ = ["AlertSettings", "Alerts", "Mail", "Webhook"]
