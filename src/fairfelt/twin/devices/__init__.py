"""Devices of the pit: connections that fail, keypads and consoles that send again, and a table of hardware."""
