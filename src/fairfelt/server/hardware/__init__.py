"""Hardware over MQTT: what table controllers and signs say, and the bridge between their broker and a room."""

from .bridge import Bridge
from .protocol import PRESSES, ROOT, is_signed, signature, topic
from .settings import BridgeSettings, read_bridge_settings

__all__ = [
    "PRESSES", "ROOT", "Bridge", "BridgeSettings", "is_signed", "read_bridge_settings", "signature", "topic",
]  # fmt: skip
