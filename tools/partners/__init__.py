"""Hands shared at games with shared cards in streets: each start counted over every board, and the signals it needs."""
