"""The handlers between a hub and its rooms."""
