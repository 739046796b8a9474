"""Outsiders and the log: what a room publishes of it, and the witness that follows a room from elsewhere."""
